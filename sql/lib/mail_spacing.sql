-- Seconds between two mails of a purpose to one address: 900 for sign-ups, 60 for the rest, one value where it is set.
create function auth_lib.mail_spacing(purpose text, settings jsonb) returns double precision
language sql immutable
as $$
  select coalesce(
    nullif((mail_spacing.settings ->> 'smtp_max_frequency')::double precision, 0),
    case mail_spacing.purpose when 'signup' then 900 else 60 end)
$$;
comment on function auth_lib.mail_spacing(text, jsonb) is 'The spacing of mails of a purpose in seconds.';
