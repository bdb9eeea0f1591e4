// OWASP ASVS 5.0, chapter 10: OAuth and OpenID Connect.
import type { Row } from '../row.ts';

export const V10: readonly Row[] = [
  {
    id: '10.1.1',
    text: 'Tokens go only to those who need them (L2).',
    rules: ['console/server/forward.ts'],
    tests: [
      'console/console › the token of the service is in no answer',
      'console/console › at a production gateway, an administrator signs in with two factors',
    ],
  },
  {
    id: '10.1.2',
    text: 'A client accepts only values of its own flow (L2).',
    rules: ['auth_api.exchange_code', 'auth_api.consume_provider_flow'],
    tests: [
      'flows/providers/attacks › rejects invalid states',
      'flows/pkce › rejects another browser’s verifier',
      'sql/api/session/exchange_code › a wrong verifier is rejected',
      'sql/api/provider/consume_provider_flow › a flow is consumed once',
    ],
  },
  {
    id: '10.2.1',
    text: 'PKCE or state protects the code flow (L2).',
    rules: ['auth_api.consume_provider_flow', 'auth_api.finish_provider_flow', 'auth_api.exchange_code'],
    tests: [
      'flows/providers/attacks › a flow with a challenge gives only a code',
      'flows/pkce › an exchange without its parts',
      'sql/api/provider/consume_provider_flow › a flow is consumed once',
    ],
  },
  {
    id: '10.2.2',
    text: 'Providers cannot be mixed up (L2).',
    rules: ['auth_api.consume_provider_flow', 'gateway/steps/provider_callback.ts'],
    tests: [
      'flows/providers/attacks › a code of another provider goes to the provider of the state',
      'flows/providers/faults › rejects a callback that names another issuer',
    ],
  },
  {
    id: '10.2.3',
    text: 'Only needed scopes are asked for (L3).',
    rules: ['gateway/providers/oauth2.ts'],
    tests: ['flows/providers/attacks › without scopes requests only e-mail and name'],
  },
  {
    id: '10.3.1',
    text: 'A resource server checks the audience (L2).',
    rules: ['auth_lib.check_caller'],
    tests: ['security/client_tokens › a token for a resource opens userinfo with openid'],
  },
  {
    id: '10.3.2',
    text: 'Scopes decide (L2).',
    rules: ['gateway/pipeline/authenticate.ts', 'auth_lib.check_client_token', 'docs/for-dbas.md'],
    tests: [
      'security/client_policies › a client with the scope reads, and changes nothing',
      'security/client_tokens › four routes accept the token of a client, and all other routes of users and administrators reject it',
    ],
  },
  {
    id: '10.3.3',
    text: 'Users are named by claims that are never reassigned (L2).',
    rules: ['auth_lib.create_user'],
    tests: [
      'sql/api/admin/delete_user › soft: nothing signs in',
      'flows/admin_users › deleteUser, hard: the user is gone',
    ],
  },
  {
    id: '10.3.4',
    text: 'Strength and age of the sign-in can be checked (L2).',
    rules: ['auth_lib.session_auth_time', 'sql/contract.sql'],
    tests: [
      'sql/api/oauth/decide_authorization › max_age wants a new sign-in',
      'flows/row_level_security › auth.aal(): a row for the session',
    ],
  },
  {
    id: '10.3.5',
    text: 'Access tokens are bound to their sender (L3).',
    status: 'not held',
    note: 'DPoP is not built.',
  },
  {
    id: '10.4.1',
    text: 'Redirect URIs are compared exactly (L1).',
    rules: ['auth_lib.has_redirect_uri'],
    tests: [
      'flows/oauth/conformance › oidcc-redirect-uri-query-OK',
      'sql/lib/oauth_client › a loopback URI matches with any port',
    ],
    note: 'Sign-ins of users compare hosts and patterns, as in supabase/auth; clients of the OAuth server are compared exactly.',
  },
  {
    id: '10.4.2',
    text: 'A code works once, and a second use ends what it gave (L1).',
    rules: ['auth_api.exchange_authorization'],
    tests: [
      'sql/api/oauth/exchange_authorization › of 100 parallel exchanges one gets a session',
      'flows/oauth/authorization_code › a code that comes again with its verifier ends the session',
    ],
  },
  {
    id: '10.4.3',
    text: 'A code lives at most 10 minutes (L1).',
    settings: ['SVC_OAUTH_SERVER_CODE_TTL', 'SVC_EXTERNAL_FLOW_STATE_EXPIRY_DURATION'],
    rules: ['auth_lib.approve_authorization', 'auth_api.exchange_code'],
    tests: [
      'sql/api/oauth/exchange_authorization › a code does not outlive',
      'sql/api/session/exchange_code › the lifetime of a code starts at the click',
    ],
    note: 'By default one minute at the OAuth server and five for PKCE. A longer setting can exceed ten minutes.',
  },
  {
    id: '10.4.4',
    text: 'A client has only its grants; no implicit flow, no password grant (L1).',
    rules: ['auth_lib.check_client_grant'],
    tests: [
      'flows/oauth/protocol › every failure of /oauth/token has RFC 6749’s body',
      'flows/providers/more_attacks › the implicit flow and the password grant exist',
    ],
    note: 'Clients of the OAuth server have neither. First-party apps may use both, as in supabase/auth; the password grant can be switched off.',
  },
  {
    id: '10.4.5',
    text: 'A replayed refresh token of a public client ends its session (L1).',
    rules: ['auth_api.refresh_session'],
    tests: [
      'sql/api/oauth/exchange_authorization › a public client’s refresh token rotates even if the setting is off',
    ],
  },
  {
    id: '10.4.6',
    text: 'PKCE with S256 is required (L2).',
    settings: ['SVC_OAUTH_SERVER_PLAIN_PKCE_ENABLED'],
    rules: ['auth_lib.request_fault'],
    tests: ['sql/lib/oauth_client › a challenge is required, and plain is refused'],
    note: 'The setting, which is off by default, also accepts plain. An administrator can exempt a confidential client.',
  },
  {
    id: '10.4.7',
    text: 'Open registration is bounded, and users are warned (L2).',
    rules: ['auth_api.register_oauth_client', 'gateway/pages/oauth/consent.js', 'auth_lib.authorization_json'],
    tests: [
      'sql/api/oauth/register_oauth_client › open registration: device redirects only',
      'security/attack_oauth › a client that registered itself is never trusted',
      'browser/oauth_consent › a client’s name cannot harm',
    ],
  },
  {
    id: '10.4.8',
    text: 'Refresh tokens have an absolute end (L2).',
    status: 'setting',
    settings: ['SVC_OAUTH_SERVER_SESSION_TIMEBOX', 'SVC_SESSIONS_TIMEBOX'],
    rules: ['auth_lib.check_client_session_age', 'auth_lib.check_session_age'],
    tests: [
      'security/attack_oauth › a client cannot refresh a session past its limits',
      'security/attack_oauth › GET /sessions lists no session of a client past',
      'flows/lifetimes › the time box ends a session that was just refreshed',
    ],
  },
  {
    id: '10.4.9',
    text: 'Users revoke the access of clients (L2).',
    rules: ['auth_api.revoke_grant'],
    tests: ['sql/api/oauth/revoke_grant › ends the client’s sessions and codes of this user'],
  },
  {
    id: '10.4.10',
    text: 'Confidential clients authenticate at every endpoint (L2).',
    rules: ['auth_lib.authenticate_client', 'auth_api.push_authorization'],
    tests: [
      'flows/oauth/protocol › a client authenticates by Basic, form and JSON',
      'flows/oauth/pushed › a push answers every fault as the token endpoint does',
    ],
  },
  {
    id: '10.4.11',
    text: 'A client gets only its scopes (L2).',
    rules: ['auth_lib.allowed_scopes', 'auth_api.register_oauth_client'],
    tests: [
      'sql/api/oauth/start_authorization › scopes of the app, and the lists of a client',
      'security/attack_oauth › a client that registered itself gets none of the installation',
    ],
  },
  {
    id: '10.4.12',
    text: 'response_mode is restricted (L3).',
    rules: ['gateway/oauth/answer.ts', 'gateway/oauth/metadata.ts'],
    tests: ['flows/oauth/protocol › responds in the query for every response_mode'],
    note: 'Only the query is supported.',
  },
  {
    id: '10.4.13',
    text: 'Requests are pushed (L3).',
    status: 'partly',
    rules: ['auth_api.start_authorization', 'auth_api.push_authorization'],
    tests: ['sql/api/oauth/push_authorization › a client that must push gets no page for another request'],
    note: 'A property of each client.',
  },
  { id: '10.4.14', text: 'Only sender-constrained tokens are issued (L3).', status: 'not held', note: 'See 10.3.5.' },
  {
    id: '10.4.15',
    text: 'authorization_details cannot be changed by the user (L3).',
    status: 'not applicable',
    note: 'Not supported.',
  },
  {
    id: '10.4.16',
    text: 'Clients authenticate by public keys (L3).',
    status: 'partly',
    rules: ['auth_lib.consume_assertion'],
    tests: [
      'flows/oauth/client_documents › oauth4webapi: a client authenticates by private_key_jwt',
      'flows/oauth/client_documents › an assertion counts once',
    ],
    note: 'private_key_jwt is supported beside secrets.',
  },
  {
    id: '10.5.1',
    text: 'A replayed ID token is refused (L2).',
    rules: ['auth_api.sign_in_with_id_token', 'gateway/steps/verify_id_token.ts'],
    tests: ['flows/id_tokens/attacks › a nonce must match exactly, and works once'],
  },
  {
    id: '10.5.2',
    text: 'Users of a provider are named by sub (L2).',
    rules: ['auth_lib.find_accounts_of_identity'],
    tests: ['flows/providers/sign_in › T100a: the name is case-insensitive'],
  },
  {
    id: '10.5.3',
    text: 'Metadata of another issuer is refused (L2).',
    rules: ['gateway/providers/discovery.ts', 'auth_api.create_custom_provider'],
    tests: [
      'flows/providers/custom_admin › reports an invalid discovery document, or one of another issuer',
      'sql/api/admin/create_custom_provider › rejects a discovery document of another issuer',
    ],
  },
  {
    id: '10.5.4',
    text: 'aud is the own client id (L2).',
    rules: ['gateway/providers/id_tokens.ts', 'gateway/steps/verify_id_token.ts'],
    tests: ['flows/id_tokens/rules › rejects another audience, an additional foreign one'],
  },
  {
    id: '10.5.5',
    text: 'Logout tokens are checked (L2).',
    status: 'not applicable',
    note: 'Postern receives no back-channel logout.',
  },
  {
    id: '10.6.1',
    text: 'Only safe response types (L2).',
    rules: ['auth_lib.request_fault'],
    tests: [
      'flows/oauth/conformance › oidcc-response-type-missing',
      'flows/oauth/protocol › errors before client and redirect URI are known never redirect',
    ],
  },
  {
    id: '10.6.2',
    text: 'Nobody is signed out by force (L2).',
    rules: ['gateway/steps/oauth_logout.ts', 'auth_api.end_authorized_session'],
    tests: ['flows/oauth/logout › another site cannot sign anybody out'],
  },
  {
    id: '10.7.1',
    text: 'Users consent to each request of an unknown client (L2).',
    rules: ['auth_lib.has_reusable_consent', 'auth_lib.may_redirect_before_consent'],
    tests: [
      'sql/api/oauth/get_authorization › remembered consent does not count',
      'security/attack_oauth › a private-use scheme is always asked for',
    ],
  },
  {
    id: '10.7.2',
    text: 'The consent page says who asks and for what (L2).',
    rules: ['gateway/pages/oauth/consent.js', 'gateway/pages/oauth/parts.js'],
    tests: [
      'gateway/pages/oauth › shows names without characters that hide or turn text',
      'browser/oauth_consent › shows who asks, for what',
    ],
  },
  {
    id: '10.7.3',
    text: 'Users see, narrow and revoke consents (L2).',
    rules: ['auth_lib.grants_json', 'auth_api.decide_authorization', 'auth_api.revoke_grant'],
    tests: [
      'sql/api/oauth/list_grants › lists the approved clients of the caller',
      'sql/api/oauth/decide_authorization › approving fewer scopes narrows',
      'sql/api/oauth/revoke_grant › ends the client’s sessions and codes',
    ],
  },
];
