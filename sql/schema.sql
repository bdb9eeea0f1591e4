-- Generated from a migrated database; do not edit. Today's tables of Postern, as sql/migrations/ has made them:
-- a table with its columns and constraints, its indexes, what each is for. A test compares this file with the catalog.
-- To write it again: UPDATE_SNAPSHOT=1 node test/house/schema_snapshot.test.ts

create table auth.users (
  id uuid not null,
  aud text not null,
  role text not null,
  email text,
  phone text,
  email_confirmed_at timestamp with time zone,
  phone_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  email_change_sent_at timestamp with time zone,
  phone_change_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  new_email text,
  new_phone text,
  email_change_status smallint not null default 0,
  app_metadata jsonb not null default '{}'::jsonb,
  user_metadata jsonb not null default '{}'::jsonb,
  banned_until timestamp with time zone,
  deleted_at timestamp with time zone,
  is_anonymous boolean not null default false,
  sign_up_role text,
  administered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_app_metadata_check CHECK ((jsonb_typeof(app_metadata) = 'object'::text)),
  constraint users_email_change_status_check CHECK ((email_change_status = ANY (ARRAY[0, 1]))),
  constraint users_email_check CHECK ((email <> ''::text)),
  constraint users_new_email_check CHECK ((new_email <> ''::text)),
  constraint users_new_phone_check CHECK ((new_phone <> ''::text)),
  constraint users_phone_check CHECK ((phone <> ''::text)),
  constraint users_user_metadata_check CHECK ((jsonb_typeof(user_metadata) = 'object'::text))
) with (fillfactor=90);
CREATE INDEX users_aud_created_at_idx ON auth.users USING btree (aud, created_at DESC, id);
alter table auth.users enable row level security;
comment on table auth.users is 'A person or an anonymous visitor. id is a contract: applications reference it.';
comment on column auth.users.id is 'Made at sign-up, never reused; claim sub of access tokens.';
comment on column auth.users.aud is 'Audience the user belongs to; claim aud.';
comment on column auth.users.role is 'Database role of the user''s requests; claim role.';
comment on column auth.users.email is 'Primary e-mail, lower case, equal to its row in addresses; null without one. A digest after a soft delete.';
comment on column auth.users.phone is 'Primary phone number, digits without plus, equal to its row in addresses; null without one.';
comment on column auth.users.email_confirmed_at is 'When the e-mail address was proven or autoconfirmed.';
comment on column auth.users.phone_confirmed_at is 'When the phone number was proven or autoconfirmed.';
comment on column auth.users.invited_at is 'When the user was last invited.';
comment on column auth.users.confirmation_sent_at is 'When a confirmation (mail or SMS) was last asked for.';
comment on column auth.users.recovery_sent_at is 'When a recovery or magic link was last asked for.';
comment on column auth.users.email_change_sent_at is 'When a change of e-mail was last asked for.';
comment on column auth.users.phone_change_sent_at is 'When a change of phone number was last asked for.';
comment on column auth.users.reauthentication_sent_at is 'When a reauthentication code was last asked for.';
comment on column auth.users.last_sign_in_at is 'When the newest session was opened; a refresh does not move it.';
comment on column auth.users.new_email is 'E-mail address that waits for its confirmation.';
comment on column auth.users.new_phone is 'Phone number that waits for its confirmation.';
comment on column auth.users.email_change_status is '1 when one of the two confirmations of an e-mail change has come.';
comment on column auth.users.app_metadata is 'What administrators and the server say of the user; safe in policies.';
comment on column auth.users.user_metadata is 'What the user says; never decide rights by it.';
comment on column auth.users.banned_until is 'Until when the user is refused; stays visible when it has passed.';
comment on column auth.users.deleted_at is 'When the user was soft-deleted.';
comment on column auth.users.is_anonymous is 'True until an address is confirmed for a user who signed up without one.';
comment on column auth.users.sign_up_role is 'The role that a sign-up gave; a user whose role still is that one is no administrator. Null: an administrator made the user.';
comment on column auth.users.administered_at is 'When an administrator last made, invited or changed the user; a sign-up never takes such an account over.';
comment on column auth.users.created_at is 'When the user signed up.';
comment on column auth.users.updated_at is 'When the row was last written.';

create table auth.addresses (
  kind text not null,
  value text not null,
  user_id uuid not null,
  is_primary boolean not null,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint addresses_pkey PRIMARY KEY (kind, value),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint addresses_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text]))),
  constraint addresses_value_check CHECK ((value <> ''::text))
);
CREATE UNIQUE INDEX addresses_primary_key ON auth.addresses USING btree (user_id, kind) WHERE is_primary;
CREATE INDEX addresses_user_id_idx ON auth.addresses USING btree (user_id);
alter table auth.addresses enable row level security;
comment on table auth.addresses is 'Every e-mail address and phone number that finds a user; the only place where they are unique.';
comment on column auth.addresses.kind is 'email or phone.';
comment on column auth.addresses.value is 'The address, lower case; the number without plus.';
comment on column auth.addresses.user_id is 'Whom it finds.';
comment on column auth.addresses.is_primary is 'Whether users.email or users.phone holds it.';
comment on column auth.addresses.verified_at is 'When it was proven to belong to the user.';
comment on column auth.addresses.created_at is 'When it was claimed.';

create table auth.passwords (
  user_id uuid not null,
  hash text not null,
  updated_at timestamp with time zone not null,
  constraint passwords_pkey PRIMARY KEY (user_id),
  constraint passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint passwords_hash_check CHECK ((hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'::text))
);
alter table auth.passwords enable row level security;
comment on table auth.passwords is 'The proven password of a user, one row at most.';
comment on column auth.passwords.user_id is 'Whose password.';
comment on column auth.passwords.hash is 'bcrypt, cost 4 to 14. Secret.';
comment on column auth.passwords.updated_at is 'When it was set.';

create table auth.pending_passwords (
  user_id uuid not null,
  hash text,
  created_at timestamp with time zone not null,
  constraint pending_passwords_pkey PRIMARY KEY (user_id),
  constraint pending_passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint pending_passwords_hash_check CHECK ((hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'::text))
);
alter table auth.pending_passwords enable row level security;
comment on table auth.pending_passwords is 'The password a sign-up chose before its address was proven; gone with the first proof.';
comment on column auth.pending_passwords.user_id is 'Whose password it may become.';
comment on column auth.pending_passwords.hash is 'bcrypt; null once another sign-up chose another password. Secret.';
comment on column auth.pending_passwords.created_at is 'When the sign-up was.';

create table auth.identities (
  user_id uuid not null,
  provider text not null,
  id uuid not null,
  subject text not null,
  identity_data jsonb not null,
  email text generated always as (lower(((identity_data ->> 'email'::text) COLLATE "C"))) stored,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint identities_pkey PRIMARY KEY (user_id, provider, id),
  constraint identities_subject_key UNIQUE (provider, subject),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint identities_identity_data_check CHECK ((jsonb_typeof(identity_data) = 'object'::text)),
  constraint identities_provider_check CHECK (((provider <> ''::text) AND (provider = lower((provider COLLATE "C"))))),
  constraint identities_subject_check CHECK ((subject <> ''::text))
);
alter table auth.identities enable row level security;
comment on table auth.identities is 'How a provider names a user; our own are e-mail and phone.';
comment on column auth.identities.user_id is 'Whose identity.';
comment on column auth.identities.provider is 'email, phone, github …, in lower case.';
comment on column auth.identities.id is 'identity_id on the wire.';
comment on column auth.identities.subject is 'The provider''s name for the user; for our own the user id.';
comment on column auth.identities.identity_data is 'What the provider says of the user.';
comment on column auth.identities.email is 'identity_data.email in lower case, generated.';
comment on column auth.identities.last_sign_in_at is 'Set at creation.';
comment on column auth.identities.created_at is 'When it was linked.';
comment on column auth.identities.updated_at is 'When its data last changed.';

create table auth.sessions (
  user_id uuid not null,
  id uuid not null,
  counter bigint not null default 0,
  rotated_at timestamp with time zone,
  refreshed_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_reason text,
  aal text not null default 'aal1'::text,
  factor_id uuid,
  amr jsonb not null,
  user_agent text,
  ip inet,
  tag text,
  not_after timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (user_id, id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text, 'aal3'::text]))),
  constraint sessions_amr_check CHECK ((jsonb_typeof(amr) = 'array'::text)),
  constraint sessions_counter_check CHECK ((counter >= 0)),
  constraint sessions_revoked_check CHECK (((revoked_at IS NULL) = (revoked_reason IS NULL))),
  constraint sessions_revoked_reason_check CHECK ((revoked_reason = ANY (ARRAY['reuse'::text, 'logout'::text, 'password'::text, 'admin'::text, 'deleted'::text])))
) with (fillfactor=80);
CREATE INDEX sessions_not_after_idx ON auth.sessions USING btree (not_after) WHERE (not_after IS NOT NULL);
CREATE INDEX sessions_revoked_at_idx ON auth.sessions USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
alter table auth.sessions enable row level security;
comment on table auth.sessions is 'A sign-in. Its refresh tokens are derived from ids and counter, and stored nowhere.';
comment on column auth.sessions.user_id is 'Whose session; never changes.';
comment on column auth.sessions.id is 'Claim session_id.';
comment on column auth.sessions.counter is 'Number of the newest refresh token.';
comment on column auth.sessions.rotated_at is 'When counter last went up; the reuse interval runs from here.';
comment on column auth.sessions.refreshed_at is 'When a refresh was last answered.';
comment on column auth.sessions.revoked_at is 'When the session ended; null while it lives.';
comment on column auth.sessions.revoked_reason is 'Why it ended: reuse, logout, password, admin, deleted.';
comment on column auth.sessions.aal is 'Authenticator assurance level; claim aal.';
comment on column auth.sessions.factor_id is 'The factor that raised aal.';
comment on column auth.sessions.amr is 'Methods of authentication with their times, newest first; claim amr.';
comment on column auth.sessions.user_agent is 'User-Agent of the last sign-in or refresh.';
comment on column auth.sessions.ip is 'Client address of the last sign-in or refresh.';
comment on column auth.sessions.tag is 'Kind of device, where sessions are limited by kind.';
comment on column auth.sessions.not_after is 'Fixed end of the session, where one is set.';
comment on column auth.sessions.created_at is 'When the user signed in.';

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
comment on table auth.one_time_tokens is 'A link and code on their way, one of a kind and user. Both are derived with a key that is not in the database.';
comment on column auth.one_time_tokens.id is 'New for every request; part of the link.';
comment on column auth.one_time_tokens.user_id is 'Whom it signs in.';
comment on column auth.one_time_tokens.kind is 'What it proves.';
comment on column auth.one_time_tokens.purpose is 'Type in the link: signup, invite, recovery, magiclink …';
comment on column auth.one_time_tokens.address is 'Where it was sent, and what it proves.';
comment on column auth.one_time_tokens.generation is 'Goes up with every request; part of the code.';
comment on column auth.one_time_tokens.attempts is 'Wrong codes so far; five kill the code, not the link.';
comment on column auth.one_time_tokens.key_id is 'The key of the ring that link and code were made with.';
comment on column auth.one_time_tokens.digits is 'Length of the code.';
comment on column auth.one_time_tokens.valid_for is 'How long it lives from the first attempt to send it.';
comment on column auth.one_time_tokens.expires_at is 'When it dies; null until the first attempt to send it.';
comment on column auth.one_time_tokens.flow_id is 'The PKCE flow that the link continues.';
comment on column auth.one_time_tokens.carries_password is 'Whether redeeming it installs the pending password.';
comment on column auth.one_time_tokens.aud is 'Audience of the request that asked for it, which an account gets that nobody has proven before.';
comment on column auth.one_time_tokens.created_at is 'When it was asked for.';

create table auth.flow_states (
  id uuid not null,
  user_id uuid,
  provider text not null,
  authentication_method text not null,
  code_challenge text,
  code_challenge_method text,
  auth_code_digest bytea,
  auth_code_issued_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint flow_states_pkey PRIMARY KEY (id),
  constraint flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_states_auth_code_check CHECK (((auth_code_digest IS NULL) = (auth_code_issued_at IS NULL))),
  constraint flow_states_code_challenge_check CHECK (((code_challenge IS NULL) = (code_challenge_method IS NULL))),
  constraint flow_states_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text])))
);
CREATE UNIQUE INDEX flow_states_auth_code_digest_key ON auth.flow_states USING btree (auth_code_digest);
CREATE INDEX flow_states_created_at_idx ON auth.flow_states USING btree (created_at);
CREATE INDEX flow_states_user_id_idx ON auth.flow_states USING btree (user_id);
alter table auth.flow_states enable row level security;
comment on table auth.flow_states is 'A PKCE or provider flow between its halves.';
comment on column auth.flow_states.id is 'Names the flow.';
comment on column auth.flow_states.user_id is 'Whose flow; null until a provider has told.';
comment on column auth.flow_states.provider is 'email, or the provider''s name.';
comment on column auth.flow_states.authentication_method is 'amr method of the session that ends the flow.';
comment on column auth.flow_states.code_challenge is 'PKCE challenge (RFC 7636).';
comment on column auth.flow_states.code_challenge_method is 's256 or plain.';
comment on column auth.flow_states.auth_code_digest is 'SHA-256 of the authorization code; null until the link is followed.';
comment on column auth.flow_states.auth_code_issued_at is 'When the link was followed; the code''s life runs from here.';
comment on column auth.flow_states.created_at is 'When the flow began.';

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
  locale text,
  state text not null default 'queued'::text,
  leased_until timestamp with time zone,
  tries integer not null default 0,
  unsure integer not null default 0,
  not_before timestamp with time zone,
  last_error text,
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint messages_kind_check CHECK ((kind = ANY (ARRAY['confirmation'::text, 'invite'::text, 'recovery'::text, 'magic_link'::text, 'email_change'::text, 'reauthentication'::text, 'sms'::text, 'phone_change'::text]))),
  constraint messages_leased_until_check CHECK (((state = 'sending'::text) = (leased_until IS NOT NULL))),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'skipped'::text, 'expired'::text, 'failed'::text]))),
  constraint messages_tries_check CHECK ((tries >= 0)),
  constraint messages_unsure_check CHECK (((unsure >= 0) AND (unsure <= tries)))
);
CREATE INDEX messages_finished_at_idx ON auth.messages USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX messages_open_idx ON auth.messages USING btree (expires_at) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX messages_user_id_idx ON auth.messages USING btree (user_id);
alter table auth.messages enable row level security;
comment on table auth.messages is 'A mail or SMS that was promised, and how it fared. Holds no link and no code.';
comment on column auth.messages.id is 'message_id on the wire; the Message-ID header is made of it.';
comment on column auth.messages.user_id is 'Whom it is for.';
comment on column auth.messages.kind is 'Which template.';
comment on column auth.messages.channel is 'mail, sms or whatsapp.';
comment on column auth.messages.to_address is 'Where it goes.';
comment on column auth.messages.token_id is 'The one-time token it carries.';
comment on column auth.messages.generation is 'The token''s generation then; a newer one makes the message void.';
comment on column auth.messages.base_url is 'Start of the link.';
comment on column auth.messages.redirect_to is 'Where the link leads in the end; checked when it was asked for.';
comment on column auth.messages.locale is 'Language asked for.';
comment on column auth.messages.state is 'queued, sending, sent, skipped, expired or failed.';
comment on column auth.messages.leased_until is 'Until when one worker may be sending it.';
comment on column auth.messages.tries is 'Attempts so far.';
comment on column auth.messages.unsure is 'Attempts of which nobody knows whether they were sent; an SMS gets at most two.';
comment on column auth.messages.not_before is 'The transport asked for no attempt before this.';
comment on column auth.messages.last_error is 'What the transport last said.';
comment on column auth.messages.expires_at is 'After this it is not sent any more.';
comment on column auth.messages.finished_at is 'When it came to its end.';
comment on column auth.messages.created_at is 'When it was promised.';

create unlogged table auth.limits (
  key text not null,
  tokens double precision not null,
  refilled_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint limits_pkey PRIMARY KEY (key)
);
CREATE INDEX limits_created_at_idx ON auth.limits USING btree (created_at);
alter table auth.limits enable row level security;
comment on table auth.limits is 'Token buckets of the per-client limits. Unlogged: a crash refills them.';
comment on column auth.limits.key is 'Keyed digest of limiter and client.';
comment on column auth.limits.tokens is 'What is left.';
comment on column auth.limits.refilled_at is 'When tokens was true.';
comment on column auth.limits.created_at is 'When the bucket was made; an hour later it is made anew, full.';

create table auth.send_marks (
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
  constraint send_marks_pkey PRIMARY KEY (digest),
  constraint send_marks_failing_check CHECK (((failures = 0) = (failing_since IS NULL))),
  constraint send_marks_failures_check CHECK ((failures >= 0)),
  constraint send_marks_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);
CREATE INDEX send_marks_touched_at_idx ON auth.send_marks USING btree (touched_at);
CREATE INDEX send_marks_unknown_idx ON auth.send_marks USING btree (touch) WHERE unknown;
alter table auth.send_marks enable row level security;
comment on table auth.send_marks is 'Spacing of messages and wrong tries by address, known or not. Holds digests only.';
comment on column auth.send_marks.digest is 'SHA-256 of purpose and address.';
comment on column auth.send_marks.asked_at is 'When a message was last asked for.';
comment on column auth.send_marks.awaits is 'The kinds of code that may have been sent then.';
comment on column auth.send_marks.tries is 'Wrong codes since then, up to the five that a code stands.';
comment on column auth.send_marks.credit is 'How many messages were left to the address then.';
comment on column auth.send_marks.failures is 'Wrong passwords of late.';
comment on column auth.send_marks.failing_since is 'When the first of them was.';
comment on column auth.send_marks.missed is 'When a code was compared in vain, within a day.';
comment on column auth.send_marks.unknown is 'Nobody has the address and nothing was sent there: the row may go when there are too many.';
comment on column auth.send_marks.touch is 'A new number with each change, for the order in which such rows go.';
comment on column auth.send_marks.touched_at is 'When the row was last written.';

create table auth.quotas (
  kind text not null,
  window_start timestamp with time zone not null,
  used integer not null,
  tokens double precision not null,
  refilled_at timestamp with time zone not null,
  constraint quotas_pkey PRIMARY KEY (kind),
  constraint quotas_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint quotas_used_check CHECK ((used >= 0))
);
alter table auth.quotas enable row level security;
comment on table auth.quotas is 'How many mails and SMS this installation has created.';
comment on column auth.quotas.kind is 'mail or sms.';
comment on column auth.quotas.window_start is 'The clock hour that used counts.';
comment on column auth.quotas.used is 'Created in that hour.';
comment on column auth.quotas.tokens is 'What a bucket has left, where the rate has a period.';
comment on column auth.quotas.refilled_at is 'When tokens was true.';

create table auth.audit_log (
  created_at timestamp with time zone not null,
  id uuid not null,
  actor_id uuid not null,
  actor_username text not null,
  actor_name text,
  actor_via_sso boolean not null default false,
  actions text[] not null,
  traits jsonb,
  ip inet,
  user_agent text,
  request_id text,
  constraint audit_log_pkey PRIMARY KEY (created_at, id),
  constraint audit_log_actions_check CHECK ((cardinality(actions) > 0))
)
partition by range (created_at);
CREATE INDEX audit_log_actor_id_idx ON ONLY auth.audit_log USING btree (actor_id, created_at DESC);
alter table auth.audit_log enable row level security;
comment on table auth.audit_log is 'Who did what, from where. A partition per month.';
comment on column auth.audit_log.created_at is 'When.';
comment on column auth.audit_log.id is 'Names the entry.';
comment on column auth.audit_log.actor_id is 'Who; the nil UUID for administrators'' tokens.';
comment on column auth.audit_log.actor_username is 'Phone or e-mail of the actor then, or the administrator''s role.';
comment on column auth.audit_log.actor_name is 'Full name of the actor then.';
comment on column auth.audit_log.actor_via_sso is 'Whether the actor signs in by SSO.';
comment on column auth.audit_log.actions is 'What was done, in order; GET /admin/audit shows an entry for each.';
comment on column auth.audit_log.traits is 'Details of the action.';
comment on column auth.audit_log.ip is 'Client address.';
comment on column auth.audit_log.user_agent is 'User-Agent.';
comment on column auth.audit_log.request_id is 'Request id, as in the gateway''s log.';

create table auth.audit_log_default partition of auth.audit_log DEFAULT;
alter table auth.audit_log_default enable row level security;
comment on table auth.audit_log_default is 'Audit rows of months that have no partition yet.';

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
comment on table auth.release is 'Which release''s functions are installed. One row.';
comment on column auth.release.one_row is 'Always true: keeps the table at one row.';
comment on column auth.release.version is 'Release of the functions.';
comment on column auth.release.digest is 'Digest of their rendered text.';
comment on column auth.release.min_gateway is 'Oldest release of the gateway that they serve.';
comment on column auth.release.applied_at is 'When they were installed.';

create table auth.online_steps (
  name text not null,
  digest text not null,
  applied_at timestamp with time zone not null default now(),
  constraint online_steps_pkey PRIMARY KEY (name)
);
alter table auth.online_steps enable row level security;
comment on table auth.online_steps is 'Steps of sql/online that have run.';
comment on column auth.online_steps.name is 'File name.';
comment on column auth.online_steps.digest is 'Digest of its rendered text.';
comment on column auth.online_steps.applied_at is 'When it ran.';

create table auth.release_objects (
  kind text not null,
  name text not null,
  digest text not null,
  server_major integer not null,
  constraint release_objects_pkey PRIMARY KEY (kind, name)
);
alter table auth.release_objects enable row level security;
comment on table auth.release_objects is 'Functions and views as migrate has made them, so that an edited one is noticed.';
comment on column auth.release_objects.kind is 'function or view.';
comment on column auth.release_objects.name is 'Name with schema; of a function with its parameters.';
comment on column auth.release_objects.digest is 'Digest of body and labels.';
comment on column auth.release_objects.server_major is 'Version of PostgreSQL that spelled them.';
