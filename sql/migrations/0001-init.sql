-- 0001: every table of the first release. Runs once, in one transaction, as the owner role.
-- Rules of this file: timestamptz only; text with a named check instead of enums; every foreign key says what a
-- deletion does and has an index; nothing here calls auth_lib or auth_api, so functions can be rebuilt at any time.
-- In tables that are written often, a rule for a single value is a domain: it is checked when a value is made, while a table's
-- check is read from the catalog, planned and run by every statement that writes a row. Only for rules that will never
-- change, since changing a domain locks all tables that use it. docs/adr/0011 says what this saves.
-- squawk-ignore-file ban-create-domain-with-constraint

-- An empty address or name would be a second way to say "none"; look-ups know only null.
create domain auth.filled_text as text constraint filled_text_check check (value <> '');
create domain auth.provider_name as text constraint provider_name_check check (value <> '' and value = lower(value collate "C"));
create domain auth.json_map as jsonb constraint json_map_check check (jsonb_typeof(value) = 'object');
create domain auth.json_list as jsonb constraint json_list_check check (jsonb_typeof(value) = 'array');
create domain auth.filled_list as text[] constraint filled_list_check check (cardinality(value) > 0);
-- How many of the two confirmations of a change have come: with the second the change is made.
create domain auth.none_or_one as smallint constraint none_or_one_check check (value in (0, 1));
create domain auth.token_counter as bigint constraint token_counter_check check (value >= 0);
create domain auth.factor_status as text constraint factor_status_check check (value in ('unverified', 'verified'));
create domain auth.address_kind as text constraint address_kind_check check (value in ('email', 'phone'));
-- Another reason comes by dropping and adding the constraint as not valid, which locks no table.
create domain auth.session_end as text constraint session_end_check
  check (value in ('reuse', 'logout', 'password', 'admin', 'deleted', 'factor'));
create domain auth.assurance_level as text constraint assurance_level_check check (value in ('aal1', 'aal2', 'aal3'));

-- A person or an anonymous visitor. Applications reference id and read these columns in triggers, by the names that
-- supabase/auth gave them; docs/for-dbas.md says what they may rely on, docs/adr/0022 why each is as it is. No password
-- is here: encrypted_password is null whatever happens.
create table auth.users (
  id                       uuid        not null,
  aud                      text        not null,
  role                     text        not null,
  email                    auth.filled_text,
  phone                    auth.filled_text,
  email_confirmed_at       timestamptz,
  phone_confirmed_at       timestamptz,
  confirmed_at             timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
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
  deleted_at               timestamptz,
  is_anonymous             boolean     not null default false,
  encrypted_password       text generated always as (null::text) stored,
  factor_status            auth.factor_status,
  sign_up_role             text,
  administered_at          timestamptz,
  created_at               timestamptz not null,
  updated_at               timestamptz not null,
  constraint users_pkey primary key (id)
) with (fillfactor = 90);

create index users_aud_created_at_idx on auth.users (aud, created_at desc, id);

-- How many users an audience has, in blocks of about 2000 by created_at: a list finds its total and its page by adding up
-- blocks instead of reading users. Users who came after the last block are counted on request.
create table auth.user_blocks (
  aud        text        not null,
  until      timestamptz not null,
  users      integer     not null,
  counted_at timestamptz not null,
  constraint user_blocks_pkey primary key (aud, until),
  constraint user_blocks_users_check check (users >= 0)
);

-- Every e-mail address and phone number that finds a user, and the only place where they are unique.
-- The foreign key waits for the end of the transaction, so a sign-up claims the address before it inserts the user
-- and a loser of the race writes nothing.
create table auth.addresses (
  kind        auth.address_kind not null,
  value       auth.filled_text not null,
  user_id     uuid        not null,
  is_primary  boolean     not null,
  verified_at timestamptz,
  created_at  timestamptz not null,
  constraint addresses_pkey primary key (kind, value),
  constraint addresses_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
    deferrable initially deferred
);

create index addresses_user_id_idx on auth.addresses (user_id);
-- users.email and users.phone hold one value each, so a user has one primary address of a kind.
create unique index addresses_primary_key on auth.addresses (user_id, kind) where is_primary;

-- The password a user proved or an administrator set.
create table auth.passwords (
  user_id    uuid        not null,
  hash       text        not null,
  updated_at timestamptz not null,
  constraint passwords_pkey primary key (user_id),
  constraint passwords_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- pgcrypto hashes with DES, silently, when it does not know a prefix; such a value must never get in here. Hashes of other systems
  -- never go to pgcrypto: what they may cost is checked before they are stored, and again before the gateway computes one.
  constraint passwords_hash_check check (hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'
    or (hash ~ '^\$(argon2id?|fbscrypt)\$v=[A-Za-z0-9+/=,]+\$[A-Za-z0-9+/=,$]+$' and length(hash) <= 1024))
);

-- The password a sign-up chose before the mailbox or phone was proven. A null hash is a mark: a second sign-up chose
-- another password, so nobody's counts and nothing refills the row.
create table auth.pending_passwords (
  user_id    uuid        not null,
  hash       text,
  created_at timestamptz not null,
  constraint pending_passwords_pkey primary key (user_id),
  constraint pending_passwords_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint pending_passwords_hash_check check (hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$')
);

-- How a provider (or our own e-mail and phone sign-up) names a user.
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
  -- One subject of a provider is one account here: the key of every provider sign-in.
  constraint identities_subject_key unique (provider, subject),
  constraint identities_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

-- Whose identity has a verified address, when somebody comes back from another provider.
create index identities_email_idx on auth.identities (email) where provider not in ('email', 'phone');

-- A sign-in. Its refresh tokens are derived from (user_id, id, counter) and stored nowhere; the row is the lock of
-- its token family. Refresh writes counter, rotated_at, refreshed_at, user_agent and ip: no index may name them.
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
  created_at     timestamptz not null,
  constraint sessions_pkey primary key (user_id, id),
  constraint sessions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- Both or neither: the order of refusals (reuse first) depends on them.
  constraint sessions_revoked_check check ((revoked_at is null) = (revoked_reason is null))
) with (fillfactor = 80);

create index sessions_revoked_at_idx on auth.sessions (revoked_at) where revoked_at is not null;
create index sessions_not_after_idx on auth.sessions (not_after) where not_after is not null;

-- A link and a code that were asked for. Both are derived from id, generation and a key outside the database.
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
  constraint one_time_tokens_pkey primary key (id),
  -- A new request of a kind replaces the old one, so that only the newest link and code work.
  constraint one_time_tokens_user_id_kind_key unique (user_id, kind),
  constraint one_time_tokens_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint one_time_tokens_kind_check check (kind in
    ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'sms', 'phone_change', 'reauthentication')),
  constraint one_time_tokens_purpose_check check (purpose in
    ('signup', 'invite', 'recovery', 'magiclink', 'email_change', 'sms', 'phone_change', 'reauthentication')),
  constraint one_time_tokens_address_check check (address <> ''),
  -- A code dies after five wrong guesses: the cap counts parallel tries too.
  constraint one_time_tokens_attempts_check check (attempts between 0 and 5),
  constraint one_time_tokens_key_id_check check (key_id between 0 and 255),
  constraint one_time_tokens_digits_check check (digits between 6 and 10)
);

create index one_time_tokens_address_kind_idx on auth.one_time_tokens (address, kind);
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);

-- A PKCE or provider flow that waits for its second half. The authorization code is kept as SHA-256.
create table auth.flow_states (
  id                    uuid        not null,
  user_id               uuid,
  provider              text        not null,
  provider_place        bytea,
  authentication_method text        not null,
  code_challenge        text,
  code_challenge_method text,
  auth_code_digest      bytea,
  auth_code_issued_at   timestamptz,
  redirect_to           text,
  verifier              text,
  taken_at              timestamptz,
  linking_user_id       uuid,
  invitation_id         uuid,
  provider_tokens       text,
  created_at            timestamptz not null,
  constraint flow_states_pkey primary key (id),
  constraint flow_states_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint flow_states_linking_user_id_fkey foreign key (linking_user_id) references auth.users (id) on delete cascade,
  -- A provider is asked between taking and finishing; what was kept for that is gone with the first.
  constraint flow_states_verifier_check check (verifier is null or taken_at is null),
  constraint flow_states_code_challenge_method_check check (code_challenge_method in ('s256', 'plain')),
  constraint flow_states_code_challenge_check check ((code_challenge is null) = (code_challenge_method is null)),
  constraint flow_states_auth_code_check check ((auth_code_digest is null) = (auth_code_issued_at is null))
);

create index flow_states_user_id_idx on auth.flow_states (user_id);
create index flow_states_linking_user_id_idx on auth.flow_states (linking_user_id);
create unique index flow_states_auth_code_digest_key on auth.flow_states (auth_code_digest);
create index flow_states_created_at_idx on auth.flow_states (created_at);
-- Those that nobody has come back to; most of them are finished within a minute.
create index flow_states_unfinished_idx on auth.flow_states (created_at) where redirect_to is not null and auth_code_issued_at is null;

-- A mail or SMS that a request promised. It names its token; link and code are derived when it is sent.
create table auth.messages (
  id           uuid        not null,
  user_id      uuid        not null,
  kind         text        not null,
  channel      text        not null,
  to_address   text        not null,
  token_id     uuid,
  generation   bigint      not null,
  base_url     text        not null,
  redirect_to  text        not null,
  languages    text,
  details      jsonb,
  state        text        not null default 'queued',
  leased_until timestamptz,
  tries        integer     not null default 0,
  unsure       integer     not null default 0,
  not_before   timestamptz,
  last_error   text,
  expires_at   timestamptz not null,
  finished_at  timestamptz,
  created_at   timestamptz not null,
  constraint messages_pkey primary key (id),
  constraint messages_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint messages_kind_check check (kind in
    ('confirmation', 'invite', 'recovery', 'magic_link', 'email_change', 'reauthentication', 'sms', 'phone_change', 'mfa',
     'password_changed_notification', 'email_changed_notification', 'phone_changed_notification',
     'identity_linked_notification', 'identity_unlinked_notification', 'mfa_factor_enrolled_notification',
     'mfa_factor_unenrolled_notification', 'new_device_notification')),
  constraint messages_channel_check check (channel in ('mail', 'sms', 'whatsapp')),
  constraint messages_state_check check (state in ('queued', 'sending', 'sent', 'skipped', 'expired', 'failed')),
  constraint messages_tries_check check (tries >= 0),
  -- An attempt is unsure or it is not.
  constraint messages_unsure_check check (unsure between 0 and tries),
  -- Only a message in flight is leased: a lease on any other state would hide it from the worker.
  constraint messages_leased_until_check check ((state = 'sending') = (leased_until is not null))
);

create index messages_user_id_idx on auth.messages (user_id);
create index messages_open_idx on auth.messages (expires_at) where state in ('queued', 'sending');
create index messages_finished_at_idx on auth.messages (finished_at) where finished_at is not null;

-- The operator's own mails: one for each kind and language. An empty language is the default of its kind.
create table auth.templates (
  kind       text        not null,
  locale     text        not null,
  subject    text        not null,
  html       text        not null,
  text       text        not null,
  updated_at timestamptz not null,
  constraint templates_pkey primary key (kind, locale),
  constraint templates_kind_check check (kind in
    ('confirmation', 'invite', 'recovery', 'magic_link', 'email_change', 'reauthentication',
     'password_changed_notification', 'email_changed_notification', 'phone_changed_notification',
     'identity_linked_notification', 'identity_unlinked_notification', 'mfa_factor_enrolled_notification',
     'mfa_factor_unenrolled_notification', 'new_device_notification')),
  -- A language is looked for in one spelling: lower case, with hyphens.
  constraint templates_locale_check check (locale ~ '^([a-z]{2,8}(-[a-z0-9]{1,8}){0,3})?$'),
  constraint templates_html_check check (html <> ''),
  -- The worker gets the template with each message; mail programs cut what is longer than 100 kB.
  constraint templates_size_check check (octet_length(subject) + octet_length(html) + octet_length(text) <= 262144)
);

-- Addresses to which nothing is sent any more: a mail server refused them for good, or an administrator said so. Whoever
-- goes on sending to them loses their good name with all mail servers.
create table auth.suppressions (
  address    text        not null,
  reason     text        not null,
  created_at timestamptz not null,
  constraint suppressions_pkey primary key (address)
);

create index suppressions_created_at_idx on auth.suppressions (created_at);

-- Token buckets of the per-client limits. Unlogged: after a crash every bucket is full again, and nothing else is lost.
create unlogged table auth.limits (
  key         text             not null,
  tokens      double precision not null,
  refilled_at timestamptz      not null,
  created_at  timestamptz      not null,
  constraint limits_pkey primary key (key)
);

create index limits_created_at_idx on auth.limits (created_at);

-- When a message was last asked for, and how many passwords or codes were wrong recently, by a digest of purpose and address.
-- Unknown addresses have the same rows, so that answers do not tell which addresses exist.
create table auth.attempts (
  digest      bytea       not null,
  asked_at    timestamptz,
  awaits      text[]      not null default '{}',
  tries       smallint    not null default 0,
  credit      double precision,
  failures    integer     not null default 0,
  failing_since timestamptz,
  missed      timestamptz[] not null default '{}',
  unknown     boolean     not null default false,
  touch       bigint      generated always as identity,
  touched_at  timestamptz not null,
  constraint attempts_pkey primary key (digest),
  -- Up to the five guesses that a code allows, whether or not a code was sent.
  constraint attempts_tries_check check (tries between 0 and 5),
  constraint attempts_failures_check check (failures >= 0),
  constraint attempts_failing_check check ((failures = 0) = (failing_since is null))
);

create index attempts_touched_at_idx on auth.attempts (touched_at);
-- Anybody can make any number of such rows, so the oldest are deleted when there are too many.
create index attempts_unknown_idx on auth.attempts (touch) where unknown;

-- How many mails and SMS this installation has created, as a count per clock hour or a token bucket. The row pace is the
-- bucket by which mails are sent no faster than the configured rate.
create table auth.quotas (
  kind         text             not null,
  window_start timestamptz      not null,
  used         integer          not null,
  tokens       double precision not null,
  refilled_at  timestamptz      not null,
  constraint quotas_pkey primary key (kind),
  constraint quotas_kind_check check (kind in ('mail', 'sms', 'pace')),
  constraint quotas_used_check check (used >= 0)
);

-- Who did what, from where. One row may hold several actions of one request. Range-partitioned by month; the default
-- partition catches what no month covers, so an insert never fails for want of a partition.
create table auth.audit_log (
  created_at     timestamptz not null,
  id             uuid        not null,
  actor_id       uuid        not null,
  actor_username text        not null,
  actor_name     text,
  actor_via_sso  boolean     not null default false,
  actions        auth.filled_list not null,
  traits         jsonb,
  ip             inet,
  user_agent     text,
  request_id     text,
  constraint audit_log_pkey primary key (created_at, id)
) partition by range (created_at);

create table auth.audit_log_default partition of auth.audit_log default;
create index audit_log_actor_id_idx on auth.audit_log (actor_id, created_at desc);
-- Rows of the default partition that are being moved into months. It is made like that partition, because the two are
-- exchanged.
create table auth.audit_log_late (like auth.audit_log including defaults including constraints including indexes);

-- Which release's functions are installed, and the oldest gateway they serve. One row.
create table auth.release (
  one_row     boolean     not null default true,
  version     text        not null,
  digest      text        not null,
  min_gateway text        not null,
  applied_at  timestamptz not null default now(),
  constraint release_pkey primary key (one_row),
  constraint release_one_row_check check (one_row)
);

-- The steps of sql/online that have run outside the migrations' transaction.
create table auth.online_steps (
  name       text        not null,
  digest     text        not null,
  applied_at timestamptz not null default now(),
  constraint online_steps_pkey primary key (name)
);

-- What the catalog said of each function and view when migrate had made it, so that the next migrate can tell which were
-- edited since.
create table auth.release_objects (
  kind         text    not null,
  name         text    not null,
  digest       text    not null,
  server_major integer not null,
  constraint release_objects_pkey primary key (kind, name)
);

-- Row level security without a policy: even after a grant made by mistake only the owner sees rows.
alter table auth.users enable row level security;
alter table auth.addresses enable row level security;
alter table auth.passwords enable row level security;
alter table auth.pending_passwords enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.flow_states enable row level security;
alter table auth.messages enable row level security;
alter table auth.templates enable row level security;
alter table auth.suppressions enable row level security;
alter table auth.limits enable row level security;
alter table auth.attempts enable row level security;
alter table auth.quotas enable row level security;
alter table auth.audit_log enable row level security;
alter table auth.audit_log_default enable row level security;
alter table auth.audit_log_late enable row level security;
alter table auth.release enable row level security;
alter table auth.online_steps enable row level security;
alter table auth.release_objects enable row level security;
alter table auth.user_blocks enable row level security;
