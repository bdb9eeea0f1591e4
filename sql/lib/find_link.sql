-- The live token behind a link that the gateway opened; all null when it is used, replaced, expired or of another kind.
create function auth_lib.find_link(id uuid, kinds text[]) returns auth.one_time_tokens
language sql stable
as $$
  select t.* from auth.one_time_tokens as t
  where t.id = find_link.id and t.kind = any (find_link.kinds) and t.expires_at >= auth_lib.clock()
$$;
comment on function auth_lib.find_link(uuid, text[]) is 'The token that a link names, while it lives.';
