-- PUT /admin/users/{user_id}/factors/{factor_id}. Changes the name or, for a phone factor, the number.
create function auth_api.change_factor(
  claims jsonb, user_id text, factor_id text, friendly_name text, phone text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_name    text := nullif(friendly_name, '');
  v_phone   text := nullif(auth_lib.normal_phone(phone), '');
  v_user    auth.users;
  v_factor  auth.factors;
  v_new     auth.factors;
begin
  v_refused := coalesce(v_refused, case when auth_lib.path_uuid(user_id) is null
    then auth_lib.refusal('path_not_uuid')
    when auth_lib.path_uuid(factor_id) is null then auth_lib.refusal('factor_id_not_uuid') end);
  if v_refused is not null then
    return v_refused;
  end if;
  v_user := auth_lib.lock_user(auth_lib.path_uuid(user_id));
  select f.* into v_factor from auth.factors as f
  where f.user_id = v_user.id and f.id = auth_lib.path_uuid(factor_id);
  if v_user.id is null then
    return auth_lib.refusal('user_not_found');
  elsif v_factor.id is null then
    return auth_lib.refusal('factor_not_found');
  elsif octet_length(v_name) > 255 then
    return auth_lib.refusal('claim_too_long', 'friendly_name');
  elsif v_phone is not null and auth_lib.check_phone(phone) is not null then
    return auth_lib.check_phone(phone);
  elsif exists (select from auth.factors as f
    where f.user_id = v_user.id and f.id <> v_factor.id and f.friendly_name = v_name) then
    return auth_lib.refusal('factor_name_taken', v_name);
  elsif exists (select from auth.factors as f
    where f.user_id = v_user.id and f.id <> v_factor.id and f.phone = v_phone) then
    return auth_lib.refusal('factor_phone_verified');
  end if;
  update auth.factors as f
  set friendly_name = coalesce(v_name, f.friendly_name), updated_at = auth_lib.clock(),
      phone = case when f.factor_type = 'phone' then coalesce(v_phone, f.phone) end
  where f.user_id = v_user.id and f.id = v_factor.id returning f.* into v_new;
  -- Pending challenges are deleted, because the code of a challenge may have been sent to the previous
  -- number.
  delete from auth.challenges as c where c.user_id = v_user.id and c.factor_id = v_factor.id;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{factor_updated}', auth_lib.admin_audit_details(v_user)
    || jsonb_build_object('factor_id', v_factor.id, 'factor_type', v_factor.factor_type,
      'changed', auth_lib.changed_columns(to_jsonb(v_factor), to_jsonb(v_new))), client);
  return auth_lib.factor_json(v_new);
end
$$;
comment on function auth_api.change_factor is
  'PUT /admin/users/{user_id}/factors/{factor_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, path_not_uuid, factor_id_not_uuid, '
  'user_not_found, factor_not_found, claim_too_long, phone_invalid, factor_name_taken, '
  'factor_phone_verified.';
