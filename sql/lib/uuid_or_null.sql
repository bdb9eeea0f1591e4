-- A uuid from a claim or a body, null where the text is none; a cast would raise and fill the log.
create function auth_lib.uuid_or_null(value text) returns uuid
language sql immutable strict
as $$
  select case
    when uuid_or_null.value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then uuid_or_null.value::uuid
  end
$$;
comment on function auth_lib.uuid_or_null(text) is 'The uuid that a text spells in canonical form, otherwise null.';
