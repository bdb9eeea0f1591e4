-- OAuth 2.1 and OpenID Connect server: clients, authorizations and consents, and the sessions of clients.
-- The states are explained in docs/oauth-states.md. A dump contains no usable secrets: authorization ids,
-- codes, device codes and client secrets are derived with a key that is not in the database, and state and
-- nonce are sealed.
-- squawk-ignore-file adding-foreign-key-constraint
-- squawk-ignore-file require-concurrent-index-creation
-- squawk-ignore-file ban-drop-column
-- squawk-ignore-file constraint-missing-not-valid

-- A client. Only an administrator may allow it to skip PKCE or consent, and only if it is confidential.
create table auth.oauth_clients (
  id                         uuid        not null,
  registration_type          text        not null,
  client_type                text        not null,
  token_endpoint_auth_method text        not null,
  redirect_uris              text[]      not null,
  grant_types                auth.filled_list not null,
  client_name                auth.filled_text,
  client_uri                 auth.filled_text,
  logo_uri                   auth.filled_text,
  tos_uri                    auth.filled_text,
  policy_uri                 auth.filled_text,
  scopes                     text[],
  resources                  text[],
  jwks                       jsonb,
  jwks_uri                   auth.filled_text,
  post_logout_redirect_uris  text[]      not null default '{}',
  backchannel_logout_uri     auth.filled_text,
  backchannel_session_required boolean   not null default false,
  require_pkce               boolean     not null default true,
  require_pushed             boolean     not null default false,
  skips_consent              boolean     not null default false,
  -- True for an imported client. As on the imported server, it gets a refresh token for the scope openid
  -- without requesting offline_access.
  refreshes_unasked          boolean     not null default false,
  secret_generation          integer     not null default 1,
  secret_key_id              smallint    not null default 0,
  previous_secret_until      timestamptz,
  imported_secret            bytea,
  document_url               text,
  document_expires_at        timestamptz,
  trust_changed_at           timestamptz,
  last_used_at               timestamptz,
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  deleted_at                 timestamptz,
  constraint oauth_clients_pkey primary key (id),
  constraint oauth_clients_document_url_key unique (document_url),
  constraint oauth_clients_registration_type_check
    check (registration_type in ('manual', 'dynamic', 'document')),
  constraint oauth_clients_client_type_check check (client_type in ('public', 'confidential')),
  constraint oauth_clients_method_check check (token_endpoint_auth_method in
    ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt')),
  -- A public client has no secret.
  constraint oauth_clients_type_check
    check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
  -- A client that uses only the device grant needs no redirect URI.
  constraint oauth_clients_redirect_uris_check check (cardinality(redirect_uris) between 1 and 10
    or (cardinality(redirect_uris) = 0 and 'authorization_code' <> all (grant_types)
      and 'urn:ietf:params:oauth:grant-type:device_code' = any (grant_types))),
  constraint oauth_clients_keys_check
    check (token_endpoint_auth_method <> 'private_key_jwt' or num_nonnulls(jwks, jwks_uri) = 1),
  constraint oauth_clients_document_check check ((registration_type = 'document') = (document_url is not null)),
  constraint oauth_clients_trust_check check (
    (require_pkce and not skips_consent) or (registration_type = 'manual' and client_type = 'confidential')),
  constraint oauth_clients_secret_generation_check check (secret_generation > 0),
  constraint oauth_clients_secret_key_id_check check (secret_key_id between 0 and 255)
);

create index oauth_clients_created_at_idx on auth.oauth_clients (created_at desc, id);
-- Finds and counts unused clients that registered themselves.
create index oauth_clients_unused_idx on auth.oauth_clients (coalesce(last_used_at, created_at))
  where registration_type <> 'manual';

-- An authorization request: pushed or pending, then approved or denied. The exchange of its code deletes the
-- row.
create table auth.oauth_authorizations (
  id              uuid        not null,
  kind            text        not null,
  client_id       uuid        not null,
  user_id         uuid,
  redirect_uri    text,
  scopes          text[]      not null,
  granted_scopes  text[],
  resources       text[]      not null,
  challenge       text,
  sealed          text,
  wishes          jsonb       not null,
  status          text        not null,
  denied_with     text,
  session_id      uuid,
  access_epoch    bigint,
  auth_time       timestamptz,
  aal             auth.assurance_level,
  amr             auth.json_list,
  user_code_mac   bytea,
  poll_interval   integer,
  polled_at       timestamptz,
  asker           jsonb,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  code_expires_at timestamptz,
  constraint oauth_authorizations_pkey primary key (id),
  constraint oauth_authorizations_user_code_mac_key unique (user_code_mac),
  constraint oauth_authorizations_client_id_fkey foreign key (client_id) references auth.oauth_clients (id)
    on delete cascade,
  constraint oauth_authorizations_user_id_fkey foreign key (user_id) references auth.users (id)
    on delete cascade,
  constraint oauth_authorizations_kind_check check (kind in ('code', 'device', 'pushed')),
  constraint oauth_authorizations_status_check check (status in ('pushed', 'pending', 'approved', 'denied')),
  constraint oauth_authorizations_redirect_uri_check check ((kind = 'device') = (redirect_uri is null)),
  -- An approved authorization has all data for a session: user, epoch of the account, granted scopes and
  -- expiry.
  constraint oauth_authorizations_approved_check check (status <> 'approved'
    or num_nulls(user_id, granted_scopes, access_epoch, auth_time, aal, amr, code_expires_at) = 0),
  constraint oauth_authorizations_denied_check check ((status = 'denied') = (denied_with is not null)),
  constraint oauth_authorizations_device_check check ((kind = 'device') = (user_code_mac is not null)),
  constraint oauth_authorizations_user_code_mac_check check (octet_length(user_code_mac) = 32)
);

create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_expires_at_idx on auth.oauth_authorizations
  (coalesce(code_expires_at, expires_at));

-- An assertion with which a client has authenticated. It can be used once. The table is unlogged, so after a
-- crash assertions of the last minutes could be used again.
create unlogged table auth.oauth_assertions (
  digest     bytea       not null,
  expires_at timestamptz not null,
  constraint oauth_assertions_pkey primary key (digest),
  constraint oauth_assertions_digest_check check (octet_length(digest) = 32)
);

create index oauth_assertions_expires_at_idx on auth.oauth_assertions (expires_at);

-- The grant of a user to a client.
create table auth.oauth_consents (
  user_id    uuid        not null,
  client_id  uuid        not null,
  scopes     auth.filled_list not null,
  resources  text[]      not null default '{}',
  -- Pairs of scope and resource, because an approval for one resource is none for another, nor for this
  -- server.
  pairs      auth.filled_list not null,
  granted_at timestamptz not null,
  revoked_at timestamptz,
  constraint oauth_consents_pkey primary key (user_id, client_id),
  constraint oauth_consents_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint oauth_consents_client_id_fkey foreign key (client_id) references auth.oauth_clients (id)
    on delete cascade
);

create index oauth_consents_client_id_idx on auth.oauth_consents (client_id);

-- The session of a client has the assurance level aal1. authorized_aal is the level of the session in which
-- the user approved the client. Missing values grant nothing: no scopes, no resources, level aal1. A check
-- over these columns would slow down each refresh by 2.5 percent, because Postgres parses a table's checks
-- at every update.
alter table auth.sessions add column oauth_client_id uuid;
alter table auth.sessions add column scopes text[] not null default '{}';
alter table auth.sessions add column resources text[] not null default '{}';
alter table auth.sessions add column auth_time timestamptz;
alter table auth.sessions add column authorized_aal auth.assurance_level;
alter table auth.sessions add constraint sessions_oauth_client_id_fkey foreign key (oauth_client_id)
  references auth.oauth_clients (id) on delete cascade;
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id) where oauth_client_id is not null;

-- A logout token to be sent to a client because its session ended (docs/adr/0055). The token is signed when
-- it is sent. The table has no foreign keys: the session and its user may be deleted, and the check of a
-- foreign key to the client would lock the client after the session, against the lock order.
create table auth.oauth_logouts (
  id           uuid        not null,
  client_id    uuid        not null,
  user_id      uuid        not null,
  session_id   uuid        not null,
  state        text        not null default 'queued',
  tries        integer     not null default 0,
  leased_until timestamptz,
  not_before   timestamptz,
  waits_since  timestamptz,
  last_error   text,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  constraint oauth_logouts_pkey primary key (id),
  -- A session ends once, so its client gets one logout token.
  constraint oauth_logouts_session_id_key unique (session_id),
  constraint oauth_logouts_state_check check (state in ('queued', 'sending', 'delivered', 'failed')),
  constraint oauth_logouts_finished_at_check check ((finished_at is null) = (state in ('queued', 'sending')))
);

create index oauth_logouts_created_at_idx on auth.oauth_logouts (created_at);
create index oauth_logouts_user_id_idx on auth.oauth_logouts (user_id);
create index oauth_logouts_failed_idx on auth.oauth_logouts (client_id) where state = 'failed';

-- Queues the logout token of a client when one of its sessions ends, also if a DBA's SQL statement ends it. A
-- refresh does not fire the trigger. The function body is in contract.sql.
create function auth.queue_client_logout() returns trigger
language plpgsql
as $$ begin return null; end $$;
create trigger queue_client_logout after update of revoked_at or delete on auth.sessions
  for each row when (old.oauth_client_id is not null and old.revoked_at is null)
  execute function auth.queue_client_logout();

-- Grants to clients have their own event kinds.
alter table auth.webhooks drop constraint webhooks_kinds_check;
alter table auth.webhooks add constraint webhooks_kinds_check check (cardinality(kinds) > 0
  and kinds <@ array['user.created', 'user.updated', 'user.deleted', 'user.signed_in', 'user.banned',
    'user.unbanned', 'identity.linked', 'identity.unlinked', 'factor.enrolled', 'factor.unenrolled',
    'grant.created', 'grant.revoked']);

alter table auth.oauth_clients enable row level security;
alter table auth.oauth_authorizations enable row level security;
alter table auth.oauth_consents enable row level security;
alter table auth.oauth_assertions enable row level security;
alter table auth.oauth_logouts enable row level security;
