-- The fixed code of a test number (SMS_TEST_OTP), null for every other number or once the setting has expired.
create function auth_lib.test_otp(phone text, settings jsonb) returns text
language sql stable
as $$
  select case
    when coalesce(auth_lib.clock() <= nullif(test_otp.settings ->> 'sms_test_otp_valid_until', '')::timestamptz, true)
      then nullif(test_otp.settings -> 'sms_test_otp' ->> test_otp.phone, '')
  end
$$;
comment on function auth_lib.test_otp(text, jsonb) is 'The code that a test number accepts, null for a real one.';
