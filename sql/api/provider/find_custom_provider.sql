-- Returns the definition of a custom provider, with which the gateway validates ID tokens and tests the
-- provider. A disabled provider is returned only with switched_off.
create function auth_api.find_custom_provider(provider text, switched_off boolean default false) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_definition jsonb := auth_lib.provider_definition(provider);
begin
  if v_definition is null or not coalesce(switched_off, false) then
    return coalesce(auth_lib.check_provider_enabled(provider, v_definition), v_definition,
      auth_lib.refusal('custom_provider_unknown', left(provider, 100)));
  end if;
  return v_definition;
end
$$;
comment on function auth_api.find_custom_provider is
  'The definition of a custom provider, with its sealed secret. Errors: custom_provider_unknown, '
  'custom_provider_off.';
