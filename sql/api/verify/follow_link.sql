-- GET /verify, after the gateway has unsealed the link. Returns a session or, for a link of a PKCE flow, an
-- authorization code: a new random UUID, stored as its digest. A link is refused if it has the prefix pkce_
-- without a PKCE flow, or a PKCE flow without the prefix.
create function auth_api.follow_link(type text, link jsonb, settings jsonb, client jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_token   auth.one_time_tokens;
  v_user    auth.users;
  v_refused jsonb;
  v_done    auth.users;
  v_kind    text;
  v_code    uuid;
begin
  if type in ('sms', 'phone_change') or auth_lib.token_kinds(type) is null then
    return auth_lib.refusal('verify_type_not_email');
  end if;
  v_token := auth_lib.find_link(link, auth_lib.token_kinds(type));
  v_user := auth_lib.lock_user(v_token.user_id);
  v_refused := auth_lib.check_token(v_user, v_token, true, null, settings);
  if v_refused is null and (v_token.flow_id is not null) <> (link ->> 'pkce')::boolean then
    v_refused := auth_lib.refusal('link_expired');
  end if;
  if v_refused is not null then
    return auth_lib.audit_refusal(auth_lib.link_owner(link), null, 'email', v_refused, settings, client);
  elsif v_token.flow_id is null then
    return auth_lib.sign_in_by_token(v_user, v_token, type, null, true, settings, client);
  end if;

  v_done := auth_lib.consume_token(v_user, v_token, null, false, settings, client);
  if v_done.id is null then
    return auth_lib.refusal('link_expired');
  elsif auth_lib.is_first_of_two_confirmations(v_done, v_token) then
    return auth_lib.first_confirmation_reply();
  end if;
  v_code := auth_lib.routed_uuid(v_user.id);
  update auth.flow_states as f
  set auth_code_digest = auth_lib.digest(v_code::text), auth_code_issued_at = auth_lib.clock(),
      access_epoch = v_done.access_epoch
  where f.id = v_token.flow_id;
  if not found then
    perform auth_lib.fail('flow_state_missing');   -- keeps the link usable
  end if;
  v_kind := auth_lib.confirmed_kind(v_user, v_token);
  perform auth_lib.notify_confirmation(v_user, v_done, v_token, v_kind);
  perform auth_lib.audit(v_done, auth_lib.confirmation_actions(v_token, v_kind),
    case when v_kind is not null then jsonb_build_object('provider', v_kind) end, client);
  return jsonb_build_object('auth_code', v_code);
end
$$;
comment on function auth_api.follow_link is
  'GET /verify. A session, {auth_code}, or {code, msg} after the first of two confirmations. Errors: '
  'verify_type_not_email, link_expired, banned_at_verify, flow_state_missing, email_exists, sso_required.';
