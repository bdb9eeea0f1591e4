-- The schema of supabase/auth: roles, tables, types, functions and rights. Written for Postern, not copied.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['role supabase_auth_admin noinherit createrole',
    'role anon nologin noinherit',
    'role authenticated nologin noinherit',
    'role service_role nologin noinherit bypassrls',
    'role dashboard_user nologin'] loop
    begin
      execute 'create ' || v_role;
    exception when duplicate_object or unique_violation then
      null;   -- roles are shared by the server: another test has created it
    end;
  end loop;
end
$$;

create schema auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;
grant all on schema auth to dashboard_user;
set role supabase_auth_admin;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
create type auth.oauth_client_type as enum ('public', 'confidential');
create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_response_type as enum ('code');
create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token');

create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'))::uuid
$$;
comment on function auth.uid() is 'Deprecated. Use auth.jwt() -> ''sub'' instead.';
create function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'))::text
$$;
create function auth.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'))::text
$$;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''), nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;
grant execute on function auth.uid() to dashboard_user;
grant execute on function auth.role() to dashboard_user;
grant execute on function auth.email() to dashboard_user;

create table auth.schema_migrations (version character varying(255) not null);
alter table only auth.schema_migrations add constraint schema_migrations_pkey primary key (version);
create table auth.instances (
  id uuid not null, uuid uuid, raw_base_config text, created_at timestamp with time zone, updated_at timestamp with time zone);
alter table only auth.instances add constraint instances_pkey primary key (id);

create table auth.users (
  instance_id uuid,
  id uuid not null,
  aud character varying(255),
  role character varying(255),
  email character varying(255),
  encrypted_password character varying(255),
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_token character varying(255),
  confirmation_sent_at timestamp with time zone,
  recovery_token character varying(255),
  recovery_sent_at timestamp with time zone,
  email_change_token_new character varying(255),
  email_change character varying(255),
  email_change_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  phone text default null::character varying,
  phone_confirmed_at timestamp with time zone,
  phone_change text default ''::character varying,
  phone_change_token character varying(255) default ''::character varying,
  phone_change_sent_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current character varying(255) default ''::character varying,
  email_change_confirm_status smallint default 0,
  banned_until timestamp with time zone,
  reauthentication_token character varying(255) default ''::character varying,
  reauthentication_sent_at timestamp with time zone,
  is_sso_user boolean default false not null,
  deleted_at timestamp with time zone,
  is_anonymous boolean default false not null,
  constraint users_email_change_confirm_status_check check (email_change_confirm_status >= 0 and email_change_confirm_status <= 2)
);
alter table only auth.users add constraint users_pkey primary key (id);
alter table only auth.users add constraint users_phone_key unique (phone);
create unique index users_email_partial_key on auth.users (email) where (is_sso_user = false);
create index users_instance_id_email_idx on auth.users (instance_id, lower((email)::text));
create index users_instance_id_idx on auth.users (instance_id);
create index users_is_anonymous_idx on auth.users (is_anonymous);
create unique index confirmation_token_idx on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index recovery_token_idx on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index email_change_token_current_idx on auth.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index email_change_token_new_idx on auth.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index reauthentication_token_idx on auth.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';
comment on table auth.users is 'Auth: Stores user login data within a secure schema.';

create table auth.identities (
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid default gen_random_uuid() not null
);
alter table only auth.identities add constraint identities_pkey primary key (id);
alter table only auth.identities add constraint identities_provider_id_provider_unique unique (provider_id, provider);
alter table only auth.identities add constraint identities_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);

create table auth.oauth_clients (
  id uuid not null, client_secret_hash text, registration_type auth.oauth_registration_type not null, redirect_uris text not null,
  grant_types text not null, client_name text, client_uri text, logo_uri text, created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null, deleted_at timestamp with time zone,
  client_type auth.oauth_client_type default 'confidential' not null, token_endpoint_auth_method text default 'client_secret_basic' not null);
alter table only auth.oauth_clients add constraint oauth_clients_pkey primary key (id);

create table auth.sessions (
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamp with time zone,
  refreshed_at timestamp without time zone,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text,
  constraint sessions_scopes_length check (char_length(scopes) <= 4096)
);
alter table only auth.sessions add constraint sessions_pkey primary key (id);
alter table only auth.sessions add constraint sessions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;
alter table only auth.sessions add constraint sessions_oauth_client_id_fkey foreign key (oauth_client_id) references auth.oauth_clients (id) on delete cascade;
create index sessions_user_id_idx on auth.sessions (user_id);
create index sessions_not_after_idx on auth.sessions (not_after desc);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigint not null,
  token character varying(255),
  user_id character varying(255),
  revoked boolean,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  parent character varying(255),
  session_id uuid
);
create sequence auth.refresh_tokens_id_seq start with 1 increment by 1 no minvalue no maxvalue cache 1;
alter sequence auth.refresh_tokens_id_seq owned by auth.refresh_tokens.id;
alter table only auth.refresh_tokens alter column id set default nextval('auth.refresh_tokens_id_seq'::regclass);
alter table only auth.refresh_tokens add constraint refresh_tokens_pkey primary key (id);
alter table only auth.refresh_tokens add constraint refresh_tokens_token_unique unique (token);
alter table only auth.refresh_tokens add constraint refresh_tokens_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade;
create index refresh_tokens_instance_id_idx on auth.refresh_tokens (instance_id);
create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

create table auth.mfa_amr_claims (
  session_id uuid not null, created_at timestamp with time zone not null, updated_at timestamp with time zone not null,
  authentication_method text not null, id uuid not null);
alter table only auth.mfa_amr_claims add constraint amr_id_pk primary key (id);
alter table only auth.mfa_amr_claims add constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method);
alter table only auth.mfa_amr_claims add constraint mfa_amr_claims_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade;

create table auth.mfa_factors (
  id uuid not null, user_id uuid not null, friendly_name text, factor_type auth.factor_type not null, status auth.factor_status not null,
  created_at timestamp with time zone not null, updated_at timestamp with time zone not null, secret text, phone text,
  last_challenged_at timestamp with time zone unique, web_authn_credential jsonb, web_authn_aaguid uuid, last_webauthn_challenge_data jsonb);
alter table only auth.mfa_factors add constraint mfa_factors_pkey primary key (id);
alter table only auth.mfa_factors add constraint mfa_factors_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(both from friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);

create table auth.mfa_challenges (
  id uuid not null, factor_id uuid not null, created_at timestamp with time zone not null, verified_at timestamp with time zone,
  ip_address inet not null, otp_code text, web_authn_session_data jsonb);
alter table only auth.mfa_challenges add constraint mfa_challenges_pkey primary key (id);
alter table only auth.mfa_challenges add constraint mfa_challenges_auth_factor_id_fkey foreign key (factor_id) references auth.mfa_factors (id) on delete cascade;

create table auth.one_time_tokens (
  id uuid not null, user_id uuid not null, token_type auth.one_time_token_type not null, token_hash text not null, relates_to text not null,
  created_at timestamp without time zone default now() not null, updated_at timestamp without time zone default now() not null,
  constraint one_time_tokens_token_hash_check check (char_length(token_hash) > 0));
alter table only auth.one_time_tokens add constraint one_time_tokens_pkey primary key (id);
alter table only auth.one_time_tokens add constraint one_time_tokens_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

create table auth.flow_state (
  id uuid not null, user_id uuid, auth_code text, code_challenge_method auth.code_challenge_method, code_challenge text,
  provider_type text not null, provider_access_token text, provider_refresh_token text, created_at timestamp with time zone,
  updated_at timestamp with time zone, authentication_method text not null, auth_code_issued_at timestamp with time zone, invite_token text,
  referrer text, oauth_client_state_id uuid, linking_target_id uuid, email_optional boolean default false not null);
alter table only auth.flow_state add constraint flow_state_pkey primary key (id);
create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);

create table auth.audit_log_entries (
  instance_id uuid, id uuid not null, payload json, created_at timestamp with time zone, ip_address character varying(64) default '' not null);
alter table only auth.audit_log_entries add constraint audit_log_entries_pkey primary key (id);
create index audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);

create table auth.sso_providers (
  id uuid not null, resource_id text, created_at timestamp with time zone, updated_at timestamp with time zone, disabled boolean);
alter table only auth.sso_providers add constraint sso_providers_pkey primary key (id);
create table auth.sso_domains (
  id uuid not null, sso_provider_id uuid not null, domain text not null, created_at timestamp with time zone, updated_at timestamp with time zone);
alter table only auth.sso_domains add constraint sso_domains_pkey primary key (id);
alter table only auth.sso_domains add constraint sso_domains_sso_provider_id_fkey foreign key (sso_provider_id) references auth.sso_providers (id) on delete cascade;
create table auth.saml_providers (
  id uuid not null, sso_provider_id uuid not null, entity_id text not null unique, metadata_xml text not null, metadata_url text,
  attribute_mapping jsonb, created_at timestamp with time zone, updated_at timestamp with time zone, name_id_format text);
alter table only auth.saml_providers add constraint saml_providers_pkey primary key (id);
alter table only auth.saml_providers add constraint saml_providers_sso_provider_id_fkey foreign key (sso_provider_id) references auth.sso_providers (id) on delete cascade;
create table auth.saml_relay_states (
  id uuid not null, sso_provider_id uuid not null, request_id text not null, for_email text, redirect_to text, created_at timestamp with time zone,
  updated_at timestamp with time zone, flow_state_id uuid);
alter table only auth.saml_relay_states add constraint saml_relay_states_pkey primary key (id);
alter table only auth.saml_relay_states add constraint saml_relay_states_flow_state_id_fkey foreign key (flow_state_id) references auth.flow_state (id) on delete cascade;

create table auth.oauth_authorizations (
  id uuid not null, authorization_id text not null unique, client_id uuid not null, user_id uuid, redirect_uri text not null, scope text not null,
  state text, resource text, code_challenge text, code_challenge_method auth.code_challenge_method,
  response_type auth.oauth_response_type default 'code' not null, status auth.oauth_authorization_status default 'pending' not null,
  authorization_code text unique, created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '00:03:00') not null, approved_at timestamp with time zone, nonce text);
alter table only auth.oauth_authorizations add constraint oauth_authorizations_pkey primary key (id);
create table auth.oauth_consents (
  id uuid not null, user_id uuid not null, client_id uuid not null, scopes text not null, granted_at timestamp with time zone default now() not null,
  revoked_at timestamp with time zone);
alter table only auth.oauth_consents add constraint oauth_consents_pkey primary key (id);
alter table only auth.oauth_consents add constraint oauth_consents_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;
create table auth.oauth_client_states (
  id uuid not null, provider_type text not null, code_verifier text, created_at timestamp with time zone not null);
alter table only auth.oauth_client_states add constraint oauth_client_states_pkey primary key (id);
create table auth.custom_oauth_providers (
  id uuid not null, provider_type text not null, identifier text not null unique, name text not null, client_id text not null, client_secret text not null,
  acceptable_client_ids text[], scopes text[], pkce_enabled boolean, attribute_mapping jsonb, authorization_params jsonb, enabled boolean,
  email_optional boolean, issuer text, discovery_url text, skip_nonce_check boolean, cached_discovery jsonb, discovery_cached_at timestamptz,
  authorization_url text, token_url text, userinfo_url text, jwks_uri text, created_at timestamptz, updated_at timestamptz);
alter table only auth.custom_oauth_providers add constraint custom_oauth_providers_pkey primary key (id);
create table auth.webauthn_credentials (
  id uuid not null, user_id uuid not null, credential_id bytea not null unique, public_key bytea not null, attestation_type text, aaguid uuid,
  sign_count bigint, transports jsonb, backup_eligible boolean, backed_up boolean, friendly_name text, created_at timestamptz,
  updated_at timestamptz, last_used_at timestamptz);
alter table only auth.webauthn_credentials add constraint webauthn_credentials_pkey primary key (id);
alter table only auth.webauthn_credentials add constraint webauthn_credentials_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;
create table auth.webauthn_challenges (
  id uuid not null, user_id uuid, challenge_type text not null, session_data jsonb not null, created_at timestamptz, expires_at timestamptz not null);
alter table only auth.webauthn_challenges add constraint webauthn_challenges_pkey primary key (id);

do $$
declare
  v_table text;
begin
  for v_table in select c.relname from pg_class as c where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' loop
    execute format('alter table auth.%I enable row level security', v_table);
    execute format('grant all on table auth.%I to dashboard_user', v_table);
  end loop;
end
$$;
reset role;
insert into auth.schema_migrations (version) values ('00'), ('20210710035447'), ('20250925093508');
