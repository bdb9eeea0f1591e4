-- When the failed comparisons with codes of an address or a user reached a number within an interval; null when they did not.
create function auth_lib.misses_reached(purpose text, holder text, within interval, most integer) returns timestamptz
language plpgsql stable
as $$
begin
  return (
    select x.missed_at from auth.send_marks as m cross join unnest(m.missed) as x (missed_at)
    where m.digest = auth_lib.mark_digest(misses_reached.purpose, misses_reached.holder)
      and x.missed_at > auth_lib.clock() - misses_reached.within
    order by x.missed_at offset greatest(misses_reached.most - 1, 0) limit 1
  );
end
$$;
comment on function auth_lib.misses_reached(text, text, interval, integer) is 'Since when an address or a user is at a bound of wrong codes.';
