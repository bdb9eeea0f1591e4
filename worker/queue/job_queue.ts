// Fetches the jobs of one queue and handles them in slots. One statement fetches jobs for all free slots, and one
// deletes the ended jobs. Ended jobs are deleted because they contain ids of users.
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { createBatcher } from './batch.ts';

/** A slot for a job that is being handled. */
export interface Slot {
  /** Frees the slot for another job while this one continues. */
  leave(): void;
}

/**
 * Handles a job. A rejection returns the job for a retry with backoff. A returned date schedules the same job again
 * for that time; null ends the job.
 */
export type JobHandler = (data: unknown, slot: Slot) => Promise<Date | null>;

export interface JobQueueOptions {
  boss: PgBoss;
  name: string;
  slots: number;
  handle: JobHandler;
  /** Returns the seconds until the next fetch if no notification triggers it earlier. */
  pause: () => number;
  report: (error: unknown) => void;
}

export interface JobQueue {
  name: string;
  /** Fetches jobs for the free slots, now or when one becomes free. */
  fetchJobs(): void;
  /**
   * Stops fetching and waits for running jobs, at most this many milliseconds. Jobs that still run are returned to the
   * queue.
   */
  close(deadline_ms: number): Promise<void>;
}

/** Time in milliseconds that a busy queue waits for more free slots, so that one statement fetches several jobs. */
const GATHER_MS = 5;

export function createJobQueue({ boss, name, slots, handle, pause, report }: JobQueueOptions): JobQueue {
  const running = new Map<JobWithMetadata, Promise<void>>();
  let free = slots;
  let fetching: Promise<void> | null = null;
  /** True if the queue may contain a job that has not been fetched. */
  let wanted = false;
  let busy = false;
  let closing = false;
  let timer: NodeJS.Timeout | undefined;

  const end = createBatcher(async (jobs: readonly JobWithMetadata[]) => {
    await boss.deleteJob(name, [...jobs]);
    return jobs.map(() => null);
  });

  const look = (): void => {
    wanted = true;
    if (fetching || closing || free === 0) return;
    clearTimeout(timer);
    fetching = fetch()
      .catch(report)
      .finally(() => {
        fetching = null;
        if (closing) return;
        timer = setTimeout(look, pause() * 1_000);
        if (wanted) look();
      });
  };

  const fetch = async (): Promise<void> => {
    if (busy && free < slots) await sleep(GATHER_MS);
    wanted = false;
    if (closing) return;
    const asked = free;
    const jobs = await boss.fetch<object>(name, { batchSize: asked, includeMetadata: true });
    busy = jobs.length === asked;
    wanted ||= busy;
    free -= jobs.length;
    for (const job of jobs) {
      const handled = run(job).finally(() => running.delete(job));
      running.set(job, handled);
    }
  };

  const run = async (job: JobWithMetadata): Promise<void> => {
    let left = false;
    const leave = (): void => {
      if (left) return;
      left = true;
      free += 1;
      look();
    };
    try {
      const again = await withinSeconds(job.expireInSeconds, handle(job.data, { leave })).finally(leave);
      if (again !== null) await boss.send(name, job.data, { startAfter: again, priority: job.priority });
      await end(job);
    } catch (error) {
      // Has no effect if the job has expired and runs again elsewhere, because pg-boss compares the attempt.
      await boss.fail(name, job, error as object).catch(report);
    }
  };

  return {
    name,
    fetchJobs: look,
    async close(deadline_ms) {
      closing = true;
      clearTimeout(timer);
      await fetching;
      const late = new AbortController();
      const deadline = sleep(deadline_ms, undefined, { signal: late.signal }).catch(() => undefined);
      await Promise.race([Promise.all(running.values()), deadline]);
      late.abort();
      const stopped = { message: 'the worker was stopped' };
      await Promise.all([...running.keys()].map((job) => boss.fail(name, job, stopped).catch(report)));
    },
  };
}

/** Rejects after the time at which pg-boss gives the job to another worker. */
function withinSeconds<T>(seconds: number, working: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the job has run for ${seconds} s`)), seconds * 1_000);
  });
  return Promise.race([working, late]).finally(() => clearTimeout(timer));
}
