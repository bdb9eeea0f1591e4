-- Arrivals: whose account it is when somebody comes back from a provider, which says who they are.

-- The refusal of a request that links or unlinks by hand, or null.
create function auth_lib.check_linker(claims jsonb, person auth.users, audience text, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_refused jsonb := auth_lib.check_caller(claims, person, settings);
begin
  if v_refused is not null then
    return v_refused;
  elsif auth_lib.request_aud(claims, audience, settings) <> coalesce(auth_lib.token_aud(claims), '') then
    return auth_lib.refusal('unexpected_audience');
  end if;
  return coalesce(auth_lib.check_session_lives(claims), auth_lib.check_aal(claims, person, 'identities_need_aal2'));
end
$$;

-- The live token of an invitation; all null when it was used, replaced or has expired.
create function auth_lib.find_invitation(id uuid) returns auth.one_time_tokens
language plpgsql stable
as $$
declare
  v_token auth.one_time_tokens := auth_lib.find_link(id, '{confirmation}');
begin
  return case when exists (select from auth.users as u where u.id = v_token.user_id and u.invited_at is not null) then v_token end;
end
$$;

-- The addresses of a profile as they are stored, the primary one first; verified ones alone where proven says so.
create function auth_lib.told_emails(profile jsonb, proven boolean) returns text[]
language plpgsql stable
as $$
begin
  return (
    select coalesce(array_agg(auth_lib.normal_email(e.entry ->> 'email') order by (e.entry ->> 'primary')::boolean desc, e.place), '{}')
    from jsonb_array_elements(profile -> 'emails') with ordinality as e (entry, place)
    where auth_lib.check_email(e.entry ->> 'email') is null and ((e.entry ->> 'verified')::boolean or not proven)
  );
end
$$;

-- The user of an identity; if nobody has it, the users found by its verified addresses. Other identities are found only by
-- addresses that their provider has verified: whoever gave a provider somebody else's address without proof must not receive
-- that person's next sign-in.
create function auth_lib.accounts_of(provider text, subject text, emails text[]) returns uuid[]
language plpgsql stable
as $$
declare
  v_owner uuid;
begin
  select i.user_id into v_owner from auth.identities as i
  where i.provider = accounts_of.provider and i.subject = accounts_of.subject;
  return case when v_owner is not null then array[v_owner] else (
    select coalesce(array_agg(distinct f.user_id), '{}') from (
      select a.user_id from auth.addresses as a where a.kind = 'email' and a.value = any (emails)
      union all
      select i.user_id from auth.identities as i
      where i.email = any (emails) and (i.identity_data ->> 'email_verified')::boolean) as f) end;
end
$$;

-- An address that a provider has verified is taken from an account that only says it has it, and that somebody has proven
-- otherwise, by a number: who has the mailbox must not be led into that account, nor find the address in use. An account
-- that nobody has proven is entered instead, and one that an administrator has dealt with has the address from there.
create function auth_lib.release_addresses(emails text[], provider text, subject text) returns void
language plpgsql volatile
as $$
declare
  v_id   uuid;
  v_user auth.users;
begin
  for v_id in
    select a.user_id from auth.addresses as a
    where a.kind = 'email' and a.value = any (emails) and a.verified_at is null and not exists (
      select from auth.identities as i
      where i.user_id = a.user_id and i.provider = release_addresses.provider and i.subject = release_addresses.subject)
  loop
    v_user := auth_lib.lock_user(v_id);
    continue when not coalesce(v_user.email = any (emails), false) or v_user.email_confirmed_at is not null
      or v_user.phone_confirmed_at is null or auth_lib.is_administered(v_user);
    delete from auth.addresses as a where a.user_id = v_id and a.kind = 'email' and a.value = v_user.email;
    update auth.users as u set email = null, updated_at = auth_lib.clock() where u.id = v_id;
    perform auth_lib.drop_proofs(v_id);
  end loop;
end
$$;

-- Metadata with what a provider says merged in, unless that would be too long for a token.
create function auth_lib.with_profile(person auth.users, data jsonb, replaces boolean) returns jsonb
language plpgsql stable
as $$
declare
  v_merged jsonb := case when replaces then data else auth_lib.merge_metadata(person.user_metadata, data) end;
begin
  return case when auth_lib.check_metadata(v_merged, person.app_metadata, person) is null then v_merged else person.user_metadata end;
end
$$;

-- The identity of a profile is this user's from now on, as the provider describes it now.
create function auth_lib.put_identity(person auth.users, provider text, profile jsonb, replaces boolean) returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user auth.users;
begin
  insert into auth.identities as i (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at, updated_at)
  values (person.id, put_identity.provider, gen_random_uuid(), profile ->> 'subject', profile -> 'data', v_now, v_now, v_now)
  on conflict on constraint identities_subject_key do update
  set identity_data = excluded.identity_data, last_sign_in_at = v_now, updated_at = v_now where i.user_id = excluded.user_id;
  if not found then
    perform auth_lib.fail('identity_of_another_user');
  end if;
  update auth.users as u
  set user_metadata = auth_lib.with_profile(u, profile -> 'data', replaces), app_metadata = auth_lib.refresh_providers(u),
      updated_at = v_now
  where u.id = person.id returning u.* into v_user;
  return v_user;
end
$$;

-- Somebody signs in by an identity to an account whose address nobody has proven: every other way into it is removed,
-- because somebody else may have set it up.
create function auth_lib.clear_out(person auth.users, provider text, subject text) returns void
language plpgsql volatile
as $$
begin
  delete from auth.identities as i
  where i.user_id = person.id and (i.provider <> clear_out.provider or i.subject <> clear_out.subject);
  delete from auth.passwords as p where p.user_id = person.id;
  delete from auth.pending_passwords as p where p.user_id = person.id;
  delete from auth.flow_states as f where f.user_id = person.id;
  perform auth_lib.revoke_sessions(person.id, null, 'password'), auth_lib.drop_proofs(person.id), auth_lib.drop_passkeys(person.id),
    auth_lib.drop_factors(person.id);
end
$$;
