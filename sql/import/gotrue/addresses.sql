-- Views of the rows that an import from a GoTrue database writes. A dry run creates these views in a
-- transaction that it rolls back. An import keeps them in the schema auth_import until --commit. Each view
-- new_… has the columns of its target table. findings (findings.sql) lists every row that is omitted or
-- changed. The views old_… are the tables of GoTrue, created by import/gotrue/sources.ts with the columns
-- that the files of this folder read. Columns missing in a GoTrue release are null.

-- Returns an instant that clients can parse (year 1 to 9999), and null for all others, including infinity.
create function auth_import.instant(value timestamptz) returns timestamptz
language sql immutable
as $$ select case when value between '0001-01-02 00:00:00+00' and '9999-12-31 00:00:00+00' then value end $$;

-- Returns an address in stored form: an e-mail address in lower case, a phone number as its digits.
create function auth_import.normal_address(value text) returns text
language sql immutable
as $$
  select case when value like '%@%' then lower(value collate "C")
    else replace(regexp_replace(value, '^\+', ''), ' ', '') end collate "default"
$$;

-- Converts a JSON list of texts to an array. Returns an empty array if the value is not a list.
create function auth_import.texts(value jsonb) returns text[]
language sql immutable
as $$
  select array(select t.entry from jsonb_array_elements_text(case when jsonb_typeof(value) = 'array'
    then value else '[]' end) as t (entry))
$$;

-- Returns a client's IP address from a log entry, or null if the text is invalid.
create function auth_import.inet_or_null(value text) returns inet
language plpgsql immutable
as $$
begin
  return nullif(value, '')::inet;
exception when invalid_text_representation then
  return null;
end
$$;

-- Returns the reason why the importing role cannot change objects of an owner, or null.
create function auth_import.owner_change_blocker(owner oid) returns text
language sql stable
as $$ select case when not pg_has_role(owner, 'USAGE')
  then format('%I owns it, for whom %I may not act: let a superuser import, or a role that is a member of it',
  pg_get_userbyid(owner), current_user) end $$;

-- All addresses that may find a user, in stored form. If several users have the same address (GoTrue allows
-- addresses that differ in case), the user with place 1 gets it. Users who have confirmed the address come
-- first, then those who signed in last. Deleted users have no addresses. The e-mail address of an SSO user
-- and an unconfirmed address of an account with an owner do not find the account.
create view auth_import.finding_addresses as
select c.kind, c.value, c.user_id, c.verified_at, c.created_at,
  row_number() over (partition by c.kind, c.value
    order by c.verified_at is null, c.last_sign_in_at desc nulls last, c.created_at nulls last,
      c.user_id) as place
from (
  select 'email' as kind, (lower(u.email collate "C")) collate "default" as value, u.id as user_id,
    auth_import.instant(u.email_confirmed_at) as verified_at, auth_import.instant(u.created_at) as created_at,
    u.last_sign_in_at
  from auth_import.old_users as u
  where u.deleted_at is null and not u.is_sso_user
    and (u.email_confirmed_at is not null or u.phone_confirmed_at is null and not u.is_anonymous)
  union all
  select 'phone', replace(regexp_replace(u.phone, '^\+', ''), ' ', ''), u.id,
    auth_import.instant(u.phone_confirmed_at), auth_import.instant(u.created_at), u.last_sign_in_at
  from auth_import.old_users as u
  where u.deleted_at is null and (u.phone_confirmed_at is not null or u.email_confirmed_at is null
    and not u.is_anonymous)) as c
where c.value <> '';

-- Duplicate identities with the same subject. They differ in the case of the provider's name, or are a
-- user's second e-mail or phone identity. An import stores auth_import.finding_addresses and this view as
-- tables, because every batch reads them.
create view auth_import.duplicate_identities as
select r.id from (
  select i.id, row_number() over (
    partition by lower(i.provider collate "C"),
    case when i.provider in ('email', 'phone') then i.user_id::text else i.provider_id end
    order by i.last_sign_in_at desc nulls last, i.created_at nulls last, i.id) as place
  from auth_import.old_identities as i) as r
where r.place > 1;
