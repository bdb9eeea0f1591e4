// OWASP ASVS 5.0, chapter 8: Authorization.
import type { Row } from '../row.ts';

export const V8: readonly Row[] = [
  {
    id: '8.1.1',
    text: 'Rules of access to functions and data are documented (L1).',
    rules: ['docs/administration.md', 'docs/for-dbas.md'],
    tests: [
      'sql/api/admin/rights › the table of rights names every function',
      'security/client_policies › a client with the scope reads',
      'sql/api/admin/rights › the page of the roles documents the right of each',
    ],
  },
  {
    id: '8.1.2',
    text: 'Rules of access to members are documented (L2).',
    rules: ['docs/administration.md', 'docs/oauth-server.md'],
    tests: [
      'sql/api/admin/rights › the page of the roles documents the right',
      'house/security_pages › docs/administration.md and docs/oauth-server.md document',
    ],
  },
  {
    id: '8.1.3',
    text: 'Circumstances that decide are documented (L3).',
    status: 'not applicable',
    note: 'Only limits look at the client’s address; docs/operating.md says how.',
  },
  { id: '8.1.4', text: 'The use of circumstances is documented (L3).', status: 'not applicable', note: 'See 8.1.3.' },
  {
    id: '8.2.1',
    text: 'A function needs an explicit right (L1).',
    rules: ['auth_lib.check_admin', 'auth_lib.has_admin_right'],
    tests: [
      'sql/api/admin/rights › every function refuses a role without its right',
      'security/client_tokens › four routes accept the token of a client, and all other routes of users and administrators reject it',
    ],
  },
  {
    id: '8.2.2',
    text: 'An id of somebody else opens nothing (L1).',
    rules: ['auth_lib.find_caller', 'sql/lib/access.sql'],
    tests: [
      'security/own_rights › the verified token determines the user',
      'sql/api/session/end_session › an invalid id, an ended session and another user',
    ],
  },
  {
    id: '8.2.3',
    text: 'Members are restricted (L2).',
    rules: ['auth_lib.check_user_update', 'auth_lib.user_json_for_admin', 'auth_lib.client_user_json'],
    tests: [
      'security/own_rights › a user’s routes: forged members',
      'security/client_tokens › GET /user shows a client the members of its scopes',
      'sql/api/admin/rights › support and auditors see what the table says',
      'security/own_rights › rejects app_metadata in PUT /user',
    ],
  },
  {
    id: '8.2.4',
    text: 'Controls adapt to circumstances (L3).',
    status: 'not held',
    note: 'No rule of Postern depends on place, device or time of day. The hook `custom_access_token` gets the time and the IP address of every sign-in and refresh and can refuse it ([Hooks](hooks.md)).',
  },
  {
    id: '8.3.1',
    text: 'The server enforces rights (L1).',
    rules: ['sql/grants.sql', 'auth_lib.check_admin'],
    tests: [
      'house/privileges › by attempt: a compromised gateway cannot escape from its functions',
      'house/privileges › by attempt: select on every table fails',
      'sql/api/admin/rights › every function refuses a role without its right',
    ],
  },
  {
    id: '8.3.2',
    text: 'A changed right counts at once (L3).',
    settings: ['SVC_SECURITY_STRICT_SESSIONS'],
    rules: ['auth_lib.check_admin'],
    tests: ['sql/lib/check_admin › a revoked role rejects an administrator at once'],
    note: 'Claims of an access token are those of its last refresh.',
  },
  {
    id: '8.3.3',
    text: 'Access follows the user, not the service between (L3).',
    rules: ['sql/contract.sql'],
    tests: ['flows/row_level_security › two users see, change and write only their own rows'],
  },
  {
    id: '8.4.1',
    text: 'Tenants are separate (L2).',
    status: 'partly',
    rules: ['auth_lib.request_aud', 'core/database/names.ts'],
    tests: ['security/audiences › rejects audiences other than', 'install/namespace › an installation as'],
    note: 'A tenant is an installation (namespace); audiences separate accounts by address.',
  },
  {
    id: '8.4.2',
    text: 'Administration needs several layers (L3).',
    status: 'partly',
    rules: ['auth_lib.check_admin'],
    tests: [
      'sql/refusals › admin_needs_aal2: every function for administrators',
      'sql/lib/check_admin › past not_after, the time box or the inactivity timeout',
      'console/console › at a production gateway, an administrator signs in with two factors',
    ],
    note: 'A second factor and a short session; no state of the device is checked.',
  },
];
