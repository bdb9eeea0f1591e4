-- What the gateway has to know of a custom provider before it can check an ID token of it, and what has to be known to try one
-- out: also one that is switched off, where switched_off says so.
create function auth_api.find_custom_provider(provider text, switched_off boolean default false) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_definition jsonb := auth_lib.provider_definition(provider);
begin
  if v_definition is null or not coalesce(switched_off, false) then
    return coalesce(auth_lib.check_provider(provider, v_definition), v_definition,
      auth_lib.refusal('custom_provider_unknown', left(provider, 100)));
  end if;
  return v_definition;
end
$$;
comment on function auth_api.find_custom_provider is
  'The definition of a custom provider, its secret sealed. Refuses: custom_provider_unknown, custom_provider_off.';
