// Checks the worker's tasks: the job queue, webhook events, and partitions of the audit log.

import { literal } from '../../core/database/names.ts';
import { run } from '../migrate/connection.ts';
import { qualified } from '../migrate/tree.ts';
import { advised, asOwner, type Finding, mendable, type Patient } from './finding.ts';
import { read } from './reading.ts';

/** A worker polls at least every 5 s. A job that waits longer than this has no worker. */
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
      `${jobs} job(s) wait in queue ${queue}, the oldest for ${age}: no worker processes them`,
      'run: npx postern worker',
    ),
  );
}

/** Finds events that failed, or are retried without success. */
export async function checkWebhooks(patient: Patient): Promise<Finding[]> {
  const rows = await read<{ webhook: string; given_up: boolean; events: number; since: string; reason: string }>(
    patient,
    `select e.webhook_id as webhook, e.state = 'failed' as given_up, count(*)::int as events, min(e.created_at)::text as since,
       (array_agg(e.last_error order by e.finished_at desc, e.created_at))[1] as reason
     from ${qualified(patient.names.auth, 'webhook_events')} as e
     where e.state = 'failed'
       or e.state in ('queued', 'sending') and e.last_error is not null and e.created_at < now() - interval '15 minutes'
     group by e.webhook_id, e.state = 'failed' order by given_up desc, e.webhook_id`,
  );
  return rows.map(({ webhook, given_up, events, since, reason }) =>
    given_up
      ? advised(
          'webhooks',
          `${events} event(s) since ${since} failed for webhook ${webhook}: ${reason}`,
          'run: npx postern webhook list --state failed, then npx postern webhook retry or npx postern webhook drop',
        )
      : advised(
          'webhooks',
          `${events} event(s) since ${since} cannot be delivered to webhook ${webhook} and are retried: ${reason}`,
          'fix that server, or change its URL: npx postern webhook change',
        ),
  );
}

export async function checkPartitions(patient: Patient): Promise<Finding[]> {
  const { connection, names } = patient;
  const mend = asOwner(names, [
    `select ${qualified(names.api, 'keep_partitions')}(settings => '{"audit_log_retention": 0}')`,
  ]);
  // The worker creates partitions for three months ahead, once an hour, so the last one may be missing.
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
      mendable('partitions', 'the audit log has rows outside their monthly partitions; each call moves 5,000', mend),
    );
  }
  return findings;
}
