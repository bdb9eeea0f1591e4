-- Users, their addresses, passwords, identities and sessions, one-time tokens, and imported data. Rules for
-- all migrations: All times are timestamptz. Named checks are used instead of enums. Every foreign key has an
-- ON DELETE clause and an index. Nothing here calls auth_lib or auth_api, so that functions can be rebuilt at
-- any time. Every table has row level security, and only users has policies, so that after a wrong grant only
-- the owner sees rows. In users, addresses, identities and sessions, a rule for a single value is a domain. A
-- domain is checked when a value is assigned, whereas a table's check is read, planned and run by every
-- statement that writes a row. Domains are used for rules that rarely change, because validating a changed
-- domain locks all tables that use it. The measurement is in docs/adr/0011.
-- squawk-ignore-file ban-create-domain-with-constraint

-- Empty addresses and names are refused, so that only null means "none".
create domain auth.filled_text as text constraint filled_text_check check (value <> '');
create domain auth.provider_name as text constraint provider_name_check
  check (value <> '' and value = lower(value collate "C"));
create domain auth.json_map as jsonb constraint json_map_check check (jsonb_typeof(value) = 'object');
create domain auth.json_list as jsonb constraint json_list_check check (jsonb_typeof(value) = 'array');
create domain auth.filled_list as text[] constraint filled_list_check check (cardinality(value) > 0);
-- Number of received confirmations of a change. The second completes the change.
create domain auth.none_or_one as smallint constraint none_or_one_check check (value in (0, 1));
create domain auth.token_counter as bigint constraint token_counter_check check (value >= 0);
create domain auth.factor_status as text constraint factor_status_check
  check (value in ('unverified', 'verified'));
create domain auth.address_kind as text constraint address_kind_check check (value in ('email', 'phone'));
-- To add a reason, drop the constraint and add it as not valid, which needs no long table lock.
create domain auth.session_end as text constraint session_end_check
  check (value in ('reuse', 'logout', 'password', 'admin', 'deleted', 'factor', 'client', 'grant', 'expired'));
create domain auth.assurance_level as text constraint assurance_level_check
  check (value in ('aal1', 'aal2', 'aal3'));

-- A user, possibly anonymous. Applications reference id and read these columns in triggers, under the names
-- of supabase/auth. docs/for-dbas.md lists the supported columns, docs/adr/0022 the reasons.
-- encrypted_password is always null: passwords are in another table.
create table auth.users (
  id                       uuid        not null,
  aud                      text        not null,
  role                     text        not null,
  email                    auth.filled_text,
  phone                    auth.filled_text,
  email_confirmed_at       timestamptz,
  phone_confirmed_at       timestamptz,
  confirmed_at             timestamptz generated always as (least(email_confirmed_at,
    phone_confirmed_at)) stored,
  invited_at               timestamptz,
  confirmation_sent_at     timestamptz,
  recovery_sent_at         timestamptz,
  email_change_sent_at     timestamptz,
  phone_change_sent_at     timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at          timestamptz,
  new_email                auth.filled_text,
  new_phone                auth.filled_text,
  email_change_status      auth.none_or_one not null default 0,
  raw_app_meta_data        auth.json_map not null default '{}',
  raw_user_meta_data       auth.json_map not null default '{}',
  banned_until             timestamptz,
  -- Set and cleared by the user's organization (SCIM), independently of a ban by an administrator.
  deprovisioned_at         timestamptz,
  deleted_at               timestamptz,
  is_anonymous             boolean     not null default false,
  -- True if the account belongs to an SSO provider. The address of such an account has no row in addresses,
  -- so the address does not find the account.
  is_sso_user              boolean     not null default false,
  encrypted_password       text generated always as (null::text) stored,
  factor_status            auth.factor_status,
  sign_up_role             text,
  created_at               timestamptz not null,
  updated_at               timestamptz not null,
  -- Only auth_lib.cut_access() and auth_lib.confirm_address() increase this value.
  access_epoch             bigint      not null default 0,
  -- True if an administrator set the first address of an account that already had an owner. The account
  -- keeps its owner.
  owned_without_address    boolean     not null default false,
  constraint users_pkey primary key (id)
) with (fillfactor = 90);

create index users_aud_created_at_idx on auth.users (aud, created_at desc, id);
-- Counts banned users.
create index users_banned_until_idx on auth.users (banned_until) where banned_until is not null;

-- Number of users of an audience, in blocks of about 500 by created_at. User lists compute their total and
-- page from the blocks instead of reading users. Users created after the last block are counted at each
-- request.
create table auth.user_blocks (
  aud        text        not null,
  until      timestamptz not null,
  users      integer     not null,
  counted_at timestamptz not null,
  constraint user_blocks_pkey primary key (aud, until),
  constraint user_blocks_users_check check (users >= 0)
);

-- Number of users in 40 consecutive blocks. until is the end of the last block, and the group is deleted
-- with that block. A group starts after the previous group. Without groups, a page far back in a list of a
-- million users would read hundreds of blocks.
create table auth.user_block_groups (
  aud   text        not null,
  until timestamptz not null,
  users integer     not null,
  constraint user_block_groups_pkey primary key (aud, until),
  constraint user_block_groups_until_fkey foreign key (aud, until) references auth.user_blocks (aud, until)
    on delete cascade,
  constraint user_block_groups_users_check check (users >= 0)
);

-- All e-mail addresses and phone numbers that find a user. Only this table enforces that addresses are
-- unique. The foreign key is checked at the end of the transaction: a sign-up inserts the address before
-- the user, so a parallel sign-up that fails writes nothing.
create table auth.addresses (
  kind        auth.address_kind not null,
  value       auth.filled_text not null,
  user_id     uuid        not null,
  is_primary  boolean     not null,
  verified_at timestamptz,
  created_at  timestamptz not null,
  -- True if an administrator set the address. When the account gets an owner by another address, this address
  -- is not removed, even if it is unconfirmed.
  given_by_administrator boolean not null default false,
  -- True if autoconfirm set verified_at and no message was read at the address since. OAuth clients then
  -- see the address as not verified.
  autoconfirmed boolean not null default false,
  constraint addresses_pkey primary key (kind, value),
  constraint addresses_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
    deferrable initially deferred
);

create index addresses_user_id_idx on auth.addresses (user_id);
-- users.email and users.phone contain one value each, so a user has one primary address of each kind.
create unique index addresses_primary_key on auth.addresses (user_id, kind) where is_primary;

-- Password that the user confirmed or an administrator set.
create table auth.passwords (
  user_id    uuid        not null,
  hash       text        not null,
  updated_at timestamptz not null,
  constraint passwords_pkey primary key (user_id),
  constraint passwords_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- For an unknown prefix, pgcrypto silently falls back to DES, so such a value must never be stored. Hashes
  -- of other systems are never passed to pgcrypto. The cost of such a hash is checked before it is stored,
  -- and again before the gateway computes a hash with it.
  constraint passwords_hash_check check (hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'
    or (hash ~ '^\$(argon2id?|fbscrypt)\$v=[A-Za-z0-9+/=,]+\$[A-Za-z0-9+/=,$]+$' and length(hash) <= 1024))
);

-- Password of a sign-up whose mailbox or phone is not confirmed yet. A null hash means that the password was
-- voided, for example because a second sign-up chose another password. No later sign-up replaces a null hash.
-- Imported hashes also remain here until the first confirmation.
create table auth.pending_passwords (
  user_id    uuid        not null,
  hash       text,
  created_at timestamptz not null,
  constraint pending_passwords_pkey primary key (user_id),
  constraint pending_passwords_user_id_fkey foreign key (user_id) references auth.users (id)
    on delete cascade,
  constraint pending_passwords_hash_check check (hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'
    or (hash ~ '^\$(argon2id?|fbscrypt)\$v=[A-Za-z0-9+/=,]+\$[A-Za-z0-9+/=,$]+$' and length(hash) <= 1024))
);

-- A user's identity at a provider. email and phone are the built-in providers.
create table auth.identities (
  user_id         uuid        not null,
  provider        auth.provider_name not null,
  id              uuid        not null,
  subject         auth.filled_text not null,
  identity_data   auth.json_map not null,
  email           text        generated always as (lower((identity_data ->> 'email') collate "C")) stored,
  last_sign_in_at timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  constraint identities_pkey primary key (user_id, provider, id),
  -- A provider's subject belongs to one account. Every provider sign-in uses this index.
  constraint identities_subject_key unique (provider, subject),
  constraint identities_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

-- Finds identities by their e-mail address, for sign-ins by another provider.
create index identities_email_idx on auth.identities (email) where provider not in ('email', 'phone');

-- A sign-in. Its refresh tokens are derived from (user_id, id, counter) and not stored. The row is the lock
-- of its tokens. A refresh updates counter, rotated_at, refreshed_at, user_agent and ip. No index may
-- contain them, so that the update is a HOT update.
create table auth.sessions (
  user_id        uuid        not null,
  id             uuid        not null,
  counter        auth.token_counter not null default 0,
  rotated_at     timestamptz,
  refreshed_at   timestamptz,
  revoked_at     timestamptz,
  revoked_reason auth.session_end,
  aal            auth.assurance_level not null default 'aal1',
  factor_id      uuid,
  amr            auth.json_list not null,
  user_agent     text,
  ip             inet,
  tag            text,
  not_after      timestamptz,
  -- True if a recovery opened the session: its user may set a password without the current one.
  is_recovery    boolean     not null default false,
  created_at     timestamptz not null,
  constraint sessions_pkey primary key (user_id, id),
  constraint sessions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- Both columns are null or neither is, because refresh_session() checks revoked_reason (reuse) before
  -- revoked_at.
  constraint sessions_revoked_check check ((revoked_at is null) = (revoked_reason is null))
) with (fillfactor = 80);

-- Lists the sessions of all users, the newest first. A BRIN index would not return them in order, so a page
-- would read every session of the time that is searched.
create index sessions_created_at_idx on auth.sessions (created_at, id);
-- Finds the sessions that have ended, which purge_expired() revokes and deletes. One index covers revoked_at
-- and not_after, because each index of this table slows down every refresh (docs/adr/0048). The second column
-- identifies sessions that are not revoked without reading their rows.
create index sessions_ended_at_idx on auth.sessions ((least(revoked_at, not_after)), revoked_at)
  where least(revoked_at, not_after) is not null;

-- A requested link and code. Both are derived from id, generation and a key that is not in the database.
create table auth.one_time_tokens (
  id               uuid        not null,
  user_id          uuid        not null,
  kind             text        not null,
  purpose          text        not null,
  address          text        not null,
  generation       bigint      not null default 1,
  attempts         smallint    not null default 0,
  key_id           smallint    not null,
  digits           smallint    not null,
  valid_for        interval    not null,
  expires_at       timestamptz,
  flow_id          uuid,
  carries_password boolean     not null default false,
  aud              text,
  created_at       timestamptz not null,
  -- External provider whose sign-in requested the confirmation. Null if the user entered the address.
  provider         text,
  constraint one_time_tokens_pkey primary key (id),
  -- A new request replaces the previous one of its kind, so that only the newest link and code are valid.
  constraint one_time_tokens_user_id_kind_key unique (user_id, kind),
  constraint one_time_tokens_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint one_time_tokens_kind_check check (kind in
    ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'sms', 'phone_change',
      'reauthentication')),
  constraint one_time_tokens_purpose_check check (purpose in
    ('signup', 'invite', 'recovery', 'magiclink', 'email_change', 'sms', 'phone_change', 'reauthentication')),
  constraint one_time_tokens_address_check check (address <> ''),
  -- A code is void after five wrong attempts. match_code() locks the users before it reads the counts, so
  -- parallel attempts cannot exceed the limit. The constraint is a safeguard.
  constraint one_time_tokens_attempts_check check (attempts between 0 and 5),
  constraint one_time_tokens_key_id_check check (key_id between 0 and 255),
  constraint one_time_tokens_digits_check check (digits between 6 and 10)
);

create index one_time_tokens_address_kind_idx on auth.one_time_tokens (address, kind);
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);

-- A refresh token of an imported server, by its SHA-256. An imported session starts with counter 2: a token
-- with counter 2 is current, 1 is its parent, 0 an older one.
create table auth.old_refresh_tokens (
  digest     bytea not null,
  user_id    uuid  not null,
  session_id uuid  not null,
  counter    smallint not null,
  constraint old_refresh_tokens_pkey primary key (digest),
  constraint old_refresh_tokens_session_id_fkey foreign key (user_id, session_id)
    references auth.sessions (user_id, id) on delete cascade,
  constraint old_refresh_tokens_counter_check check (counter between 0 and 2),
  constraint old_refresh_tokens_digest_check check (octet_length(digest) = 32)
);

create index old_refresh_tokens_session_id_idx on auth.old_refresh_tokens (user_id, session_id);

-- Data of an imported server for which Postern has no table or column. Imports, requests that restore
-- imported identity providers, and the export of a user's data read this table.
create table auth.kept_rows (
  source  text  not null,
  id      text  not null,
  user_id uuid,
  data    auth.json_map not null,
  kept_at timestamptz not null,
  constraint kept_rows_pkey primary key (source, id),
  constraint kept_rows_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

create index kept_rows_user_id_idx on auth.kept_rows (user_id);

-- Rights of the database's owner on users. They are granted once: later migrations do not restore rights
-- that a DBA has revoked. Postgres treats the owner as a member of pg_database_owner. docs/for-dbas.md
-- explains how applications use these rights.
grant usage on schema auth to pg_database_owner;
grant references (id), trigger on auth.users to pg_database_owner;

-- The database's owner can read a column only after a DBA grants the column, and then sees all rows. A role
-- without a policy sees no rows, even after a wrong grant.
create policy app_owner on auth.users for select to pg_database_owner using (true);

-- Removes session state that triggers of applications leave. The function body is in contract.sql.
-- Statement triggers run in the order of their names, and this name is the last.
create function auth.reset_session_state() returns trigger
language plpgsql
as $$ begin return null; end $$;
create trigger zz_reset_session_state after insert or update on auth.users
  for each statement execute function auth.reset_session_state();

-- The role auth_triggers deletes users in a function that is not a trigger (sql/triggers.sql). A trigger that
-- runs as auth_triggers sees no rows.
create policy deletes on auth.users to auth_triggers
  using (pg_catalog.pg_trigger_depth() operator(pg_catalog.=) 0);

alter table auth.users enable row level security;
alter table auth.user_blocks enable row level security;
alter table auth.user_block_groups enable row level security;
alter table auth.addresses enable row level security;
alter table auth.passwords enable row level security;
alter table auth.pending_passwords enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.old_refresh_tokens enable row level security;
alter table auth.kept_rows enable row level security;
