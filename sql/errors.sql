-- Every refusal that SQL makes, as data. One wire code has many texts and statuses, so each row has a name of ours;
-- %s are filled in by refusal(). The few that the gateway answers alone (bad JSON, bad JWT …) are in gateway/http.
create function auth_lib.error(name text) returns jsonb
language plpgsql immutable
as $$
begin
  return (
    select jsonb_build_object('status', e.status, 'code', e.code, 'message', e.message)
    from (values
      -- the caller's token (contract 3.3)
      ('token_expired',             403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired'),
      ('sub_missing',               403, 'bad_jwt', 'invalid claim: missing sub claim'),
      ('sub_not_uuid',              400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
      ('session_id_not_uuid',       403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'),
      ('caller_not_found',          403, 'user_not_found', 'User from sub claim in JWT does not exist'),
      ('session_not_found',         403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
      ('banned_caller',             403, 'user_banned', 'User is banned'),
      ('audience_mismatch',         400, 'validation_failed', 'Token audience doesn''t match request audience'),
      -- addresses, passwords, PKCE parameters (contract 5)
      ('email_required',            400, 'validation_failed', 'An email address is required'),
      ('email_too_long',            400, 'validation_failed', 'An email address is too long'),
      ('email_invalid',             400, 'validation_failed', 'Unable to validate email address: invalid format'),
      ('phone_invalid',             400, 'validation_failed', 'Invalid phone number format (E.164 required)'),
      ('password_required',         400, 'validation_failed', 'Signup requires a valid password'),
      ('password_too_long',         400, 'validation_failed', 'Password cannot be longer than 72 characters'),
      ('weak_password',             422, 'weak_password', '%s'),
      ('pkce_pair_required',        400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'),
      ('pkce_length',               400, 'validation_failed', 'code challenge has to be between 43 and 128 characters'),
      ('pkce_characters',           400, 'validation_failed', 'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes'),
      ('pkce_method',               400, 'validation_failed', 'Invalid code_challenge_method'),
      ('pkce_not_for_phone',        400, 'validation_failed', 'PKCE not supported for phone signups'),
      -- limits (contract 7)
      ('request_rate_limit',        429, 'over_request_rate_limit', 'Request rate limit reached'),
      ('too_many_attempts',         429, 'over_request_rate_limit', 'Request rate limit reached'),
      ('mail_spacing',              429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after %s seconds.'),
      ('mail_quota',                429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
      -- sign-up (contract 8.3, 12.1)
      ('signup_disabled',           422, 'signup_disabled', 'Signups not allowed for this instance'),
      ('anonymous_disabled',        422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
      ('email_signups_disabled',    400, 'email_provider_disabled', 'Email signups are disabled'),
      ('phone_signups_disabled',    400, 'phone_provider_disabled', 'Phone signups are disabled'),
      ('one_address_on_signup',     400, 'validation_failed', 'Only an email address or phone number should be provided on signup.'),
      ('user_already_exists',       422, 'user_already_exists', 'User already registered'),
      -- sign-in (contract 8.5 to 8.7)
      ('one_address_on_login',      400, 'validation_failed', 'Only an email address or phone number should be provided on login.'),
      ('email_logins_disabled',     422, 'email_provider_disabled', 'Email logins are disabled'),
      ('phone_logins_disabled',     422, 'phone_provider_disabled', 'Phone logins are disabled'),
      ('address_missing_on_login',  400, 'validation_failed', 'missing email or phone'),
      ('invalid_credentials',       400, 'invalid_credentials', 'Invalid login credentials'),
      ('banned_at_login',           400, 'user_banned', 'User is banned'),
      ('email_not_confirmed',       400, 'email_not_confirmed', 'Email not confirmed'),
      ('phone_not_confirmed',       400, 'phone_not_confirmed', 'Phone not confirmed'),
      ('refresh_token_not_found',   400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
      ('refresh_token_already_used', 400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
      ('banned_at_refresh',         400, 'user_banned', 'Invalid Refresh Token: User Banned'),
      ('session_expired',           400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
      ('session_expired_inactivity', 400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)'),
      ('pkce_exchange_empty',       400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty'),
      ('flow_state_not_found',      404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
      ('flow_state_expired',        422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
      ('bad_code_verifier',         400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),
      ('logout_scope',              400, 'validation_failed', 'Unsupported logout scope "%s"'),
      -- links and codes (contract 8.8, 8.9)
      ('verify_type_missing',       400, 'validation_failed', 'Verify requires a verification type'),
      ('verify_type_unknown',       400, 'validation_failed', 'Unsupported verification type'),
      ('verify_type_not_email',     400, 'validation_failed', 'Invalid email verification type'),
      ('verify_token_or_hash',      400, 'validation_failed', 'Verify requires either a token or a token hash'),
      ('verify_one_address',        400, 'validation_failed', 'Only an email address or phone number should be provided on verify'),
      ('verify_email_invalid',      422, 'validation_failed', 'Invalid email format'),
      ('verify_hash_only',          400, 'validation_failed', 'Only the token_hash and type should be provided'),
      ('code_expired',              403, 'otp_expired', 'Token has expired or is invalid'),
      ('link_expired',              403, 'otp_expired', 'Email link is invalid or has expired'),
      ('banned_at_verify',          403, 'user_banned', 'User is banned'),
      ('invited_password_required', 422, 'validation_failed', 'Invited users must specify a password'),
      ('flow_state_missing',        400, 'flow_state_not_found', 'No associated flow state found. 422: No valid flow state found for user.'),
      -- messages asked for (contract 8.10 to 8.13)
      ('one_address_on_otp',        400, 'validation_failed', 'Only an email address or phone number should be provided'),
      ('channel_only_for_phone',    400, 'validation_failed', 'Channel should only be specified with Phone OTP'),
      ('address_required_on_otp',   400, 'validation_failed', 'One of email or phone must be set'),
      ('otp_disabled',              422, 'otp_disabled', 'Signups not allowed for otp'),
      ('phone_otp_disabled',        400, 'phone_provider_disabled', 'Unsupported phone provider'),
      ('magic_link_disabled',       422, 'email_provider_disabled', 'Login with magic link is disabled'),
      ('email_required_for_link',   422, 'validation_failed', 'Password recovery requires an email'),
      ('email_required_for_recovery', 400, 'validation_failed', 'Password recovery requires an email'),
      ('email_recovery_disabled',   400, 'email_provider_disabled', 'Email logins are disabled'),
      ('resend_type',               400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change'),
      ('resend_needs_email',        400, 'validation_failed', 'Type provided requires an email address'),
      ('resend_needs_phone',        400, 'validation_failed', 'Type provided requires a phone number'),
      ('resend_needs_address',      400, 'validation_failed', 'Missing email address or phone number'),
      ('one_address_on_resend',     400, 'validation_failed', 'Only an email address or phone number should be provided.'),
      ('phone_resend_disabled',     400, 'phone_provider_disabled', 'Phone logins are disabled'),
      -- the account itself (contract 8.22, 8.23)
      ('email_exists',              422, 'email_exists', 'A user with this email address has already been registered'),
      ('phone_exists_on_update',    422, 'phone_exists', 'A user with this phone number has already been registered'),
      ('app_metadata_forbidden',    403, 'not_admin', 'Updating app_metadata requires admin privileges'),
      ('anonymous_password',        422, 'validation_failed', 'Updating password of an anonymous user without an email or phone is not allowed'),
      ('reauthentication_needed',   400, 'reauthentication_needed', 'Password update requires reauthentication'),
      ('nonce_invalid',             422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
      ('same_password',             422, 'same_password', 'New password should be different from the old password.'),
      ('reauthentication_without_address', 400, 'validation_failed', 'Reauthentication requires the user to have an email or a phone number'),
      ('verify_email_first',        422, 'email_not_confirmed', 'Please verify your email first.'),
      ('verify_phone_first',        422, 'phone_not_confirmed', 'Please verify your phone first.'),
      ('sms_provider_missing',      500, 'unexpected_failure', 'Unable to get SMS provider'),
      -- administration (contract 3.4, 5.7, 8.15 to 8.18)
      ('not_admin',                 403, 'not_admin', 'User not allowed'),
      ('admin_session_expired',     403, 'session_expired', 'Session is no longer valid'),
      ('path_not_uuid',             404, 'validation_failed', 'user_id must be an UUID'),
      ('user_not_found',            404, 'user_not_found', 'User not found'),
      ('new_user_without_address',  400, 'validation_failed', 'Cannot create a user without either an email or phone'),
      ('phone_exists',              422, 'phone_exists', 'Phone number already registered by another user'),
      ('password_or_hash',          400, 'validation_failed', 'Only a password or a password hash should be provided'),
      ('password_hash_unusable',    400, 'validation_failed', 'Only bcrypt password hashes of cost 4 to 14 can be used'),
      ('id_not_uuid',               400, 'validation_failed', 'ID must conform to the uuid v4 format'),
      ('id_nil',                    400, 'validation_failed', 'ID cannot be a nil uuid'),
      ('id_exists',                 422, 'user_already_exists', 'A user with this id has already been registered'),
      ('ban_duration',              400, 'validation_failed', 'invalid format for ban duration: time: %s'),
      ('bad_pagination',            400, 'validation_failed', 'Bad Pagination Parameters: %s'),
      ('bad_sort',                  400, 'validation_failed', 'Bad Sort Parameters: %s'),
      ('audit_scope',               400, 'validation_failed', 'Invalid query scope: %s')
    ) as e (name, status, code, message)
    where e.name = error.name
  );
end
$$;
comment on function auth_lib.error(text) is 'Status, code and message of a named refusal; null for a name that does not exist.';
