// Invariants: conditions that hold after any sequence of requests, each with its rule and the test that checks it.
import type { Row, Table } from './row.ts';
import { SYSTEM_INVARIANTS } from './system_invariants.ts';

const SESSIONS: readonly Row[] = [
  {
    id: 'I-01',
    text: 'A session has exactly one current refresh token, also within the reuse interval.',
    rules: ['auth_api.refresh_session'],
    tests: ['security/session_model › random sequences keep every invariant of sessions and refresh tokens'],
  },
  {
    id: 'I-02',
    text: 'A revoked session never yields a token again.',
    rules: ['auth_lib.revoke_session', 'auth_api.refresh_session'],
    tests: [
      'security/token_model › random sequences with clients and factors break no invariant of tokens',
      'security/session_model › random sequences keep every invariant of sessions and refresh tokens',
      'flows/refresh › a reused grandparent revokes the session',
    ],
  },
  {
    id: 'I-03',
    text: 'A refresh token has at most one child.',
    rules: ['auth_api.refresh_session'],
    tests: [
      'security/session_model › random sequences keep every invariant of sessions and refresh tokens',
      'flows/refresh › 50 concurrent refreshes of one token',
    ],
  },
  {
    id: 'I-04',
    text: 'The child of a refresh token has the session, user and client of its parent.',
    rules: ['auth_api.refresh_session'],
    tests: [
      'security/token_model › random sequences with clients and factors break no invariant of tokens',
      'security/session_model › random sequences keep every invariant of sessions and refresh tokens',
      'security/client_tokens › a refresh token of a client is refused at /token',
      'security/client_tokens › the child of a client’s refresh token',
    ],
  },
  {
    id: 'I-05',
    text: 'Within the reuse interval a refresh token gives one child, however often it is used; after it, at most one caller gets a child.',
    rules: ['auth_api.refresh_session'],
    tests: [
      'security/session_model › 100 parallel refreshes of one token give one child',
      'sql/api/session/refresh_session › parallel refreshes of one token all return the one child',
      'sql/api/session/refresh_session › without a reuse interval one of 20',
    ],
  },
  {
    id: 'I-06',
    text: 'A session never changes its user, and created_at ≤ refreshed_at ≤ now.',
    rules: ['auth_lib.open_session'],
    tests: ['security/session_model › random sequences keep every invariant of sessions and refresh tokens'],
  },
  {
    id: 'I-07',
    text: 'No session, factor, identity or token belongs to a user that is missing or deleted.',
    rules: ['auth_lib.remove_user', 'auth_lib.soft_delete_user'],
    tests: [
      'sql/api/admin/delete_user › this file lists every table that has rows of users',
      'sql/api/admin/delete_user › hard: every row is gone',
      'sql/api/admin/delete_user › soft: a tombstone with digests for addresses, nothing else',
      'security/account_races › deletions concurrent with other requests cause no error',
    ],
  },
  {
    id: 'I-08',
    text: 'A banned user gets no token until the ban ends, and then needs no other action.',
    rules: ['auth_lib.is_banned'],
    tests: [
      'flows/bans › a ban expires by itself',
      'flows/bans › links and codes requested before or during the ban',
      'flows/bans › the refresh grant: rejected, no session is lost',
    ],
  },
  {
    id: 'I-09',
    text: 'A sign-out ends exactly the sessions of its scope.',
    rules: ['auth_api.sign_out'],
    tests: [
      'sql/api/session/sign_out › local ends the token’s own, others all except that',
      'flows/sessions › T84 local ends this session',
    ],
  },
  {
    id: 'I-10',
    text: 'An access token names a session that existed, with its level and methods; aal2 needs a verified factor.',
    rules: ['auth_lib.session_reply', 'auth_lib.is_aal2'],
    tests: [
      'security/token_model › random sequences with clients and factors break no invariant of tokens',
      'security/session_model › random sequences keep every invariant of sessions and refresh tokens',
      'flows/row_level_security › auth.aal(): a row for the session with a verified second factor',
      'flows/factors/totp › an older token of a raised session is not aal2',
    ],
  },
  {
    id: 'I-11',
    text: 'No refresh succeeds after the time box or the inactivity timeout of a session.',
    settings: ['SVC_SESSIONS_TIMEBOX', 'SVC_SESSIONS_INACTIVITY_TIMEOUT'],
    rules: ['auth_lib.check_session_age'],
    tests: [
      'flows/lifetimes › the time box ends a session that was just refreshed',
      'sql/api/session/refresh_session › the limits of a session count from its start',
    ],
  },
];

const USERS: readonly Row[] = [
  {
    id: 'I-12',
    text: 'An address is confirmed only by a proof of that address, or by an administrator or a setting.',
    rules: ['auth_lib.confirm_address', 'auth_lib.set_address'],
    tests: [
      'sql/api/admin/change_user › an address takes effect at once',
      'security/takeover_model › some hundred random sequences violate no invariant',
      'flows/admin_confirms › an e-mail address: signUp, updateUserById with email_confirm',
    ],
  },
  {
    id: 'I-13',
    text: 'An address has one owner in its linking domain, and so has an identity.',
    rules: ['constraint addresses_pkey', 'constraint identities_subject_key'],
    tests: [
      'security/account_races › the tables accept no second owner',
      'security/account_races › administrators change ten users to one address at once',
      'sql/api/account/sign_up › of parallel sign-ups of one address one creates the user',
      'flows/providers/sign_in › 50 concurrent first sign-ins of one identity create one user',
    ],
  },
  {
    id: 'I-14',
    text: 'app_metadata.providers lists the providers of the identities.',
    rules: ['auth_lib.refresh_providers'],
    tests: [
      'sql/api/provider/unlink_identity › deletes an identity and recomputes providers',
      'sql/api/account/merge_users › random merges keep every invariant',
    ],
  },
  {
    id: 'I-15',
    text: 'The e-mail identity has the address of the user, unless a change is pending.',
    rules: ['auth_lib.upsert_address_identity', 'auth_lib.move_addresses'],
    tests: [
      'sql/api/account/update_user_email › both confirm, in either order, by link or code',
      'sql/api/admin/change_user › an address takes effect at once',
      'sql/api/admin/create_user › the smallest user',
      'sql/api/account/merge_users › the e-mail identity has the address of the user',
    ],
  },
  {
    id: 'I-16',
    text: 'No session is opened for an unconfirmed address.',
    settings: ['SVC_MAILER_AUTOCONFIRM', 'SVC_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS'],
    rules: ['auth_lib.check_password_account', 'auth_lib.require_confirmation'],
    tests: [
      'sql/api/account/sign_in_with_password › reports banned and unconfirmed only after the right password',
      'security/takeover_later › before the proof no password, link type or code of another kind opens a session',
      'flows/providers/accounts › an unverified address gets a mail',
    ],
  },
  {
    id: 'I-17',
    text: 'No password from before the first proof of an account survives it, unless the proof is of the sign-up that set it.',
    rules: ['auth_lib.assign_ownership_by_mail', 'auth_lib.void_pending_password', 'auth_lib.consume_token'],
    tests: [
      'security/takeover › the invariant holds for every order of up to three requests',
      'security/takeover_phone › the invariant holds for every order of up to two requests',
      'security/takeover_model › some hundred random sequences violate no invariant',
    ],
  },
  {
    id: 'I-18',
    text: 'Nothing that a user sends changes role, audience, app_metadata, ban, confirmation or ids.',
    rules: ['auth_lib.check_user_update', 'auth_lib.address_identity_data', 'auth_api.update_user'],
    tests: [
      'security/own_rights › a user’s routes: forged members in body, data or query have no effect',
      'sql/api/account/update_user › only a user with the default audience',
      'security/bad_strings › user metadata cannot set identity',
    ],
  },
  {
    id: 'I-19',
    text: 'A user is anonymous exactly while there is no address and no identity, and keeps the id at the conversion.',
    rules: ['auth_lib.complete_email_change', 'auth_lib.complete_phone_change'],
    tests: [
      'flows/anonymous › conversion by e-mail: one mail, the same user',
      'flows/anonymous › conversion by phone: the same user',
    ],
  },
  {
    id: 'I-20',
    text: 'A stored hash has a known form: never empty, never of DES.',
    rules: ['constraint passwords_hash_check', 'constraint pending_passwords_hash_check', 'auth_lib.is_foreign_hash'],
    tests: [
      'sql/lib/foreign_hash › no table accepts a hash of another form, or an empty one',
      'sql/lib/foreign_hash › rejects hostile hashes',
    ],
  },
  {
    id: 'I-21',
    text: 'Only the functions that create or delete a user change the number of users, each by one.',
    rules: ['auth_lib.create_user', 'auth_lib.delete_user_row'],
    tests: [
      'flows/user_inserts › one function inserts users, besides the bulk imports',
      'security/random_calls › only functions that create or delete a user',
      'sql/api/admin/delete_user › five concurrent calls: one deletes, the others find nothing',
    ],
  },
];

const TOKENS: readonly Row[] = [
  {
    id: 'I-22',
    text: 'A link or code works at most once, also for 100 parallel attempts.',
    rules: ['auth_lib.consume_token'],
    tests: [
      'flows/races › 100 concurrent uses of one link by GET',
      'flows/races › 100 concurrent uses of one code',
      'security/one_time_races › …: ten uses of its code, its link, and both at once open one session',
    ],
  },
  {
    id: 'I-23',
    text: 'A user has at most one valid token of a kind.',
    rules: ['auth_lib.issue_token'],
    tests: [
      'flows/messages › T74 a generated link replaces a mailed one',
      'flows/codes › T52 a magic link replaces a recovery link',
      'sql/api/account/request_magic_link › a new link replaces the recovery link',
    ],
  },
  {
    id: 'I-24',
    text: 'A token is accepted for its own kind, user and address only.',
    rules: ['auth_lib.check_token', 'auth_lib.token_kinds'],
    tests: [
      'flows/codes › T49 a code belongs to its address',
      'flows/messages › T76a a token issued for an SMS confirms no email',
      'flows/messages › T76a the reverse',
      'sql/api/verify/verify_token › another audience, a changed address',
    ],
  },
  {
    id: 'I-25',
    text: 'A token that was used, replaced, revoked or has expired is refused for ever.',
    rules: ['auth_lib.check_token', 'auth_lib.is_flow_valid'],
    tests: [
      'sql/api/verify/verify_token › expires strictly after its time',
      'sql/api/verify/verify_token › the first link or code used invalidates every other one of the user',
      'security/ownership › voids earlier links and authorization codes',
      'sql/api/verify/verify_token › another audience, a changed address',
    ],
  },
  {
    id: 'I-26',
    text: 'After five wrong attempts a code is refused even if it is right, also for parallel attempts.',
    settings: ['SVC_SECURITY_MAX_CODE_FAILURES'],
    rules: ['auth_lib.match_code'],
    tests: [
      'security/account_limits › five wrong attempts invalidate a code but not its link',
      'sql/api/verify/verify_token › parallel attempts count: five are counted, the sixth finds nothing',
    ],
  },
  {
    id: 'I-27',
    text: 'A new password, a new address or a deletion voids every link and code of the user; a ban refuses them.',
    rules: ['auth_lib.cut_access', 'auth_lib.void_one_time_tokens'],
    tests: [
      'sql/api/account/update_user_password › a new password: the current session stays, the others end',
      'sql/api/admin/change_user › a password ends every session and every link',
      'flows/bans › links and codes requested before or during the ban',
      'security/ownership › voids earlier links and authorization codes',
    ],
  },
  {
    id: 'I-28',
    text: 'A secure change of address needs both proofs, each once, in any order.',
    rules: ['auth_lib.confirm_email_change'],
    tests: [
      'sql/api/account/update_user_email › both confirm, in either order, by link or code',
      'security/email_change_race › two concurrent changes of address, 200 rounds',
    ],
  },
  {
    id: 'I-29',
    text: 'A flow gives at most one authorization code, and the code at most one session, for its verifier only.',
    rules: ['auth_api.exchange_code', 'auth_lib.start_flow'],
    tests: [
      'security/pkce_races › …: ten uses of its link, its code and its hash have one effect',
      'sql/api/session/exchange_code › a wrong verifier is rejected and may be retried',
    ],
  },
  {
    id: 'I-30',
    text: 'The nonce of a reauthentication works once, for its user, within its lifetime.',
    rules: ['auth_lib.verify_nonce', 'auth_lib.match_code'],
    tests: [
      'sql/api/account/update_user_password › the nonce: required by the setting, valid once',
      'sql/api/account/update_user_password › the nonce: for this user and purpose, until it expires',
    ],
  },
  {
    id: 'I-31',
    text: 'No stored value is a secret that a client can present.',
    rules: ['core/keys/ring.ts'],
    tests: [
      'security/canary › no table holds a secret',
      'security/oauth_dump › no value of a dump is an authorization id',
    ],
  },
];

const MESSAGES: readonly Row[] = [
  {
    id: 'I-32',
    text: 'A response that promises a message has queued it in the same transaction, and every message ends as sent, failed or expired.',
    rules: ['auth_lib.enqueue_message', 'auth_lib.queue_message', 'auth_api.expire_messages'],
    tests: [
      'flows/sign_up_and_passwords › T40 the mail is queued in the user',
      'sql/lib/enqueue › commits with its transaction, and notifies only then',
      'sql/lib/enqueue › every kind of message gets one job',
      'sql/api/worker/expire_messages › late messages expire',
      'sql/api/account/sign_up › the job holds ids only',
    ],
  },
  {
    id: 'I-33',
    text: 'A message is sent once, and once more at most for each worker that was killed, with the same Message-ID.',
    rules: ['auth_api.lease_message'],
    tests: [
      'worker/crash › killed before, during and after DATA',
      'worker/deliver › retries a temporary error with the same code, Message-ID and Date',
      'worker/deliver › F-02: retries a message leased by another worker',
      'sql/api/worker/lease_message › of many concurrent calls one gets the message',
    ],
  },
  {
    id: 'I-34',
    text: 'Spacing and quota of messages hold over all gateways.',
    settings: ['SVC_SMTP_MAX_FREQUENCY', 'SVC_RATE_LIMIT_EMAIL_SENT'],
    rules: ['auth_lib.count_message', 'auth_lib.count_quota'],
    tests: [
      'security/mail_limits › two gateways share the quota',
      'security/mail_limits › parallel requests for one address send one mail',
      'security/message_bombs › every sending route, tried every 5 minutes for 6 hours',
      'security/mail_limits › a quota holds for parallel requests',
    ],
  },
  {
    id: 'I-35',
    text: 'A code goes to the address that it proves.',
    rules: ['auth_lib.check_token', 'auth_lib.request_email_change'],
    tests: [
      'sql/api/account/update_user_email › two users who request one address',
      'security/takeover_model › some hundred random sequences violate no invariant',
      'sql/api/account/update_user_email › the request: two mails',
      'sql/api/verify/verify_token › another audience, a changed address',
    ],
  },
  {
    id: 'I-36',
    text: 'A link in a message has a host that is configured.',
    rules: ['gateway/http/redirect.ts', 'gateway/http/external_url.ts'],
    tests: [
      'flows/external_host › a generated link starts with a listed host',
      'security/bad_strings › line breaks in a redirect target with an allowed host',
    ],
  },
  {
    id: 'I-37',
    text: 'A limit refuses nobody for longer than its stated time.',
    rules: ['auth_lib.check_password_failures', 'auth_api.count_request'],
    tests: [
      'security/failure_counts › the hour starts with the first failure',
      'sql/api/service/count_request › an hour after its creation a bucket is reset to full',
    ],
  },
  {
    id: 'I-38',
    text: 'A token that was signed verifies to its claims, and no changed one verifies.',
    rules: ['gateway/http/jwt.ts'],
    tests: [
      'gateway/http/jwt › a signed token verifies, with our code and with jose',
      'gateway/http/jwt › rejects a signature with any character changed',
    ],
  },
  {
    id: 'I-39',
    text: 'exp − iat is the configured lifetime, and iat is the time of the database.',
    settings: ['SVC_JWT_EXP'],
    rules: ['auth_lib.session_reply', 'auth_lib.access_token_lifetime'],
    tests: [
      'sql/api/session/refresh_session › the current token rotates: counter, times, client',
      'flows/refresh › a new access token: exp moves on',
      'flows/follow_link › the access token: exact header and claims',
    ],
  },
  {
    id: 'I-40',
    text: 'Every access token has its claims with their types.',
    rules: ['auth_lib.session_reply'],
    tests: ['flows/follow_link › the access token: exact header and claims', 'flows/sessions › T86 aud is a string'],
  },
];

export const INVARIANTS: Table = {
  file: 'docs/security-invariants.md',
  title: 'Invariants',
  about:
    'This page lists invariants, which hold after any sequence of requests. Each row has the rule and the tests that check it.',
  column: 'invariant',
  groups: [
    { title: 'Sessions and refresh tokens', rows: SESSIONS },
    { title: 'Users and identities', rows: USERS },
    { title: 'Links, codes and flows', rows: TOKENS },
    { title: 'Messages, limits and signed tokens', rows: MESSAGES },
    { title: 'The whole system', rows: SYSTEM_INVARIANTS },
  ],
};
