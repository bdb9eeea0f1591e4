-- /otp and /magiclink for an address that is new or unconfirmed: a sign-up without a password. Under autoconfirm the
-- user is confirmed at once, unless an administrator or another proof has made the account somebody's, and null is
-- answered, so that the caller goes on as with a confirmed user; otherwise the confirmation is queued.
-- {"message_id"}, null, or a refusal.
-- Calls: create_user, confirm_address, request_confirmation, audit. Writes: what these write.
create function auth_lib.sign_up_by_link(
  kind text, value text, data jsonb, channel text, code_challenge text, code_challenge_method text, audience text,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_auto    boolean := auth_lib.autoconfirms(sign_up_by_link.kind, sign_up_by_link.settings);
  v_mark    text := case sign_up_by_link.kind when 'email' then 'link' else 'sms' end;
  v_answer  jsonb;
  v_created boolean;
  v_claimed boolean;
  v_user    auth.users;
begin
  if coalesce((sign_up_by_link.settings ->> 'disable_signup')::boolean, false) then
    return auth_lib.refusal('signup_disabled');
  end if;
  v_answer := auth_lib.peek_message_limits(v_mark, sign_up_by_link.value, sign_up_by_link.kind = 'email', sign_up_by_link.settings);
  if v_answer is not null then
    return v_answer;
  end if;
  v_user := auth_lib.create_user(sign_up_by_link.kind, sign_up_by_link.value, sign_up_by_link.audience, sign_up_by_link.settings,
    sign_up_by_link.data, null, v_auto);
  v_created := v_user.id is not null;
  if not v_created then
    v_user := auth_lib.lock_user((auth_lib.find_user(sign_up_by_link.kind, sign_up_by_link.value)).id);
    v_claimed := not auth_lib.is_unclaimed(v_user);
    if sign_up_by_link.kind = 'email' and v_user.email_confirmed_at is null and not auth_lib.is_administered(v_user) then
      v_user := auth_lib.adopt_email_identity(v_user, sign_up_by_link.value, sign_up_by_link.data);
    end if;
    v_user := auth_lib.seen_in(v_user, sign_up_by_link.audience);
    if v_auto and v_claimed then
      return null;   -- somebody's already: the message that the caller sends is the proof
    elsif v_auto then
      v_user := auth_lib.confirm_address(v_user, sign_up_by_link.kind);
      delete from auth.pending_passwords as p where p.user_id = v_user.id;
    end if;
  end if;
  if v_auto then
    perform auth_lib.audit(v_user, '{user_signedup,login}', jsonb_strip_nulls(jsonb_build_object('provider', sign_up_by_link.kind,
      'channel', case sign_up_by_link.kind when 'phone' then coalesce(nullif(sign_up_by_link.channel, ''), 'sms') end)), sign_up_by_link.client);
    return null;
  end if;
  v_answer := auth_lib.request_confirmation(v_user, sign_up_by_link.kind, v_mark, false, sign_up_by_link.channel,
    sign_up_by_link.code_challenge, sign_up_by_link.code_challenge_method, sign_up_by_link.base_url,
    sign_up_by_link.redirect_to, sign_up_by_link.settings, sign_up_by_link.client);
  if v_answer ? 'refused' and v_created then
    perform auth_lib.fail_with(v_answer);   -- nothing of the new user may stay
  end if;
  return v_answer;
end
$$;
comment on function auth_lib.sign_up_by_link(text, text, jsonb, text, text, text, text, text, text, jsonb, jsonb) is
  'The sign-up inside /otp and /magiclink: {message_id}, null when the user was autoconfirmed, or a refusal.';
