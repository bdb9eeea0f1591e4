-- Authorization codes that have been exchanged, each with the session it opened, for as long as it could have been exchanged:
-- a code that comes again ends that session.
create table auth.spent_codes (
  digest     bytea       not null,
  user_id    uuid        not null,
  session_id uuid        not null,
  expires_at timestamptz not null,
  constraint spent_codes_pkey primary key (digest),
  constraint spent_codes_session_fkey foreign key (user_id, session_id) references auth.sessions (user_id, id) on delete cascade,
  constraint spent_codes_digest_check check (octet_length(digest) = 32)
);
create index spent_codes_session_idx on auth.spent_codes (user_id, session_id);
create index spent_codes_expires_at_idx on auth.spent_codes (expires_at);

alter table auth.spent_codes enable row level security;
