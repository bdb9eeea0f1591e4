-- What a proven link or code does.

-- Takes a token: one delete decides, so of a hundred parallel redemptions one gets here. The user is locked.
-- The first proof of an address installs the password of that one sign-up, if this token carries it, and drops whatever
-- waited otherwise; hash is one that was chosen with the proof, for a user who has none. An invited user without a
-- password starts afresh: what was opened or asked for before the invitation was accepted ends.
-- Answers {"actions", "traits"} to record, {"half": true} after the first confirmation of a change of e-mail, or null when
-- the token was taken meanwhile.
create function auth_lib.redeem(person auth.users, token auth.one_time_tokens, hash text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_pending text;
  v_first   boolean := person.email_confirmed_at is null;
  v_invited boolean := token.kind = 'confirmation' and person.invited_at is not null;
  v_done    jsonb;
begin
  if token.aud is not null and auth_lib.is_unclaimed(person) then
    person.aud := token.aud;   -- the audience of the request that the proof belongs to
  end if;
  delete from auth.one_time_tokens as t where t.id = token.id;
  if not found then
    return null;
  elsif token.purpose = 'email_change' then
    v_done := auth_lib.redeem_email_change(person, token.kind, settings);
    if v_done ? 'half' then
      return v_done;
    end if;
  elsif token.purpose = 'phone_change' then
    perform auth_lib.complete_phone_change(person);
    v_done := '{"actions": "{user_modified}"}'::jsonb;
  end if;
  delete from auth.pending_passwords as p where p.user_id = person.id returning p.hash into v_pending;
  if token.carries_password and v_pending is not null then
    perform auth_lib.set_password(person.id, v_pending);
  elsif (hash is not null or v_invited) and auth_lib.stored_hash(person.id) is null then
    if v_invited then
      perform auth_lib.revoke_sessions(person.id, null, 'password'), auth_lib.drop_proofs(person.id);
    end if;
    if hash is not null then
      perform auth_lib.set_password(person.id, hash);
    end if;
  end if;
  if v_done is not null then
    if auth_lib.notifies('email_changed', settings) or auth_lib.notifies('phone_changed', settings) then
      perform auth_lib.notify_changes(person, auth_lib.lock_user(person.id), false, settings, client);
    end if;
    return v_done;
  elsif token.kind = 'sms' then
    perform auth_lib.confirm_address(person, 'phone');
    return '{"actions": "{user_signedup}", "traits": {"provider": "phone"}}'::jsonb;
  elsif v_first or token.kind = 'confirmation' then
    perform auth_lib.confirm_address(person, 'email');
    return '{"actions": "{user_signedup}", "traits": {"provider": "email"}}'::jsonb;
  end if;
  delete from auth.one_time_tokens as t where t.user_id = person.id;
  if num_nonnulls(person.new_email, person.new_phone) > 0 then
    perform auth_lib.drop_changes(person.id, '{email,phone}');
  end if;
  perform auth_lib.clear_attempts(person.email);
  update auth.users as u set app_metadata = auth_lib.refresh_providers(u)
  where u.id = person.id and u.app_metadata <> auth_lib.refresh_providers(u);   -- rarely: a row written anew costs far more
  return '{"actions": "{login}"}'::jsonb;
end
$$;

-- Redeems a token and signs its user in. The answer's body names the type, which clients show a form by. The first of
-- two confirmations of a change of e-mail signs nobody in.
create function auth_lib.sign_in_by_proof(
  person auth.users, token auth.one_time_tokens, type text, hash text, by_link boolean, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_done jsonb := auth_lib.redeem(person, token, hash, settings, client);
begin
  if v_done is null then
    return case when by_link then auth_lib.refusal('link_expired') else auth_lib.refusal('code_expired') end;
  elsif v_done ? 'half' then
    return auth_lib.half_confirmed();
  end if;
  return auth_lib.sign_in((person).id, 'otp', (v_done ->> 'actions')::text[], v_done -> 'traits',
    settings, client,
    case when (token).kind not in ('sms', 'phone_change')   -- a session by phone has no type
      then json_build_object('type', auth_lib.proof_type(type, token)) end);
end
$$;

-- What the first of two confirmations of a change of e-mail is answered; clients expect code as a string here.
create function auth_lib.half_confirmed() returns jsonb
language sql immutable
as $$
  select jsonb_build_object('code', '200',
    'msg', 'Confirmation link accepted. Please proceed to confirm link sent to the other email')
$$;
