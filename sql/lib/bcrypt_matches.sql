-- Whether a hash just made equals a stored one, whatever of the three bcrypt prefixes the stored one has.
create function auth_lib.bcrypt_matches(computed text, stored text) returns boolean
language sql immutable
as $$
  select coalesce(
    bcrypt_matches.stored ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'
      and substr(bcrypt_matches.computed, 5) = substr(bcrypt_matches.stored, 5), false)
$$;
comment on function auth_lib.bcrypt_matches(text, text) is 'Whether a computed bcrypt hash equals a stored one; false when nothing is stored.';
