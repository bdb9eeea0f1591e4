-- ID tokens that have signed somebody in: whoever has seen one must not sign in with it again.
create table auth.spent_id_tokens (
  digest     bytea       not null,
  expires_at timestamptz not null,
  constraint spent_id_tokens_pkey primary key (digest),
  constraint spent_id_tokens_digest_check check (octet_length(digest) = 32)
);
create index spent_id_tokens_expires_at_idx on auth.spent_id_tokens (expires_at);

alter table auth.spent_id_tokens enable row level security;
