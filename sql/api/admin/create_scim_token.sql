-- POST /admin/sso/providers/{provider_id}/scim-tokens. Returns an id, from which the gateway derives the
-- token. A provider can have at most ten tokens that have not expired. To rotate a token, create a second
-- one.
create function auth_api.create_scim_token(
  claims jsonb, id text, name text, expires_at text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_end     timestamptz := case when auth_lib.is_time(expires_at) then expires_at::timestamptz end;
  v_id      uuid := (auth_lib.find_sso_provider(id)).id;
  v_token   auth.scim_tokens;
begin
  if v_refused is not null then
    return v_refused;
  elsif coalesce(length(name), 0) not between 1 and 255 then
    return auth_lib.refusal('scim_token_name');
  elsif expires_at is not null and (v_end is null or v_end <= v_now) then
    return auth_lib.refusal('scim_token_end');
  end if;
  perform from auth.sso_providers as p where p.id = v_id for no key update;
  if not found then
    return auth_lib.refusal('sso_provider_not_found');
  elsif (select count(*) from auth.scim_tokens as t
    where t.provider_id = v_id and (t.expires_at is null or t.expires_at > v_now)) >= 10 then
    return auth_lib.refusal('scim_too_many_tokens');
  end if;
  insert into auth.scim_tokens (id, provider_id, name, expires_at, created_at)
  values (gen_random_uuid(), v_id, name, v_end, v_now) returning * into v_token;
  perform auth_lib.audit(auth_lib.admin_actor(claims), '{scim_token_created}',
    jsonb_build_object('provider', 'sso:' || v_id, 'scim_token_id', v_token.id), client);
  return auth_lib.scim_token_json(v_token);
end
$$;
comment on function auth_api.create_scim_token is
  'POST /admin/sso/providers/{provider_id}/scim-tokens. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, sso_provider_not_found, scim_token_name, '
  'scim_token_end, scim_too_many_tokens.';
