// Handles a webhook job. Delivers the first event of one user to one webhook, and further events for up to TURN_MS
// while deliveries succeed. Records each outcome.
import type { Sql } from 'postgres';
import { onlyRow, withResultDeadline } from '../../core/database/driver_pool.ts';
import { attemptDelivery, type DeliveryAttempt, type LeasedEvent } from '../../core/hooks/webhook_attempt.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { FUNCTIONS } from '../generated/functions.ts';
import type { JobHandler } from '../queue/job_queue.ts';
import { classifyResponse, createWebhookSlots, type ResponseState, SHARED_SLOT_MS } from './slots.ts';

/** Settings that the SQL functions for an event read. */
const WEBHOOK_SETTINGS = [
  ...FUNCTIONS.lease_webhook_event.settings,
  ...FUNCTIONS.finish_webhook_event.settings,
] as const;
export type WebhookSettings = Pick<Settings, (typeof WEBHOOK_SETTINGS)[number] | 'webhook_timeout'>;

export interface WebhookOptions {
  sql: Sql;
  /** The schema of the functions, as an identifier. */
  api: string;
  ring: KeyRing;
  settings: WebhookSettings;
  log: Logger;
  /** Aborts when the process must stop. */
  signal: AbortSignal;
}

/** Data of a job, which identifies the events of one user for one webhook. They are delivered in order. */
interface WebhookJob {
  webhook_id: string;
  user_id: string;
  place: number;
}

type LeaseResult = LeasedEvent | { nothing: string } | { leased_until: string };

/** Time in milliseconds after which a job starts no further delivery, so that other jobs get a slot. */
const TURN_MS = 5_000;

/** Creates the handler of webhook jobs. It returns the time of the next attempt; null if there is none. */
export function createWebhookDelivery(o: WebhookOptions): JobHandler {
  const { sql, log } = o;
  const settings = JSON.stringify(Object.fromEntries(WEBHOOK_SETTINGS.map((name) => [name, o.settings[name]])));
  const take = `select ${o.api}.lease_webhook_event(webhook_id => $1::uuid, user_id => $2::uuid, place => $3::bigint, settings => $4::text::jsonb) as taken`;
  const finish = `select ${o.api}.finish_webhook_event(event_id => $1::uuid, attempt => $2::integer, outcome => $3, error => $4, retry_after => $5, settings => $6::text::jsonb) as finished`;
  // Shorter than the lease, so that no other worker delivers the event meanwhile.
  const timeout_ms = Math.min(o.settings.webhook_timeout, o.settings.message_lease * 0.6) * 1000;
  const slots = createWebhookSlots();

  const attempt = async (
    taken: LeasedEvent,
    leave: () => void,
  ): Promise<{ done: DeliveryAttempt; state: ResponseState }> => {
    const started = performance.now();
    const patience = setTimeout(() => {
      slots.late(taken.webhook.id);
      leave();
    }, SHARED_SLOT_MS);
    const done = await attemptDelivery(taken, { ring: o.ring, timeout_ms, signal: o.signal }).finally(() =>
      clearTimeout(patience),
    );
    return { done, state: classifyResponse(done.answered, performance.now() - started) };
  };

  /**
   * Leases the first event of one user for one webhook and delivers it. Delivers nothing if there is no event or it
   * is leased.
   */
  const next = async (
    job: WebhookJob,
    leave: () => void,
  ): Promise<{ taken: LeaseResult; done?: DeliveryAttempt; state: ResponseState | null }> => {
    const values = [job.webhook_id, job.user_id, job.place, settings];
    const asked = sql.unsafe<{ taken: LeaseResult }[]>(take, values, { prepare: true });
    const { taken } = onlyRow(await withResultDeadline(asked));
    return 'event' in taken ? { taken, ...(await attempt(taken, leave)) } : { taken, state: null };
  };

  return async (data, { leave }) => {
    const job = data as WebhookJob;
    for (const until = Date.now() + TURN_MS; Date.now() < until && !o.signal.aborted; ) {
      const place = slots.enter(job.webhook_id);
      if (place instanceof Date) return place;
      if (place === 'own') leave();
      let state: ResponseState | null = null;
      let delivery: Awaited<ReturnType<typeof next>>;
      try {
        delivery = await next(job, leave);
        ({ state } = delivery);
      } finally {
        slots.end(job.webhook_id, state);
      }
      const { taken, done } = delivery;
      if ('nothing' in taken) return null;
      // One millisecond is added because a Date drops the microseconds.
      if ('leased_until' in taken) return new Date(Date.parse(taken.leased_until) + 1);
      const { outcome, error, retry_after } = done as DeliveryAttempt;
      const { event, webhook } = taken;
      const end = [event.id, event.attempt, outcome, error, retry_after, settings];
      const { finished } = onlyRow(
        await withResultDeadline(
          sql.unsafe<{ finished: { not_before: string | null } }[]>(finish, end, { prepare: true }),
        ),
      );
      const line = { event_id: event.id, webhook_id: webhook.id, kind: event.kind, attempt: event.attempt };
      if (outcome === 'delivered') log.info(line, 'event delivered');
      else log.warn({ ...line, reason: error, again_at: finished.not_before }, 'event not delivered');
      if (finished.not_before !== null) return new Date(Date.parse(finished.not_before) + 1);
    }
    return new Date();
  };
}
