-- Creates users by number: gotrue_fixture.make(first, last, hash). Each user has an e-mail identity and a
-- session with a consumed and a current refresh token. Every second user has a Google identity. User 7's
-- current token is gotrue_fixture.token(7, 'current').
create schema gotrue_fixture;

create function gotrue_fixture.id(number integer, kind text) returns uuid language sql immutable
as $$ select md5(kind || ' ' || number)::uuid $$;

create function gotrue_fixture.token(number integer, kind text) returns text language sql immutable
as $$ select left(translate(md5('token ' || kind || number), '0189', 'wxyz'), 12) $$;

create function gotrue_fixture.make(first integer, last integer, hash text) returns void language sql volatile
as $$
  insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
    email_change_token_new, email_change, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
  select '00000000-0000-0000-0000-000000000000', gotrue_fixture.id(n, 'user'), 'authenticated', 'authenticated', 'person' || n || '@example.com', hash,
    '2025-01-01 00:00:00.123456+00'::timestamptz + make_interval(mins => n), '', '', '', '', '2025-06-01 00:00:00+00',
    case when n % 2 = 0 then '{"provider": "email", "providers": ["email", "google"]}' else '{"provider": "email", "providers": ["email"]}' end::jsonb,
    jsonb_build_object('full_name', 'Person ' || n, 'email_verified', true), '2025-01-01 00:00:00+00'::timestamptz + make_interval(mins => n),
    '2025-06-01 00:00:00+00'
  from generate_series(first, last) as n;
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select gotrue_fixture.id(n, 'identity'), gotrue_fixture.id(n, 'user')::text, gotrue_fixture.id(n, 'user'),
    jsonb_build_object('sub', gotrue_fixture.id(n, 'user'), 'email', 'person' || n || '@example.com', 'email_verified', true, 'phone_verified', false),
    'email', '2025-06-01', '2025-01-01', '2025-06-01'
  from generate_series(first, last) as n;
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select gotrue_fixture.id(n, 'google'), (100000000000 + n)::text, gotrue_fixture.id(n, 'user'),
    jsonb_build_object('sub', (100000000000 + n)::text, 'email', 'person' || n || '@example.com', 'email_verified', true, 'name', 'Person ' || n),
    'google', '2025-06-01', '2025-02-01', '2025-06-01'
  from generate_series(first, last) as n where n % 2 = 0;
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, refreshed_at, user_agent, ip)
  select gotrue_fixture.id(n, 'session'), gotrue_fixture.id(n, 'user'), '2025-06-01', '2025-06-02', 'aal1', '2025-06-02 00:00:00', 'browser', '192.0.2.7'
  from generate_series(first, last) as n;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gotrue_fixture.id(n, 'amr'), gotrue_fixture.id(n, 'session'), '2025-06-01', '2025-06-01', 'password' from generate_series(first, last) as n;
  insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
  select '00000000-0000-0000-0000-000000000000', gotrue_fixture.token(n, k.kind), gotrue_fixture.id(n, 'user')::text, k.kind = 'spent',
    case k.kind when 'spent' then '2025-06-01' else '2025-06-02' end::timestamptz, '2025-06-02',
    case k.kind when 'spent' then '' else gotrue_fixture.token(n, 'spent') end, gotrue_fixture.id(n, 'session')
  from generate_series(first, last) as n cross join (values ('spent'), ('current')) as k (kind);
$$;
