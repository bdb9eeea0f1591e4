// Describes the effects of administrators' actions, by method and path (`x-effects` of the API document). The command
// line and the console show them before they ask for confirmation.

/** Effects of changes to an account that the console offers as separate actions. */
const CHANGES = {
  ban: [
    'A ban refuses every sign-in and token refresh with user_banned, and voids pending changes of the address.',
    'Postern refuses access tokens that are out. Your data API accepts them until they expire, unless its policies call auth.session_is_live().',
    'Webhooks receive user.banned.',
  ],
  end_of_ban: [
    'After a ban, sessions that have not ended work again, without a new sign-in.',
    'Webhooks receive user.unbanned.',
  ],
  confirmation: [
    'An address that you confirm counts as confirmed, without a mail.',
    "The password that was chosen at sign-up becomes the account's password.",
  ],
  change: [
    'Takes effect at once, without a mail.',
    'A new address replaces the former one, and the account stays confirmed. Links and codes that are on their way are void.',
    'A new role is in access tokens from the next refresh.',
    'Webhooks receive user.updated.',
  ],
} as const;

export const EFFECTS: Readonly<Record<string, readonly string[]>> = {
  'POST /admin/users': ['Creates the account. It sends no mail.'],
  'POST /admin/users/{user_id}': ['Creates the account with this id. It sends no mail.'],
  'PUT /admin/users/{user_id}': [
    'Takes effect at once, without a mail.',
    ...CHANGES.ban,
    ...CHANGES.end_of_ban,
    ...CHANGES.confirmation,
    'A new password revokes every session. A new address voids links and codes that are on their way.',
  ],
  'DELETE /admin/users/{user_id}': [
    'Deletes the account with its addresses, sessions, factors, identities and messages. This cannot be undone.',
    'Rows of your tables are deleted too where their foreign key says on delete cascade.',
    'A soft deletion keeps the row with digests instead of addresses.',
    'Audit entries stay. Access tokens are refused here, but valid elsewhere until they expire.',
    'Webhooks receive user.deleted.',
  ],
  'DELETE /admin/users/{user_id}/sessions': [
    'Revokes all sessions of the user, who has to sign in again.',
    'Access tokens stay valid until they expire, unless SVC_SECURITY_STRICT_SESSIONS is set.',
    'The password and the second factors stay as they are.',
  ],
  'DELETE /admin/users/{user_id}/sessions/{session_id}': [
    'Revokes this session. Others stay.',
    'Its access token stays valid until it expires, unless SVC_SECURITY_STRICT_SESSIONS is set.',
  ],
  'PUT /admin/users/{user_id}/factors/{factor_id}': ['Renames the factor, or changes its phone number.'],
  'DELETE /admin/users/{user_id}/factors/{factor_id}': [
    'The user signs in without this factor. If it was the last one, a password alone is enough.',
    'Webhooks receive factor.unenrolled.',
  ],
  'DELETE /admin/users/{user_id}/passkeys/{passkey_id}': [
    'The passkey does not sign in any more. Sessions that it opened stay.',
  ],
  'POST /invite': ['Creates an unconfirmed account, and sends an invitation whose link signs in once.'],
  'POST /admin/generate_link': [
    'Makes a link and a code that sign the user in. It sends no mail.',
    'Earlier links of the same kind are void.',
  ],
  'POST /admin/custom-providers': ['Users can sign in with the provider from now on.'],
  'PUT /admin/custom-providers/{identifier}': ['The next sign-in uses the new definition.'],
  'DELETE /admin/custom-providers/{identifier}': [
    'Users cannot sign in with the provider any more. Accounts, identities and sessions stay.',
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
  'PUT /admin/sso/providers/{provider_id}/domains/{domain}': [
    'With `enforced`, users of the domain sign in with this provider only. Sessions that they have go on until they end.',
    'Administrators can still sign in otherwise.',
  ],
  'POST /admin/sso/providers/{provider_id}/domains/{domain}/verify': ['Asks DNS for the TXT record of the domain.'],
  'POST /admin/sso/providers/{provider_id}/scim-tokens': [
    'The holder of the token creates, changes, deactivates and deletes accounts of this provider.',
  ],
  'DELETE /admin/sso/providers/{provider_id}/scim-tokens/{token_id}': [
    'Its requests are refused from now on. What it has provisioned stays.',
  ],
  'POST /admin/sso/providers/{provider_id}/metadata': [
    'Replaces certificates and addresses of the provider by those that it publishes.',
  ],
  'POST /admin/sso/providers/{provider_id}/test': [
    'Requests the metadata and the sign-in page of the provider. Nobody is signed in, and nothing of the provider changes.',
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
  'PUT /admin/templates/{kind}/{locale}': [
    'Mails of this kind and language look like this from now on, also those in the queue. A template that a setting names comes first.',
    'The audit log records the change, without the text.',
  ],
  'DELETE /admin/templates/{kind}/{locale}': [
    'Mails of this kind and language use the template of the more general language, of the kind, or the built-in one.',
    'The audit log records the removal.',
  ],
  'POST /admin/templates/preview': ['Renders the mail with sample values. It stores and sends nothing.'],
  'POST /admin/templates/check': ['Finds errors in the draft. It stores and sends nothing.'],
  'POST /admin/templates/send-test': [
    'Sends the mail with sample values to the confirmed address of your own account. Its link and code do not work.',
    'It counts against the limits of mails. No message is stored.',
  ],
  'POST /admin/webhooks': [
    'Events of these kinds are sent to the URL from now on, signed with the secret. They contain data of users.',
    'The response has the signing secret, which is not shown again.',
  ],
  'PATCH /admin/webhooks/{webhook_id}': ['Events that are waiting are sent to the new URL.'],
  'DELETE /admin/webhooks/{webhook_id}': [
    'Its server gets no more events.',
    'Events that are waiting for this webhook are deleted.',
  ],
  'POST /admin/webhooks/{webhook_id}/rotate': [
    'Events are signed with both secrets until the rotation is finished. The response has the new one, which is not shown again.',
    'After the rotation is finished (`finish`), a server that knows only the old secret rejects them.',
  ],
  'POST /admin/webhooks/{webhook_id}/test': [
    'Sends an event `webhook.test` without data of a user to the URL, signed as others are.',
  ],
  'POST /admin/providers/{name}/test': [
    "Asks the provider's discovery document, keys and authorization page, and its token endpoint with a made-up code.",
    'Nobody is signed in. No setting changes.',
  ],
  'POST /admin/hooks/{name}/test': [
    'Calls the hook with an event about a user that does not exist; its metadata has the member `test`.',
    'What a function writes is rolled back. A server does what it does with an event: it may send a mail.',
  ],
  'POST /admin/webhook-events/{event_id}/retry': ['The event is delivered before later events of its user.'],
  'POST /admin/webhook-events/{event_id}/drop': ['The event is not delivered. Later events of its user are.'],
};

/** Effects by action, for the console. A change to an account has its name after a `#`. */
export const EFFECTS_IN_CONSOLE: Readonly<Record<string, readonly string[]>> = {
  ...EFFECTS,
  ...Object.fromEntries(Object.entries(CHANGES).map(([name, texts]) => [`PUT /admin/users/{user_id}#${name}`, texts])),
};
