-- POST /token?grant_type=password. Computes one bcrypt for the comparison, also for an account that is
-- unknown, banned, unconfirmed or without a password. With a wrong password, neither response nor time
-- reveals which case applies. At a domain with enforced SSO, only administrators can sign in with a password.
-- All other attempts get the same error. If the stored hash is of another system, the first response contains
-- the parameters that the gateway must use to hash the password. The gateway repeats the call with the result
-- in rehashed, and a right password is then stored as bcrypt. If a replica has computed the bcrypt, proof is
-- the result of compare_password(). Meanwhile the gateway checks whether the password has leaked. If it has,
-- weak_if_leaked becomes the response's weak_password. If leaked passwords must be changed, the gateway
-- checks first and passes the result in leaked.
create function auth_api.sign_in_with_password(
  email text, phone text, password text, audience text, settings jsonb, client jsonb,
  rehashed text default null, proof text default null, leaked boolean default null, link jsonb default null)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind    text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_address text := case v_kind when 'email' then auth_lib.normal_email(email)
    else auth_lib.normal_phone(phone) end;
  v_key     text := auth_lib.password_counter_key(v_kind, v_address);
  v_user    auth.users;
  v_stored  text;
  v_hash    text;
  v_matches boolean;
  -- True if count_password_attempt() has already counted this attempt.
  v_counted boolean := auth_lib.has_password_hook(settings);
  v_refused jsonb;
  v_reply   json;
begin
  v_refused := coalesce(auth_lib.check_login_address(email, phone, settings),
    case when not v_counted then auth_lib.audit_password_refusal(
      v_key, v_address, v_kind, auth_lib.check_password_failures(v_key, settings, 0), settings, client) end);
  if v_refused is not null then
    return v_refused;
  end if;
  v_user := auth_lib.find_password_user(v_kind, v_address, auth_lib.request_aud(null, audience, settings));
  v_stored := auth_lib.stored_hash(v_user.id);
  v_refused := auth_lib.foreign_hash_request(v_stored, rehashed);
  if v_refused is not null then
    return v_refused;
  elsif proof is not null then
    v_matches := auth_lib.password_proof_matches(proof, v_user.id, v_stored);
  else
    -- Uses a new salt if the stored hash comes from another system.
    v_hash := auth_lib.bcrypt(coalesce(password, ''), v_stored, auth_lib.bcrypt_cost(settings));
    v_matches := auth_lib.hash_matches(coalesce(password, ''), v_hash, v_stored, rehashed);
  end if;
  if v_matches is null then
    -- Nothing has been written yet, so the gateway can repeat the call through its hash queue.
    return json_build_object('proof_invalid', true);
  end if;
  v_refused := case when v_counted and v_user.id is not null
    then auth_lib.invoke_password_hook(v_user.id, v_matches, settings, client) end;
  if not v_matches and not v_counted then
    perform auth_lib.count_password_failure(v_key, v_key = v_address, settings);
    -- Parallel attempts beyond the limit do not learn whether their password was right.
    v_refused := auth_lib.check_password_failures(v_key, settings, 1);
  end if;
  if v_refused is not null or not v_matches then
    v_refused := coalesce(v_refused,
      case when v_kind = 'email' then auth_lib.check_sso_address(v_address) end,
      auth_lib.refusal('invalid_credentials'));
    return auth_lib.audit_password_refusal(v_key, v_address, v_kind, v_refused, settings, client);
  end if;

  v_user := auth_lib.lock_user(v_user.id);   -- the password may have changed meanwhile
  if v_stored is distinct from auth_lib.stored_hash(v_user.id) then
    -- The stored hash has changed since it was compared. If the earlier hash was of another system, the new
    -- one may be the bcrypt of the same password, so the gateway repeats the call.
    return case when auth_lib.is_foreign_hash(v_stored) then '{"foreign_hash": null}'
      else auth_lib.refusal('invalid_credentials') end;
  end if;
  -- Locks the count after the user, in the same order as a confirmation of the address.
  v_refused := coalesce(auth_lib.clear_password_failures(v_key, v_counted, settings),
    auth_lib.check_sso_account(v_user, settings), auth_lib.check_password_account(v_user, v_kind));
  if v_refused is not null then
    return auth_lib.audit_password_refusal(v_key, v_address, v_kind, v_refused, settings, client);
  end if;
  if auth_lib.is_foreign_hash(v_stored) and octet_length(password) <= 72 then
    perform auth_lib.set_password(v_user.id, v_hash);
  end if;
  if leaked and (settings ->> 'password_hibp_require_change')::boolean then
    -- The mail counts against the limits of POST /recover. If these limits forbid the mail, the response is
    -- the same.
    perform auth_lib.request_recovery_token(v_user, 'recovery', link, settings, client)
    where v_user.email_confirmed_at is not null;
    return auth_lib.audit_password_refusal(v_key, v_address, v_kind,
      auth_lib.weak_password_refusal(auth_lib.weak_password(password, true, settings)), settings, client);
  end if;
  v_reply := auth_lib.sign_in(v_user, 'password', '{login}', jsonb_build_object('provider', v_kind), settings,
    client, 'weak_password', auth_lib.weak_password(password, leaked, settings)::json);
  if (settings ->> 'password_hibp_enabled')::boolean and leaked is null then
    v_reply := auth_lib.json_join(v_reply, json_build_object('weak_if_leaked',
      auth_lib.weak_password(password, true, settings)));
  end if;
  return v_reply;
end
$$;
comment on function auth_api.sign_in_with_password is
  'POST /token?grant_type=password. Errors: too_many_attempts, one_address_on_login, email_logins_disabled, '
  'phone_logins_disabled, address_missing_on_login, invalid_credentials, banned_at_login, '
  'deprovisioned_at_login, email_not_confirmed, phone_not_confirmed, password_rejected, weak_password, sso_required.';

-- Calls the hook for a password attempt. Returns an error if the hook rejects the attempt, otherwise null.
-- With should_logout_user, a rejection also revokes the user's access.
create function auth_lib.invoke_password_hook(
  user_id uuid, valid boolean, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_answer  jsonb;
  v_refused text;
begin
  v_answer := auth_lib.invoke_hook('password_verification_attempt', concat_ws(' ', user_id, valid),
    jsonb_build_object('user_id', user_id, 'valid', valid), settings, client);
  v_refused := auth_lib.hook_verdict(v_answer, 'Further password verification attempts will be rejected.');
  if v_refused is not null and v_answer -> 'should_logout_user' = 'true' then
    perform auth_lib.cut_access(user_id, null, 'admin');
    -- Webhooks are notified, because a pending change was cancelled.
    perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(user_id)))
    where auth_lib.has_webhooks();
  end if;
  return case when v_refused is not null then auth_lib.refusal('password_rejected', v_refused) end;
end
$$;

-- Clears the count of wrong passwords after a right one. Returns an error if parallel attempts have reached
-- the limit since it was checked. `counted` is true if count_password_attempt() has counted this attempt
-- and checked the limit. Most sign-ins find no row and write nothing.
create function auth_lib.clear_password_failures(counter_key text, counted boolean, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_refused jsonb := case when not counted
    then auth_lib.check_password_failures(counter_key, settings, 0) end;
begin
  if v_refused is null then
    delete from auth.attempts as a
    where a.digest = auth_lib.attempt_digest('password', counter_key);
  end if;
  return v_refused;
end
$$;
