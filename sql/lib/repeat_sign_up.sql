-- A sign-up of an address that has a user (contract 12.1); the user is locked, computed is the bcrypt of the password.
-- Confirmed: a fake user, or user_already_exists under autoconfirm. Unconfirmed: the message again, or, under
-- autoconfirm, the account taken over with the new password, its old sessions ended. What counts is the channel of this
-- sign-up alone.
-- Calls: void_pending_password, peek_message_limits, check_message_limits, adopt_email_identity, request_confirmation,
-- confirm_address, set_password, sign_in. Writes: what these write.
create function auth_lib.repeat_sign_up(
  person auth.users, kind text, value text, computed text, data jsonb, channel text,
  code_challenge text, code_challenge_method text, audience text, base_url text, redirect_to text, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_auto   boolean := auth_lib.autoconfirms(repeat_sign_up.kind, repeat_sign_up.settings);
  v_mark   text := case repeat_sign_up.kind when 'email' then 'signup' else 'sms' end;
  v_traits jsonb := jsonb_build_object('provider', repeat_sign_up.kind);
  v_user   auth.users := repeat_sign_up.person;
  v_claimed boolean := not auth_lib.is_unclaimed(v_user);
  v_answer jsonb;
begin
  -- Another proven address, or an administrator, makes an account somebody's too: then only the message to an address that
  -- is not proven opens it.
  if auth_lib.confirmed_at(v_user, repeat_sign_up.kind) is not null
    or (v_claimed and (v_auto
      or repeat_sign_up.value is distinct from (case repeat_sign_up.kind when 'email' then v_user.email else v_user.phone end))) then
    v_answer := case when not v_auto then auth_lib.check_message_limits(v_mark, repeat_sign_up.value, false, repeat_sign_up.settings)
      when repeat_sign_up.kind = 'phone' then auth_lib.refusal('phone_already_registered')
      else auth_lib.refusal('user_already_exists') end;
    if v_auto or v_answer is null then
      perform auth_lib.audit(v_user, '{user_repeated_signup}', v_traits, repeat_sign_up.client);
    end if;
    return coalesce(v_answer, auth_lib.fake_user(repeat_sign_up.kind, repeat_sign_up.value, repeat_sign_up.audience,
      repeat_sign_up.data, repeat_sign_up.settings));
  end if;

  if v_auto and auth_lib.is_banned(v_user) then
    return auth_lib.refusal('banned_at_login');   -- a session is no answer for somebody banned
  elsif not v_auto then
    perform auth_lib.void_pending_password(v_user.id, repeat_sign_up.computed);
    v_answer := auth_lib.peek_message_limits(v_mark, repeat_sign_up.value, repeat_sign_up.kind = 'email', repeat_sign_up.settings);
    if v_answer is not null then
      return v_answer;
    end if;
  end if;
  if repeat_sign_up.kind = 'email' and not auth_lib.is_administered(v_user) then
    v_user := auth_lib.seen_in(auth_lib.adopt_email_identity(v_user, repeat_sign_up.value, repeat_sign_up.data), repeat_sign_up.audience);
  end if;
  if v_auto then
    perform auth_lib.revoke_sessions(v_user.id, null, 'password');
    perform auth_lib.set_password(v_user.id, repeat_sign_up.computed);
    v_user := auth_lib.confirm_address(v_user, repeat_sign_up.kind);
    return auth_lib.sign_in(v_user.id, 'password', '{user_signedup,login}', v_traits || case repeat_sign_up.kind
      when 'phone' then jsonb_build_object('channel', coalesce(nullif(repeat_sign_up.channel, ''), 'sms')) else '{}' end,
      repeat_sign_up.settings, repeat_sign_up.client);
  end if;
  v_answer := auth_lib.request_confirmation(v_user, repeat_sign_up.kind, v_mark,
    auth_lib.carries_password(v_user.id, repeat_sign_up.kind), repeat_sign_up.channel,
    repeat_sign_up.code_challenge, repeat_sign_up.code_challenge_method,
    repeat_sign_up.base_url, repeat_sign_up.redirect_to, repeat_sign_up.settings, repeat_sign_up.client);
  if v_answer ? 'refused' then
    return v_answer;
  end if;
  if auth_lib.is_administered(v_user) then   -- what an administrator says of somebody is not told to whoever knows the address
    return auth_lib.fake_user(repeat_sign_up.kind, repeat_sign_up.value, repeat_sign_up.audience, null, repeat_sign_up.settings)
      || jsonb_build_object('id', v_user.id);
  end if;
  return auth_lib.user_json(v_user)::jsonb || jsonb_build_object('aud', repeat_sign_up.audience);
end
$$;
comment on function auth_lib.repeat_sign_up(auth.users, text, text, text, jsonb, text, text, text, text, text, text, jsonb, jsonb) is
  'The answer of a sign-up whose address is taken.';
