-- Runs before POST /token?grant_type=password if a hook is configured for password attempts. Counts the
-- attempt as a failure and commits, whatever the hook returns later. A successful sign-in clears the count.
create function auth_api.count_password_attempt(
  email text, phone text, settings jsonb, client jsonb default null)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind    text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_address text := case v_kind when 'email' then auth_lib.normal_email(email)
    else auth_lib.normal_phone(phone) end;
  v_key     text := auth_lib.password_counter_key(v_kind, v_address);
  v_refused jsonb := coalesce(auth_lib.check_login_address(email, phone, settings),
    auth_lib.audit_password_refusal(
    v_key, v_address, v_kind, auth_lib.check_password_failures(v_key, settings, 0), settings, client));
begin
  if v_refused is not null then
    return v_refused;
  end if;
  perform auth_lib.count_password_failure(v_key, v_key = v_address, settings);
  -- Checks the limit while the count is locked, so that parallel attempts cannot exceed it.
  return coalesce(auth_lib.audit_password_refusal(
    v_key, v_address, v_kind, auth_lib.check_password_failures(v_key, settings, 1), settings, client), '{}');
end
$$;
comment on function auth_api.count_password_attempt is
  'Before POST /token?grant_type=password, if a hook is called for password attempts: counts the attempt. '
  'Errors: one_address_on_login, email_logins_disabled, phone_logins_disabled, address_missing_on_login, '
  'too_many_attempts.';
