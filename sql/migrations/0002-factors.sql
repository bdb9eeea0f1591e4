-- Second factors with their challenges, recovery codes, and passkeys.

-- A second factor of a user. Its secret is in the columns of its type. Recovery codes have their own table.
create table auth.factors (
  user_id            uuid        not null,
  id                 uuid        not null,
  factor_type        text        not null,
  status             auth.factor_status not null,
  friendly_name      auth.filled_text,
  phone              auth.filled_text,
  secret             text,
  used_step          bigint,
  credential         jsonb,
  aaguid             uuid,
  last_challenged_at timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  constraint factors_pkey primary key (user_id, id),
  -- Users identify their factors by name. Factors without a name do not conflict.
  constraint factors_friendly_name_key unique (user_id, friendly_name),
  constraint factors_phone_key unique (user_id, phone),
  constraint factors_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint factors_factor_type_check check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  constraint factors_secret_check check ((factor_type = 'totp') = (secret is not null)),
  constraint factors_used_step_check check (factor_type = 'totp' or used_step is null),
  constraint factors_phone_check check ((factor_type = 'phone') = (phone is not null)),
  constraint factors_credential_check
    check (factor_type = 'webauthn' or num_nonnulls(credential, aaguid) = 0),
  -- Large enough for a key and an id of the maximum length of passkeys.
  constraint factors_credential_size_check check (octet_length(credential::text) <= 6000),
  -- A verified WebAuthn factor has a key.
  constraint factors_credential_status_check
    check (factor_type <> 'webauthn' or status = 'unverified' or credential is not null)
);

-- A user has one set of recovery codes.
create unique index factors_recovery_code_key on auth.factors (user_id) where factor_type = 'recovery_code';
create index factors_unverified_idx on auth.factors (created_at) where status = 'unverified';

-- A challenge of a factor. A right code or any WebAuthn response uses it up. A phone's code is derived from
-- id and a key that is not in the database.
create table auth.challenges (
  user_id    uuid        not null,
  id         uuid        not null,
  factor_id  uuid        not null,
  ip         inet,
  used_at    timestamptz,
  attempts   smallint    not null default 0,
  key_id     smallint,
  digits     smallint,
  ceremony   jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint challenges_pkey primary key (user_id, id),
  constraint challenges_factor_id_fkey foreign key (user_id, factor_id) references auth.factors (user_id, id)
    on delete cascade,
  -- A phone's code is void after five wrong attempts. verify_factor() locks the user before it reads the
  -- count, so parallel attempts cannot exceed the limit. The constraint is a safeguard.
  constraint challenges_attempts_check check (attempts between 0 and 5),
  constraint challenges_key_id_check check (key_id between 0 and 255),
  constraint challenges_digits_check check (digits between 6 and 10),
  constraint challenges_code_check check ((key_id is null) = (digits is null))
);

create index challenges_factor_id_idx on auth.challenges (user_id, factor_id);
create index challenges_expires_at_idx on auth.challenges (expires_at);

-- Recovery codes. Each has 80 random bits, so an unkeyed digest is sufficient. A consumed code is deleted.
create table auth.recovery_codes (
  user_id    uuid        not null,
  digest     bytea       not null,
  created_at timestamptz not null,
  constraint recovery_codes_pkey primary key (user_id, digest),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

-- A public key that an authenticator created for a user. A signature with its private key signs the user
-- in.
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
  -- A credential belongs to one user, so that a sign-in is unambiguous.
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  -- Maximum length of a credential id in WebAuthn.
  constraint passkeys_credential_id_check check (octet_length(credential_id) between 1 and 1023),
  -- Large enough for an RSA key of 8192 bits with its labels.
  constraint passkeys_public_key_check check (octet_length(public_key) between 1 and 1100),
  -- The standard currently defines fewer transports.
  constraint passkeys_transports_check check (cardinality(transports) <= 16),
  -- Range of the counter in the standard.
  constraint passkeys_sign_count_check check (sign_count between 0 and 4294967295),
  constraint passkeys_friendly_name_check check (char_length(friendly_name) <= 120)
);

-- A challenge that an authenticator must sign. The response deletes the row, whether it is right or wrong.
create table auth.passkey_challenges (
  id         uuid        not null,
  user_id    uuid,
  purpose    text        not null,
  challenge  bytea       not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (id),
  constraint passkey_challenges_user_id_fkey foreign key (user_id) references auth.users (id)
    on delete cascade,
  constraint passkey_challenges_purpose_check check (purpose in ('registration', 'sign_in')),
  -- A registration belongs to a user. The user of a sign-in is not known before the response.
  constraint passkey_challenges_user_id_check check ((purpose = 'registration') = (user_id is not null)),
  constraint passkey_challenges_challenge_check check (octet_length(challenge) = 32)
);

create index passkey_challenges_user_id_idx on auth.passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on auth.passkey_challenges (expires_at);

alter table auth.factors enable row level security;
alter table auth.challenges enable row level security;
alter table auth.recovery_codes enable row level security;
alter table auth.passkeys enable row level security;
alter table auth.passkey_challenges enable row level security;
