-- PUT /scim/v2/Users/{id} and /scim/v2/Groups/{id}. An absent attribute is cleared, except for active.
-- `if_match` is the header If-Match, or null.
create function auth_api.replace_scim_resource(
  token_id uuid, kind text, id text, resource jsonb, if_match text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_checked  jsonb := auth_lib.use_scim_token(token_id);
  v_refused  jsonb;
  v_user     auth.scim_users;
  v_group    auth.scim_groups;
  v_new      auth.scim_groups;
begin
  if v_checked ? 'refused' then
    return v_checked;
  end if;
  v_refused := auth_lib.lock_scim_resource((v_checked ->> 'provider_id')::uuid, kind, id, if_match);
  if v_refused is not null then
    return v_refused;
  elsif kind = 'User' then
    select u.* into v_user from auth.scim_users as u where u.id = replace_scim_resource.id::uuid;
    return auth_lib.change_scim_user(v_user, resource, token_id, settings, client);
  end if;
  select g.* into v_group from auth.scim_groups as g where g.id = replace_scim_resource.id::uuid;
  v_new := v_group;
  v_new.display_name := resource ->> 'displayName';
  v_new.external_id := nullif(resource ->> 'externalId', '');
  return auth_lib.change_scim_group(v_group, v_new,
    auth_lib.set_scim_members(v_group, coalesce(resource -> 'members', '[]'), true), true, token_id, settings,
    client);
end
$$;
comment on function auth_api.replace_scim_resource is
  'PUT /scim/v2/{resource}/{id}. Errors: scim_token_invalid, scim_provider_disabled, scim_not_found, '
  'scim_stale, scim_value, scim_taken, scim_several_accounts, scim_not_managed.';
