-- Generated from a migrated database; do not edit. The current schema that sql/migrations/ creates: domains,
-- and tables with their columns, constraints and indexes, which comments/ describes. The functions of
-- auth_api follow at the end. A test compares this file with the catalog.
-- To regenerate it: UPDATE_SNAPSHOT=1 node test/house/schema_snapshot.test.ts

create domain auth.filled_text as text constraint filled_text_check CHECK ((VALUE <> ''::text));
create domain auth.provider_name as text constraint provider_name_check CHECK (((VALUE <> ''::text) AND (VALUE = lower((VALUE COLLATE "C")))));
create domain auth.json_map as jsonb constraint json_map_check CHECK ((jsonb_typeof(VALUE) = 'object'::text));
create domain auth.json_list as jsonb constraint json_list_check CHECK ((jsonb_typeof(VALUE) = 'array'::text));
create domain auth.filled_list as text[] constraint filled_list_check CHECK ((cardinality(VALUE) > 0));
create domain auth.none_or_one as smallint constraint none_or_one_check CHECK ((VALUE = ANY (ARRAY[0, 1])));
create domain auth.token_counter as bigint constraint token_counter_check CHECK ((VALUE >= 0));
create domain auth.factor_status as text constraint factor_status_check CHECK ((VALUE = ANY (ARRAY['unverified'::text, 'verified'::text])));
create domain auth.address_kind as text constraint address_kind_check CHECK ((VALUE = ANY (ARRAY['email'::text, 'phone'::text])));
create domain auth.session_end as text constraint session_end_check CHECK ((VALUE = ANY (ARRAY['reuse'::text, 'logout'::text, 'password'::text, 'admin'::text, 'deleted'::text, 'factor'::text, 'client'::text, 'grant'::text, 'expired'::text])));
create domain auth.assurance_level as text constraint assurance_level_check CHECK ((VALUE = ANY (ARRAY['aal1'::text, 'aal2'::text, 'aal3'::text])));
create domain auth.mail_kind as text constraint mail_kind_check CHECK ((VALUE = ANY (ARRAY['confirmation'::text, 'invite'::text, 'recovery'::text, 'magic_link'::text, 'email_change'::text, 'reauthentication'::text, 'password_changed_notification'::text, 'email_changed_notification'::text, 'phone_changed_notification'::text, 'identity_linked_notification'::text, 'identity_unlinked_notification'::text, 'mfa_factor_enrolled_notification'::text, 'mfa_factor_unenrolled_notification'::text, 'new_device_notification'::text, 'repeated_sign_up_notification'::text, 'account_merged_notification'::text, 'oauth_grant_notification'::text])));

create table auth.users (
  id uuid not null,
  aud text not null,
  role text not null,
  email auth.filled_text,
  phone auth.filled_text,
  email_confirmed_at timestamp with time zone,
  phone_confirmed_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (LEAST(email_confirmed_at, phone_confirmed_at)) stored,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  email_change_sent_at timestamp with time zone,
  phone_change_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  new_email auth.filled_text,
  new_phone auth.filled_text,
  email_change_status auth.none_or_one not null default 0,
  raw_app_meta_data auth.json_map not null default '{}'::jsonb,
  raw_user_meta_data auth.json_map not null default '{}'::jsonb,
  banned_until timestamp with time zone,
  deprovisioned_at timestamp with time zone,
  deleted_at timestamp with time zone,
  is_anonymous boolean not null default false,
  is_sso_user boolean not null default false,
  encrypted_password text generated always as (NULL::text) stored,
  factor_status auth.factor_status,
  sign_up_role text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  access_epoch bigint not null default 0,
  owned_without_address boolean not null default false,
  constraint users_pkey PRIMARY KEY (id)
) with (fillfactor=90);
CREATE INDEX users_aud_created_at_idx ON auth.users USING btree (aud, created_at DESC, id);
CREATE INDEX users_banned_until_idx ON auth.users USING btree (banned_until) WHERE (banned_until IS NOT NULL);
alter table auth.users enable row level security;

create table auth.user_blocks (
  aud text not null,
  until timestamp with time zone not null,
  users integer not null,
  counted_at timestamp with time zone not null,
  constraint user_blocks_pkey PRIMARY KEY (aud, until),
  constraint user_blocks_users_check CHECK ((users >= 0))
);
alter table auth.user_blocks enable row level security;

create table auth.user_block_groups (
  aud text not null,
  until timestamp with time zone not null,
  users integer not null,
  constraint user_block_groups_pkey PRIMARY KEY (aud, until),
  constraint user_block_groups_until_fkey FOREIGN KEY (aud, until) REFERENCES auth.user_blocks(aud, until) ON DELETE CASCADE,
  constraint user_block_groups_users_check CHECK ((users >= 0))
);
alter table auth.user_block_groups enable row level security;

create table auth.addresses (
  kind auth.address_kind not null,
  value auth.filled_text not null,
  user_id uuid not null,
  is_primary boolean not null,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  given_by_administrator boolean not null default false,
  autoconfirmed boolean not null default false,
  constraint addresses_pkey PRIMARY KEY (kind, value),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX addresses_primary_key ON auth.addresses USING btree (user_id, kind) WHERE is_primary;
CREATE INDEX addresses_user_id_idx ON auth.addresses USING btree (user_id);
alter table auth.addresses enable row level security;

create table auth.passwords (
  user_id uuid not null,
  hash text not null,
  updated_at timestamp with time zone not null,
  constraint passwords_pkey PRIMARY KEY (user_id),
  constraint passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint passwords_hash_check CHECK (((hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'::text) OR ((hash ~ '^\$(argon2id?|fbscrypt)\$v=[A-Za-z0-9+/=,]+\$[A-Za-z0-9+/=,$]+$'::text) AND (length(hash) <= 1024))))
);
alter table auth.passwords enable row level security;

create table auth.pending_passwords (
  user_id uuid not null,
  hash text,
  created_at timestamp with time zone not null,
  constraint pending_passwords_pkey PRIMARY KEY (user_id),
  constraint pending_passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint pending_passwords_hash_check CHECK (((hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'::text) OR ((hash ~ '^\$(argon2id?|fbscrypt)\$v=[A-Za-z0-9+/=,]+\$[A-Za-z0-9+/=,$]+$'::text) AND (length(hash) <= 1024))))
);
alter table auth.pending_passwords enable row level security;

create table auth.identities (
  user_id uuid not null,
  provider auth.provider_name not null,
  id uuid not null,
  subject auth.filled_text not null,
  identity_data auth.json_map not null,
  email text generated always as (lower((((identity_data)::jsonb ->> 'email'::text) COLLATE "C"))) stored,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint identities_pkey PRIMARY KEY (user_id, provider, id),
  constraint identities_subject_key UNIQUE (provider, subject),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX identities_email_idx ON auth.identities USING btree (email) WHERE ((provider)::text <> ALL (ARRAY['email'::text, 'phone'::text]));
alter table auth.identities enable row level security;

create table auth.sessions (
  user_id uuid not null,
  id uuid not null,
  counter auth.token_counter not null default 0,
  rotated_at timestamp with time zone,
  refreshed_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_reason auth.session_end,
  aal auth.assurance_level not null default 'aal1'::text,
  factor_id uuid,
  amr auth.json_list not null,
  user_agent text,
  ip inet,
  tag text,
  not_after timestamp with time zone,
  is_recovery boolean not null default false,
  created_at timestamp with time zone not null,
  oauth_client_id uuid,
  scopes text[] not null default '{}'::text[],
  resources text[] not null default '{}'::text[],
  auth_time timestamp with time zone,
  authorized_aal auth.assurance_level,
  constraint sessions_pkey PRIMARY KEY (user_id, id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sessions_revoked_check CHECK (((revoked_at IS NULL) = (revoked_reason IS NULL)))
) with (fillfactor=80);
CREATE INDEX sessions_created_at_idx ON auth.sessions USING btree (created_at, id);
CREATE INDEX sessions_ended_at_idx ON auth.sessions USING btree (LEAST(revoked_at, not_after), revoked_at) WHERE (LEAST(revoked_at, not_after) IS NOT NULL);
CREATE INDEX sessions_oauth_client_id_idx ON auth.sessions USING btree (oauth_client_id) WHERE (oauth_client_id IS NOT NULL);
alter table auth.sessions enable row level security;

create table auth.one_time_tokens (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  purpose text not null,
  address text not null,
  generation bigint not null default 1,
  attempts smallint not null default 0,
  key_id smallint not null,
  digits smallint not null,
  valid_for interval not null,
  expires_at timestamp with time zone,
  flow_id uuid,
  carries_password boolean not null default false,
  aud text,
  created_at timestamp with time zone not null,
  provider text,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_user_id_kind_key UNIQUE (user_id, kind),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint one_time_tokens_address_check CHECK ((address <> ''::text)),
  constraint one_time_tokens_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
  constraint one_time_tokens_digits_check CHECK (((digits >= 6) AND (digits <= 10))),
  constraint one_time_tokens_key_id_check CHECK (((key_id >= 0) AND (key_id <= 255))),
  constraint one_time_tokens_kind_check CHECK ((kind = ANY (ARRAY['confirmation'::text, 'recovery'::text, 'email_change_current'::text, 'email_change_new'::text, 'sms'::text, 'phone_change'::text, 'reauthentication'::text]))),
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['signup'::text, 'invite'::text, 'recovery'::text, 'magiclink'::text, 'email_change'::text, 'sms'::text, 'phone_change'::text, 'reauthentication'::text])))
);
CREATE INDEX one_time_tokens_address_kind_idx ON auth.one_time_tokens USING btree (address, kind);
CREATE INDEX one_time_tokens_expires_at_idx ON auth.one_time_tokens USING btree (expires_at);
alter table auth.one_time_tokens enable row level security;

create table auth.old_refresh_tokens (
  digest bytea not null,
  user_id uuid not null,
  session_id uuid not null,
  counter smallint not null,
  constraint old_refresh_tokens_pkey PRIMARY KEY (digest),
  constraint old_refresh_tokens_session_id_fkey FOREIGN KEY (user_id, session_id) REFERENCES auth.sessions(user_id, id) ON DELETE CASCADE,
  constraint old_refresh_tokens_counter_check CHECK (((counter >= 0) AND (counter <= 2))),
  constraint old_refresh_tokens_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX old_refresh_tokens_session_id_idx ON auth.old_refresh_tokens USING btree (user_id, session_id);
alter table auth.old_refresh_tokens enable row level security;

create table auth.kept_rows (
  source text not null,
  id text not null,
  user_id uuid,
  data auth.json_map not null,
  kept_at timestamp with time zone not null,
  constraint kept_rows_pkey PRIMARY KEY (source, id),
  constraint kept_rows_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX kept_rows_user_id_idx ON auth.kept_rows USING btree (user_id);
alter table auth.kept_rows enable row level security;

create table auth.factors (
  user_id uuid not null,
  id uuid not null,
  factor_type text not null,
  status auth.factor_status not null,
  friendly_name auth.filled_text,
  phone auth.filled_text,
  secret text,
  used_step bigint,
  credential jsonb,
  aaguid uuid,
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint factors_pkey PRIMARY KEY (user_id, id),
  constraint factors_friendly_name_key UNIQUE (user_id, friendly_name),
  constraint factors_phone_key UNIQUE (user_id, phone),
  constraint factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint factors_credential_check CHECK (((factor_type = 'webauthn'::text) OR (num_nonnulls(credential, aaguid) = 0))),
  constraint factors_credential_size_check CHECK ((octet_length((credential)::text) <= 6000)),
  constraint factors_credential_status_check CHECK (((factor_type <> 'webauthn'::text) OR ((status)::text = 'unverified'::text) OR (credential IS NOT NULL))),
  constraint factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text, 'webauthn'::text, 'recovery_code'::text]))),
  constraint factors_phone_check CHECK (((factor_type = 'phone'::text) = (phone IS NOT NULL))),
  constraint factors_secret_check CHECK (((factor_type = 'totp'::text) = (secret IS NOT NULL))),
  constraint factors_used_step_check CHECK (((factor_type = 'totp'::text) OR (used_step IS NULL)))
);
CREATE UNIQUE INDEX factors_recovery_code_key ON auth.factors USING btree (user_id) WHERE (factor_type = 'recovery_code'::text);
CREATE INDEX factors_unverified_idx ON auth.factors USING btree (created_at) WHERE ((status)::text = 'unverified'::text);
alter table auth.factors enable row level security;

create table auth.challenges (
  user_id uuid not null,
  id uuid not null,
  factor_id uuid not null,
  ip inet,
  used_at timestamp with time zone,
  attempts smallint not null default 0,
  key_id smallint,
  digits smallint,
  ceremony jsonb,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint challenges_pkey PRIMARY KEY (user_id, id),
  constraint challenges_factor_id_fkey FOREIGN KEY (user_id, factor_id) REFERENCES auth.factors(user_id, id) ON DELETE CASCADE,
  constraint challenges_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
  constraint challenges_code_check CHECK (((key_id IS NULL) = (digits IS NULL))),
  constraint challenges_digits_check CHECK (((digits >= 6) AND (digits <= 10))),
  constraint challenges_key_id_check CHECK (((key_id >= 0) AND (key_id <= 255)))
);
CREATE INDEX challenges_expires_at_idx ON auth.challenges USING btree (expires_at);
CREATE INDEX challenges_factor_id_idx ON auth.challenges USING btree (user_id, factor_id);
alter table auth.challenges enable row level security;

create table auth.recovery_codes (
  user_id uuid not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, digest),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.recovery_codes enable row level security;

create table auth.passkeys (
  user_id uuid not null,
  id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  attestation_type text not null,
  aaguid uuid not null,
  sign_count bigint not null,
  transports text[] not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  friendly_name auth.filled_text not null,
  clone_warned_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint passkeys_pkey PRIMARY KEY (user_id, id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkeys_friendly_name_check CHECK ((char_length((friendly_name)::text) <= 120)),
  constraint passkeys_public_key_check CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 1100))),
  constraint passkeys_sign_count_check CHECK (((sign_count >= 0) AND (sign_count <= '4294967295'::bigint))),
  constraint passkeys_transports_check CHECK ((cardinality(transports) <= 16))
);
alter table auth.passkeys enable row level security;

create table auth.passkey_challenges (
  id uuid not null,
  user_id uuid,
  purpose text not null,
  challenge bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint passkey_challenges_challenge_check CHECK ((octet_length(challenge) = 32)),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'sign_in'::text]))),
  constraint passkey_challenges_user_id_check CHECK (((purpose = 'registration'::text) = (user_id IS NOT NULL)))
);
CREATE INDEX passkey_challenges_expires_at_idx ON auth.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_user_id_idx ON auth.passkey_challenges USING btree (user_id);
alter table auth.passkey_challenges enable row level security;

create table auth.messages (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  channel text not null,
  to_address text not null,
  token_id uuid,
  generation bigint not null,
  base_url text not null,
  redirect_to text not null,
  languages text,
  details jsonb,
  state text not null default 'queued'::text,
  leased_until timestamp with time zone,
  tries integer not null default 0,
  unknown_outcomes integer not null default 0,
  not_before timestamp with time zone,
  last_error text,
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  waits_since timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint messages_kind_check CHECK (((kind = ANY (ARRAY['sms'::text, 'phone_change'::text, 'mfa'::text])) OR ((kind)::auth.mail_kind IS NOT NULL))),
  constraint messages_leased_until_check CHECK (((state = 'sending'::text) = (leased_until IS NOT NULL))),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'skipped'::text, 'expired'::text, 'failed'::text]))),
  constraint messages_tries_check CHECK ((tries >= 0)),
  constraint messages_unsure_check CHECK (((unknown_outcomes >= 0) AND (unknown_outcomes <= tries)))
);
CREATE INDEX messages_failed_idx ON auth.messages USING btree (finished_at) WHERE (state = ANY (ARRAY['failed'::text, 'expired'::text]));
CREATE INDEX messages_finished_at_idx ON auth.messages USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX messages_open_created_at_idx ON auth.messages USING btree (created_at, id) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX messages_open_idx ON auth.messages USING btree (expires_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX messages_to_address_idx ON auth.messages USING btree (to_address, COALESCE(finished_at, created_at), id);
CREATE INDEX messages_user_id_idx ON auth.messages USING btree (user_id, created_at, id);
alter table auth.messages enable row level security;

create table auth.templates (
  kind auth.mail_kind not null,
  locale text not null,
  subject text not null,
  html text not null,
  text text not null,
  updated_at timestamp with time zone not null,
  constraint templates_pkey PRIMARY KEY (kind, locale),
  constraint templates_html_check CHECK ((html <> ''::text)),
  constraint templates_locale_check CHECK ((locale ~ '^([a-z]{2,8}(-[a-z0-9]{1,8}){0,3})?$'::text)),
  constraint templates_size_check CHECK ((((octet_length(subject) + octet_length(html)) + octet_length(text)) <= 262144))
);
alter table auth.templates enable row level security;

create table auth.suppressions (
  address text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint suppressions_pkey PRIMARY KEY (address)
);
CREATE INDEX suppressions_created_at_idx ON auth.suppressions USING btree (created_at);
alter table auth.suppressions enable row level security;

create table auth.webhooks (
  id uuid not null,
  url auth.filled_text not null,
  kinds text[] not null,
  secrets text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_kinds_check CHECK (((cardinality(kinds) > 0) AND (kinds <@ ARRAY['user.created'::text, 'user.updated'::text, 'user.deleted'::text, 'user.signed_in'::text, 'user.banned'::text, 'user.unbanned'::text, 'identity.linked'::text, 'identity.unlinked'::text, 'factor.enrolled'::text, 'factor.unenrolled'::text, 'grant.created'::text, 'grant.revoked'::text]))),
  constraint webhooks_secrets_check CHECK (((cardinality(secrets) >= 1) AND (cardinality(secrets) <= 3))),
  constraint webhooks_url_check CHECK ((length((url)::text) <= 2048))
);
alter table auth.webhooks enable row level security;

create table auth.webhook_events (
  id uuid not null,
  webhook_id uuid not null,
  user_id uuid not null,
  place bigint not null,
  kind text not null,
  data jsonb,
  made_in xid8 not null,
  state text not null,
  tries integer not null default 0,
  leased_until timestamp with time zone,
  not_before timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  waits_since timestamp with time zone,
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES auth.webhooks(id) ON DELETE CASCADE,
  constraint webhook_events_data_check CHECK (((data IS NULL) = (state = 'delivered'::text))),
  constraint webhook_events_finished_at_check CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['queued'::text, 'sending'::text])))),
  constraint webhook_events_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'delivered'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX webhook_events_created_at_idx ON auth.webhook_events USING btree (created_at);
CREATE INDEX webhook_events_failed_idx ON auth.webhook_events USING btree (finished_at) WHERE (state = 'failed'::text);
CREATE INDEX webhook_events_finished_at_idx ON auth.webhook_events USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX webhook_events_line_idx ON auth.webhook_events USING btree (user_id, webhook_id, place) WHERE (finished_at IS NULL);
CREATE INDEX webhook_events_user_id_idx ON auth.webhook_events USING btree (user_id, created_at);
CREATE INDEX webhook_events_waiting_idx ON auth.webhook_events USING btree (created_at) WHERE (finished_at IS NULL);
CREATE INDEX webhook_events_webhook_id_idx ON auth.webhook_events USING btree (webhook_id, created_at);
alter table auth.webhook_events enable row level security;

create unlogged table auth.limits (
  key text not null,
  tokens double precision not null,
  refilled_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint limits_pkey PRIMARY KEY (key)
);
CREATE INDEX limits_created_at_idx ON auth.limits USING btree (created_at);
alter table auth.limits enable row level security;

create table auth.attempts (
  digest bytea not null,
  asked_at timestamp with time zone,
  awaits text[] not null default '{}'::text[],
  tries smallint not null default 0,
  credit double precision,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  missed timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  unknown boolean not null default false,
  touch bigint not null,
  touched_at timestamp with time zone not null,
  constraint attempts_pkey PRIMARY KEY (digest),
  constraint attempts_failing_check CHECK (((failures = 0) = (failing_since IS NULL))),
  constraint attempts_failures_check CHECK ((failures >= 0)),
  constraint attempts_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);
CREATE INDEX attempts_failing_since_idx ON auth.attempts USING btree (failing_since) WHERE (failing_since IS NOT NULL);
CREATE INDEX attempts_touched_at_idx ON auth.attempts USING btree (touched_at);
CREATE INDEX attempts_unknown_idx ON auth.attempts USING btree (touch) WHERE unknown;
alter table auth.attempts enable row level security;

create table auth.quotas (
  kind text not null,
  window_start timestamp with time zone not null,
  used integer not null,
  tokens double precision not null,
  refilled_at timestamp with time zone not null,
  constraint quotas_pkey PRIMARY KEY (kind),
  constraint quotas_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'sms'::text, 'pace'::text]))),
  constraint quotas_used_check CHECK ((used >= 0))
);
alter table auth.quotas enable row level security;

create table auth.audit_log (
  created_at timestamp with time zone not null,
  id uuid not null,
  actor_id uuid not null,
  actor_username text not null,
  actor_name text,
  actor_via_sso boolean not null default false,
  actions auth.filled_list not null,
  traits jsonb,
  ip inet,
  user_agent text,
  request_id text,
  made_in xid8 not null default pg_current_xact_id(),
  login_method text,
  constraint audit_log_pkey PRIMARY KEY (created_at, id)
)
partition by range (created_at);
CREATE INDEX audit_log_actor_id_idx ON ONLY auth.audit_log USING btree (actor_id, created_at DESC);
CREATE INDEX audit_log_made_in_idx ON ONLY auth.audit_log USING btree (made_in);
CREATE INDEX audit_log_subject_idx ON ONLY auth.audit_log USING btree (((traits ->> 'user_id'::text)), created_at DESC) WHERE ((traits ->> 'user_id'::text) IS NOT NULL);
alter table auth.audit_log enable row level security;

create table auth.audit_log_default partition of auth.audit_log DEFAULT;
alter table auth.audit_log_default enable row level security;

create table auth.audit_log_late (
  created_at timestamp with time zone not null,
  id uuid not null,
  actor_id uuid not null,
  actor_username text not null,
  actor_name text,
  actor_via_sso boolean not null default false,
  actions auth.filled_list not null,
  traits jsonb,
  ip inet,
  user_agent text,
  request_id text,
  made_in xid8 not null default pg_current_xact_id(),
  login_method text,
  constraint audit_log_late_pkey PRIMARY KEY (created_at, id)
);
CREATE INDEX audit_log_late_actor_id_created_at_idx ON auth.audit_log_late USING btree (actor_id, created_at DESC);
CREATE INDEX audit_log_late_expr_created_at_idx ON auth.audit_log_late USING btree (((traits ->> 'user_id'::text)), created_at DESC) WHERE ((traits ->> 'user_id'::text) IS NOT NULL);
CREATE INDEX audit_log_late_made_in_idx ON auth.audit_log_late USING btree (made_in);
alter table auth.audit_log_late enable row level security;

create table auth.audit_blocks (
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  entries bigint not null,
  actions auth.json_map not null,
  counted_at timestamp with time zone not null,
  counted_in pg_snapshot not null,
  constraint audit_blocks_pkey PRIMARY KEY (until),
  constraint audit_blocks_entries_check CHECK ((entries >= 0)),
  constraint audit_blocks_since_check CHECK ((since < until))
);
alter table auth.audit_blocks enable row level security;

create table auth.audit_reader (
  one_row boolean not null default true,
  since timestamp with time zone not null,
  logged_snapshot pg_snapshot not null,
  logging_snapshot pg_snapshot not null,
  after_made_in xid8 not null default '0'::xid8,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  leased_made_in xid8,
  leased_id uuid,
  leased_all boolean not null default false,
  worker_id uuid not null,
  leased_until timestamp with time zone not null,
  constraint audit_reader_pkey PRIMARY KEY (one_row),
  constraint audit_reader_one_row_check CHECK (one_row)
);
alter table auth.audit_reader enable row level security;

create table auth.tallies (
  day date not null,
  hour smallint not null default '-1'::integer,
  kind text not null,
  name text not null,
  outcome text not null,
  count bigint not null,
  constraint tallies_pkey PRIMARY KEY (day, hour, kind, name, outcome),
  constraint tallies_count_check CHECK ((count > 0)),
  constraint tallies_hour_check CHECK (((hour >= '-1'::integer) AND (hour <= 23))),
  constraint tallies_kind_check CHECK ((kind = ANY (ARRAY['sign_in'::text, 'refusal'::text, 'latency'::text, 'message'::text, 'key'::text])))
);
CREATE INDEX tallies_kind_idx ON auth.tallies USING btree (kind, day, hour) WHERE (kind = ANY (ARRAY['message'::text, 'key'::text]));
alter table auth.tallies enable row level security;

create table auth.refusals (
  at timestamp with time zone not null,
  id uuid not null,
  request_id text not null,
  route text not null,
  function text,
  name text,
  code text not null,
  status smallint not null,
  address_digest bytea,
  user_id uuid,
  ip inet,
  user_agent text,
  constraint refusals_pkey PRIMARY KEY (at, id),
  constraint refusals_status_check CHECK (((status >= 400) AND (status <= 599)))
)
partition by range (at);
CREATE INDEX refusals_address_digest_idx ON ONLY auth.refusals USING btree (address_digest, at DESC) WHERE (address_digest IS NOT NULL);
CREATE INDEX refusals_ip_idx ON ONLY auth.refusals USING btree (ip, at DESC);
CREATE INDEX refusals_request_id_idx ON ONLY auth.refusals USING btree (request_id);
CREATE INDEX refusals_user_id_idx ON ONLY auth.refusals USING btree (user_id, at DESC) WHERE (user_id IS NOT NULL);
alter table auth.refusals enable row level security;

create table auth.refusals_default partition of auth.refusals DEFAULT;
alter table auth.refusals_default enable row level security;

create table auth.release (
  one_row boolean not null default true,
  version text not null,
  digest text not null,
  min_gateway text not null,
  applied_at timestamp with time zone not null default now(),
  constraint release_pkey PRIMARY KEY (one_row),
  constraint release_one_row_check CHECK (one_row)
);
alter table auth.release enable row level security;

create table auth.online_steps (
  name text not null,
  digest text not null,
  applied_at timestamp with time zone not null default now(),
  constraint online_steps_pkey PRIMARY KEY (name)
);
alter table auth.online_steps enable row level security;

create table auth.release_objects (
  kind text not null,
  name text not null,
  digest text not null,
  server_major integer not null,
  constraint release_objects_pkey PRIMARY KEY (kind, name)
);
alter table auth.release_objects enable row level security;

create table auth.timeline (
  one_row boolean not null default true,
  timeline text not null,
  mark uuid not null,
  marked_at timestamp with time zone not null,
  constraint timeline_pkey PRIMARY KEY (one_row),
  constraint timeline_one_row_check CHECK (one_row)
);
alter table auth.timeline enable row level security;

create table auth.flow_states (
  id uuid not null,
  user_id uuid,
  provider text not null,
  provider_endpoint_digest bytea,
  authentication_method text not null,
  code_challenge text,
  code_challenge_method text,
  auth_code_digest bytea,
  auth_code_issued_at timestamp with time zone,
  redirect_to text,
  verifier text,
  consumed_at timestamp with time zone,
  linking_user_id uuid,
  invitation_id uuid,
  provider_tokens text,
  created_at timestamp with time zone not null,
  access_epoch bigint,
  linking_session_id uuid,
  profile jsonb,
  session_not_after timestamp with time zone,
  constraint flow_states_pkey PRIMARY KEY (id),
  constraint flow_states_linking_user_id_fkey FOREIGN KEY (linking_user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_states_access_epoch_check CHECK (((access_epoch IS NOT NULL) OR ((linking_user_id IS NULL) AND (auth_code_digest IS NULL)))),
  constraint flow_states_auth_code_check CHECK (((auth_code_digest IS NULL) = (auth_code_issued_at IS NULL))),
  constraint flow_states_code_challenge_check CHECK (((code_challenge IS NULL) = (code_challenge_method IS NULL))),
  constraint flow_states_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint flow_states_verifier_check CHECK (((verifier IS NULL) OR (consumed_at IS NULL)))
);
CREATE UNIQUE INDEX flow_states_auth_code_digest_key ON auth.flow_states USING btree (auth_code_digest);
CREATE INDEX flow_states_created_at_idx ON auth.flow_states USING btree (created_at);
CREATE INDEX flow_states_linking_user_id_idx ON auth.flow_states USING btree (linking_user_id);
CREATE INDEX flow_states_unfinished_idx ON auth.flow_states USING btree (created_at) WHERE ((redirect_to IS NOT NULL) AND (auth_code_issued_at IS NULL));
CREATE INDEX flow_states_user_id_idx ON auth.flow_states USING btree (user_id);
alter table auth.flow_states enable row level security;

create table auth.custom_providers (
  id uuid not null,
  identifier text not null,
  provider_type text not null,
  name text not null,
  client_id text not null,
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}'::text[],
  scopes text[] not null default '{}'::text[],
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}'::jsonb,
  custom_claims_allowlist text[] not null default '{}'::text[],
  authorization_params jsonb not null default '{}'::jsonb,
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text,
  discovery_url text,
  skip_nonce_check boolean not null default false,
  discovery_document jsonb,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint custom_providers_pkey PRIMARY KEY (id),
  constraint custom_providers_identifier_key UNIQUE (identifier),
  constraint custom_providers_client_id_check CHECK (((client_id <> ''::text) AND (length(client_id) <= 512))),
  constraint custom_providers_client_secret_check CHECK ((client_secret <> ''::text)),
  constraint custom_providers_identifier_check CHECK (((identifier ~ '^custom:[a-z0-9][a-z0-9:-]*$'::text) AND (length(identifier) <= 50))),
  constraint custom_providers_name_check CHECK (((name <> ''::text) AND (length(name) <= 100))),
  constraint custom_providers_oauth2_check CHECK (((provider_type <> 'oauth2'::text) OR ((authorization_url IS NOT NULL) AND (token_url IS NOT NULL) AND (userinfo_url IS NOT NULL)))),
  constraint custom_providers_oidc_check CHECK (((provider_type <> 'oidc'::text) OR ((issuer IS NOT NULL) AND (NOT ((discovery_document ->> 'issuer'::text) IS DISTINCT FROM issuer))))),
  constraint custom_providers_type_check CHECK ((provider_type = ANY (ARRAY['oauth2'::text, 'oidc'::text])))
);
CREATE INDEX custom_providers_enabled_idx ON auth.custom_providers USING btree (name, identifier) WHERE enabled;
alter table auth.custom_providers enable row level security;

create table auth.sso_providers (
  id uuid not null,
  resource_id auth.filled_text,
  name auth.filled_text,
  disabled boolean,
  idp_initiated boolean,
  just_in_time boolean not null default true,
  email_domains text,
  require_signed text not null default 'either'::text,
  force_authn boolean not null default false,
  sign_requests boolean not null default true,
  requested_authn_context text[],
  scoping text[],
  allowed_algorithms text[],
  name_id_format text,
  attribute_mapping auth.json_map not null default '{}'::jsonb,
  entity_id text not null,
  metadata_xml text not null,
  metadata_url text,
  certificates auth.json_list not null,
  sso_url text not null,
  valid_until timestamp with time zone,
  cache_for integer,
  fetched_at timestamp with time zone not null,
  failed_at timestamp with time zone,
  asked_at timestamp with time zone,
  next_fetch_at timestamp with time zone,
  refused_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sso_providers_pkey PRIMARY KEY (id),
  constraint sso_providers_entity_id_key UNIQUE (entity_id),
  constraint sso_providers_allowed_algorithms_check CHECK (((cardinality(allowed_algorithms) > 0) AND (allowed_algorithms <@ '{rsa-sha1,rsa-sha256,rsa-sha384,rsa-sha512,ecdsa-sha256,ecdsa-sha384}'::text[]))),
  constraint sso_providers_certificates_check CHECK (((jsonb_array_length((certificates)::jsonb) >= 1) AND (jsonb_array_length((certificates)::jsonb) <= 10))),
  constraint sso_providers_email_domains_check CHECK ((email_domains = ANY (ARRAY['own'::text, 'any'::text]))),
  constraint sso_providers_entity_id_check CHECK (((entity_id <> ''::text) AND (octet_length(entity_id) <= 1024))),
  constraint sso_providers_name_check CHECK ((length((name)::text) <= 255)),
  constraint sso_providers_name_id_format_check CHECK ((name_id_format = ANY (ARRAY['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'::text, 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'::text, 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'::text, 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'::text]))),
  constraint sso_providers_next_fetch_at_check CHECK (((next_fetch_at IS NULL) OR (metadata_url IS NOT NULL))),
  constraint sso_providers_requested_authn_context_check CHECK (((cardinality(requested_authn_context) >= 1) AND (cardinality(requested_authn_context) <= 10))),
  constraint sso_providers_require_signed_check CHECK ((require_signed = ANY (ARRAY['either'::text, 'assertion'::text]))),
  constraint sso_providers_resource_id_check CHECK ((length((resource_id)::text) <= 255)),
  constraint sso_providers_scoping_check CHECK (((cardinality(scoping) >= 1) AND (cardinality(scoping) <= 10))),
  constraint sso_providers_sso_url_check CHECK ((sso_url ~ '^https?://'::text))
);
CREATE INDEX sso_providers_created_at_idx ON auth.sso_providers USING btree (created_at, id);
CREATE INDEX sso_providers_next_fetch_at_idx ON auth.sso_providers USING btree (next_fetch_at) WHERE (next_fetch_at IS NOT NULL);
CREATE UNIQUE INDEX sso_providers_resource_id_key ON auth.sso_providers USING btree (lower(((resource_id)::text COLLATE "C")));
alter table auth.sso_providers enable row level security;

create table auth.sso_domains (
  domain text not null,
  provider_id uuid not null,
  verification text not null default replace((gen_random_uuid())::text, '-'::text, ''::text),
  verified_at timestamp with time zone,
  verified_by text,
  enforced boolean not null default false,
  created_at timestamp with time zone not null,
  constraint sso_domains_pkey PRIMARY KEY (domain),
  constraint sso_domains_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  constraint sso_domains_domain_check CHECK (((domain = lower((domain COLLATE "C"))) AND (length(domain) <= 253) AND (domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$'::text))),
  constraint sso_domains_enforced_check CHECK (((NOT enforced) OR (verified_at IS NOT NULL))),
  constraint sso_domains_verification_check CHECK ((length(verification) = 32)),
  constraint sso_domains_verified_by_check CHECK (((verified_by = ANY (ARRAY['dns'::text, 'administrator'::text])) AND ((verified_by IS NULL) = (verified_at IS NULL))))
);
CREATE INDEX sso_domains_provider_id_idx ON auth.sso_domains USING btree (provider_id);
alter table auth.sso_domains enable row level security;

create table auth.scim_tokens (
  id uuid not null,
  provider_id uuid not null,
  name text not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint scim_tokens_pkey PRIMARY KEY (id),
  constraint scim_tokens_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  constraint scim_tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
);
CREATE INDEX scim_tokens_provider_id_idx ON auth.scim_tokens USING btree (provider_id);
alter table auth.scim_tokens enable row level security;

create table auth.scim_users (
  id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  external_id text,
  user_name text not null,
  active boolean not null,
  emails text[] not null,
  attributes auth.json_map not null,
  version bigint not null default 1,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint scim_users_pkey PRIMARY KEY (id),
  constraint scim_users_user_id_key UNIQUE (user_id),
  constraint scim_users_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  constraint scim_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint scim_users_active_check CHECK (((NOT active) OR (deleted_at IS NULL))),
  constraint scim_users_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255))),
  constraint scim_users_user_name_check CHECK (((length(user_name) >= 1) AND (length(user_name) <= 255)))
);
CREATE INDEX scim_users_deleted_idx ON auth.scim_users USING btree (provider_id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX scim_users_emails_idx ON auth.scim_users USING gin (emails);
CREATE UNIQUE INDEX scim_users_external_id_key ON auth.scim_users USING btree (provider_id, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX scim_users_provider_id_idx ON auth.scim_users USING btree (provider_id, created_at, id);
CREATE INDEX scim_users_updated_at_idx ON auth.scim_users USING btree (provider_id, updated_at) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX scim_users_user_name_key ON auth.scim_users USING btree (provider_id, lower((user_name COLLATE "C"))) WHERE (deleted_at IS NULL);
alter table auth.scim_users enable row level security;

create table auth.scim_groups (
  id uuid not null,
  provider_id uuid not null,
  external_id text,
  display_name text not null,
  version bigint not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint scim_groups_pkey PRIMARY KEY (id),
  constraint scim_groups_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES auth.sso_providers(id) ON DELETE CASCADE,
  constraint scim_groups_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 255))),
  constraint scim_groups_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 255)))
);
CREATE INDEX scim_groups_display_name_idx ON auth.scim_groups USING btree (provider_id, lower((display_name COLLATE "C")));
CREATE UNIQUE INDEX scim_groups_external_id_key ON auth.scim_groups USING btree (provider_id, external_id);
CREATE INDEX scim_groups_provider_id_idx ON auth.scim_groups USING btree (provider_id, created_at, id);
CREATE INDEX scim_groups_updated_at_idx ON auth.scim_groups USING btree (provider_id, updated_at);
alter table auth.scim_groups enable row level security;

create table auth.scim_members (
  group_id uuid not null,
  scim_user_id uuid not null,
  constraint scim_members_pkey PRIMARY KEY (group_id, scim_user_id),
  constraint scim_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES auth.scim_groups(id) ON DELETE CASCADE,
  constraint scim_members_scim_user_id_fkey FOREIGN KEY (scim_user_id) REFERENCES auth.scim_users(id) ON DELETE CASCADE
);
CREATE INDEX scim_members_scim_user_id_idx ON auth.scim_members USING btree (scim_user_id);
alter table auth.scim_members enable row level security;

create table auth.consumed_assertions (
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint consumed_assertions_pkey PRIMARY KEY (digest),
  constraint consumed_assertions_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX consumed_assertions_expires_at_idx ON auth.consumed_assertions USING btree (expires_at);
alter table auth.consumed_assertions enable row level security;

create table auth.consumed_id_tokens (
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint consumed_id_tokens_pkey PRIMARY KEY (digest),
  constraint consumed_id_tokens_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX consumed_id_tokens_expires_at_idx ON auth.consumed_id_tokens USING btree (expires_at);
alter table auth.consumed_id_tokens enable row level security;

create table auth.consumed_codes (
  digest bytea not null,
  user_id uuid not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint consumed_codes_pkey PRIMARY KEY (digest),
  constraint consumed_codes_session_fkey FOREIGN KEY (user_id, session_id) REFERENCES auth.sessions(user_id, id) ON DELETE CASCADE,
  constraint consumed_codes_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX consumed_codes_expires_at_idx ON auth.consumed_codes USING btree (expires_at);
CREATE INDEX consumed_codes_session_idx ON auth.consumed_codes USING btree (user_id, session_id);
alter table auth.consumed_codes enable row level security;

create table auth.consumed_web3_messages (
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint consumed_web3_messages_pkey PRIMARY KEY (digest),
  constraint consumed_web3_messages_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX consumed_web3_messages_expires_at_idx ON auth.consumed_web3_messages USING btree (expires_at);
alter table auth.consumed_web3_messages enable row level security;

create table auth.provider_tokens (
  user_id uuid not null,
  provider auth.provider_name not null,
  identity_id uuid not null,
  id uuid not null,
  sealed text not null,
  renewable boolean not null,
  expires_at timestamp with time zone,
  leased_until timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint provider_tokens_pkey PRIMARY KEY (user_id, provider, identity_id),
  constraint provider_tokens_id_key UNIQUE (id),
  constraint provider_tokens_identity_fkey FOREIGN KEY (user_id, provider, identity_id) REFERENCES auth.identities(user_id, provider, id) ON UPDATE CASCADE ON DELETE CASCADE
);
alter table auth.provider_tokens enable row level security;

create table auth.oauth_clients (
  id uuid not null,
  registration_type text not null,
  client_type text not null,
  token_endpoint_auth_method text not null,
  redirect_uris text[] not null,
  grant_types auth.filled_list not null,
  client_name auth.filled_text,
  client_uri auth.filled_text,
  logo_uri auth.filled_text,
  tos_uri auth.filled_text,
  policy_uri auth.filled_text,
  scopes text[],
  resources text[],
  jwks jsonb,
  jwks_uri auth.filled_text,
  post_logout_redirect_uris text[] not null default '{}'::text[],
  backchannel_logout_uri auth.filled_text,
  backchannel_session_required boolean not null default false,
  require_pkce boolean not null default true,
  require_pushed boolean not null default false,
  skips_consent boolean not null default false,
  refreshes_unasked boolean not null default false,
  secret_generation integer not null default 1,
  secret_key_id smallint not null default 0,
  previous_secret_until timestamp with time zone,
  imported_secret bytea,
  document_url text,
  document_expires_at timestamp with time zone,
  trust_changed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (id),
  constraint oauth_clients_document_url_key UNIQUE (document_url),
  constraint oauth_clients_client_type_check CHECK ((client_type = ANY (ARRAY['public'::text, 'confidential'::text]))),
  constraint oauth_clients_document_check CHECK (((registration_type = 'document'::text) = (document_url IS NOT NULL))),
  constraint oauth_clients_keys_check CHECK (((token_endpoint_auth_method <> 'private_key_jwt'::text) OR (num_nonnulls(jwks, jwks_uri) = 1))),
  constraint oauth_clients_method_check CHECK ((token_endpoint_auth_method = ANY (ARRAY['none'::text, 'client_secret_basic'::text, 'client_secret_post'::text, 'private_key_jwt'::text]))),
  constraint oauth_clients_redirect_uris_check CHECK ((((cardinality(redirect_uris) >= 1) AND (cardinality(redirect_uris) <= 10)) OR ((cardinality(redirect_uris) = 0) AND ('authorization_code'::text <> ALL ((grant_types)::text[])) AND ('urn:ietf:params:oauth:grant-type:device_code'::text = ANY ((grant_types)::text[]))))),
  constraint oauth_clients_registration_type_check CHECK ((registration_type = ANY (ARRAY['manual'::text, 'dynamic'::text, 'document'::text]))),
  constraint oauth_clients_secret_generation_check CHECK ((secret_generation > 0)),
  constraint oauth_clients_secret_key_id_check CHECK (((secret_key_id >= 0) AND (secret_key_id <= 255))),
  constraint oauth_clients_trust_check CHECK (((require_pkce AND (NOT skips_consent)) OR ((registration_type = 'manual'::text) AND (client_type = 'confidential'::text)))),
  constraint oauth_clients_type_check CHECK (((client_type = 'public'::text) = (token_endpoint_auth_method = 'none'::text)))
);
CREATE INDEX oauth_clients_created_at_idx ON auth.oauth_clients USING btree (created_at DESC, id);
CREATE INDEX oauth_clients_unused_idx ON auth.oauth_clients USING btree (COALESCE(last_used_at, created_at)) WHERE (registration_type <> 'manual'::text);
alter table auth.oauth_clients enable row level security;

create table auth.oauth_authorizations (
  id uuid not null,
  kind text not null,
  client_id uuid not null,
  user_id uuid,
  redirect_uri text,
  scopes text[] not null,
  granted_scopes text[],
  resources text[] not null,
  challenge text,
  sealed text,
  wishes jsonb not null,
  status text not null,
  denied_with text,
  session_id uuid,
  access_epoch bigint,
  auth_time timestamp with time zone,
  aal auth.assurance_level,
  amr auth.json_list,
  user_code_mac bytea,
  poll_interval integer,
  polled_at timestamp with time zone,
  asker jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  code_expires_at timestamp with time zone,
  constraint oauth_authorizations_pkey PRIMARY KEY (id),
  constraint oauth_authorizations_user_code_mac_key UNIQUE (user_code_mac),
  constraint oauth_authorizations_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE,
  constraint oauth_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint oauth_authorizations_approved_check CHECK (((status <> 'approved'::text) OR (num_nulls(user_id, granted_scopes, access_epoch, auth_time, aal, amr, code_expires_at) = 0))),
  constraint oauth_authorizations_denied_check CHECK (((status = 'denied'::text) = (denied_with IS NOT NULL))),
  constraint oauth_authorizations_device_check CHECK (((kind = 'device'::text) = (user_code_mac IS NOT NULL))),
  constraint oauth_authorizations_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'device'::text, 'pushed'::text]))),
  constraint oauth_authorizations_redirect_uri_check CHECK (((kind = 'device'::text) = (redirect_uri IS NULL))),
  constraint oauth_authorizations_status_check CHECK ((status = ANY (ARRAY['pushed'::text, 'pending'::text, 'approved'::text, 'denied'::text]))),
  constraint oauth_authorizations_user_code_mac_check CHECK ((octet_length(user_code_mac) = 32))
);
CREATE INDEX oauth_authorizations_client_id_idx ON auth.oauth_authorizations USING btree (client_id);
CREATE INDEX oauth_authorizations_expires_at_idx ON auth.oauth_authorizations USING btree (COALESCE(code_expires_at, expires_at));
CREATE INDEX oauth_authorizations_user_id_idx ON auth.oauth_authorizations USING btree (user_id);
alter table auth.oauth_authorizations enable row level security;

create unlogged table auth.oauth_assertions (
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint oauth_assertions_pkey PRIMARY KEY (digest),
  constraint oauth_assertions_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX oauth_assertions_expires_at_idx ON auth.oauth_assertions USING btree (expires_at);
alter table auth.oauth_assertions enable row level security;

create table auth.oauth_consents (
  user_id uuid not null,
  client_id uuid not null,
  scopes auth.filled_list not null,
  resources text[] not null default '{}'::text[],
  pairs auth.filled_list not null,
  granted_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint oauth_consents_pkey PRIMARY KEY (user_id, client_id),
  constraint oauth_consents_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE,
  constraint oauth_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_consents_client_id_idx ON auth.oauth_consents USING btree (client_id);
alter table auth.oauth_consents enable row level security;

create table auth.oauth_logouts (
  id uuid not null,
  client_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  state text not null default 'queued'::text,
  tries integer not null default 0,
  leased_until timestamp with time zone,
  not_before timestamp with time zone,
  waits_since timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint oauth_logouts_pkey PRIMARY KEY (id),
  constraint oauth_logouts_session_id_key UNIQUE (session_id),
  constraint oauth_logouts_finished_at_check CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['queued'::text, 'sending'::text])))),
  constraint oauth_logouts_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX oauth_logouts_created_at_idx ON auth.oauth_logouts USING btree (created_at);
CREATE INDEX oauth_logouts_failed_idx ON auth.oauth_logouts USING btree (client_id) WHERE (state = 'failed'::text);
CREATE INDEX oauth_logouts_user_id_idx ON auth.oauth_logouts USING btree (user_id);
alter table auth.oauth_logouts enable row level security;

alter table auth.sessions add constraint sessions_oauth_client_id_fkey FOREIGN KEY (oauth_client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE;

-- The surface:
-- function auth_api.add_tallies(tallies jsonb, refusals jsonb)
-- function auth_api.audit_saml_refusal(provider_id uuid, rule text, settings jsonb, client jsonb)
-- function auth_api.challenge_factor(claims jsonb, factor_id text, channel text, settings jsonb, client jsonb)
-- function auth_api.change_custom_provider(claims jsonb, id uuid, provider jsonb, secret text, discovery_document jsonb, settings jsonb, client jsonb)
-- function auth_api.change_factor(claims jsonb, user_id text, factor_id text, friendly_name text, phone text, settings jsonb, client jsonb)
-- function auth_api.change_oauth_client(claims jsonb, client_id text, metadata jsonb, settings jsonb, client jsonb)
-- function auth_api.change_sso_domain(claims jsonb, id text, domain text, verified boolean, enforced boolean, settings jsonb, client jsonb)
-- function auth_api.change_sso_provider(claims jsonb, id text, provider jsonb, metadata jsonb, settings jsonb, client jsonb)
-- function auth_api.change_user(claims jsonb, user_id text, role text, email text, phone text, password text, email_confirm boolean, phone_confirm boolean, user_metadata jsonb, app_metadata jsonb, ban_duration text, settings jsonb, client jsonb, leaked boolean DEFAULT NULL::boolean)
-- function auth_api.change_webhook(claims jsonb, webhook_id text, url text, kinds text[], secrets text[], settings jsonb, client jsonb)
-- function auth_api.check_writes()
-- function auth_api.compare_password(email text, phone text, password text, audience text, settings jsonb)
-- function auth_api.consume_passkey_registration(claims jsonb, challenge_id text, credential jsonb, settings jsonb)
-- function auth_api.consume_passkey_sign_in(challenge_id text, credential jsonb)
-- function auth_api.consume_provider_flow(id uuid, settings jsonb)
-- function auth_api.consume_recovery_code(claims jsonb, code text, settings jsonb, client jsonb)
-- function auth_api.count_nonce_attempt(claims jsonb, email text, phone text, password text, nonce text, app_metadata jsonb, channel text, link jsonb, settings jsonb)
-- function auth_api.count_password_attempt(email text, phone text, settings jsonb, client jsonb DEFAULT NULL::jsonb)
-- function auth_api.count_phone_code_attempt(type text, email text, phone text, code text, link jsonb, redirect_to text, settings jsonb)
-- function auth_api.count_request(limits jsonb)
-- function auth_api.create_custom_provider(claims jsonb, id uuid, provider jsonb, secret text, discovery_document jsonb, settings jsonb, client jsonb)
-- function auth_api.create_oauth_client(claims jsonb, metadata jsonb, settings jsonb, client jsonb)
-- function auth_api.create_scim_resource(token_id uuid, kind text, resource jsonb, settings jsonb, client jsonb)
-- function auth_api.create_scim_token(claims jsonb, id text, name text, expires_at text, settings jsonb, client jsonb)
-- function auth_api.create_sso_provider(claims jsonb, provider jsonb, metadata jsonb, settings jsonb, client jsonb)
-- function auth_api.create_user(claims jsonb, user_id text, id text, aud text, role text, email text, phone text, password text, password_hash text, email_confirm boolean, phone_confirm boolean, user_metadata jsonb, app_metadata jsonb, ban_duration text, audience text, settings jsonb, client jsonb, leaked boolean DEFAULT NULL::boolean)
-- function auth_api.create_webhook(claims jsonb, id uuid, url text, kinds text[], secret text, settings jsonb, client jsonb)
-- function auth_api.decide_authorization(claims jsonb, authorization_id uuid, action text, scopes jsonb, settings jsonb, client jsonb)
-- function auth_api.decline_authorization(authorization_id uuid, reason text)
-- function auth_api.delete_custom_provider(claims jsonb, identifier text, settings jsonb, client jsonb)
-- function auth_api.delete_factor(claims jsonb, user_id text, factor_id text, settings jsonb, client jsonb)
-- function auth_api.delete_oauth_client(claims jsonb, client_id text, settings jsonb, client jsonb)
-- function auth_api.delete_passkey(claims jsonb, passkey_id text, settings jsonb, client jsonb)
-- function auth_api.delete_scim_resource(token_id uuid, kind text, id text, if_match text, settings jsonb, client jsonb)
-- function auth_api.delete_scim_token(claims jsonb, id text, token_id text, settings jsonb, client jsonb)
-- function auth_api.delete_sso_provider(claims jsonb, id text, end_sessions text, settings jsonb, client jsonb)
-- function auth_api.delete_user(claims jsonb, user_id text, should_soft_delete boolean, settings jsonb, client jsonb)
-- function auth_api.delete_user_passkey(claims jsonb, user_id text, passkey_id text, settings jsonb, client jsonb)
-- function auth_api.delete_webhook(claims jsonb, webhook_id text, settings jsonb, client jsonb)
-- function auth_api.deliver_to_hook(hook text, event jsonb, settings jsonb)
-- function auth_api.drop_message(claims jsonb, message_id text, settings jsonb, client jsonb)
-- function auth_api.drop_recovery_codes(claims jsonb, settings jsonb, client jsonb)
-- function auth_api.drop_webhook_event(claims jsonb, event_id text, settings jsonb, client jsonb)
-- function auth_api.end_authorized_session(hint jsonb, client_id text, post_logout_redirect_uri text, client jsonb)
-- function auth_api.end_every_session(claims jsonb, opened_before timestamp with time zone, role text, after_user uuid, most integer, settings jsonb, client jsonb, dry_run boolean DEFAULT false)
-- function auth_api.end_session(claims jsonb, session_id text, settings jsonb, client jsonb)
-- function auth_api.end_sessions(claims jsonb, user_id text, session_id text, settings jsonb, client jsonb)
-- function auth_api.enroll_factor(claims jsonb, id uuid, factor_type text, friendly_name text, phone text, issuer text, secret text, settings jsonb, client jsonb)
-- function auth_api.enter_user_code(claims jsonb, user_code_macs jsonb, settings jsonb)
-- function auth_api.exchange_authorization(proof jsonb, authorization_id uuid, redirect_uri text, code_verifier text, resources jsonb, settings jsonb, client jsonb)
-- function auth_api.exchange_code(auth_code text, code_verifier text, settings jsonb, client jsonb, link jsonb DEFAULT NULL::jsonb)
-- function auth_api.expire_messages(most integer)
-- function auth_api.explain_sign_in(claims jsonb, address text, audience text, settings jsonb)
-- function auth_api.export_own_data(claims jsonb, cursor text, settings jsonb)
-- function auth_api.export_user(claims jsonb, user_id text, cursor text, settings jsonb)
-- function auth_api.export_users(claims jsonb, after text, most integer, columns jsonb, with_password_hashes boolean, settings jsonb, client jsonb)
-- function auth_api.extend_message_lease(message_id uuid, attempt integer, settings jsonb)
-- function auth_api.find_audit(claims jsonb, user_id uuid, actor_id uuid, actor_name text, action text, since timestamp with time zone, until timestamp with time zone, cursor text, most integer, settings jsonb)
-- function auth_api.find_client_document(document_url text)
-- function auth_api.find_client_keys(client_id text)
-- function auth_api.find_custom_provider(provider text, switched_off boolean DEFAULT false)
-- function auth_api.find_refusal(claims jsonb, id text, settings jsonb)
-- function auth_api.find_saml_provider(entity_id text, settings jsonb)
-- function auth_api.find_user_by_address(claims jsonb, address text, settings jsonb)
-- function auth_api.finish_client_logout(logout_id uuid, attempt integer, outcome text, error text, retry_after double precision, settings jsonb)
-- function auth_api.finish_message(message_id uuid, attempt integer, outcome text, error text, retry_after double precision DEFAULT NULL::double precision, refused_for_good boolean DEFAULT false)
-- function auth_api.finish_passkey_registration(claims jsonb, credential jsonb, settings jsonb, client jsonb)
-- function auth_api.finish_provider_flow(id uuid, profile jsonb, provider_tokens text, link jsonb, settings jsonb, client jsonb)
-- function auth_api.finish_saml_flow(flow_id uuid, provider_id uuid, assertion jsonb, settings jsonb, client jsonb)
-- function auth_api.finish_saml_metadata(id uuid, metadata_url text, metadata jsonb, client jsonb)
-- function auth_api.finish_webhook_event(event_id uuid, attempt integer, outcome text, error text, retry_after double precision, settings jsonb)
-- function auth_api.follow_link(type text, link jsonb, settings jsonb, client jsonb)
-- function auth_api.generate_link(claims jsonb, type text, email text, new_email text, password text, data jsonb, audience text, settings jsonb, client jsonb, leaked boolean DEFAULT NULL::boolean)
-- function auth_api.get_administrator(claims jsonb, settings jsonb, needed text DEFAULT NULL::text)
-- function auth_api.get_authorization(claims jsonb, authorization_id uuid, settings jsonb, client jsonb)
-- function auth_api.get_custom_provider(claims jsonb, identifier text, settings jsonb)
-- function auth_api.get_error_counts(claims jsonb, code text, settings jsonb)
-- function auth_api.get_figures(claims jsonb, audience text, settings jsonb)
-- function auth_api.get_message(claims jsonb, message_id text, settings jsonb)
-- function auth_api.get_new_user(user_id uuid)
-- function auth_api.get_oauth_client(claims jsonb, client_id text, settings jsonb)
-- function auth_api.get_recovery_codes(claims jsonb, settings jsonb)
-- function auth_api.get_release()
-- function auth_api.get_replica_state()
-- function auth_api.get_rule(claims jsonb, name text, settings jsonb)
-- function auth_api.get_saml_flow(id uuid, settings jsonb)
-- function auth_api.get_scim_resource(token_id uuid, kind text, id text, with_members boolean)
-- function auth_api.get_sessions(claims jsonb, settings jsonb)
-- function auth_api.get_sso_provider(claims jsonb, id text, settings jsonb)
-- function auth_api.get_timeline(claims jsonb, user_id text, kind text, cursor text, most text, settings jsonb)
-- function auth_api.get_user(claims jsonb, audience text, settings jsonb)
-- function auth_api.get_user_by_id(claims jsonb, user_id text, settings jsonb)
-- function auth_api.get_userinfo(claims jsonb, settings jsonb)
-- function auth_api.get_users_at(reached jsonb, calls jsonb, settings jsonb)
-- function auth_api.get_wal_position()
-- function auth_api.import_users(claims jsonb, users text, dry_run boolean, settings jsonb, client jsonb)
-- function auth_api.inspect_authorized_session(proof jsonb, user_id uuid, session_id uuid, counter bigint, token_claims jsonb, settings jsonb, old_token text DEFAULT NULL::text)
-- function auth_api.invite_user(claims jsonb, email text, data jsonb, audience text, link jsonb, settings jsonb, client jsonb)
-- function auth_api.lease_audit_entries(worker_id uuid, written uuid, most integer)
-- function auth_api.lease_client_logout(logout_id uuid, settings jsonb)
-- function auth_api.lease_message(message_id uuid, generation bigint, settings jsonb)
-- function auth_api.lease_provider_token(claims jsonb, identity_id text, audience text, settings jsonb)
-- function auth_api.lease_saml_metadata(id uuid)
-- function auth_api.lease_webhook_event(webhook_id uuid, user_id uuid, place bigint, settings jsonb)
-- function auth_api.list_all_sessions(claims jsonb, user_id text, ip text, since text, cursor text, most text, settings jsonb)
-- function auth_api.list_audit(claims jsonb, page text, per_page text, query text, settings jsonb, user_id text DEFAULT NULL::text, actor_id text DEFAULT NULL::text, action text DEFAULT NULL::text, ip text DEFAULT NULL::text, request_id text DEFAULT NULL::text, since text DEFAULT NULL::text, until text DEFAULT NULL::text, cursor text DEFAULT NULL::text, most text DEFAULT NULL::text)
-- function auth_api.list_custom_providers(claims jsonb, type text, settings jsonb)
-- function auth_api.list_factors(claims jsonb, user_id text, settings jsonb)
-- function auth_api.list_grants(claims jsonb, settings jsonb)
-- function auth_api.list_kept_sso_providers(claims jsonb, settings jsonb)
-- function auth_api.list_key_uses(claims jsonb, settings jsonb)
-- function auth_api.list_messages(claims jsonb, state text, address text, most text, settings jsonb, error text DEFAULT NULL::text, cursor text DEFAULT NULL::text)
-- function auth_api.list_oauth_clients(claims jsonb, page text, per_page text, settings jsonb)
-- function auth_api.list_passkeys(claims jsonb, settings jsonb)
-- function auth_api.list_refusals(claims jsonb, code text, route text, user_id text, address text, ip text, request_id text, since text, cursor text, most text, settings jsonb)
-- function auth_api.list_scim_resources(token_id uuid, kind text, filter jsonb, start_index integer, count integer, with_members boolean, settings jsonb)
-- function auth_api.list_scim_tokens(claims jsonb, id text, settings jsonb)
-- function auth_api.list_sealed(claims jsonb, key_id integer, after text, most integer, settings jsonb)
-- function auth_api.list_sessions(claims jsonb, user_id text, settings jsonb, cursor text DEFAULT NULL::text, most text DEFAULT NULL::text)
-- function auth_api.list_sign_in_providers()
-- function auth_api.list_sso_providers(claims jsonb, resource_id text, resource_id_prefix text, domain text, settings jsonb, cursor text DEFAULT NULL::text, most text DEFAULT NULL::text)
-- function auth_api.list_suppressions(claims jsonb, address text, most text, settings jsonb, cursor text DEFAULT NULL::text)
-- function auth_api.list_templates(claims jsonb, locale text, settings jsonb)
-- function auth_api.list_user_grants(claims jsonb, user_id text, settings jsonb)
-- function auth_api.list_user_passkeys(claims jsonb, user_id text, settings jsonb)
-- function auth_api.list_users(claims jsonb, page text, per_page text, sort text, filter text, audience text, settings jsonb, search text DEFAULT NULL::text, email text DEFAULT NULL::text, phone text DEFAULT NULL::text, provider text DEFAULT NULL::text, user_metadata jsonb DEFAULT NULL::jsonb, app_metadata jsonb DEFAULT NULL::jsonb, cursor text DEFAULT NULL::text, most text DEFAULT NULL::text, fields text DEFAULT NULL::text)
-- function auth_api.list_webhook_events(claims jsonb, state text, user_id text, webhook_id text, most text, settings jsonb, cursor text DEFAULT NULL::text)
-- function auth_api.list_webhooks(claims jsonb, settings jsonb)
-- function auth_api.maintain_audit_counts(most integer)
-- function auth_api.maintain_partitions(settings jsonb)
-- function auth_api.maintain_user_list_counts(most integer)
-- function auth_api.make_recovery_codes(claims jsonb, friendly_name text, settings jsonb, client jsonb)
-- function auth_api.measure_service(with_sessions boolean, with_certificates boolean DEFAULT false)
-- function auth_api.merge_users(claims jsonb, merged jsonb, audience text, settings jsonb, client jsonb)
-- function auth_api.patch_scim_resource(token_id uuid, kind text, id text, operations jsonb, if_match text, with_members boolean, settings jsonb, client jsonb)
-- function auth_api.poll_device_authorization(proof jsonb, authorization_id uuid, settings jsonb, client jsonb)
-- function auth_api.prepare_custom_provider(claims jsonb, identifier text, provider jsonb, secret text, settings jsonb)
-- function auth_api.prepare_factor_verification(claims jsonb, factor_id text, challenge_id text, code text, settings jsonb, client jsonb)
-- function auth_api.prepare_sso_domain(claims jsonb, id text, domain text, settings jsonb)
-- function auth_api.prepare_sso_provider(claims jsonb, id text, provider jsonb, settings jsonb)
-- function auth_api.prepare_test_mail(claims jsonb, settings jsonb)
-- function auth_api.purge_expired(most integer, settings jsonb)
-- function auth_api.push_authorization(id uuid, proof jsonb, request jsonb, settings jsonb)
-- function auth_api.reauthenticate(claims jsonb, link jsonb, settings jsonb, client jsonb)
-- function auth_api.record_test(claims jsonb, provider text, hook text, webhook_id text, settings jsonb, client jsonb)
-- function auth_api.refresh_session(user_id uuid, session_id uuid, counter bigint, settings jsonb, client jsonb, old_token text DEFAULT NULL::text, proof jsonb DEFAULT NULL::jsonb, scope text DEFAULT NULL::text, resources jsonb DEFAULT NULL::jsonb)
-- function auth_api.register_oauth_client(metadata jsonb, settings jsonb, client jsonb)
-- function auth_api.release_jobs(most integer)
-- function auth_api.rename_passkey(claims jsonb, passkey_id text, friendly_name text, settings jsonb, client jsonb)
-- function auth_api.renew_oauth_client_secret(claims jsonb, client_id text, settings jsonb, client jsonb)
-- function auth_api.renew_provider_token(claims jsonb, identity_id text, id uuid, tokens jsonb, outcome text, audience text, settings jsonb)
-- function auth_api.renew_recovery_codes(claims jsonb, settings jsonb, client jsonb)
-- function auth_api.replace_scim_resource(token_id uuid, kind text, id text, resource jsonb, if_match text, settings jsonb, client jsonb)
-- function auth_api.replace_sealed(claims jsonb, changes jsonb, settings jsonb)
-- function auth_api.request_magic_link(email text, data jsonb, audience text, link jsonb, settings jsonb, client jsonb)
-- function auth_api.request_otp(email text, phone text, create_user boolean, data jsonb, channel text, audience text, link jsonb, settings jsonb, client jsonb)
-- function auth_api.request_recovery(email text, audience text, link jsonb, settings jsonb, client jsonb)
-- function auth_api.resend(type text, email text, phone text, audience text, link jsonb, settings jsonb, client jsonb)
-- function auth_api.restore_sso_provider(claims jsonb, id uuid, metadata jsonb, domains jsonb, settings jsonb, client jsonb)
-- function auth_api.retry_message(claims jsonb, message_id text, settings jsonb, client jsonb)
-- function auth_api.retry_webhook_event(claims jsonb, event_id text, settings jsonb, client jsonb)
-- function auth_api.revoke_authorized_session(proof jsonb, user_id uuid, session_id uuid, client jsonb, old_token text DEFAULT NULL::text)
-- function auth_api.revoke_grant(claims jsonb, client_id text, settings jsonb, client jsonb)
-- function auth_api.revoke_user_grant(claims jsonb, user_id text, client_id text, settings jsonb, client jsonb)
-- function auth_api.save_client_document(document_url text, document jsonb, seconds integer, settings jsonb, client jsonb)
-- function auth_api.set_template(claims jsonb, kind text, locale text, subject text, html text, text text, settings jsonb, client jsonb)
-- function auth_api.sign_in_with_id_token(provider text, profile jsonb, token jsonb, claims jsonb, audience text, link jsonb, settings jsonb, client jsonb)
-- function auth_api.sign_in_with_passkey(passkey jsonb, settings jsonb, client jsonb)
-- function auth_api.sign_in_with_password(email text, phone text, password text, audience text, settings jsonb, client jsonb, rehashed text DEFAULT NULL::text, proof text DEFAULT NULL::text, leaked boolean DEFAULT NULL::boolean, link jsonb DEFAULT NULL::jsonb)
-- function auth_api.sign_in_with_web3(message jsonb, settings jsonb, client jsonb)
-- function auth_api.sign_out(claims jsonb, scope text, settings jsonb, client jsonb)
-- function auth_api.sign_up(email text, phone text, password text, data jsonb, channel text, audience text, link jsonb, settings jsonb, client jsonb, leaked boolean DEFAULT NULL::boolean)
-- function auth_api.start_authorization(id uuid, request jsonb, settings jsonb)
-- function auth_api.start_device_authorization(id uuid, proof jsonb, user_code_macs jsonb, request jsonb, settings jsonb, client jsonb)
-- function auth_api.start_identity_link(claims jsonb, id uuid, provider text, link jsonb, verifier text, audience text, settings jsonb)
-- function auth_api.start_passkey_registration(claims jsonb, settings jsonb)
-- function auth_api.start_passkey_sign_in(settings jsonb)
-- function auth_api.start_provider_flow(id uuid, provider text, link jsonb, invitation jsonb, verifier text)
-- function auth_api.start_saml_flow(id uuid, provider_id text, domain text, link jsonb, settings jsonb)
-- function auth_api.suppress_address(claims jsonb, address text, reason text, settings jsonb, client jsonb)
-- function auth_api.test_hook(claims jsonb, hook text, target jsonb, event jsonb, settings jsonb, client jsonb)
-- function auth_api.unenroll_factor(claims jsonb, factor_id text, settings jsonb, client jsonb)
-- function auth_api.unlink_identity(claims jsonb, identity_id text, audience text, settings jsonb, client jsonb)
-- function auth_api.unsuppress_address(claims jsonb, address text, settings jsonb, client jsonb)
-- function auth_api.update_user(claims jsonb, email text, phone text, password text, nonce text, data jsonb, app_metadata jsonb, channel text, code_keys jsonb, link jsonb, settings jsonb, client jsonb, gateway_verdict jsonb DEFAULT NULL::jsonb, rehashed text DEFAULT NULL::text, leaked boolean DEFAULT NULL::boolean, current_password text DEFAULT NULL::text, rehashed_current text DEFAULT NULL::text)
-- function auth_api.verify_factor(claims jsonb, factor_id text, challenge_id text, code text, proof jsonb, code_keys jsonb, settings jsonb, client jsonb)
-- function auth_api.verify_sso_domain(claims jsonb, id text, domain text, records jsonb, settings jsonb, client jsonb)
-- function auth_api.verify_token(type text, email text, phone text, code text, link jsonb, redirect_to text, password text, needs_password boolean, code_keys jsonb, audience text, settings jsonb, client jsonb, gateway_verdict jsonb DEFAULT NULL::jsonb, leaked boolean DEFAULT NULL::boolean)
