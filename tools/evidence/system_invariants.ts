// Invariants of the whole system.
import { ENUMERATION_NOTE, ENUMERATION_TESTS } from './notes.ts';
import type { Row } from './row.ts';

export const SYSTEM_INVARIANTS: readonly Row[] = [
  {
    id: 'I-41',
    text: 'An error changes nothing but counters, audit entries and the session that a reused token ends.',
    rules: ['auth_lib.fail_with'],
    tests: [
      'security/bad_strings › a hostile request that fails changes only counters',
      'sql/refused_writes › expected writes are no fault, but must happen',
      'sql/api/account/update_user_email › two users who request one address',
      'sql/api/account/update_user_email › resend: both mails again',
    ],
  },
  {
    id: 'I-42',
    text: 'A change by a user or an administrator has its audit entry in the same transaction.',
    rules: ['auth_lib.audit'],
    tests: [
      'sql/api/admin/change_user › the audit log names what was changed',
      'sql/api/worker/lease_audit_entries › an entry of a transaction that commits late',
    ],
  },
  {
    id: 'I-43',
    text: 'Requests of different users have the same result in any order.',
    rules: ['gateway/database/shared_statement.ts'],
    tests: ['security/session_model › requests of two users have the same result in any order'],
  },
  {
    id: 'I-44',
    text: 'Migrating from empty gives the schema that step-by-step upgrades give, and a second run changes nothing.',
    rules: ['install/migrate/migrate.ts'],
    tests: [
      'install/migrate › an empty database gets everything, and a second migrate does nothing',
      'install/migrate_killed › an empty database gets the schema that an upgrade from the older release gives',
    ],
  },
  {
    id: 'I-45',
    text: 'Public routes answer equally for addresses with and without an account.',
    status: 'partly',
    rules: ['gateway/pipeline/response_delay.ts'],
    tests: [
      'gateway/pipeline/response_delay › sends errors and faults at the end of the slot too',
      'security/enumeration › …, twice, returns the same for unknown',
      ...ENUMERATION_TESTS,
      'security/known_addresses › …: known and unknown addresses cost the same statements',
      'security/long/known_addresses › no case has a difference that shows twice',
    ],
    note: `${ENUMERATION_NOTE} The rank test of times runs every night (npm run test:times).`,
  },
  {
    id: 'I-46',
    text: 'No transaction stays open, and no connection stays behind.',
    rules: ['gateway/database/call.ts'],
    tests: [
      'flows/aborted_clients › clients that disconnect at',
      'gateway/pipeline/captcha › holds no database connection while the provider is asked',
    ],
    note: 'Every fault row of docs/faults.md checks it at its end.',
  },
  {
    id: 'I-47',
    text: 'After a deletion no table but the audit log names the user, and no job holds personal data.',
    rules: ['auth_lib.remove_user', 'auth_lib.enqueue_message', 'auth_lib.prepare_user_deletion'],
    tests: [
      'sql/api/admin/delete_user › hard: every row is gone',
      'sql/api/admin/delete_user › F-65: deletes jobs of the user too',
      'sql/api/account/sign_up › the job holds ids only',
    ],
  },
];
