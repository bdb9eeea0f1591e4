-- Whether an address of a kind counts as proven when it is given.
create function auth_lib.autoconfirms(kind text, settings jsonb) returns boolean
language sql immutable
as $$
  select coalesce((autoconfirms.settings ->> case autoconfirms.kind when 'email' then 'mailer_autoconfirm' else 'sms_autoconfirm' end)::boolean, false)
$$;
comment on function auth_lib.autoconfirms(text, jsonb) is 'MAILER_AUTOCONFIRM or SMS_AUTOCONFIRM, by the kind of address.';
