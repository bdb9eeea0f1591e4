// The job queue. With its database adapter the only file that knows pg-boss, which never changes its own schema here.
import { PgBoss } from 'pg-boss';
import { errorFields, type Logger } from '../../core/log.ts';
import { type BossDatabaseOptions, bossDatabase } from './database.ts';

export interface QueueOptions extends BossDatabaseOptions {
  /** The schema of the queue, as the catalog spells it. */
  schema: string;
  log: Logger;
  /** How often it looks for jobs while notifications work: what waits for a retry, or a notification that was lost. */
  notified_polling_seconds?: number | undefined;
}

/** A place among the jobs that a queue handles at once. */
export interface Slot {
  /** Lets another job have the place; this one goes on beside it. */
  leave(): void;
}

/**
 * Handles a job. A rejection gives the job back for a later try, after a pause that grows; an answer puts the same job in
 * line again for that moment.
 */
export type Handle = (data: unknown, slot: Slot) => Promise<Date | null>;

export interface Queue {
  /** Handles the jobs of a queue, `workers` at a time, beside those that have left their slot. */
  work(name: string, workers: number, handle: Handle, polling_seconds?: number): Promise<void>;
  /** Takes no more jobs and waits for those in hand, at most this long. */
  close(deadline_ms: number): Promise<void>;
}

/** The polling interval where no notification wakes us; every message is delayed by up to this there. */
const POLLING_SECONDS = 0.5;
const NOTIFIED_POLLING_SECONDS = 5;
const ERROR_PAUSE_MS = 10_000;
const POLLS =
  'notifications of the database do not arrive, so the worker looks for messages every 0.5 s: ' +
  'give it the address of the server itself, DATABASE_URL_LISTEN';

/** Starts pg-boss on an installed schema. */
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
    // Jobs of a worker that was killed are given back this soon after their time is up.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 600,
    // The worker owns no index, and what a DBA wants to know of vacuum is in the reports.
    reindex: false,
    monitorVacuum: false,
  });
  let said = { message: '', at: 0 };
  let closing = false;
  boss.on('error', (error) => {
    // While the database is away every worker says the same again and again, with its own id behind it.
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
      // One pg-boss worker each, so that a slow mail server holds up one message and not a batch.
      const start = async (): Promise<void> => {
        let id = '';
        id = await boss.work<unknown, void, typeof options>(name, options, async ([job]) => {
          // Where one job was there may be more: look again at once, not after the polling interval.
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
            // Its place is another worker's by now.
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

/** What pg-boss says when it goes on by polling alone. */
function cannotListen(data: unknown): data is { type: string; error?: string } {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'listen_notify_unavailable';
}
