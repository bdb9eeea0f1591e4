-- Seconds of a duration such as 1h30m, 300ms or -24h, whose form has been checked.
create function auth_lib.duration_seconds(duration text) returns numeric
language plpgsql immutable
as $$
begin
  return (
    select case when duration_seconds.duration like '-%' then -1 else 1 end * coalesce(sum(
      p.part[1]::numeric * case p.part[3]
        when 'ns' then 0.000000001 when 'us' then 0.000001 when 'µs' then 0.000001 when 'μs' then 0.000001
        when 'ms' then 0.001 when 's' then 1 when 'm' then 60 when 'h' then 3600 end), 0)
    from regexp_matches(duration_seconds.duration, '([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)', 'g') as p (part)
  );
end
$$;
comment on function auth_lib.duration_seconds(text) is 'The seconds of a checked duration.';
