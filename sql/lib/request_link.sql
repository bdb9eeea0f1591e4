-- The mail of /magiclink and of /otp with an address: a magic link for a confirmed user, a confirmation for the rest.
-- The address has been checked. Who is found by an address that is not the account's own, or in another audience, gets
-- nothing, as at /recover. Answers {} or a refusal.
create function auth_lib.request_link(
  email text, data jsonb, code_challenge text, code_challenge_method text, audience text,
  base_url text, redirect_to text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_user    auth.users := auth_lib.find_user('email', request_link.email);
  v_aud     text := auth_lib.request_aud(null, request_link.audience, request_link.settings);
  v_new     boolean := v_user.email_confirmed_at is null;
  v_refused jsonb;
begin
  if v_user.id is not null and not auth_lib.is_unclaimed(v_user)
    and (v_user.email is distinct from request_link.email or v_user.aud <> v_aud) then
    return coalesce(auth_lib.check_message_limits('link', request_link.email, false, request_link.settings), '{}');
  end if;
  if v_new then
    v_refused := auth_lib.sign_up_by_link('email', request_link.email, request_link.data, null, request_link.code_challenge,
      request_link.code_challenge_method, v_aud,
      request_link.base_url, request_link.redirect_to, request_link.settings, request_link.client);
    if v_refused is not null then
      return case when v_refused ? 'refused' then v_refused else '{}' end;
    end if;
    v_user := auth_lib.find_user('email', request_link.email);
  end if;
  v_refused := auth_lib.request_recovery_token(auth_lib.lock_user(v_user.id), 'magiclink', request_link.code_challenge,
    request_link.code_challenge_method, request_link.base_url, request_link.redirect_to,
    request_link.settings, request_link.client);
  if v_refused is not null and v_new then
    perform auth_lib.fail_with(v_refused);   -- the autoconfirmed user goes again
  end if;
  return coalesce(v_refused, '{}');
end
$$;
comment on function auth_lib.request_link(text, jsonb, text, text, text, text, text, jsonb, jsonb) is
  'Queues a magic link, or a confirmation for an address not yet proven; {} or a refusal.';
