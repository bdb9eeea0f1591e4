-- Data dictionary: one sentence for each table and column, which \d+ shows in psql. This file: users and
-- their credentials.
comment on domain auth.filled_text is 'Text that is not empty. Null means none.';
comment on domain auth.provider_name is 'Provider of an identity, in lower case.';
comment on domain auth.json_map is 'A JSON object.';
comment on domain auth.json_list is 'A JSON array.';
comment on domain auth.filled_list is 'A list of at least one text.';
comment on domain auth.none_or_one is '0 or 1: number of confirmations received out of two.';
comment on domain auth.token_counter is 'Number of a refresh token within its session, from 0.';
comment on domain auth.factor_status is
  'unverified until the factor is verified for the first time, then verified.';
comment on domain auth.assurance_level is
  'Authenticator assurance level: aal1 after one factor, aal2 after two.';
comment on domain auth.address_kind is 'email or phone.';
comment on domain auth.session_end is 'Why a session was revoked.';

comment on table auth.users is 'A user, possibly anonymous. Applications may reference id.';
comment on column auth.users.id is 'Created at sign-up, never reused. Claim sub of access tokens.';
comment on column auth.users.aud is 'Audience of the user. Claim aud.';
comment on column auth.users.role is 'Database role of the user''s requests. Claim role.';
comment on column auth.users.email is
  'Primary e-mail address in lower case, equal to its row in addresses. Null without one. A digest after a '
  'soft delete. An address that is only displayed has no row there, so another user may have it too.';
comment on column auth.users.phone is
  'Primary phone number, digits without plus, equal to its row in addresses. Null without one.';
comment on column auth.users.email_confirmed_at is 'When the e-mail address was confirmed or autoconfirmed.';
comment on column auth.users.phone_confirmed_at is 'When the phone number was confirmed or autoconfirmed.';
comment on column auth.users.confirmed_at is 'When the first address (e-mail or phone) was confirmed.';
comment on column auth.users.invited_at is 'When the user was last invited.';
comment on column auth.users.confirmation_sent_at is 'When a confirmation (mail or SMS) was last requested.';
comment on column auth.users.recovery_sent_at is 'When a recovery or magic link was last requested.';
comment on column auth.users.email_change_sent_at is 'When a change of e-mail address was last requested.';
comment on column auth.users.phone_change_sent_at is 'When a change of phone number was last requested.';
comment on column auth.users.reauthentication_sent_at is 'When a reauthentication code was last requested.';
comment on column auth.users.last_sign_in_at is
  'When the newest session was created. A refresh does not change it.';
comment on column auth.users.new_email is 'New e-mail address, pending until it is confirmed.';
comment on column auth.users.new_phone is 'New phone number, pending until it is confirmed.';
comment on column auth.users.email_change_status is
  '1 after the first of two confirmations of an e-mail change.';
comment on column auth.users.raw_app_meta_data is
  'Set by administrators and the server. Safe to use in policies.';
comment on column auth.users.raw_user_meta_data is 'Set by the user. Never decide rights by it.';
comment on column auth.users.banned_until is 'End of the ban. Stays visible afterwards.';
comment on column auth.users.deprovisioned_at is
  'Since when the user''s organization has deactivated the account (SCIM). Counts as a ban.';
comment on column auth.users.deleted_at is 'When the user was soft-deleted.';
comment on column auth.users.is_anonymous is
  'True for a user who signed up without an address, until one is confirmed or an identity is linked.';
comment on column auth.users.is_sso_user is
  'True if the user signs in by SSO. The e-mail address has no row in addresses, so it does not find the '
  'account.';
comment on column auth.users.encrypted_password is
  'Always null, for code written for supabase/auth. Hashes are in passwords, which nobody may read.';
comment on column auth.users.access_epoch is
  'Number of times that access to the account was cut. Identity links in progress and authorization codes of '
  'an earlier epoch are void.';
comment on column auth.users.owned_without_address is
  'True if the account had an owner when an administrator set its first address. The account keeps its '
  'owner.';
comment on column auth.users.factor_status is
  'verified if the user has a verified second factor, unverified with others only, null without any. Saves a '
  'query of factors.';
comment on column auth.users.sign_up_role is
  'Role that the sign-up gave. A user who still has this role is not an administrator. Null if an '
  'administrator created the user or set the role.';
comment on column auth.users.created_at is 'When the user was created.';
comment on column auth.users.updated_at is 'When the row was last written.';

comment on table auth.addresses is
  'Every e-mail address and phone number that identifies a user. No other table enforces that they are '
  'unique.';
comment on column auth.addresses.kind is 'email or phone.';
comment on column auth.addresses.value is 'E-mail address in lower case, or phone number without plus.';
comment on column auth.addresses.user_id is 'User with this address.';
comment on column auth.addresses.is_primary is 'True if users.email or users.phone contains the address.';
comment on column auth.addresses.verified_at is
  'When the address was confirmed by a message, a provider, an administrator or autoconfirm.';
comment on column auth.addresses.autoconfirmed is
  'True if autoconfirm confirmed the address and nobody has read a message there since.';
comment on column auth.addresses.given_by_administrator is
  'True if an administrator set the address. Such an address is not removed when the account gets an owner '
  'by the confirmation of another address.';
comment on column auth.addresses.created_at is 'When the address was added to the user.';

comment on table auth.passwords is 'The confirmed password of a user, at most one row.';
comment on column auth.passwords.user_id is 'Owner of the password.';
comment on column auth.passwords.hash is
  'bcrypt of cost 4 to 14. Until the first sign-in after an import also argon2i, argon2id or Firebase '
  'scrypt. Secret.';
comment on column auth.passwords.updated_at is 'When the password was set.';

comment on table auth.pending_passwords is
  'The password that a sign-up chose before its address was confirmed. Deleted by the first confirmation.';
comment on column auth.pending_passwords.user_id is 'User who signed up with the password.';
comment on column auth.pending_passwords.hash is
  'As in passwords. Null once the password is void, so that no later sign-up sets one. Secret.';
comment on column auth.pending_passwords.created_at is 'When the user signed up.';

comment on table auth.identities is
  'A user''s identity at a provider. email and phone are the built-in providers.';
comment on column auth.identities.user_id is 'Owner of the identity.';
comment on column auth.identities.provider is 'email, phone, github …, in lower case.';
comment on column auth.identities.id is 'identity_id on the wire.';
comment on column auth.identities.subject is
  'The provider''s id of the user. For email and phone the user''s own id.';
comment on column auth.identities.identity_data is 'The user''s data from the provider.';
comment on column auth.identities.email is 'identity_data.email in lower case, generated.';
comment on column auth.identities.last_sign_in_at is
  'When the user last signed in through the provider. For email and phone, when the identity was created.';
comment on column auth.identities.created_at is 'When the identity was linked.';
comment on column auth.identities.updated_at is 'When the identity last changed.';

comment on table auth.sessions is
  'A sign-in. Its refresh tokens are derived from ids and counter, and not stored.';
comment on column auth.sessions.user_id is 'Owner of the session. Never changes.';
comment on column auth.sessions.id is 'Claim session_id.';
comment on column auth.sessions.counter is 'Number of the newest refresh token.';
comment on column auth.sessions.rotated_at is 'When counter last increased. Start of the reuse interval.';
comment on column auth.sessions.refreshed_at is 'When the session was last refreshed.';
comment on column auth.sessions.revoked_at is 'When the session was revoked. Null while it is live.';
comment on column auth.sessions.revoked_reason is
  'Why the session was revoked: reuse, logout, password, admin, deleted, factor (another session has '
  'verified a second factor), client (its own request), grant (the grant was revoked or the client '
  'deleted), expired.';
comment on column auth.sessions.aal is 'Authenticator assurance level. Claim aal.';
comment on column auth.sessions.factor_id is 'The factor that raised aal.';
comment on column auth.sessions.amr is 'Authentication methods with their times, newest first. Claim amr.';
comment on column auth.sessions.user_agent is 'User-Agent of the last sign-in or refresh.';
comment on column auth.sessions.ip is 'Client IP address of the last sign-in or refresh.';
comment on column auth.sessions.tag is 'Kind of device, if sessions are limited by kind.';
comment on column auth.sessions.not_after is 'Fixed end of the session, if one is set.';
comment on column auth.sessions.is_recovery is
  'True if a recovery opened the session and the user has not set a password in it. The user may set one '
  'without the current password.';
comment on column auth.sessions.created_at is 'When the user signed in.';
comment on column auth.sessions.oauth_client_id is
  'OAuth client of the session. Null for a first-party session.';
comment on column auth.sessions.scopes is 'Scopes that the user granted to the client. Empty for a first-party session.';
comment on column auth.sessions.resources is 'Resources that the user granted to the client. Empty for a first-party session.';
comment on column auth.sessions.auth_time is
  'When the session was authenticated in which the user approved the client.';
comment on column auth.sessions.authorized_aal is 'Level of the session in which the user approved the client.';

comment on table auth.factors is 'A second factor of a user, or the set of recovery codes.';
comment on column auth.factors.user_id is 'Owner of the factor. Never changes.';
comment on column auth.factors.id is 'Id of the factor in requests.';
comment on column auth.factors.factor_type is 'totp, phone, webauthn or recovery_code.';
comment on column auth.factors.status is
  'Only a verified factor raises a session to aal2 or is required at sign-in.';
comment on column auth.factors.friendly_name is 'Name chosen by the owner.';
comment on column auth.factors.phone is 'Destination of a phone factor''s codes, digits without plus.';
comment on column auth.factors.secret is
  'The TOTP secret, sealed by the gateway for this id. The key is not in the database.';
comment on column auth.factors.used_step is
  'Time step of the last accepted TOTP code. Codes of this step and of earlier steps are refused.';
comment on column auth.factors.credential is
  'Id, public key and signature counter of a WebAuthn authenticator.';
comment on column auth.factors.aaguid is 'Model of the authenticator, as the authenticator reports it.';
comment on column auth.factors.last_challenged_at is 'When a challenge was last created.';
comment on column auth.factors.created_at is 'When the enrolment of the factor started.';
comment on column auth.factors.updated_at is 'When the factor last changed.';

comment on table auth.challenges is
  'A challenge of a factor. A right code or any WebAuthn response uses it up.';
comment on column auth.challenges.user_id is 'User who is challenged.';
comment on column auth.challenges.id is 'Id of the challenge in requests, and part of a phone''s code.';
comment on column auth.challenges.factor_id is 'The factor that is challenged.';
comment on column auth.challenges.ip is 'Client IP address of the request for the challenge.';
comment on column auth.challenges.used_at is 'When the challenge was answered correctly.';
comment on column auth.challenges.attempts is
  'Wrong codes for a phone factor so far. After five the code is void.';
comment on column auth.challenges.key_id is 'Key of the ring from which a phone''s code is derived.';
comment on column auth.challenges.digits is 'Length of a phone''s code.';
comment on column auth.challenges.ceremony is 'Challenge that the authenticator must sign (WebAuthn).';
comment on column auth.challenges.expires_at is 'When the challenge expires.';
comment on column auth.challenges.created_at is 'When the challenge was created.';

comment on table auth.recovery_codes is 'Unused recovery codes; a used one is deleted.';
comment on column auth.recovery_codes.user_id is 'Owner of the code.';
comment on column auth.recovery_codes.digest is 'SHA-256 of user id and code.';
comment on column auth.recovery_codes.created_at is 'When the set of codes was made.';

comment on table auth.one_time_tokens is
  'A requested link and code, one of each kind per user. Both are derived with a key that is not in the '
  'database.';
comment on column auth.one_time_tokens.id is 'New for every request. Part of the link.';
comment on column auth.one_time_tokens.user_id is 'User of the link and code.';
comment on column auth.one_time_tokens.kind is
  'Kind of token: confirmation, recovery, email_change_new, email_change_current, sms, phone_change or '
  'reauthentication.';
comment on column auth.one_time_tokens.purpose is 'Type in the link: signup, invite, recovery, magiclink …';
comment on column auth.one_time_tokens.address is
  'Address to which link and code were sent, and which they confirm.';
comment on column auth.one_time_tokens.generation is
  'Increases with every request and is part of the code. 0 for an imported link of supabase/auth: its id is '
  'derived from that link and a key, and its code is verified against it.';
comment on column auth.one_time_tokens.attempts is
  'Wrong codes so far. After five the code is void, but not the link.';
comment on column auth.one_time_tokens.key_id is 'Key of the ring from which link and code are derived.';
comment on column auth.one_time_tokens.digits is 'Length of the code.';
comment on column auth.one_time_tokens.valid_for is
  'Lifetime of link and code from the first attempt to send them.';
comment on column auth.one_time_tokens.expires_at is
  'When link and code expire. Null until the first attempt to send them.';
comment on column auth.one_time_tokens.flow_id is 'The PKCE flow that the link continues.';
comment on column auth.one_time_tokens.provider is
  'External provider whose sign-in requested the confirmation. Null if the user entered the address.';
comment on column auth.one_time_tokens.carries_password is
  'True if the consumption of the token makes the pending password valid.';
comment on column auth.one_time_tokens.aud is
  'Audience of the request. An account without a confirmed address gets it with the confirmation.';
comment on column auth.one_time_tokens.created_at is 'When link and code were requested.';

