-- DELETE /user/identities/{identity_id}. Removes an identity, but never the last one. An address that no
-- other identity has is removed too, or replaced by a verified address of another identity (replace_address).
create function auth_api.unlink_identity(
  claims jsonb, identity_id text, audience text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_id       uuid := auth_lib.path_uuid(identity_id);
  v_user     auth.users := auth_lib.lock_user((auth_lib.find_caller(claims)).id);
  v_refused  jsonb := auth_lib.check_linking_caller(claims, v_user, audience, settings);
  v_identity auth.identities;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_id is null then
    return auth_lib.refusal('identity_id_not_uuid');
  elsif (select count(*) from auth.identities as i where i.user_id = v_user.id) <= 1 then
    return auth_lib.refusal('single_identity');
  end if;
  delete from auth.identities as i where i.user_id = v_user.id and i.id = v_id returning i.* into v_identity;
  if v_identity.id is null then
    return auth_lib.refusal('identity_not_found');
  elsif not auth_lib.replace_address(v_user, v_identity, settings) then
    perform auth_lib.fail('identity_email_conflict');
  end if;
  v_refused := auth_lib.check_sso_email_change(v_user, (auth_lib.lock_user(v_user.id)).email, settings);
  if v_refused is not null then
    perform auth_lib.fail_with(v_refused);
  end if;
  -- A merge may have moved the address of the identity to this account. That address must no longer find the
  -- account, even if the provider has reported another address since.
  delete from auth.addresses as a
  where a.user_id = v_user.id and a.kind = 'email' and not a.is_primary and not exists (
    select from auth.identities as i where i.user_id = v_user.id and i.email = a.value);
  update auth.users as u set raw_app_meta_data = auth_lib.refresh_providers(u), updated_at = auth_lib.clock()
  where u.id = v_user.id;
  -- A link mailed to an address that the user no longer has must not sign in.
  perform auth_lib.void_one_time_tokens(v_user.id), auth_lib.cut_access(v_user.id, null, null);
  perform auth_lib.audit(v_user, '{identity_unlinked}', jsonb_build_object('identity_id', v_identity.id,
    'provider', v_identity.provider, 'provider_id', v_identity.subject), client);
  perform auth_lib.notify_identity('identity.unlinked', v_user.id, v_identity.provider, v_identity.subject);
  perform auth_lib.notify_webhooks('user.updated', auth_lib.user_json(auth_lib.lock_user(v_user.id)))
  where auth_lib.has_webhooks();
  if auth_lib.sends_notification('identity_unlinked', settings) then
    perform auth_lib.send_notification(v_user,
      'identity_unlinked', jsonb_build_object('Provider', v_identity.provider), settings, client);
  end if;
  return '{}'::jsonb;
end
$$;
comment on function auth_api.unlink_identity is
  'DELETE /user/identities/{identity_id}. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'unexpected_audience, identities_need_owner, user_sso_managed, identities_need_aal2, '
  'identity_id_not_uuid, single_identity, identity_not_found, identity_email_conflict, '
  'sso_required.';

-- Releases or replaces the address of a user whose identity was deleted. The address stays if it is not the
-- identity's or if another identity has it. An address that is only displayed (see is_found_by_email) stays
-- only if an identity outside the linking domain of e-mail has verified it. If none has, the oldest verified
-- address of an identity in that domain replaces the displayed address; without such an identity, the
-- displayed address is removed. Returns false if another user has the new address, or if the user would only
-- keep unconfirmed addresses and could not sign in.
create function auth_lib.replace_address(person auth.users, identity auth.identities, settings jsonb)
returns boolean
language plpgsql volatile
as $$
declare
  v_phone boolean := identity.provider = 'phone';
  v_shown boolean := person.email is not null and not auth_lib.is_found_by_email(person);
  v_next  auth.identities;
begin
  if not v_phone and (not v_shown and identity.email is distinct from person.email or exists (
    select from auth.identities as i
    where i.user_id = person.id and i.email = person.email and (not v_shown
      or i.identity_data ->> 'email_verified' = 'true'
        and not auth_lib.is_in_mail_domain(i.provider, settings)))) then
    return not person.owned_without_address or num_nonnulls(person.email_confirmed_at, person.phone_confirmed_at) > 0;
  elsif not v_phone then
    select i.* into v_next from auth.identities as i
    where i.user_id = person.id and i.email is not null and i.identity_data ->> 'email_verified' = 'true'
      and auth_lib.is_in_mail_domain(i.provider, settings)
    order by i.created_at limit 1;
  end if;
  if v_next.id is not null then
    update auth.users as u set email_confirmed_at = auth_lib.clock() where u.id = person.id;
    return auth_lib.set_address(person.id, 'email', v_next.email, true);
  elsif (case when v_phone then person.email_confirmed_at else person.phone_confirmed_at end) is null
    and ((case when v_phone then person.email else person.phone end) is not null
      or exists (select from auth.identities as i where i.user_id = person.id and i.email is not null
        and i.identity_data ->> 'email_verified' is distinct from 'true')) then
    return false;
  end if;
  delete from auth.addresses as a
  where a.user_id = person.id and a.kind = (case when v_phone then 'phone' else 'email' end);
  update auth.users as u
  set email = case when v_phone then u.email end,
      email_confirmed_at = case when v_phone then u.email_confirmed_at end,
      phone = case when not v_phone then u.phone end,
      phone_confirmed_at = case when not v_phone then u.phone_confirmed_at end
  where u.id = person.id;
  return true;
end
$$;
