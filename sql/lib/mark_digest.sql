-- Under which key an address's send mark or failure count of one purpose is kept: no address stands in that table.
create function auth_lib.mark_digest(purpose text, address text) returns bytea
language sql immutable
as $$ select auth_lib.digest(mark_digest.purpose || ':' || mark_digest.address) $$;
comment on function auth_lib.mark_digest(text, text) is 'The key of send_marks for a purpose and an address or user id.';
