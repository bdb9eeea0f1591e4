-- HMAC-SHA-256. One of the four files that name pgcrypto's schema.
create function auth_lib.hmac(message bytea, key bytea) returns bytea
language sql immutable strict parallel safe
as $$ select extensions.hmac(hmac.message, hmac.key, 'sha256') $$;
comment on function auth_lib.hmac(bytea, bytea) is 'HMAC-SHA-256 of a message under a key.';
