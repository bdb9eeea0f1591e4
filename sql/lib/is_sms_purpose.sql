-- Whether messages of a purpose go by SMS, and so have its spacing, quota and error code.
create function auth_lib.is_sms_purpose(purpose text) returns boolean
language sql immutable
as $$ select is_sms_purpose.purpose in ('sms', 'phone_change', 'reauthentication_sms') $$;
comment on function auth_lib.is_sms_purpose(text) is 'True for the purposes of send marks that go by SMS.';
