-- POST /admin/sessions/revoke, also for the CLI. Revokes the sessions of all users in batches. Each call is
-- one transaction and processes up to `most` users after the id after_user, in the order of their ids. The
-- call revokes the live sessions of these users that were opened before opened_before (null: all). Returns
-- the id to continue from, or null when all users are done. With `role`, only users with that role are
-- processed. For each user with such a session, with a pending change of address or with an authorization
-- code from before opened_before, calls cut_access(), which voids changes and codes. Users are locked in the
-- order of their ids and before their sessions. A batch with revoked sessions writes one audit entry. With
-- `dry_run`, nothing is revoked, and the response contains the number of matching sessions.
create function auth_api.end_every_session(
  claims jsonb, opened_before timestamptz, role text, after_user uuid, most integer, settings jsonb,
  client jsonb, dry_run boolean default false)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_most    integer := least(greatest(coalesce(most, 500), 1), 10000);
  v_page    uuid[];
  v_users   uuid[];
  v_pending uuid[];
  v_ended   uuid[];
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_page := array(
    select u.id from auth.users as u where u.id > coalesce(after_user, '00000000-0000-0000-0000-000000000000')
    order by u.id limit v_most);
  if dry_run then
    return (
      select jsonb_build_object('users', count(distinct s.user_id), 'sessions', count(*),
        'after_user', case when cardinality(v_page) = v_most then v_page[cardinality(v_page)] end)
      from auth.sessions as s join auth.users as u on u.id = s.user_id
      where s.user_id = any (v_page) and s.revoked_at is null
        and (opened_before is null or s.created_at < opened_before)
        and (end_every_session.role is null or u.role = end_every_session.role));
  end if;
  v_users := array(
    select u.id from auth.users as u
    where u.id = any (v_page) and (end_every_session.role is null or u.role = end_every_session.role)
      and (exists (select from auth.sessions as s
          where s.user_id = u.id and s.revoked_at is null
            and (opened_before is null or s.created_at < opened_before))
        or (num_nonnulls(u.new_email, u.new_phone) > 0   -- a revoked session may have requested the change
          and (opened_before is null or least(u.email_change_sent_at,
            u.phone_change_sent_at) < opened_before))
        or exists (select from auth.flow_states as f   -- an authorization code is a session not opened yet
          where f.user_id = u.id and f.auth_code_digest is not null
            and (opened_before is null or f.auth_code_issued_at < opened_before)))
    order by u.id for no key update);
  v_pending := array(
    select u.id from auth.users as u where u.id = any (v_users)
      and num_nonnulls(u.new_email, u.new_phone) > 0);
  perform auth_lib.cut_access(u.id, null, null) from unnest(v_users) as u (id);
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(u)) from auth.users as u
  where u.id = any (v_pending) and auth_lib.has_webhooks();
  with ended as (
    update auth.sessions as s set revoked_at = auth_lib.clock(), revoked_reason = 'admin'
    where s.user_id = any (v_users) and s.revoked_at is null
      and (opened_before is null or s.created_at < opened_before)
    returning s.id)
  select coalesce(array_agg(e.id), '{}') into v_ended from ended as e;
  if cardinality(v_ended) > 0 then
    perform auth_lib.notify_session_end(e.id) from unnest(v_ended) as e (id);
    perform auth_lib.audit(auth_lib.admin_actor(claims), '{token_revoked}',
      jsonb_strip_nulls(jsonb_build_object(
      'reason', 'everybody', 'users', cardinality(v_users), 'sessions', cardinality(v_ended),
      'opened_before', opened_before, 'role', role)), client);
  end if;
  return jsonb_build_object('users', cardinality(v_users), 'sessions', cardinality(v_ended),
    'after_user', case when cardinality(v_page) = v_most
      then v_page[cardinality(v_page)] end);
end
$$;
comment on function auth_api.end_every_session is
  'POST /admin/sessions/revoke, and the CLI: revokes the live sessions of everybody, or of those with a '
  'role, a batch of users per call. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2.';
