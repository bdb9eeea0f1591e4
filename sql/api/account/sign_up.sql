-- POST /signup. The password is hashed before anything is known about the address: once, with the pending hash's salt
-- where one waits, so that the same hash also tells whether this is the first sign-up's password again.
-- Calls: check_*, create_user, autoconfirm, repeat_sign_up, request_confirmation. Writes: what these write,
-- insert auth.pending_passwords.
create function auth_api.sign_up(
  email text, phone text, password text, data jsonb, code_challenge text, code_challenge_method text,
  audience text, base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_email   text := auth_lib.normal_email(email);
  v_data    jsonb := auth_lib.identity_data(data);
  v_refused jsonb := auth_lib.check_sign_up(email, phone, password, code_challenge, code_challenge_method, settings);
  v_auto    boolean := coalesce((settings ->> 'mailer_autoconfirm')::boolean, false);
  v_stored  text;
  v_hash    text;
  v_user    auth.users;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  loop   -- ends unless the address is taken or given up between two statements; no lock is held while it hashes
    v_user := auth_lib.find_user('email', v_email);
    v_stored := auth_lib.pending_hash(v_user.id);
    v_hash := auth_lib.bcrypt(password, v_stored, auth_lib.bcrypt_cost(settings));
    if v_user.id is null then
      v_refused := case when not v_auto then auth_lib.peek_mail_limits('signup', v_email, settings) end;
      if v_refused is not null then
        return v_refused;
      end if;
      v_user := auth_lib.create_user('email', v_email, auth_lib.request_aud(null, audience, settings), settings, v_data, null, v_auto);
      exit when v_user.id is not null;
    else
      v_user := auth_lib.lock_user(v_user.id);
      if v_user.id is not null and v_stored is not distinct from auth_lib.pending_hash(v_user.id) then
        return auth_lib.repeat_sign_up(v_user, v_email, v_hash, data, code_challenge, code_challenge_method,
          auth_lib.request_aud(null, audience, settings), base_url, redirect_to, settings, client);
      end if;
    end if;
  end loop;

  if v_auto then
    perform auth_lib.set_password(v_user.id, v_hash);
    return auth_lib.sign_in(v_user.id, 'password', '{user_signedup,login}', '{"provider": "email"}', settings, client);
  end if;
  insert into auth.pending_passwords (user_id, hash, created_at) values (v_user.id, v_hash, auth_lib.clock());
  v_refused := auth_lib.request_confirmation(v_user, 'signup', true, code_challenge, code_challenge_method,
    base_url, redirect_to, settings, client);
  if v_refused is not null then
    perform auth_lib.fail_with(v_refused);   -- nothing of the new user may stay
  end if;
  return auth_lib.user_json(auth_lib.lock_user(v_user.id));
end
$$;
comment on function auth_api.sign_up(text, text, text, jsonb, text, text, text, text, text, jsonb, jsonb) is
  'POST /signup. Refuses: signup_disabled, validation_failed, weak_password, email_provider_disabled, phone_provider_disabled, anonymous_provider_disabled, user_already_exists, over_email_send_rate_limit.';
