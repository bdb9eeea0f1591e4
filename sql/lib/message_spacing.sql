-- Seconds between two messages of a purpose to one address. Mail: 900 for sign-ups, none for invitations, which an
-- administrator sends, 60 for the rest, one value where it is set. SMS: 60, or what is set.
create function auth_lib.message_spacing(purpose text, settings jsonb) returns double precision
language sql immutable
as $$
  select case when auth_lib.is_sms_purpose(message_spacing.purpose)
    then coalesce(nullif((message_spacing.settings ->> 'sms_max_frequency')::double precision, 0), 60)
    when message_spacing.purpose = 'invite' then 0
    else coalesce(nullif((message_spacing.settings ->> 'smtp_max_frequency')::double precision, 0),
      case message_spacing.purpose when 'signup' then 900 else 60 end) end
$$;
comment on function auth_lib.message_spacing(text, jsonb) is 'The spacing of messages of a purpose in seconds.';
