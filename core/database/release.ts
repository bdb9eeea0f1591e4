// The release of this process, the release of the database, and whether they work together.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compare from 'semver/functions/compare.js';
import { identifier, literal } from './names.ts';

export interface Release {
  version: string;
  /** Oldest gateway that this release's functions serve. */
  min_gateway: string;
}

/** A row of auth.release. */
export interface DatabaseState extends Release {
  digest: string;
  /** An import from another server has begun here and is not complete. */
  importing?: true;
}

/** The release of this process. Raise min_gateway when a function's parameters or meaning change for older callers. */
export const RELEASE: Release = { version: packageVersion(), min_gateway: '0.1.0' };

function packageVersion(): string {
  const text = readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8');
  const { version } = JSON.parse(text) as { version?: unknown };
  if (typeof version !== 'string') throw new Error('package.json has no version');
  return version;
}

/** The part of a postgres.js pool that databaseState() uses. */
export interface Asker {
  unsafe(text: string): PromiseLike<readonly { release?: unknown; import?: unknown }[]>;
}

// SQLSTATEs that mean "nothing installed, or nothing for this role": no schema, no function, no right. A failed cache
// lookup means that the function is being rebuilt.
const NOTHING_THERE = new Set(['3F000', '42883', '42501']);

/** State while an import has begun but has installed nothing yet. */
const BEFORE_ALL: DatabaseState = { version: '0.0.0', min_gateway: '0.0.0', digest: '', importing: true };

async function importBegun(sql: Asker, namespace: string): Promise<boolean> {
  const [row] = await sql.unsafe(`select ${importComment(namespace)} as import`);
  return isUnderWay(row?.import);
}

const importComment = (namespace: string): string =>
  `(select pg_catalog.obj_description(s.oid, 'pg_namespace') from pg_catalog.pg_namespace as s
    where s.nspname = ${literal(`${namespace}_import`)})`;

// The import writes this comment (import/gotrue/state.ts). Until it is complete, its tables are closed to every
// serving role.
const isUnderWay = (comment: unknown): boolean => /^import: (?!switched$)/.test(String(comment ?? ''));

/** Returns what is installed; null if nothing is. Any of the four roles may ask. */
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
  /** The database has yet to be migrated: wait. */
  | { verdict: 'wait'; sentence: string }
  /** The database is too new for this process: exit. */
  | { verdict: 'refused'; sentence: string };

/** Decides whether a process of this release may serve a database in this state (null: nothing is installed). */
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
