// OWASP ASVS 5.0, chapter 16: Logging and errors.
import type { Row } from '../row.ts';

export const V16: readonly Row[] = [
  {
    id: '16.1.1',
    text: 'What is logged, where and how long is documented (L2).',
    rules: ['docs/telemetry.md', 'docs/for-dbas.md', 'docs/administration.md', 'auth_api.maintain_partitions'],
    tests: [
      'house/security_pages › docs/for-dbas.md and docs/telemetry.md document how long',
      'sql/api/worker/maintain_partitions › drops months past the retention',
      'sql/api/admin/rights › the page of the roles',
      'cli/log_rotation › the logrotate rule in docs/telemetry.md',
    ],
  },
  {
    id: '16.2.1',
    text: 'An entry says when, where, who and what (L2).',
    rules: ['auth_lib.audit', 'core/log.ts'],
    tests: [
      'sql/api/admin/list_audit › an entry has supabase/auth’s shape',
      'core/log › a line is one JSON object with time, level and msg',
    ],
  },
  {
    id: '16.2.2',
    text: 'Times are in UTC (L2).',
    rules: ['auth_lib.wire_time', 'core/wire_user.ts', 'core/log.ts'],
    tests: [
      'flows/formats › T23 times end in Z',
      'core/log › a line is one JSON object with time, level and msg',
      'worker/audit_log_copier › 20.1: entries are lines',
    ],
  },
  {
    id: '16.2.3',
    text: 'Logs go only to documented places (L2).',
    rules: ['core/log.ts', 'core/log_destination.ts', 'docs/telemetry.md'],
    tests: [
      'core/log › LOG_FILE is appended to, with mode 0660',
      'house/outputs › the table of docs/telemetry.md lists all source files that write',
    ],
  },
  {
    id: '16.2.4',
    text: 'Logs can be read by machines (L2).',
    rules: ['core/log.ts'],
    tests: ['core/log › a line is one JSON object with time, level and msg'],
  },
  {
    id: '16.2.5',
    text: 'Secrets are not logged (L2).',
    rules: ['gateway/pipeline/redact.ts'],
    tests: [
      'security/canary › the logs of gateway and worker contain no secret',
      'security/logged_requests › a secret is not logged: in each header that is read',
      'security/canary › the server’s log contains no secret although it logs every statement',
      'security/logged_requests › a secret is not logged: in each parameter of a query',
    ],
  },
  {
    id: '16.3.1',
    text: 'Sign-ins, successful and failed, are recorded (L2).',
    rules: ['auth_lib.sign_in', 'auth_lib.audit_refusal'],
    tests: [
      'sql/api/account/sign_in_with_password › the right password: a session, the audit row',
      'security/refused_sign_ins › each failed sign-in of an account is recorded',
    ],
  },
  {
    id: '16.3.2',
    text: 'Refused requests are recorded (L2).',
    rules: ['auth_api.add_tallies'],
    tests: [
      'flows/console_api › a refused request is found by its id',
      'sql/api/service/add_tallies › a refused request: the user is the caller',
    ],
  },
  {
    id: '16.3.3',
    text: 'Attempts to bypass controls are recorded (L2).',
    rules: ['auth_api.refresh_session', 'gateway/pipeline/request_observer.ts', 'auth_api.add_tallies'],
    tests: [
      'gateway/pipeline/watch › F-20: counts a refusal by its limit',
      'sql/api/session/refresh_session › the parent after the interval, or with interval 0',
      'sql/api/service/add_tallies › a refused request: the user is the caller',
    ],
  },
  {
    id: '16.3.4',
    text: 'Unexpected errors are logged (L2).',
    rules: ['gateway/pipeline/request_log.ts'],
    tests: [
      'security/gateway_refusals › an unexpected SQL error returns only the generic body',
      'gateway/pipeline/request_log › distinguishes a fault of this code',
    ],
  },
  {
    id: '16.4.1',
    text: 'Text of clients cannot forge a line (L2).',
    rules: ['core/log.ts'],
    tests: [
      'security/hostile_requests › no hostile text caused an error in the database’s log or broke a log line',
      'core/log › a line is one JSON object with time',
    ],
  },
  {
    id: '16.4.2',
    text: 'Logs are protected from reading and changing (L2).',
    rules: ['sql/grants.sql'],
    tests: [
      'house/privileges › gateway and admin have no relation',
      'house/privileges › the auditor reads its views in read-only sessions',
      'house/privileges › by attempt: select on every table fails',
    ],
  },
  {
    id: '16.4.3',
    text: 'Logs are sent to another system (L2).',
    status: 'setting',
    settings: ['SVC_LOG_AUDIT_EVENTS'],
    rules: ['worker/audit_log_copier.ts', 'docs/telemetry.md'],
    tests: ['worker/audit_log_copier › 20.1: entries are lines'],
    note: 'Entries can be written to the log, and traces to a collector; the operator stores them elsewhere.',
  },
  {
    id: '16.5.1',
    text: 'Errors show nothing internal (L2).',
    rules: ['gateway/database/faults.ts'],
    tests: ['security/gateway_refusals › an unexpected SQL error returns only the generic body'],
  },
  {
    id: '16.5.2',
    text: 'A fault of another service is survived (L2).',
    rules: ['core/database/outage.ts', 'docs/faults.md'],
    tests: [
      'flows/outage › no connection: every route returns 503',
      'flows/outage › a serialization failure or a deadlock',
      'worker/mail_servers › a server that does not answer',
      'worker/webhooks/deliver › gives up a server that hangs',
      'flows/providers/faults › a provider that does not answer in time',
      'gateway/pipeline/captcha › an unreachable, slow or malformed provider',
    ],
  },
  {
    id: '16.5.3',
    text: 'Faults never let anybody in (L2).',
    rules: ['gateway/pipeline/captcha.ts', 'auth_lib.fail_hook'],
    tests: [
      'gateway/pipeline/captcha › an unreachable, slow or malformed provider: 500 and no sign-in',
      'flows/http_hooks › F-16: a server that',
    ],
  },
  {
    id: '16.5.4',
    text: 'A last handler catches what nobody expected (L3).',
    rules: ['gateway/pipeline/request_log.ts'],
    tests: [
      'security/fuzz › no request of a random walk gets 500',
      'security/gateway_refusals › an unexpected SQL error returns only',
    ],
  },
];
