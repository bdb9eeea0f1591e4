// Listens for notifications and verifies with probes that they arrive. A pooler or a silent disconnect would
// otherwise stay unnoticed.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { withResultDeadline } from '../../core/database/driver_pool.ts';

export interface NotificationListener {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Sends the probes, over another connection than the listening one. */
  sql: Sql;
  connect: (o: { max: number }) => Sql;
  channel: string;
  heard: (payload: string) => void;
  /** Called whenever listening starts. Notifications sent before are lost. */
  listening: () => void;
  probe_interval_ms?: number;
}

const PROBE_INTERVAL_MS = 10_000;
const PROBE_TIMEOUT_MS = 2_000;

/**
 * Listens for notifications. Rejects if the first probe does not arrive, or behind a pooler, where LISTEN would stay on
 * a connection that other clients use next. Later reconnects whenever a probe does not arrive.
 */
export async function listen(o: ListenOptions): Promise<NotificationListener> {
  await checkDirectConnection(o.connect);
  let closed = false;
  let current = await startListening(o);
  let timer = setTimeout(checkListening, o.probe_interval_ms ?? PROBE_INTERVAL_MS);
  o.listening();

  function checkListening(): void {
    current
      .probe()
      .catch(async () => {
        await current.end();
        if (closed) return;
        current = await startListening(o);
        if (closed) await current.end();
        else o.listening();
      })
      // Reconnecting failed because the server is unavailable. The next probe tries again.
      .catch(() => undefined)
      .finally(() => {
        if (!closed) timer = setTimeout(checkListening, o.probe_interval_ms ?? PROBE_INTERVAL_MS);
      });
  }

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await current.end();
    },
  };
}

/** Rejects behind a pooler. A pooler tells the client another process id than that of the backend. */
async function checkDirectConnection(connect: ListenOptions['connect']): Promise<void> {
  const pool = connect({ max: 1 });
  try {
    const rows = await withResultDeadline(pool<{ pid: number }[]>`select pg_backend_pid() as pid`);
    if (rows.state.pid !== rows[0]?.pid) throw new Error('this URL leads to a connection pooler');
  } finally {
    await pool.end({ timeout: 1 });
  }
}

interface ListenAttempt {
  /** Sends a notification. Rejects if the notification does not arrive in time. */
  probe(): Promise<void>;
  end(): Promise<void>;
}

async function startListening({ sql, connect, channel, heard, listening }: ListenOptions): Promise<ListenAttempt> {
  const name = `probe:${randomUUID()}`;
  const pool = connect({ max: 1 });
  let echo: () => void = () => undefined;
  let begun = false;
  const attempt: ListenAttempt = {
    async probe() {
      const arrived = new Promise<void>((resolve) => {
        echo = resolve;
      });
      await sql`select pg_notify(${channel}, ${name})`;
      const late = sleep(PROBE_TIMEOUT_MS, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('notifications do not arrive')),
      );
      await Promise.race([arrived, late]);
    },
    end: () => pool.end({ timeout: 1 }),
  };
  try {
    const begins = pool.listen(
      channel,
      (payload) => {
        if (payload === name) echo();
        else if (!payload.startsWith('probe:')) heard(payload);
      },
      // postgres.js has reconnected and subscribed again.
      () => {
        if (begun) listening();
      },
    );
    await withResultDeadline(begins);
    await attempt.probe();
    begun = true;
    return attempt;
  } catch (error) {
    await attempt.end();
    throw error;
  }
}
