-- What the gateway has to know of a custom provider before it can check an ID token of it.
create function auth_api.find_custom_provider(provider text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_definition jsonb := auth_lib.provider_definition(provider);
begin
  return coalesce(auth_lib.check_provider(provider, v_definition), v_definition,
    auth_lib.refusal('custom_provider_unknown', left(provider, 100)));
end
$$;
comment on function auth_api.find_custom_provider is
  'The definition of a custom provider, its secret sealed. Refuses: custom_provider_unknown, custom_provider_off.';
