-- The refusal of a phone number that is not E.164 (contract 5.2), or null.
create function auth_lib.check_phone(phone text) returns jsonb
language sql stable
as $$
  select case when coalesce(auth_lib.normal_phone(check_phone.phone), '') !~ '^[1-9][0-9]{1,14}$'
    then auth_lib.refusal('phone_invalid') end
$$;
comment on function auth_lib.check_phone(text) is 'Null for a usable phone number, otherwise a refusal.';
