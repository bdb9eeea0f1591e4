// The job queue. Only this file and its database adapter import pg-boss, which never changes its schema at run time.
import { PgBoss } from 'pg-boss';
import { errorFields, type Logger } from '../../core/log.ts';
import { type BossDatabaseOptions, bossDatabase } from './database.ts';

export interface QueueOptions extends BossDatabaseOptions {
  /** Schema of the queue, as in the catalog. */
  schema: string;
  log: Logger;
  /** Polling interval while notifications work. It covers retries and lost notifications. */
  notified_polling_seconds?: number | undefined;
}

/** A slot for a job that is being handled. */
export interface Slot {
  /** Frees the slot for another job while this one continues. */
  leave(): void;
}

/**
 * Handles a job. A rejection returns the job for a retry with backoff; a returned date schedules the same job again for
 * that time.
 */
export type Handle = (data: unknown, slot: Slot) => Promise<Date | null>;

export interface Queue {
  /** Handles the jobs of a queue with at most `workers` slots. Jobs that have left their slot do not count. */
  work(name: string, workers: number, handle: Handle, polling_seconds?: number): Promise<void>;
  /** Stops fetching jobs and waits for running ones, at most this many milliseconds. */
  close(deadline_ms: number): Promise<void>;
}

/** Polling interval without notifications. It delays each message by up to this many seconds. */
const POLLING_SECONDS = 0.5;
const NOTIFIED_POLLING_SECONDS = 5;
const ERROR_PAUSE_MS = 10_000;
const POLLS =
  'notifications of the database do not arrive, so the worker looks for messages every 0.5 s: ' +
  'give it the address of the server itself, DATABASE_URL_LISTEN';

/** Starts pg-boss on the installed schema. */
export async function startQueue({
  schema,
  log,
  notified_polling_seconds,
  ...connections
}: QueueOptions): Promise<Queue> {
  const database = bossDatabase(connections);
  const boss = new PgBoss({
    db: database,
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: connections.connect_listen !== null,
    // Interval at which jobs of a killed worker are returned after their lease.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 600,
    // The worker owns no index, and the reports already show what a DBA needs to know about vacuum.
    reindex: false,
    monitorVacuum: false,
  });
  let said = { message: '', at: 0 };
  let closing = false;
  boss.on('error', (error) => {
    // Without its id, the message is the same for all workers during an outage, so it is logged once.
    const message = error.message.replace(/ \(Queue: .*$/s, '');
    if (message === said.message && Date.now() - said.at < ERROR_PAUSE_MS) return;
    said = { message, at: Date.now() };
    log.error({ error: errorFields(error) }, 'queue error');
  });
  boss.on('warning', (warning) => {
    if (cannotListen(warning.data)) log.warn({ warning: warning.data.error }, POLLS);
    else log.warn({ warning: warning.message }, 'queue warning');
  });
  if (connections.connect_listen === null) log.warn({}, POLLS);
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false });
    await database.close();
    throw error;
  }

  return {
    async work(name, workers, handle, polling_seconds = POLLING_SECONDS) {
      const options = {
        pollingIntervalSeconds: polling_seconds,
        notifyPollingIntervalSeconds: notified_polling_seconds ?? NOTIFIED_POLLING_SECONDS,
        includeMetadata: true,
      } as const;
      // One pg-boss worker per slot, so that a slow mail server delays one message and not a batch.
      const start = async (): Promise<void> => {
        let id = '';
        id = await boss.work<unknown, void, typeof options>(name, options, async ([job]) => {
          // After one job there may be more: fetch again now instead of after the polling interval.
          boss.notifyWorker(id);
          let left = false;
          const leave = (): void => {
            if (left || closing) return;
            left = true;
            start().catch((error: unknown) => log.error({ error: errorFields(error) }, 'queue error'));
          };
          try {
            const again = await handle(job?.data, { leave });
            if (again !== null)
              await boss.send(name, job?.data as object, { startAfter: again, priority: job?.priority ?? 0 });
          } finally {
            // Another worker has taken over the slot.
            if (left) await boss.offWork(name, { id, wait: false });
          }
        });
      };
      for (let started = 0; started < workers; started += 1) await start();
    },
    async close(deadline_ms) {
      closing = true;
      await boss.stop({ graceful: true, timeout: deadline_ms });
      await database.close();
    },
  };
}

/** Returns true for pg-boss's warning that it falls back to polling. */
function cannotListen(data: unknown): data is { type: string; error?: string } {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'listen_notify_unavailable';
}
