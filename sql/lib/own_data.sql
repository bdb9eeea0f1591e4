-- What the server itself says of somebody who signs up with an address: whose identity it is, and what is proven. Laid over
-- the sign-up's data, so that no key of that can say it instead. A number is in no member of it (contract 4.5).
create function auth_lib.own_data(kind text, value text, id uuid, confirmed boolean) returns jsonb
language sql immutable
as $$
  select jsonb_build_object(
      'sub', own_data.id,
      'email_verified', own_data.kind = 'email' and own_data.confirmed,
      'phone_verified', own_data.kind = 'phone' and own_data.confirmed)
    || case own_data.kind when 'email' then jsonb_build_object('email', own_data.value) else '{}' end
$$;
comment on function auth_lib.own_data(text, text, uuid, boolean) is
  'The members of a sign-up''s identity data and user_metadata that only the server sets.';
