-- Provider flows, custom providers, identity providers of organizations (SAML), stored tokens of providers,
-- and records of used codes, tokens, assertions and messages.

-- A PKCE or provider flow in progress. The authorization code is stored as its SHA-256.
create table auth.flow_states (
  id                    uuid        not null,
  user_id               uuid,
  provider              text        not null,
  provider_endpoint_digest        bytea,
  authentication_method text        not null,
  code_challenge        text,
  code_challenge_method text,
  auth_code_digest      bytea,
  auth_code_issued_at   timestamptz,
  redirect_to           text,
  verifier              text,
  consumed_at              timestamptz,
  linking_user_id       uuid,
  invitation_id         uuid,
  provider_tokens       text,
  created_at            timestamptz not null,
  -- Epoch of the user when the link started or the code was issued, and the session that started the link.
  access_epoch          bigint,
  linking_session_id    uuid,
  -- Profile from the provider, in a link with a PKCE challenge, until the code is exchanged.
  profile               jsonb,
  -- End of the session that the identity provider requires, until the code is exchanged.
  session_not_after     timestamptz,
  constraint flow_states_pkey primary key (id),
  constraint flow_states_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint flow_states_linking_user_id_fkey foreign key (linking_user_id) references auth.users (id)
    on delete cascade,
  -- The consumption of a flow returns the verifier to the gateway and deletes it here.
  constraint flow_states_verifier_check check (verifier is null or consumed_at is null),
  constraint flow_states_code_challenge_method_check check (code_challenge_method in ('s256', 'plain')),
  constraint flow_states_code_challenge_check
    check ((code_challenge is null) = (code_challenge_method is null)),
  constraint flow_states_auth_code_check check ((auth_code_digest is null) = (auth_code_issued_at is null)),
  -- A link or code must have an epoch.
  constraint flow_states_access_epoch_check
    check (access_epoch is not null or (linking_user_id is null and auth_code_digest is null))
);

create index flow_states_user_id_idx on auth.flow_states (user_id);
create index flow_states_linking_user_id_idx on auth.flow_states (linking_user_id);
create unique index flow_states_auth_code_digest_key on auth.flow_states (auth_code_digest);
create index flow_states_created_at_idx on auth.flow_states (created_at);
-- Flows whose user has not returned from the provider.
create index flow_states_unfinished_idx on auth.flow_states (created_at)
  where redirect_to is not null and auth_code_issued_at is null;

-- OAuth 2 and OpenID Connect providers that administrators add at run time.
create table auth.custom_providers (
  id                      uuid        not null,
  identifier              text        not null,
  provider_type           text        not null,
  name                    text        not null,
  client_id               text        not null,
  client_secret           text        not null,
  acceptable_client_ids   text[]      not null default '{}',
  scopes                  text[]      not null default '{}',
  pkce_enabled            boolean     not null default true,
  attribute_mapping       jsonb       not null default '{}',
  custom_claims_allowlist text[]      not null default '{}',
  authorization_params    jsonb       not null default '{}',
  enabled                 boolean     not null default true,
  email_optional          boolean     not null default false,
  issuer                  text,
  discovery_url           text,
  skip_nonce_check        boolean     not null default false,
  discovery_document      jsonb,
  authorization_url       text,
  token_url               text,
  userinfo_url            text,
  jwks_uri                text,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  constraint custom_providers_pkey primary key (id),
  constraint custom_providers_identifier_key unique (identifier),
  -- Identities and flows store the identifier in the same column as built-in providers. The prefix
  -- distinguishes them.
  constraint custom_providers_identifier_check
    check (identifier ~ '^custom:[a-z0-9][a-z0-9:-]*$' and length(identifier) <= 50),
  constraint custom_providers_type_check check (provider_type in ('oauth2', 'oidc')),
  constraint custom_providers_name_check check (name <> '' and length(name) <= 100),
  constraint custom_providers_client_id_check check (client_id <> '' and length(client_id) <= 512),
  constraint custom_providers_client_secret_check check (client_secret <> ''),
  -- An OpenID Connect sign-in needs the issuer, and an OAuth 2 sign-in needs three URLs. If a discovery
  -- document could name another issuer, the server that serves it could sign tokens for this provider's
  -- issuer.
  constraint custom_providers_oidc_check check (
    provider_type <> 'oidc' or (issuer is not null
      and discovery_document ->> 'issuer' is not distinct from issuer)),
  constraint custom_providers_oauth2_check check (
    provider_type <> 'oauth2' or (authorization_url is not null and token_url is not null
      and userinfo_url is not null))
);

-- Lists the enabled providers by name, for the pages of the OAuth server.
create index custom_providers_enabled_idx on auth.custom_providers (name, identifier) where enabled;

-- Identity providers of organizations (SAML 2.0). Identities and flows refer to one as sso:<id>. Metadata is
-- stored both as XML and in parsed form, so that a sign-in does not parse it.
create table auth.sso_providers (
  id                uuid        not null,
  resource_id       auth.filled_text,
  name              auth.filled_text,
  -- disabled is null until an administrator sets it. Null and false mean enabled.
  disabled          boolean,
  -- Null means the setting SAML_IDP_INITIATED_ENABLED.
  idp_initiated     boolean,
  -- False: only existing accounts can sign in.
  just_in_time      boolean     not null default true,
  -- Addresses that the provider may assert: 'own' or 'any'. Null means 'own' if the provider has a domain or
  -- if SSO_REQUIRE_VERIFIED_DOMAINS is on.
  email_domains     text,
  require_signed    text        not null default 'either',
  force_authn       boolean     not null default false,
  sign_requests     boolean     not null default true,
  -- requested_authn_context: authentication contexts to request. scoping: identity providers behind this one
  -- that may authenticate the user. Null: the request does not restrict them.
  requested_authn_context text[],
  scoping           text[],
  -- Null: all signature algorithms that the gateway supports, rsa-sha1 only with SAML_ALLOW_SHA1.
  allowed_algorithms text[],
  name_id_format    text,
  attribute_mapping auth.json_map not null default '{}',
  entity_id         text        not null,
  metadata_xml      text        not null,
  metadata_url      text,
  -- [{der, sha256, not_after}]: the certificates that may sign responses.
  certificates      auth.json_list not null,
  sso_url           text        not null,
  valid_until       timestamptz,
  cache_for         integer,
  fetched_at        timestamptz not null,
  failed_at         timestamptz,
  asked_at          timestamptz,
  next_fetch_at     timestamptz,
  refused_at        timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  constraint sso_providers_pkey primary key (id),
  -- The provider of a response is found by its issuer.
  constraint sso_providers_entity_id_key unique (entity_id),
  constraint sso_providers_entity_id_check check (entity_id <> '' and octet_length(entity_id) <= 1024),
  constraint sso_providers_resource_id_check check (length(resource_id) <= 255),
  constraint sso_providers_name_check check (length(name) <= 255),
  constraint sso_providers_email_domains_check check (email_domains in ('own', 'any')),
  constraint sso_providers_require_signed_check check (require_signed in ('either', 'assertion')),
  constraint sso_providers_requested_authn_context_check check (cardinality(requested_authn_context)
    between 1 and 10),
  constraint sso_providers_scoping_check check (cardinality(scoping) between 1 and 10),
  constraint sso_providers_allowed_algorithms_check check (cardinality(allowed_algorithms) > 0
    and allowed_algorithms <@ '{rsa-sha1,rsa-sha256,rsa-sha384,rsa-sha512,ecdsa-sha256,ecdsa-sha384}'),
  constraint sso_providers_name_id_format_check check (name_id_format in (
    'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified')),
  -- A provider needs a certificate. Each certificate may cost one signature check per response.
  constraint sso_providers_certificates_check check (jsonb_array_length(certificates) between 1 and 10),
  constraint sso_providers_sso_url_check check (sso_url ~ '^https?://'),
  -- Only metadata with a URL is fetched.
  constraint sso_providers_next_fetch_at_check check (next_fetch_at is null or metadata_url is not null)
);

create unique index sso_providers_resource_id_key on auth.sso_providers (lower(resource_id collate "C"));
-- Lists the providers, the oldest first.
create index sso_providers_created_at_idx on auth.sso_providers (created_at, id);
create index sso_providers_next_fetch_at_idx on auth.sso_providers (next_fetch_at)
  where next_fetch_at is not null;

-- Domains of organizations, in lower case and ASCII (punycode). A domain belongs to one provider.
create table auth.sso_domains (
  domain       text        not null,
  provider_id  uuid        not null,
  -- Part of the DNS record that verifies the domain. A domain that is removed and added again needs a new
  -- record.
  verification text        not null default replace(gen_random_uuid()::text, '-', ''),
  verified_at  timestamptz,
  verified_by  text,
  enforced     boolean     not null default false,
  created_at   timestamptz not null,
  constraint sso_domains_pkey primary key (domain),
  constraint sso_domains_provider_id_fkey foreign key (provider_id) references auth.sso_providers (id)
    on delete cascade,
  constraint sso_domains_domain_check check (domain = lower(domain collate "C") and length(domain) <= 253
    and domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$'),
  constraint sso_domains_verification_check check (length(verification) = 32),
  constraint sso_domains_verified_by_check check (verified_by in ('dns', 'administrator')
    and (verified_by is null) = (verified_at is null)),
  -- Only a verified domain can be enforced. Otherwise an administrator's mistake could lock out users of
  -- another organization's domain.
  constraint sso_domains_enforced_check check (not enforced or verified_at is not null)
);

create index sso_domains_provider_id_idx on auth.sso_domains (provider_id);

-- Tokens of SCIM clients. A token can read and change only users and groups of its provider. The gateway
-- derives the secret of a token from its id, so no part of the secret is stored.
create table auth.scim_tokens (
  id           uuid        not null,
  provider_id  uuid        not null,
  name         text        not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  created_at   timestamptz not null,
  constraint scim_tokens_pkey primary key (id),
  constraint scim_tokens_provider_id_fkey foreign key (provider_id) references auth.sso_providers (id)
    on delete cascade,
  constraint scim_tokens_name_check check (length(name) between 1 and 255)
);

create index scim_tokens_provider_id_idx on auth.scim_tokens (provider_id);

-- Users that an organization has provisioned, each with its account. The row of a deleted user remains,
-- without attributes, as long as its account exists. If the organization provisions the user again, the user
-- gets the same account.
create table auth.scim_users (
  id          uuid        not null,
  provider_id uuid        not null,
  user_id     uuid        not null,
  external_id text,
  user_name   text        not null,
  active      boolean     not null,
  emails      text[]      not null,
  attributes  auth.json_map not null,
  version     bigint      not null default 1,
  deleted_at  timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint scim_users_pkey primary key (id),
  constraint scim_users_provider_id_fkey foreign key (provider_id) references auth.sso_providers (id)
    on delete cascade,
  constraint scim_users_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- An account belongs to one provisioned user of one provider.
  constraint scim_users_user_id_key unique (user_id),
  constraint scim_users_user_name_check check (length(user_name) between 1 and 255),
  constraint scim_users_external_id_check check (length(external_id) between 1 and 255),
  -- A deleted user is not active.
  constraint scim_users_active_check check (not active or deleted_at is null)
);

create unique index scim_users_user_name_key on auth.scim_users (provider_id, lower(user_name collate "C"))
  where deleted_at is null;
create unique index scim_users_external_id_key on auth.scim_users (provider_id, external_id)
  where deleted_at is null;
create index scim_users_provider_id_idx on auth.scim_users (provider_id, created_at, id);
-- Finds resources that have changed since a time (filter meta.lastModified).
create index scim_users_updated_at_idx on auth.scim_users (provider_id, updated_at) where deleted_at is null;
-- Finds deleted users, whose accounts are used again if the organization provisions them again.
create index scim_users_deleted_idx on auth.scim_users (provider_id) where deleted_at is not null;
create index scim_users_emails_idx on auth.scim_users using gin (emails);

-- Groups of an organization. Access tokens of the members contain the names of their groups, unless
-- SCIM_GROUPS_CLAIM is empty.
create table auth.scim_groups (
  id           uuid        not null,
  provider_id  uuid        not null,
  external_id  text,
  display_name text        not null,
  version      bigint      not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  constraint scim_groups_pkey primary key (id),
  constraint scim_groups_provider_id_fkey foreign key (provider_id) references auth.sso_providers (id)
    on delete cascade,
  constraint scim_groups_display_name_check check (length(display_name) between 1 and 255),
  constraint scim_groups_external_id_check check (length(external_id) between 1 and 255)
);

create unique index scim_groups_external_id_key on auth.scim_groups (provider_id, external_id);
create index scim_groups_provider_id_idx on auth.scim_groups (provider_id, created_at, id);
create index scim_groups_updated_at_idx on auth.scim_groups (provider_id, updated_at);
create index scim_groups_display_name_idx on auth.scim_groups (provider_id, lower(display_name collate "C"));

create table auth.scim_members (
  group_id     uuid not null,
  scim_user_id uuid not null,
  constraint scim_members_pkey primary key (group_id, scim_user_id),
  constraint scim_members_group_id_fkey foreign key (group_id) references auth.scim_groups (id)
    on delete cascade,
  constraint scim_members_scim_user_id_fkey foreign key (scim_user_id) references auth.scim_users (id)
    on delete cascade
);

create index scim_members_scim_user_id_idx on auth.scim_members (scim_user_id);

-- SAML assertions that were used for a sign-in, to prevent replay.
create table auth.consumed_assertions (
  digest     bytea       not null,
  expires_at timestamptz not null,
  constraint consumed_assertions_pkey primary key (digest),
  constraint consumed_assertions_digest_check check (octet_length(digest) = 32)
);

create index consumed_assertions_expires_at_idx on auth.consumed_assertions (expires_at);

-- ID tokens that were used for a sign-in, to prevent replay.
create table auth.consumed_id_tokens (
  digest     bytea       not null,
  expires_at timestamptz not null,
  constraint consumed_id_tokens_pkey primary key (digest),
  constraint consumed_id_tokens_digest_check check (octet_length(digest) = 32)
);

create index consumed_id_tokens_expires_at_idx on auth.consumed_id_tokens (expires_at);

-- Exchanged authorization codes with their sessions, until the code would have expired. A second exchange
-- revokes the session.
create table auth.consumed_codes (
  digest     bytea       not null,
  user_id    uuid        not null,
  session_id uuid        not null,
  expires_at timestamptz not null,
  constraint consumed_codes_pkey primary key (digest),
  constraint consumed_codes_session_fkey foreign key (user_id, session_id)
    references auth.sessions (user_id, id) on delete cascade,
  constraint consumed_codes_digest_check check (octet_length(digest) = 32)
);

create index consumed_codes_session_idx on auth.consumed_codes (user_id, session_id);
create index consumed_codes_expires_at_idx on auth.consumed_codes (expires_at);

-- Wallet messages that were used for a sign-in, to prevent replay.
create table auth.consumed_web3_messages (
  digest     bytea       not null,
  expires_at timestamptz not null,
  constraint consumed_web3_messages_pkey primary key (digest),
  constraint consumed_web3_messages_digest_check check (octet_length(digest) = 32)
);

create index consumed_web3_messages_expires_at_idx on auth.consumed_web3_messages (expires_at);

-- Sealed tokens of an identity for the provider's own API. If a merge moves the identity to another account,
-- its tokens move too. Tokens are deleted with their identity.
create table auth.provider_tokens (
  user_id      uuid        not null,
  provider     auth.provider_name not null,
  identity_id  uuid        not null,
  id           uuid        not null,
  sealed       text        not null,
  renewable    boolean     not null,
  expires_at   timestamptz,
  leased_until timestamptz,
  updated_at   timestamptz not null,
  constraint provider_tokens_pkey primary key (user_id, provider, identity_id),
  -- The value is sealed with the id, so tokens cannot be moved to another row.
  constraint provider_tokens_id_key unique (id),
  constraint provider_tokens_identity_fkey foreign key (user_id, provider, identity_id)
    references auth.identities (user_id, provider, id) on update cascade on delete cascade
);

alter table auth.flow_states enable row level security;
alter table auth.custom_providers enable row level security;
alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.scim_tokens enable row level security;
alter table auth.scim_users enable row level security;
alter table auth.scim_groups enable row level security;
alter table auth.scim_members enable row level security;
alter table auth.consumed_assertions enable row level security;
alter table auth.consumed_id_tokens enable row level security;
alter table auth.consumed_codes enable row level security;
alter table auth.consumed_web3_messages enable row level security;
alter table auth.provider_tokens enable row level security;
