// Checks the worker's tasks: jobs, webhook events, logout tokens, partitions. Reads the tables as the owner role.

import { type Finding, findingWithAdvice, findingWithSql } from '../../core/doctor/finding.ts';
import {
  checkFailingWebhooks,
  checkMissingPartitions,
  checkWaitingJobs,
  createPartitionsSql,
} from '../../core/doctor/work.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';
import { queryAsOwner } from './query_as_owner.ts';

/** Finds queues whose jobs wait too long for a worker. Queues paused by an operator are excluded. */
export function checkQueue(context: CheckContext): Promise<Finding[]> {
  const { names } = context;
  const paused = `select from ${qualifyName(names.queue, 'queue')} as q where q.name = j.name and q.policy = 'paused'`;
  const from = `(select j.name as queue, j.state, j.start_after from ${qualifyName(names.queue, 'job')} as j where not exists (${paused}))`;
  return checkWaitingJobs({ ask: (query) => queryAsOwner(context, query) }, from);
}

export async function checkWebhooks(context: CheckContext): Promise<Finding[]> {
  const events = qualifyName(context.names.auth, 'webhook_events');
  const webhooks = await checkFailingWebhooks({ ask: (query) => queryAsOwner(context, query) }, events);
  return [...webhooks, ...(await checkFailingLogouts(context))];
}

/** Finds clients whose logout tokens failed in the last week (docs/adr/0055-back-channel-logout.md). */
async function checkFailingLogouts(context: CheckContext): Promise<Finding[]> {
  const rows = await queryAsOwner<{ client: string; tokens: number; since: string; reason: string }>(
    context,
    `select l.client_id as client, count(*)::int as tokens, min(l.created_at)::text as since,
       (array_agg(l.last_error order by l.finished_at desc))[1] as reason
     from ${qualifyName(context.names.auth, 'oauth_logouts')} as l
     where l.state = 'failed' and l.finished_at > now() - interval '7 days' group by l.client_id order by l.client_id`,
  );
  return rows.map(({ client, tokens, since, reason }) =>
    findingWithAdvice(
      'webhooks',
      `${tokens} logout token(s) since ${since} failed for client ${client}: ${reason}`,
      'fix that server, or change its address: npx postern oauth client change',
    ),
  );
}

export async function checkPartitions(context: CheckContext): Promise<Finding[]> {
  const { names } = context;
  const findings = await checkMissingPartitions(context);
  const [late] = await queryAsOwner<{ rows: boolean }>(
    context,
    `select exists (select from ${qualifyName(names.auth, 'audit_log_default')}) or
       exists (select from ${qualifyName(names.auth, 'audit_log_late')}) as rows`,
  );
  if (late?.rows === true && findings.length === 0) {
    findings.push(
      findingWithSql(
        'partitions',
        'the audit log has rows outside their monthly partitions; each call moves 5,000',
        createPartitionsSql(names),
      ),
    );
  }
  return findings;
}
