-- POST /admin/generate_link. Returns the user of an address with a new token. The gateway derives link and
-- code from the token and replaces the member link. No message is sent, no limit applies, and the token's
-- lifetime starts at once.
create function auth_api.generate_link(
  claims jsonb, type text, email text, new_email text, password text, data jsonb, audience text,
  settings jsonb, client jsonb, leaked boolean default null)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_aud     text := auth_lib.request_aud(claims, audience, settings);
  v_known   auth.users;
  v_type    text;
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_hash    text;
  v_user    auth.users;
  v_token   auth.one_time_tokens;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  -- Locked before the checks, because the link must belong to the account that has the address.
  v_known := auth_lib.with_request_audience(
    auth_lib.lock_user_by_address('email', auth_lib.normal_email(email)), v_aud);
  v_type := case when type = 'magiclink' and v_known.id is null then 'signup' else type end;
  v_refused := auth_lib.check_generated_link(v_known, type, v_type, email, new_email, password, leaked, data,
    v_aud, settings);
  if v_refused is not null then
    return v_refused;
  end if;
  if v_type = 'signup' and type = 'signup' and v_known.id is null then
    v_hash := auth_lib.bcrypt(password, null, auth_lib.bcrypt_cost(settings));
  end if;
  v_user := auth_lib.prepare_link_user(v_type, auth_lib.normal_email(email), auth_lib.normal_email(new_email),
    data, v_hash, v_aud, settings, client);
  v_token := auth_lib.issue_token(v_user.id, auth_lib.link_token_kind(v_type),
    case when v_type like 'email_change%' then 'email_change' else v_type end,
    case v_type when 'email_change_new' then v_user.new_email else v_user.email end, null, false, v_aud,
    settings);
  update auth.one_time_tokens as t set expires_at = auth_lib.clock() + t.valid_for where t.id = v_token.id;
  if v_type in ('magiclink', 'recovery') then
    perform auth_lib.audit(v_user, '{user_recovery_requested}', null, client);
  elsif v_type = 'invite' then
    perform auth_lib.audit(auth_lib.admin_actor(claims), '{user_invited}',
      jsonb_build_object('user_id', v_user.id, 'user_email', v_user.email), client);
  end if;
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))
  where auth_lib.has_webhooks() and v_type not in ('magiclink', 'recovery');
  return auth_lib.user_json(auth_lib.lock_user(v_user.id))::jsonb || jsonb_build_object(
    'verification_type', v_type,
    'link', jsonb_build_object('token_id', v_token.id, 'generation', v_token.generation,
      'key_id', v_token.key_id, 'digits', v_token.digits, 'purpose', v_token.purpose));
end
$$;
comment on function auth_api.generate_link is
  'POST /admin/generate_link. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, email_required, email_too_long, '
  'email_invalid, password_required, password_too_long, weak_password, metadata_too_long, email_exists, '
  'link_user_not_found, link_type_unknown, link_current_email_off, not_admin, right_missing, '
  'admin_session_expired, admin_needs_aal2, sso_required.';

-- Checks a POST /admin/generate_link request. Returns the first error or null. `known` is the user who has
-- the address.
create function auth_lib.check_generated_link(
  known auth.users, requested_type text, type text, email text, new_email text, password text, leaked boolean,
  data jsonb, aud text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_change boolean := type like 'email\_change\_%';
  -- True if no user has the address, if the user has it only through an identity (a link would not confirm
  -- it), or if the user belongs to another audience (an address has one user over all audiences).
  v_other  boolean := (known).email is distinct from auth_lib.normal_email(email) or (known).aud <> aud;
  v_wrong_email     jsonb := auth_lib.check_email(email);
  v_wrong_new_email jsonb := case when v_change then auth_lib.check_email(new_email) end;
  -- Errors with which the token would be refused when it is used.
  v_sso     jsonb := coalesce(auth_lib.check_sso_account(known, settings),
    case when (known).id is null then auth_lib.check_sso_address(email) end,
    case when v_change then auth_lib.check_sso_address(new_email) end);
begin
  if v_wrong_email is not null then
    return v_wrong_email;
  elsif auth_lib.link_token_kind(type) is null then
    return auth_lib.refusal('link_type_unknown', coalesce(requested_type, ''));
  elsif v_sso is not null then
    return v_sso;
  elsif v_other and ((known).id is not null and type = 'magiclink' or v_change or type = 'recovery') then
    return auth_lib.refusal('link_user_not_found');
  elsif type in ('signup', 'invite') and (known).id is not null
    and (v_other or (known).email_confirmed_at is not null) then
    return auth_lib.refusal('email_exists');
  elsif requested_type = 'signup' and (known).id is null then
    return coalesce(case when coalesce(password, '') = '' then auth_lib.refusal('password_required')
      else auth_lib.check_new_password(password, leaked, settings) end, auth_lib.check_invited_data(data));
  elsif type = 'signup' and (known).id is not null then
    return auth_lib.check_metadata(auth_lib.merge_metadata((known).raw_user_meta_data, data),
      (known).raw_app_meta_data, known);
  elsif type in ('signup', 'invite') and (known).id is null then
    return auth_lib.check_invited_data(data);
  elsif type = 'email_change_current' and not auth_lib.needs_two_email_confirmations(known, settings) then
    return auth_lib.refusal('link_current_email_off');
  elsif v_wrong_new_email is not null then
    return v_wrong_new_email;
  elsif v_change and (auth_lib.find_user('email', auth_lib.normal_email(new_email))).id <> (known).id then
    return auth_lib.refusal('email_exists');
  end if;
  return null;
end
$$;

-- Prepares the user for a generated link: creates the user if this type of link does so, and sets new_email
-- if the link changes the address. A password from an administrator is valid at once.
create function auth_lib.prepare_link_user(
  type text, email text, new_email text, data jsonb, hash text, aud text, settings jsonb, client jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user auth.users;
begin
  if type in ('signup', 'invite') then
    v_user := auth_lib.find_or_create_invitee(email, data, type = 'signup', aud, settings, client);
    if v_user.email_confirmed_at is not null or v_user.aud <> aud then
      -- The address was taken after the checks. A password given here must not replace a confirmed one.
      perform auth_lib.fail('email_exists');
    elsif hash is not null and auth_lib.stored_hash(v_user.id) is null then
      perform auth_lib.set_password(v_user.id, hash);
    end if;
  else
    v_user := auth_lib.lock_user_by_address('email', email);
  end if;
  if type like 'email\_change\_%' and v_user.new_email is distinct from new_email then
    delete from auth.one_time_tokens as t   -- tokens that would confirm a different new address
    where t.user_id = v_user.id and t.kind in ('email_change_current', 'email_change_new');
  end if;
  update auth.users as u
  set invited_at = case when type = 'invite' then v_now else u.invited_at end,
      confirmation_sent_at = case when type in ('signup', 'invite') then v_now
        else u.confirmation_sent_at end,
      recovery_sent_at = case when type in ('magiclink', 'recovery') then v_now else u.recovery_sent_at end,
      new_email = case when type like 'email\_change\_%' then prepare_link_user.new_email
        else u.new_email end,
      -- Earlier confirmations of the change become void.
      email_change_status = case when type like 'email\_change\_%' then 0 else u.email_change_status end,
      email_change_sent_at = case when type like 'email\_change\_%' then v_now
        else u.email_change_sent_at end,
      updated_at = v_now
  where u.id = v_user.id
  returning u.* into v_user;
  return v_user;
end
$$;

-- Returns the token kind for a type of generated link, or null for an unknown type.
create function auth_lib.link_token_kind(type text) returns text
language sql immutable
as $$
  select case
    when type in ('signup', 'invite') then 'confirmation'
    when type in ('magiclink', 'recovery') then 'recovery'
    when type in ('email_change_current', 'email_change_new') then type
  end
$$;
