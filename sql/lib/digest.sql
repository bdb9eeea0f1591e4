-- SHA-256 of a text. One of the four files that name pgcrypto's schema.
create function auth_lib.digest(value text) returns bytea
language sql immutable strict parallel safe
as $$ select extensions.digest(convert_to(digest.value, 'UTF8'), 'sha256') $$;
comment on function auth_lib.digest(text) is 'SHA-256 of a text in UTF-8.';
