-- GET /oauth/providers. Returns identifier and name of the enabled custom providers, at most 100, by name.
create function auth_api.list_sign_in_providers() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('providers', coalesce(
    jsonb_agg(jsonb_build_object('identifier', p.identifier, 'name', p.name) order by p.name, p.identifier), '[]'))
  from (select e.identifier, e.name from auth.custom_providers as e where e.enabled
    order by e.name, e.identifier limit 100) as p
$$;
comment on function auth_api.list_sign_in_providers is
  'GET /oauth/providers: the enabled custom providers, for the sign-in of the consent page.';
