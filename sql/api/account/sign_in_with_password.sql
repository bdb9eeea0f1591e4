-- POST /token?grant_type=password. Exactly one bcrypt in every branch that names an account, whatever the account is:
-- unknown, banned, without a password, unconfirmed (its pending hash), so that neither answer nor time tells which.
create function auth_api.sign_in_with_password(
  email text, phone text, password text, audience text, settings jsonb, client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind    text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_address text := case v_kind when 'email' then auth_lib.normal_email(email) else auth_lib.normal_phone(phone) end;
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_user    auth.users;
  v_stored  text;
  v_matches boolean;
  v_refused jsonb;
begin
  if coalesce(email, '') <> '' and coalesce(phone, '') <> '' then
    return auth_lib.refusal('one_address_on_login');
  elsif coalesce(email, '') <> '' and not coalesce((settings ->> 'external_email_enabled')::boolean, true) then
    return auth_lib.refusal('email_logins_disabled');
  elsif coalesce(phone, '') <> '' and not coalesce((settings ->> 'external_phone_enabled')::boolean, false) then
    return auth_lib.refusal('phone_logins_disabled');
  elsif coalesce(email, '') = '' and coalesce(phone, '') = '' then
    return auth_lib.refusal('address_missing_on_login');
  end if;
  v_refused := auth_lib.check_failures('password', v_address,
    coalesce((settings ->> 'security_max_password_failures')::integer, 100));
  if v_refused is not null then
    return v_refused;
  end if;

  v_user := auth_lib.seen_in(auth_lib.find_user(v_kind, v_address), v_aud);
  if v_user.aud is distinct from v_aud
    or v_address is distinct from (case v_kind when 'email' then v_user.email else v_user.phone end) then
    v_user := null;   -- found only through a provider's identity, to which no password belongs
  end if;
  v_stored := auth_lib.stored_hash(v_user.id);
  v_matches := auth_lib.password_matches(coalesce(password, ''), v_stored, settings);
  if settings ? 'hooks' and v_user.id is not null then
    v_refused := auth_lib.ask_about_password(v_user.id, v_matches, settings, client);
  end if;
  if not v_matches then
    perform auth_lib.count_failure('password', v_address,
      not exists (select from auth.addresses as a where a.kind = v_kind and a.value = v_address), settings);
    return coalesce(v_refused, auth_lib.refusal('invalid_credentials'));
  elsif v_refused is not null then
    return v_refused;
  end if;
  perform auth_lib.clear_failures('password', v_address);

  v_user := auth_lib.lock_user(v_user.id);   -- the password may have changed meanwhile
  if v_stored is distinct from auth_lib.stored_hash(v_user.id) then
    return auth_lib.refusal('invalid_credentials');
  elsif auth_lib.is_banned(v_user) then
    return auth_lib.refusal('banned_at_login');
  elsif v_kind = 'email' and v_user.email_confirmed_at is null then
    return auth_lib.refusal('email_not_confirmed');
  elsif v_kind = 'phone' and v_user.phone_confirmed_at is null then
    return auth_lib.refusal('phone_not_confirmed');
  end if;
  return auth_lib.sign_in(v_user, 'password', '{login}', jsonb_build_object('provider', v_kind), settings, client,
    json_build_object('weak_password', auth_lib.weak_password(password, settings)));
end
$$;
comment on function auth_api.sign_in_with_password is
  'POST /token?grant_type=password. Refuses: too_many_attempts, one_address_on_login, email_logins_disabled, '
  'phone_logins_disabled, address_missing_on_login, invalid_credentials, banned_at_login, email_not_confirmed, '
  'phone_not_confirmed, password_rejected.';

-- What the hook says of a password that was right or wrong: null, or the refusal. It may end the user's sessions too.
create function auth_lib.ask_about_password(user_id uuid, valid boolean, settings jsonb, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_answer  jsonb;
  v_refused text;
begin
  if settings -> 'hooks' -> 'password_verification_attempt' is null then
    return null;
  end if;
  v_answer := auth_lib.ask_hook('password_verification_attempt', concat_ws(' ', user_id, valid),
    jsonb_build_object('user_id', user_id, 'valid', valid), settings, client);
  v_refused := auth_lib.attempt_verdict(v_answer, 'Further password verification attempts will be rejected.');
  if v_refused is not null and v_answer -> 'should_logout_user' = 'true' then
    perform auth_lib.revoke_sessions(user_id, null, 'admin');
  end if;
  return case when v_refused is not null then auth_lib.refusal('password_rejected', v_refused) end;
end
$$;

-- The right password ends the count. Most sign-ins find no row and write nothing.
create function auth_lib.clear_failures(purpose text, address text) returns void
language plpgsql volatile
as $$
begin
  delete from auth.attempts as a
  where a.digest = auth_lib.attempt_digest(purpose, address);
end
$$;

-- The refusal of an address with too many recent wrong passwords, or null. It is checked before anything is hashed, is the
-- same for unknown addresses, and only time ends it.
create function auth_lib.check_failures(purpose text, address text, most integer) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select auth_lib.refusal('too_many_attempts')
    from auth.attempts as a
    where a.digest = auth_lib.attempt_digest(purpose, address)
      and a.failures >= most
      and a.failing_since > auth_lib.clock() - interval '1 hour'
  );
end
$$;

-- Counts a wrong password against an address, whether or not anybody has it. A count older than an hour starts again.
create function auth_lib.count_failure(purpose text, address text, unknown boolean, settings jsonb) returns void
language plpgsql volatile
as $$
begin
  insert into auth.attempts as a (digest, failures, failing_since, unknown, touched_at)
  values (auth_lib.attempt_digest(purpose, address), 1, auth_lib.clock(), unknown, auth_lib.clock())
  on conflict on constraint attempts_pkey do update
  set failures = case when a.failing_since > excluded.touched_at - interval '1 hour' then a.failures + 1 else 1 end,
      failing_since = case when a.failing_since > excluded.touched_at - interval '1 hour' then a.failing_since
        else excluded.touched_at end,
      unknown = a.unknown and excluded.unknown, touch = default, touched_at = excluded.touched_at;
  if unknown then
    perform auth_lib.forget_unknown(settings);
  end if;
end
$$;
