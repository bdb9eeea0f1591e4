-- One more wrong password or code for an address. A count older than an hour starts again.
create function auth_lib.count_failure(purpose text, address text) returns void
language plpgsql volatile
as $$
begin
  insert into auth.send_marks as m (digest, failures, failing_since, touched_at)
  values (auth_lib.mark_digest(count_failure.purpose, count_failure.address), 1, auth_lib.clock(), auth_lib.clock())
  on conflict on constraint send_marks_pkey do update
  set failures = case when m.failing_since > excluded.touched_at - interval '1 hour' then m.failures + 1 else 1 end,
      failing_since = case when m.failing_since > excluded.touched_at - interval '1 hour' then m.failing_since
        else excluded.touched_at end,
      touched_at = excluded.touched_at;
end
$$;
comment on function auth_lib.count_failure(text, text) is 'Counts a wrong password or code against an address.';
