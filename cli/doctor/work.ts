// What the worker should keep going: the job queue, mails on their way, and the audit log's next months.

import { literal } from '../../core/database/names.ts';
import { run } from '../migrate/connection.ts';
import { qualified } from '../migrate/tree.ts';
import { advised, asOwner, type Finding, mendable, type Patient } from './finding.ts';
import { read } from './reading.ts';

/** A worker polls at least every 5 s; if a job has waited this long, no worker runs. */
const PATIENCE = '2 minutes';

export async function checkQueue(patient: Patient): Promise<Finding[]> {
  const { names } = patient;
  const rows = await read<{ queue: string; jobs: number; age: string }>(
    patient,
    `select j.name as queue, count(*)::int as jobs, (date_trunc('second', now() - min(j.start_after)))::text as age
     from ${qualified(names.queue, 'job')} as j
     where j.state::text in ('created', 'retry') and j.start_after < now() - interval '${PATIENCE}'
       and not exists (select from ${qualified(names.queue, 'queue')} as q where q.name = j.name and q.policy = 'paused')
     group by j.name order by j.name`,
  );
  return rows.map(({ queue, jobs, age }) =>
    advised(
      'queue',
      `${jobs} job(s) wait on queue ${queue}, the oldest for ${age}: no worker takes them`,
      'run: npx postern worker',
    ),
  );
}

export async function checkPartitions(patient: Patient): Promise<Finding[]> {
  const { connection, names } = patient;
  const mend = asOwner(names, [
    `select ${qualified(names.api, 'keep_partitions')}(settings => '{"audit_log_retention": 0}')`,
  ]);
  // Three months ahead is the rule; the newest of them may be missing until the worker's hourly round.
  const missing = await run<{ name: string }>(
    connection,
    `select w.name from (
       select 'audit_log_' || to_char(date_trunc('month', now() at time zone 'UTC') + make_interval(months => m), 'YYYY_MM') as name
       from generate_series(0, 2) as m) as w
     where not exists (select from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
       join pg_inherits as i on i.inhrelid = c.oid where s.nspname = ${literal(names.auth)} and c.relname = w.name)
     order by 1`,
  );
  const findings = missing.map(({ name }) =>
    mendable('partitions', `partition ${name} of the audit log is missing`, mend),
  );
  const [late] = await read<{ rows: boolean }>(
    patient,
    `select exists (select from ${qualified(names.auth, 'audit_log_default')}) or
       exists (select from ${qualified(names.auth, 'audit_log_late')}) as rows`,
  );
  if (late?.rows === true && missing.length === 0) {
    findings.push(
      mendable('partitions', 'rows of the audit log wait to be brought into their months, 5,000 a call', mend),
    );
  }
  return findings;
}
