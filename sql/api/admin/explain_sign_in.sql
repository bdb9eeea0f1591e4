-- GET /admin/why with an address. Returns whether a sign-in with the address and the right password would
-- succeed now. Calls the same check functions as sign_in_with_password(), in the same order, and returns the
-- error of each check or null. Continues after the first error. Calls no hooks. refuses_leaked is true if a
-- right password that is known as leaked is refused: without the password nobody can check that.
create function auth_api.explain_sign_in(claims jsonb, address text, audience text, settings jsonb)
  returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_kind    text := case when address like '%@%' then 'email' else 'phone' end;
  v_address text := auth_lib.normal_address(address);
  v_key     text := auth_lib.password_counter_key(v_kind, v_address);
  v_none    jsonb := coalesce(case when v_kind = 'email' then auth_lib.check_sso_address(v_address) end,
    auth_lib.refusal('invalid_credentials'));
  v_user    auth.users;
  v_checks  jsonb;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_user := auth_lib.find_password_user(v_kind, v_address, auth_lib.request_aud(null, audience, settings));
  v_checks := jsonb_build_array(
    auth_lib.explanation_step('check_login_address', 'Sign-ins with this kind of address are enabled',
      auth_lib.check_login_address(case v_kind when 'email' then v_address end,
        case v_kind when 'phone' then v_address end, settings)),
    auth_lib.explanation_step('check_password_failures',
      'There are not too many wrong passwords within an hour',
      auth_lib.check_password_failures(v_key, settings, 0)),
    auth_lib.explanation_step('find_password_user', 'An account has this address',
      case when v_user.id is null then v_none end),
    auth_lib.explanation_step('stored_hash', 'The account has a password',
      case when auth_lib.stored_hash(v_user.id) is null then v_none end));
  if v_user.id is not null then
    v_checks := v_checks || auth_lib.explanation_step('check_sso_account',
      'The domain of the address does not require its identity provider',
      auth_lib.check_sso_account(v_user, settings));
    v_checks := v_checks || auth_lib.explanation_step('check_password_account', 'The user is not banned',
      case when v_user.banned_until > auth_lib.clock()
        then auth_lib.check_password_account(v_user, v_kind) end);
    v_user.banned_until := null;
    v_checks := v_checks || auth_lib.explanation_step('check_password_account',
      'The organization of the user has not deactivated the account',
      case when v_user.deprovisioned_at is not null
        then auth_lib.check_password_account(v_user, v_kind) end);
    v_user.deprovisioned_at := null;
    v_checks := v_checks || auth_lib.explanation_step('check_password_account', 'The address is confirmed',
      auth_lib.check_password_account(v_user, v_kind));
  end if;
  return jsonb_build_object('address', v_address, 'user_id', coalesce(v_user.id, (auth_lib.find_user(v_kind,
      v_address)).id), 'checks', v_checks, 'hooked', auth_lib.has_password_hook(settings),
    'refuses_leaked', coalesce((settings ->> 'password_hibp_enabled')::boolean
      and coalesce((settings ->> 'password_hibp_at_sign_in')::boolean, true)
      and (settings ->> 'password_hibp_require_change')::boolean, false),
    'suppressed', auth_lib.suppression_reason(v_address));
end
$$;
comment on function auth_api.explain_sign_in is
  'GET /admin/why, with an address. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2.';

-- Returns one check of explain_sign_in() with its error or null.
create function auth_lib.explanation_step(rule text, says text, refused jsonb) returns jsonb
language sql stable
as $$
  select jsonb_build_object('rule', rule, 'says', says, 'ok', refused is null, 'name',
    refused #> '{refused,name}', 'code', refused #> '{refused,code}')
$$;
