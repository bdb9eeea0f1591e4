-- The audit log (auth.audit_log) and the log of error responses (auth.refusals).

-- Writes one audit row with one or more actions, in the transaction of the change that the row records. If
-- client has no IP address (command line), stores the address of the database connection, or null for a Unix
-- socket. All entries of a transaction have the same created_at. The ids of the entries (UUID version 7) keep
-- the order in which the entries were written.
create function auth_lib.audit(actor auth.users, actions text[], traits jsonb, client jsonb) returns void
language plpgsql volatile
as $$
declare
  v_now      timestamptz := auth_lib.clock();
  v_written  bigint := (date_part('epoch', clock_timestamp()) * 1000000)::bigint;
  v_id       uuid := (lpad(to_hex(v_written / 1000), 12, '0') || '7'
    || lpad(to_hex(v_written % 1000 * 4096 / 1000), 3, '0') || right(gen_random_uuid()::text, 17))::uuid;
  v_username text := coalesce(actor.phone, actor.email, '');
  v_name     text := actor.raw_user_meta_data ->> 'full_name';
  v_via_sso  boolean := coalesce(actor.is_sso_user, false);
  v_ip       inet := coalesce((client ->> 'ip')::inet, inet_client_addr());
  v_agent    text := left(client ->> 'user_agent', 1000);
  v_request  text := left(client ->> 'request_id', 200);
  v_method   text := client ->> 'login_method';
begin
  insert into auth.audit_log (created_at, id, actor_id, actor_username, actor_name, actor_via_sso, actions,
    traits, ip, user_agent, request_id, login_method)
  values (v_now, v_id, actor.id, v_username, v_name, v_via_sso, actions, traits, v_ip, v_agent, v_request,
    v_method);
end
$$;

-- Returns the sorted names of the columns, except updated_at, in which two states of a row differ. The audit
-- row of a change contains these names.
create function auth_lib.changed_columns(before jsonb, after jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(jsonb_agg(n.name order by n.name collate "C"), '[]')
  from jsonb_object_keys(after) as n (name)
  where n.name <> 'updated_at' and before -> n.name is distinct from after -> n.name
$$;

-- Returns one action of an audit row as a separate entry. The entry of the first action (place 1) has the id
-- of the row, and the others have ids derived from it. The entry of a login omits the SMS channel, which
-- belongs to a sign-up in the same row.
create function auth_lib.audit_entry(l auth.audit_log, action text, place bigint) returns auth.audit_log
language sql immutable
as $$
  select row((l).created_at, case when place = 1 then (l).id else md5((l).id::text || place::text)::uuid end,
    (l).actor_id, (l).actor_username, (l).actor_name, (l).actor_via_sso, array[action],
    case action when 'login' then (l).traits - 'channel' else (l).traits end, (l).ip, (l).user_agent,
    (l).request_id, (l).made_in, (l).login_method)::auth.audit_log
$$;

-- Returns an audit entry in the API's format.
create function auth_lib.audit_json(entry auth.audit_log) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'id', (entry).id,
    'created_at', auth_lib.wire_time((entry).created_at),
    'ip_address', coalesce(host((entry).ip), ''),
    'payload', jsonb_build_object(
      'actor_id', (entry).actor_id, 'actor_via_sso', (entry).actor_via_sso,
      'actor_username', (entry).actor_username, 'action', (entry).actions[1],
      'log_type', auth_lib.log_type((entry).actions[1]))
      || jsonb_strip_nulls(jsonb_build_object('actor_name', (entry).actor_name))
      || case when (entry).traits is null then '{}' else jsonb_build_object('traits', (entry).traits) end)
$$;

-- Returns the category of an action, which the filter "type:" of the audit list uses.
create function auth_lib.log_type(action text) returns text
language sql immutable
as $$
  select case
    when action in ('login', 'logout', 'invite_accepted', 'sign_in_refused', 'sso_sign_in_refused') then 'account'
    when action in ('user_signedup', 'user_invited', 'user_deleted') then 'team'
    when action in ('token_revoked', 'token_refreshed') then 'token'
    when action like 'factor%' or action in ('challenge_created', 'verification_attempted',
      'recovery_codes_made') then 'factor'
    else 'user'
  end
$$;

-- Returns the time ranges of the audit log that no block covers. The range after the last block is always
-- included.
create function auth_lib.uncounted_audit_ranges() returns setof auth.audit_blocks
language sql stable
as $$
  select (auth_lib.empty_audit_block(n.before, n.since)).* from (
    select b.since, lag(b.until, 1, '-infinity') over (order by b.until) as before
    from auth.audit_blocks as b) as n
  where n.before < n.since
  union all
  select (auth_lib.empty_audit_block(coalesce(max(b.until), '-infinity'), 'infinity')).* from auth.audit_blocks as b
$$;

-- Returns an audit block with zero entries for a time range that is not counted yet.
create function auth_lib.empty_audit_block(since timestamptz, until timestamptz) returns auth.audit_blocks
language sql immutable
as $$
  select row(since, until, 0, '{}', null, null)::auth.audit_blocks
$$;

-- Returns true if an address is that of one host, not of a network.
create function auth_lib.is_single_ip(ip inet) returns boolean
language sql immutable
as $$
  select network(ip) = broadcast(ip)
$$;

-- Returns at most `most` error responses before the page position (`at`, `after`), newest first. Only the
-- first of these parameters that is not null selects rows: request_id, user_id, address_digest, ip. If all
-- are null, every row after since is selected. request_id, user_id and address_digest ignore since,
-- because the table stores only a few days. For a network, all rows of the network after since are read
-- and sorted.
create function auth_lib.search_refusals(
  user_id uuid, address_digest bytea, ip inet, request_id text, since timestamptz, at timestamptz, after uuid,
  most integer)
returns setof auth.refusals
language plpgsql stable
as $$
begin
  if request_id is not null then
    return query select r.* from auth.refusals as r
      where r.request_id = search_refusals.request_id and (r.at, r.id) < (search_refusals.at, after)
      order by r.at desc, r.id desc limit most;
  elsif user_id is not null then
    return query select r.* from auth.refusals as r
      where r.user_id = search_refusals.user_id and r.at <= search_refusals.at
        and (r.at, r.id) < (search_refusals.at, after)
      order by r.at desc, r.id desc limit most;
  elsif address_digest is not null then
    return query select r.* from auth.refusals as r
      where r.address_digest = search_refusals.address_digest and r.at <= search_refusals.at
        and (r.at, r.id) < (search_refusals.at, after)
      order by r.at desc, r.id desc limit most;
  elsif auth_lib.is_single_ip(ip) then
    return query select r.* from auth.refusals as r
      where r.ip = search_refusals.ip and r.at > since and r.at <= search_refusals.at
        and (r.at, r.id) < (search_refusals.at, after)
      order by r.at desc, r.id desc limit most;
  elsif ip is not null then
    -- MATERIALIZED, because the planner may read all rows by time if the order and the limit are in the same
    -- query.
    return query with found as materialized (
        select r.* from auth.refusals as r
        where r.ip between host(network(search_refusals.ip))::inet and host(broadcast(search_refusals.ip))::inet
          and r.at > since)
      select f.* from found as f where (f.at, f.id) < (search_refusals.at, after)
      order by f.at desc, f.id desc limit most;
  else
    return query select r.* from auth.refusals as r
      where r.at > since and r.at <= search_refusals.at and (r.at, r.id) < (search_refusals.at, after)
      order by r.at desc, r.id desc limit most;
  end if;
end
$$;

-- Returns a row of auth.refusals in the API's format. If `named` is false, the members that lead to a user are
-- null.
create function auth_lib.refusal_json(entry auth.refusals, named boolean default true) returns jsonb
language sql stable
as $$
  select jsonb_build_object('at', auth_lib.wire_time((entry).at), 'id', (entry).id,
    'request_id', (entry).request_id, 'route', (entry).route, 'function', (entry).function,
    'name', (entry).name, 'code', (entry).code, 'status', (entry).status, 'user_id', (entry).user_id,
    'ip', host((entry).ip), 'user_agent', (entry).user_agent)
    || case when named then '{}'
      else '{"request_id": null, "user_id": null, "ip": null, "user_agent": null}' end::jsonb
$$;

-- Returns true if the details of a user's own audit entry name no other person. A merged account was the
-- user's own, and the address of an entry with a chain is the user's wallet.
create function auth_lib.concerns_only(actions text[], traits jsonb, user_id uuid) returns boolean
language sql immutable
as $$
  select (coalesce((traits ->> 'user_id') = user_id::text, true) or 'user_merged' = any (actions))
    and (not coalesce(traits ? 'address', false) or traits ? 'chain')
$$;

-- Returns an audit row with all its actions, in the API's format.
create function auth_lib.audit_row_json(entry auth.audit_log) returns jsonb
language sql stable
as $$
  select jsonb_build_object('id', (entry).id, 'created_at', auth_lib.wire_time((entry).created_at),
    'actor_id', (entry).actor_id, 'actor_username', (entry).actor_username, 'actions', (entry).actions,
    'traits', (entry).traits, 'ip_address', host((entry).ip), 'user_agent', (entry).user_agent,
    'request_id', (entry).request_id)
$$;
