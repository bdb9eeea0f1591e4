// RFC 9700, Best Current Practice for OAuth 2.0 Security: its requirements for an authorization server, and for a
// client of external providers. The requirements are in our own words.
import type { Row, Table } from './row.ts';

const SERVER: readonly Row[] = [
  {
    id: '2.1',
    text: 'Redirect URIs are compared as exact strings; ports of loopback addresses may differ.',
    rules: ['auth_lib.has_redirect_uri'],
    tests: [
      'flows/oauth/conformance › oidcc-redirect-uri-query-OK',
      'sql/lib/oauth_client › a loopback URI matches with any port',
    ],
  },
  {
    id: '2.1 (open redirects)',
    text: 'The server sends no browser to an address that was not registered.',
    rules: ['auth_lib.may_redirect_before_consent'],
    tests: [
      'flows/oauth/protocol › errors before client and redirect URI are known never redirect',
      'security/attack_oauth › prompt=none of a client that registered itself sends no browser',
    ],
  },
  {
    id: '2.1.1',
    text: 'Public clients use PKCE; the server supports it and detects a downgrade.',
    settings: ['SVC_OAUTH_SERVER_PLAIN_PKCE_ENABLED'],
    rules: ['auth_lib.request_fault', 'auth_api.exchange_authorization'],
    tests: [
      'sql/lib/oauth_client › a challenge is required, and plain is refused',
      'flows/oauth/conformance › oidcc-ensure-request-with-valid-pkce',
    ],
    note: 'The setting, which is off by default, also accepts the method plain, which discloses the verifier.',
  },
  {
    id: '2.1.2',
    text: 'OAuth clients cannot use the implicit grant.',
    rules: ['auth_lib.request_fault'],
    tests: [
      'flows/oauth/protocol › errors before client and redirect URI are known never redirect',
      'sql/lib/oauth_client › a challenge is required, and plain is refused',
    ],
    note: 'Links of the users’ own apps without PKCE return tokens in the fragment, as in supabase/auth.',
  },
  {
    id: '2.2.1',
    text: 'Access tokens are bound to their sender.',
    status: 'not held',
    note: 'DPoP is not built; tokens are short and a session can be ended at once.',
  },
  {
    id: '2.2.2',
    text: 'Refresh tokens of public clients are bound to their sender or rotate.',
    rules: ['auth_api.refresh_session'],
    tests: [
      'sql/api/oauth/exchange_authorization › a public client’s refresh token rotates even if the setting is off',
    ],
  },
  {
    id: '2.3',
    text: 'Access tokens are restricted to an audience and to the scopes that are needed.',
    rules: [
      'auth_lib.client_audience',
      'auth_lib.allowed_scopes',
      'auth_lib.covers_resources',
      'auth_api.refresh_session',
    ],
    tests: [
      'security/attack_oauth_parts › a token for a resource cannot be exchanged or refreshed',
      'sql/api/oauth/start_authorization › scopes of the app, and the lists of a client',
      'sql/api/oauth/exchange_authorization › refreshing narrows scope and resource',
    ],
  },
  {
    id: '2.4',
    text: 'OAuth clients cannot use the password grant.',
    rules: ['gateway/routes/oauth.ts', 'auth_lib.check_client_grant'],
    tests: ['flows/oauth/protocol › every failure of /oauth/token has RFC 6749’s body'],
  },
  {
    id: '2.5',
    text: 'Clients authenticate, best by keys.',
    rules: ['auth_lib.authenticate_client', 'auth_lib.consume_assertion'],
    tests: [
      'flows/oauth/client_documents › oauth4webapi: a client authenticates by private_key_jwt',
      'flows/oauth/client_documents › an assertion counts once',
    ],
  },
  {
    id: '2.6',
    text: 'Metadata are published; requests are protected from end to end by TLS.',
    status: 'partly',
    rules: ['gateway/oauth/metadata.ts', 'docs/operating.md'],
    tests: ['flows/oauth/clients › discovery is the same at its three places'],
    note: 'The proxy of the operator ends TLS.',
  },
  {
    id: '4.1',
    text: 'A redirect URI cannot be manipulated to reach another host.',
    rules: ['auth_lib.redirect_uri_fault', 'sql/lib/oauth_client.sql'],
    tests: [
      'sql/lib/oauth_client › javascript:, data: and blob:',
      'sql/lib/oauth_client › a redirect URI with a comma stays one',
      'sql/lib/oauth_client › only a whole registered redirect URI matches',
    ],
  },
  {
    id: '4.2',
    text: 'Pages with codes leak no Referer and load nothing from elsewhere.',
    rules: ['gateway/pages/oauth.ts', 'core/pages/asset.ts'],
    tests: ['gateway/pages/oauth › both pages: no inline script or style'],
  },
  {
    id: '4.3',
    text: 'Tokens are not in addresses that a browser keeps.',
    status: 'partly',
    rules: ['gateway/http/bearer.ts', 'gateway/oauth/answer.ts', 'gateway/pipeline/confirm_page.ts'],
    tests: [
      'gateway/http/headers › bearer tokens',
      'flows/oauth/protocol › responds in the query for every response_mode',
      'flows/confirm_page › the page: one form, no script',
    ],
    note: 'No token is read from a query, and OAuth clients get only a code in the address. Links of the users’ own apps without PKCE return tokens in the fragment, as in supabase/auth, and a browser may keep it.',
  },
  {
    id: '4.5',
    text: 'A stolen or injected code is worthless: it needs its verifier, client and redirect URI.',
    rules: ['auth_api.exchange_authorization'],
    tests: [
      'sql/api/oauth/exchange_authorization › a code of another client, redirect URI, resource or verifier is refused',
      'sql/api/oauth/exchange_authorization › a code without PKCE needs the redirect URI of its request',
    ],
  },
  {
    id: '4.2.4',
    text: 'A code works once, and its reuse ends the session.',
    rules: ['auth_api.exchange_authorization'],
    tests: ['sql/api/oauth/exchange_authorization › of 100 parallel exchanges one gets a session'],
  },
  {
    id: '4.6',
    text: 'A token for one client or resource is not accepted for another.',
    rules: ['auth_lib.check_client_token'],
    tests: ['security/client_tokens › a token for a resource opens userinfo with openid'],
  },
  {
    id: '4.8',
    text: 'PKCE cannot be removed from a flow.',
    settings: ['SVC_OAUTH_SERVER_PLAIN_PKCE_ENABLED'],
    rules: ['auth_api.exchange_code', 'auth_api.exchange_authorization', 'auth_lib.request_fault'],
    tests: [
      'flows/pkce › an exchange without its parts',
      'sql/api/session/exchange_code › a wrong verifier is rejected',
      'sql/api/oauth/exchange_authorization › a code of another client, redirect URI, resource or verifier is refused',
      'sql/lib/oauth_client › a challenge is required',
    ],
    note: 'The setting, which is off by default, lets a client weaken S256 to plain. Sign-ins and links of the users’ own apps accept plain, as in supabase/auth.',
  },
  {
    id: '4.9',
    text: 'A resource server treats access tokens as credentials: it neither logs nor stores them, and what leaks there cannot be used elsewhere.',
    status: 'partly',
    rules: ['gateway/pipeline/redact.ts', 'auth_lib.client_audience'],
    tests: [
      'security/canary › the logs of gateway and worker contain no secret',
      'security/canary › no table holds a secret',
      'security/attack_oauth_parts › a token for a resource cannot be exchanged or refreshed',
    ],
    note: 'A client can request a token for one resource. Tokens are not bound to their sender: see 2.2.1.',
  },
  {
    id: '4.10',
    text: 'A stolen access token is of no use: it is bound to its sender and restricted to an audience.',
    status: 'partly',
    rules: ['auth_lib.client_audience', 'auth_lib.check_client_token'],
    tests: [
      'security/attack_oauth_parts › a token for a resource cannot be exchanged or refreshed',
      'security/client_tokens › a token for a resource opens userinfo with openid',
    ],
    note: 'Only the audience is restricted. Tokens are not bound to their sender: see 2.2.1.',
  },
  {
    id: '4.11',
    text: 'The server is no open redirector.',
    rules: ['auth_lib.may_redirect_before_consent', 'auth_api.end_authorized_session'],
    tests: [
      'sql/api/oauth/end_authorized_session › an address that is not registered byte for byte',
      'security/attack_oauth › prompt=none of a client that registered itself sends no browser',
    ],
  },
  {
    id: '4.12',
    text: 'No redirect with status 307.',
    rules: ['gateway/pipeline/redirects.ts'],
    tests: ['flows/providers/attacks › every redirect is 302 or 303'],
  },
  {
    id: '4.13',
    text: 'Forwarded headers count only from trusted proxies.',
    settings: ['SVC_RATE_LIMIT_TRUSTED_PROXIES'],
    rules: ['gateway/http/client_ip.ts', 'gateway/http/external_url.ts'],
    tests: [
      'gateway/http/client_ip › with configured proxies',
      'flows/providers/more_attacks › forged headers change no address',
    ],
  },
  {
    id: '4.14',
    text: 'Stolen refresh tokens are found by rotation.',
    status: 'setting',
    settings: ['SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED'],
    rules: ['auth_api.refresh_session'],
    tests: [
      'flows/sessions › T79 ',
      'sql/api/oauth/exchange_authorization › a public client’s refresh token rotates even if the setting is off',
      'security/session_model › random sequences keep every invariant',
    ],
    note: 'Refresh tokens of public OAuth clients are always rotated.',
  },
  {
    id: '4.15',
    text: 'A client cannot be confused with a user.',
    rules: ['auth_lib.client_claims', 'auth_lib.claim_errors'],
    tests: ['sql/api/oauth/exchange_authorization › a hook cannot take client_id'],
  },
  {
    id: '4.16',
    text: 'Pages cannot be framed.',
    rules: ['gateway/pages/oauth.ts', 'core/pages/asset.ts'],
    tests: [
      'browser/oauth_consent › a page of another origin cannot frame it',
      'gateway/pages/oauth › both pages: no inline script or style',
    ],
  },
  {
    id: '4.17',
    text: 'Messages between windows do not leak a code.',
    status: 'not applicable',
    note: 'No page of the OAuth server or of a sign-in uses postMessage. The console sends the preview of a mail to a frame of its own origin.',
  },
];

const CLIENT: readonly Row[] = [
  {
    id: '4.4',
    text: 'Mix-up of providers: the state decides which provider gets the code, and iss is compared.',
    rules: ['auth_api.consume_provider_flow', 'gateway/steps/provider_callback.ts'],
    tests: [
      'flows/providers/attacks › a code of another provider',
      'flows/providers/faults › rejects a callback that names another issuer',
    ],
  },
  {
    id: '4.7',
    text: 'CSRF: state, PKCE and nonce belong to one flow.',
    rules: ['auth_api.consume_provider_flow', 'gateway/steps/provider_callback.ts'],
    tests: [
      'flows/providers/sign_in › T101: a state works once',
      'sql/api/provider/consume_provider_flow › a flow is consumed once,',
      'flows/providers/custom › without PKCE no challenge is sent, but the nonce still binds',
    ],
  },
  {
    id: '4.9.1',
    text: 'A token of a provider is sent to the endpoints of that provider only: no redirect is followed.',
    rules: ['gateway/providers/provider_request.ts'],
    tests: ['flows/providers/faults › faults of a provider redirect to the app'],
  },
  {
    id: '4.9.2',
    text: 'Access tokens of providers are kept sealed, or not at all.',
    settings: ['SVC_EXTERNAL_KEPT_TOKENS'],
    rules: ['gateway/providers/stored_tokens.ts', 'auth_lib.store_provider_tokens'],
    tests: [
      'flows/providers/kept_tokens › a token is kept from the sign-in on, sealed',
      'flows/providers/table › no token of a provider is in the log or in a table',
    ],
  },
];

export const RFC9700: Table = {
  file: 'docs/security-rfc9700.md',
  title: 'RFC 9700',
  about:
    'This page lists the recommendations of RFC 9700 (Best Current Practice for OAuth 2.0 Security) by section, and how Postern follows each.',
  column: 'recommendation',
  groups: [
    { title: 'As an authorization server', rows: SERVER },
    { title: 'As a client of external providers', rows: CLIENT },
  ],
};
