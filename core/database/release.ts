// Compares the release of this process with the release of the database.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compare from 'semver/functions/compare.js';
import { quoteIdentifier, quoteLiteral } from './names.ts';

export interface Release {
  version: string;
  /** Oldest release of a gateway that is compatible with this release's functions. */
  min_gateway: string;
}

/** Row of auth.release, and whether an import is running. */
export interface DatabaseState extends Release {
  digest: string;
  /** True if an import from another server has begun and is not complete. */
  importing?: true;
}

/** The release of this process. Raise min_gateway if a function's parameters or meaning change for older callers. */
export const RELEASE: Release = { version: readPackageVersion(), min_gateway: '0.1.0' };

function readPackageVersion(): string {
  const text = readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8');
  const { version } = JSON.parse(text) as { version?: unknown };
  if (typeof version !== 'string') throw new Error('package.json has no version');
  return version;
}

/** The part of a postgres.js pool that readDatabaseState() uses. */
export interface QueryRunner {
  unsafe(text: string): PromiseLike<readonly { release?: unknown; import?: unknown }[]>;
}

// SQLSTATEs of a query if Postern is not installed, or if this role may not use it.
const NOTHING_THERE = new Set(['3F000', '42883', '42501']);

/** State of a database in which an import has begun but has installed nothing yet. */
const BEFORE_ALL: DatabaseState = { version: '0.0.0', min_gateway: '0.0.0', digest: '', importing: true };

async function hasImportBegun(sql: QueryRunner, namespace: string): Promise<boolean> {
  const [row] = await sql.unsafe(`select ${importComment(namespace)} as import`);
  return isUnderWay(row?.import);
}

const importComment = (namespace: string): string =>
  `(select pg_catalog.obj_description(s.oid, 'pg_namespace') from pg_catalog.pg_namespace as s
    where s.nspname = ${quoteLiteral(`${namespace}_import`)})`;

// Returns true if the comment says that an import is running (see import/gotrue/state.ts). Until the import is
// complete, the serving roles cannot access the imported tables.
const isUnderWay = (comment: unknown): boolean => /^import: (?!switched$)/.test(String(comment ?? ''));

/**
 * Returns the installed release; null if none is installed. Returns BEFORE_ALL if an import has begun but has
 * installed nothing yet. Each of the four login roles may call it.
 */
export async function readDatabaseState(sql: QueryRunner, namespace: string): Promise<DatabaseState | null> {
  const ask = async (): Promise<DatabaseState | null> => {
    const [row] = await sql.unsafe(
      `select ${quoteIdentifier(`${namespace}_api`)}.get_release() as release, ${importComment(namespace)} as import`,
    );
    const state = (row?.release ?? null) as DatabaseState | null;
    return state !== null && isUnderWay(row?.import) ? { ...state, importing: true } : state;
  };
  try {
    return await ask();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (NOTHING_THERE.has(String(code))) return (await hasImportBegun(sql, namespace)) ? BEFORE_ALL : null;
    // XX000 (a failed cache lookup) means that the function is being replaced.
    if (code !== 'XX000') throw error;
    return ask();
  }
}

export type Compatibility =
  /** The process may start to serve. */
  | { verdict: 'ready' }
  /** The process waits until the database is migrated or an import is complete. */
  | { verdict: 'wait'; sentence: string }
  /** The database is too new for this process; the process exits. */
  | { verdict: 'refused'; sentence: string };

/**
 * Decides whether a process of this release may serve a database in this state. `state` is null if nothing is
 * installed.
 */
export function checkCompatibility(
  state: (Release & { importing?: true }) | null,
  release: Release = RELEASE,
): Compatibility {
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
