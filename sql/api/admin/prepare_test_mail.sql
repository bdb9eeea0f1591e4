-- POST /admin/templates/send-test. Returns the recipient of a test mail: the confirmed address of the
-- caller's own account, so that no other person can be the recipient. A service token has no account. The
-- mail counts against the limit of the address and the quota. The gateway sends it directly, without the
-- queue.
create function auth_api.prepare_test_mail(claims jsonb, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if auth_lib.claimed_session(claims) is not null then
    v_user := auth_lib.find_caller(claims);
  end if;
  if v_user.email is null or v_user.email_confirmed_at is null then
    return auth_lib.refusal('test_mail_without_address');
  elsif auth_lib.suppression_reason(v_user.email) is not null then
    return auth_lib.refusal('message_suppressed');
  end if;
  v_refused := auth_lib.count_message('test_mail', v_user.email, 'counted', settings);
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('to', v_user.email);
end
$$;
comment on function auth_api.prepare_test_mail is
  'POST /admin/templates/send-test. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, test_mail_without_address, message_suppressed, mail_spacing, '
  'mail_quota.';
