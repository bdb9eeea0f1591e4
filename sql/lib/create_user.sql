-- Claims an address and inserts its user with an identity of our own. The claim comes first: of parallel calls one
-- gets it, the others wait, write nothing and are answered no row (all null). data is a sign-up's; where user_metadata is
-- given, that is stored exactly.
-- Writes: insert auth.addresses, insert auth.users, insert auth.identities.
create function auth_lib.create_user(
  kind text, value text, aud text, settings jsonb, data jsonb, user_metadata jsonb, confirmed boolean)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_id   uuid := gen_random_uuid();
  v_own  jsonb := auth_lib.own_data(create_user.kind, create_user.value, v_id, create_user.confirmed);
  v_user auth.users;
begin
  insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
  values (create_user.kind, create_user.value, v_id, true, case when create_user.confirmed then v_now end, v_now)
  on conflict on constraint addresses_pkey do nothing;
  if not found then
    return null;
  end if;

  insert into auth.users (id, aud, role, email, phone, email_confirmed_at, phone_confirmed_at,
    app_metadata, user_metadata, created_at, updated_at)
  values (v_id, create_user.aud, coalesce(create_user.settings ->> 'jwt_default_group_name', 'authenticated'),
    case create_user.kind when 'email' then create_user.value end,
    case create_user.kind when 'phone' then create_user.value end,
    case when create_user.kind = 'email' and create_user.confirmed then v_now end,
    case when create_user.kind = 'phone' and create_user.confirmed then v_now end,
    jsonb_build_object('provider', create_user.kind, 'providers', jsonb_build_array(create_user.kind)),
    coalesce(create_user.user_metadata, coalesce(create_user.data, '{}') || v_own || '{"phone_verified": false}'), v_now, v_now)
  returning * into v_user;

  insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at, updated_at)
  values (v_id, create_user.kind, gen_random_uuid(), v_id::text,
    auth_lib.identity_data(create_user.data) || v_own, v_now, v_now, v_now);
  return v_user;
end
$$;
comment on function auth_lib.create_user(text, text, text, jsonb, jsonb, jsonb, boolean) is
  'Creates the user of an address with its e-mail or phone identity; all null when the address is taken. A null user_metadata becomes data with the server''s own members.';
