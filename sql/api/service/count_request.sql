-- Counts one request against its rate limits, in a separate transaction before the actual call. An error in
-- that call must not roll the count back, and the counter must not be locked while a password is hashed.
-- `limits` is a list of {key, per_second, burst}, whose rows are locked in this order. The key is a MAC
-- computed by the gateway. As in supabase/auth, a bucket older than an hour is replaced by a full one.
create function auth_api.count_request(limits jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_old    timestamptz := v_now - interval '1 hour';
  v_limit  jsonb;
  v_second double precision;
begin
  for v_limit in select l.value from jsonb_array_elements(limits) as l loop
    v_second := (v_limit ->> 'per_second')::double precision;
    insert into auth.limits as l (key, tokens, refilled_at, created_at)
    select v_limit ->> 'key', (v_limit ->> 'burst')::double precision - 1, v_now, v_now
    where (v_limit ->> 'burst')::double precision >= 1   -- a limit with a burst below 1 refuses every request
    on conflict on constraint limits_pkey do update
    set tokens = least((v_limit ->> 'burst')::double precision, case
          when auth_lib.trusted_instant(l.created_at, l.created_at) <= v_old then 'infinity'
          else auth_lib.refilled_bucket_tokens(l, v_now, v_second) end) - 1,
        refilled_at = greatest(v_now, auth_lib.trusted_instant(l.refilled_at, l.refilled_at)),
        created_at = case when auth_lib.trusted_instant(l.created_at, l.created_at) <= v_old then v_now
          else l.created_at end
    where auth_lib.trusted_instant(l.created_at, l.created_at) <= v_old or auth_lib.refilled_bucket_tokens(l, v_now, v_second) >= 1;
    if not found then
      return auth_lib.refusal('request_rate_limit');
    end if;
  end loop;
  return null;
end
$$;
comment on function auth_api.count_request is
  'Takes one token from each bucket of a request. Null if each had one. Errors: request_rate_limit.';

-- Returns the number of tokens in a bucket after its refill, before the maximum (burst) is applied.
create function auth_lib.refilled_bucket_tokens(
  bucket auth.limits, at timestamptz, per_second double precision)
returns double precision
language sql stable
as $$
  select bucket.tokens + greatest(extract(epoch from at - auth_lib.trusted_instant(bucket.refilled_at,
    bucket.refilled_at)), 0) * per_second
$$;
