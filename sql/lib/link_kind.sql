-- Which token stands behind a link of a type that an administrator generates; null for an unknown type.
create function auth_lib.link_kind(type text) returns text
language sql immutable
as $$
  select case
    when link_kind.type in ('signup', 'invite') then 'confirmation'
    when link_kind.type in ('magiclink', 'recovery') then 'recovery'
    when link_kind.type in ('email_change_current', 'email_change_new') then link_kind.type
  end
$$;
comment on function auth_lib.link_kind(text) is 'The kind of one-time token of a generated link.';
