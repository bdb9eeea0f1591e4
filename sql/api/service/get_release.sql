-- For every process at its start: returns the release of the installed functions, and the oldest gateway
-- release that they support.
create function auth_api.get_release()
returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('version', r.version, 'digest', r.digest, 'min_gateway', r.min_gateway)
  from auth.release as r
$$;
comment on function auth_api.get_release is
  'For every process at its start: version, digest and min_gateway of the installed functions.';
