// Success responses in the OpenAPI document. error_responses.ts adds the error responses.
import type { AnswerName } from '../routes/answers.ts';
import type { Route } from '../routes/row.ts';
import { errorCodesByStatus, errorResponses } from './error_responses.ts';
import { selectHeaders } from './headers.ts';
import { ref, type Schema } from './schemas.ts';

const ANSWERS: Readonly<
  Record<
    Exclude<
      AnswerName,
      | 'none'
      | 'redirect'
      | 'provider'
      | 'returned'
      | 'consent_page'
      | 'revoked'
      | 'signed_out'
      | 'saml_metadata'
      | 'saml_returned'
      | 'scim_list'
      | 'scim_resource'
      | 'scim_deleted'
    >,
    readonly [schema: string, description: string]
  >
> = {
  user: ['User', 'The user.'],
  session: ['Session', 'A session.'],
  user_or_session: ['UserOrSession', 'The new user, or a session.'],
  verified: ['SessionOrHalfConfirmed', 'A session. If the other address must confirm too, a message that says so.'],
  empty: ['Empty', 'Done. The body is an empty object.'],
  message: ['Message', 'Accepted. The response does not reveal whether the account exists.'],
  accepted: ['Message', 'Accepted.'],
  settings: ['Settings', 'The public part of the configuration.'],
  health: ['Health', 'The server responds.'],
  ready: ['Ready', 'This instance accepts requests.'],
  users: ['Users', 'A page of users.'],
  link: ['GeneratedLink', 'The user, a link and a code.'],
  jwks: ['KeySet', 'The public keys of access tokens.'],
  discovery: ['Discovery', 'The issuer and the URL of its keys, or the metadata of the OAuth server if it is on.'],
  sessions: ['Sessions', 'The sessions that can be refreshed, most recently used first; at most 1,000.'],
  user_sessions: [
    'UserSessions',
    'The sessions of the user, newest first; at most 1,000 without `limit`. Ended sessions are listed for a day.',
  ],
  user_export: ['UserExport', 'All data that is stored about the user, without credentials.'],
  audit: ['AuditEntries', 'A page of audit entries.'],
  factors: ['Factors', 'The factors of the user.'],
  factor: ['Factor', 'The factor.'],
  enrolled: ['EnrolledFactor', 'The unverified factor.'],
  challenge: ['Challenge', 'The challenge.'],
  factor_id: ['FactorId', 'Done.'],
  recovery_codes: ['RecoveryCodes', 'The codes.'],
  recovery_status: ['RecoveryStatus', 'The number of unused codes.'],
  provider_token: ['ProviderToken', 'The access token for the provider’s own API.'],
  provider_url: ['ProviderUrl', 'The URL of the provider, with `skip_http_redirect=true`.'],
  passkey_creation: ['PasskeyCreation', 'The options for the authenticator.'],
  passkey_request: ['PasskeyRequest', 'The options for the authenticator.'],
  passkey: ['Passkey', 'The passkey.'],
  passkeys: ['Passkeys', 'The passkeys, oldest first.'],
  all_sessions: ['AllSessions', 'A page of live sessions, newest first.'],
  revoked_sessions: [
    'RevokedSessions',
    'The number of sessions. If `done` is false, repeat the call with `after_user`.',
  ],
  messages: [
    'SentMessages',
    'A page of messages, the last finished or created first. The first page also has the errors of the last day.',
  ],
  sent_message: ['SentMessage', 'The message.'],
  suppressions: ['Suppressions', 'A page of addresses, newest first.'],
  suppressed: ['Suppressed', 'Done.'],
  templates: ['Templates', 'The stored templates, and the source of the template for each kind of mail.'],
  template_set: ['TemplateSet', 'Done.'],
  template_preview: [
    'TemplatePreview',
    'The effective template or draft and its problems. `mail` is the rendered mail, and null if the template has an error.',
  ],
  template_checked: ['TemplateChecked', 'The problems of the template. The list is empty if there are none.'],
  test_mail: ['TestMail', 'The outcome. If the mail server refuses the mail, the status is 200 too.'],
  webhooks: ['Webhooks', 'The webhooks.'],
  webhook: ['Webhook', 'The webhook. A secret is included only if this request has generated it.'],
  provider_tested: ['ProviderTested', 'The result of each check. If the provider refuses, the status is 200 too.'],
  hook_tested: ['HookTested', 'The response of the hook, or its error. If the hook fails, the status is 200 too.'],
  webhook_tested: ['WebhookTested', 'The outcome. If the server refuses the event, the status is 200 too.'],
  webhook_events: ['WebhookEvents', 'A page of events, newest first.'],
  webhook_event: ['WebhookEvent', 'The event.'],
  external_providers: ['ExternalProviders', 'The providers.'],
  hooks: ['Hooks', 'The hooks.'],
  all_settings: ['AllSettings', 'The settings. A secret has the value `set`.'],
  keys: ['Keys', 'The keys.'],
  examination: [
    'Examination',
    'The findings with their remedies, the completed checks, and the checks that only `npx postern doctor` runs.',
  ],
  administrator: ['Administrator', 'The caller and its rights.'],
  figures: ['Figures', 'The figures.'],
  reports: ['Reports', 'The reports.'],
  report: ['Report', 'The rows, at most 1,000, with the query that was run.'],
  timeline: ['Timeline', 'A page of entries, newest first.'],
  why: ['Why', 'The reason, with the file and line of the rule.'],
  refusals: ['Refusals', 'A page of refused requests, newest first.'],
  rules: ['Rules', 'The functions.'],
  rule: ['Rule', 'The function.'],
  errors: ['Errors', 'The errors.'],
  error: ['ErrorExplained', 'The error.'],
  custom_provider: ['CustomProvider', 'The provider, without its secret.'],
  custom_providers: ['CustomProviders', 'The providers, without their secrets.'],
  sso_url: ['SsoUrl', 'The URL of the identity provider, with `skip_http_redirect`.'],
  sso_provider: ['SsoProvider', 'The identity provider.'],
  sso_domain: ['SsoDomain', 'The domain.'],
  sso_providers: ['SsoProviders', 'The identity providers, oldest first, without their metadata documents.'],
  scim_token: ['ScimToken', 'The token, which is shown only in this response.'],
  scim_tokens: ['ScimTokens', 'The tokens, oldest first.'],
  authorization: ['OAuthAuthorization', 'The request, or the URL of the client if the user has already decided.'],
  device_authorization: [
    'DeviceAuthorization',
    'The codes, and the URL of the page on which the user enters the user code.',
  ],
  pushed_authorization: ['PushedAuthorization', 'The `request_uri`, which the browser passes to `/oauth/authorize`.'],
  device_request: ['OAuthDetails', 'The request of the device.'],
  client_tokens: ['ClientTokens', 'The tokens of the client.'],
  grants: ['Grants', 'The clients that the user has approved, newest first.'],
  sign_in_providers: ['SignInProviders', 'At most 100 enabled custom providers, by name.'],
  inspected: ['Inspected', 'The state and the claims of the token.'],
  oauth_client: ['OAuthClient', 'The client. A secret is included only if this request has generated it.'],
  oauth_clients: ['OAuthClients', 'A page of clients, newest first.'],
  redirect_url: ['RedirectUrl', 'The URL of the client, to which the page redirects the browser.'],
  server_metadata: ['ServerMetadata', 'The metadata of the server.'],
  userinfo: ['UserInfo', 'The claims of the user that the scopes of the token allow.'],
  openapi: ['OpenApi', 'This document.'],
};

/** Responses that shared caches may store, because they describe the server and not a user. */
const KEPT: ReadonlySet<AnswerName> = new Set(['jwks', 'discovery', 'openapi', 'server_metadata']);

/** Returns the responses by status of the routes that share a method and path. */
export function buildResponses(name: string, rows: readonly Route[]): Schema {
  return { ...Object.fromEntries(rows.flatMap((row) => successResponse(name, row))), ...errorResponses(name, rows) };
}

function successResponse(name: string, row: Route): (readonly [string, Schema])[] {
  if (row.reply === 'no_content') return [['204', { description: 'Done.', headers: selectHeaders() }]];
  if (row.answer === 'none') return [];
  if (row.answer === 'redirect') return [PAGE, ['303', redirectResponse(name)]];
  if (row.answer === 'provider') return [TO_PROVIDER];
  if (row.answer === 'returned') return [['302', redirectResponse(name)], FAILED_STATE];
  if (row.answer === 'consent_page') return [TO_CONSENT];
  if (row.answer === 'signed_out') return [SIGNED_OUT, ['302', page('Redirect to the client.')]];
  if (row.answer === 'scim_list' || row.answer === 'scim_resource' || row.answer === 'scim_deleted')
    return scimResponses(row);
  if (row.answer === 'saml_metadata') return [SP_METADATA];
  if (row.answer === 'saml_returned') return [['302', redirectResponse(name)], FAILED_SAML];
  if (row.answer === 'revoked') {
    return [['200', { description: 'Done, also if the token is unknown.', headers: selectHeaders('not_kept') }]];
  }
  const [schema, description] = ANSWERS[row.answer];
  const tagged = row.reply === 'tagged';
  const keeping = tagged
    ? (['tagged'] as const)
    : KEPT.has(row.answer)
      ? (['kept'] as const)
      : row.calls.length > 0
        ? (['not_kept'] as const)
        : [];
  const headers = selectHeaders(...keeping, ...(row.reply === 'page' ? (['page'] as const) : []));
  const created =
    row.answer === 'custom_provider' ||
    row.answer === 'pushed_authorization' ||
    row.answer === 'scim_token' ||
    (row.answer === 'sso_provider' && !row.path.endsWith('metadata')) ||
    (row.answer === 'oauth_client' && !row.path.endsWith('secret'));
  const status = created && row.method === 'POST' ? '201' : '200';
  const answered = [
    status,
    { description, headers, content: { 'application/json': { schema: ref(schema) } } },
  ] as const;
  if (tagged) return [answered, UNCHANGED];
  if (row.answer === 'sso_url') return [answered, TO_IDP];
  return row.answer === 'provider_url' ? [answered, TO_PROVIDER] : [answered];
}

function scimResponses({ answer, method, path }: Route): (readonly [string, Schema])[] {
  if (answer === 'scim_deleted') return [['204', { description: 'Done.', headers: selectHeaders() }]];
  const content = (schema: Schema): Schema => ({ 'application/scim+json': { schema } });
  const headers = selectHeaders('not_kept');
  if (answer === 'scim_list') {
    const list = {
      description: 'A page of users or groups, or a discovery document.',
      headers,
      content: content(ref('ScimAnswer')),
    };
    return [['200', list]];
  }
  const resource = {
    description: 'The user or group.',
    headers: selectHeaders('not_kept', 'version'),
    content: content(ref('ScimAnswer')),
  };
  if (method === 'POST') return [['201', resource]];
  const unchanged = {
    description: 'Not modified: the version in `If-None-Match` is current.',
    headers: selectHeaders('version'),
  };
  return method === 'GET' && path.endsWith('{id}')
    ? [
        ['200', resource],
        ['304', unchanged],
      ]
    : [['200', resource]];
}

const UNCHANGED: readonly [string, Schema] = [
  '304',
  { description: 'Not modified: the ETag in `If-None-Match` is current.', headers: selectHeaders('tagged') },
];

const page = (description: string): Schema => ({
  description,
  headers: selectHeaders('not_kept', 'redirect'),
  content: { 'text/html': { schema: { type: 'string' } } },
});

const TO_PROVIDER: readonly [string, Schema] = ['302', page('Redirect to the provider.')];
const TO_IDP: readonly [string, Schema] = ['303', page('Redirect to the identity provider.')];
const TO_CONSENT: readonly [string, Schema] = [
  '302',
  page('Redirect to the consent page, or to the client with an error.'),
];
const SIGNED_OUT: readonly [string, Schema] = [
  '200',
  {
    description: 'A page that says that the user is signed out.',
    headers: selectHeaders('not_kept'),
    content: { 'text/html': { schema: { type: 'string' } } },
  },
];
const FAILED_STATE: readonly [string, Schema] = [
  '303',
  page('The state is missing, unknown, used or expired. Redirect to `SITE_URL`, with the error in the query.'),
];

const FAILED_SAML: readonly [string, Schema] = [
  '303',
  page('The response is refused. Redirect to the app or to `SITE_URL`, with the error in query and fragment.'),
];
const SP_METADATA: readonly [string, Schema] = [
  '200',
  {
    description: 'The metadata. With `download=true`, it is sent as an attachment.',
    headers: selectHeaders('metadata'),
    content: { 'application/xml': { schema: { type: 'string' } } },
  },
];

const PAGE: readonly [string, Schema] = [
  '200',
  {
    description:
      'With `SVC_MAILER_CONFIRM_PAGE`: a page whose button sends the link in a form, which consumes the link.',
    headers: selectHeaders('not_kept'),
    content: { 'text/html': { schema: { type: 'string' } } },
  },
];

function redirectResponse(name: string): Schema {
  const codes = (errorCodesByStatus(name)['303'] ?? []).map((code) => `\`${code}\``).join(', ');
  return {
    description: `Redirect to the app. An error is passed as \`error_code\` and \`error_description\`: ${codes}`,
    headers: selectHeaders('not_kept', 'redirect'),
    content: { 'text/html': { schema: { type: 'string' } } },
  };
}
