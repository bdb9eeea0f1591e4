-- Computes the bcrypt of a password sign-in on a replica, before sign_in_with_password() runs on the
-- primary. Returns a MAC of the result, keyed with the stored hash. The MAC becomes invalid when the hash
-- changes, cannot be forged without the hash, and does not reveal whether an account exists. Returns null
-- if the primary must compare the password itself.
create function auth_api.compare_password(email text, phone text, password text, audience text,
  settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind     text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_address  text := case v_kind when 'email' then auth_lib.normal_email(email)
    else auth_lib.normal_phone(phone) end;
  -- 1 if count_password_attempt() has already counted this attempt.
  v_own      integer := auth_lib.has_password_hook(settings)::integer;
  v_user     auth.users;
  v_stored   text;
  v_computed text;
begin
  if auth_lib.check_login_address(email, phone, settings) is not null
    or auth_lib.check_password_failures(auth_lib.password_counter_key(v_kind, v_address), settings,
      v_own) is not null then
    return null;
  end if;
  v_user := auth_lib.find_password_user(v_kind, v_address, auth_lib.request_aud(null, audience, settings));
  v_stored := auth_lib.stored_hash(v_user.id);
  if not auth_lib.is_bcrypt(v_stored) then
    return null;
  end if;
  v_computed := auth_lib.bcrypt(coalesce(password, ''), v_stored, auth_lib.bcrypt_cost(settings));
  return jsonb_build_object('proof', auth_lib.password_proof(gen_random_uuid()::text, v_user.id,
    coalesce(v_stored, v_computed),
    auth_lib.hash_matches(coalesce(password, ''), v_computed, v_stored, null)));
end
$$;
comment on function auth_api.compare_password is
  'POST /token?grant_type=password on a replica: compares the password with the stored hash.';
