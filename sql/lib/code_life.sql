-- How long after the request wrong codes count: the life of a code, and an hour for the message to be on its way.
create function auth_lib.code_life(address text, settings jsonb) returns interval
language sql immutable
as $$
  select interval '1 hour' + make_interval(secs => case when code_life.address like '%@%'
    then coalesce((code_life.settings ->> 'mailer_otp_exp')::double precision, 86400)
    else coalesce((code_life.settings ->> 'sms_otp_exp')::double precision, 60) end)
$$;
comment on function auth_lib.code_life(text, jsonb) is 'How long a code that was asked for may be guessed at.';
