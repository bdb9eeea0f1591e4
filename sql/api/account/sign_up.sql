-- POST /signup. The password is hashed before anything is known about the address: once, with the pending hash's salt
-- where one waits, so that the same hash also tells whether this is the first sign-up's password again.
-- Calls: check_sign_up, sign_up_anonymously, create_user, repeat_sign_up, request_confirmation. Writes: what these write.
create function auth_api.sign_up(
  email text, phone text, password text, data jsonb, channel text, code_challenge text, code_challenge_method text,
  audience text, base_url text, redirect_to text, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind    text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_value   text := case v_kind when 'email' then auth_lib.normal_email(email) else auth_lib.normal_phone(phone) end;
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_auto    boolean := auth_lib.autoconfirms(v_kind, settings);
  v_refused jsonb;
  v_stored  text;
  v_hash    text;
  v_user    auth.users;
begin
  if coalesce(email, '') = '' and coalesce(phone, '') = '' then
    return auth_lib.sign_up_anonymously(data, v_aud, settings, client);
  end if;
  v_refused := coalesce(auth_lib.check_sign_up(email, phone, password, channel, code_challenge, code_challenge_method, settings),
    auth_lib.check_sign_up_data(v_kind, v_value, data, settings));
  if v_refused is not null then
    return v_refused;
  end if;
  loop   -- ends unless the address is taken or given up between two statements; no lock is held while it hashes
    v_user := auth_lib.find_user(v_kind, v_value);
    v_stored := auth_lib.pending_hash(v_user.id);
    v_hash := auth_lib.bcrypt(password, v_stored, auth_lib.bcrypt_cost(settings));
    if v_user.id is null then
      v_refused := case when not v_auto then auth_lib.peek_message_limits(
        case v_kind when 'email' then 'signup' else 'sms' end, v_value, v_kind = 'email', settings) end;
      if v_refused is not null then
        return v_refused;
      end if;
      v_user := auth_lib.create_user(v_kind, v_value, v_aud, settings, data, null, v_auto);
      exit when v_user.id is not null;
    else
      v_user := auth_lib.lock_user(v_user.id);
      if v_user.id is not null and v_stored is not distinct from auth_lib.pending_hash(v_user.id) then
        return auth_lib.repeat_sign_up(auth_lib.seen_in(v_user, v_aud), v_kind, v_value, v_hash, data, channel, code_challenge, code_challenge_method,
          v_aud, base_url, redirect_to, settings, client);
      end if;
    end if;
  end loop;

  if v_auto then
    perform auth_lib.set_password(v_user.id, v_hash);
    return auth_lib.sign_in(v_user.id, 'password', '{user_signedup,login}', jsonb_build_object('provider', v_kind)
      || case v_kind when 'phone' then jsonb_build_object('channel', coalesce(nullif(channel, ''), 'sms')) else '{}' end, settings, client);
  end if;
  insert into auth.pending_passwords (user_id, hash, created_at) values (v_user.id, v_hash, auth_lib.clock());
  v_refused := auth_lib.request_confirmation(v_user, v_kind, case v_kind when 'email' then 'signup' else 'sms' end, true, channel,
    code_challenge, code_challenge_method, base_url, redirect_to, settings, client);
  if v_refused ? 'refused' then
    perform auth_lib.fail_with(v_refused);   -- nothing of the new user may stay
  end if;
  return auth_lib.user_json(v_user);
end
$$;
comment on function auth_api.sign_up(text, text, text, jsonb, text, text, text, text, text, text, jsonb, jsonb) is
  'POST /signup. Refuses: signup_disabled, validation_failed, weak_password, email_provider_disabled, phone_provider_disabled, anonymous_provider_disabled, user_already_exists, over_email_send_rate_limit, over_sms_send_rate_limit.';
