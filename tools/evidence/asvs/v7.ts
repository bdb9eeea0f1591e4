// OWASP ASVS 5.0, chapter 7: Session management.
import type { Row } from '../row.ts';

export const V7: readonly Row[] = [
  {
    id: '7.1.1',
    text: 'Timeouts of sessions are documented (L2).',
    rules: ['docs/sessions.md', 'auth_lib.check_session_age'],
    tests: [
      'house/security_pages › docs/sessions.md documents every limit of a session',
      'flows/lifetimes › the time box ends a session that was just refreshed',
    ],
  },
  {
    id: '7.1.2',
    text: 'The number of parallel sessions is documented (L2).',
    settings: ['SVC_SESSIONS_SINGLE_PER_USER', 'SVC_SESSIONS_TAGS'],
    rules: ['docs/sessions.md', 'auth_lib.check_newer_session'],
    tests: [
      'house/security_pages › docs/sessions.md documents every limit of a session',
      'sql/api/session/newer_login › a newer sign-in stops refreshes of the older session',
    ],
  },
  {
    id: '7.1.3',
    text: 'Sessions of federated sign-ins are documented (L2).',
    rules: ['docs/sso.md', 'docs/oauth-server.md', 'auth_lib.open_session', 'auth_lib.check_client_session_age'],
    tests: [
      'house/security_pages › docs/sso.md and docs/oauth-server.md document when',
      'flows/sso/sign_in › a session that the provider ends',
      'security/attack_oauth › a client cannot refresh a session past its limits',
    ],
  },
  {
    id: '7.2.1',
    text: 'The server verifies session tokens (L1).',
    rules: ['gateway/pipeline/authenticate.ts', 'gateway/http/jwt.ts'],
    tests: [
      'flows/formats › T12 a bad, expired or forged token',
      'flows/admin_http › every administrative route',
      'gateway/http/jwt › rejects a signature with any character changed',
    ],
  },
  {
    id: '7.2.2',
    text: 'Session tokens are made at run time (L1).',
    rules: ['auth_lib.open_session'],
    tests: ['security/session_model › random sequences keep every invariant'],
  },
  {
    id: '7.2.3',
    text: 'Reference tokens are unique and unguessable (L1).',
    rules: ['core/keys/ring.ts', 'auth_api.refresh_session'],
    tests: [
      'core/keys/ring › a refresh token is 80 base64url characters',
      'flows/refresh › forged, of another user, of an unknown session',
      'core/keys/ring › rejects a refresh token with any character changed',
    ],
  },
  {
    id: '7.2.4',
    text: 'A sign-in makes a new session and ends the former one (L1).',
    status: 'partly',
    rules: ['auth_lib.open_session'],
    tests: [
      'security/given_ids › a sign-in takes no id that was given',
      'security/session_model › random sequences keep every invariant',
    ],
    note: 'A sign-in takes no id and opens a session of its own. The former session stays, because each device has one.',
  },
  {
    id: '7.3.1',
    text: 'Sessions end after inactivity (L2).',
    status: 'setting',
    settings: ['SVC_SESSIONS_INACTIVITY_TIMEOUT'],
    rules: ['auth_lib.check_session_age'],
    tests: [
      'flows/lifetimes › the time box ends a session that was just refreshed',
      'flows/lifetimes › a second factor or a recovery code does not raise a session past',
    ],
  },
  {
    id: '7.3.2',
    text: 'Sessions have a maximum lifetime (L2).',
    status: 'setting',
    settings: ['SVC_SESSIONS_TIMEBOX'],
    rules: ['auth_lib.check_session_age'],
    tests: [
      'sql/api/session/refresh_session › the limits of a session count from its start',
      'flows/lifetimes › the time box ends a session that was just refreshed',
      'flows/lifetimes › a second factor or a recovery code does not raise a session past',
    ],
  },
  {
    id: '7.4.1',
    text: 'Sign-out ends the session (L1).',
    status: 'setting',
    settings: ['SVC_SECURITY_STRICT_SESSIONS'],
    rules: ['auth_api.sign_out'],
    tests: [
      'flows/sign_up › with strict sessions a signed-out access token is invalid at once',
      'flows/session_ends › every end of a session notifies the listener',
    ],
    note: 'Without strict sessions an access token lives on until `exp`; policies can call `session_is_live()`.',
  },
  {
    id: '7.4.2',
    text: 'Disabling or deleting an account ends its sessions (L1).',
    rules: ['auth_lib.is_banned', 'auth_lib.prepare_user_deletion'],
    tests: [
      'flows/bans › every route of a user rejects a token issued before',
      'sql/api/admin/delete_user › soft: nothing signs in',
    ],
  },
  {
    id: '7.4.3',
    text: 'Changing a factor ends the other sessions (L2).',
    rules: ['auth_lib.cut_access', 'auth_lib.raise_session_to_aal2', 'auth_lib.delete_factor'],
    tests: [
      'flows/update_user › a new password: the current session stays, all others end',
      'flows/factors/totp › a right code verifies the factor and raises the session',
      'sql/api/factor/verify_factor › a right code',
      'flows/factors/totp › sessions raised by a factor',
      'flows/session_ends › every end of a session notifies the listener',
    ],
    note:
      'A new password and a new factor end the other sessions. The removal of a factor lowers the sessions that it raised ' +
      'to aal1; POST /logout?scope=others ends them.',
  },
  {
    id: '7.4.4',
    text: 'Pages show a way to sign out (L2).',
    rules: ['console/pages/frame.ts'],
    tests: ['browser/console_sign_in › at a production gateway, support signs in'],
  },
  {
    id: '7.4.5',
    text: 'Administrators end sessions of one user or of all (L2).',
    rules: ['auth_api.end_sessions', 'auth_api.end_every_session'],
    tests: [
      'sql/api/admin/end_sessions › all sessions; those that had ended keep their reason',
      'sql/api/admin/end_every_session › batches by user id until none is left',
    ],
  },
  {
    id: '7.5.1',
    text: 'Changes to the ways to sign in need a recent proof (L2).',
    status: 'setting',
    settings: ['SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION'],
    rules: ['auth_lib.check_user_update', 'auth_lib.check_aal', 'auth_api.enroll_factor'],
    tests: [
      'flows/update_user › with the setting on: no nonce, a wrong one, the right one',
      'flows/factors/totp › a session of aal1 cannot change sign-in methods',
    ],
    note: 'A new address is proven by mails to both addresses.',
  },
  {
    id: '7.5.2',
    text: 'Users see and end their sessions (L2).',
    rules: ['auth_api.get_sessions', 'auth_api.end_session'],
    tests: ['flows/session_ends › a user lists the devices and ends the session of one'],
  },
  {
    id: '7.5.3',
    text: 'Sensitive operations need another proof (L3).',
    rules: ['auth_lib.check_aal', 'auth_lib.check_admin'],
    tests: [
      'sql/refusals › admin_needs_aal2',
      'flows/merge_accounts › a second factor of either account has to be shown',
    ],
  },
  {
    id: '7.6.1',
    text: 'Sessions of providers and relying parties end as documented (L2).',
    rules: ['auth_lib.check_session_age', 'auth_lib.end_client_access', 'auth_lib.needs_sign_in'],
    tests: [
      'flows/sso/sign_in › a session that the provider ends',
      'sql/api/oauth/decide_authorization › max_age wants a new sign-in',
      'sql/api/session/refresh_session › the limits of a session count from its start',
      'sql/api/oauth/revoke_grant › ends the client’s sessions and codes',
    ],
  },
  {
    id: '7.6.2',
    text: 'A session needs consent or an action (L2).',
    rules: ['auth_lib.has_reusable_consent', 'gateway/steps/links.ts'],
    tests: [
      'sql/api/oauth/get_authorization › remembered consent does not count',
      'flows/confirm_page › a scanner that opens the link repeatedly does not consume it',
    ],
  },
];
