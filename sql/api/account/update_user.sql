-- PUT /user. Metadata, password, and the request of a new e-mail address or phone number. A new password ends the other sessions and
-- every link and code on its way; a new address waits for its confirmation.
-- Calls: check_caller, check_user_update, check_nonce, set_password, revoke_sessions, drop_proofs,
-- request_address_changes, audit. Writes: what these write, update auth.users.
create function auth_api.update_user(
  claims jsonb, email text, phone text, password text, nonce text, data jsonb, app_metadata jsonb, channel text,
  code_challenge text, code_challenge_method text, code_keys jsonb,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user    auth.users := auth_lib.caller(claims);
  v_stored  text := auth_lib.stored_hash(v_user.id);
  v_actions text[] := array['user_modified'];
  v_hash    text;
  v_late    jsonb;
  v_refused jsonb := coalesce(auth_lib.check_caller(claims, v_user, settings),
    auth_lib.check_user_update(v_user, email, phone, channel, password, nonce, app_metadata, settings),
    auth_lib.check_pkce(code_challenge, code_challenge_method));
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if password is not null then   -- hashed before anything is locked: once to compare, once with a salt of its own
    if auth_lib.check_password(password, v_stored, settings) then
      v_refused := auth_lib.refusal('same_password');
    end if;
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
  end if;
  v_user := auth_lib.lock_user(v_user.id);
  -- Deleted or banned while this was hashing; and what the metadata are merged with is certain only now.
  v_late := coalesce(auth_lib.check_caller(claims, v_user, settings), auth_lib.check_metadata(
    auth_lib.merge_metadata(v_user.user_metadata, data), auth_lib.merge_metadata(v_user.app_metadata, app_metadata), v_user));
  if v_late is not null then
    return v_late;
  end if;
  if v_hash is not null then
    if coalesce((settings ->> 'security_update_password_require_reauthentication')::boolean, false) then
      v_refused := coalesce(auth_lib.check_nonce(v_user, nonce, code_keys, settings), v_refused);
    end if;
    if v_refused is not null then
      return v_refused;
    end if;
    perform auth_lib.set_password(v_user.id, v_hash);
    perform auth_lib.revoke_sessions(v_user.id, auth_lib.claimed_session(claims), 'password'), auth_lib.drop_proofs(v_user.id);
    delete from auth.flow_states as f where f.user_id = v_user.id;   -- an authorization code opens a session too
    v_actions := array['user_updated_password', 'user_modified'];
  end if;
  update auth.users as u
  set user_metadata = auth_lib.merge_metadata(u.user_metadata, update_user.data),
      app_metadata = auth_lib.merge_metadata(u.app_metadata, update_user.app_metadata), updated_at = auth_lib.clock()
  where u.id = v_user.id
  returning u.* into v_user;
  v_actions := auth_lib.request_address_changes(v_user, email, phone, channel, code_challenge, code_challenge_method,
    base_url, redirect_to, settings) || v_actions;
  v_user := auth_lib.lock_user(v_user.id);   -- with the address that autoconfirm may have given
  perform auth_lib.audit(v_user, v_actions, null, client);
  return auth_lib.user_json(v_user);
end
$$;
comment on function auth_api.update_user(jsonb, text, text, text, text, jsonb, jsonb, text, text, text, jsonb, text, text, jsonb, jsonb) is
  'PUT /user. Refuses: what check_caller refuses, validation_failed, weak_password, not_admin, email_exists, phone_exists, reauthentication_needed, reauthentication_not_valid, same_password, over_email_send_rate_limit, over_sms_send_rate_limit.';
