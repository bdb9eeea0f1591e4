-- Recovery codes: ten that each stand in once for a second factor that is not at hand. They are told when they are made and
-- never again: here is a digest of each.

-- The factor that a user's recovery codes are; a row of nulls without any.
create function auth_lib.recovery_factor(user_id uuid) returns auth.factors
language plpgsql stable
as $$
declare
  v_factor auth.factors;
begin
  select f.* into v_factor from auth.factors as f where f.user_id = recovery_factor.user_id and f.factor_type = 'recovery_code';
  return v_factor;
end
$$;

-- The refusal of new codes, or null: they never are the only second factor, and only who has proven one gets them.
create function auth_lib.check_code_maker(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
begin
  if not auth_lib.is_factor_on('recovery_code', 'enroll', settings) then
    return auth_lib.refusal('recovery_codes_enroll_off');
  elsif not auth_lib.has_second_factor(person) then
    return auth_lib.refusal('recovery_codes_sole_factor');
  elsif not auth_lib.is_aal2(claims) then
    return auth_lib.refusal('recovery_codes_need_aal2');
  end if;
  return null;
end
$$;

-- Ten new codes instead of what there is: the only answer that holds them.
create function auth_lib.new_recovery_codes(person auth.users, factor auth.factors, client jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_codes text[] := array(select auth_lib.recovery_code() from generate_series(1, 10));
begin
  delete from auth.recovery_codes as r where r.user_id = person.id;
  insert into auth.recovery_codes (user_id, digest, created_at)
  select person.id, auth_lib.recovery_digest(person.id, c.code), v_now from unnest(v_codes) as c (code);
  update auth.factors as f set updated_at = v_now where f.user_id = person.id and f.id = factor.id;
  perform auth_lib.audit(person, '{recovery_codes_made}', jsonb_build_object('factor_id', factor.id), client);
  return jsonb_build_object('id', factor.id, 'type', 'recovery_code', 'friendly_name', factor.friendly_name,
    'total', 10, 'codes', v_codes);
end
$$;

-- A new code: 16 characters of 32 (without i, l, o and 0, which look like others), so 80 random bits, which nobody guesses.
create function auth_lib.recovery_code() returns text
language sql volatile
as $$
  select string_agg(substr('123456789abcdefghjkmnpqrstuvwxyz', get_byte(r.bytes, g.at) % 32 + 1, 1), '' order by g.at)
  from (select auth_lib.digest(gen_random_uuid()::text || gen_random_uuid()::text) as bytes) as r, generate_series(0, 15) as g (at)
$$;

-- What is kept of a code, however it is typed: capitals, spaces and hyphens make no difference.
create function auth_lib.recovery_digest(user_id uuid, code text) returns bytea
language sql stable
as $$ select auth_lib.digest(user_id::text || ':' || regexp_replace(lower(code collate "C"), '[\s-]', '', 'g')) $$;
