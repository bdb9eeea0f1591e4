-- A sign-up of an address that has a user (contract 12.1); the user is locked, computed is the bcrypt of the password.
-- Confirmed: a fake user, or user_already_exists under autoconfirm. Unconfirmed: the mail again, or, under autoconfirm,
-- the account taken over with the new password, its old sessions ended.
-- Calls: void_pending_password, peek_mail_limits, check_mail_limits, adopt_email_identity, request_confirmation,
-- confirm_address, set_password, sign_in. Writes: what these write.
create function auth_lib.repeat_sign_up(
  person auth.users, email text, computed text, data jsonb, code_challenge text, code_challenge_method text,
  audience text, base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_auto    boolean := coalesce((repeat_sign_up.settings ->> 'mailer_autoconfirm')::boolean, false);
  v_user    auth.users := repeat_sign_up.person;
  v_refused jsonb;
begin
  -- A proven phone makes an account somebody's too: an address it has not proven opens it only by the mail to it.
  if v_user.email_confirmed_at is not null or (v_user.phone_confirmed_at is not null
    and (v_auto or v_user.email is distinct from repeat_sign_up.email)) then
    v_refused := case when v_auto then auth_lib.refusal('user_already_exists')
      else auth_lib.check_mail_limits('signup', repeat_sign_up.email, false, repeat_sign_up.settings) end;
    if v_auto or v_refused is null then
      perform auth_lib.audit(v_user, '{user_repeated_signup}', '{"provider": "email"}', repeat_sign_up.client);
    end if;
    return coalesce(v_refused, auth_lib.fake_user('email', repeat_sign_up.email, repeat_sign_up.audience,
      repeat_sign_up.data, repeat_sign_up.settings));
  end if;

  if not v_auto then
    perform auth_lib.void_pending_password(v_user.id, repeat_sign_up.computed);
    v_refused := auth_lib.peek_mail_limits('signup', repeat_sign_up.email, repeat_sign_up.settings);
    if v_refused is not null then
      return v_refused;
    end if;
  end if;
  v_user := auth_lib.adopt_email_identity(v_user, repeat_sign_up.email, repeat_sign_up.data);
  if v_auto then
    perform auth_lib.revoke_sessions(v_user.id, null, 'password');
    perform auth_lib.set_password(v_user.id, repeat_sign_up.computed);
    v_user := auth_lib.confirm_address(v_user, 'email');
    return auth_lib.sign_in(v_user.id, 'password', '{user_signedup,login}', '{"provider": "email"}',
      repeat_sign_up.settings, repeat_sign_up.client);
  end if;
  v_refused := auth_lib.request_confirmation(v_user, 'signup', auth_lib.carries_password(v_user.id),
    repeat_sign_up.code_challenge, repeat_sign_up.code_challenge_method,
    repeat_sign_up.base_url, repeat_sign_up.redirect_to, repeat_sign_up.settings, repeat_sign_up.client);
  if v_refused is not null then
    return v_refused;
  end if;
  return auth_lib.user_json(auth_lib.lock_user(v_user.id))
    || case when v_user.invited_at is null then '{}' else '{"user_metadata": {}, "identities": []}'::jsonb end;
end
$$;
comment on function auth_lib.repeat_sign_up(auth.users, text, text, jsonb, text, text, text, text, text, jsonb, jsonb) is
  'The answer of a sign-up whose address is taken.';
