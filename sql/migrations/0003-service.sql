-- Messages, webhooks, limits, the audit log, and the state of the installation.
-- squawk-ignore-file require-concurrent-index-creation
-- squawk-ignore-file ban-create-domain-with-constraint

-- Kinds of mail. Messages, templates and set_template() use this list; the texts of each kind are in
-- core/mail/kinds.ts. To add a kind, drop the constraint and add it as not valid, which needs no long table
-- lock.
create domain auth.mail_kind as text constraint mail_kind_check check (value in (
  'confirmation', 'invite', 'recovery', 'magic_link', 'email_change', 'reauthentication',
  'password_changed_notification', 'email_changed_notification', 'phone_changed_notification',
  'identity_linked_notification', 'identity_unlinked_notification', 'mfa_factor_enrolled_notification',
  'mfa_factor_unenrolled_notification', 'new_device_notification', 'repeated_sign_up_notification',
  'account_merged_notification', 'oauth_grant_notification'));

-- A queued or sent mail or SMS. If it has a link or code of a token, it refers to the token, from which both
-- are derived when it is sent.
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
  unknown_outcomes       integer     not null default 0,
  not_before   timestamptz,
  last_error   text,
  expires_at   timestamptz not null,
  finished_at  timestamptz,
  created_at   timestamptz not null,
  waits_since  timestamptz,
  constraint messages_pkey primary key (id),
  constraint messages_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- sms, phone_change and mfa are kinds of SMS only.
  constraint messages_kind_check
    check (kind in ('sms', 'phone_change', 'mfa') or kind::auth.mail_kind is not null),
  constraint messages_channel_check check (channel in ('mail', 'sms', 'whatsapp')),
  constraint messages_state_check check (state in ('queued', 'sending', 'sent', 'skipped', 'expired',
    'failed')),
  constraint messages_tries_check check (tries >= 0),
  -- The number of attempts with an unknown outcome cannot exceed the number of attempts.
  constraint messages_unsure_check check (unknown_outcomes between 0 and tries),
  -- Only a message that is being sent has a lease. A lease in another state would hide the message from the
  -- worker.
  constraint messages_leased_until_check check ((state = 'sending') = (leased_until is not null))
);

create index messages_user_id_idx on auth.messages (user_id, created_at, id);
-- Lists the messages of an address, the newest first, for administrators.
create index messages_to_address_idx on auth.messages (to_address, (coalesce(finished_at, created_at)), id);
create index messages_open_idx on auth.messages (expires_at) where state in ('queued', 'sending');
-- Lists the open messages, the newest first.
create index messages_open_created_at_idx on auth.messages (created_at, id) where state in ('queued', 'sending');
create index messages_failed_idx on auth.messages (finished_at) where state in ('failed', 'expired');
create index messages_finished_at_idx on auth.messages (finished_at) where finished_at is not null;

-- The operator's mail templates, one for each kind and language. The empty language is the default of its
-- kind.
create table auth.templates (
  kind       auth.mail_kind not null,
  locale     text        not null,
  subject    text        not null,
  html       text        not null,
  text       text        not null,
  updated_at timestamptz not null,
  constraint templates_pkey primary key (kind, locale),
  -- Languages are in lower case, with hyphens.
  constraint templates_locale_check check (locale ~ '^([a-z]{2,8}(-[a-z0-9]{1,8}){0,3})?$'),
  constraint templates_html_check check (html <> ''),
  -- Limits the size, because the worker reads the template for each message, and some mail clients truncate
  -- mails over 100 kB.
  constraint templates_size_check check (
    octet_length(subject) + octet_length(html) + octet_length(text) <= 262144)
);

-- Suppressed addresses, to which no messages are sent. A mail server rejected them permanently, or an
-- administrator added them. Messages to rejected addresses damage the sender's reputation.
create table auth.suppressions (
  address    text        not null,
  reason     text        not null,
  created_at timestamptz not null,
  constraint suppressions_pkey primary key (address)
);

create index suppressions_created_at_idx on auth.suppressions (created_at);

-- A webhook. The gateway or the CLI seals its secrets, and the worker unseals them to sign events.
create table auth.webhooks (
  id         uuid        not null,
  url        auth.filled_text not null,
  kinds      text[]      not null,
  secrets    text[]      not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_url_check check (length(url) <= 2048),
  -- A webhook without kinds would never receive an event.
  constraint webhooks_kinds_check check (cardinality(kinds) > 0
    and kinds <@ array['user.created', 'user.updated',
    'user.deleted', 'user.signed_in', 'user.banned', 'user.unbanned', 'identity.linked', 'identity.unlinked',
    'factor.enrolled', 'factor.unenrolled']),
  -- Every event is signed. While a secret is being replaced, events are signed with the old and the new one.
  constraint webhooks_secrets_check check (cardinality(secrets) between 1 and 3)
);

-- An event of a user for one webhook, written in the transaction of the change. user_id is not a foreign
-- key, because the last event of a user is the deletion.
create table auth.webhook_events (
  id           uuid        not null,
  webhook_id   uuid        not null,
  user_id      uuid        not null,
  -- Events of a user are created while its row is locked, so a later event has a greater place.
  place        bigint      not null generated always as identity,
  kind         text        not null,
  data         jsonb,
  made_in      xid8        not null,
  state        text        not null,
  tries        integer     not null default 0,
  leased_until timestamptz,
  not_before   timestamptz,
  last_error   text,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  waits_since  timestamptz,
  constraint webhook_events_pkey primary key (id),
  constraint webhook_events_webhook_id_fkey foreign key (webhook_id) references auth.webhooks (id)
    on delete cascade,
  constraint webhook_events_state_check
    check (state in ('queued', 'sending', 'delivered', 'failed', 'dropped')),
  constraint webhook_events_finished_at_check
    check ((finished_at is null) = (state in ('queued', 'sending'))),
  -- Delivered events contain no user data.
  constraint webhook_events_data_check check ((data is null) = (state = 'delivered'))
);

create index webhook_events_webhook_id_idx on auth.webhook_events (webhook_id, created_at);
-- Pending events of a user for a webhook. Only the first of them may be delivered.
create index webhook_events_line_idx on auth.webhook_events (user_id, webhook_id, place)
  where finished_at is null;
create index webhook_events_created_at_idx on auth.webhook_events (created_at);
create index webhook_events_waiting_idx on auth.webhook_events (created_at) where finished_at is null;
create index webhook_events_finished_at_idx on auth.webhook_events (finished_at)
  where finished_at is not null;
create index webhook_events_failed_idx on auth.webhook_events (finished_at) where state = 'failed';
-- Lists the events of a user, also finished ones, the newest first.
create index webhook_events_user_id_idx on auth.webhook_events (user_id, created_at);

-- Token buckets of the rate limits per client. The table is unlogged, so after a crash all buckets are full
-- again.
create unlogged table auth.limits (
  key         text             not null,
  tokens      double precision not null,
  refilled_at timestamptz      not null,
  created_at  timestamptz      not null,
  constraint limits_pkey primary key (key)
);

create index limits_created_at_idx on auth.limits (created_at);

-- Limits of messages and attempts. A row has the time of the last message request, the numbers of recent
-- wrong passwords, and the times of recent wrong codes and other counted events (count_limited_events). The
-- column digest identifies a row: the digest of a purpose and of an address, user or factor. Unknown
-- addresses have the same rows, so that responses do not reveal which addresses exist.
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
  -- A code allows five attempts, which are counted whether or not a code was sent.
  constraint attempts_tries_check check (tries between 0 and 5),
  constraint attempts_failures_check check (failures >= 0),
  constraint attempts_failing_check check ((failures = 0) = (failing_since is null))
);

create index attempts_touched_at_idx on auth.attempts (touched_at);
-- Counts locked accounts.
create index attempts_failing_since_idx on auth.attempts (failing_since) where failing_since is not null;
-- Anybody can create these rows by requests, so the oldest are deleted when there are too many.
create index attempts_unknown_idx on auth.attempts (touch) where unknown;

-- Numbers of mails and SMS that this installation has created, as a count per clock hour or a token bucket.
-- The row pace is the token bucket that limits the sending rate of mails.
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

-- The audit log: actor, actions and origin. A row may contain several actions of one request.
-- Range-partitioned by month. The default partition takes rows whose month has no partition.
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
  -- Transaction that wrote the entry. The log reader uses it to find entries of long transactions, which
  -- become visible after later entries.
  made_in        xid8        constraint audit_log_made_in_not_null not null default pg_current_xact_id(),
  login_method   text,
  constraint audit_log_pkey primary key (created_at, id)
) partition by range (created_at);

create table auth.audit_log_default partition of auth.audit_log default;
create index audit_log_actor_id_idx on auth.audit_log (actor_id, created_at desc);
-- Finds entries by the user whom an administrator acted on, for the export of a user's data. Few rows have
-- such a user.
create index audit_log_subject_idx on auth.audit_log ((traits ->> 'user_id'), created_at desc)
  where traits ->> 'user_id' is not null;
create index audit_log_made_in_idx on auth.audit_log (made_in);
-- Rows of the default partition that are being moved into monthly partitions. maintain_partitions() swaps
-- the two tables, so their definitions must be equal.
create table auth.audit_log_late (
  like auth.audit_log including defaults including constraints including indexes);

-- Number of entries in a range of the audit log (about 2000 rows by created_at), from since (exclusive) to
-- until (inclusive). Blocks do not overlap. Entries outside all blocks are counted at each request.
-- counted_in is the snapshot of the count.
create table auth.audit_blocks (
  since      timestamptz   not null,
  until      timestamptz   not null,
  entries    bigint        not null,
  actions    auth.json_map not null,
  counted_at timestamptz   not null,
  counted_in pg_snapshot   not null,
  constraint audit_blocks_pkey primary key (until),
  constraint audit_blocks_since_check check (since < until),
  constraint audit_blocks_entries_check check (entries >= 0)
);

-- Position up to which the audit log was written into the process log. Entries visible in logged_snapshot
-- are logged. Other entries visible in logging_snapshot are being logged, in the order of made_in and id.
-- Leased entries count as logged when the worker confirms that they were written.
create table auth.audit_reader (
  one_row          boolean     not null default true,
  since            timestamptz not null,
  logged_snapshot  pg_snapshot not null,
  logging_snapshot pg_snapshot not null,
  after_made_in    xid8        not null default '0',
  after_id         uuid        not null default '00000000-0000-0000-0000-000000000000',
  leased_made_in xid8,
  leased_id      uuid,
  leased_all       boolean     not null default false,
  worker_id            uuid        not null,
  leased_until     timestamptz not null,
  constraint audit_reader_pkey primary key (one_row),
  constraint audit_reader_one_row_check check (one_row)
);

-- Counts per hour (UTC), and after 14 days per day. Gateways add their counts once a minute, so that
-- requests never wait for a row.
create table auth.tallies (
  day     date   not null,
  hour    smallint not null default -1,
  kind    text   not null,
  name    text   not null,
  outcome text   not null,
  count   bigint not null,
  constraint tallies_pkey primary key (day, hour, kind, name, outcome),
  constraint tallies_kind_check check (kind in ('sign_in', 'refusal', 'latency', 'message', 'key')),
  -- -1 is the count of a whole day.
  constraint tallies_hour_check check (hour between -1 and 23),
  constraint tallies_count_check check (count > 0)
);
-- Finds the newest rows of kinds that have few rows.
create index tallies_kind_idx on auth.tallies (kind, day, hour) where kind in ('message', 'key');

-- Error responses of the last days, so that an administrator can explain them. Gateways write a bounded
-- number per minute. Partitioned by day, so that old rows can be dropped. The default partition takes rows
-- whose day has no partition. user_id is not a foreign key, because dropping a partition with a foreign key
-- locks users.
create table auth.refusals (
  at             timestamptz not null,
  id             uuid        not null,
  request_id     text        not null,
  route          text        not null,
  function       text,
  name           text,
  code           text        not null,
  status         smallint    not null,
  address_digest bytea,
  user_id        uuid,
  ip             inet,
  user_agent     text,
  constraint refusals_pkey primary key (at, id),
  constraint refusals_status_check check (status between 400 and 599)
) partition by range (at);

create table auth.refusals_default partition of auth.refusals default;
create index refusals_request_id_idx on auth.refusals (request_id);
create index refusals_address_digest_idx on auth.refusals (address_digest, at desc)
  where address_digest is not null;
create index refusals_user_id_idx on auth.refusals (user_id, at desc) where user_id is not null;
create index refusals_ip_idx on auth.refusals (ip, at desc);

-- The release of the installed functions, and the oldest gateway that they support. One row.
create table auth.release (
  one_row     boolean     not null default true,
  version     text        not null,
  digest      text        not null,
  min_gateway text        not null,
  applied_at  timestamptz not null default now(),
  constraint release_pkey primary key (one_row),
  constraint release_one_row_check check (one_row)
);

-- Completed steps of sql/online, which run outside the migrations' transaction.
create table auth.online_steps (
  name       text        not null,
  digest     text        not null,
  applied_at timestamptz not null default now(),
  constraint online_steps_pkey primary key (name)
);

-- Functions and views in the catalog after a migration, so that the next `migrate` run detects edits.
create table auth.release_objects (
  kind         text    not null,
  name         text    not null,
  digest       text    not null,
  server_major integer not null,
  constraint release_objects_pkey primary key (kind, name)
);

-- Id of the primary's timeline, created when a gateway first reads the primary's WAL position. A replica
-- without this id follows another primary or has not replayed it yet. After a failover, such a replica may
-- contain rows that the new primary never had.
create table auth.timeline (
  one_row   boolean not null default true,
  timeline  text not null,
  mark      uuid not null,
  marked_at timestamptz not null,
  constraint timeline_pkey primary key (one_row),
  constraint timeline_one_row_check check (one_row)
);

-- Finds the jobs of a deleted user. A job that has failed permanently remains for an hour and contains the
-- user's id.
create index job_user_id_idx on auth_queue.job ((data ->> 'user_id'));

alter table auth.messages enable row level security;
alter table auth.templates enable row level security;
alter table auth.suppressions enable row level security;
alter table auth.webhooks enable row level security;
alter table auth.webhook_events enable row level security;
alter table auth.limits enable row level security;
alter table auth.attempts enable row level security;
alter table auth.quotas enable row level security;
alter table auth.audit_log enable row level security;
alter table auth.audit_log_default enable row level security;
alter table auth.audit_log_late enable row level security;
alter table auth.audit_blocks enable row level security;
alter table auth.audit_reader enable row level security;
alter table auth.tallies enable row level security;
alter table auth.refusals enable row level security;
alter table auth.refusals_default enable row level security;
alter table auth.release enable row level security;
alter table auth.online_steps enable row level security;
alter table auth.release_objects enable row level security;
alter table auth.timeline enable row level security;
