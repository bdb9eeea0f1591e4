-- Passwords: bcrypt and its limits, hashes of other systems, rules for new passwords, and the pending
-- password of a sign-up.

-- Computes exactly one bcrypt, with the salt of the stored hash or with a new salt if that hash is absent or
-- not bcrypt. The prefix is always $2a$, because crypt() silently falls back to DES for an unknown prefix.
create function auth_lib.bcrypt(password text, stored text, cost integer) returns text
language sql volatile
as $$
  select extensions.crypt(password, case
    when auth_lib.is_bcrypt(stored) then '$2a$' || substr(stored, 5)
    else extensions.gen_salt('bf', cost)
  end)
$$;

-- Returns true if a stored hash is bcrypt with a supported cost (4 to 14). Returns null for null.
create function auth_lib.is_bcrypt(stored text) returns boolean
language sql immutable
as $$ select stored ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$' $$;

-- Returns the bcrypt cost of new hashes, and of the dummy hash computed for an unknown user.
create function auth_lib.bcrypt_cost(settings jsonb) returns integer
language sql immutable
as $$ select coalesce((settings ->> 'security_bcrypt_cost')::integer, 10) $$;

-- Returns true if a computed bcrypt hash equals a stored one. The prefixes $2a$, $2b$ and $2y$ are
-- equivalent.
create function auth_lib.bcrypt_matches(computed text, stored text) returns boolean
language sql immutable
as $$
  select coalesce(auth_lib.is_bcrypt(stored) and substr(computed, 5) = substr(stored, 5), false)
$$;

-- Returns true if the gateway can compute a hash of another system: argon2i or argon2id as a PHC string, or
-- Firebase's scrypt. The cost is limited to 256 MiB of memory and 1 GiB over all passes, about one second.
create function auth_lib.is_foreign_hash(hash text) returns boolean
language plpgsql immutable
as $$
declare
  -- The salt has at least 8 bytes.
  v_salt   text := '(?:(?:[A-Za-z0-9+/]{4}){2,21}[A-Za-z0-9+/]{3,4}|(?:[A-Za-z0-9+/]{4}){3,21}[A-Za-z0-9+/]{2})';
  v_digest text := '(?:[A-Za-z0-9+/]{4}){5,21}[A-Za-z0-9+/]{2,4}';   -- at least 16 bytes
  v_base64 text := '((?:[A-Za-z0-9+/]{4}){0,42}(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==))';
  v_parts  text[];
  v_costs  integer[];
begin
  if hash like '$argon2%' then
    v_costs := regexp_match(hash, '^\$argon2id?\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$' || v_salt
      || '\$' || v_digest || '$');
    return coalesce(v_costs[1] between greatest(8, 8 * v_costs[3]) and 262144 and v_costs[2] between 1 and 20
      and v_costs[3] between 1 and 16 and v_costs[1] * v_costs[2] <= 1048576, false);
  elsif hash like '$fbscrypt%' then
    v_parts := regexp_match(hash, '^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=' || v_base64
      || ')?,sk=' || v_base64
      || '\$' || v_base64 || '\$' || v_base64 || '$');
    v_costs := v_parts[1:3];
    return coalesce(v_costs[1] between 1 and 21 and v_costs[2] between 1 and 32
      and v_costs[3] between 1 and 16
      and 2 ^ v_costs[1] * v_costs[2] * v_costs[3] <= 2 ^ 21
      -- The digest is an encrypted key, so it has the key's length.
      and length(v_parts[7]) = length(v_parts[5]) and length(v_parts[7]) >= 24, false);
  end if;
  return false;
end
$$;

-- Returns true if an imported hash can be stored as a password: bcrypt, or a hash of another system that the
-- gateway can compute.
create function auth_lib.is_usable_hash(hash text) returns boolean
language sql immutable
as $$ select auth_lib.is_bcrypt(hash) or auth_lib.is_foreign_hash(hash) $$;

-- Returns the part of a foreign hash before its digest: algorithm, parameters and salt. Returns null for
-- bcrypt, null and other texts.
create function auth_lib.foreign_salt(hash text) returns text
language sql immutable
as $$ select case when auth_lib.is_foreign_hash(hash) then regexp_replace(hash, '[^$]+$', '') end $$;

-- Returns the digest part of a foreign hash, or null if the text is no foreign hash.
create function auth_lib.foreign_digest(hash text) returns bytea
language plpgsql immutable
as $$
declare
  v_text text := substring(hash from '[^$]+$');
begin
  if not auth_lib.is_foreign_hash(hash) then
    return null;   -- other texts are not base64 and must not be decoded
  end if;
  return decode(v_text || repeat('=', -length(v_text) & 3), 'base64');
end
$$;

-- Returns the parameters with which the gateway must hash a password before it can be compared with the
-- stored hash. Returns null if SQL can compare it, or if rehashed already has these parameters. The digest is
-- not returned, so the gateway gets no hash that it did not compute itself.
create function auth_lib.foreign_hash_request(stored text, rehashed text) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('foreign_hash', jsonb_build_object(
    'salt', auth_lib.foreign_salt(stored), 'bytes', length(auth_lib.foreign_digest(stored))))
  where auth_lib.foreign_salt(stored) <> coalesce(auth_lib.foreign_salt(rehashed), '')
$$;

-- Returns true if a password matches a stored hash. `computed` is the bcrypt of the password. `rehashed` is
-- the gateway's result for a foreign hash. Passwords are not truncated: a password of more than 72 bytes
-- never matches bcrypt.
create function auth_lib.hash_matches(
  password text, computed text, stored text, rehashed text)
returns boolean
language sql immutable
as $$
  select coalesce(octet_length(password) <= 72 and auth_lib.bcrypt_matches(computed, stored), false)
    or coalesce(auth_lib.foreign_salt(rehashed) = auth_lib.foreign_salt(stored)
      and auth_lib.foreign_digest(rehashed) = auth_lib.foreign_digest(stored), false)
$$;

-- Returns true if a password matches a stored hash. Always computes one bcrypt, so that an unknown user, a
-- user without a hash and a too long password take the same time as a wrong password.
create function auth_lib.password_matches(
  password text, stored text, rehashed text, settings jsonb)
returns boolean
language plpgsql volatile
as $$
begin
  return auth_lib.hash_matches(password, auth_lib.bcrypt(password, stored, auth_lib.bcrypt_cost(settings)),
    stored, rehashed);
end
$$;

-- Returns a MAC that a replica creates as proof of a password comparison. Only a holder of the stored hash
-- can compute it. The nonce makes every MAC different.
create function auth_lib.password_proof(nonce text, user_id uuid, stored text, matches boolean) returns text
language sql stable
as $$
  select nonce || '.' || encode(auth_lib.hmac(
    convert_to(concat_ws('.', nonce, user_id, matches), 'UTF8'), convert_to(stored, 'UTF8')), 'hex')
$$;

-- Returns the result of a password comparison for which a replica created the MAC `proof`. Returns null if
-- the MAC was not created with the stored hash, for example because the replica had an older one. Without
-- a stored hash the result is false.
create function auth_lib.password_proof_matches(proof text, user_id uuid, stored text) returns boolean
language plpgsql stable
as $$
begin
  if stored is null then
    return false;
  end if;
  return case proof
    when auth_lib.password_proof(split_part(proof, '.', 1), user_id, stored, true) then true
    when auth_lib.password_proof(split_part(proof, '.', 1), user_id, stored, false) then false
  end;
end
$$;

-- Checks a new password. Returns an error or null. `leaked` is true if the gateway found the password in a
-- list of leaked passwords, and null if the gateway did not check or got no response.
create function auth_lib.check_new_password(password text, leaked boolean, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if octet_length(password) > 72 then
    return auth_lib.refusal('password_too_long');
  end if;
  return auth_lib.weak_password_refusal(auth_lib.weak_password(password, leaked, settings));
end
$$;

-- Converts a result of weak_password() into an error. Returns null for null.
create function auth_lib.weak_password_refusal(weak jsonb) returns jsonb
language sql stable
as $$
  select auth_lib.refusal_with('weak_password',
    jsonb_build_object('weak_password', jsonb_build_object('reasons', weak -> 'reasons')), weak ->> 'message')
  where weak is not null
$$;

-- Returns the reasons why the current settings reject a password, {message, reasons}, or null. Lengths are
-- in bytes of UTF-8.
create function auth_lib.weak_password(password text, leaked boolean, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_minimum integer := greatest(coalesce((settings ->> 'password_min_length')::integer, 6), 6);
  v_sets    jsonb := coalesce(settings -> 'password_required_characters', '[]');
  v_texts   text[] := array[]::text[];
  v_reasons jsonb := jsonb_build_array();
begin
  if octet_length(password) < v_minimum then
    v_texts := v_texts || format('Password should be at least %s characters.', v_minimum);
    v_reasons := v_reasons || '"length"';
  end if;
  if exists (
    select from jsonb_array_elements_text(v_sets) as s (characters)
    where translate(password, s.characters, '') = password
  ) then
    v_texts := v_texts || format('Password should contain at least one character of each: %s.',
      (select string_agg(s.characters, ', ' order by s.position)
       from jsonb_array_elements_text(v_sets) with ordinality as s (characters, position)));
    v_reasons := v_reasons || '"characters"';
  end if;
  if leaked then
    v_texts := v_texts
      || 'Password is known to be weak and easy to guess, please choose a different one.'::text;
    v_reasons := v_reasons || '"pwned"';
  end if;
  if v_reasons = '[]' then
    return null;
  end if;
  return jsonb_build_object('message', array_to_string(v_texts, ' '), 'reasons', v_reasons);
end
$$;

-- Stores a hash as the user's password and deletes the pending password.
create function auth_lib.set_password(user_id uuid, hash text) returns void
language plpgsql volatile
as $$
begin
  insert into auth.passwords (user_id, hash, updated_at)
  values (user_id, hash, auth_lib.clock())
  on conflict on constraint passwords_pkey do update set hash = excluded.hash,
    updated_at = excluded.updated_at;
  delete from auth.pending_passwords as p where p.user_id = set_password.user_id;
end
$$;

-- Returns the hash with which a password sign-in compares the password: that of the confirmed password,
-- otherwise that of the pending password.
create function auth_lib.stored_hash(user_id uuid) returns text
language plpgsql stable
as $$
begin
  return coalesce(
    (select p.hash from auth.passwords as p where p.user_id = stored_hash.user_id),
    (select p.hash from auth.pending_passwords as p where p.user_id = stored_hash.user_id));
end
$$;

-- Returns the hash of the pending password, or null if there is none or it was voided.
create function auth_lib.pending_hash(user_id uuid) returns text
language plpgsql stable
as $$
begin
  return (select p.hash from auth.pending_passwords as p where p.user_id = pending_hash.user_id);
end
$$;

-- Returns true if the new token of a repeated sign-up or a resend also confirms the password of the first
-- sign-up: the password is pending, and the current token (confirmation or sms) confirms the password or has
-- been deleted. Tokens of /otp, /magiclink and /invite do not confirm the password.
create function auth_lib.carries_password(user_id uuid, kind text) returns boolean
language plpgsql stable
as $$
begin
  return exists (
      select from auth.pending_passwords as p
      where p.user_id = carries_password.user_id and p.hash is not null)
    and coalesce((
      select t.carries_password from auth.one_time_tokens as t
      where t.user_id = carries_password.user_id
        and t.kind = case carries_password.kind when 'email' then 'confirmation' else 'sms' end), true);
end
$$;
