// Copies entries of the audit log into the process log, when LOG_AUDIT_EVENTS is set. The worker reports its position
// to the database only after the lines are written. After a crash in between, lines are written twice, and none is
// lost.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { onlyRow, withResultDeadline } from '../core/database/driver_pool.ts';
import { errorLogFields, type Logger } from '../core/log.ts';

export interface AuditLogCopierOptions {
  sql: Sql;
  /** The schema of the functions, as an identifier. */
  api: string;
  log: Logger;
  /** Pause in milliseconds after a batch that leaves no entries. */
  pause_ms?: number;
  /** Pause in milliseconds after a failed query. */
  fault_pause_ms?: number;
}

export interface AuditLogCopier {
  close(): Promise<void>;
}

interface LeaseResult {
  rows: { events: object[]; login: object | null }[];
  more: boolean;
  /** Last entry of the batch, which the next call reports as written; null if the batch is empty. */
  upto: string | null;
}

const MOST = 200;
const PAUSE_MS = 1_000;
const FAULT_PAUSE_MS = 5_000;

/** Copies entries until close() is called. */
export function startAuditLogCopier(o: AuditLogCopierOptions): AuditLogCopier {
  const { sql, api, log, pause_ms = PAUSE_MS, fault_pause_ms = FAULT_PAUSE_MS } = o;
  const text = `select ${api}.lease_audit_entries(worker_id => $1::uuid, written => $2::uuid, most => $3::integer) as taken`;
  const worker_id = randomUUID();
  const stop = new AbortController();
  let written: string | null = null;
  let failing = false;

  const take = async (most: number): Promise<LeaseResult> => {
    const asked = sql.unsafe<{ taken: LeaseResult }[]>(text, [worker_id, written, most], { prepare: true });
    return onlyRow(await withResultDeadline(asked)).taken;
  };
  /** Copies one batch and returns the pause before the next. Logs the first of several failures, and the recovery. */
  const turn = async (): Promise<number> => {
    try {
      const { rows, more, upto } = await take(MOST);
      for (const { events, login } of rows) {
        for (const event of events) log.info({ component: 'audit', auth_audit_event: event }, 'audit_event');
        if (login !== null) log.info({ component: 'audit', action: 'login', ...login }, 'Login');
      }
      // Lines are flushed before the next call reports them as written, because a crash loses buffered lines.
      log.flush();
      written = upto;
      if (failing) log.info({ component: 'audit' }, 'audit entries are written into the log again');
      failing = false;
      return more ? 0 : pause_ms;
    } catch (error) {
      const line = { component: 'audit', error: errorLogFields(error) };
      if (!failing) log.error(line, 'audit entries cannot be read; they are written into the log when they can');
      failing = true;
      return fault_pause_ms;
    }
  };
  const turns = async (): Promise<void> => {
    while (!stop.signal.aborted) await rest(await turn());
    // Reports the last batch and releases the lease. If this fails, another worker can take over 30 s after the last
    // call.
    if (written !== null)
      await take(0).catch((error: unknown) =>
        log.warn(
          { component: 'audit', error: errorLogFields(error) },
          'what the log has of the audit entries could not be noted',
        ),
      );
  };
  const rest = (ms: number): Promise<void> => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  const running = turns();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
