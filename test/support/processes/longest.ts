// Orders the test files of a run. A long file that starts late would leave the other cores idle.

/**
 * Approximate durations in seconds of the longest files on two cores, used until this machine has measured its own.
 * `npm test -- --cpu` prints them.
 */
export const APPROXIMATE_SECONDS: Readonly<Record<string, number>> = {
  'test/faults/database.test.ts': 62,
  'test/install/doctor.test.ts': 55,
  'test/cli/start_database.test.ts': 47,
  'test/cli/start_faults.test.ts': 43,
  'test/cli/fresh_clone.test.ts': 32,
  'test/install/doctor_elsewhere.test.ts': 27,
  'test/install/migrate.test.ts': 27,
  'test/flows/lost_statement.test.ts': 27,
  'test/house/paste.test.ts': 26,
  'sdk/test/conformance.test.ts': 25,
  'test/browser/story.test.ts': 25,
  'test/deploy/stack.test.ts': 25,
  'test/security/bad_strings.test.ts': 25,
  'test/security/takeover.test.ts': 24,
  'test/install/concurrency.test.ts': 23,
  'test/install/roles.test.ts': 23,
  'test/security/gateway_refusals.test.ts': 22,
  'test/faults/mail_count.test.ts': 21,
  'test/cli/user.test.ts': 20,
  'test/faults/rolling.test.ts': 20,
  'test/flows/http_hooks.test.ts': 19,
  'test/worker/main.test.ts': 19,
  'test/worker/sms/deliver.test.ts': 19,
  'test/cli/install.test.ts': 18,
  'test/browser/inbox.test.ts': 16,
  'test/core/database/tls.test.ts': 16,
  'test/flows/graceful_stop.test.ts': 16,
  'test/security/hook_kinds.test.ts': 16,
  'test/security/hostile_requests.test.ts': 16,
  'test/worker/crash.test.ts': 16,
  'test/faults/mail.test.ts': 15,
  'test/faults/network.test.ts': 15,
  'test/flows/hash_queue.test.ts': 15,
  'test/house/troubleshooting.test.ts': 15,
  'test/sql/plans_of_searches.test.ts': 15,
  'sdk/test/import.test.ts': 14,
  'test/install/doctor_restore.test.ts': 14,
  'test/flows/outage.test.ts': 14,
  'test/cli/key.test.ts': 13,
  'test/flows/send_hooks.test.ts': 13,
  'test/security/canary_debian.test.ts': 13,
  'test/sql/refusals.test.ts': 13,
  'sdk/mcp/test/tools.test.ts': 12,
  'sdk/test/package.test.ts': 12,
  'test/import/guide.test.ts': 12,
};

/** Folders whose files start servers and programs, which takes longer. */
const LONG = /^test\/(cli|deploy|dev|faults|import|install|worker)\/|^sdk\/test\//;

export function sortLongestFirst<T extends { file: string; timeout_s: number }>(
  plan: readonly T[],
  last: Readonly<Record<string, number>>,
): T[] {
  const guess = ({ file, timeout_s }: T) =>
    last[file] ?? APPROXIMATE_SECONDS[file] ?? timeout_s / 24 + (LONG.test(file) ? 3 : 0);
  return [...plan].sort((a, b) => guess(b) - guess(a));
}
