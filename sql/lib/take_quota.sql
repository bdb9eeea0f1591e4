-- Takes one mail or SMS from the installation's quota; false when it is used up. The row is shared by everybody, so
-- this comes after every other lock a call takes.
create function auth_lib.take_quota(kind text, rate jsonb) returns boolean
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_most integer := coalesce((take_quota.rate ->> 'count')::integer, 30);
  v_per  double precision := coalesce((take_quota.rate ->> 'per')::double precision, 1);
begin
  insert into auth.quotas (kind, window_start, used, tokens, refilled_at)
  values (take_quota.kind, date_trunc('hour', v_now), 0, v_most, v_now)
  on conflict on constraint quotas_pkey do nothing;
  perform from auth.quotas as q where q.kind = take_quota.kind for no key update;
  if not auth_lib.quota_left(take_quota.kind, take_quota.rate) then
    return false;
  end if;
  update auth.quotas as q
  set used = case when q.window_start = date_trunc('hour', v_now) then q.used else 0 end + 1,
      window_start = date_trunc('hour', v_now),
      tokens = least(v_most, q.tokens + greatest(extract(epoch from v_now - q.refilled_at), 0) / v_per) - 1,
      refilled_at = v_now
  where q.kind = take_quota.kind;
  return true;
end
$$;
comment on function auth_lib.take_quota(text, jsonb) is 'Takes one mail or SMS from the installation''s quota; false when it is used up.';
