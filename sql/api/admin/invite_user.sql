-- POST /invite. Creates a user without a password and sends a mail with a link. An unconfirmed user is
-- invited again without a change of metadata. An address has one user over all audiences, so inviting an
-- address of another audience is an error. Invitations have no minimum interval, but count against the limit
-- of their address and against the quota.
create function auth_api.invite_user(
  claims jsonb, email text, data jsonb, audience text, link jsonb, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_aud     text := auth_lib.request_aud(claims, audience, settings);
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_email(email));
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_refused := auth_lib.check_sso_address(email);   -- nobody could accept the invitation
  if v_refused is not null then
    return v_refused;
  end if;
  -- Only the metadata of a new user are checked, because those of an existing user do not change.
  if (auth_lib.find_user('email', auth_lib.normal_email(email))).id is null then
    v_refused := auth_lib.check_invited_data(data);
    if v_refused is not null then
      return v_refused;
    end if;
  end if;
  v_user := auth_lib.find_or_create_invitee(auth_lib.normal_email(email), data, false, v_aud, settings, client);
  if v_user.email_confirmed_at is not null or v_user.email is distinct from auth_lib.normal_email(email)
    or v_user.aud <> v_aud then
    return auth_lib.refusal('email_exists');
  end if;
  v_refused := auth_lib.count_message('invite', v_user.email, 'counted', settings);
  if v_refused is not null then
    perform auth_lib.fail_with(v_refused);   -- no part of a new user may stay
  end if;
  perform auth_lib.queue_message(
    auth_lib.issue_token(v_user.id, 'confirmation', 'invite', v_user.email, null, false, v_aud, settings),
    'invite', 'mail', v_user.email, link);
  update auth.users as u
  set invited_at = auth_lib.clock(), confirmation_sent_at = auth_lib.clock(), updated_at = auth_lib.clock()
  where u.id = v_user.id;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_invited}',
    jsonb_build_object('user_id', v_user.id, 'user_email', v_user.email), client);
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))
  where auth_lib.has_webhooks();
  return auth_lib.user_json(auth_lib.lock_user(v_user.id));
end
$$;
comment on function auth_api.invite_user is
  'POST /invite. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, '
  'session_not_found, banned_caller, client_token, email_required, email_too_long, email_invalid, '
  'mail_spacing, mail_quota, metadata_too_long, email_exists, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, sso_required.';
