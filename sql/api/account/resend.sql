-- POST /resend. The confirmation mail, or those of a change of e-mail, once more; unknown and confirmed addresses are
-- answered alike, with a message id that belongs to nothing.
-- Calls: request_confirmation, request_email_change, check_mail_limits. Writes: what these write.
create function auth_api.resend(
  type text, email text, phone text, code_challenge text, code_challenge_method text, audience text,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_resend(type, email, phone, code_challenge, code_challenge_method, settings);
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_user := auth_lib.lock_user((auth_lib.find_user('email', auth_lib.normal_email(email))).id);
  if type = 'email_change' then
    v_refused := case when v_user.new_email is not null
        and v_user.aud = auth_lib.request_aud(null, audience, settings)
      then auth_lib.request_email_change(v_user, v_user.new_email, code_challenge, code_challenge_method,
        base_url, redirect_to, settings) end;
  elsif type <> 'signup' then
    null;   -- no change of phone can be pending
  elsif v_user.id is null or v_user.email_confirmed_at is not null or v_user.email is distinct from auth_lib.normal_email(email)
    or v_user.aud <> auth_lib.request_aud(null, audience, settings) then
    v_refused := auth_lib.check_mail_limits('signup', auth_lib.normal_email(email), false, settings);
  else
    v_refused := auth_lib.request_confirmation(v_user, 'signup', auth_lib.carries_password(v_user.id),
      code_challenge, code_challenge_method, base_url, redirect_to, settings, client);
  end if;
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('message_id', coalesce((
    select m.id from auth.messages as m
    where m.user_id = v_user.id and m.created_at = auth_lib.clock()
    limit 1), gen_random_uuid()));
end
$$;
comment on function auth_api.resend(text, text, text, text, text, text, text, text, jsonb, jsonb) is
  'POST /resend. Refuses: validation_failed, email_provider_disabled, phone_provider_disabled, over_email_send_rate_limit.';
