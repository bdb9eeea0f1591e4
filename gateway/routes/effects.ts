// Effects of the actions of administrators, and what they leave alive, by method and path: `x-effects` of the API document. The
// command line prints it before it asks.

export const EFFECTS: Readonly<Record<string, readonly string[]>> = {
  'POST /admin/users': ['Creates the account. It sends no mail.'],
  'POST /admin/users/{user_id}': ['Creates the account with this id. It sends no mail.'],
  'PUT /admin/users/{user_id}': [
    'Takes effect at once, without a mail or a confirmation.',
    'A ban refuses sign-ins, refreshes and access tokens; sessions work again after it.',
    'A new password revokes every session. A new address voids links and codes that are on their way.',
    'PostgREST and others that only verify the signature accept access tokens until they expire.',
  ],
  'DELETE /admin/users/{user_id}': [
    'Deletes the account with its sessions, factors, identities and messages. This cannot be undone.',
    'A soft deletion keeps the row with digests instead of addresses.',
    'Audit entries stay. Access tokens are refused here, but valid elsewhere until they expire.',
  ],
  'DELETE /admin/users/{user_id}/sessions': [
    'Revokes all sessions of the user, who has to sign in again.',
    'Access tokens stay valid until they expire, unless SVC_SECURITY_STRICT_SESSIONS is set.',
  ],
  'DELETE /admin/users/{user_id}/sessions/{session_id}': [
    'Revokes this session. Others stay.',
    'Its access token stays valid until it expires, unless SVC_SECURITY_STRICT_SESSIONS is set.',
  ],
  'PUT /admin/users/{user_id}/factors/{factor_id}': ['Renames the factor, or changes its phone number.'],
  'DELETE /admin/users/{user_id}/factors/{factor_id}': [
    'The user signs in without this factor. If it was the last one, a password alone is enough.',
  ],
  'DELETE /admin/users/{user_id}/passkeys/{passkey_id}': [
    'The passkey does not sign in any more. Sessions that it opened stay.',
  ],
  'POST /invite': ['Creates the account and sends an invitation.'],
  'POST /admin/generate_link': [
    'Makes a link and a code that sign the user in. It sends no mail.',
    'Earlier links of the same kind are void.',
  ],
  'POST /admin/custom-providers': ['Users can sign in with the provider from now on.'],
  'PUT /admin/custom-providers/{identifier}': ['The next sign-in uses the new definition.'],
  'DELETE /admin/custom-providers/{identifier}': [
    'Users cannot sign in with the provider any more. Accounts and sessions stay.',
  ],
  'POST /admin/sso/providers': [
    'The identity provider decides who signs in at its domains, and creates accounts of its own.',
    'It cannot enter accounts that exist.',
  ],
  'PUT /admin/sso/providers/{provider_id}': ['The next sign-in uses the new definition. Sessions stay.'],
  'DELETE /admin/sso/providers/{provider_id}': [
    'Ends the sessions that it opened, unless `end_sessions=false`. Accounts and identities stay.',
    'A provider that is added again has another id and makes new accounts.',
    'Access tokens stay valid until they expire, unless SVC_SECURITY_STRICT_SESSIONS is set.',
  ],
  'POST /admin/sso/providers/{provider_id}/metadata': [
    'Replaces certificates and addresses of the provider by those that it publishes.',
  ],
  'POST /admin/oauth/clients': ['The client can ask users for access from now on. The response has its secret.'],
  'PUT /admin/oauth/clients/{client_id}': [
    'The next request of the client uses the new definition. Its sessions stay.',
  ],
  'DELETE /admin/oauth/clients/{client_id}': [
    'Ends what users granted to the client: its sessions, approvals and requests in progress.',
    'Its access tokens are refused here, but valid elsewhere until they expire.',
  ],
  'POST /admin/oauth/clients/{client_id}/regenerate_secret': [
    'The response has a new secret. The former one counts for SVC_OAUTH_SERVER_SECRET_OVERLAP.',
    'Sessions of the client stay.',
  ],
  'DELETE /admin/users/{user_id}/oauth/grants': [
    'Ends what the user granted to the client: its sessions, the approval and requests in progress.',
    'Its access tokens are refused here, but valid elsewhere until they expire.',
  ],
  'POST /admin/sessions/revoke': [
    'Revokes the live sessions of all users, or of those with the role, that were opened before the time.',
    'Cancels pending changes of addresses of these users, and authorization codes that are not exchanged yet.',
    'Access tokens stay valid until they expire, unless SVC_SECURITY_STRICT_SESSIONS is set.',
  ],
  'POST /admin/messages/{message_id}/retry': [
    'Sends the message again, if its link or code is still valid.',
    'A mail that has arrived arrives twice.',
  ],
  'POST /admin/messages/{message_id}/drop': [
    'The message is not sent any more.',
    'Its link or code stays valid until it expires.',
  ],
  'POST /admin/suppressions': ['Nothing is sent to the address any more. Requests get the same answers as before.'],
  'POST /admin/suppressions/remove': ['Messages to the address are sent again. Those that were skipped stay skipped.'],
  'PUT /admin/templates/{kind}/{locale}': ['Mails of this kind and language look like this from the next one on.'],
  'DELETE /admin/templates/{kind}/{locale}': [
    'Mails of this kind and language use the next template: of the kind, of the setting, or the built-in one.',
  ],
  'POST /admin/webhooks': ['Events of these kinds are sent to the URL from now on, signed with the secret.'],
  'PATCH /admin/webhooks/{webhook_id}': ['Events that are waiting are sent to the new URL.'],
  'DELETE /admin/webhooks/{webhook_id}': ['Events that are waiting for this webhook are deleted.'],
  'POST /admin/webhooks/{webhook_id}/rotate': ['Events are signed with both secrets until you call this with finish.'],
  'POST /admin/webhooks/{webhook_id}/test': [
    'Sends an event `webhook.test` without data of a user to the URL, signed as others are.',
  ],
  'POST /admin/webhook-events/{event_id}/retry': ['The event is delivered before later events of its user.'],
  'POST /admin/webhook-events/{event_id}/drop': ['The event is not delivered. Later events of its user are.'],
};
