-- Export of the data stored about a user, for the user and for administrators.

-- Returns the export: the user, and one list per table, with table and column names as keys. Columns are
-- listed explicitly, so that a new column is not exported by accident. The audit log is paged: its newest
-- 1,000 entries, and a cursor for earlier entries. A call with a cursor returns audit entries only. `lists`
-- is false if the caller may not list users (exported_audit). Other lists that can grow long are limited to
-- 10,000 rows; "incomplete" names the lists that reached this limit.
create function auth_lib.user_export(person auth.users, cursor text, lists boolean) returns jsonb
language plpgsql stable
as $$
declare
  v_rest jsonb := case when coalesce(cursor, '') = ''
    then auth_lib.exported_account(person) || auth_lib.exported_sessions_and_factors(person.id)
      || auth_lib.exported_messages_and_events(person) else '{}' end;
begin
  return jsonb_build_object('user_id', person.id, 'exported_at', auth_lib.wire_time(auth_lib.clock()),
      'incomplete', (select coalesce(jsonb_agg(l.name order by l.name), '[]')
        from jsonb_each(v_rest) as l (name, list)
        where jsonb_typeof(l.list) = 'array' and jsonb_array_length(l.list) = 10000))
    || v_rest || auth_lib.exported_audit(person.id, cursor, lists);
end
$$;

-- Returns the user, addresses, identities, suppressions, SCIM users and kept rows, and the times at which
-- passwords were set, but never a password's hash.
create function auth_lib.exported_account(person auth.users) returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_build_object(
    'user', (select to_jsonb(w) from (
      select person.id, person.aud, person.role, person.email, person.phone, person.new_email,
      person.new_phone, person.email_change_status,
        person.raw_app_meta_data as app_metadata, person.raw_user_meta_data as user_metadata,
        person.is_anonymous, person.is_sso_user, person.factor_status, person.sign_up_role,
        auth_lib.wire_time(person.email_confirmed_at) as email_confirmed_at,
        auth_lib.wire_time(person.phone_confirmed_at) as phone_confirmed_at,
        auth_lib.wire_time(person.invited_at) as invited_at,
        auth_lib.wire_time(person.confirmation_sent_at) as confirmation_sent_at,
        auth_lib.wire_time(person.recovery_sent_at) as recovery_sent_at,
        auth_lib.wire_time(person.email_change_sent_at) as email_change_sent_at,
        auth_lib.wire_time(person.phone_change_sent_at) as phone_change_sent_at,
        auth_lib.wire_time(person.reauthentication_sent_at) as reauthentication_sent_at,
        auth_lib.wire_time(person.last_sign_in_at) as last_sign_in_at,
        auth_lib.wire_time(person.banned_until) as banned_until,
        auth_lib.wire_time(person.deprovisioned_at) as deprovisioned_at,
        auth_lib.wire_time(person.deleted_at) as deleted_at,
        auth_lib.wire_time(person.created_at) as created_at,
        auth_lib.wire_time(person.updated_at) as updated_at) as w),
    'addresses', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.value), '[]') from (
      select a.kind, a.value, a.is_primary, a.given_by_administrator, a.autoconfirmed,
      auth_lib.wire_time(a.verified_at) as verified_at, auth_lib.wire_time(a.created_at) as created_at
      from auth.addresses as a where a.user_id = person.id order by a.created_at desc limit 10000) as w),
    'identities', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.id), '[]') from (
      select i.id, i.provider, i.subject, i.identity_data, i.email,
      auth_lib.wire_time(i.last_sign_in_at) as last_sign_in_at,
        auth_lib.wire_time(i.created_at) as created_at, auth_lib.wire_time(i.updated_at) as updated_at
      from auth.identities as i where i.user_id = person.id order by i.created_at desc limit 10000) as w),
    'suppressions', (select coalesce(jsonb_agg(jsonb_build_object('address', s.address, 'reason', s.reason,
        'created_at', auth_lib.wire_time(s.created_at)) order by s.created_at desc), '[]')
      from auth.suppressions as s where s.address in (select a.value from auth.addresses as a
        where a.user_id = person.id)),
    'passwords', (select coalesce(jsonb_agg(
      jsonb_build_object('updated_at', auth_lib.wire_time(p.updated_at))), '[]')
      from auth.passwords as p where p.user_id = person.id),
    'pending_passwords', (select coalesce(
      jsonb_agg(jsonb_build_object('created_at', auth_lib.wire_time(p.created_at))), '[]')
      from auth.pending_passwords as p where p.user_id = person.id),
    'scim_users', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc), '[]') from (
      select p.id, p.provider_id, p.external_id, p.user_name, p.active, p.emails, p.attributes, p.version,
        array(select g.display_name from auth.scim_members as m join auth.scim_groups as g on g.id = m.group_id
          where m.scim_user_id = p.id order by g.display_name collate "C") as groups,
        auth_lib.wire_time(p.deleted_at) as deleted_at, auth_lib.wire_time(p.created_at) as created_at,
        auth_lib.wire_time(p.updated_at) as updated_at
      from auth.scim_users as p where p.user_id = person.id) as w),
    'kept_rows', (select coalesce(jsonb_agg(to_jsonb(w) order by w.source, w.id), '[]') from (
      select k.source, k.id, k.data, auth_lib.wire_time(k.kept_at) as kept_at
      from auth.kept_rows as k where k.user_id = person.id order by k.source, k.id limit 10000) as w));
end
$$;

-- Returns sessions, consents and authorizations of OAuth clients, factors and passkeys, without secrets that
-- allow a sign-in.
create function auth_lib.exported_sessions_and_factors(user_id uuid) returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_build_object(
    'sessions', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.id), '[]') from (
      select s.id, auth_lib.wire_time(s.created_at) as created_at,
      auth_lib.wire_time(s.refreshed_at) as refreshed_at,
        auth_lib.wire_time(s.rotated_at) as rotated_at, auth_lib.wire_time(s.not_after) as not_after,
        auth_lib.wire_time(s.revoked_at) as revoked_at, s.revoked_reason, s.counter, s.aal, s.amr,
        s.factor_id, s.tag, s.user_agent, host(s.ip) as ip, s.is_recovery, s.oauth_client_id, s.scopes,
        s.resources, auth_lib.wire_time(s.auth_time) as auth_time, s.authorized_aal
      from auth.sessions as s where s.user_id = exported_sessions_and_factors.user_id order by s.created_at desc
      limit 10000) as w),
    'oauth_consents', (select coalesce(jsonb_agg(to_jsonb(w) order by w.granted_at desc, w.client_id), '[]') from (
      select o.client_id, o.scopes, o.resources, o.pairs, auth_lib.wire_time(o.granted_at) as granted_at,
        auth_lib.wire_time(o.revoked_at) as revoked_at
      from auth.oauth_consents as o where o.user_id = exported_sessions_and_factors.user_id order by o.granted_at desc
      limit 10000) as w),
    'oauth_authorizations', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc), '[]') from (
      select a.client_id, a.kind, a.scopes, a.granted_scopes, a.resources, a.status, a.denied_with, a.aal, a.amr,
        a.asker, auth_lib.wire_time(a.auth_time) as auth_time, auth_lib.wire_time(a.polled_at) as polled_at,
        auth_lib.wire_time(a.created_at) as created_at, auth_lib.wire_time(a.expires_at) as expires_at,
        auth_lib.wire_time(a.code_expires_at) as code_expires_at
      from auth.oauth_authorizations as a where a.user_id = exported_sessions_and_factors.user_id order by a.created_at desc
      limit 10000) as w),
    'factors', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.id), '[]') from (
      select f.id, f.factor_type, f.status, f.friendly_name, f.phone, f.aaguid,
      auth_lib.wire_time(f.last_challenged_at) as last_challenged_at,
        auth_lib.wire_time(f.created_at) as created_at, auth_lib.wire_time(f.updated_at) as updated_at
      from auth.factors as f where f.user_id = exported_sessions_and_factors.user_id order by f.created_at desc
      limit 10000) as w),
    'recovery_codes', (select coalesce(jsonb_agg(
      jsonb_build_object('created_at', auth_lib.wire_time(r.created_at))), '[]')
      from (select c.created_at from auth.recovery_codes as c where c.user_id = exported_sessions_and_factors.user_id
        limit 10000) as r),
    'challenges', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.id), '[]') from (
      select c.id, c.factor_id, host(c.ip) as ip, c.attempts, auth_lib.wire_time(c.used_at) as used_at,
        auth_lib.wire_time(c.expires_at) as expires_at, auth_lib.wire_time(c.created_at) as created_at
      from auth.challenges as c where c.user_id = exported_sessions_and_factors.user_id order by c.created_at desc
      limit 10000) as w),
    'passkeys', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.id), '[]') from (
      select k.id, k.friendly_name, k.attestation_type, k.aaguid, k.sign_count, k.transports,
      k.backup_eligible, k.backed_up,
        auth_lib.wire_time(k.clone_warned_at) as clone_warned_at,
        auth_lib.wire_time(k.last_used_at) as last_used_at,
        auth_lib.wire_time(k.created_at) as created_at, auth_lib.wire_time(k.updated_at) as updated_at
      from auth.passkeys as k where k.user_id = exported_sessions_and_factors.user_id order by k.created_at desc
      limit 10000) as w),
    'passkey_challenges', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.id), '[]')
      from (
      select c.id, c.purpose, auth_lib.wire_time(c.expires_at) as expires_at,
      auth_lib.wire_time(c.created_at) as created_at
      from auth.passkey_challenges as c where c.user_id = exported_sessions_and_factors.user_id order by c.created_at desc
      limit 10000) as w));
end
$$;

-- Returns webhook events, client logouts, one-time tokens, flows, messages and error responses. Ids of tokens
-- are omitted, because links and codes are derived from them. Redirect targets are omitted, because
-- applications may put secrets there.
create function auth_lib.exported_messages_and_events(person auth.users) returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_build_object(
    'webhook_events', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.id), '[]') from (
      select e.id, e.webhook_id, e.kind, e.data, e.state, e.tries, e.last_error,
      auth_lib.wire_time(e.leased_until) as leased_until,
        auth_lib.wire_time(e.not_before) as not_before, auth_lib.wire_time(e.waits_since) as waits_since,
        auth_lib.wire_time(e.created_at) as created_at, auth_lib.wire_time(e.finished_at) as finished_at
      from auth.webhook_events as e where e.user_id = person.id order by e.created_at desc limit 10000) as w),
    'oauth_logouts', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.session_id), '[]') from (
      select l.client_id, l.session_id, l.state, l.tries, l.last_error,
        auth_lib.wire_time(l.leased_until) as leased_until, auth_lib.wire_time(l.not_before) as not_before,
        auth_lib.wire_time(l.waits_since) as waits_since, auth_lib.wire_time(l.created_at) as created_at,
        auth_lib.wire_time(l.finished_at) as finished_at
      from auth.oauth_logouts as l where l.user_id = person.id order by l.created_at desc limit 10000) as w),
    'one_time_tokens', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.kind), '[]')
      from (
      select t.kind, t.purpose, t.address, t.attempts, t.aud, t.provider, t.carries_password,
      auth_lib.wire_time(t.expires_at) as expires_at,
        auth_lib.wire_time(t.created_at) as created_at
      from auth.one_time_tokens as t where t.user_id = person.id order by t.created_at desc
      limit 10000) as w),
    'flow_states', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc), '[]') from (
      select f.provider, f.authentication_method,
      auth_lib.wire_time(f.auth_code_issued_at) as auth_code_issued_at,
        auth_lib.wire_time(f.consumed_at) as consumed_at, f.linking_user_id is not null as links_identity,
        auth_lib.wire_time(f.session_not_after) as session_not_after,
        auth_lib.wire_time(f.created_at) as created_at
      from (
        (select o.* from auth.flow_states as o where o.user_id = person.id order by o.created_at desc
          limit 10000)
        union
        (select o.* from auth.flow_states as o where o.linking_user_id = person.id order by o.created_at desc
          limit 10000)) as f
      order by f.created_at desc limit 10000) as w),
    'messages', (select coalesce(jsonb_agg(to_jsonb(w) order by w.created_at desc, w.id), '[]') from (
      select m.id, m.kind, m.channel, m.to_address, m.languages, m.details, m.state, m.tries,
        m.unknown_outcomes,
      m.last_error,
        auth_lib.wire_time(m.not_before) as not_before, auth_lib.wire_time(m.leased_until) as leased_until,
        auth_lib.wire_time(m.waits_since) as waits_since,
        auth_lib.wire_time(m.finished_at) as finished_at, auth_lib.wire_time(m.expires_at) as expires_at,
        auth_lib.wire_time(m.created_at) as created_at
      from auth.messages as m where m.user_id = person.id order by m.created_at desc limit 10000) as w),
    'refusals', (select coalesce(jsonb_agg(to_jsonb(w) order by w.at desc, w.request_id), '[]') from (
      select auth_lib.wire_time(r.at) as at, r.request_id, r.route, r.code, r.status
      from auth.refusals as r where r.user_id = person.id order by r.at desc limit 10000) as w));
end
$$;

-- Returns a page of the audit log: actions of the user, actions of administrators on the user, and refused
-- sign-ins. For actions of administrators and refused sign-ins, the actor, the IP address, the user agent and
-- the request id are omitted, because they may be data of other people. If `lists` is false, the details and
-- the request id of the user's own actions on other people are null, as in get_timeline().
create function auth_lib.exported_audit(user_id uuid, cursor text, lists boolean) returns jsonb
language plpgsql stable
as $$
declare
  v_at      timestamptz := coalesce(auth_lib.cursor_instant(cursor), 'infinity');
  v_id      uuid := auth_lib.cursor_id(cursor);
  v_entries auth.audit_log[];
  v_last    auth.audit_log;
begin
  v_entries := array(
    select l from (
      (select o as l from auth.audit_log as o where o.actor_id = user_id and o.created_at <= v_at
         and (o.created_at < v_at or v_id is null or o.id < v_id) order by o.created_at desc, o.id desc
         limit 1001)
      union all
      (select o as l from auth.audit_log as o
        where o.traits ->> 'user_id' = user_id::text and o.actor_id <> user_id
         and o.created_at <= v_at and (o.created_at < v_at or v_id is null or o.id < v_id)
         order by o.created_at desc, o.id desc limit 1001)) as b
    order by (b.l).created_at desc, (b.l).id desc limit 1001);
  v_last := v_entries[1000];
  return jsonb_build_object(
    'audit_log', (select coalesce(jsonb_agg(case when e.actor_id = user_id
      and e.actions <> '{sign_in_refused}'
        then jsonb_build_object('id', e.id, 'created_at', auth_lib.wire_time(e.created_at),
          'by', 'user', 'actor_id', e.actor_id,
          'actor_username', e.actor_username, 'actor_name', e.actor_name, 'actor_via_sso', e.actor_via_sso,
          'actions', e.actions,
          'ip', host(e.ip), 'user_agent', e.user_agent, 'login_method', e.login_method)
          || case when lists or auth_lib.concerns_only(e.actions, e.traits, user_id)
            then jsonb_build_object('traits', e.traits, 'request_id', e.request_id)
            else '{"traits": null, "request_id": null}' end
        else jsonb_build_object('id', e.id, 'created_at', auth_lib.wire_time(e.created_at),
          'by', case when e.actor_id = user_id then 'anybody' else 'administrator' end, 'actions', e.actions,
          'traits', e.traits) end order by e.created_at desc, e.id desc), '[]')
      from unnest(v_entries[1:1000]) as e))
    || case when v_entries[1001].id is null then '{}'
      else jsonb_build_object('next_cursor', auth_lib.cursor_after(v_last.created_at, v_last.id)) end;
end
$$;
