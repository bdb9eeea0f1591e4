-- Whether one more mail or SMS may be created, counting it when it will be. A number alone is a count of the
-- database's clock hour; with "per" it is a token bucket that holds the number and gains one every "per" seconds.
create function auth_lib.take_quota(kind text, rate jsonb, creates boolean) returns boolean
language plpgsql volatile
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_most   integer := coalesce((take_quota.rate ->> 'count')::integer, 30);
  v_per    double precision := (take_quota.rate ->> 'per')::double precision;
  v_quota  auth.quotas;
  v_used   integer;
  v_tokens double precision;
begin
  if take_quota.creates then
    insert into auth.quotas (kind, window_start, used, tokens, refilled_at)
    values (take_quota.kind, date_trunc('hour', v_now), 0, v_most, v_now)
    on conflict on constraint quotas_pkey do nothing;
    select q.* into v_quota from auth.quotas as q where q.kind = take_quota.kind for no key update;
  else
    select q.* into v_quota from auth.quotas as q where q.kind = take_quota.kind;
  end if;
  v_used := case when v_quota.window_start = date_trunc('hour', v_now) then v_quota.used else 0 end;
  v_tokens := least(v_most, coalesce(v_quota.tokens
    + greatest(extract(epoch from v_now - v_quota.refilled_at), 0) / v_per, v_most));
  if v_most = 0 or (v_per is null and v_used >= v_most) or v_tokens < 1 and v_per is not null then
    return false;
  end if;
  if take_quota.creates then
    update auth.quotas as q
    set window_start = date_trunc('hour', v_now), used = v_used + 1, tokens = v_tokens - 1, refilled_at = v_now
    where q.kind = take_quota.kind;
  end if;
  return true;
end
$$;
comment on function auth_lib.take_quota(text, jsonb, boolean) is 'Takes one mail or SMS from the installation''s quota; false when it is used up.';
