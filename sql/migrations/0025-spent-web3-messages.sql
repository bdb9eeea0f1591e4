-- Messages of wallets that have signed in: whoever has seen one must not sign in with it again.
create table auth.spent_web3_messages (
  digest     bytea       not null,
  expires_at timestamptz not null,
  constraint spent_web3_messages_pkey primary key (digest),
  constraint spent_web3_messages_digest_check check (octet_length(digest) = 32)
);
create index spent_web3_messages_expires_at_idx on auth.spent_web3_messages (expires_at);

alter table auth.spent_web3_messages enable row level security;
