-- A uuid from a claim or a body, null where the text is none; a cast would raise and fill the log. Every hexadecimal
-- digit becomes 0, so that one comparison tells the canonical form; a regular expression costs three times as much.
create function auth_lib.uuid_or_null(value text) returns uuid
language sql immutable
as $$
  select case
    when translate(uuid_or_null.value, '123456789abcdefABCDEF', '000000000000000000000') = '00000000-0000-0000-0000-000000000000'
      then uuid_or_null.value::uuid
  end
$$;
comment on function auth_lib.uuid_or_null(text) is 'The uuid that a text spells in canonical form, otherwise null.';
