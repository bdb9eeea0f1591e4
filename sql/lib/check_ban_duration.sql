-- The refusal of a ban duration (contract 5.7), or null. At most 292 years, as the reference counts nanoseconds.
create function auth_lib.check_ban_duration(duration text) returns jsonb
language plpgsql immutable
as $$
declare
  v_number text := '([0-9]+(\.[0-9]*)?|\.[0-9]+)';
  v_rest   text;
  v_fault  text;
begin
  if coalesce(check_ban_duration.duration, '') in ('', 'none', '0', '+0', '-0') then
    return null;
  elsif length(check_ban_duration.duration) <= 100
    and check_ban_duration.duration ~ ('^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h))+$') then
    if abs(auth_lib.duration_seconds(check_ban_duration.duration)) < 9223372036 then
      return null;
    end if;
  elsif check_ban_duration.duration ~ ('^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h))*' || v_number || '$') then
    v_fault := 'missing unit in duration';
  end if;
  v_rest := regexp_replace(check_ban_duration.duration, '^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h)(?=[0-9.]|$))*', '');
  if v_fault is null and v_rest ~ ('^' || v_number || '[^0-9.]') then
    v_fault := 'unknown unit "' || substring(v_rest from '^[0-9.]+([^0-9.]+)') || '" in duration';
  end if;
  return auth_lib.refusal('ban_duration', coalesce(v_fault, 'invalid duration') || ' "' || left(check_ban_duration.duration, 100) || '"');
end
$$;
comment on function auth_lib.check_ban_duration(text) is 'Null for a usable ban_duration, otherwise a refusal.';
