-- GET /admin/rules/{name}. Returns the installed definition of a SQL function. The gateway compares it with
-- the release and adds the function's callers.
create function auth_api.get_rule(claims jsonb, name text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_found   jsonb;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  select jsonb_build_object('name', n.nspname || '.' || p.proname, 'body', p.prosrc,
      'source', pg_get_functiondef(p.oid), 'comment', obj_description(p.oid, 'pg_proc'),
      'owner', pg_get_userbyid(p.proowner), 'language', l.lanname, 'security_definer', p.prosecdef,
      'roles', array(select distinct case a.grantee when 0 then 'public'
          else pg_get_userbyid(a.grantee)::text end as role
        from aclexplode(p.proacl) as a where a.grantee <> p.proowner order by role))
  into v_found
  from pg_proc as p
  join pg_namespace as n on n.oid = p.pronamespace
  join pg_language as l on l.oid = p.prolang
  where n.nspname in (name 'auth', name 'auth_lib', name 'auth_api') and p.prokind = 'f'
    and p.proname = split_part(name, '.', 2) and n.nspname = split_part(name, '.', 1);
  return coalesce(v_found, auth_lib.refusal('rule_not_found'));
end
$$;
comment on function auth_api.get_rule is
  'GET /admin/rules/{name}. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, rule_not_found.';
