// The job queue on pg-boss. pg-boss never changes its schema at run time.
import { type Db, PgBoss } from 'pg-boss';
import { errorLogFields, type Logger } from '../../core/log.ts';
import { type BossDatabaseOptions, bossDatabase } from './database.ts';
import { createJobQueue, type JobHandler, type JobQueue } from './job_queue.ts';

export interface QueueOptions extends BossDatabaseOptions {
  /** Schema of the queue, as in the catalog. */
  schema: string;
  log: Logger;
  /** Polling interval in seconds while notifications work. Polling covers retries and lost notifications. */
  notified_polling_seconds?: number | undefined;
}

export interface Queue {
  /** Handles the jobs of a queue in `workers` slots. A job may free its slot while it continues, see `Slot`. */
  work(name: string, workers: number, handle: JobHandler, polling_seconds?: number): Promise<void>;
  /** Stops fetching jobs and waits for running ones, at most this many milliseconds. */
  close(deadline_ms: number): Promise<void>;
}

/** Polling interval in seconds without notifications. */
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
  const { listen } = database;
  const state = { listening: false };
  const lines: JobQueue[] = [];
  /** Makes the named queue fetch jobs, or all queues if no name is given. */
  const wake = (name?: string): void => {
    for (const line of lines) if (name === undefined || line.name === name) line.fetchJobs();
  };
  const listenFor =
    (listen: NonNullable<Db['listen']>): NonNullable<Db['listen']> =>
    async (channel) => {
      const handle = await listen(channel, wake, () => wake());
      state.listening = true;
      return handle;
    };
  const boss = new PgBoss({
    db: listen ? { ...database, listen: listenFor(listen) } : database,
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: connections.connect_listen !== null,
    // Interval in seconds at which pg-boss returns jobs whose lease has expired, such as those of a killed worker.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 600,
    // Off, because the worker does not own the indexes. `postern doctor` checks the parameters for vacuum.
    reindex: false,
    monitorVacuum: false,
  });
  let last = { message: '', at: 0 };
  const reportError = (error: unknown): void => {
    // During an outage many statements fail with the same message, so a repeated message is logged once in
    // ERROR_PAUSE_MS.
    const message = error instanceof Error ? error.message : String(error);
    if (message === last.message && Date.now() - last.at < ERROR_PAUSE_MS) return;
    last = { message, at: Date.now() };
    log.error({ error: errorLogFields(error) }, 'queue error');
  };
  boss.on('error', reportError);
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
      const notifies = (await boss.getQueue(name))?.notify === true;
      const pause = () =>
        notifies && state.listening ? (notified_polling_seconds ?? NOTIFIED_POLLING_SECONDS) : polling_seconds;
      const line = createJobQueue({ boss, name, slots: workers, handle, pause, report: reportError });
      lines.push(line);
      line.fetchJobs();
    },
    async close(deadline_ms) {
      await Promise.all(lines.map((line) => line.close(deadline_ms)));
      await boss.stop({ graceful: true, timeout: 1_000 });
      await database.close();
    },
  };
}

/** Returns true for pg-boss's warning that it falls back to polling. */
function cannotListen(data: unknown): data is { type: string; error?: string } {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'listen_notify_unavailable';
}
