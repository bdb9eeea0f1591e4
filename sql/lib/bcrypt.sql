-- Exactly one bcrypt: with the salt of a stored hash, or, where that is absent or no bcrypt, with a new salt.
-- crypt() answers DES without an error for any prefix it does not know, so nothing else may reach it.
-- One of the four files that name pgcrypto's schema.
create function auth_lib.bcrypt(password text, stored text, cost integer) returns text
language sql volatile
as $$
  select extensions.crypt(bcrypt.password, case
    when bcrypt.stored ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$' then '$2a$' || substr(bcrypt.stored, 5)
    else extensions.gen_salt('bf', bcrypt.cost)
  end)
$$;
comment on function auth_lib.bcrypt(text, text, integer) is
  'bcrypt of a password with the salt of a stored hash, or with a new salt of the given cost.';
