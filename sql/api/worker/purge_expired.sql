-- Every minute: deletes expired rows, about `most` per table and call. Skips locked rows, so that no
-- transaction waits. Returns the number of rows per table; the worker repeats the call while a table reaches
-- the limit. Finished messages remain for at least a day, so that an operator can see who received a message.
create function auth_api.purge_expired(most integer, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_day  timestamptz := v_now - interval '1 day';
  v_most integer := coalesce(most, 500);
  v_kept interval := make_interval(secs => greatest(
    coalesce((settings ->> 'message_retention')::double precision, 2592000), 86400));
  v_long interval := greatest(interval '25 hours',   -- the longest time for which an attempt may count
    make_interval(secs => 3600 + greatest((settings ->> 'smtp_max_frequency')::double precision,
      (settings ->> 'sms_max_frequency')::double precision,
      (settings ->> 'mfa_phone_max_frequency')::double precision,
      (settings ->> 'mailer_otp_exp')::double precision, (settings ->> 'sms_otp_exp')::double precision)));
  v_done jsonb := jsonb_build_object();
  v_rows integer;
begin
  perform auth_lib.tally_messages(v_now);

  delete from auth.messages as m where m.id in (
    select o.id from auth.messages as o where o.finished_at < v_now - v_kept
    order by o.finished_at limit v_most for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('messages', v_rows);

  -- Expired tokens remain for an hour, so that a late click gets the error that the link has expired. A token
  -- without expires_at was never sent, and is deleted when its message can no longer be sent.
  delete from auth.one_time_tokens as t where t.id in (
    select o.id from auth.one_time_tokens as o
    where o.expires_at < v_now - interval '1 hour'
      or (o.expires_at is null and o.created_at < v_day - interval '1 hour')
    limit v_most for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('one_time_tokens', v_rows);

  v_done := v_done || jsonb_build_object('flow_states', auth_lib.purge_flows(v_most, settings));

  v_done := v_done || auth_lib.purge_replay_records(v_now, v_most);

  v_done := v_done || auth_lib.purge_oauth(v_now, v_most, settings);

  v_done := v_done || auth_lib.purge_webhook_events(v_now, v_most, settings)
    || jsonb_build_object('passkey_challenges', auth_lib.purge_passkey_challenges(v_now, v_most));

  perform auth_lib.end_expired_sessions(v_now, v_most);

  delete from auth.sessions as s where (s.user_id, s.id) in (
    select o.user_id, o.id from auth.sessions as o where least(o.revoked_at, o.not_after) < v_day
    -- The ORDER BY makes the planner use the index, although it has no statistics of the expression until a
    -- session has ended.
    order by least(o.revoked_at, o.not_after) limit v_most for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('sessions', v_rows);

  v_done := v_done || auth_lib.purge_factors(v_most);

  -- count_request() replaces a bucket of this age by a full one, so the row is not needed.
  delete from auth.limits as l where l.key in (
    select o.key from auth.limits as o where o.created_at < v_now - interval '1 hour'
    order by o.created_at limit v_most for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('limits', v_rows);

  delete from auth.attempts as a where a.digest in (
    select o.digest from auth.attempts as o where o.touched_at < v_now - v_long
    order by o.touched_at limit v_most for update skip locked);
  get diagnostics v_rows = row_count;
  return v_done || jsonb_build_object('attempts', v_rows);
end
$$;
comment on function auth_api.purge_expired is
  'For the worker: deletes expired rows, a bounded number per table and call.';

-- Revokes client sessions that have passed the end set by an identity provider. The client then gets a
-- logout token (docs/adr/0055-back-channel-logout.md). Locked sessions are skipped until the next call.
create function auth_lib.end_expired_sessions(now timestamptz, most integer) returns void
language plpgsql volatile
as $$
declare
  v_id uuid;
begin
  for v_id in
    update auth.sessions as s set revoked_at = now, revoked_reason = 'expired'
    where (s.user_id, s.id) in (
      select o.user_id, o.id from auth.sessions as o
      -- Uses the expression of the index, because another condition would read every session of a client each
      -- minute.
      where least(o.revoked_at, o.not_after) < now and o.revoked_at is null and o.oauth_client_id is not null
      order by least(o.revoked_at, o.not_after) limit most for no key update skip locked)
    returning s.id
  loop
    perform auth_lib.notify_session_end(v_id);
  end loop;
end
$$;

-- Counts the messages that were finished in past hours, so that monthly reports need not read every message.
-- Processes at most one day per call. An hour is counted once, a minute after its end.
create function auth_lib.tally_messages(now timestamptz) returns void
language plpgsql volatile
as $$
declare
  v_end   timestamptz := date_trunc('hour', now - interval '1 minute', 'UTC');
  v_begin timestamptz := (
    select (t.day + make_interval(hours => t.hour + 1)) at time zone 'UTC' from auth.tallies as t
    where t.kind = 'message' and t.hour >= 0 order by t.day desc, t.hour desc limit 1);
begin
  select date_trunc('hour', min(m.finished_at), 'UTC') into v_begin from auth.messages as m
  where m.finished_at >= coalesce(v_begin, '-infinity') and m.finished_at < v_end;
  insert into auth.tallies (day, hour, kind, name, outcome, count)
  select (m.hour at time zone 'UTC')::date, extract(hour from m.hour at time zone 'UTC'), 'message', m.channel,
    m.state, count(*)
  from (
    select date_bin('1 hour', o.finished_at, '2000-01-01 00:00:00Z') as hour, o.channel, o.state
    from auth.messages as o
    where o.finished_at >= v_begin and o.finished_at < least(v_begin + interval '1 day', v_end)) as m
  group by 1, 2, 4, 5
  order by 1, 2, 4, 5
  on conflict on constraint tallies_pkey do nothing;   -- another worker has counted it
end
$$;

-- Deletes challenges a day after their expiry, and factors that were unverified for a day. Users are locked
-- before factors. Factors of a locked user are skipped until the next call.
create function auth_lib.purge_factors(most integer) returns jsonb
language plpgsql volatile
as $$
declare
  v_day        timestamptz := auth_lib.clock() - interval '1 day';
  v_users      uuid[];
  v_challenges integer;
  v_factors    integer;
begin
  delete from auth.challenges as c where (c.user_id, c.id) in (
    select o.user_id, o.id from auth.challenges as o where o.expires_at < v_day
    order by o.expires_at limit most for update skip locked);
  get diagnostics v_challenges = row_count;
  v_users := array(
    select u.id from auth.users as u where u.id in (
      select f.user_id from auth.factors as f where f.status = 'unverified' and f.created_at < v_day
      order by f.created_at limit most)
    order by u.id for no key update skip locked);
  delete from auth.factors as f where f.user_id = any (v_users) and f.status = 'unverified'
    and f.created_at < v_day;
  get diagnostics v_factors = row_count;
  perform auth_lib.update_factor_status(u.id) from unnest(v_users) as u (id);
  return jsonb_build_object('challenges', v_challenges, 'factors', v_factors);
end
$$;

-- Deletes passkey challenges an hour after their expiry. Until then, a late response gets the error for an
-- expired challenge.
create function auth_lib.purge_passkey_challenges(clock timestamptz, most integer) returns integer
language plpgsql volatile
as $$
declare
  v_rows integer;
begin
  delete from auth.passkey_challenges as c where c.id in (
    select o.id from auth.passkey_challenges as o where o.expires_at < clock - interval '1 hour'
    order by o.expires_at limit most for update skip locked);
  get diagnostics v_rows = row_count;
  return v_rows;
end
$$;

-- Deletes records of used codes, ID tokens, assertions and messages that have expired. A gateway's clock
-- determines the expiry of ID tokens and assertions, and may be slow, so these rows remain for another
-- hour.
create function auth_lib.purge_replay_records(clock timestamptz, most integer) returns jsonb
language plpgsql volatile
as $$
declare
  v_tokens   integer;
  v_asserted integer;
  v_codes    integer;
  v_messages integer;
begin
  delete from auth.consumed_id_tokens as s where s.digest in (
    select o.digest from auth.consumed_id_tokens as o where o.expires_at < clock - interval '1 hour'
    order by o.expires_at limit most for update skip locked);
  get diagnostics v_tokens = row_count;
  delete from auth.consumed_assertions as s where s.digest in (
    select o.digest from auth.consumed_assertions as o where o.expires_at < clock - interval '1 hour'
    order by o.expires_at limit most for update skip locked);
  get diagnostics v_asserted = row_count;
  delete from auth.consumed_codes as s where s.digest in (
    select o.digest from auth.consumed_codes as o where o.expires_at < clock
    order by o.expires_at limit most for update skip locked);
  get diagnostics v_codes = row_count;
  delete from auth.consumed_web3_messages as s where s.digest in (
    select o.digest from auth.consumed_web3_messages as o where o.expires_at < clock
    order by o.expires_at limit most for update skip locked);
  get diagnostics v_messages = row_count;
  return jsonb_build_object('consumed_id_tokens', v_tokens, 'consumed_assertions', v_asserted,
    'consumed_codes', v_codes, 'consumed_web3_messages', v_messages);
end
$$;

-- Deletes flows that can no longer be completed.
create function auth_lib.purge_flows(most integer, settings jsonb) returns integer
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_day  timestamptz := v_now - interval '1 day';
  -- Allows one more minute for users who are at the provider when the flow expires.
  v_late timestamptz := v_now - (interval '1 minute' + auth_lib.flow_lifetime(settings));
  v_saml timestamptz := v_now - (interval '1 minute' + auth_lib.saml_flow_lifetime(settings));
  v_left integer;
  v_rows integer;
begin
  delete from auth.flow_states as f where f.id in (
    select o.id from auth.flow_states as o
    where o.redirect_to is not null and o.auth_code_issued_at is null and o.created_at < v_late
      and (o.provider not like 'sso:%' or o.created_at < v_saml)
    order by o.created_at limit most for update skip locked);
  get diagnostics v_left = row_count;

  -- The flow of a mail remains as long as its link, and for a day after the click.
  delete from auth.flow_states as f where f.id in (
    select o.id from auth.flow_states as o
    where o.created_at < v_day and (o.auth_code_issued_at is null or o.auth_code_issued_at < v_day)
      and not exists (select from auth.one_time_tokens as t where t.user_id = o.user_id and t.flow_id = o.id)
    order by o.created_at limit most - v_left for update skip locked);
  get diagnostics v_rows = row_count;
  return v_left + v_rows;
end
$$;

-- Deletes webhook events that ended longer ago than WEBHOOK_RETENTION. Pending events are deleted when they
-- are that old, so that an unreachable server cannot fill the table.
create function auth_lib.purge_webhook_events(clock timestamptz, most integer, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_before timestamptz := clock - make_interval(
    secs => greatest(coalesce((settings ->> 'webhook_retention')::double precision, 604800), 3600));
  v_ended  integer;
  v_waited integer;
begin
  delete from auth.webhook_events as e where e.id in (
    select o.id from auth.webhook_events as o where o.finished_at < v_before
    order by o.finished_at limit most for update skip locked);
  get diagnostics v_ended = row_count;
  delete from auth.webhook_events as e where e.id in (
    select o.id from auth.webhook_events as o where o.finished_at is null and o.created_at < v_before
    order by o.created_at limit most for update skip locked);
  get diagnostics v_waited = row_count;
  return jsonb_build_object('webhook_events', greatest(v_ended, v_waited));
end
$$;

-- Deletes authorizations an hour after their end, expired assertions, logout tokens after 30 days, and
-- clients that registered themselves and were not used for OAUTH_SERVER_UNUSED_CLIENT_AFTER. Clients with a
-- consent, a session or an authorization are not deleted.
create function auth_lib.purge_oauth(clock timestamptz, most integer, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_authorizations integer;
  v_clients        integer;
  v_assertions     integer;
  v_logouts        integer;
begin
  delete from auth.oauth_authorizations as a where a.id in (
    select o.id from auth.oauth_authorizations as o
    where coalesce(o.code_expires_at, o.expires_at) < clock - interval '1 hour'
    order by coalesce(o.code_expires_at, o.expires_at) limit most for update skip locked);
  get diagnostics v_authorizations = row_count;
  delete from auth.oauth_clients as c where c.id in (
    select o.id from auth.oauth_clients as o
    where o.registration_type <> 'manual' and coalesce(o.last_used_at, o.created_at) < clock - make_interval(
      secs => greatest(coalesce((settings ->> 'oauth_server_unused_client_after')::double precision, 2592000), 3600))
      and not exists (select from auth.oauth_consents as n where n.client_id = o.id and n.revoked_at is null)
      and not exists (select from auth.sessions as s where s.oauth_client_id = o.id)
      and not exists (select from auth.oauth_authorizations as a where a.client_id = o.id)
      -- The row of a deleted client with a document must remain, because without the row the document would
      -- be fetched again.
      and not (o.registration_type = 'document' and o.deleted_at is not null)
    order by coalesce(o.last_used_at, o.created_at) limit most for update skip locked);
  get diagnostics v_clients = row_count;
  delete from auth.oauth_assertions as a where a.digest in (
    select o.digest from auth.oauth_assertions as o
    -- Clocks of gateways may differ by a minute.
    where o.expires_at < clock - interval '2 minutes' order by o.expires_at limit most for update skip locked);
  get diagnostics v_assertions = row_count;
  -- Deletes rows created more than 30 days ago, whether the logout token was delivered, has failed or still
  -- waits for a retry. With the default settings the last retry is 32 hours after the first attempt. A
  -- Retry-After header (up to a day for each retry) and more retries delay it.
  delete from auth.oauth_logouts as l where l.id in (
    select o.id from auth.oauth_logouts as o where o.created_at < clock - interval '30 days'
    order by o.created_at limit most for update skip locked);
  get diagnostics v_logouts = row_count;
  return jsonb_build_object('oauth_authorizations', v_authorizations, 'oauth_clients', v_clients,
    'oauth_assertions', v_assertions, 'oauth_logouts', v_logouts);
end
$$;
