-- The refusal of an address with too many wrong passwords of late, or null. Read before any hash, the same
-- for unknown addresses, and ended by time alone.
create function auth_lib.check_failures(purpose text, address text, most integer) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select auth_lib.refusal('too_many_attempts')
    from auth.send_marks as m
    where m.digest = auth_lib.mark_digest(check_failures.purpose, check_failures.address)
      and m.failures >= check_failures.most
      and m.failing_since > auth_lib.clock() - interval '1 hour'
  );
end
$$;
comment on function auth_lib.check_failures(text, text, integer) is 'Null while an address may try a password, otherwise a refusal.';
