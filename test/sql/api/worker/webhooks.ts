// Helpers for tests of webhook functions: a webhook, users with events, and the worker's two calls.
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../../support/database/db.ts';
import { insertUser, queueEvent } from '../../../support/providers/webhooks.ts';

export interface UserWebhook {
  webhook_id: string;
  user_id: string;
}
export interface EventRow extends UserWebhook {
  id: string;
  place: string;
  kind: string;
  state: string;
  tries: number;
  data: { id: string } | null;
  leased_until: Date | null;
  not_before: Date | null;
  finished_at: Date | null;
  last_error: string | null;
}
export interface LeaseResult {
  nothing?: string;
  leased_until?: string;
  event?: { id: string; kind: string; attempt: number; data: { id: string } };
  webhook?: { id: string; url: string; secrets: string[] };
}

export async function insertWebhook(db: TestDatabase, kinds?: string[]): Promise<string> {
  const id = randomUUID();
  await db.sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (${id}, 'https://example.com/hook', ${kinds ?? ['user.created', 'user.updated', 'user.banned']}, '{sealed}', now(), now())`;
  return id;
}

/** Creates a user with queued events of these kinds, in this order. */
export async function createUserWithEvents(db: TestDatabase, webhook_id: string, kinds: string[]): Promise<EventRow[]> {
  const user_id = await insertUser(db);
  for (const kind of kinds) await queueEvent(db, user_id, kind);
  return listEvents(db, { webhook_id, user_id });
}

export async function listEvents(db: TestDatabase, { webhook_id, user_id }: UserWebhook): Promise<EventRow[]> {
  return [
    ...(await db.sql<EventRow[]>`select * from auth.webhook_events as e
      where e.webhook_id = ${webhook_id} and e.user_id = ${user_id} order by e.place`),
  ];
}

export async function leaseEvent(
  db: TestDatabase,
  event: UserWebhook & { place: string },
  settings: object = {},
): Promise<LeaseResult> {
  const [row] = await db.sql<{ taken: LeaseResult }[]>`
    select auth_api.lease_webhook_event(${event.webhook_id}, ${event.user_id}, ${event.place}, ${JSON.stringify(settings)}::text::jsonb) as taken`;
  return row?.taken ?? {};
}

export async function finishEvent(
  db: TestDatabase,
  o: { id: string; attempt?: number; outcome: string; error?: string; retry_after?: number; settings?: object },
): Promise<{ finished: boolean; not_before: string | null }> {
  const [row] = await db.sql<{ finished: { finished: boolean; not_before: string | null } }[]>`
    select auth_api.finish_webhook_event(${o.id}, ${o.attempt ?? 1}, ${o.outcome}, ${o.error ?? null}, ${o.retry_after ?? null},
      ${JSON.stringify(o.settings ?? {})}::text::jsonb) as finished`;
  if (!row) throw new Error('no answer');
  return row.finished;
}

export async function countJobs(db: TestDatabase, event_id: string): Promise<number> {
  return (await db.sql`select from auth_queue.job where name = 'webhooks' and data ->> 'event_id' = ${event_id}`)
    .length;
}
