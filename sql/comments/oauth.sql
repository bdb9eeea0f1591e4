-- Data dictionary: OAuth clients, authorizations and consents.
comment on table auth.oauth_clients is
  'A client: an app that uses this server as its OAuth server (docs/oauth-states.md).';
comment on column auth.oauth_clients.id is 'Id of the client. Its secret is derived from it.';
comment on column auth.oauth_clients.registration_type is
  'manual (by an administrator), dynamic (by itself, RFC 7591) or document (by its metadata document).';
comment on column auth.oauth_clients.client_type is 'public, or confidential (able to keep a secret).';
comment on column auth.oauth_clients.token_endpoint_auth_method is 'How the client authenticates.';
comment on column auth.oauth_clients.redirect_uris is
  'Redirect URIs. Empty if the client uses only the device grant.';
comment on column auth.oauth_clients.grant_types is 'Grant types that it may use.';
comment on column auth.oauth_clients.client_name is 'Name that is shown to users.';
comment on column auth.oauth_clients.client_uri is 'Its home page.';
comment on column auth.oauth_clients.logo_uri is
  'Its logo, shown only if an administrator registered the client.';
comment on column auth.oauth_clients.tos_uri is 'Its terms of service.';
comment on column auth.oauth_clients.policy_uri is 'Its privacy policy.';
comment on column auth.oauth_clients.scopes is
  'Scopes that it may request. Null: all scopes, or only the built-in ones if the client registered itself.';
comment on column auth.oauth_clients.resources is
  'Resources that it may request besides those of the installation.';
comment on column auth.oauth_clients.jwks is 'Its public keys.';
comment on column auth.oauth_clients.jwks_uri is 'URL of its public keys.';
comment on column auth.oauth_clients.post_logout_redirect_uris is
  'URIs to which a browser may be redirected after a sign-out.';
comment on column auth.oauth_clients.backchannel_logout_uri is
  'URI to which a logout token is sent when one of its sessions ends.';
comment on column auth.oauth_clients.backchannel_session_required is
  'True if logout tokens for the client must name the session. All logout tokens name it.';
comment on column auth.oauth_clients.require_pkce is
  'False if a confidential client may omit the PKCE challenge.';
comment on column auth.oauth_clients.require_pushed is
  'True if the client must push its requests (RFC 9126).';
comment on column auth.oauth_clients.skips_consent is 'True if users need not approve the client.';
comment on column auth.oauth_clients.refreshes_unasked is
  'True if the client gets refresh tokens with openid and without offline_access, as on the imported '
  'server.';
comment on column auth.oauth_clients.secret_generation is 'Generation of its current secret.';
comment on column auth.oauth_clients.secret_key_id is
  'Key of the ring from which the current secret is derived.';
comment on column auth.oauth_clients.previous_secret_until is 'Until when the previous secret is valid.';
comment on column auth.oauth_clients.imported_secret is
  'HMAC of the imported secret. The key is not in the database.';
comment on column auth.oauth_clients.document_url is 'URL of its metadata document, which is its client_id.';
comment on column auth.oauth_clients.document_expires_at is
  'When the document expires and must be fetched again.';
comment on column auth.oauth_clients.trust_changed_at is
  'When the keys in the metadata document changed or the document named a new host. Earlier approvals are '
  'not reused.';
comment on column auth.oauth_clients.last_used_at is 'Last exchange or refresh, to the hour.';
comment on column auth.oauth_clients.created_at is 'When it was added.';
comment on column auth.oauth_clients.updated_at is 'When it was last changed.';
comment on column auth.oauth_clients.deleted_at is
  'When the client was deleted. A deleted client has no access.';
comment on table auth.oauth_authorizations is
  'An authorization request of a client: pushed, pending, or decided and not yet exchanged.';
comment on column auth.oauth_authorizations.id is
  'Id of the request. The id for the page and the code are derived from it.';
comment on column auth.oauth_authorizations.kind is 'code, device or pushed.';
comment on column auth.oauth_authorizations.client_id is 'The client.';
comment on column auth.oauth_authorizations.user_id is 'The user who first opened its page or entered its user code.';
comment on column auth.oauth_authorizations.redirect_uri is
  'Redirect URI for the response. Null for a device.';
comment on column auth.oauth_authorizations.scopes is 'Scopes that are requested.';
comment on column auth.oauth_authorizations.granted_scopes is 'Scopes that the user approved.';
comment on column auth.oauth_authorizations.resources is 'Resources that are requested.';
comment on column auth.oauth_authorizations.challenge is 'PKCE challenge: SHA-256 of the verifier, in base64url.';
comment on column auth.oauth_authorizations.sealed is 'State and nonce of the client, sealed for this row.';
comment on column auth.oauth_authorizations.wishes is 'prompt, max_age and hints of the client for the page.';
comment on column auth.oauth_authorizations.status is 'pushed, pending, approved or denied.';
comment on column auth.oauth_authorizations.denied_with is 'OAuth error for the client.';
comment on column auth.oauth_authorizations.session_id is 'Session in which the user approved.';
comment on column auth.oauth_authorizations.access_epoch is
  'Epoch of the user (users.access_epoch) at the approval. The code is void in a later epoch.';
comment on column auth.oauth_authorizations.auth_time is
  'Last authentication in the session of the approval.';
comment on column auth.oauth_authorizations.aal is 'Assurance level of the session of the approval.';
comment on column auth.oauth_authorizations.amr is 'Authentication methods of the session of the approval.';
comment on column auth.oauth_authorizations.user_code_mac is 'MAC of the user code of a device.';
comment on column auth.oauth_authorizations.poll_interval is 'Seconds between two polls of a device.';
comment on column auth.oauth_authorizations.polled_at is 'Last poll of a device.';
comment on column auth.oauth_authorizations.asker is 'IP address and user agent of a device.';
comment on column auth.oauth_authorizations.created_at is 'When the client sent the request.';
comment on column auth.oauth_authorizations.expires_at is 'Until when the user can decide.';
comment on column auth.oauth_authorizations.code_expires_at is 'Until when the code can be exchanged.';
comment on table auth.oauth_assertions is 'An assertion that a client has used. It is refused from then on.';
comment on column auth.oauth_assertions.digest is 'SHA-256 of client and jti.';
comment on column auth.oauth_assertions.expires_at is 'When the assertion expires.';
comment on table auth.oauth_consents is 'The grant of a user to a client.';
comment on column auth.oauth_consents.user_id is 'The user.';
comment on column auth.oauth_consents.client_id is 'The client.';
comment on column auth.oauth_consents.scopes is 'All scopes that the user has approved.';
comment on column auth.oauth_consents.resources is 'All resources that the user has approved.';
comment on column auth.oauth_consents.pairs is
  'Pairs of scope and resource that the user has approved together. A scope alone is for this server.';
comment on column auth.oauth_consents.granted_at is 'Last approval.';
comment on column auth.oauth_consents.revoked_at is 'When the grant was revoked.';
comment on table auth.oauth_logouts is
  'A logout token for a client whose session ended, and its delivery state.';
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
