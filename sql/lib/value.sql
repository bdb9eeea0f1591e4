-- Basic values: the clock, conversion of instants, ids and texts, and digests.

-- Returns the start time of the transaction, so time does not advance within a call. Rules take the time from
-- this function, because tests replace it.
create function auth_lib.clock() returns timestamptz
language sql stable
as $$ select now() $$;

-- Returns a stored instant, or 1970 if the clock was set back since it was stored. `written` is the time
-- of the write. If `written` is more than a minute in the future, the clock was set back. Without this
-- check, waits, limits and leases would last until the clock reaches the old time again. A smaller
-- difference is accepted, because a transaction that started later may commit earlier.
create function auth_lib.trusted_instant(instant timestamptz, written timestamptz) returns timestamptz
language sql stable
as $$
  select case when written > auth_lib.clock() + interval '1 minute' then timestamptz 'epoch' else instant end
$$;

-- Returns an instant in RFC 3339 format in UTC with Z, in microseconds without trailing zeros, but with at
-- least one decimal. A single expression of strict functions, so that the planner can inline it.
create function auth_lib.wire_time(instant timestamptz) returns text
language sql stable strict
as $$
  select replace(
    rtrim(to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0') || 'Z', '.Z', '.0Z')
$$;

-- Returns an instant as a JSON string, at half the cost of wire_time(), for long lists. The session's time
-- zone must be UTC, which is set for our roles. Returns null for null, but is not declared strict, because
-- the planner would not inline it.
create function auth_lib.wire_instant(instant timestamptz) returns text
language sql stable
as $$
  select replace(to_json(instant)::text, '+00:00"',
    case when instant = instant::timestamptz(0) then '.0Z"' else 'Z"' end)
$$;

-- Returns the UUID in a text, or null if the text is not a UUID in canonical form (a cast would raise an
-- error). Two patterns check the places of the hyphens, and ltrim() the characters, in half the time of a
-- regular expression.
create function auth_lib.uuid_or_null(value text) returns uuid
language sql immutable
as $$
  select case
    when value like '________-____-____-____-____________' and value not like '%-%-%-%-%-%'
      and ltrim(value, '0123456789abcdefABCDEF-') = ''
      then value::uuid
  end
$$;

-- Returns the UUID in a segment of a path, in all forms that supabase/auth accepts: canonical, without
-- hyphens, in braces, or with urn:uuid:. Returns null for other texts.
create function auth_lib.path_uuid(value text) returns uuid
language sql immutable
as $$
  select case
    when value ~* '^(urn:uuid:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then right(value, 36)::uuid
    when value ~* '^\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$' then substr(value, 2, 36)::uuid
    when value ~* '^[0-9a-f]{32}$' then value::uuid
  end
$$;

-- Returns a random UUID with the last four digits of a user's id. If users are sharded by these digits, the
-- id of a link or code identifies the user's database. The last digits are used because UUIDs of
-- applications may begin with a time.
create function auth_lib.routed_uuid(user_id uuid) returns uuid
language sql volatile
as $$ select (left(gen_random_uuid()::text, 32) || right(user_id::text, 4))::uuid $$;

-- Removes white space at both ends. The vertical tab is written as \x0B, because E'\v' is the letter v.
create function auth_lib.trim_space(value text) returns text
language sql immutable
as $$ select btrim(value, E' \t\n\r\f\x0B') $$;

-- Returns true if a text is an IPv4 address: four decimal numbers without leading zeros.
create function auth_lib.is_ipv4(address text) returns boolean
language sql immutable
as $$ select address ~ '^((\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(\.(?!$)|$)){4}$' $$;

-- Returns true if a text is an IPv6 address. It may end in an IPv4 address (RFC 4291, section 2.2).
create function auth_lib.is_ipv6(address text) returns boolean
language sql immutable
as $$
  select a.hex ~* '^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$' or (
    a.hex ~* '^([0-9a-f]{1,4}(:[0-9a-f]{1,4})*)?::([0-9a-f]{1,4}(:[0-9a-f]{1,4})*)?$'
    and cardinality(array_remove(string_to_array(a.hex, ':'), '')) <= 7)
  from (values (case when auth_lib.is_ipv4(substring(address from '[^:]*$'))
    then regexp_replace(address, '[^:]*$', '0:0') else address end)) as a (hex)
$$;

-- Returns true if browsers can parse the port and a numeric or bracketed host of a URL. Browsers read a host
-- whose last label is a number as an IPv4 address. Only the usual form of such addresses is accepted. Does not
-- check the characters of other hosts. A URL without // has no host.
create function auth_lib.has_parsable_host(url text) returns boolean
language sql immutable
as $$
  select url !~* '^[a-z][a-z0-9+.-]*://[^/?#]' or (
    select case
      when m.host like '[%' then auth_lib.is_ipv6(substr(m.host, 2, length(m.host) - 2))
      when url ~* '^https?:' and m.host ~* '(^|\.)(\d+|0x[0-9a-f]*)\.?$'
        then auth_lib.is_ipv4(rtrim(m.host, '.'))
      else m.host is not null end
    from (select (regexp_match(url, '^[a-z][a-z0-9+.-]*://([^/?#]*@)?(\[[^\]/?#]*\]|[^\[\]:/?#@]+)'
      '(:0*(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])?)?([/?#]|$)', 'i'))[2]) as m (host))
$$;

-- Returns the SHA-256 of a text. Declared stable because convert_to() is stable: if it were immutable, the
-- planner could not inline it.
create function auth_lib.digest(value text) returns bytea
language sql stable strict parallel safe
as $$ select extensions.digest(convert_to(value, 'UTF8'), 'sha256') $$;

create function auth_lib.hmac(message bytea, key bytea) returns bytea
language sql immutable strict parallel safe
as $$ select extensions.hmac(message, key, 'sha256') $$;

-- Returns HMAC-SHA-1, for TOTP only. Collisions of SHA-1 do not affect HMAC.
create function auth_lib.hmac_sha1(message bytea, key bytea) returns bytea
language sql immutable strict parallel safe
as $$ select extensions.hmac(message, key, 'sha1') $$;

-- Concatenates the texts of two JSON objects to one object. Neither may be empty, and they must not have a
-- common member.
create function auth_lib.json_join(one json, other json) returns json
language sql immutable strict
as $$ select (left(one::text, -1) || ',' || substr(other::text, 2))::json $$;

-- Returns true if a text is a date in the years 1000 to 2999 and a time with an offset from UTC.
create function auth_lib.is_time(value text) returns boolean
language sql immutable
as $$
  select case when value ~ (
    '^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?'
      || '(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)$')
    then substr(value, 9, 2)::integer
      <= extract(day from make_date(substr(value, 1, 4)::integer, substr(value, 6, 2)::integer,
        1) + interval '1 month - 1 day')
    else false end
$$;

-- Returns the challenge for a verifier (RFC 7636, section 4.2): the verifier itself, or its SHA-256 in
-- base64url without padding.
create function auth_lib.pkce_challenge(code_verifier text, code_challenge_method text) returns text
language sql stable
as $$
  select case code_challenge_method
    when 'plain' then code_verifier
    else rtrim(translate(encode(auth_lib.digest(code_verifier), 'base64'), '+/', '-_'), '=')
  end
$$;
