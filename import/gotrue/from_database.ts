// Imports from another database, which is never written to. Fetches its tables into the schema auth_gotrue of this
// database, then evaluates and copies them as in an import in place.
import { setTimeout as sleep } from 'node:timers/promises';
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import type { DatabaseTarget } from '../../core/database/url.ts';
import { type Connection, type Log, type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { findAddedConstraints } from './added_constraints.ts';
import { type ApplyOptions, checkNotBegun, finishImport, USERS_PER_TRANSACTION } from './apply.ts';
import { type EvaluateOptions, evaluateImport, lostSecretsMessages } from './evaluate.ts';
import { gotrueSchemaOf, type ImportSchemas, importSchemaOf } from './files.ts';
import { changedTables, fetchTables, indexTables, type MirrorOptions } from './mirror.ts';
import type { Report } from './report.ts';
import { checkImportRights } from './rights.ts';
import {
  listConnectedRoles,
  SOURCE_SCHEMA,
  SourceUnreachableError,
  TEXT_FORM_SETTINGS,
  withSnapshot,
} from './source.ts';
import { findAddedColumns } from './sources.ts';
import { beginState, readState, setPhase } from './state.ts';
import { createImportViews } from './views.ts';

/** Returns the schemas of an import that fetches the tables of GoTrue. */
const fetchedPlaces = (places: ImportSchemas): ImportSchemas => ({ ...places, theirs: gotrueSchemaOf(places.names) });

/** Performs a dry run. Leaves both databases unchanged. */
export async function dryRunFromDatabase(
  connection: Connection,
  places: ImportSchemas,
  o: EvaluateOptions & { from: DatabaseTarget },
): Promise<Report> {
  await checkNotBegun(connection, places);
  await checkSchemasFree(connection, places);
  const fetched = fetchedPlaces(places);
  return evaluateImport(connection, fetched, {
    ...o,
    fetch: async (tx) => {
      await runStatement(tx, TEXT_FORM_SETTINGS);
      await runStatement(tx, `create schema ${quoteIdentifier(fetched.theirs)}`);
      return withSnapshot(o.from, async (source) => {
        await fetchTables(source, { places: fetched, tx: (work) => work(tx), log: () => undefined });
        await indexTables(tx, fetched);
        const added = await findAddedColumns(source, SOURCE_SCHEMA);
        const rules = await findAddedConstraints(source, SOURCE_SCHEMA);
        return [
          ...connectedWarning(await listConnectedRoles(source, SOURCE_SCHEMA)),
          ...added.map((column) => `Postern does not know the column ${column}, so its values are not imported`),
          ...rules.map(({ name, remark }) => `${name} is not imported: ${remark}`),
        ];
      });
    },
  });
}

function connectedWarning(who: string | null): string[] {
  return who === null ? [] : [`GoTrue is connected to its database (as ${who}): it has to be stopped before --apply`];
}

/** Throws if the schema auth or auth_gotrue already exists. */
async function checkSchemasFree(on: Queryable, { names }: ImportSchemas): Promise<void> {
  const schemas = [names.auth, gotrueSchemaOf(names)];
  const found = await runStatement<{ name: string }>(
    on,
    `select s.nspname as name from pg_namespace as s where s.nspname in (${schemas.map(quoteLiteral).join(', ')})`,
  );
  if (found.length === 0) return;
  throw new MigrationRefusedError(
    `Schema "${found[0]?.name}" is in this database already. --from imports into a database that has neither users of Postern nor of GoTrue: ` +
      'name an empty one, or another DB_NAMESPACE.',
  );
}

async function beginImport(connection: Connection, places: ImportSchemas, batch: number): Promise<void> {
  if ((await readState(connection, places)) !== null) return;
  await checkSchemasFree(connection, places);
  await checkImportRights(connection, fetchedPlaces(places));
  await connection.tx(async (tx) => {
    await beginState(tx, places, { in_place: false, batch, phase: 'following' });
    await runStatement(tx, `create schema ${quoteIdentifier(gotrueSchemaOf(places.names))}`);
  });
}

/**
 * Fetches in rounds until the signal aborts. Logs the age of the copy in each round. Throws if a round fails, unless
 * the source is unreachable and an earlier round has succeeded.
 */
export async function fetchInRounds(
  connection: Connection,
  places: ImportSchemas,
  o: { from: DatabaseTarget; every_ms: number; signal: AbortSignal; log: Log; rounds?: number },
): Promise<void> {
  await beginImport(connection, places, USERS_PER_TRANSACTION);
  const state = await readState(connection, places);
  if (state?.phase !== 'following') {
    throw new MigrationRefusedError(
      'The import of the fetched rows has begun: --apply resumes it, --revert drops all of it.',
    );
  }
  let as_of: number | null = null;
  for (let round = 1; !o.signal.aborted && round <= (o.rounds ?? Number.POSITIVE_INFINITY); round += 1) {
    const began = Date.now();
    try {
      o.log(`round ${round}: ${await fetchOnce(connection, places, { ...o, log: () => undefined })}`);
      as_of = began;
    } catch (error) {
      // After a successful round, an unreachable source may be restarting. The next round tries again.
      if (!(error instanceof SourceUnreachableError) || as_of === null) throw error;
      o.log(`round ${round}: ${error.message}`);
    }
    o.log(`this database is a copy of the source of ${((Date.now() - (as_of ?? began)) / 1000).toFixed(1)} s ago`);
    // An abort ends the pause and then the loop.
    await sleep(o.every_ms, undefined, { signal: o.signal }).catch(() => undefined);
  }
}

/** Runs one round. Returns a description of the fetched rows. */
async function fetchOnce(
  connection: Connection,
  places: ImportSchemas,
  o: { from: DatabaseTarget; log: Log } & Pick<MirrorOptions, 'checkpoint' | 'rows'>,
): Promise<string> {
  await runStatement(connection, TEXT_FORM_SETTINGS);
  const mirror: MirrorOptions = { ...o, places: fetchedPlaces(places), tx: (work) => connection.tx(work) };
  const { fetched } = await withSnapshot(o.from, (source) => fetchTables(source, mirror));
  const list = Object.entries(fetched).map(([table, rows]) => `${rows.toLocaleString('en')} rows of ${table}`);
  return list.length === 0 ? 'nothing has changed' : `fetched ${list.join(', ')}`;
}

/** Runs the final round and imports the fetched rows. If it is interrupted, the next run continues. */
export async function applyFromDatabase(
  connection: Connection,
  places: ImportSchemas,
  o: ApplyOptions & { from: DatabaseTarget } & Pick<MirrorOptions, 'rows'>,
): Promise<void> {
  await beginImport(connection, places, o.batch ?? USERS_PER_TRANSACTION);
  const fetched = fetchedPlaces(places);
  const state = await readState(connection, places);
  if (state?.in_place === true)
    throw new MigrationRefusedError(
      'An import in place has begun here: continue it without --from, or undo it with --revert.',
    );
  if (state?.phase === 'following') {
    const who = await withSnapshot(o.from, (source) => listConnectedRoles(source, SOURCE_SCHEMA));
    for (const remark of connectedWarning(who)) o.log(remark);
    o.log(await fetchOnce(connection, places, o));
    await o.checkpoint?.('judge');
    await connection.tx(async (tx) => {
      await indexTables(tx, fetched);
      await runStatement(tx, `update ${qualifyName(importSchemaOf(places.names), 'state')} as s set at = now()`);
      await createImportViews(tx, fetched, { kept: true, lives: o.lives });
      const unreadable = await lostSecretsMessages(tx, fetched, o.secrets);
      if (unreadable.length > 0)
        throw new MigrationRefusedError(
          ['The fetched rows are not imported yet. Blockers:', ...unreadable].join('\n- '),
        );
      await setPhase(tx, places, 'moved');
    });
  }
  await finishImport(connection, places, { ...o, before_switch: () => checkUnchanged(connection, fetched, o) });
}

/** Throws if the source's rows differ from the fetched rows, because the import would lose the differences. */
async function checkUnchanged(
  connection: Connection,
  places: ImportSchemas,
  o: { from: DatabaseTarget; log: Log },
): Promise<void> {
  await runStatement(connection, TEXT_FORM_SETTINGS);
  const changed = await withSnapshot(o.from, (source) =>
    changedTables(source, { places, log: o.log, tx: (work) => connection.tx(work) }),
  );
  if (changed.length === 0) return;
  throw new MigrationRefusedError(
    `GoTrue has written during the import (${changed.join(', ')}), and these changes are missing here. Stop it, undo the import ` +
      'with --revert, and start again with --apply.',
  );
}
