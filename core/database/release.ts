// Which release this process is, which one the database holds, and what the difference means.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compare from 'semver/functions/compare.js';
import { identifier, literal } from './names.ts';

export interface Release {
  version: string;
  /** The oldest gateway that this release's functions serve. */
  min_gateway: string;
}

/** A row of auth.release. */
export interface DatabaseState extends Release {
  digest: string;
  /** An import of the users of another server has begun here and is not done. */
  importing?: true;
}

/** This process. Raise min_gateway when a function's parameters or meaning change for callers of an older release. */
export const RELEASE: Release = { version: packageVersion(), min_gateway: '0.1.0' };

function packageVersion(): string {
  const text = readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8');
  const { version } = JSON.parse(text) as { version?: unknown };
  if (typeof version !== 'string') throw new Error('package.json has no version');
  return version;
}

/** What databaseState() needs of a postgres.js pool. */
export interface Asker {
  unsafe(text: string): PromiseLike<readonly { release?: unknown; import?: unknown }[]>;
}

// No schema, no function, no right to either: nothing (or nothing for this role) is installed. Cache lookup failed: rebuilt just now.
const NOTHING_THERE = new Set(['3F000', '42883', '42501']);

/** An import has begun that has not come to installing anything. */
const BEFORE_ALL: DatabaseState = { version: '0.0.0', min_gateway: '0.0.0', digest: '', importing: true };

async function importBegun(sql: Asker, namespace: string): Promise<boolean> {
  const [row] = await sql.unsafe(`select ${importComment(namespace)} as import`);
  return isUnderWay(row?.import);
}

const importComment = (namespace: string): string =>
  `(select pg_catalog.obj_description(s.oid, 'pg_namespace') from pg_catalog.pg_namespace as s
    where s.nspname = ${literal(`${namespace}_import`)})`;

// What an import writes there (import/gotrue/state.ts): until it is done its tables are closed to every role that serves.
const isUnderWay = (comment: unknown): boolean => /^import: (?!switched$)/.test(String(comment ?? ''));

/** What is installed, asked by any of the four roles; null where there is nothing yet. */
export async function databaseState(sql: Asker, namespace: string): Promise<DatabaseState | null> {
  const ask = async (): Promise<DatabaseState | null> => {
    const [row] = await sql.unsafe(
      `select ${identifier(`${namespace}_api`)}.get_release() as release, ${importComment(namespace)} as import`,
    );
    const state = (row?.release ?? null) as DatabaseState | null;
    return state !== null && isUnderWay(row?.import) ? { ...state, importing: true } : state;
  };
  try {
    return await ask();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (NOTHING_THERE.has(String(code))) return (await importBegun(sql, namespace)) ? BEFORE_ALL : null;
    if (code !== 'XX000') throw error;
    return ask();
  }
}

export type Fitness =
  /** Serve. */
  | { verdict: 'ready' }
  /** The database waits for its migrate: wait with it. */
  | { verdict: 'wait'; sentence: string }
  /** The database is too new for this process: exit. */
  | { verdict: 'refused'; sentence: string };

/** Whether a process of this release may serve a database in this state (null: nothing is installed). */
export function fitness(state: (Release & { importing?: true }) | null, release: Release = RELEASE): Fitness {
  if (state === null) {
    return {
      verdict: 'wait',
      sentence: `The database holds no Postern yet; run "npx postern migrate" (${release.version}).`,
    };
  }
  if (state.importing) {
    return {
      verdict: 'wait',
      sentence:
        'An import into this database is not done: "npx postern import gotrue --apply" resumes it, --revert undoes it.',
    };
  }
  if (compare(release.version, state.min_gateway) < 0) {
    const sentence =
      `The database holds Postern ${state.version}, which serves gateways from ${state.min_gateway} on; ` +
      `this one is ${release.version}. Update it, or go back with "npx postern migrate --downgrade".`;
    return { verdict: 'refused', sentence };
  }
  if (compare(state.version, release.version) < 0) {
    const sentence = `The database holds Postern ${state.version}; this is ${release.version}. Run "npx postern migrate".`;
    return { verdict: 'wait', sentence };
  }
  return { verdict: 'ready' };
}
