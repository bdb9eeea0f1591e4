-- Banned is a matter of the clock: nothing has to happen when a ban ends.
create function auth_lib.is_banned(person auth.users) returns boolean
language sql stable
as $$ select coalesce((is_banned.person).banned_until > auth_lib.clock(), false) $$;
comment on function auth_lib.is_banned(auth.users) is 'Whether a user''s ban has not ended yet.';
