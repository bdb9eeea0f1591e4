-- OAuth 2 and OpenID Connect providers of an installation's own, which administrators add while the server runs.

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
  -- Identities and flows carry the identifier where those of other providers have a name: the prefix keeps them apart.
  constraint custom_providers_identifier_check check (identifier ~ '^custom:[a-z0-9][a-z0-9:-]*$' and length(identifier) <= 50),
  constraint custom_providers_type_check check (provider_type in ('oauth2', 'oidc')),
  constraint custom_providers_name_check check (name <> '' and length(name) <= 100),
  constraint custom_providers_client_id_check check (client_id <> '' and length(client_id) <= 512),
  constraint custom_providers_client_secret_check check (client_secret <> ''),
  -- Without these nobody can be sent there, or be understood who comes back. A document that speaks for another issuer
  -- would let whoever wrote it sign tokens of this one.
  constraint custom_providers_oidc_check check (
    provider_type <> 'oidc' or (issuer is not null and discovery_document ->> 'issuer' is not distinct from issuer)),
  constraint custom_providers_oauth2_check check (
    provider_type <> 'oauth2' or (authorization_url is not null and token_url is not null and userinfo_url is not null))
);

alter table auth.custom_providers enable row level security;
