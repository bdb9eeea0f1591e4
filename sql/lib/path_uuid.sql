-- A user id from a path: canonical, without hyphens, in braces, or as urn:uuid: (contract 8.17); otherwise null.
create function auth_lib.path_uuid(value text) returns uuid
language sql immutable
as $$
  select case
    when path_uuid.value ~* '^(urn:uuid:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then right(path_uuid.value, 36)::uuid
    when path_uuid.value ~* '^\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$' then substr(path_uuid.value, 2, 36)::uuid
    when path_uuid.value ~* '^[0-9a-f]{32}$' then path_uuid.value::uuid
  end
$$;
comment on function auth_lib.path_uuid(text) is 'The uuid that a path spells, null for anything else.';
