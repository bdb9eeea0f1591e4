-- Whether the installation's quota of mails or SMS has room. A number alone is a count of the database's clock hour;
-- with "per" it is a token bucket that holds the number and gains one every "per" seconds. Zero refuses all.
create function auth_lib.quota_left(kind text, rate jsonb) returns boolean
language plpgsql stable
as $$
begin
  return (
    select coalesce((quota_left.rate ->> 'count')::integer, 30) > 0 and not exists (
    select from auth.quotas as q
    where q.kind = quota_left.kind
      and case when quota_left.rate ->> 'per' is null
        then q.window_start = date_trunc('hour', auth_lib.clock())
          and q.used >= coalesce((quota_left.rate ->> 'count')::integer, 30)
        else q.tokens + greatest(extract(epoch from auth_lib.clock() - q.refilled_at), 0)
          / (quota_left.rate ->> 'per')::double precision < 1 end)
  );
end
$$;
comment on function auth_lib.quota_left(text, jsonb) is 'Whether one more mail or SMS may be created now.';
