-- GET /user on a standby, for several callers at once: `calls` holds the claims and the audience of each. They see what the
-- primary showed at the position that they bring, a ban or a deletion of a moment ago as well, or the answer is null and the
-- primary is asked. Volatile, so that the rows are read as they are once the position is reached, not as at the beginning.
create function auth_api.get_users_at(reached jsonb, calls jsonb, settings jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not auth_lib.await_position(reached) then
    return null;
  end if;
  -- Each as text: the gateway hands it on as it is.
  return (
    select json_agg(auth_lib.own_record(c.call -> 0, c.call ->> 1, settings)::text order by c.place)
    from jsonb_array_elements(calls) with ordinality as c (call, place)
  );
end
$$;
comment on function auth_api.get_users_at is
  'GET /user on a standby, for several callers: their answers as texts, or null before it has reached the position.';

-- Whether this standby has come as far as its primary had; it waits for a few milliseconds, as long as the WAL takes to come.
-- A server that has been promoted is nobody's standby any more.
create function auth_lib.await_position(reached jsonb) returns boolean
language plpgsql volatile
as $$
begin
  for look in 1 .. 20 loop
    if not pg_is_in_recovery() then
      return false;
    elsif pg_last_wal_replay_lsn() >= (reached ->> 'lsn')::pg_lsn then
      return exists (select from auth.timeline as t where t.mark = (reached ->> 'mark')::uuid);
    end if;
    perform pg_sleep(0.001);
  end loop;
  return false;
end
$$;
