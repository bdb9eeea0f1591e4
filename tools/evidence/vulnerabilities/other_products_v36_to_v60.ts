// Past vulnerabilities of other authentication servers, rows 36 to 60.
import type { Row } from '../row.ts';

export const V36_TO_V60: readonly Row[] = [
  {
    id: 'V36',
    text: 'Parallel guesses count as one.',
    source: 'CVE-2024-4629, CVE-2019-5421',
    rules: ['auth_lib.count_password_failure', 'auth_lib.match_code'],
    tests: [
      'security/account_limits › compares exactly a hundred of many parallel passwords',
      'security/account_limits › accepts the right code in a burst of attempts only among the first five',
      'security/account_limits › five wrong attempts invalidate a code',
    ],
  },
  {
    id: 'V37',
    text: 'Two parallel changes of address confirm an address that the user does not own.',
    source: 'CVE-2026-32700',
    rules: ['auth_lib.request_email_change', 'auth_lib.issue_token'],
    tests: ['security/email_change_race › two concurrent changes of address, 200 rounds'],
  },
  {
    id: 'V38',
    text: 'A blank token matches rows without one.',
    source: 'CVE-2019-16109',
    rules: ['auth_lib.find_link', 'auth_lib.token_has_code'],
    tests: ['security/blank_tokens › a blank token, code, nonce'],
  },
  {
    id: 'V39',
    text: 'Parallel refreshes fork the chain of a session.',
    source: 'CVE-2026-53517',
    rules: ['auth_api.refresh_session'],
    tests: [
      'sql/api/session/refresh_session › parallel refreshes of one token all return the one child',
      'flows/refresh › with interval 0 reuse is detected',
      'sql/api/session/refresh_session › without a reuse interval one of 20',
    ],
  },
  {
    id: 'V40',
    text: 'A provider sign-in enters an account that somebody else registered with the address and never confirmed.',
    source: 'CVE-2026-53516, CVE-2024-38351, CVE-2026-44166',
    rules: ['auth_lib.find_or_create_account', 'auth_lib.assign_ownership'],
    tests: [
      'flows/providers/accounts › T102: an unconfirmed account passes to the owner of the address',
      'flows/providers/accounts › T103: an address that the provider has not verified links to no account',
      'sql/api/provider/finish_provider_flow › removes everything that could open a formerly unconfirmed account',
    ],
  },
  {
    id: 'V41',
    text: 'The same by a magic link or a mailed code.',
    source: 'GHSA-qq9h-g4jm-xgf3',
    rules: ['auth_lib.consume_token', 'auth_lib.assign_ownership_by_mail'],
    tests: [
      'security/takeover › the invariant holds for every order of up to three requests',
      'security/takeover_http › the invariant holds for a sample of orders',
      'security/takeover_model › some hundred random sequences violate no invariant',
    ],
  },
  {
    id: 'V42',
    text: 'Each IPv6 address has a limit of its own, or the first element of X-Forwarded-For is believed.',
    source: 'CVE-2026-45364',
    rules: ['gateway/http/client_ip.ts'],
    tests: [
      'gateway/http/client_ip › an IPv6 client also counts against the bucket of its /48',
      'gateway/http/client_ip › the rate limit key is the last untrusted address',
      'gateway/http/client_ip › one client has one key, in every spelling of its address',
    ],
  },
  {
    id: 'V43',
    text: 'Another spelling of a path reaches the route without its checks.',
    source: 'GHSA-x732-6j76-qmhm, CVE-2026-32130, CVE-2026-0707, CVE-2026-33494',
    rules: ['gateway/pipeline/router.ts'],
    tests: [
      'security/bad_requests › refuses every other spelling of a path',
      'security/bad_requests › an unusual request target reaches no other route',
      'flows/api_prefix › a client has one rate limit bucket for both spellings of a path',
    ],
  },
  {
    id: 'V44',
    text: 'A wildcard in the list of redirect targets, or an absolute URL, leaks a recovery token.',
    source: 'GHSA-vp58-j275-797x',
    rules: ['gateway/http/redirect.ts'],
    tests: [
      'gateway/http/allow_list › a wide pattern does not let numbers or escapes match as a host',
      'flows/follow_link › a target that is not allowed falls back',
    ],
  },
  {
    id: 'V45',
    text: 'The user’s id comes from the body.',
    source: 'CVE-2025-61928',
    rules: ['auth_lib.find_caller', 'gateway/pipeline/calls.ts', 'gateway/http/claims.ts'],
    tests: ['security/own_rights › the verified token determines the user: sub, not the id in path, body or query'],
  },
  {
    id: 'V46',
    text: 'A session counts as complete before the second factor.',
    source: 'GHSA-xg6x-h9c9-2m83',
    rules: ['auth_lib.raise_session_to_aal2', 'sql/lib/caller.sql'],
    tests: [
      'flows/factors/totp › the next sign-in is aal1 until the factor is verified',
      'flows/factors/totp › an older token of a raised session is not aal2',
      'flows/factors/totp › a right code verifies the factor',
    ],
  },
  {
    id: 'V47',
    text: 'Discovery offers unsigned tokens, or PKCE is plain by default.',
    source: 'GHSA-9h47-pqcx-hjr4',
    rules: ['gateway/oauth/metadata.ts', 'auth_lib.request_fault'],
    tests: [
      'flows/oauth/clients › discovery is the same at its three places',
      'sql/lib/oauth_client › a challenge is required, and plain is refused',
      'flows/oauth/conformance › oidcc-config',
    ],
  },
  {
    id: 'V48',
    text: 'A client’s refresh token works without the client’s authentication.',
    source: 'CVE-2026-53512',
    rules: ['auth_lib.authenticate_client'],
    tests: [
      'security/client_tokens › a refresh token of a client is refused at /token',
      'flows/oauth/protocol › a client authenticates by Basic, form and JSON as registered',
    ],
  },
  {
    id: 'V49',
    text: 'The server learns its own address from the first request.',
    source: 'CVE-2025-71401',
    rules: ['gateway/http/external_url.ts'],
    tests: [
      'flows/providers/more_attacks › forged headers change no address, from the first request on',
      'flows/external_host › mails too use the host of their request',
      'flows/external_host › without a list no host is trusted',
    ],
  },
  {
    id: 'V50',
    text: 'State is not compared, or values of one provider’s flow are accepted for another.',
    source: 'GHSA-wxw3-q3m9-c3jr, CVE-2026-73419',
    rules: ['auth_api.consume_provider_flow'],
    tests: [
      'flows/providers/attacks › a code of another provider goes to the provider of the state',
      'flows/providers/attacks › rejects invalid states, and tokens of other kinds',
    ],
  },
  {
    id: 'V51',
    text: 'A malformed Authorization header or address ends or hangs the request.',
    source: 'CVE-2026-73418, CVE-2022-31093',
    rules: ['gateway/http/bearer.ts'],
    tests: [
      'security/bad_requests › returns 401 or 403 for malformed bearer headers',
      'flows/providers/more_attacks › unreadable addresses and bearer tokens are rejected',
    ],
  },
  {
    id: 'V52',
    text: 'Text of a user becomes markup in a mail.',
    source: 'CVE-2022-31127, CVE-2022-1274',
    rules: ['core/template/escapers.ts', 'core/template/template.ts'],
    tests: [
      'core/template/escaping › escapes by context',
      'worker/mail_fuzz › no value becomes markup, a header or a broken mail',
      'worker/compose › text typed by a user is escaped',
    ],
  },
  {
    id: 'V53',
    text: 'A quoted local part sends a mail to somebody else.',
    source: 'CVE-2025-13033, GHSA-5jpx-9hw9-2fx4',
    rules: ['auth_lib.check_email', 'core/mail/send.ts'],
    tests: [
      'sql/api/account/sign_up › the checks answer in supabase/auth',
      'worker/mail › one recipient, exactly the stored address',
    ],
  },
  {
    id: 'V54',
    text: 'A signed token that was made for another purpose is accepted as a session.',
    source: 'CVE-2023-48309',
    rules: ['gateway/http/claims.ts', 'core/keys/ring.ts'],
    tests: [
      'core/keys/ring › tokens of one kind do not open as another',
      'flows/id_tokens/attacks › tokens of this server are no ID tokens, and ID tokens are no access tokens',
      'security/client_tokens › an ID token is no bearer token',
    ],
  },
  {
    id: 'V55',
    text: 'An invalid configuration makes a check pass.',
    source: 'CVE-2026-73421',
    rules: ['core/settings/reading.ts', 'gateway/pipeline/captcha.ts'],
    tests: [
      'core/settings/reading › names everything missing or malformed at once',
      'core/settings/mistakes › a mail server with a scheme or a port',
      'gateway/pipeline/captcha › an unreachable, slow or malformed provider: 500 and no sign-in',
    ],
  },
  {
    id: 'V56',
    text: 'Sign-out and error paths redirect anywhere.',
    source: 'CVE-2022-24858, CVE-2021-29456, CVE-2022-24794, CVE-2021-43812',
    rules: ['gateway/http/redirect.ts', 'auth_api.end_authorized_session'],
    tests: [
      'flows/providers/attacks › every redirect is 302 or 303, not cached',
      'sql/api/oauth/end_authorized_session › an address that is not registered byte for byte is refused',
      'flows/follow_link › a target that is not allowed falls back',
    ],
  },
  {
    id: 'V57',
    text: 'A pattern for redirect targets matches more than it says: dots, case, schemes, path parameters.',
    source: 'CVE-2026-3872, CVE-2026-7504, CVE-2023-6134, CVE-2024-52289, CVE-2020-15234',
    rules: ['core/glob.ts', 'gateway/http/redirect.ts'],
    tests: [
      'gateway/http/allow_list › each glob matches the listed targets and no others',
      'gateway/http/allow_list › every other character is literal',
      'gateway/http/allow_list › a wide pattern does not let numbers or escapes match as a host',
    ],
  },
  {
    id: 'V58',
    text: 'An address stays verified when it changes.',
    source: 'CVE-2023-0105',
    rules: ['auth_lib.set_address'],
    tests: [
      'flows/providers/more_attacks › an address that the provider changes later confirms nothing',
      'security/takeover_model › no row, function or column violates a rule of the tables',
      'sql/api/admin/change_user › an address takes effect at once',
    ],
    note:
      'If an administrator changes an address, `email_confirmed_at` and `email_verified` in the metadata stay as in ' +
      'supabase/auth. The address is unverified in `auth.addresses` and in the identity until its owner confirms it.',
  },
  {
    id: 'V59',
    text: 'A connection or a session id is reused, and one user gets another’s tokens.',
    source: 'CVE-2025-12390, CVE-2023-6787, CVE-2021-41246',
    rules: ['gateway/database/shared_statement.ts', 'auth_lib.open_session', 'gateway/pipeline/app.ts'],
    tests: [
      'security/alternating_users › two users alternate on one connection',
      'security/given_ids › a sign-in takes no id that was given',
      'flows/shared_statement › 300 concurrent requests',
    ],
    note: '5,000 requests in npm test, 100,000 every night (npm run test:soak).',
  },
  {
    id: 'V60',
    text: 'Requests that share work answer one user with another’s data.',
    source: 'CVE-2025-67490, CVE-2026-40155',
    rules: ['gateway/database/shared_statement.ts', 'gateway/http/jwt.ts'],
    tests: [
      'flows/shared_statement › 300 concurrent requests',
      'security/alternating_users › two users at once, whose requests share statements',
      'gateway/http/jwt_memory › cached tokens expire on time, are not mixed up',
    ],
  },
];
