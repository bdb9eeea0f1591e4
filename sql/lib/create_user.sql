-- A new user of one address, with an identity of our own; all null when the address is taken. data is a sign-up's; where
-- user_metadata is given, that is stored exactly, and the account is an administrator's.
-- Calls: make_user. Writes: what it writes, insert auth.identities.
create function auth_lib.create_user(
  kind text, value text, aud text, settings jsonb, data jsonb, user_metadata jsonb, confirmed boolean)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user auth.users;
  v_own  jsonb;
begin
  v_user.id := gen_random_uuid();
  v_own := auth_lib.own_data(kind, value, v_user.id, confirmed);
  v_user.aud := aud;
  v_user.role := auth_lib.default_role(settings);
  if kind = 'email' then
    v_user.email := value;
    v_user.email_confirmed_at := case when confirmed then v_now end;
  else
    v_user.phone := value;
    v_user.phone_confirmed_at := case when confirmed then v_now end;
  end if;
  v_user.app_metadata := jsonb_build_object('provider', kind, 'providers', jsonb_build_array(kind));
  if user_metadata is null then
    v_user.user_metadata := coalesce(data, '{}') || v_own || '{"phone_verified": false}';
    v_user.sign_up_role := v_user.role;
  else
    v_user.user_metadata := user_metadata;
    v_user.administered_at := v_now;
  end if;
  v_user := auth_lib.make_user(v_user);
  if v_user.id is not null then
    insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at, updated_at)
    values (v_user.id, kind, gen_random_uuid(), v_user.id::text, auth_lib.identity_data(data) || v_own, v_now, v_now, v_now);
  end if;
  return v_user;
end
$$;
comment on function auth_lib.create_user(text, text, text, jsonb, jsonb, jsonb, boolean) is
  'Creates the user of an address with its e-mail or phone identity; all null when the address is taken. A null user_metadata becomes data with the server''s own members.';
