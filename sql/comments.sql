-- The data dictionary: a sentence for every table and column. \d+ in psql shows it.
comment on domain auth.filled_text is 'Text that is not empty: where there is none, null.';
comment on domain auth.provider_name is 'Name of a provider of identities, in lower case.';
comment on domain auth.json_map is 'JSON with members.';
comment on domain auth.json_list is 'A JSON array.';
comment on domain auth.filled_list is 'At least one text.';
comment on domain auth.none_or_one is '0 or 1, of two.';
comment on domain auth.token_counter is 'Counts the refresh tokens of a session, from 0.';
comment on domain auth.assurance_level is 'How well a sign-in was proven: aal1 by one factor, aal2 by two.';

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

comment on table auth.addresses is 'Every e-mail address and phone number that finds a user; the only place where they are unique.';
comment on column auth.addresses.kind is 'email or phone.';
comment on column auth.addresses.value is 'The address, lower case; the number without plus.';
comment on column auth.addresses.user_id is 'Whom it finds.';
comment on column auth.addresses.is_primary is 'Whether users.email or users.phone holds it.';
comment on column auth.addresses.verified_at is 'When it was proven to belong to the user.';
comment on column auth.addresses.created_at is 'When it was claimed.';

comment on table auth.passwords is 'The proven password of a user, one row at most.';
comment on column auth.passwords.user_id is 'Whose password.';
comment on column auth.passwords.hash is 'bcrypt, cost 4 to 14. Secret.';
comment on column auth.passwords.updated_at is 'When it was set.';

comment on table auth.pending_passwords is 'The password a sign-up chose before its address was proven; gone with the first proof.';
comment on column auth.pending_passwords.user_id is 'Whose password it may become.';
comment on column auth.pending_passwords.hash is 'bcrypt; null once another sign-up chose another password. Secret.';
comment on column auth.pending_passwords.created_at is 'When the sign-up was.';

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

comment on table auth.limits is 'Token buckets of the per-client limits. Unlogged: a crash refills them.';
comment on column auth.limits.key is 'Keyed digest of limiter and client.';
comment on column auth.limits.tokens is 'What is left.';
comment on column auth.limits.refilled_at is 'When tokens was true.';
comment on column auth.limits.created_at is 'When the bucket was made; an hour later it is made anew, full.';

comment on table auth.attempts is 'Messages asked for, wrong passwords and wrong codes of late, by address, known or not. Holds digests only.';
comment on column auth.attempts.digest is 'SHA-256 of purpose and address.';
comment on column auth.attempts.asked_at is 'When a message was last asked for.';
comment on column auth.attempts.awaits is 'The kinds of code that may have been sent then.';
comment on column auth.attempts.tries is 'Wrong codes since then, up to the five that a code stands.';
comment on column auth.attempts.credit is 'How many messages were left to the address then.';
comment on column auth.attempts.missed is 'When a code was compared in vain, within a day.';
comment on column auth.attempts.unknown is 'Nobody has the address and nothing was sent there: the row may go when there are too many.';
comment on column auth.attempts.touch is 'A new number with each change, for the order in which such rows go.';
comment on column auth.attempts.failures is 'Wrong passwords of late.';
comment on column auth.attempts.failing_since is 'When the first of them was.';
comment on column auth.attempts.touched_at is 'When the row was last written.';

comment on table auth.quotas is 'How many mails and SMS this installation has created.';
comment on column auth.quotas.kind is 'mail or sms.';
comment on column auth.quotas.window_start is 'The clock hour that used counts.';
comment on column auth.quotas.used is 'Created in that hour.';
comment on column auth.quotas.tokens is 'What a bucket has left, where the rate has a period.';
comment on column auth.quotas.refilled_at is 'When tokens was true.';

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

comment on table auth.user_blocks is 'How many users an audience has, in blocks by the time of their making; lists add them up. Counted again daily.';
comment on column auth.user_blocks.aud is 'The audience.';
comment on column auth.user_blocks.until is 'created_at of the newest user of the block; it begins after the one before.';
comment on column auth.user_blocks.users is 'How many there are, about 2000.';
comment on column auth.user_blocks.counted_at is 'When they were counted.';

comment on table auth.release is 'Which release''s functions are installed. One row.';
comment on column auth.release.one_row is 'Always true: keeps the table at one row.';
comment on column auth.release.version is 'Release of the functions.';
comment on column auth.release.digest is 'Digest of their rendered text.';
comment on column auth.release.min_gateway is 'Oldest release of the gateway that they serve.';
comment on column auth.release.applied_at is 'When they were installed.';

comment on table auth.online_steps is 'Steps of sql/online that have run.';
comment on column auth.online_steps.name is 'File name.';
comment on column auth.online_steps.digest is 'Digest of its rendered text.';
comment on column auth.online_steps.applied_at is 'When it ran.';

comment on table auth.release_objects is 'Functions and views as migrate has made them, so that an edited one is noticed.';
comment on column auth.release_objects.kind is 'function or view.';
comment on column auth.release_objects.name is 'Name with schema; of a function with its parameters.';
comment on column auth.release_objects.digest is 'Digest of body and labels.';
comment on column auth.release_objects.server_major is 'Version of PostgreSQL that spelled them.';
-- The same for both: they are exchanged.
comment on table auth.audit_log_default is 'Audit rows that came before their month had a partition.';
comment on table auth.audit_log_late is 'Audit rows that came before their month had a partition.';
