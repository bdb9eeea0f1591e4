-- 0003: second factors, what they are asked, and recovery codes.

-- A second factor of a user. What it proves with stands in the columns of its type; recovery codes are rows of their own.
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
  -- People tell their factors apart by name. Two without a name do not clash.
  constraint factors_friendly_name_key unique (user_id, friendly_name),
  constraint factors_phone_key unique (user_id, phone),
  constraint factors_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint factors_factor_type_check check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  constraint factors_secret_check check ((factor_type = 'totp') = (secret is not null)),
  constraint factors_used_step_check check (factor_type = 'totp' or used_step is null),
  constraint factors_phone_check check ((factor_type = 'phone') = (phone is not null)),
  constraint factors_credential_check check (factor_type = 'webauthn' or num_nonnulls(credential, aaguid) = 0),
  -- A key and an id as long as those of passkeys may be.
  constraint factors_credential_size_check check (octet_length(credential::text) <= 6000),
  -- Nobody has proven an authenticator that has no key here.
  constraint factors_credential_status_check check (factor_type <> 'webauthn' or status = 'unverified' or credential is not null)
);

-- A user has one set of recovery codes.
create unique index factors_recovery_code_key on auth.factors (user_id) where factor_type = 'recovery_code';
create index factors_unverified_idx on auth.factors (created_at) where status = 'unverified';

-- A question to a factor, answered once. A phone's code is derived from id and a key outside the database, like other codes.
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
  constraint challenges_factor_id_fkey foreign key (user_id, factor_id) references auth.factors (user_id, id) on delete cascade,
  -- A code dies after five wrong guesses: the cap counts parallel tries too.
  constraint challenges_attempts_check check (attempts between 0 and 5),
  constraint challenges_key_id_check check (key_id between 0 and 255),
  constraint challenges_digits_check check (digits between 6 and 10),
  constraint challenges_code_check check ((key_id is null) = (digits is null))
);

create index challenges_factor_id_idx on auth.challenges (user_id, factor_id);
create index challenges_expires_at_idx on auth.challenges (expires_at);

-- Codes for who has lost the other factors. Each has 80 random bits, so a plain digest hides it; who redeems one deletes it.
create table auth.recovery_codes (
  user_id    uuid        not null,
  digest     bytea       not null,
  created_at timestamptz not null,
  constraint recovery_codes_pkey primary key (user_id, digest),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

alter table auth.factors enable row level security;
alter table auth.challenges enable row level security;
alter table auth.recovery_codes enable row level security;
