-- What stands for an address of a deleted user, had or not: base64url of SHA-256 over user id and address (contract 11.2).
create function auth_lib.tombstone(id uuid, value text) returns text
language sql immutable
as $$
  select rtrim(translate(encode(auth_lib.digest(tombstone.id::text || coalesce(tombstone.value, '')), 'base64'), '+/', '-_'), '=')
$$;
comment on function auth_lib.tombstone(uuid, text) is 'The digest that replaces an address of a deleted user.';
