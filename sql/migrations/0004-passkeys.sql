-- 0004: passkeys, and the challenges of the ceremonies that make and use them.

-- A public key that an authenticator made for a user. Whoever can sign a challenge with the other half is the user.
create table auth.passkeys (
  user_id          uuid        not null,
  id               uuid        not null,
  credential_id    bytea       not null,
  public_key       bytea       not null,
  attestation_type text        not null,
  aaguid           uuid        not null,
  sign_count       bigint      not null,
  transports       text[]      not null,
  backup_eligible  boolean     not null,
  backed_up        boolean     not null,
  friendly_name    auth.filled_text not null,
  clone_warned_at  timestamptz,
  last_used_at     timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  constraint passkeys_pkey primary key (user_id, id),
  -- A credential signs one user in: two rows of it would leave open whom.
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- The longest credential id that WebAuthn allows.
  constraint passkeys_credential_id_check check (octet_length(credential_id) between 1 and 1023),
  -- An RSA key of 8192 bits with its labels; a longer one is made to be slow to verify.
  constraint passkeys_public_key_check check (octet_length(public_key) between 1 and 1100),
  -- As many as the standard knows, and some to come.
  constraint passkeys_transports_check check (cardinality(transports) <= 16),
  -- What an authenticator can count up to.
  constraint passkeys_sign_count_check check (sign_count between 0 and 4294967295),
  constraint passkeys_friendly_name_check check (char_length(friendly_name) <= 120)
);

-- What an authenticator has been asked to sign. A row is deleted by whoever answers it, right or wrong.
create table auth.passkey_challenges (
  id         uuid        not null,
  user_id    uuid,
  purpose    text        not null,
  challenge  bytea       not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (id),
  constraint passkey_challenges_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint passkey_challenges_purpose_check check (purpose in ('registration', 'sign_in')),
  -- A registration is a user's; who signs in is not known before the answer.
  constraint passkey_challenges_user_id_check check ((purpose = 'registration') = (user_id is not null)),
  constraint passkey_challenges_challenge_check check (octet_length(challenge) = 32)
);

create index passkey_challenges_user_id_idx on auth.passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on auth.passkey_challenges (expires_at);

alter table auth.passkeys enable row level security;
alter table auth.passkey_challenges enable row level security;
