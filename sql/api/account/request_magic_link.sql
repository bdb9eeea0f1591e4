-- POST /magiclink. A mail with a link that signs in; an unknown address signs up by it.
-- Calls: request_link. Writes: what it writes.
create function auth_api.request_magic_link(
  email text, data jsonb, code_challenge text, code_challenge_method text, audience text,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb;
begin
  if not coalesce((settings ->> 'external_email_enabled')::boolean, true) then
    return auth_lib.refusal('email_logins_disabled');
  elsif not coalesce((settings ->> 'external_email_magic_link_enabled')::boolean, true) then
    return auth_lib.refusal('magic_link_disabled');
  elsif coalesce(email, '') = '' then
    return auth_lib.refusal('email_required_for_link');
  end if;
  v_refused := coalesce(auth_lib.check_email(email), auth_lib.check_pkce(code_challenge, code_challenge_method),
    auth_lib.check_sign_up_data('email', auth_lib.normal_email(email), data, settings));
  if v_refused is not null then
    return v_refused;
  end if;
  return auth_lib.request_link(auth_lib.normal_email(email), data, code_challenge, code_challenge_method, audience,
    base_url, redirect_to, settings, client);
end
$$;
comment on function auth_api.request_magic_link(text, jsonb, text, text, text, text, text, jsonb, jsonb) is
  'POST /magiclink. Refuses: email_provider_disabled, validation_failed, signup_disabled, over_email_send_rate_limit.';
