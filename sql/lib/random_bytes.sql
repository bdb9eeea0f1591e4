-- Bytes from the operating system's generator. One of the four files that name pgcrypto's schema.
create function auth_lib.random_bytes(length integer) returns bytea
language sql volatile strict
as $$ select extensions.gen_random_bytes(random_bytes.length) $$;
comment on function auth_lib.random_bytes(integer) is 'Cryptographically random bytes.';
