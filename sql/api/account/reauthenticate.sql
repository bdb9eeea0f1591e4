-- GET /reauthenticate. Sends a nonce to the caller by mail, or by SMS if the user has no e-mail address. A
-- change of password may require the nonce.
create function auth_api.reauthenticate(claims jsonb, link jsonb, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_session_live(claims));
  v_sent    jsonb;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_user.email is null and v_user.phone is null then
    return auth_lib.refusal('reauthentication_without_address');
  elsif v_user.email is not null and v_user.email_confirmed_at is null then
    return auth_lib.refusal('verify_email_first');
  elsif v_user.email is null and v_user.phone_confirmed_at is null then
    return auth_lib.refusal('verify_phone_first');
  end if;
  if v_user.email is null then
    v_sent := auth_lib.request_sms(v_user, 'reauthentication', v_user.id::text, false, null, settings);
    if not v_sent ? 'refused' then
      perform auth_lib.audit(v_user, '{user_reauthenticate_requested}', null, client);
    end if;
    return v_sent;
  end if;
  v_refused := auth_lib.count_message('reauthentication', v_user.id::text, 'counted', settings,
    array[v_user.email]);
  if v_refused is not null then
    return v_refused;
  end if;
  perform auth_lib.queue_message(
    auth_lib.issue_token(v_user.id, 'reauthentication', 'reauthentication', v_user.email, null, false, null,
      settings),
    'reauthentication', 'mail', v_user.email, link);
  update auth.users as u set reauthentication_sent_at = auth_lib.clock(), updated_at = auth_lib.clock()
  where u.id = v_user.id;
  perform auth_lib.audit(v_user, '{user_reauthenticate_requested}', null, client);
  return jsonb_build_object();
end
$$;
comment on function auth_api.reauthenticate is
  'GET /reauthenticate. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, mail_spacing, sms_spacing, sms_quota, '
  'mail_quota, reauthentication_without_address, verify_email_first, verify_phone_first, '
  'sms_provider_missing.';
