-- POST /admin/generate_link. The user of an address and a fresh token for it, whose link and code the gateway derives: the
-- member link is replaced there. Nothing is sent, no limit counts, and the token lives from now.
-- Calls: check_admin, check_link_request, link_user, issue_token, audit. Writes: what these write, update auth.users.
create function auth_api.generate_link(
  claims jsonb, type text, email text, new_email text, password text, data jsonb, audience text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_aud     text := auth_lib.request_aud(claims, audience, settings);
  v_known   auth.users := auth_lib.seen_in(auth_lib.find_user('email', auth_lib.normal_email(email)), v_aud);
  v_type    text := case when type = 'magiclink' and v_known.id is null then 'signup' else type end;
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings),
    auth_lib.check_link_request(v_known, type, v_type, email, new_email, password, data, v_aud, settings));
  v_hash    text;
  v_user    auth.users;
  v_token   auth.one_time_tokens;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  if v_type = 'signup' and type = 'signup' and v_known.id is null then
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
  end if;
  v_user := auth_lib.link_user(v_type, auth_lib.normal_email(email), auth_lib.normal_email(new_email), data, v_hash, v_aud, settings);
  v_token := auth_lib.issue_token(v_user.id, auth_lib.link_kind(v_type),
    case when v_type like 'email_change%' then 'email_change' else v_type end,
    case v_type when 'email_change_new' then v_user.new_email else v_user.email end, null, false, v_aud, settings);
  update auth.one_time_tokens as t set expires_at = auth_lib.clock() + t.valid_for where t.id = v_token.id;
  if v_type in ('magiclink', 'recovery') then
    perform auth_lib.audit(v_user, '{user_recovery_requested}', null, client);
  elsif v_type = 'invite' then
    perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_invited}',
      jsonb_build_object('user_id', v_user.id, 'user_email', v_user.email), client);
  end if;
  return auth_lib.user_json(v_user)::jsonb || jsonb_build_object(
    'verification_type', v_type,
    'link', jsonb_build_object('token_id', v_token.id, 'generation', v_token.generation, 'key_id', v_token.key_id,
      'digits', v_token.digits, 'purpose', v_token.purpose));
end
$$;
comment on function auth_api.generate_link(jsonb, text, text, text, text, jsonb, text, jsonb, jsonb) is
  'POST /admin/generate_link. Refuses: not_admin, validation_failed, weak_password, email_exists, user_not_found.';
