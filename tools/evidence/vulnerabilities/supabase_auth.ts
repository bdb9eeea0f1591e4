// Past vulnerabilities of supabase/auth.
import { ENUMERATION_NOTE, ENUMERATION_TESTS } from '../notes.ts';
import type { Row } from '../row.ts';

export const SUPABASE_AUTH: readonly Row[] = [
  {
    id: 'V01',
    text: 'Links in mails are built from a forwarded host of the request, so that a click gives the code to an attacker.',
    source: 'GHSA-3529-5m8x-rpv3, CVE-2023-49097, CVE-2026-29067',
    rules: ['gateway/http/external_url.ts'],
    tests: [
      'flows/providers/more_attacks › forged headers change no address',
      'flows/external_host › without a list no host is trusted',
      'flows/external_host › mails too use the host',
    ],
  },
  {
    id: 'V02',
    text: 'An ID token of any issuer that looks right signs in, and is linked by its address.',
    source: 'CVE-2026-31813',
    rules: ['gateway/providers/id_tokens.ts', 'auth_lib.find_accounts_of_identity', 'core/providers/known/azure.ts'],
    tests: [
      'flows/id_tokens/attacks › a well-formed token of an attacker’s own issuer',
      'flows/id_tokens/attacks › the tenant of a Microsoft token comes from its keys',
      'gateway/providers/mapping › the others accept only the keys of their own issuer',
      'security/linking_domains › a provider in another linking domain and the victim lead to two accounts',
    ],
  },
  {
    id: 'V03',
    text: 'The body of a sign-up sets members that only the server may set, such as the role or a confirmation.',
    source: 'GHSA-5hvv-9cqv-894r, GHSA-wpfr-6297-9v57',
    rules: ['auth_lib.create_user', 'auth_lib.address_identity_data'],
    tests: [
      'security/own_rights › public routes: a created user is ordinary and unconfirmed',
      'security/bad_strings › user metadata cannot set identity, verification or a role',
      'flows/sign_up_and_passwords › T35 data cannot set the identity or verification',
    ],
  },
  {
    id: 'V04',
    text: 'The revocation after reuse of a refresh token is rolled back with the error that reports it.',
    status: 'setting',
    settings: ['SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED'],
    rules: ['auth_api.refresh_session', 'auth_lib.revoke_session'],
    tests: [
      'flows/refresh › a reused grandparent revokes the session; that is committed',
      'flows/sessions › T79 and T80 a reused ancestor revokes, committed',
    ],
  },
  {
    id: 'V05',
    text: 'Parallel requests redeem one authorization code several times.',
    source: 'CVE-2026-53518',
    rules: ['auth_api.exchange_code', 'auth_api.exchange_authorization'],
    tests: [
      'sql/api/session/exchange_code › of 100 parallel exchanges one gets the session',
      'flows/races › 100 exchanges of one authorization code',
      'sql/api/oauth/exchange_authorization › of 100 parallel exchanges one gets a session',
      'sql/api/session/exchange_code › if two find the code concurrently',
    ],
  },
  {
    id: 'V06',
    text: 'The state of a provider sign-in can be used again after a user was attached to it.',
    rules: ['auth_api.consume_provider_flow'],
    tests: [
      'flows/providers/sign_in › T101: a state works once',
      'sql/api/provider/consume_provider_flow › a flow is consumed once',
    ],
  },
  {
    id: 'V07',
    text: 'Two decisions about one authorization request run at once, or the mark that it expired is rolled back.',
    rules: ['auth_lib.lock_authorization', 'auth_api.decide_authorization'],
    tests: [
      'sql/api/oauth/decide_authorization › of 50 approvals and denials at once one wins',
      'sql/api/oauth/decide_authorization › refuses every decision about an expired authorization',
      'sql/api/oauth/poll_device_authorization › approval and denial at once',
      'sql/lib/oauth_locks › no two functions of the OAuth server deadlock',
    ],
  },
  {
    id: 'V08',
    text: 'A revoked refresh token is found again by the path that raises a session to the second factor.',
    rules: ['auth_lib.raise_session_to_aal2'],
    tests: [
      'security/factor_races › a session that ends during the verification of its factor is not raised',
      'flows/lifetimes › a second factor or a recovery code does not raise a session past its time box',
    ],
  },
  {
    id: 'V09',
    text: 'The access token of a banned user continues to work.',
    source: 'CVE-2023-22492, CVE-2025-53942, CVE-2025-64521',
    rules: ['auth_lib.check_caller', 'auth_lib.is_banned'],
    tests: [
      'flows/bans › every route of a user rejects a token issued before',
      'flows/sessions › T90 a ban invalidates access tokens at once',
    ],
  },
  {
    id: 'V10',
    text: 'The access token of an administrator keeps its rights after the session was revoked.',
    rules: ['auth_lib.check_admin'],
    tests: [
      'sql/lib/check_admin › signed out, reused, ended by an administrator: the token is rejected at once',
      'flows/admin_http › an administrator with a session: access ends as soon as the session or the role does',
    ],
  },
  {
    id: 'V11',
    text: 'A session stays at the level of the second factor after the factor was removed.',
    rules: ['auth_lib.delete_factor', 'auth_lib.is_aal2'],
    tests: [
      'sql/api/factor/unenroll_factor › lowers sessions that it had raised to aal1',
      'sql/api/factor/unenroll_factor › a token of aal2 counts as aal1 once the factor',
      'flows/factors/totp › sessions raised by a factor are aal1 again when it is removed',
    ],
  },
  {
    id: 'V12',
    text: 'A session without the second factor changes sign-in methods, or an id of another user is accepted.',
    source: 'CVE-2026-3429, CVE-2026-55377, GHSA-4vcf-q4xf-f48m',
    rules: ['auth_lib.check_aal', 'auth_lib.find_factor', 'auth_api.enroll_factor', 'sql/lib/address_change.sql'],
    tests: [
      'flows/factors/totp › a session of aal1 cannot change sign-in methods once there is a factor',
      'security/own_rights › the verified token determines the user: sub, not the id in path, body or query',
      'sql/api/provider/start_identity_link › a session without the second factor cannot link',
      'sql/api/factor/unenroll_factor › a verified one requires aal2',
    ],
  },
  {
    id: 'V13',
    text: 'A user who was deleted softly signs in with a passkey.',
    rules: ['auth_lib.soft_delete_user'],
    tests: [
      'flows/passkeys/refusals › banned, soft-deleted: no passkey signs in',
      'sql/api/admin/delete_user › soft: nothing signs in, the token is rejected',
      'sql/api/admin/delete_user › soft: a tombstone with digests',
    ],
  },
  {
    id: 'V14',
    text: 'Codes sent to the former address, or a pending change, outlive a change of the address.',
    rules: ['auth_lib.cancel_address_changes', 'auth_lib.cut_access', 'auth_lib.is_flow_valid'],
    tests: [
      'sql/api/admin/change_user › the same address invalidates nothing; another one invalidates every link and code',
      'security/pending_change › an administrator’s e-mail address ends both kinds of change',
      'flows/providers/linking › linking an identity whose address becomes the account’s invalidates',
      'sql/api/provider/unlink_identity › the address is deleted with the identity that it came from',
      'security/pending_change › … ends a pending change of',
      'security/ownership › voids earlier links and authorization codes',
    ],
  },
  {
    id: 'V15',
    text: 'Recovery and confirmation codes survive a change of the password.',
    rules: ['auth_api.update_user', 'auth_lib.void_one_time_tokens'],
    tests: [
      'flows/update_user › links and codes requested before the change are invalid after it',
      'sql/api/account/update_user_password › a new password: the current session stays, the others end',
    ],
  },
  {
    id: 'V16',
    text: 'An identity gets the new address before that address is proven.',
    rules: ['auth_lib.request_email_change'],
    tests: [
      'sql/api/account/update_user_email › the request: two mails, no other change of the user or its identities',
    ],
  },
  {
    id: 'V17',
    text: 'Where addresses are confirmed automatically, any user changes the own address without a proof.',
    rules: ['auth_lib.request_email_change'],
    tests: [
      'flows/email_change › autoconfirm: the change still needs mails',
      'sql/api/account/update_user_email › under autoconfirm a change still needs mails',
    ],
  },
  {
    id: 'V18',
    text: 'The response to a second sign-up shows data of the existing account.',
    rules: ['auth_api.sign_up'],
    tests: [
      'sql/api/account/sign_up_again › confirmed: a fake user, unrelated to stored data',
      'flows/duplicate_sign_up › confirmed: a fake user, of the same members as a real new one',
    ],
  },
  {
    id: 'V19',
    text: 'Known and unknown addresses get different errors.',
    status: 'partly',
    rules: ['auth_lib.count_message', 'auth_lib.count_password_failure'],
    tests: [
      'security/account_limits › rejects the 101st password even if it is right, for known and unknown addresses',
      'security/enumeration › …, twice, returns the same for unknown',
      'security/enumeration › failed sign-ins return the same bytes',
      'security/enumeration › a wrong code, a used one and a code for an unknown address',
      ...ENUMERATION_TESTS,
    ],
    note: ENUMERATION_NOTE,
  },
  {
    id: 'V20',
    text: 'A redirect target passes the check and leads to another host: user info, escapes, numbers, schemes, line breaks.',
    rules: ['gateway/http/redirect.ts'],
    tests: [
      'gateway/http/redirect › rejects targets that only look like the host',
      'gateway/http/redirect › schemes that run or show content',
      'gateway/http/allow_list › wildcards left of the first slash never reach path',
      'security/hostile_requests › hostile grant types and redirect targets',
    ],
  },
  {
    id: 'V21',
    text: 'A limit looks at mails only and leaves SMS unlimited, or one client uses up the quota of all.',
    rules: ['auth_lib.count_message', 'auth_lib.has_quota', 'auth_api.count_request'],
    tests: [
      'security/sms_limits › mails and SMS have separate quotas',
      'security/client_limits › …: allows a burst of thirty over two gateways',
      'security/client_limits › a malformed body uses no token of /signup',
    ],
  },
  {
    id: 'V22',
    text: 'A request takes a second connection inside of its transaction, or hashes inside of one: the pool runs dry.',
    rules: ['gateway/database/call.ts', 'gateway/database/slot_queue.ts'],
    tests: [
      'flows/hash_queue › F-24 sixty connections of one client that flood with passwords do not block sign-ins of others',
      'flows/hash_queue › refreshes, users and codes work while hashes hold all slots',
      'house/biome › reports an import outside its allowed files, a transaction',
      'security/one_connection › several requests of every route complete',
      'security/one_connection › whole sessions of several users complete',
    ],
  },
  {
    id: 'V23',
    text: 'Parallel refreshes of one token lose the session.',
    rules: ['auth_api.refresh_session'],
    tests: ['flows/refresh › 50 concurrent refreshes of one token, through two gateways: all succeed, with one child'],
  },
  {
    id: 'V24',
    text: 'A password that an attacker set stays in an account whose owner signs in later with a provider.',
    rules: ['auth_lib.assign_ownership'],
    tests: [
      'flows/providers/accounts › T102: an unconfirmed account passes to the owner of the address',
      'security/takeover_model › some hundred random sequences violate no invariant',
    ],
  },
  {
    id: 'V25',
    text: 'A password above the 72 bytes of bcrypt is cut.',
    rules: ['auth_lib.check_new_password', 'auth_lib.hash_matches'],
    tests: [
      'sql/api/account/sign_in_with_password › 72 bytes are compared whole',
      'flows/sign_up_and_passwords › T31 the password limit counts bytes',
    ],
  },
  {
    id: 'V26',
    text: 'A malformed signature, nonce, session id or address ends the process.',
    rules: ['gateway/http/body.ts'],
    tests: [
      'security/fuzz › no request of a random walk gets 500 or more',
      'security/bad_input › …: returns 400 bad_json for NUL',
      'gateway/web3/mutated › …:',
    ],
  },
  {
    id: 'V27',
    text: 'Bodies of any size are read.',
    rules: ['gateway/server/body_budget.ts'],
    tests: [
      'security/bad_input › returns 413 for one byte above 1 MiB on every route with a body',
      'gateway/server/crowds › F-31: if bodies exceed the limit together',
      'gateway/server/crowds › F-31: a complete body counts until its response',
      'gateway/server/crowds › F-31: 200 parallel bodies',
    ],
    note: 'The bodies of all requests together occupy 16 MiB at most, beside small ones.',
  },
  {
    id: 'V28',
    text: 'Case, display names and lists in an address make a second account, or a mail to another mailbox.',
    source: 'CVE-2021-3424',
    rules: ['auth_lib.normal_email', 'auth_lib.check_email'],
    tests: [
      'flows/providers/attacks › spellings of an address are one address, and an invalid one creates no account',
      'security/locale › in a Turkish database an address with an I stays the address that was typed',
      'worker/mail › one recipient, exactly the stored address',
      'sql/api/account/sign_up › the checks answer in supabase/auth',
    ],
  },
  {
    id: 'V29',
    text: 'Functions that policies call depend on the search_path of their caller.',
    rules: ['sql/contract.sql'],
    tests: ['flows/row_level_security › a hostile search_path changes nothing'],
  },
  {
    id: 'V30',
    text: 'A crash loses a mail that was promised, or a mail is sent for a row that is never written.',
    rules: ['auth_lib.enqueue'],
    tests: [
      'flows/sign_up_and_passwords › T40 the mail is queued in the user',
      'sql/lib/enqueue › commits with its transaction, and notifies only then',
      'worker/crash › killed before, during and after DATA',
    ],
  },
  {
    id: 'V31',
    text: 'Audit entries are lost or lack their origin.',
    rules: ['auth_lib.audit'],
    tests: [
      'security/refused_sign_ins › each failed sign-in of an account is recorded with its error and its origin',
      'sql/api/admin/change_user › the audit log names what was changed',
    ],
  },
  {
    id: 'V32',
    text: 'Local time in one process breaks the expiry of sessions.',
    rules: ['auth_lib.clock', 'sql/roles.sql'],
    tests: [
      'flows/time_zones › a session ends at its time box and a code at its expiry',
      'flows/time_zones › times in responses, tokens and mails are those of UTC',
      'sql/api/session/refresh_session › the limits of a session count from its start',
      'flows/clock_set_back › a limit that was in use before the jump',
    ],
  },
  {
    id: 'V33',
    text: 'A limit of zero means no limit, or automatic confirmation uses the quota.',
    rules: ['auth_lib.quota_size'],
    tests: [
      'security/mail_limits › 0 rejects every mail',
      'security/mail_limits › under autoconfirm a sign-up has no spacing and uses no quota',
    ],
  },
  {
    id: 'V34',
    text: 'An id in a path leads to another route of the administrator.',
    source: 'CVE-2025-48370',
    rules: ['gateway/pipeline/router.ts', 'auth_lib.path_uuid'],
    tests: [
      'flows/admin_http › ids in a path: accepts every spelling of a UUID, and no path traversal',
      'security/bad_requests › refuses every other spelling of a path',
    ],
  },
];
