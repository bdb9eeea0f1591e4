-- An unconfirmed user known only by somebody else's unproven provider identity (contract 12.1, row 14): the sign-up's
-- own identity takes the place of the others but a proven phone's, and its data that of the metadata. Who has an e-mail
-- identity is left as it is.
-- Writes: delete auth.identities, insert auth.identities, update auth.users, update auth.addresses.
create function auth_lib.adopt_email_identity(person auth.users, email text, data jsonb) returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_own  jsonb := auth_lib.own_data('email', adopt_email_identity.email, (adopt_email_identity.person).id, false);
  v_user auth.users;
begin
  if exists (
    select from auth.identities as i
    where i.user_id = (adopt_email_identity.person).id and i.provider = 'email') then
    return adopt_email_identity.person;
  end if;
  delete from auth.identities as i
  where i.user_id = (adopt_email_identity.person).id
    and not (i.provider = 'phone' and (adopt_email_identity.person).phone_confirmed_at is not null);
  insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at, updated_at)
  values ((adopt_email_identity.person).id, 'email', gen_random_uuid(), (adopt_email_identity.person).id::text,
    auth_lib.identity_data(adopt_email_identity.data) || v_own, v_now, v_now, v_now);
  update auth.addresses as a set is_primary = false
  where a.user_id = (adopt_email_identity.person).id and a.kind = 'email' and a.value <> adopt_email_identity.email;
  update auth.addresses as a set is_primary = true
  where a.user_id = (adopt_email_identity.person).id and a.kind = 'email' and a.value = adopt_email_identity.email;
  update auth.users as u
  set email = adopt_email_identity.email, user_metadata = coalesce(adopt_email_identity.data, '{}') || v_own,
      app_metadata = auth_lib.refresh_providers(u), updated_at = v_now
  where u.id = (adopt_email_identity.person).id
  returning u.* into v_user;
  return v_user;
end
$$;
comment on function auth_lib.adopt_email_identity(auth.users, text, jsonb) is
  'Gives an unconfirmed user without an e-mail identity one, in place of its others.';
