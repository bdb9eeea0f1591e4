-- A phone number as it is stored: one leading plus and all blanks removed (contract 5.2).
create function auth_lib.normal_phone(phone text) returns text
language sql immutable
as $$ select replace(regexp_replace(normal_phone.phone, '^\+', ''), ' ', '') $$;
comment on function auth_lib.normal_phone(text) is 'A phone number without plus and blanks.';
