// The promise and the tests of each fault row, for docs/security-faults.md. The faults are those of test/faults/rows.ts.

export interface FaultPromise {
  readonly promise: string;
  /**
   * References to tests outside of test/faults/, in the form that row.ts describes. Tests below test/faults/ are found
   * by the id of their row.
   */
  readonly tests?: readonly string[];
}

export const FAULT_PROMISES: Readonly<Record<string, FaultPromise>> = {
  'F-01': { promise: 'Nothing acknowledged is lost, and no session ends.' },
  'F-02': {
    promise: 'Each mail arrives, at most once more for each worker that was killed while it sent it.',
    tests: ['worker/crash › killed before, during and after DATA', 'worker/outage_at_end › leaves nothing running'],
  },
  'F-03': { promise: 'Nothing is lost; a leased message is sent after its lease.' },
  'F-04': { promise: 'Requests get 503 meanwhile, and succeed again without a restart of Postern.' },
  'F-05': { promise: 'Requests get 503 meanwhile, and succeed again without a restart of Postern.' },
  'F-06': {
    promise: 'A synchronous failover loses nothing; an asynchronous one loses only what the standby had not received.',
    tests: ['worker/queue/bounded_pool › F-06: ends a read-only'],
  },
  'F-07': {
    promise: 'A lost answer is 503 and never a success; a retry gets the same child token.',
    tests: [
      'flows/lost_statement › a statement lost with its connection',
      'worker/lost_statement › a finish without a row',
    ],
  },
  'F-08': {
    promise: 'Requests get 503 at once, and succeed as soon as there is a connection.',
    tests: [
      'flows/hash_queue › refreshes, users and codes work',
      'gateway/database/call › a statement that never ends',
    ],
  },
  'F-09': { promise: 'No request is affected.', tests: ['worker/mail › gives up a slow server'] },
  'F-10': { promise: 'Each mail arrives once.', tests: ['worker/deliver › retries a temporary error'] },
  'F-11': {
    promise: 'The message ends as failed with its reason, without a retry.',
    tests: ['worker/deliver › a permanent rejection ends', 'worker/mail › a 4xx and every connection error'],
  },
  'F-12': {
    promise: 'Requests succeed; live mails arrive once afterwards, expired ones are not sent.',
    tests: ['worker/deliver › does not send a code that has expired'],
  },
  'F-13': {
    promise:
      'Each mail arrives, with one more copy for each attempt whose outcome is unknown. After three such attempts it is failed (F-61).',
  },
  'F-14': { promise: 'No third SMS is sent.', tests: ['worker/sms/deliver › F-14: an SMS without an answer'] },
  'F-15': {
    promise: 'The requested pause is kept, and mails continue.',
    tests: ['worker/sms/deliver › F-15: respects Retry-After', 'worker/sms/twilio › F-15: after five failures'],
  },
  'F-16': {
    promise: 'The sign-in fails with an error, nobody is signed in, and no connection is held.',
    tests: [
      'gateway/pipeline/captcha › an unreachable, slow or malformed',
      'flows/providers/faults › a provider that does not answer',
      'flows/providers/custom_faults › slow: all requests share one deadline',
    ],
  },
  'F-17': {
    promise: 'Tokens and limits follow the clock of the database; what was consumed stays consumed.',
    tests: [
      'flows/clock_set_back › a limit that was in use',
      'sql/api/worker/release_jobs › jobs that a clock an hour ahead',
    ],
  },
  'F-18': {
    promise: 'Requests get 503, and succeed again without a restart of Postern.',
    tests: ['core/log › a full disk costs lines'],
  },
  'F-19': {
    promise: 'The gateway retries; none occur in normal traffic.',
    tests: [
      'flows/outage › a serialization failure or a deadlock',
      'security/account_races › administrators change ten users',
      'security/account_races › deletions concurrent',
    ],
  },
  'F-20': {
    promise: 'Requests get 503, and nothing is half done.',
    tests: ['flows/outage › a row locked too long', 'flows/outage › a statement that takes too long'],
  },
  'F-21': {
    promise: 'One user, one mail, one session.',
    tests: [
      'flows/races › 10 concurrent sign-ups of one address: one user, one mail',
      'security/one_time_races › …: ten uses of its code',
      'security/pkce_races › …: ten uses of its link',
    ],
  },
  'F-22': { promise: 'All get one child token.', tests: ['flows/refresh › 50 concurrent refreshes of one token'] },
  'F-23': { promise: 'Other clients are not affected.', tests: ['gateway/server/crowds › F-29: an idle client'] },
  'F-24': {
    promise: 'Refreshes succeed; what the hash queue cannot take gets 503 with Retry-After.',
    tests: ['flows/hash_queue › F-24 sixty connections'],
  },
  'F-25': {
    promise: 'Attempts are limited per account and per address.',
    tests: [
      'security/account_limits › rejects the 101st password',
      'security/failure_counts › in parallel, over both addresses',
    ],
  },
  'F-26': {
    promise: 'Requests get 503 meanwhile, and succeed again.',
    tests: ['install/pooler › refuses a URL of a pooler'],
  },
  'F-27': { promise: 'No request is reset or refused.' },
  'F-28': {
    promise: 'One run completes the schema, no request queues behind it, and an older release serves on.',
    tests: [
      'install/concurrency › a migrate killed at any moment',
      'install/online › a step waits for an old transaction',
      'install/downgrade › migrate --downgrade restores',
      'flows/rebuild_under_load › F-28: busy tables',
      'install/migrate_queue › F-28: an upgrade of the job queue',
      'install/migrate_killed › killed at its statements in turn',
      'install/long/migrate_killed › …: doctor reports it, migrate completes it',
      'install/migrate › waits for a busy table in short attempts',
    ],
  },
  'F-29': { promise: 'All refreshes succeed, and no session is lost.' },
  'F-30': {
    promise: 'Every status is below 500, and every response is well-formed.',
    tests: [
      'security/fuzz › no request of a random walk',
      'security/bad_input › …: returns 400 bad_json for malformed bodies',
      'security/bad_requests › answers framing errors with an empty 400',
      'security/bad_strings › no hostile text caused an error',
    ],
  },
  'F-31': {
    promise: 'Other users are not affected, and the memory stays bounded.',
    tests: ['gateway/server/crowds › F-31: a flood of large bodies'],
  },
  'F-32': { promise: 'Responses are late and never wrong.' },
  'F-33': {
    promise: 'The job is dropped, and the queue continues.',
    tests: ['worker/deliver › invalid jobs neither stop'],
  },
  'F-34': { promise: 'No request fails; memory, connections and dead rows stay bounded.' },
  'F-35': { promise: 'Later sign-ups are lost and later sign-outs undone; tokens ahead of their row still work.' },
  'F-36': {
    promise: 'Requests get 503 after their deadline, and succeed once the server answers.',
    tests: ['worker/queue/bounded_pool › F-36: gives up a statement'],
  },
  'F-37': {
    promise: 'No response is 503 or wrong because of a standby.',
    tests: ['gateway/standbys › a standby that is killed', 'gateway/standbys › a standby that stalls'],
  },
  'F-38': { promise: 'Nothing is lost, and requests get only 503 during the gap.' },
  'F-39': {
    promise: 'A start and a running worker use the next host.',
    tests: ['core/database/host_socket › …costs its timeout once'],
  },
  'F-40': { promise: 'Connections stay bounded, requests get 503, and succeed when commits do.' },
  'F-41': {
    promise: 'A write never waits; lines that were dropped are counted.',
    tests: ['core/log_reader › …without a reader costs lines'],
  },
  'F-42': { promise: 'No session and no further connection goes to the former primary.' },
  'F-60': {
    promise: 'A healthy server gets its events within seconds.',
    tests: [
      'worker/webhooks/deliver › F-60: servers that hang',
      'worker/webhooks/slots › a healthy server does not wait',
    ],
  },
  'F-61': {
    promise: 'A mail is sent at most three times without an answer, and delays no other.',
    tests: [
      'worker/late_answers › F-61: never answered',
      'worker/late_answers › F-61: a mail that waits',
      'worker/mail › the answer to the whole mail has its own deadline',
    ],
  },
  'F-63': { promise: 'A new code is sent before the backlog.', tests: ['worker/priorities › F-63: sends a new code'] },
  'F-65': {
    promise: 'No job names a deleted user, except events that are still to be delivered.',
    tests: ['sql/api/admin/delete_user › F-65: deletes jobs'],
  },
};
