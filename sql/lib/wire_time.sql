-- RFC 3339 in UTC with Z: microseconds, trailing zeros cut, at least one digit left. One expression of strict functions,
-- so that the planner puts it in the place of the call.
create function auth_lib.wire_time(instant timestamptz) returns text
language sql stable strict
as $$
  select replace(
    rtrim(to_char(wire_time.instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0') || 'Z', '.Z', '.0Z')
$$;
comment on function auth_lib.wire_time(timestamptz) is 'An instant as the clients read it: 2026-08-01T10:00:00.1Z.';
