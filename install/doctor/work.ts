// Checks the worker's tasks in tables that only the owner may read.

import { type Finding, mendable } from '../../core/doctor/finding.ts';
import { checkMissingPartitions, failingWebhooks, makePartitions, waitingJobs } from '../../core/doctor/work.ts';
import { qualified } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';
import { read } from './reading.ts';

/** Finds jobs that wait for a worker. Queues paused by an operator are excluded. */
export function checkQueue(context: CheckContext): Promise<Finding[]> {
  const { names } = context;
  const paused = `select from ${qualified(names.queue, 'queue')} as q where q.name = j.name and q.policy = 'paused'`;
  const from = `(select j.name as queue, j.state, j.start_after from ${qualified(names.queue, 'job')} as j where not exists (${paused}))`;
  return waitingJobs({ ask: (query) => read(context, query) }, from);
}

export const checkWebhooks = (context: CheckContext): Promise<Finding[]> =>
  failingWebhooks({ ask: (query) => read(context, query) }, qualified(context.names.auth, 'webhook_events'));

export async function checkPartitions(context: CheckContext): Promise<Finding[]> {
  const { names } = context;
  const findings = await checkMissingPartitions(context);
  const [late] = await read<{ rows: boolean }>(
    context,
    `select exists (select from ${qualified(names.auth, 'audit_log_default')}) or
       exists (select from ${qualified(names.auth, 'audit_log_late')}) as rows`,
  );
  if (late?.rows === true && findings.length === 0) {
    findings.push(
      mendable(
        'partitions',
        'the audit log has rows outside their monthly partitions; each call moves 5,000',
        makePartitions(names),
      ),
    );
  }
  return findings;
}
