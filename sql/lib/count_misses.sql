-- Counts failed comparisons with codes against an address or a user. Each keeps its instant, so that the bound holds for any
-- 24 hours and not for a day of the calendar; there are never many more than the bound allows.
-- Writes: auth.send_marks.
create function auth_lib.count_misses(purpose text, holder text, count integer, unknown boolean, settings jsonb) returns void
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  if count_misses.count = 0 then
    return;
  end if;
  insert into auth.send_marks as m (digest, missed, unknown, touched_at)
  values (auth_lib.mark_digest(count_misses.purpose, count_misses.holder), array_fill(v_now, array[count_misses.count]),
    count_misses.unknown, v_now)
  on conflict on constraint send_marks_pkey do update
  set missed = array(select x.at from unnest(m.missed) as x (at) where x.at > v_now - interval '1 day') || excluded.missed,
      unknown = m.unknown and excluded.unknown, touch = default, touched_at = v_now;
  if count_misses.unknown then
    perform auth_lib.forget_unknown(count_misses.settings);
  end if;
end
$$;
comment on function auth_lib.count_misses(text, text, integer, boolean, jsonb) is 'Counts failed comparisons with codes.';
