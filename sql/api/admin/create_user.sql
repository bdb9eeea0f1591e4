-- POST /admin/users and POST /admin/users/{user_id}. Sends no mail and opens no session. Works even if
-- sign-ups are disabled.
create function auth_api.create_user(
  claims jsonb, user_id text, id text, aud text, role text, email text, phone text, password text,
  password_hash text,
  email_confirm boolean, phone_confirm boolean, user_metadata jsonb, app_metadata jsonb, ban_duration text,
  audience text, settings jsonb, client jsonb, leaked boolean default null)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_email   text := nullif(auth_lib.normal_email(email), '');
  v_phone   text := nullif(auth_lib.normal_phone(phone), '');
  v_kinds   jsonb := to_jsonb(array_remove(array[case when v_email is not null then 'email' end,
    case when v_phone is not null then 'phone' end], null));
  v_hash    text := nullif(password_hash, '');
  v_apps    jsonb := auth_lib.merge_metadata(jsonb_build_object('provider', v_kinds -> 0,
    'providers', v_kinds), app_metadata);
  v_user    auth.users;
  v_refused jsonb := auth_lib.check_admin(claims, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif user_id is not null and auth_lib.path_uuid(user_id) is null then
    return auth_lib.refusal('path_not_uuid');
  end if;
  v_user.raw_user_meta_data := coalesce(user_metadata, '{}')
    || case when email_confirm and v_email is not null then '{"email_verified": true}' else '{}' end::jsonb;
  v_refused := coalesce(case when v_kinds = '[]' then auth_lib.refusal('new_user_without_address') end,
    auth_lib.check_new_user(coalesce(user_id, id), aud, role, email, phone, password, password_hash,
      ban_duration),
    -- A password from an administrator is only checked for its maximum length (check_new_user) and for a
    -- leak.
    case when leaked then auth_lib.weak_password_refusal(auth_lib.weak_password(password, leaked, settings)) end,
    auth_lib.check_metadata(v_user.raw_user_meta_data, v_apps, null));
  if v_refused is not null then
    return v_refused - 'column';
  end if;
  if coalesce(password, '') <> '' then
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
  end if;
  v_user.id := coalesce(auth_lib.path_uuid(user_id), auth_lib.path_uuid(id));
  v_user.aud := coalesce(nullif(aud, ''), auth_lib.request_aud(claims, audience, settings));
  v_user.role := coalesce(nullif(auth_lib.trim_space(role), ''), auth_lib.default_role(settings));
  v_user.email := v_email;
  v_user.email_confirmed_at := case when email_confirm and v_email is not null then v_now end;
  v_user.phone := v_phone;
  v_user.phone_confirmed_at := case when phone_confirm and v_phone is not null then v_now end;
  v_user.raw_app_meta_data := v_apps;
  v_user.banned_until := auth_lib.banned_until(null, ban_duration);
  v_user := auth_lib.insert_user(v_user, true);
  if v_user.id is null then
    return auth_lib.refusal(case when v_email is not null then 'email_exists' else 'phone_exists' end);
  end if;
  if v_email is not null then
    perform auth_lib.upsert_address_identity(v_user.id, 'email', v_email, coalesce(email_confirm, false));
  end if;
  if v_phone is not null then
    perform auth_lib.upsert_address_identity(v_user.id, 'phone', v_phone, coalesce(phone_confirm, false));
  end if;
  if v_hash is not null then
    perform auth_lib.set_password(v_user.id, v_hash);
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_signedup}',
    auth_lib.admin_audit_details(v_user) || jsonb_strip_nulls(jsonb_build_object('provider', v_kinds ->> 0,
      'new_role', nullif(v_user.role, auth_lib.default_role(settings)), 'new_banned_until', auth_lib.wire_time(v_user.banned_until))), client);
  perform auth_lib.notify_webhooks('user.created', auth_lib.user_json(v_user)) where auth_lib.has_webhooks();
  return auth_lib.user_json(v_user);
end
$$;
comment on function auth_api.create_user is
  'POST /admin/users. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, email_too_long, email_invalid, '
  'phone_invalid, password_too_long, weak_password, metadata_too_long, email_exists, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, path_not_uuid, new_user_without_address, '
  'phone_exists, password_or_hash, password_hash_unusable, claim_too_long, id_not_uuid, id_nil, id_exists, '
  'ban_duration.';
