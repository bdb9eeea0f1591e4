// Handles a send job: leases the message that it names, sends it and records the outcome. Rejects if the queue must
// retry the job.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { LostStatementError, withResultDeadline } from '../core/database/driver_pool.ts';
import { isOutage } from '../core/database/outage.ts';
import { errorLogFields, type Logger } from '../core/log.ts';
import type { LeasedMessage } from '../core/mail/compose.ts';
import { type OutgoingMessage, SendError, type Senders } from '../core/senders.ts';
import type { Settings } from '../core/settings/table.ts';
import type { FUNCTIONS } from './generated/functions.ts';
import { createBatcher } from './queue/batch.ts';
import type { JobHandler } from './queue/job_queue.ts';

/** Name of a setting that lease_message() reads. Of a send hook, lease_message() reads only whether it is enabled. */
type LeaseSetting = (typeof FUNCTIONS)['lease_message']['settings'][number];
type SendHook = 'send_email_hook' | 'send_sms_hook';

export interface DeliverOptions {
  sql: Sql;
  /** The schema of the functions, as an identifier. */
  api: string;
  senders: Senders;
  settings: Pick<Settings, Exclude<LeaseSetting, SendHook>> & Partial<Record<SendHook, boolean>>;
  compose: (taken: LeasedMessage) => OutgoingMessage | Promise<OutgoingMessage>;
  log: Logger;
  /** Callback for the outcome of each attempt. */
  onOutcome?: ((ended: AttemptOutcome) => void) | undefined;
  /** Aborts when the process must stop. */
  signal: AbortSignal;
}

/**
 * Thrown to return a job to the queue for a retry. The queue stores the message of this error, so it must hold no
 * secret.
 */
class RetryError extends Error {
  readonly code = 'retry';
  override readonly name = 'RetryError';
}

/** Outcome of an attempt to send a message. */
export interface AttemptOutcome {
  kind: string;
  channel: string;
  outcome: Outcome;
}

interface Job {
  message_id: string;
  generation: number;
}

interface FinishedAttempt {
  message_id: string;
  attempt: number;
  outcome: Outcome;
  error: string | null;
  retry_after: number | null;
  refused_for_good: boolean;
}

type LeaseResult = LeasedMessage | { nothing: string } | { leased_until: string };
type Outcome = 'sent' | 'skipped' | 'rejected' | 'failed' | 'unknown';

/**
 * Creates the handler of send jobs. The handler returns the time of the next attempt if the message cannot be leased
 * yet, otherwise null.
 */
export function createDelivery(o: DeliverOptions): JobHandler {
  const { sql, senders, log } = o;
  const settings = JSON.stringify(o.settings);
  const lease = `select ${o.api}.lease_message(message_id => m.message_id, generation => m.generation, settings => $2::text::jsonb) as taken
    from jsonb_to_recordset($1::text::jsonb) as m (message_id uuid, generation bigint)`;
  const extend = `select ${o.api}.extend_message_lease(message_id => $1::uuid, attempt => $2::integer, settings => $3::text::jsonb)`;
  const finish = `select ${o.api}.finish_message(message_id => m.message_id, attempt => m.attempt, outcome => m.outcome, error => m.error, retry_after => m.retry_after, refused_for_good => m.refused_for_good)
    from jsonb_to_recordset($1::text::jsonb) as m (message_id uuid, attempt integer, outcome text, error text, retry_after double precision, refused_for_good boolean)`;

  /**
   * Batches items into one statement that returns one row per item. Locks rows in the order of their ids to avoid
   * deadlocks.
   */
  const inBatches = <T extends { message_id: string }, R>(text: string, more: string[]): ((item: T) => Promise<R>) =>
    createBatcher(async (items) => {
      const order = items.map((_, index) => index).sort((a, b) => compareByMessage(items[a], items[b]));
      const values = [JSON.stringify(order.map((index) => items[index])), ...more];
      const rows = await withResultDeadline(sql.unsafe<R[]>(text, values, { prepare: true }));
      if (rows.length !== items.length) throw new LostStatementError();
      const results: R[] = [];
      for (const [row, index] of order.entries()) results[index] = rows[row] as R;
      return results;
    });
  const leaseOne = inBatches<Job, { taken: LeaseResult }>(lease, [settings]);
  const finishOne = inBatches<FinishedAttempt, unknown>(finish, []);

  /** Ids of messages whose outcome is not recorded yet. This process must not send these messages again. */
  const unsaid = new Set<string>();

  const finished = async (
    taken: LeasedMessage,
    outcome: Outcome,
    error: string | null,
    failure: SendError | null = null,
  ): Promise<void> => {
    const { id, attempt, kind, channel } = taken.message;
    const { retry_after = null, nobody_there: refused_for_good = false } = failure ?? {};
    const end = { message_id: id, attempt, outcome, error, retry_after, refused_for_good };
    unsaid.add(id);
    await retryUntilStored(() => finishOne(end), o.signal).finally(() => unsaid.delete(id));
    const line = { message_id: id, kind, channel, attempt, outcome, ...(error ? { reason: error } : {}) };
    o.onOutcome?.({ kind, channel, outcome });
    if (outcome === 'sent') log.info(line, 'message sent');
    else log.warn(line, 'message not sent');
  };

  /**
   * Runs an attempt. Extends the lease of the message until the attempt ends, because a mail server may take minutes
   * to answer.
   */
  const leased = async (taken: LeasedMessage, work: () => Promise<void>): Promise<void> => {
    const { id, attempt } = taken.message;
    const timer = setInterval(() => {
      withResultDeadline(sql.unsafe(extend, [id, attempt, settings], { prepare: true })).catch((error: unknown) =>
        log.warn({ message_id: id, error: errorLogFields(error) }, 'the lease of a message could not be extended'),
      );
    }, o.settings.message_lease * 333);
    await work().finally(() => clearInterval(timer));
  };

  return async (data, slot) => {
    const job = readJob(data);
    if (!job) {
      log.error({ job: typeof data }, 'a job names no message; it is dropped');
      return null;
    }
    if (unsaid.has(job.message_id)) throw new RetryError('not now: it has left, and the database is still to be told');
    const { taken } = await leaseOne(job);
    if ('nothing' in taken) {
      log.debug({ message_id: job.message_id, why: taken.nothing }, 'nothing to send');
      return null;
    }
    // Another worker holds the lease (it is sending, or it crashed), or the transport asked for a pause. The job is
    // retried when the lease or pause ends, because the queue's backoff may be longer, and a code soon expires. One
    // millisecond is added because a Date drops the microseconds.
    if ('leased_until' in taken) return new Date(Date.parse(taken.leased_until) + 1);
    const sender = senders[taken.message.channel];
    if (!sender) {
      await finished(taken, 'skipped', 'no gateway is configured for this channel');
      return null;
    }
    try {
      await waitForPause(taken, o.signal);
      await leased(taken, async () => sender(await o.compose(taken), o.signal, () => slot.leave()));
    } catch (error) {
      const failure = error instanceof SendError ? error : null;
      // An error that is no SendError is a bug or a wrong setting. The message is retried, because the setting may be
      // fixed before the code expires.
      if (!failure)
        log.error({ message_id: job.message_id, error: errorLogFields(error) }, 'a message could not be made');
      const reason = failure?.message ?? 'the message could not be made';
      await finished(taken, deliveryOutcome(failure), reason, failure);
      if (failure?.permanent) return null;
      throw new RetryError(reason);
    }
    await finished(taken, 'sent', null);
    return null;
  };
}

function compareByMessage(a: { message_id: string } | undefined, b: { message_id: string } | undefined): number {
  return (a?.message_id ?? '') < (b?.message_id ?? '') ? -1 : 1;
}

/**
 * Waits for the pause that lease_message() assigned to this mail. The pauses keep all workers together below the rate
 * limit.
 */
async function waitForPause({ message }: LeasedMessage, signal: AbortSignal): Promise<void> {
  // Zero for an SMS.
  const wait_ms = (message.wait ?? 0) * 1000;
  if (wait_ms < 1) return;
  await sleep(wait_ms, undefined, { signal }).catch(() => {
    throw new SendError('the worker was stopped before its turn came', {});
  });
}

/** Returns the outcome of a failed attempt. `failure` is null for an error that is no SendError. */
export function deliveryOutcome(failure: SendError | null): Outcome {
  if (failure?.permanent) return 'rejected';
  return failure?.unknown ? 'unknown' : 'failed';
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function readJob(data: unknown): Job | null {
  if (typeof data !== 'object' || data === null) return null;
  const { message_id, generation }: { message_id?: unknown; generation?: unknown } = data;
  if (typeof message_id !== 'string' || !UUID.test(message_id)) return null;
  if (typeof generation !== 'number' || !Number.isSafeInteger(generation)) return null;
  return { message_id, generation };
}

/**
 * Repeats `work` until it succeeds, because a sent message would be sent again if its outcome were not recorded. Gives
 * up when the process stops, or from the fourth attempt on after an error that is no outage.
 */
async function retryUntilStored(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (signal.aborted || (attempt >= 4 && !isOutage(error))) throw error;
      // Short, so that the outcome is recorded before another worker leases the message again.
      await sleep(250);
    }
  }
}
