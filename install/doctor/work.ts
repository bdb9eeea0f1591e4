// Checks the worker's tasks by the tables that only their owner reads.

import { type Finding, mendable } from '../../core/doctor/finding.ts';
import { checkMissingPartitions, failingWebhooks, makePartitions, waitingJobs } from '../../core/doctor/work.ts';
import { qualified } from '../migrate/tree.ts';
import type { Patient } from './patient.ts';
import { read } from './reading.ts';

/** Finds jobs that wait for a worker. Queues that an operator has paused are meant to. */
export function checkQueue(patient: Patient): Promise<Finding[]> {
  const { names } = patient;
  const paused = `select from ${qualified(names.queue, 'queue')} as q where q.name = j.name and q.policy = 'paused'`;
  const from = `(select j.name as queue, j.state, j.start_after from ${qualified(names.queue, 'job')} as j where not exists (${paused}))`;
  return waitingJobs({ ask: (query) => read(patient, query) }, from);
}

export const checkWebhooks = (patient: Patient): Promise<Finding[]> =>
  failingWebhooks({ ask: (query) => read(patient, query) }, qualified(patient.names.auth, 'webhook_events'));

export async function checkPartitions(patient: Patient): Promise<Finding[]> {
  const { names } = patient;
  const findings = await checkMissingPartitions(patient);
  const [late] = await read<{ rows: boolean }>(
    patient,
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
