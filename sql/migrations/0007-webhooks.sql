-- 0007: webhooks. Servers that are told what happens to users, and the events that wait for them.

-- A server that is told. Its secrets are sealed by whoever adds it; the worker opens them to sign.
create table auth.webhooks (
  id         uuid        not null,
  url        auth.filled_text not null,
  kinds      text[]      not null,
  secrets    text[]      not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_url_check check (length(url) <= 2048),
  -- A server that asks for nothing would wait for ever.
  constraint webhooks_kinds_check check (cardinality(kinds) > 0 and kinds <@ array['user.created', 'user.updated',
    'user.deleted', 'user.signed_in', 'user.banned', 'user.unbanned', 'identity.linked', 'identity.unlinked', 'factor.enrolled',
    'factor.unenrolled']),
  -- An event must always be signed; while a secret is replaced, by both.
  constraint webhooks_secrets_check check (cardinality(secrets) between 1 and 3)
);

-- What one server is to be told of one user, written by the transaction in which it happened. Not a foreign key to users:
-- the last event of a user tells that the user is gone.
create table auth.webhook_events (
  id           uuid        not null,
  webhook_id   uuid        not null,
  user_id      uuid        not null,
  -- Events of a user are made while its row is locked, so of two the later has the greater place.
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
  constraint webhook_events_pkey primary key (id),
  constraint webhook_events_webhook_id_fkey foreign key (webhook_id) references auth.webhooks (id) on delete cascade,
  constraint webhook_events_state_check check (state in ('queued', 'sending', 'delivered', 'failed', 'dropped')),
  constraint webhook_events_finished_at_check check ((finished_at is null) = (state in ('queued', 'sending'))),
  -- Once delivered nothing of the user stays here.
  constraint webhook_events_data_check check ((data is null) = (state = 'delivered'))
);

create index webhook_events_webhook_id_idx on auth.webhook_events (webhook_id, created_at);
-- The line of a user at a server: its first event is the only one that may be delivered.
create index webhook_events_line_idx on auth.webhook_events (user_id, webhook_id, place) where finished_at is null;
create index webhook_events_waiting_idx on auth.webhook_events (created_at) where finished_at is null;
create index webhook_events_finished_at_idx on auth.webhook_events (finished_at) where finished_at is not null;

alter table auth.webhooks enable row level security;
alter table auth.webhook_events enable row level security;
