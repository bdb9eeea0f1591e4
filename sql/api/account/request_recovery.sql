-- POST /recover. Sends a mail with a link that signs in to set a new password. For an unknown address,
-- nothing is sent and the response is the same.
create function auth_api.request_recovery(email text, audience text, link jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_refused jsonb;
  v_user    auth.users;
begin
  if not auth_lib.is_address_kind_enabled('email', settings) then
    return auth_lib.refusal('email_recovery_disabled');
  elsif coalesce(email, '') = '' then
    return auth_lib.refusal('email_required_for_recovery');
  end if;
  v_refused := coalesce(auth_lib.check_email(email), auth_lib.check_sso_address(email),
    auth_lib.check_pkce(link));
  if v_refused is not null then
    return v_refused;
  end if;
  v_user := auth_lib.with_request_audience(
    auth_lib.lock_user_by_address('email', auth_lib.normal_email(email)), v_aud);
  if v_user.id is null or v_user.email is distinct from auth_lib.normal_email(email)
    or v_user.aud <> v_aud then
    v_refused := auth_lib.count_message('recovery', auth_lib.normal_email(email), 'nothing', settings);
  else
    v_refused := auth_lib.request_recovery_token(v_user, 'recovery', link, settings, client);
  end if;
  return coalesce(v_refused, '{}');
end
$$;
comment on function auth_api.request_recovery is
  'POST /recover. Errors: email_too_long, email_invalid, pkce_pair_required, pkce_length, pkce_characters, '
  'pkce_method, mail_spacing, mail_quota, email_required_for_recovery, email_recovery_disabled, '
  'sso_required.';
