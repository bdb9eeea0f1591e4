// Waits until a migrate has brought the database to this release, and says what it is waiting for.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { fitness, type Release } from '../cli/migrate/index.ts';
import { identifier } from '../cli/migrate/render.ts';
import { errorFields, type Logger } from '../gateway/log.ts';

const POLL_MS = 1_000;

/** A fault that no waiting mends. */
class NotServed extends Error {}

export interface ReadyOptions {
  sql: Sql;
  /** The schema of the functions. */
  api: string;
  /** Who this process must be in the database. */
  role: string;
  log: Logger;
  signal?: AbortSignal;
}

/** Resolves when the worker may begin; rejects when this release or this login can never serve the database. */
export async function databaseReady({ sql, api, role, log, signal }: ReadyOptions): Promise<void> {
  let said = '';
  for (;;) {
    let sentence: string;
    try {
      const found = await look(sql, api);
      const verdict = fitness(found.release);
      if (verdict.verdict === 'refused') throw new NotServed(verdict.sentence);
      if (verdict.verdict === 'ready') {
        if (found.role === role) return;
        throw new NotServed(
          `The worker is connected as "${found.role}" and must be "${role}": set DATABASE_URL_WORKER to the URL of that ` +
            'role (behind PgBouncer a role cannot be chosen after the login).',
        );
      }
      sentence = verdict.sentence;
    } catch (error) {
      if (error instanceof NotServed) throw error;
      // Before the first migrate not even the role exists, so a refused login too may be one that passes.
      sentence = `The database does not answer yet: ${errorFields(error).message}`;
    }
    if (sentence !== said) log.warn({}, sentence);
    said = sentence;
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** The catalog is asked first: a call in vain would be an ERROR in the server's log every second. */
async function look(sql: Sql, api: string): Promise<{ role: string; release: Release | null }> {
  const [row] = await sql<{ role: string; installed: boolean }[]>`
    select current_user as role, exists (
      select from pg_catalog.pg_proc as p join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
      where n.nspname = ${api} and p.proname = 'get_release'
        and has_schema_privilege(n.oid, 'USAGE') and has_function_privilege(p.oid, 'EXECUTE')) as installed`;
  if (!row?.installed) return { role: row?.role ?? '', release: null };
  const [answer] = await sql.unsafe<{ release: Release | null }[]>(
    `select ${identifier(api)}.get_release() as release`,
  );
  return { role: row.role, release: answer?.release ?? null };
}
