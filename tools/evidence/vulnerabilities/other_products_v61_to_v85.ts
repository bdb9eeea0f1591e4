// Past vulnerabilities of other authentication servers, rows 61 to 85.
import { ENUMERATION_NOTE, ENUMERATION_TESTS } from '../notes.ts';
import type { Row } from '../row.ts';

export const V61_TO_V85: readonly Row[] = [
  {
    id: 'V61',
    text: 'Responses with tokens are cached, or a token never expires.',
    source: 'CVE-2025-48947, CVE-2025-46344',
    rules: [
      'gateway/pipeline/reply.ts',
      'gateway/pipeline/redirects.ts',
      'gateway/oauth/answer.ts',
      'auth_lib.session_reply',
    ],
    tests: [
      'flows/sign_up › the bare form',
      'flows/providers/attacks › every redirect is 302 or 303, not cached',
      'flows/oauth/protocol › every failure of /oauth/token',
      'flows/follow_link › the access token: exact header and claims',
    ],
  },
  {
    id: 'V62',
    text: 'Long-lived tokens outlive the scope or the session that they came from.',
    source: 'CVE-2022-3916, CVE-2025-12110',
    rules: ['auth_lib.end_grant', 'auth_lib.check_client_session_age', 'auth_api.refresh_session'],
    tests: [
      'sql/api/oauth/exchange_authorization › refreshing narrows scope and resource, and never widens',
      'security/client_tokens › deleting a client ends its sessions at once',
      'sql/api/oauth/revoke_grant › ends the client',
      'security/attack_oauth › a client cannot refresh a session past its limits',
    ],
  },
  {
    id: 'V63',
    text: 'A provider that was switched off still signs in.',
    source: 'CVE-2026-3009',
    rules: ['auth_lib.custom_provider', 'gateway/providers/config.ts', 'gateway/providers/custom.ts'],
    tests: [
      'flows/providers/faults › a provider that was disabled during the flow gets no request',
      'flows/id_tokens/attacks › a sign-in with a disabled provider is refused',
      'flows/providers/custom › a provider that is deleted or disabled during a flow gets no request',
    ],
  },
  {
    id: 'V64',
    text: 'A cheap request causes many queries: unknown providers, long lists of scopes.',
    source: 'CVE-2026-4634, CVE-2026-33538',
    rules: ['gateway/steps/provider_redirect.ts', 'auth_lib.requested_scopes'],
    tests: ['security/statement_counts › unknown names and long lists cost no more statements than a right request'],
  },
  {
    id: 'V65',
    text: 'Text of a client adds a line to the log.',
    source: 'CVE-2023-6484',
    rules: ['core/log.ts'],
    tests: [
      'core/log › a line is one JSON object with time, level and msg, for any content',
      'security/hostile_requests › no hostile text caused an error in the database’s log or broke a log line',
    ],
  },
  {
    id: 'V66',
    text: 'Users mark their own address as verified, or get the code in a response.',
    source: 'CVE-2026-54693, CVE-2026-27946',
    rules: ['auth_lib.address_identity_data', 'auth_api.update_user'],
    tests: [
      'security/own_rights › a user’s routes: forged members in body, data or query have no effect',
      'security/bad_strings › user metadata cannot set identity, verification or a role',
    ],
  },
  {
    id: 'V67',
    text: 'Responses, or the time that they take, tell whether an address has an account.',
    source: 'CVE-2023-44399, CVE-2024-41952, CVE-2025-31124, CVE-2026-23511, CVE-2023-39522',
    status: 'partly',
    rules: ['gateway/pipeline/even_answers.ts', 'auth_api.sign_up'],
    tests: [
      'security/enumeration › …, twice, returns the same for unknown',
      ...ENUMERATION_TESTS,
      'flows/even_answers › every route without a token that may send a message to an address of its body uses a time slot',
      'flows/even_answers › the work is done, and other requests are answered',
      'gateway/pipeline/even_answers › sends errors and faults at the end of the slot',
      'security/bcrypt_count › a sign-in costs one hash',
      'security/known_addresses › …: known and unknown addresses cost the same statements',
      'security/long/known_addresses › no case has a difference that shows twice',
      'security/long/known_addresses › the documented differences are the ones',
    ],
    note: `${ENUMERATION_NOTE} npm test compares the statements of both on every route; the rank test of their times runs every night (npm run test:times).`,
  },
  {
    id: 'V68',
    text: 'A shortened token is valid.',
    source: 'CVE-2026-27840',
    rules: ['core/keys/ring.ts', 'gateway/http/jwt.ts'],
    tests: [
      'core/keys/ring › rejects a token of any other length',
      'core/keys/ring › rejects a refresh token with any character changed',
      'gateway/http/jwt › rejects a token that is truncated or extended anywhere',
      'gateway/http/jwt › a signature has one spelling',
    ],
  },
  {
    id: 'V69',
    text: 'Expiry is enforced by a clean-up job only.',
    source: 'CVE-2026-32132, CVE-2025-64708',
    rules: ['auth_lib.find_link', 'auth_api.consume_provider_flow'],
    tests: [
      'sql/api/verify/verify_token › expires strictly after its time',
      'sql/api/oauth/poll_device_authorization › an approval counts until the device code expires',
      'sql/api/provider/consume_provider_flow › after five minutes it has expired',
    ],
  },
  {
    id: 'V70',
    text: 'Another route than the verification of a factor raises the level of a session.',
    source: 'CVE-2025-64103, CVE-2025-53895',
    rules: ['auth_lib.mark_recovery_session', 'auth_lib.raise_session_to_aal2'],
    tests: [
      'security/takeover_model › no row, function or column violates a rule of the tables',
      'security/takeover_model › a function that raises a session without a factor violates a rule',
      'flows/factors/totp › a right code verifies the factor and raises the session',
    ],
  },
  {
    id: 'V71',
    text: 'A header makes the server send a request to an internal address.',
    source: 'CVE-2025-67494',
    rules: ['core/reach.ts'],
    tests: [
      'flows/providers/more_attacks › forged headers change no address, from the first request on, and no other host gets a request',
      'core/reach › DNS rebinding',
    ],
  },
  {
    id: 'V72',
    text: 'Errors show names of the database, or users see totals.',
    source: 'CVE-2024-32967, CVE-2025-67717',
    rules: ['gateway/database/faults.ts'],
    tests: [
      'security/gateway_refusals › an unexpected SQL error returns only the generic body',
      'security/administrators › a',
    ],
  },
  {
    id: 'V73',
    text: 'An X-Forwarded-For that cannot be parsed switches a check off.',
    source: 'CVE-2024-47070',
    rules: ['gateway/http/client_ip.ts'],
    tests: [
      'gateway/http/client_ip › a missing or unreadable header means the connection, never no limit',
      'security/client_limits › uses the connection’s address if the header is missing or cannot be parsed',
    ],
  },
  {
    id: 'V74',
    text: 'Secrets are compared in a time that depends on their characters.',
    source: 'CVE-2024-52307',
    rules: ['core/keys/ring.ts', 'auth_lib.match_code'],
    tests: [
      'house/secret_comparisons › secrets are compared in constant time, or looked up by their digest',
      'security/account_limits › five wrong attempts invalidate a code',
    ],
    note: 'SQL compares the digits of a code with `=`, five times at most.',
  },
  {
    id: 'V75',
    text: 'Deleting a session has no effect where another process holds it.',
    source: 'CVE-2025-29928',
    rules: ['auth_lib.revoke_session'],
    tests: [
      'flows/session_ends › every end of a session notifies the listener, and policies see it at once',
      'gateway/standbys › rows that a standby lacks',
    ],
  },
  {
    id: 'V76',
    text: 'A recovery token sets the password of any user.',
    source: 'CVE-2023-26481',
    rules: ['auth_lib.check_token', 'auth_lib.match_code'],
    tests: [
      'flows/codes › T49 a code belongs to its address',
      'security/own_rights › the verified token determines the user: sub',
      'sql/api/verify/verify_token › another audience, a changed address',
    ],
  },
  {
    id: 'V77',
    text: 'PKCE can be left out at one of the two ends.',
    source: 'CVE-2024-23647, CVE-2023-48228',
    rules: ['auth_lib.check_pkce', 'auth_api.exchange_code'],
    tests: [
      'flows/pkce › an exchange without its parts',
      'flows/pkce › rejects another browser’s verifier',
      'flows/providers/attacks › a flow with a challenge gives only a code',
    ],
  },
  {
    id: 'V78',
    text: 'An empty body skips a step.',
    source: 'CVE-2026-49443, CVE-2026-49448',
    rules: ['gateway/http/body.ts'],
    tests: [
      'security/bad_input › …: returns 400 bad_json for malformed bodies',
      'security/bad_strings › a hostile request that fails changes only counters',
    ],
  },
  {
    id: 'V79',
    text: 'A cursor of a list is SQL, signed with a key that ships with the product.',
    source: 'CVE-2026-33503, CVE-2026-33504, CVE-2026-33505',
    rules: ['auth_lib.check_cursor', 'core/keys/published_secrets.ts'],
    tests: [
      'sql/api/admin/find_audit › administrators only, and only our cursors',
      'core/settings/weak_secrets › a short or published JWT secret stops the start',
      'core/settings/weak_secrets › no secret printed in our documentation starts a server',
    ],
  },
  {
    id: 'V80',
    text: 'A revocation that could not be stored is answered as done.',
    source: 'CVE-2020-15223',
    rules: ['gateway/database/faults.ts'],
    tests: [
      'flows/outage › no connection: every route returns 503',
      'gateway/database/call › no row means that nothing was run: 503, never an empty success',
    ],
  },
  {
    id: 'V81',
    text: 'A client’s assertion, or an ID token, is used twice.',
    source: 'CVE-2020-5300, CVE-2020-15222',
    rules: ['auth_lib.consume_assertion', 'auth_api.sign_in_with_id_token', 'gateway/steps/verify_id_token.ts'],
    tests: [
      'flows/oauth/client_documents › an assertion counts once, at every gateway',
      'flows/id_tokens/attacks › a token works once in any encoding of its signature',
    ],
  },
  {
    id: 'V82',
    text: 'The level of a session is computed wrongly for a way to sign in.',
    source: 'CVE-2024-45042',
    rules: ['auth_lib.is_aal2', 'auth_lib.open_session'],
    tests: [
      'flows/row_level_security › auth.aal(): a row for the session with a verified second factor',
      'sql/api/passkey/sign_in_with_passkey › a session of one factor, by passkey',
      'flows/factors/totp › an older token of a raised session is not aal2',
    ],
  },
  {
    id: 'V83',
    text: 'Each name of an account has guesses of its own.',
    source: 'CVE-2025-24806',
    rules: ['auth_lib.count_password_failure', 'auth_lib.password_holder'],
    tests: [
      'security/failure_counts › wrong passwords count for the account: by e-mail and by phone',
      'security/guess_bound › F-25: an attempt at the codes of several accounts counts for each',
    ],
  },
  {
    id: 'V84',
    text: 'Recovery codes work twice, or partial data skips the check of a provider.',
    source: 'CVE-2026-31875, CVE-2026-33409, CVE-2026-27804',
    rules: ['auth_api.consume_recovery_code', 'gateway/providers/id_tokens.ts'],
    tests: [
      'security/factor_races › one recovery code opens one session',
      'flows/id_tokens/rules › reports the first rule that fails',
      'flows/id_tokens/attacks › rejects a missing signature',
    ],
  },
  {
    id: 'V85',
    text: 'A text makes a regular expression run for seconds.',
    source: 'CVE-2026-62317, GHSA-9h6g-pr28-7cqp',
    rules: ['core/glob.ts', 'gateway/pipeline/redact.ts', 'auth_lib.check_ban_duration'],
    tests: [
      'gateway/http/allow_list › matches a long target quickly',
      'sql/lib/check_ban_duration › rejects durations of a million characters without backtracking',
      'gateway/pipeline/request_log › removes addresses wherever they occur',
    ],
    note: 'A slower pattern makes a test exceed the time limit of its file, so core/glob.ts and gateway/pipeline/redact.ts have no mutation.',
  },
];
