-- TOTP (RFC 6238): codes that change every thirty seconds, as authenticator apps show them. SHA-1 and six digits, because
-- many apps ignore what else a QR code asks for.

-- The time step of an instant.
create function auth_lib.totp_step(instant timestamptz) returns bigint
language sql stable
as $$ select floor(extract(epoch from instant) / 30)::bigint $$;

-- The code of a time step: four bytes of the HMAC, from the place that its last four bits name, without their sign bit
-- (RFC 4226, 5.3).
create function auth_lib.totp(secret bytea, step bigint, digits integer) returns text
language sql immutable strict
as $$
  select right(lpad(((get_byte(h.mac, h.at) & 127)::bigint * 16777216 + get_byte(h.mac, h.at + 1) * 65536
    + get_byte(h.mac, h.at + 2) * 256 + get_byte(h.mac, h.at + 3))::text, 10, '0'), digits) from (
    select m.mac, get_byte(m.mac, 19) & 15 as at from (select auth_lib.hmac_sha1(int8send(step), secret) as mac) as m) as h
$$;

-- The time step whose code was typed: the present one, or one beside it, because clocks differ; null if it is none of them.
-- used_step is the last that was accepted: no code of it or of an earlier one counts again, so a code works once.
create function auth_lib.totp_match(secret bytea, code text, used_step bigint) returns bigint
language plpgsql stable
as $$
declare
  v_now bigint := auth_lib.totp_step(auth_lib.clock());
begin
  return (
    select max(s.step) from generate_series(v_now - 1, v_now + 1) as s (step)
    where s.step > coalesce(used_step, -1) and auth_lib.totp(secret, s.step, 6) = replace(code, ' ', ''));
end
$$;
