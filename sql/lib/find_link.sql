-- The live token behind a link that the gateway opened; all null when it is used, replaced, expired or of another kind.
create function auth_lib.find_link(id uuid, kinds text[]) returns auth.one_time_tokens
language plpgsql stable
as $$
declare
  v_token auth.one_time_tokens;
begin
  select t.* into v_token
  from auth.one_time_tokens as t
    where t.id = find_link.id and t.kind = any (find_link.kinds) and t.expires_at >= auth_lib.clock();
  return v_token;
end
$$;
comment on function auth_lib.find_link(uuid, text[]) is 'The token that a link names, while it lives.';
