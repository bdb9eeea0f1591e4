-- Data dictionary: messages, webhooks, limits, the audit log, and the state of the installation.
comment on table auth.webhooks is 'An HTTP server that is notified of changes of users (docs/webhooks.md).';
comment on column auth.webhooks.id is 'Id of the webhook. Its secrets are sealed for it.';
comment on column auth.webhooks.url is 'URL to which events are sent.';
comment on column auth.webhooks.kinds is 'Kinds of events that it subscribes to.';
comment on column auth.webhooks.secrets is
  'Signing secrets, sealed by the gateway or the CLI. Two or more while a secret is being replaced.';
comment on column auth.webhooks.created_at is 'When it was added.';
comment on column auth.webhooks.updated_at is 'When it was last changed.';
comment on table auth.webhook_events is 'An event of a user for one webhook, and its delivery state.';
comment on column auth.webhook_events.id is 'The webhook-id header, the same on every attempt.';
comment on column auth.webhook_events.webhook_id is 'The webhook.';
comment on column auth.webhook_events.user_id is 'The user of the event, who may be deleted.';
comment on column auth.webhook_events.place is 'Order of the events of a user.';
comment on column auth.webhook_events.kind is 'Kind of event.';
comment on column auth.webhook_events.data is
  'The user in the API''s format at the time, or the identity or factor. Null once the event is delivered.';
comment on column auth.webhook_events.made_in is
  'Transaction of the event. Within a transaction, a webhook gets each kind of event of a user once.';
comment on column auth.webhook_events.state is
  'queued, sending, delivered, failed (after the last attempt) or dropped (by an administrator).';
comment on column auth.webhook_events.tries is 'Delivery attempts since it was queued.';
comment on column auth.webhook_events.leased_until is 'End of the lease of the worker that delivers it.';
comment on column auth.webhook_events.not_before is 'When it is retried.';
comment on column auth.webhook_events.waits_since is
  'When leased_until or not_before was set. If it is in the future, the clock was set back, and the wait is '
  'over.';
comment on column auth.webhook_events.last_error is 'Error of the last attempt.';
comment on column auth.webhook_events.created_at is 'When the event happened.';
comment on column auth.webhook_events.finished_at is 'When it was delivered, failed or dropped.';
comment on table auth.custom_providers is 'An OAuth 2 or OpenID Connect provider added by an administrator.';
comment on column auth.custom_providers.id is 'Id of the row. Its secret is sealed for it.';
comment on column auth.custom_providers.identifier is 'Name for clients and identities: custom: and a name.';
comment on column auth.custom_providers.provider_type is 'oauth2 or oidc.';
comment on column auth.custom_providers.name is 'Display name.';
comment on column auth.custom_providers.client_id is 'Client id at the provider.';
comment on column auth.custom_providers.client_secret is 'Client secret, sealed by the gateway.';
comment on column auth.custom_providers.acceptable_client_ids is
  'Additional audiences that its ID tokens may have.';
comment on column auth.custom_providers.scopes is 'Scopes that are requested.';
comment on column auth.custom_providers.pkce_enabled is 'True if a PKCE challenge is sent to it.';
comment on column auth.custom_providers.attribute_mapping is
  'Attribute of the identity for each claim of the provider.';
comment on column auth.custom_providers.custom_claims_allowlist is
  'Claims that are kept as custom_claims of the identity.';
comment on column auth.custom_providers.authorization_params is
  'Additional parameters of its authorization page.';
comment on column auth.custom_providers.enabled is 'True if users can sign in with it.';
comment on column auth.custom_providers.email_optional is
  'True if users without an e-mail address may sign in.';
comment on column auth.custom_providers.issuer is 'Issuer of its ID tokens (oidc).';
comment on column auth.custom_providers.discovery_url is
  'URL of its discovery document, if it differs from the issuer''s default (oidc).';
comment on column auth.custom_providers.skip_nonce_check is
  'True if the nonce of an ID token is not checked (oidc).';
comment on column auth.custom_providers.discovery_document is 'The discovery document as last read (oidc).';
comment on column auth.custom_providers.authorization_url is 'URL of its authorization page (oauth2).';
comment on column auth.custom_providers.token_url is 'URL of its token endpoint (oauth2).';
comment on column auth.custom_providers.userinfo_url is 'URL of its userinfo endpoint (oauth2).';
comment on column auth.custom_providers.jwks_uri is 'URL of its keys, as an administrator gave it. Not used.';
comment on column auth.custom_providers.created_at is 'When it was added.';
comment on column auth.custom_providers.updated_at is 'When it was last changed.';

comment on table auth.consumed_id_tokens is
  'ID tokens already used for a sign-in, until an hour after they expire.';
comment on column auth.consumed_id_tokens.digest is
  'SHA-256 of issuer, subject and nonce. Without a nonce, of issuer, subject and the signed part.';
comment on column auth.consumed_id_tokens.expires_at is 'When the token expires.';
comment on table auth.consumed_web3_messages is
  'Wallet messages already used for a sign-in, for as long as they are valid.';
comment on column auth.consumed_web3_messages.digest is 'SHA-256 of the signed text.';
comment on column auth.consumed_web3_messages.expires_at is 'When the message expires.';
comment on table auth.consumed_codes is
  'Authorization codes already exchanged, for as long as they would have been valid.';
comment on column auth.consumed_codes.digest is 'SHA-256 of the code and its verifier.';
comment on column auth.consumed_codes.user_id is 'User who was signed in.';
comment on column auth.consumed_codes.session_id is
  'Session that the code opened. It is revoked if the code is used again.';
comment on column auth.consumed_codes.expires_at is 'When the unused code would have expired.';
comment on table auth.provider_tokens is
  'Tokens of an identity for the provider''s own API, kept if EXTERNAL_KEPT_TOKENS names the provider.';
comment on column auth.provider_tokens.user_id is 'Owner of the identity.';
comment on column auth.provider_tokens.provider is 'Provider of the identity.';
comment on column auth.provider_tokens.identity_id is 'The identity.';
comment on column auth.provider_tokens.id is 'Id of these tokens, part of their seal. Changes with each renewal.';
comment on column auth.provider_tokens.sealed is 'Access token and refresh token, sealed by the gateway.';
comment on column auth.provider_tokens.renewable is 'True if there is a refresh token.';
comment on column auth.provider_tokens.expires_at is
  'When the access token expires. Null if the provider does not say.';
comment on column auth.provider_tokens.leased_until is
  'End of the lease of the request that renews the tokens.';
comment on column auth.provider_tokens.updated_at is 'When they were stored.';
comment on table auth.sso_providers is 'An identity provider of an organization: SAML 2.0 (docs/sso.md).';
comment on column auth.sso_providers.id is 'Id of the provider. Identities and flows name it sso:<id>.';
comment on column auth.sso_providers.resource_id is 'Identifier of the provider in an infrastructure tool.';
comment on column auth.sso_providers.name is 'Display name.';
comment on column auth.sso_providers.disabled is
  'True if nobody can sign in with it. Null until an administrator sets it.';
comment on column auth.sso_providers.idp_initiated is
  'True if the provider may start sign-ins. Null: SVC_SAML_IDP_INITIATED_ENABLED.';
comment on column auth.sso_providers.just_in_time is 'True if a first sign-in creates the account.';
comment on column auth.sso_providers.email_domains is
  'own: the provider may only assert addresses of its domains. any: of all domains. Null: own if the '
  'provider has a domain or if SVC_SSO_REQUIRE_VERIFIED_DOMAINS is on.';
comment on column auth.sso_providers.require_signed is
  'either: the response or the assertion must be signed. assertion: the assertion must be signed.';
comment on column auth.sso_providers.force_authn is
  'True if the provider must authenticate its users again at each sign-in.';
comment on column auth.sso_providers.sign_requests is 'True if requests to the provider are signed.';
comment on column auth.sso_providers.requested_authn_context is
  'Authentication contexts, one of which the provider must assert. Null: any.';
comment on column auth.sso_providers.scoping is
  'Entity IDs of the identity providers behind this one that may authenticate the user. Null: any.';
comment on column auth.sso_providers.allowed_algorithms is
  'Signature algorithms that it may use. Null: all that the gateway supports.';
comment on column auth.sso_providers.name_id_format is 'NameID format that is requested. Null: persistent.';
comment on column auth.sso_providers.attribute_mapping is
  'Claims of identity_data and the attributes that they come from: {keys}.';
comment on column auth.sso_providers.entity_id is 'Its entity ID, the issuer of its assertions.';
comment on column auth.sso_providers.metadata_xml is 'Its metadata document.';
comment on column auth.sso_providers.metadata_url is
  'URL from which the worker fetches the metadata. Null if an administrator gave the metadata as XML.';
comment on column auth.sso_providers.certificates is
  'Certificates of the metadata that may sign: DER in base64, SHA-256 and end.';
comment on column auth.sso_providers.sso_url is
  'URL at which the users of the provider sign in (HTTP-Redirect).';
comment on column auth.sso_providers.valid_until is
  'End of the validity of the metadata. Null if the metadata have none.';
comment on column auth.sso_providers.cache_for is
  'Seconds for which the metadata may be cached. Null if the metadata set no time.';
comment on column auth.sso_providers.fetched_at is 'When its metadata were stored.';
comment on column auth.sso_providers.failed_at is
  'Time since which fetches of the metadata have failed. Null if the last fetch succeeded.';
comment on column auth.sso_providers.asked_at is 'When its metadata were last requested.';
comment on column auth.sso_providers.next_fetch_at is 'When the worker fetches its metadata.';
comment on column auth.sso_providers.refused_at is
  'When a refused sign-in was last recorded in the audit log. At most one is recorded per second.';
comment on column auth.sso_providers.created_at is 'When it was added.';
comment on column auth.sso_providers.updated_at is 'When an administrator last changed it.';
comment on table auth.sso_domains is 'A domain whose users sign in with an identity provider.';
comment on column auth.sso_domains.domain is 'The domain in lower case, as ASCII.';
comment on column auth.sso_domains.provider_id is 'The provider.';
comment on column auth.sso_domains.verification is 'Random part of the TXT record that verifies it.';
comment on column auth.sso_domains.verified_at is 'When it was verified. Null until then.';
comment on column auth.sso_domains.verified_by is 'dns, or administrator. Null until it is verified.';
comment on column auth.sso_domains.enforced is
  'True if its users, except administrators, can only sign in with the provider. Requires a verified '
  'domain.';
comment on column auth.sso_domains.created_at is 'When it was added.';
comment on table auth.scim_tokens is 'A token of an organization''s SCIM client (docs/scim.md).';
comment on column auth.scim_tokens.id is 'Id of the token, from which the gateway derives its text.';
comment on column auth.scim_tokens.provider_id is 'The provider whose users and groups it manages.';
comment on column auth.scim_tokens.name is 'Name that an administrator gave it.';
comment on column auth.scim_tokens.expires_at is 'When it expires. Null: never.';
comment on column auth.scim_tokens.last_used_at is 'When it was last used, to the minute.';
comment on column auth.scim_tokens.created_at is 'When it was made.';
comment on table auth.scim_users is 'A user that an organization has provisioned by SCIM.';
comment on column auth.scim_users.id is 'Id of the SCIM resource.';
comment on column auth.scim_users.provider_id is 'The provider that provisioned it.';
comment on column auth.scim_users.user_id is 'Its account.';
comment on column auth.scim_users.external_id is 'Id of the user at the organization.';
comment on column auth.scim_users.user_name is 'Name of the user at the organization. Unique for the provider, ignoring case.';
comment on column auth.scim_users.active is 'False if the organization has deactivated the user.';
comment on column auth.scim_users.emails is 'Its addresses in lower case, that of the account first.';
comment on column auth.scim_users.attributes is 'All other attributes, under their canonical names.';
comment on column auth.scim_users.version is 'Number of changes, its ETag.';
comment on column auth.scim_users.deleted_at is
  'When the organization deleted the resource. The row remains, so that the user gets the same account '
  'again.';
comment on column auth.scim_users.created_at is 'When it was provisioned.';
comment on column auth.scim_users.updated_at is 'When it was last changed.';
comment on table auth.scim_groups is 'A group of an organization.';
comment on column auth.scim_groups.id is 'Id of the SCIM resource.';
comment on column auth.scim_groups.provider_id is 'The provider that provisioned it.';
comment on column auth.scim_groups.external_id is 'Id of the group at the organization.';
comment on column auth.scim_groups.display_name is 'Its name, which its members have in app_metadata.';
comment on column auth.scim_groups.version is 'Number of changes, its ETag.';
comment on column auth.scim_groups.created_at is 'When it was provisioned.';
comment on column auth.scim_groups.updated_at is 'When it was last changed.';
comment on table auth.scim_members is 'Membership of a provisioned user in a group.';
comment on column auth.scim_members.group_id is 'The group.';
comment on column auth.scim_members.scim_user_id is 'The user.';
comment on table auth.consumed_assertions is 'A SAML assertion that was used for a sign-in.';
comment on column auth.consumed_assertions.digest is 'SHA-256 of the provider and the assertion''s ID.';
comment on column auth.consumed_assertions.expires_at is 'When the assertion can no longer be used.';
comment on table auth.flow_states is 'A PKCE or provider flow in progress.';
comment on column auth.flow_states.id is 'Id of the flow, the OAuth state.';
comment on column auth.flow_states.user_id is
  'User of the flow. Null until a provider has identified the user.';
comment on column auth.flow_states.provider is 'email, the provider''s name, or sso: and the id of an sso_providers row.';
comment on column auth.flow_states.provider_endpoint_digest is
  'Digest of the custom provider''s identity and URLs when the flow started. Null for other providers.';
comment on column auth.flow_states.authentication_method is 'amr method of the session that the flow opens.';
comment on column auth.flow_states.code_challenge is 'PKCE challenge (RFC 7636).';
comment on column auth.flow_states.code_challenge_method is 's256 or plain.';
comment on column auth.flow_states.auth_code_digest is
  'SHA-256 of the authorization code. Null until the code is issued.';
comment on column auth.flow_states.auth_code_issued_at is
  'When the user followed the link or returned from the provider. Start of the code''s lifetime.';
comment on column auth.flow_states.redirect_to is
  'Where the app wants the user redirected after the provider. Null for the flow of a mail.';
comment on column auth.flow_states.verifier is
  'PKCE verifier for the provider, sealed by the gateway. Null once the flow was consumed.';
comment on column auth.flow_states.consumed_at is
  'When the user returned from the provider. A state is consumed once.';
comment on column auth.flow_states.linking_user_id is 'User who gets the new identity. Null in a sign-in.';
comment on column auth.flow_states.invitation_id is 'One-time token of the invitation that the flow accepts.';
comment on column auth.flow_states.provider_tokens is
  'The provider''s tokens for its own API, sealed by the gateway until the code is exchanged.';
comment on column auth.flow_states.access_epoch is
  'Epoch of the user (users.access_epoch) when the link started or the code was issued. Void in a later '
  'epoch.';
comment on column auth.flow_states.linking_session_id is
  'Session that started a link. The link ends with it.';
comment on column auth.flow_states.profile is
  'The provider''s profile in a link with a challenge, until the code is exchanged.';
comment on column auth.flow_states.session_not_after is
  'End of the session that the identity provider set (SAML), until the code is exchanged.';
comment on column auth.flow_states.created_at is 'When the flow started.';

comment on domain auth.mail_kind is 'Kind of mail.';
comment on table auth.templates is
  'The operator''s mail templates, edited with npx postern template. They override the built-in ones.';
comment on column auth.templates.kind is 'Kind of mail.';
comment on column auth.templates.locale is 'Language, such as de or de-at. Empty: default of its kind.';
comment on column auth.templates.subject is 'Template of the subject. Empty: the setting''s subject.';
comment on column auth.templates.html is 'Template of the HTML part.';
comment on column auth.templates.text is 'Template of the text part. Empty: made from the HTML.';
comment on column auth.templates.updated_at is 'When it was last set.';
comment on table auth.passkeys is 'Public keys of authenticators. Each signs its user in.';
comment on column auth.passkeys.user_id is 'Owner of the passkey.';
comment on column auth.passkeys.id is 'Id on the wire.';
comment on column auth.passkeys.credential_id is 'Credential id chosen by the authenticator.';
comment on column auth.passkeys.public_key is 'Public key as a COSE key.';
comment on column auth.passkeys.attestation_type is
  'Format of the attestation statement, such as none or packed. Not verified.';
comment on column auth.passkeys.aaguid is
  'Model of the authenticator, as the authenticator reports it. Zeros if the authenticator reports none.';
comment on column auth.passkeys.sign_count is
  'Highest signature counter seen. 0 if the authenticator has no counter.';
comment on column auth.passkeys.transports is
  'Transports that the browser reported: usb, nfc, ble, internal, hybrid …';
comment on column auth.passkeys.backup_eligible is
  'True if the passkey may be copied to other devices of its owner.';
comment on column auth.passkeys.backed_up is 'True if it was copied when it was last used.';
comment on column auth.passkeys.friendly_name is
  'Name chosen by the owner. At first the name of the authenticator.';
comment on column auth.passkeys.clone_warned_at is
  'When its signature counter last failed to increase. Two devices may have the key.';
comment on column auth.passkeys.last_used_at is 'When it was last used for a sign-in.';
comment on column auth.passkeys.created_at is 'When it was registered.';
comment on column auth.passkeys.updated_at is 'When it was last renamed.';

comment on table auth.passkey_challenges is
  'Challenges for authenticators. A row is deleted once it is answered.';
comment on column auth.passkey_challenges.id is 'challenge_id on the wire.';
comment on column auth.passkey_challenges.user_id is 'User who registers a passkey. Null for a sign-in.';
comment on column auth.passkey_challenges.purpose is 'registration or sign_in.';
comment on column auth.passkey_challenges.challenge is '32 random bytes.';
comment on column auth.passkey_challenges.expires_at is 'When it expires.';
comment on column auth.passkey_challenges.created_at is 'When it was created.';

comment on table auth.messages is 'A requested mail or SMS, and its state. Holds no link and no code.';
comment on column auth.messages.id is 'message_id on the wire. The Message-ID header is derived from it.';
comment on column auth.messages.user_id is 'User to whom it is sent.';
comment on column auth.messages.kind is 'Kind of message, which selects the template.';
comment on column auth.messages.channel is 'mail, sms or whatsapp.';
comment on column auth.messages.to_address is 'Recipient.';
comment on column auth.messages.token_id is 'The one-time token whose link and code it carries.';
comment on column auth.messages.generation is
  'Generation of the token when the message was queued. A newer generation voids the message.';
comment on column auth.messages.base_url is 'Start of the link.';
comment on column auth.messages.redirect_to is 'Final target of the link, validated when it was requested.';
comment on column auth.messages.languages is
  'Languages of the request, the preferred first, separated by commas.';
comment on column auth.messages.details is 'Values of a notification: the old address, a provider, a device.';
comment on column auth.messages.state is 'queued, sending, sent, skipped, expired or failed.';
comment on column auth.messages.leased_until is 'End of the lease of the worker that sends it.';
comment on column auth.messages.tries is 'Attempts so far.';
comment on column auth.messages.unknown_outcomes is
  'Attempts with an unknown outcome. An SMS gets at most two.';
comment on column auth.messages.not_before is
  'Earliest time of the next attempt, as requested by the transport.';
comment on column auth.messages.waits_since is
  'When leased_until or not_before was set. If it is in the future, the clock was set back, and the wait is '
  'over.';
comment on column auth.messages.last_error is 'Last response or error of the transport.';
comment on column auth.messages.expires_at is 'When it expires. It is not sent afterwards.';
comment on column auth.messages.finished_at is 'When it was sent, skipped, expired or failed.';
comment on column auth.messages.created_at is 'When it was requested.';

comment on table auth.suppressions is
  'Suppressed addresses, to which nothing is sent: rejected permanently by a mail server, or added by an '
  'administrator.';
comment on column auth.suppressions.address is
  'An e-mail address or phone number in stored form, whether or not a user has it.';
comment on column auth.suppressions.reason is 'Reason given by the mail server or the administrator.';
comment on column auth.suppressions.created_at is 'When it was suppressed.';

comment on table auth.limits is
  'Token buckets of the rate limits per client. Unlogged, so a crash refills them.';
comment on column auth.limits.key is 'Keyed digest of limiter and client.';
comment on column auth.limits.tokens is 'Tokens left.';
comment on column auth.limits.refilled_at is 'Time for which tokens was computed.';
comment on column auth.limits.created_at is
  'When the bucket was created. An hour later it is replaced by a full one.';

comment on table auth.attempts is
  'Recent requests for messages, wrong passwords and wrong codes, by known or unknown address, or by '
  'account. Holds digests only.';
comment on column auth.attempts.digest is 'SHA-256 of purpose and address, or of purpose and user id.';
comment on column auth.attempts.asked_at is 'When a message was last requested.';
comment on column auth.attempts.awaits is 'Kinds of code that may have been sent at asked_at.';
comment on column auth.attempts.tries is 'Wrong codes since asked_at, at most five.';
comment on column auth.attempts.credit is
  'Number of messages that could still go to the address at asked_at.';
comment on column auth.attempts.missed is
  'Times of wrong codes, or of the other events that the purpose counts, within the last 24 hours.';
comment on column auth.attempts.unknown is
  'True if nobody has the address and nothing was sent to it. The row is deleted when there are too many '
  'such rows.';
comment on column auth.attempts.touch is
  'A new number with each change. Of the rows about unknown addresses those with the lowest numbers are '
  'deleted first.';
comment on column auth.attempts.failures is 'Wrong passwords within the hour that began at failing_since.';
comment on column auth.attempts.failing_since is 'Time of the first of the wrong passwords in failures.';
comment on column auth.attempts.touched_at is 'When the row was last written.';

comment on table auth.quotas is 'Numbers of mails and SMS that this installation has created.';
comment on column auth.quotas.kind is 'mail, sms, or pace (the rate at which mails are sent).';
comment on column auth.quotas.window_start is
  'Start of the clock hour in which the messages in used were created.';
comment on column auth.quotas.used is 'Messages created in that hour.';
comment on column auth.quotas.tokens is 'Tokens left in the bucket, if the setting has a period.';
comment on column auth.quotas.refilled_at is 'Time for which tokens was computed.';

comment on table auth.audit_log is 'The audit log: actor, actions and origin of a request. Partitioned by month.';
comment on column auth.audit_log.created_at is 'When it was written.';
comment on column auth.audit_log.id is
  'Id of the entry, a UUID version 7: it starts with the time of writing, which orders entries of one '
  'transaction.';
comment on column auth.audit_log.actor_id is
  'Id of the actor. The nil UUID for service tokens and unknown actors.';
comment on column auth.audit_log.actor_username is
  'The actor''s phone number or e-mail address at the time, or the administrator''s role.';
comment on column auth.audit_log.actor_name is 'The actor''s full name at the time.';
comment on column auth.audit_log.actor_via_sso is 'True if the actor signs in by SSO.';
comment on column auth.audit_log.actions is 'Actions in order. GET /admin/audit returns an entry for each.';
comment on column auth.audit_log.traits is 'Details of the action.';
comment on column auth.audit_log.ip is 'Client IP address.';
comment on column auth.audit_log.user_agent is 'User-Agent.';
comment on column auth.audit_log.request_id is 'Request id, as in the gateway''s log.';
comment on column auth.audit_log.made_in is 'Transaction that wrote the entry.';
comment on column auth.audit_log.login_method is
  'Authentication method of the new session, if the entry is of a sign-in.';

comment on table auth.user_blocks is
  'Numbers of users of an audience, in blocks by created_at. User lists compute their total from these '
  'blocks and their groups. Recounted daily.';
comment on column auth.user_blocks.aud is 'The audience.';
comment on column auth.user_blocks.until is
  'created_at of the newest user of the block. The block begins after the previous one.';
comment on column auth.user_blocks.users is
  'Number of users, about 500. Blocks of earlier releases have about 2000.';
comment on column auth.user_blocks.counted_at is 'When the users of the block were counted.';

comment on table auth.user_block_groups is
  'Number of users of each 40 blocks of auth.user_blocks. Blocks after the last group are in no group yet.';
comment on column auth.user_block_groups.aud is 'The audience.';
comment on column auth.user_block_groups.until is
  'Column until of the last block of the group. A group begins after the previous group.';
comment on column auth.user_block_groups.users is 'Number of users in the blocks of the group.';

comment on table auth.audit_blocks is
  'Numbers of entries of the audit log, in blocks by created_at. GET /admin/audit computes its total from '
  'the blocks. Recounted daily.';
comment on column auth.audit_blocks.since is 'The block begins after this instant.';
comment on column auth.audit_blocks.until is 'The block ends with this instant.';
comment on column auth.audit_blocks.entries is 'Number of entries in about 2000 rows.';
comment on column auth.audit_blocks.actions is 'Number of entries of each action.';
comment on column auth.audit_blocks.counted_at is 'When the entries of the block were counted.';
comment on column auth.audit_blocks.counted_in is
  'Snapshot of the count. Entries of transactions that were open then are counted again.';

comment on table auth.release is 'Release of the installed functions. One row.';
comment on column auth.release.one_row is 'Always true: keeps the table at one row.';
comment on column auth.release.version is 'Release of the functions.';
comment on column auth.release.digest is 'Digest of the rendered text of the functions.';
comment on column auth.release.min_gateway is 'Oldest release of the gateway that the functions support.';
comment on column auth.release.applied_at is 'When the functions were installed.';

comment on table auth.online_steps is 'Steps of sql/online that have run.';
comment on column auth.online_steps.name is 'File name.';
comment on column auth.online_steps.digest is 'Digest of the rendered text of the step.';
comment on column auth.online_steps.applied_at is 'When the step ran.';

comment on table auth.release_objects is 'Functions and views as migrate created them, to detect edits.';
comment on column auth.release_objects.kind is 'function or view.';
comment on column auth.release_objects.name is 'Name with schema, and parameters of a function.';
comment on column auth.release_objects.digest is 'Digest of body and options.';
comment on column auth.release_objects.server_major is
  'Major version of the PostgreSQL server from whose catalog they were read.';
-- Both tables have the same comment, because maintain_partitions() swaps them.
comment on table auth.audit_log_default is
  'Audit rows that were inserted before their month had a partition.';
comment on table auth.audit_log_late is 'Audit rows that were inserted before their month had a partition.';

comment on table auth.timeline is
  'The primary''s timeline, by which replicas identify their primary. One row.';
comment on column auth.timeline.one_row is 'Always true: keeps the table at one row.';
comment on column auth.timeline.timeline is 'The timeline of the primary, as in the names of its WAL files.';
comment on column auth.timeline.mark is 'Random id, a new one for each timeline.';
comment on column auth.timeline.marked_at is
  'When a gateway first read the WAL position on this timeline, shortly after the failover.';

comment on table auth.audit_reader is
  'How far the audit log has been written into the process log, if that is on. One row.';
comment on column auth.audit_reader.one_row is 'Always true: keeps the table at one row.';
comment on column auth.audit_reader.since is 'Entries created earlier are not logged.';
comment on column auth.audit_reader.logged_snapshot is 'Entries visible in this snapshot are logged.';
comment on column auth.audit_reader.logging_snapshot is 'Other entries visible in this snapshot are being logged.';
comment on column auth.audit_reader.after_made_in is 'made_in of the last entry of logging_snapshot that was logged.';
comment on column auth.audit_reader.after_id is 'id of the last entry of logging_snapshot that was logged.';
comment on column auth.audit_reader.leased_made_in is 'made_in of the last entry handed out.';
comment on column auth.audit_reader.leased_id is 'id of the last entry handed out.';
comment on column auth.audit_reader.leased_all is
  'True if the entries handed out are the last of logging_snapshot.';
comment on column auth.audit_reader.worker_id is 'The worker that logs the entries.';
comment on column auth.audit_reader.leased_until is 'End of that worker''s lease.';
comment on table auth.tallies is
  'Counts per hour, after 14 days per day, for reports. No row is about a person.';
comment on column auth.tallies.day is 'The day, in UTC.';
comment on column auth.tallies.hour is 'The hour, in UTC; -1 for the counts of the whole day.';
comment on column auth.tallies.kind is
  'sign_in, refusal (an error response), latency (every response), message (one that ended) or key (in use).';
comment on column auth.tallies.name is
  'Method of a sign-in, error code, route of a response, channel of a message, or id of a key after jwt or pepper.';
comment on column auth.tallies.outcome is
  'ok, refused or error for a sign-in; the route of an error; upper bound of a response time in ms, or '
  'more; state of a message; use of a key.';
comment on column auth.tallies.count is 'The count.';
comment on table auth.refusals is
  'Refused requests of the last days, at most SVC_REFUSALS_PER_MINUTE of each gateway.';
comment on column auth.refusals.at is 'Time of the response.';
comment on column auth.refusals.id is 'Random id, which distinguishes rows with the same time.';
comment on column auth.refusals.request_id is 'Id of the request, as in the header X-Request-Id.';
comment on column auth.refusals.route is 'Path of the route, with its parameters in braces.';
comment on column auth.refusals.function is 'The function of auth_api that was called last, or null.';
comment on column auth.refusals.name is
  'Name of the error in errors.sql or in the gateway; null for an error of a hook or trigger.';
comment on column auth.refusals.code is 'Error code of the response.';
comment on column auth.refusals.status is 'HTTP status of the response.';
comment on column auth.refusals.address_digest is 'SHA-256 of refusal:address, or null.';
comment on column auth.refusals.user_id is 'The caller, or the user whom the address found, or null.';
comment on column auth.refusals.ip is 'Client IP address.';
comment on column auth.refusals.user_agent is 'The client''s user agent.';
