// Checks the tasks of the worker: the job queue, webhook events, and partitions of the audit log.

import { quoteIdentifier, quoteLiteral } from '../database/names.ts';
import { type CatalogCheckInput, type Finding, findingWithAdvice, findingWithSql, runAsOwnerSql } from './finding.ts';

/** Waiting time after which a job is reported. A running worker polls at least every 5 s. */
const PATIENCE = '2 minutes';

/**
 * Finds queues whose jobs wait too long. `jobs` is a view, or a query in parentheses, with the columns queue, state
 * and start_after.
 */
export async function checkWaitingJobs({ ask }: Pick<CatalogCheckInput, 'ask'>, jobs: string): Promise<Finding[]> {
  const rows = await ask<{ queue: string; jobs: number; age: string }>(
    `select j.queue, count(*)::int as jobs, (date_trunc('second', now() - min(j.start_after)))::text as age
     from ${jobs} as j
     where j.state::text in ('created', 'retry') and j.start_after < now() - interval '${PATIENCE}'
     group by j.queue order by j.queue`,
  );
  return rows.map(({ queue, jobs, age }) =>
    findingWithAdvice(
      'queue',
      `${jobs} job(s) wait in queue ${queue}, the oldest for ${age}: no worker processes them`,
      'run: npx postern worker',
    ),
  );
}

/**
 * Finds events that failed, and events that are over 15 minutes old and whose last attempt had an error. `events` is
 * the table, or the auditor's view of it.
 */
export async function checkFailingWebhooks(
  { ask }: Pick<CatalogCheckInput, 'ask'>,
  events: string,
): Promise<Finding[]> {
  const rows = await ask<{ webhook: string; given_up: boolean; events: number; since: string; reason: string }>(
    `select e.webhook_id as webhook, e.state = 'failed' as given_up, count(*)::int as events, min(e.created_at)::text as since,
       (array_agg(e.last_error order by e.finished_at desc, e.created_at))[1] as reason
     from ${events} as e
     where e.state = 'failed'
       or e.finished_at is null and e.last_error is not null and e.created_at < now() - interval '15 minutes'
     group by e.webhook_id, e.state = 'failed' order by given_up desc, e.webhook_id`,
  );
  return rows.map(({ webhook, given_up, events, since, reason }) =>
    given_up
      ? findingWithAdvice(
          'webhooks',
          `${events} event(s) since ${since} failed for webhook ${webhook}: ${reason}`,
          'run: npx postern webhook list --state failed, then npx postern webhook retry or npx postern webhook drop',
        )
      : findingWithAdvice(
          'webhooks',
          `${events} event(s) since ${since} cannot be delivered to webhook ${webhook} and are retried: ${reason}`,
          'fix that server, or change its URL: npx postern webhook change',
        ),
  );
}

/** Finds missing partitions of the audit log. */
export async function checkMissingPartitions({ ask, names }: CatalogCheckInput): Promise<Finding[]> {
  // Once an hour, the worker creates the partitions of this month and of the next three. The check omits the last
  // one, which may be missing for up to an hour.
  const missing = await ask<{ name: string }>(
    `select w.name from (
       select 'audit_log_' || to_char(date_trunc('month', now() at time zone 'UTC') + make_interval(months => m), 'YYYY_MM') as name
       from generate_series(0, 2) as m) as w
     where not exists (select from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
       join pg_inherits as i on i.inhrelid = c.oid where s.nspname = ${quoteLiteral(names.auth)} and c.relname = w.name)
     order by 1`,
  );
  const mend = createPartitionsSql(names);
  return missing.map(({ name }) => findingWithSql('partitions', `partition ${name} of the audit log is missing`, mend));
}

export const createPartitionsSql = (names: CatalogCheckInput['names']): string[] =>
  runAsOwnerSql(names, [
    `select ${quoteIdentifier(names.api)}.${quoteIdentifier('maintain_partitions')}(settings => '{"audit_log_retention": 0}')`,
  ]);
