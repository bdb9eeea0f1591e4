-- One more wrong password for an address, which somebody has or not. A count older than an hour starts again.
create function auth_lib.count_failure(purpose text, address text, unknown boolean, settings jsonb) returns void
language plpgsql volatile
as $$
begin
  insert into auth.send_marks as m (digest, failures, failing_since, unknown, touched_at)
  values (auth_lib.mark_digest(count_failure.purpose, count_failure.address), 1, auth_lib.clock(), count_failure.unknown, auth_lib.clock())
  on conflict on constraint send_marks_pkey do update
  set failures = case when m.failing_since > excluded.touched_at - interval '1 hour' then m.failures + 1 else 1 end,
      failing_since = case when m.failing_since > excluded.touched_at - interval '1 hour' then m.failing_since
        else excluded.touched_at end,
      unknown = m.unknown and excluded.unknown, touch = default, touched_at = excluded.touched_at;
  if count_failure.unknown then
    perform auth_lib.forget_unknown(count_failure.settings);
  end if;
end
$$;
comment on function auth_lib.count_failure(text, text, boolean, jsonb) is 'Counts a wrong password against an address.';
