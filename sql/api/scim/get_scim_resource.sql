-- GET /scim/v2/Users/{id} and /scim/v2/Groups/{id}. `kind` is User or Group. A resource of another provider
-- is not found.
create function auth_api.get_scim_resource(token_id uuid, kind text, id text, with_members boolean) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_checked jsonb := auth_lib.use_scim_token(token_id);
begin
  if v_checked ? 'refused' then
    return v_checked;
  end if;
  return coalesce(
    auth_lib.scim_resource((v_checked ->> 'provider_id')::uuid, kind, auth_lib.uuid_or_null(id), with_members),
    auth_lib.refusal('scim_not_found', left(id, 100)));
end
$$;
comment on function auth_api.get_scim_resource is
  'GET /scim/v2/{resource}/{id}. Errors: scim_token_invalid, scim_provider_disabled, scim_not_found.';
