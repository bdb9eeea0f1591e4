-- GET /user on a replica, for several callers at once: `calls` contains the claims and the audience of
-- each. The result reflects at least the primary's state at the given WAL position, including recent bans
-- and deletions. Returns null if the replica has not reached the position; the gateway then queries the
-- primary. Declared volatile, so that rows are read after the position is reached, not with the snapshot of
-- the call.
create function auth_api.get_users_at(reached jsonb, calls jsonb, settings jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not auth_lib.await_position(reached) then
    return null;
  end if;
  -- Each user is returned as text, because the gateway sends it unparsed.
  return (
    select json_agg(auth_lib.get_own_user(c.call -> 0, c.call ->> 1, settings)::text order by c.place)
    from jsonb_array_elements(calls) with ordinality as c (call, place)
  );
end
$$;
comment on function auth_api.get_users_at is
  'GET /user on a replica, for several callers: their answers as texts, or null before it has reached the '
  'position.';

-- Returns true if this replica has replayed the given WAL position of its primary. Waits up to 20
-- milliseconds. Returns false on a server that was promoted.
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
