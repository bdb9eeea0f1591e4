-- Irregular rows, as real databases may contain them: addresses that differ in case, orphaned rows, invalid
-- metadata, impossible timestamps. The users that this file creates have numbers above 9000. Foreign keys are
-- not checked, as in a manual restore.
set session_replication_role = replica;

insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, invited_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until, deleted_at, is_sso_user, is_anonymous, email_change, is_super_admin)
select '00000000-0000-0000-0000-000000000000', gotrue_fixture.id(o.n, 'user'), coalesce(o.aud, 'authenticated'), coalesce(o.role, 'authenticated'), o.email, o.phone,
  o.hash, o.confirmed, o.phone_confirmed, o.invited, o.signed_in, o.app, o.data, o.created, o.updated, o.banned, o.deleted, coalesce(o.sso, false),
  coalesce(o.anonymous, false), o.change, o.super
from jsonb_to_recordset($json$[
  {"n": 9001, "email": "Twin@example.com", "confirmed": "2025-01-01T00:00:00Z", "created": "2025-01-01T00:00:00Z", "app": {}, "data": {}},
  {"n": 9002, "email": "twin@example.com", "created": "2024-01-01T00:00:00Z", "app": {}, "data": {}},
  {"n": 9003, "email": "not an address", "confirmed": "2025-01-01T00:00:00Z", "app": {}, "data": {}},
  {"n": 9004, "phone": "15550001111", "phone_confirmed": "2025-01-01T00:00:00Z", "app": {}, "data": {}},
  {"n": 9005, "phone": "+1 555 000 1111", "app": {}, "data": {}},
  {"n": 9006, "anonymous": true, "app": {}, "data": {"guest": true}},
  {"n": 9007, "email": "odd@example.com", "app": [1, 2], "data": "text"},
  {"n": 9008, "email": "null@example.com", "app": null, "data": null, "aud": "", "role": ""},
  {"n": 9009, "email": "banned@example.com", "confirmed": "2025-01-01T00:00:00Z", "banned": "infinity", "app": {}, "data": {}},
  {"n": 9010, "email": "future@example.com", "confirmed": "2025-01-01T00:00:00Z", "created": "2999-01-01T00:00:00Z", "app": {}, "data": {}},
  {"n": 9011, "email": "never@example.com", "created": "-infinity", "updated": "infinity", "app": {}, "data": {}},
  {"n": 9012, "email": "gone-digest", "deleted": "2025-03-01T00:00:00Z", "hash": "$2a$04$abcdefghijklmnopqrstuuWqKQ1uO0bB1rGd0l2pX5aPp0X1qVY2m", "app": {}, "data": {}},
  {"n": 9013, "email": "person1@example.com", "sso": true, "confirmed": "2025-01-01T00:00:00Z", "app": {"provider": "sso:x"}, "data": {}},
  {"n": 9014, "email": "md5@example.com", "confirmed": "2025-01-01T00:00:00Z", "hash": "5f4dcc3b5aa765d61d8327deb882cf99", "app": {}, "data": {}},
  {"n": 9015, "email": "unproven@example.com", "hash": "$2y$04$abcdefghijklmnopqrstuuWqKQ1uO0bB1rGd0l2pX5aPp0X1qVY2m", "app": {}, "data": {}},
  {"n": 9016, "email": "argon@example.com", "confirmed": "2025-01-01T00:00:00Z", "hash": "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "app": {}, "data": {}},
  {"n": 9017, "email": "invited@example.com", "invited": "2025-01-01T00:00:00Z", "app": {}, "data": {}},
  {"n": 9018, "email": "moving@example.com", "confirmed": "2025-01-01T00:00:00Z", "change": "new@example.com", "app": {}, "data": {}},
  {"n": 9019, "email": "root@example.com", "confirmed": "2025-01-01T00:00:00Z", "role": "service_role", "super": true, "app": {}, "data": {}},
  {"n": 9020, "email": "ÜMLAUT@example.com", "confirmed": "2025-01-01T00:00:00Z", "app": {}, "data": {"emoji": "\ud83d\ude00", "deep": {"a": [null, {"b": ""}]}}}
]$json$) as o (n integer, aud text, role text, email text, phone text, hash text, confirmed timestamptz, phone_confirmed timestamptz, invited timestamptz,
  signed_in timestamptz, app jsonb, data jsonb, created timestamptz, updated timestamptz, banned timestamptz, deleted timestamptz, sso boolean,
  anonymous boolean, change text, super boolean);
update auth.users set raw_user_meta_data = jsonb_build_object('long', repeat('x', 200000)) where id = gotrue_fixture.id(9010, 'user');

insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at) values
  (gotrue_fixture.id(9001, 'identity'), gotrue_fixture.id(9001, 'user')::text, gotrue_fixture.id(9001, 'user'), '{"sub": "x"}', 'email', '2025-01-01'),
  (gotrue_fixture.id(9002, 'identity'), 'twin@example.com', gotrue_fixture.id(9001, 'user'), '{"sub": "y"}', 'email', '2024-01-01'),
  (gotrue_fixture.id(9003, 'identity'), '42', gotrue_fixture.id(9003, 'user'), '[]', 'GitHub', '2025-01-01'),
  (gotrue_fixture.id(9004, 'identity'), '42', gotrue_fixture.id(9004, 'user'), '{}', 'github', '2025-01-02'),
  (gotrue_fixture.id(9005, 'identity'), '', gotrue_fixture.id(9005, 'user'), '{}', 'github', '2025-01-01'),
  (gotrue_fixture.id(9006, 'identity'), '43', gotrue_fixture.id(9999, 'user'), '{}', 'github', '2025-01-01'),
  (gotrue_fixture.id(9012, 'identity'), '44', gotrue_fixture.id(9012, 'user'), '{}', 'github', '2025-01-01'),
  (gotrue_fixture.id(9013, 'identity'), 'saml-subject', gotrue_fixture.id(9013, 'user'), '{"email": "person1@example.com"}', 'sso:4f0c', '2025-01-01');

insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, refreshed_at, refresh_token_hmac_key, refresh_token_counter, oauth_client_id) values
  (gotrue_fixture.id(9001, 'session'), gotrue_fixture.id(9001, 'user'), '2025-01-01', null, 'aal2', '2020-01-01', null, null, null, null),
  (gotrue_fixture.id(9003, 'session'), gotrue_fixture.id(9003, 'user'), null, null, null, null, null,
    translate(encode(decode(repeat('0b', 32), 'hex'), 'base64'), '+/=', '-_'), 300, null),
  (gotrue_fixture.id(9004, 'session'), gotrue_fixture.id(9004, 'user'), '2025-01-01', null, 'aal1', null, null, null, null, gotrue_fixture.id(1, 'client')),
  (gotrue_fixture.id(9009, 'session'), gotrue_fixture.id(9009, 'user'), '2025-01-01', null, 'aal1', null, null, null, null, null),
  (gotrue_fixture.id(9012, 'session'), gotrue_fixture.id(9012, 'user'), '2025-01-01', null, 'aal1', null, null, null, null, null),
  (gotrue_fixture.id(9999, 'session'), gotrue_fixture.id(9999, 'user'), '2025-01-01', null, 'aal1', null, null, null, null, null);
insert into auth.refresh_tokens (token, user_id, revoked, created_at, parent, session_id) values
  ('orphantoken1', gotrue_fixture.id(9001, 'user')::text, false, '2025-01-01', '', null),
  ('endedtoken12', gotrue_fixture.id(9001, 'user')::text, false, '2025-01-01', '', gotrue_fixture.id(9001, 'session')),
  ('othersuser12', gotrue_fixture.id(1, 'user')::text, false, '2025-01-01', '', gotrue_fixture.id(9009, 'session')),
  ('grandparent1', gotrue_fixture.id(9009, 'user')::text, true, '2025-01-01', '', gotrue_fixture.id(9009, 'session')),
  ('parenttoken1', gotrue_fixture.id(9009, 'user')::text, true, '2025-01-02', 'grandparent1', gotrue_fixture.id(9009, 'session')),
  ('activetoken1', gotrue_fixture.id(9009, 'user')::text, false, '2025-01-03', 'parenttoken1', gotrue_fixture.id(9009, 'session')),
  ('MixedAlphabet-_22chars', gotrue_fixture.id(9009, 'user')::text, null, '2025-01-03', null, gotrue_fixture.id(9009, 'session'));

insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, web_authn_credential, web_authn_aaguid) values
  (gotrue_fixture.id(1, 'totp'), gotrue_fixture.id(1, 'user'), 'app', 'totp', 'verified', '2025-01-01', '2025-01-01', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', null, null, null),
  (gotrue_fixture.id(2, 'totp'), gotrue_fixture.id(2, 'user'), ' ', 'totp', 'unverified', '2025-01-01', '2025-01-01', 'JBSWY3DPEHPK3PXP', null, null, null),
  (gotrue_fixture.id(3, 'phone'), gotrue_fixture.id(3, 'user'), ' ', 'phone', 'verified', '2025-01-01', '2025-01-01', null, '+15550002222', null, null),
  (gotrue_fixture.id(4, 'key'), gotrue_fixture.id(4, 'user'), 'key', 'webauthn', 'verified', '2025-01-01', '2025-01-01', null, null,
    '{"id": "AQIDBA==", "publicKey": "pQECAyYgASFYIA==", "attestationType": "none", "transport": ["usb"], "flags": {"backupEligible": true, "backupState": false},
      "authenticator": {"AAGUID": "AAAAAAAAAAAAAAAAAAAAAA==", "signCount": 7}}', '00000000-0000-0000-0000-000000000001');
insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, sign_count, transports, friendly_name, created_at) values
  (gotrue_fixture.id(5, 'passkey'), gotrue_fixture.id(5, 'user'), '\x0102', '\xa501', '', 3, '["internal"]', 'laptop', '2025-01-01');

insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values
  (gotrue_fixture.id(9017, 'token'), gotrue_fixture.id(9017, 'user'), 'confirmation_token', 'abc', 'invited@example.com');
insert into auth.flow_state (id, provider_type, authentication_method) values (gotrue_fixture.id(1, 'flow'), 'google', 'oauth');
insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) values
  (null, gotrue_fixture.id(1, 'entry'), json_build_object('action', 'login', 'actor_id', gotrue_fixture.id(1, 'user'), 'actor_username', 'person1@example.com',
    'actor_via_sso', false, 'log_type', 'account', 'traits', json_build_object('provider', 'email')), '2025-06-01', '192.0.2.7'),
  (null, gotrue_fixture.id(2, 'entry'), '{"action": "logout", "actor_id": "nobody", "actor_username": null}', null, '999.1.1.1'),
  (null, gotrue_fixture.id(3, 'entry'), '{"action": "odd", "actor_username": "a\u0000b"}', '2025-06-01', ''),
  (null, gotrue_fixture.id(4, 'entry'), null, '2025-06-01', ''),
  (null, gotrue_fixture.id(5, 'entry'), '["no object"]', '2025-06-01', '');
insert into auth.sso_providers (id, resource_id) values (gotrue_fixture.id(1, 'sso'), 'corp');
insert into auth.sso_domains (id, sso_provider_id, domain) values (gotrue_fixture.id(1, 'domain'), gotrue_fixture.id(1, 'sso'), 'corp.example');
insert into auth.oauth_clients (id, registration_type, redirect_uris, grant_types) values (gotrue_fixture.id(1, 'client'), 'manual', 'https://a.example', 'code');
-- Client 2 has the secret 'imported-client-secret-of-43-characters-1234567'.
insert into auth.oauth_clients (id, registration_type, client_type, token_endpoint_auth_method, redirect_uris, grant_types, client_secret_hash, client_name, client_uri, deleted_at)
values
  (gotrue_fixture.id(2, 'client'), 'manual', 'confidential', 'client_secret_basic', 'https://client.example.com/callback,http://localhost:3000/cb', 'authorization_code,refresh_token',
    translate(trim('=' from encode(sha256('imported-client-secret-of-43-characters-1234567'), 'base64')), '+/', '-_'), 'Imported', 'https://client.example.com', null),
  (gotrue_fixture.id(3, 'client'), 'dynamic', 'public', 'none', 'myapp://callback', 'authorization_code', null, E'Odd\u202ename', 'javascript:alert(1)', null),
  (gotrue_fixture.id(4, 'client'), 'manual', 'public', 'none', 'https://a.example/cb,javascript:alert(1)', 'authorization_code', null, 'Comma', null, null),
  (gotrue_fixture.id(5, 'client'), 'manual', 'public', 'none', 'https://a.example/cb', 'authorization_code', null, 'Gone', null, '2025-01-01');
insert into auth.oauth_consents (id, user_id, client_id, scopes, revoked_at) values
  (gotrue_fixture.id(2, 'consent'), gotrue_fixture.id(2, 'user'), gotrue_fixture.id(2, 'client'), 'openid email', null),
  (gotrue_fixture.id(3, 'consent'), gotrue_fixture.id(3, 'user'), gotrue_fixture.id(2, 'client'), 'email', '2025-01-03');
insert into auth.sessions (id, user_id, created_at, refreshed_at, aal, oauth_client_id, scopes) values
  (gotrue_fixture.id(9101, 'session'), gotrue_fixture.id(2, 'user'), '2025-01-01', now() - interval '1 day', 'aal1', gotrue_fixture.id(2, 'client'), 'openid email');
insert into auth.refresh_tokens (token, user_id, revoked, created_at, parent, session_id) values
  ('clienttoken1', gotrue_fixture.id(2, 'user')::text, false, '2025-01-01', '', gotrue_fixture.id(9101, 'session'));
insert into auth.oauth_consents (id, user_id, client_id, scopes) values (gotrue_fixture.id(1, 'consent'), gotrue_fixture.id(1, 'user'), gotrue_fixture.id(1, 'client'), 'openid');
insert into auth.custom_oauth_providers (id, provider_type, identifier, name, client_id, client_secret, scopes, pkce_enabled, attribute_mapping,
  authorization_params, enabled, issuer, cached_discovery, authorization_url, token_url, userinfo_url, created_at, updated_at) values
  (gotrue_fixture.id(1, 'provider'), 'oidc', 'custom:corp', 'Corp', 'app', 'a client secret', '{openid,email}', true, '{"mail": "email"}', null, true,
    'https://id.corp.example', '{"issuer": "https://id.corp.example", "token_endpoint": "https://id.corp.example/token"}', null, null, null, '2025-01-01', '2025-01-02'),
  (gotrue_fixture.id(2, 'provider'), 'oauth2', 'custom:plain', 'Plain', 'app', 'another', null, false, '{}', '{"prompt": "login"}', false, null, null,
    'https://plain.example/authorize', 'https://plain.example/token', 'https://plain.example/me', '2025-01-01', '2025-01-02'),
  (gotrue_fixture.id(3, 'provider'), 'oidc', 'custom:unread', 'Never read', 'app', 'x', null, true, null, null, true, 'https://unread.example', null, null, null, null, null, null),
  (gotrue_fixture.id(4, 'provider'), 'oauth2', 'custom:rights', 'Takes rights from a claim', 'app', 'x', null, true, '{"groups": "role"}', null, true, null, null,
    'https://plain.example/authorize', 'https://plain.example/token', 'https://plain.example/me', null, null),
  (gotrue_fixture.id(5, 'provider'), 'oauth2', 'custom:http', 'Without TLS', 'app', 'x', null, true, null, null, true, null, null,
    'http://plain.example/authorize', 'https://plain.example/token', 'https://plain.example/me', null, null);
create table auth.notes_of_ours (id integer);
create function auth.helper_of_ours() returns integer language sql as 'select 1';
set session_replication_role = origin;
