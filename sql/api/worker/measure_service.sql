-- For metrics: returns the number of due jobs of each queue, the longest waiting time and, if requested, the
-- number of live sessions and the times at which the certificates of identity providers expire. Sessions are
-- counted on at most 400 pages. The number in a larger table is an estimate. For a provider with several
-- certificates, the time is that of the certificate that expires last. At most 1,000 enabled providers are
-- returned, those whose certificates expire first.
create function auth_api.measure_service(with_sessions boolean, with_certificates boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_sessions     bigint;
  v_certificates jsonb;
begin
  if with_sessions then
    v_sessions := auth_lib.count_live_sessions(auth_lib.clock(), 400);
  end if;
  if with_certificates then
    v_certificates := (
      select coalesce(jsonb_agg(jsonb_build_object('provider', 'sso:' || c.id,
        'expires', extract(epoch from c.until)) order by c.until, c.id), '[]')
      from (
        select p.id, max((e.value ->> 'not_after')::timestamptz) as until
        from auth.sso_providers as p cross join lateral jsonb_array_elements(p.certificates) as e
        where p.disabled is not true group by p.id order by until, p.id limit 1000) as c);
  end if;
  return jsonb_build_object('queues', auth_lib.due_jobs(null), 'sessions', v_sessions,
    'certificates', v_certificates);
end
$$;
comment on function auth_api.measure_service is
  'For the worker, if metrics are on: due jobs by queue, live sessions, and ends of certificates of identity '
  'providers.';
