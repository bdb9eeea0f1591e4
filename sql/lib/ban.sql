-- Bans, and the durations in which they are given.

-- Whether the user is banned now. Only the clock decides: nothing has to be written when a ban ends.
create function auth_lib.is_banned(person auth.users) returns boolean
language sql stable
as $$ select coalesce((person).banned_until > auth_lib.clock(), false) $$;

-- When a ban of this duration ends: the present end for an empty duration, null for "none" and for zero.
create function auth_lib.banned_until(person auth.users, duration text) returns timestamptz
language sql stable
as $$
  select case
    when coalesce(duration, '') = '' then (person).banned_until
    when duration = 'none' or auth_lib.duration_seconds(duration) = 0 then null
    else auth_lib.clock() + make_interval(secs => auth_lib.duration_seconds(duration)::double precision)
  end
$$;

-- The refusal of a ban duration such as 1h30m, or null. At most 292 years: supabase/auth counts nanoseconds in 64 bits.
create function auth_lib.check_ban_duration(duration text) returns jsonb
language plpgsql immutable
as $$
declare
  v_number text := '([0-9]+(\.[0-9]*)?|\.[0-9]+)';
  v_rest   text;
  v_fault  text;
begin
  if coalesce(duration, '') in ('', 'none', '0', '+0', '-0') then
    return null;
  elsif length(duration) <= 100
    and duration ~ ('^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h))+$') then
    if abs(auth_lib.duration_seconds(duration)) < 9223372036 then
      return null;
    end if;
  elsif duration ~ ('^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h))*' || v_number || '$') then
    v_fault := 'missing unit in duration';
  end if;
  v_rest := regexp_replace(duration, '^[+-]?(' || v_number || '(ns|us|µs|μs|ms|s|m|h)(?=[0-9.]|$))*', '');
  if v_fault is null and v_rest ~ ('^' || v_number || '[^0-9.]') then
    v_fault := 'unknown unit "' || substring(v_rest from '^[0-9.]+([^0-9.]+)') || '" in duration';
  end if;
  return auth_lib.refusal('ban_duration', coalesce(v_fault, 'invalid duration') || ' "' || left(duration, 100) || '"');
end
$$;

-- Seconds of a duration such as 1h30m, 300ms or -24h, whose form has been checked.
create function auth_lib.duration_seconds(duration text) returns numeric
language plpgsql immutable
as $$
begin
  return (
    select case when duration like '-%' then -1 else 1 end * coalesce(sum(
      p.part[1]::numeric * case p.part[3]
        when 'ns' then 0.000000001 when 'us' then 0.000001 when 'µs' then 0.000001 when 'μs' then 0.000001
        when 'ms' then 0.001 when 's' then 1 when 'm' then 60 when 'h' then 3600 end), 0)
    from regexp_matches(duration, '([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)', 'g') as p (part)
  );
end
$$;
