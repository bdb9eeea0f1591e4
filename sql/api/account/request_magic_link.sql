-- POST /magiclink. Sends a mail with a sign-in link. Creates a user for an unknown address.
create function auth_api.request_magic_link(
  email text, data jsonb, audience text, link jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb;
begin
  if not auth_lib.is_address_kind_enabled('email', settings) then
    return auth_lib.refusal('email_logins_disabled');
  elsif not coalesce((settings ->> 'external_email_magic_link_enabled')::boolean, true) then
    return auth_lib.refusal('magic_link_disabled');
  elsif coalesce(email, '') = '' then
    return auth_lib.refusal('email_required_for_link');
  end if;
  v_refused := coalesce(auth_lib.check_email(email), auth_lib.check_sso_address(email),
    auth_lib.check_pkce(link),
    auth_lib.check_sign_up_data('email', auth_lib.normal_email(email), data, settings));
  if v_refused is not null then
    return v_refused;
  end if;
  return auth_lib.request_link(auth_lib.normal_email(email), data, audience, link, settings, client);
end
$$;
comment on function auth_api.request_magic_link is
  'POST /magiclink. Errors: email_too_long, email_invalid, pkce_pair_required, pkce_length, '
  'pkce_characters, pkce_method, mail_spacing, mail_quota, signup_disabled, metadata_too_long, '
  'email_logins_disabled, magic_link_disabled, email_required_for_link, sso_required.';

-- Sends the mail of POST /magiclink, or of POST /otp with an e-mail address: a magic link to a confirmed user
-- or under autoconfirm, otherwise a confirmation. The address was validated. Sends nothing if the account has
-- the address only through an identity or belongs to another audience. Returns {} or an error.
create function auth_lib.request_link(
  email text, data jsonb, audience text, link jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_user    auth.users := auth_lib.lock_user_by_address('email', email);
  v_aud     text := auth_lib.request_aud(null, audience, settings);
  v_new     boolean := v_user.email_confirmed_at is null;
  v_refused jsonb;
begin
  if auth_lib.belongs_to_other_audience(v_user, 'email', email, v_aud) then
    return coalesce(auth_lib.count_message('link', email, 'nothing', settings), '{}');
  end if;
  if v_new then
    v_refused := auth_lib.sign_up_by_link('email', email, data, null, v_aud, link, settings, client);
    if v_refused is not null then
      return case when v_refused ? 'refused' then v_refused else '{}' end;
    end if;
    v_user := auth_lib.lock_user_by_address('email', email);
  end if;
  v_refused := auth_lib.request_recovery_token(v_user, 'magiclink', link, settings, client);
  if v_refused is not null and v_new then
    perform auth_lib.fail_with(v_refused);   -- rolls back the autoconfirmed user
  end if;
  return coalesce(v_refused, '{}');
end
$$;
