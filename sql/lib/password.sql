-- Passwords: bcrypt and its limits, the rules for a new password, and the password that waits for a proof.

-- Computes exactly one bcrypt: with the salt of the stored hash, or with a new salt if there is none or it is not bcrypt.
-- For a prefix that it does not know crypt() falls back to DES without an error, so no other prefix may reach it.
create function auth_lib.bcrypt(password text, stored text, cost integer) returns text
language sql volatile
as $$
  select extensions.crypt(password, case
    when stored ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$' then '$2a$' || substr(stored, 5)
    else extensions.gen_salt('bf', cost)
  end)
$$;

-- The work factor of new hashes, and of the hash that stands in for an unknown user's.
create function auth_lib.bcrypt_cost(settings jsonb) returns integer
language sql immutable
as $$ select coalesce((settings ->> 'security_bcrypt_cost')::integer, 10) $$;

-- Whether a hash just made equals a stored one, whichever of the three bcrypt prefixes the stored one has.
create function auth_lib.bcrypt_matches(computed text, stored text) returns boolean
language sql immutable
as $$
  select coalesce(
    stored ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'
      and substr(computed, 5) = substr(stored, 5), false)
$$;

-- Whether a password matches a stored hash. It costs one bcrypt in every case, so that an unknown user, a user without a
-- hash or an over-long password takes as long as a wrong password. Nothing is truncated: over 72 bytes it never matches.
create function auth_lib.password_matches(password text, stored text, settings jsonb) returns boolean
language plpgsql volatile
as $$
declare
  v_computed text := auth_lib.bcrypt(password, stored, auth_lib.bcrypt_cost(settings));
begin
  return octet_length(password) <= 72 and auth_lib.bcrypt_matches(v_computed, stored);
end
$$;

-- The refusal of a password that is about to be set, or null.
create function auth_lib.check_new_password(password text, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_weak jsonb;
begin
  if octet_length(password) > 72 then
    return auth_lib.refusal('password_too_long');
  end if;
  v_weak := auth_lib.weak_password(password, settings);
  if v_weak is null then
    return null;
  end if;
  return auth_lib.refusal_with('weak_password',
    jsonb_build_object('weak_password', jsonb_build_object('reasons', v_weak -> 'reasons')), v_weak ->> 'message');
end
$$;

-- Why the present settings reject a password: {message, reasons}, or null. Lengths are bytes of UTF-8.
create function auth_lib.weak_password(password text, settings jsonb) returns jsonb
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
  if v_reasons = '[]' then
    return null;
  end if;
  return jsonb_build_object('message', array_to_string(v_texts, ' '), 'reasons', v_reasons);
end
$$;

-- Installs a hash as the user's password and deletes the pending one.
create function auth_lib.set_password(user_id uuid, hash text) returns void
language plpgsql volatile
as $$
begin
  insert into auth.passwords (user_id, hash, updated_at)
  values (set_password.user_id, hash, auth_lib.clock())
  on conflict on constraint passwords_pkey do update set hash = excluded.hash, updated_at = excluded.updated_at;
  delete from auth.pending_passwords as p where p.user_id = set_password.user_id;
end
$$;

-- The hash that a sign-in is compared with: the proven password's, or else that of the one that waits for a proof.
create function auth_lib.stored_hash(user_id uuid) returns text
language plpgsql stable
as $$
begin
  return coalesce(
    (select p.hash from auth.passwords as p where p.user_id = stored_hash.user_id),
    (select p.hash from auth.pending_passwords as p where p.user_id = stored_hash.user_id));
end
$$;

-- The hash that waits for the first proof; null when there is none or when it was voided.
create function auth_lib.pending_hash(user_id uuid) returns text
language plpgsql stable
as $$
begin
  return (select p.hash from auth.pending_passwords as p where p.user_id = pending_hash.user_id);
end
$$;

-- Whether a token made by a repeated sign-up or a resend still carries the password of the first sign-up. It does if the
-- token that it replaces did; a link asked for by /otp, /magiclink or /invite in between does not.
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
