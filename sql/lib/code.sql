-- The digits mailed or texted for a token row: first 8 bytes of HMAC(code sub-key, id ‖ generation) as an unsigned
-- number, modulo 10^digits, with leading zeros. The worker derives the same when it sends.
create function auth_lib.code(token auth.one_time_tokens, key bytea) returns text
language plpgsql immutable
as $$
begin
  return (
    select lpad(
      mod(
        ('x' || encode(substr(m.mac, 1, 4), 'hex'))::bit(32)::bigint::numeric * 4294967296
          + ('x' || encode(substr(m.mac, 5, 4), 'hex'))::bit(32)::bigint::numeric,
        power(10::numeric, (code.token).digits))::bigint::text,
      (code.token).digits, '0')
    from (select auth_lib.hmac(uuid_send((code.token).id) || int8send((code.token).generation), code.key) as mac) as m
  );
end
$$;
comment on function auth_lib.code(auth.one_time_tokens, bytea) is 'The digits of a one-time token under the code sub-key of its key id.';
