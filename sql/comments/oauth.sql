-- Data dictionary: OAuth clients, authorizations and consents.
comment on table auth.oauth_clients is 'An app that signs users in with this server (docs/oauth-states.md).';
comment on column auth.oauth_clients.id is 'Id of the client. Its secret is derived from it.';
comment on column auth.oauth_clients.registration_type is
  'manual (by an administrator), dynamic (by itself, RFC 7591) or document (by its metadata document).';
comment on column auth.oauth_clients.client_type is 'public, or confidential: it can keep a secret.';
comment on column auth.oauth_clients.token_endpoint_auth_method is 'How the client authenticates.';
comment on column auth.oauth_clients.redirect_uris is 'Addresses to which its users may be sent. None for a client of devices alone.';
comment on column auth.oauth_clients.grant_types is 'Grant types that it may use.';
comment on column auth.oauth_clients.client_name is 'Name for people.';
comment on column auth.oauth_clients.client_uri is 'Its home page.';
comment on column auth.oauth_clients.logo_uri is 'Its logo. Only that of a client of an administrator is shown.';
comment on column auth.oauth_clients.tos_uri is 'Its terms of service.';
comment on column auth.oauth_clients.policy_uri is 'Its privacy policy.';
comment on column auth.oauth_clients.scopes is 'Scopes that it may request. Null for the default of its type.';
comment on column auth.oauth_clients.resources is
  'Resources that it may request besides those of the installation.';
comment on column auth.oauth_clients.jwks is 'Its public keys.';
comment on column auth.oauth_clients.jwks_uri is 'Address of its public keys.';
comment on column auth.oauth_clients.post_logout_redirect_uris is
  'Addresses to which a browser may be sent after a sign-out.';
comment on column auth.oauth_clients.backchannel_logout_uri is
  'Address that gets a logout token when one of its sessions ends.';
comment on column auth.oauth_clients.backchannel_session_required is
  'True if its logout tokens must name the session. They always do.';
comment on column auth.oauth_clients.require_pkce is 'False for a confidential client that sends no challenge.';
comment on column auth.oauth_clients.require_pushed is 'True if it must push its requests (RFC 9126).';
comment on column auth.oauth_clients.skips_consent is 'True if its users are not asked.';
comment on column auth.oauth_clients.refreshes_unasked is
  'True if it gets refresh tokens with openid and without offline_access, as before an import.';
comment on column auth.oauth_clients.secret_generation is 'Number of its present secret.';
comment on column auth.oauth_clients.secret_key_id is
  'Key of the ring under which the present secret was made.';
comment on column auth.oauth_clients.previous_secret_until is 'End of the validity of the former secret.';
comment on column auth.oauth_clients.imported_secret is
  'HMAC of the secret that an import brought, under a key outside the database.';
comment on column auth.oauth_clients.document_url is 'Address of its metadata document, which is its id for apps.';
comment on column auth.oauth_clients.document_expires_at is 'When the document is read again.';
comment on column auth.oauth_clients.trust_changed_at is
  'When the document last named other keys or hosts. Approvals from before are not remembered.';
comment on column auth.oauth_clients.last_used_at is 'Last exchange or refresh, to the hour.';
comment on column auth.oauth_clients.created_at is 'When it was added.';
comment on column auth.oauth_clients.updated_at is 'When it was last changed.';
comment on column auth.oauth_clients.deleted_at is 'When it was deleted. It has had no access since then.';
comment on table auth.oauth_authorizations is
  'A request of a client on its way: waiting for its user, decided, or approved and not yet exchanged.';
comment on column auth.oauth_authorizations.id is
  'Id of the request. The id for the page and the code are derived from it.';
comment on column auth.oauth_authorizations.kind is 'code, device or pushed.';
comment on column auth.oauth_authorizations.client_id is 'The client.';
comment on column auth.oauth_authorizations.user_id is 'The user who opened its page first.';
comment on column auth.oauth_authorizations.redirect_uri is 'Where the answer goes. Null for a device.';
comment on column auth.oauth_authorizations.scopes is 'Scopes that are requested.';
comment on column auth.oauth_authorizations.granted_scopes is 'Scopes that the user approved.';
comment on column auth.oauth_authorizations.resources is 'Resources that are requested.';
comment on column auth.oauth_authorizations.challenge is 'PKCE challenge: SHA-256 of the verifier, in base64url.';
comment on column auth.oauth_authorizations.sealed is 'State and nonce of the client, sealed for this row.';
comment on column auth.oauth_authorizations.wishes is 'prompt, max_age and hints of the client for the page.';
comment on column auth.oauth_authorizations.status is 'pushed, pending, approved or denied.';
comment on column auth.oauth_authorizations.denied_with is 'Error of OAuth for the client.';
comment on column auth.oauth_authorizations.session_id is 'Session in which the user approved.';
comment on column auth.oauth_authorizations.access_epoch is
  'Epoch of the user at the approval. A cut of access voids the code.';
comment on column auth.oauth_authorizations.auth_time is 'When the user of that session was authenticated.';
comment on column auth.oauth_authorizations.aal is 'Level of that session.';
comment on column auth.oauth_authorizations.amr is 'Methods of that session.';
comment on column auth.oauth_authorizations.user_code_mac is
  'MAC of the code that the user of a device types.';
comment on column auth.oauth_authorizations.poll_interval is 'Seconds between two polls of a device.';
comment on column auth.oauth_authorizations.polled_at is 'Last poll of a device.';
comment on column auth.oauth_authorizations.asker is 'Address and user agent of a device.';
comment on column auth.oauth_authorizations.created_at is 'When the client asked.';
comment on column auth.oauth_authorizations.expires_at is 'End of the wait for the user.';
comment on column auth.oauth_authorizations.code_expires_at is 'End of the wait for the exchange.';
comment on table auth.oauth_assertions is 'An assertion that a client has used, so that it counts once.';
comment on column auth.oauth_assertions.digest is 'SHA-256 of client and jti.';
comment on column auth.oauth_assertions.expires_at is 'When the assertion expires by itself.';
comment on table auth.oauth_consents is 'What a user has granted to a client.';
comment on column auth.oauth_consents.user_id is 'The user.';
comment on column auth.oauth_consents.client_id is 'The client.';
comment on column auth.oauth_consents.scopes is 'All scopes that the user has approved.';
comment on column auth.oauth_consents.resources is 'All resources that the user has approved.';
comment on column auth.oauth_consents.granted_at is 'Last approval.';
comment on column auth.oauth_consents.revoked_at is 'When the user took it back.';
comment on table auth.oauth_logouts is
  'A logout token that a client is to get because its session ended, and its delivery state.';
comment on column auth.oauth_logouts.id is 'Claim jti of the token, the same on every attempt.';
comment on column auth.oauth_logouts.client_id is 'The client, who may be deleted.';
comment on column auth.oauth_logouts.user_id is 'The user of the session, who may be deleted. Claim sub.';
comment on column auth.oauth_logouts.session_id is 'The session that ended. Claim sid.';
comment on column auth.oauth_logouts.state is 'queued, sending, delivered or failed.';
comment on column auth.oauth_logouts.tries is 'Delivery attempts.';
comment on column auth.oauth_logouts.leased_until is 'End of the lease of the worker that delivers it.';
comment on column auth.oauth_logouts.not_before is 'When it is retried.';
comment on column auth.oauth_logouts.waits_since is
  'When leased_until or not_before was written, to notice a clock that was set back.';
comment on column auth.oauth_logouts.last_error is 'Error of the last attempt.';
comment on column auth.oauth_logouts.created_at is 'When the session ended.';
comment on column auth.oauth_logouts.finished_at is 'When it was delivered or failed.';
