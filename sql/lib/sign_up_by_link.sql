-- /otp and /magiclink for an address that is new or unconfirmed: a sign-up without a password. Under autoconfirm the
-- user is confirmed at once and null is answered, so that the caller goes on as with a confirmed user; otherwise the
-- confirmation mail is queued. Null when all went well, a refusal otherwise.
-- Calls: create_user, confirm_address, request_confirmation, audit. Writes: what these write.
create function auth_lib.sign_up_by_link(
  email text, data jsonb, code_challenge text, code_challenge_method text, audience text,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_auto    boolean := coalesce((sign_up_by_link.settings ->> 'mailer_autoconfirm')::boolean, false);
  v_refused jsonb;
  v_created boolean;
  v_user    auth.users;
begin
  if coalesce((sign_up_by_link.settings ->> 'disable_signup')::boolean, false) then
    return auth_lib.refusal('signup_disabled');
  end if;
  v_refused := auth_lib.peek_mail_limits('link', sign_up_by_link.email, sign_up_by_link.settings);
  if v_refused is not null then
    return v_refused;
  end if;
  v_user := auth_lib.create_user('email', sign_up_by_link.email, sign_up_by_link.audience, sign_up_by_link.settings,
    auth_lib.identity_data(sign_up_by_link.data), null, v_auto);
  v_created := v_user.id is not null;
  if not v_created then
    v_user := auth_lib.lock_user((auth_lib.find_user('email', sign_up_by_link.email)).id);
    if v_auto and v_user.email_confirmed_at is null then
      v_user := auth_lib.confirm_address(auth_lib.adopt_email_identity(v_user, sign_up_by_link.email, sign_up_by_link.data), 'email');
      delete from auth.pending_passwords as p where p.user_id = v_user.id;
    end if;
  end if;
  if v_auto then
    perform auth_lib.audit(v_user, '{user_signedup}', '{"provider": "email"}', sign_up_by_link.client);
    return null;
  end if;
  v_user := auth_lib.adopt_email_identity(v_user, sign_up_by_link.email, sign_up_by_link.data);
  v_refused := auth_lib.request_confirmation(v_user, 'link', false, sign_up_by_link.code_challenge,
    sign_up_by_link.code_challenge_method, sign_up_by_link.base_url, sign_up_by_link.redirect_to,
    sign_up_by_link.settings, sign_up_by_link.client);
  if v_refused is not null and v_created then
    perform auth_lib.fail_with(v_refused);   -- nothing of the new user may stay
  end if;
  return v_refused;
end
$$;
comment on function auth_lib.sign_up_by_link(text, jsonb, text, text, text, text, text, jsonb, jsonb) is
  'The sign-up inside /otp and /magiclink; null when the mail is queued or the user was autoconfirmed.';
