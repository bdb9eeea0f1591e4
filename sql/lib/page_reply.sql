-- A page of a list: body for the client, and the numbers of which the gateway makes X-Total-Count and Link.
create function auth_lib.page_reply(body json, total bigint, page bigint, per_page bigint) returns json
language sql stable
as $$
  select json_build_object('body', page_reply.body, 'total', page_reply.total,
    'page', greatest(page_reply.page, 1), 'per_page', page_reply.per_page)
$$;
comment on function auth_lib.page_reply(json, bigint, bigint, bigint) is 'The answer of a list: {body, total, page, per_page}.';
