// OWASP ASVS 5.0, chapter 2: Validation and business logic.
import type { Row } from '../row.ts';

export const V2: readonly Row[] = [
  {
    id: '2.1.1',
    text: 'Input rules are documented (L1).',
    rules: ['docs/api.md', 'docs/errors.md'],
    tests: [
      'house/api_document › docs/api.md is up to date',
      'house/errors_document › docs/errors.md is up to date',
      'house/openapi/document › marks required members of the query and of bodies',
      'house/api_document › docs/api.md documents each member',
    ],
  },
  {
    id: '2.1.2',
    text: 'Rules for combined values are documented (L2).',
    rules: ['docs/errors.md', 'sql/errors.sql'],
    tests: [
      'house/errors_document › every row of both tables is in the document',
      'security/refusals › every row of errors.sql has a call here',
      'house/errors_document › docs/errors.md is up to date',
    ],
  },
  {
    id: '2.1.3',
    text: 'Limits per user and for all users are documented (L2).',
    rules: ['docs/operating.md', 'docs/settings.md'],
    tests: [
      'house/security_pages › docs/operating.md documents the default of each limit',
      'core/settings/reading › docs/settings.md lists every setting',
    ],
  },
  {
    id: '2.2.1',
    text: 'Input is checked against an expected structure (L1).',
    rules: ['gateway/http/body.ts', 'gateway/http/query.ts'],
    tests: [
      'security/bad_input › …: returns 400 bad_json for a member of another type',
      'gateway/http/body › top level and members of a wrong type',
      'security/bad_input › returns 400 validation_failed for NUL',
    ],
  },
  {
    id: '2.2.2',
    text: 'Input is checked by the server (L1).',
    rules: ['gateway/http/body.ts', 'auth_lib.check_email'],
    tests: [
      'security/refusals › every row of errors.sql has a call here',
      'security/bad_input › …: returns 400 bad_json for a member of another type',
      'sql/api/account/sign_up › the checks answer in supabase/auth’s order',
    ],
  },
  {
    id: '2.2.3',
    text: 'Combinations of values are checked (L2).',
    rules: ['auth_lib.check_pkce', 'auth_lib.client_metadata_fault', 'auth_lib.check_verify_request'],
    tests: [
      'sql/lib/oauth_client › a client’s type and method follow from each other',
      'flows/codes › T57 token_hash beside an email, a phone or a target is 400',
      'sql/refusals › the parameters of PKCE',
    ],
  },
  {
    id: '2.3.1',
    text: 'Steps of a flow run in their order; none is left out (L1).',
    rules: ['auth_lib.is_flow_valid', 'auth_lib.lock_authorization', 'auth_api.decide_authorization'],
    tests: [
      'security/oauth_model › random sequences break no invariant',
      'sql/api/oauth/decide_authorization › refuses every decision before',
      'sql/api/oauth/decide_authorization › refuses every decision about an expired authorization',
      'security/ownership › voids earlier links',
    ],
  },
  {
    id: '2.3.2',
    text: 'Limits of the documentation are enforced (L2).',
    rules: ['auth_lib.count_message', 'auth_api.count_request'],
    tests: [
      'security/client_limits_refill › sixteen clients of one /48 use up its total',
      'security/mail_limits › N: allows N mails per clock hour',
    ],
  },
  {
    id: '2.3.3',
    text: 'An operation succeeds whole or is rolled back (L2).',
    rules: ['auth_lib.fail_with'],
    tests: [
      'security/refusals › an error of the mail quota after writes is raised',
      'flows/sign_up_and_passwords › T40 the mail is queued in the user',
    ],
  },
  {
    id: '2.3.4',
    text: 'Locks prevent a limited thing from being used twice (L2).',
    rules: ['auth_lib.consume_token', 'auth_lib.lock_user'],
    tests: [
      'security/one_time_races › …: ten uses of its code',
      'flows/races › 100 concurrent uses of one link by GET',
    ],
  },
  {
    id: '2.3.5',
    text: 'High-value operations need several people (L3).',
    status: 'not held',
    note: 'One administrator with a second factor may do what the role allows; the audit log names the person and the change.',
  },
  {
    id: '2.4.1',
    text: 'Automated requests are limited (L2).',
    rules: ['auth_api.count_request', 'gateway/pipeline/limits.ts', 'auth_lib.mailbox_messages_left'],
    tests: [
      'security/client_limits › …: allows a burst of thirty',
      'security/message_bombs › every sending route, tried every 5 minutes',
    ],
  },
  {
    id: '2.4.2',
    text: 'Flows need human timing (L3).',
    status: 'partly',
    settings: ['SVC_SECURITY_CAPTCHA_ENABLED'],
    rules: ['gateway/pipeline/captcha.ts'],
    tests: ['gateway/pipeline/captcha › T99: required on these routes'],
    note: 'A captcha and limits instead of a minimum time.',
  },
];
