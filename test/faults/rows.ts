// Table of the fault tests: each row has an id, a fault and its test files. `npm run test:faults` runs the tests with
// this id in files of test/faults, at full length, and all tests of the other files.

export interface FaultRow {
  id: string;
  fault: string;
  files: readonly string[];
  /** Number of repetitions in `npm run test:faults` (default: 1). */
  repeats?: number;
}

export const FAULT_ROWS: readonly FaultRow[] = [
  { id: 'F-01', fault: 'a gateway killed in mid-request', files: ['test/faults/processes.test.ts'], repeats: 5 },
  {
    id: 'F-02',
    fault: 'a worker killed at each stage of a mail; the database away while a mail leaves',
    files: [
      'test/worker/crash.test.ts',
      'test/worker/outage_at_end.test.ts',
      'test/faults/mail.test.ts',
      'test/faults/mail_count.test.ts',
    ],
  },
  { id: 'F-03', fault: 'gateways and worker killed together, ten times', files: ['test/faults/processes.test.ts'] },
  { id: 'F-04', fault: 'Postgres restarted, fast and immediate', files: ['test/faults/database.test.ts'], repeats: 5 },
  { id: 'F-05', fault: 'postmaster or one backend killed', files: ['test/faults/database.test.ts'], repeats: 5 },
  {
    id: 'F-06',
    fault: 'failover, synchronous and asynchronous; connections to a read-only server',
    files: ['test/faults/failover.test.ts', 'test/faults/database.test.ts', 'test/worker/queue/bounded_pool.test.ts'],
    repeats: 3,
  },
  {
    id: 'F-07',
    fault: 'a connection cut after a commit, before its answer',
    files: ['test/faults/network.test.ts', 'test/flows/lost_statement.test.ts', 'test/worker/lost_statement.test.ts'],
  },
  {
    id: 'F-08',
    fault: 'no connection to be had, of the pool or of the server',
    files: ['test/faults/database.test.ts', 'test/flows/hash_queue.test.ts', 'test/gateway/database/call.test.ts'],
  },
  { id: 'F-09', fault: 'slow SMTP', files: ['test/faults/mail.test.ts', 'test/worker/mail.test.ts'] },
  { id: 'F-10', fault: 'SMTP 4xx', files: ['test/faults/mail.test.ts', 'test/worker/deliver.test.ts'] },
  { id: 'F-11', fault: 'SMTP 5xx', files: ['test/worker/deliver.test.ts', 'test/worker/mail.test.ts'] },
  {
    id: 'F-12',
    fault: 'SMTP away',
    files: [
      'test/faults/mail.test.ts',
      'test/faults/mail_count.test.ts',
      'test/faults/long/mail_queue.test.ts',
      'test/worker/deliver.test.ts',
    ],
  },
  { id: 'F-13', fault: 'SMTP dies with the mail in its hands', files: ['test/faults/mail.test.ts'] },
  { id: 'F-14', fault: 'SMS gateway does not answer', files: ['test/worker/sms/deliver.test.ts'] },
  {
    id: 'F-15',
    fault: 'SMS gateway 429 and 5xx',
    files: ['test/worker/sms/deliver.test.ts', 'test/worker/sms/twilio.test.ts'],
  },
  {
    id: 'F-16',
    fault: 'captcha, external providers or custom ones slow, down, or answering nonsense',
    files: [
      'test/gateway/pipeline/captcha.test.ts',
      'test/faults/providers.test.ts',
      'test/flows/providers/faults.test.ts',
      'test/flows/providers/custom_faults.test.ts',
    ],
  },
  {
    id: 'F-17',
    fault: 'clocks that disagree; a database clock that jumps an hour ahead and back',
    files: [
      'test/faults/long/clocks.test.ts',
      'test/flows/clock_set_back.test.ts',
      'test/sql/api/worker/release_jobs.test.ts',
    ],
  },
  { id: 'F-18', fault: 'full disk', files: ['test/faults/disk.test.ts', 'test/core/log.test.ts'], repeats: 3 },
  {
    id: 'F-19',
    fault: 'deadlocks and serialization failures',
    files: ['test/security/account_races.test.ts', 'test/flows/outage.test.ts'],
  },
  { id: 'F-20', fault: 'statement and lock timeouts', files: ['test/flows/outage.test.ts'] },
  {
    id: 'F-21',
    fault: 'the same request many times at once',
    files: ['test/flows/races.test.ts', 'test/security/one_time_races.test.ts', 'test/security/pkce_races.test.ts'],
  },
  { id: 'F-22', fault: '50 tabs refresh one token', files: ['test/flows/refresh.test.ts'] },
  {
    id: 'F-23',
    fault: '10,000 idle sockets, slow and broken requests',
    files: ['test/faults/long/sockets.test.ts', 'test/gateway/server/'],
  },
  {
    id: 'F-24',
    fault: '500 sign-ins at once',
    files: ['test/faults/long/floods.test.ts', 'test/flows/hash_queue.test.ts'],
  },
  {
    id: 'F-25',
    fault: 'guessing of codes',
    files: ['test/security/account_limits.test.ts', 'test/security/failure_counts.test.ts'],
  },
  {
    id: 'F-26',
    fault: 'PgBouncer killed',
    files: ['test/faults/pooler.test.ts', 'test/install/pooler.test.ts'],
    repeats: 3,
  },
  { id: 'F-27', fault: 'rolling restart of three instances', files: ['test/faults/rolling.test.ts'] },
  {
    id: 'F-28',
    fault: 'migrate killed, twice at once, behind a lock, under load; an older release beside a newer one',
    files: [
      'test/install/concurrency.test.ts',
      'test/install/migrate.test.ts',
      'test/install/online.test.ts',
      'test/install/downgrade.test.ts',
      'test/flows/rebuild_under_load.test.ts',
      'test/install/migrate_queue.test.ts',
      'test/install/migrate_killed.test.ts',
      'test/install/long/migrate_killed.test.ts',
      'test/faults/long/releases.test.ts',
      'test/faults/long/tables.test.ts',
    ],
  },
  { id: 'F-29', fault: 'everybody refreshes after an outage', files: ['test/faults/long/floods.test.ts'] },
  { id: 'F-30', fault: '20,000 fuzzed requests', files: ['test/security/fuzz.test.ts', 'test/security/bad_'] },
  {
    id: 'F-31',
    fault: 'a gateway with little memory, and a flood of large bodies',
    files: ['test/faults/bodies.test.ts', 'test/faults/long/floods.test.ts', 'test/gateway/server/crowds.test.ts'],
  },
  { id: 'F-32', fault: 'a gateway that stands still', files: ['test/faults/processes.test.ts'], repeats: 5 },
  { id: 'F-33', fault: 'a job that makes no sense', files: ['test/worker/deliver.test.ts'] },
  {
    id: 'F-34',
    fault: 'growth and purging; ten minutes of steady load; ten million audit rows',
    files: ['test/faults/long/steady.test.ts', 'test/faults/long/audit.test.ts'],
  },
  { id: 'F-35', fault: 'restore to a moment before', files: ['test/faults/long/restore.test.ts'] },
  {
    id: 'F-36',
    fault: 'a frozen server, a half-open line',
    files: ['test/faults/database.test.ts', 'test/faults/network.test.ts', 'test/worker/queue/bounded_pool.test.ts'],
    repeats: 2,
  },
  {
    id: 'F-37',
    fault: 'standbys that die, stand still, lag or are promoted',
    files: ['test/gateway/standbys.test.ts', 'test/faults/long/standbys.test.ts'],
  },
  {
    id: 'F-38',
    fault: 'Patroni hands the lead on; its leader is killed',
    files: ['test/faults/long/patroni.test.ts'],
  },
  {
    id: 'F-39',
    fault: 'a list of hosts whose first one is silent',
    files: ['test/faults/silent_host.test.ts', 'test/core/database/host_socket.test.ts'],
  },
  { id: 'F-40', fault: 'commits that hang', files: ['test/faults/hanging_commits.test.ts'] },
  { id: 'F-41', fault: 'a log whose reader stands still', files: ['test/core/log_reader.test.ts'] },
  { id: 'F-42', fault: 'a former primary beside the new one', files: ['test/faults/two_primaries.test.ts'] },
  {
    id: 'F-60',
    fault: 'servers of webhooks that hang or answer late',
    files: ['test/worker/webhooks/deliver.test.ts', 'test/worker/webhooks/slots.test.ts'],
  },
  {
    id: 'F-61',
    fault: 'SMTP answers a whole mail late, or never',
    files: ['test/worker/late_answers.test.ts', 'test/worker/mail.test.ts'],
  },
  { id: 'F-63', fault: 'codes behind a backlog of mails', files: ['test/worker/priorities.test.ts'] },
  { id: 'F-65', fault: 'jobs of a deleted user', files: ['test/sql/api/admin/delete_user.test.ts'] },
];
