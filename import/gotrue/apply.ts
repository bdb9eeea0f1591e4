// Imports in place: renames GoTrue's schema, installs Postern's, copies and verifies the rows, and redirects the
// application to the new tables.
import { quoteIdentifier } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Connection, type Log, runStatement, withRetries } from '../../install/migrate/connection.ts';
import { type Checkpoint, copyRows } from './copy.ts';
import { gotrueSchemaOf, type ImportSchemas, importSchemaOf } from './files.ts';
import type { SecretKeys } from './secret_options.ts';
import { restoreImported } from './sso.ts';
import { beginState, readState, setPhase } from './state.ts';
import { switchApplication } from './switch.ts';
import { verifyCopy } from './verify.ts';
import { createImportViews, type TokenLifetimes } from './views.ts';

export interface ApplyOptions {
  secrets: SecretKeys;
  lives: TokenLifetimes;
  log: Log;
  /** Installs Postern on a separate connection. */
  install(): Promise<void>;
  checkpoint?: Checkpoint;
  /** Number of users per transaction. */
  batch?: number;
}

/** Default number of users per transaction. */
export const USERS_PER_TRANSACTION = 2_000;

/** Runs the remaining phases of the import. If it is interrupted, the next run continues. */
export async function applyImport(connection: Connection, places: ImportSchemas, o: ApplyOptions): Promise<void> {
  const checkpoint = o.checkpoint ?? (() => undefined);
  await checkpoint('move');
  if ((await readState(connection, places)) === null) {
    await renameSchema(connection, places, { ...o, batch: o.batch ?? USERS_PER_TRANSACTION });
    o.log(`schema ${places.names.auth} is now ${gotrueSchemaOf(places.names)}`);
  }
  await finishImport(connection, places, o);
}

/** Runs the phases that follow the creation of the views. */
export async function finishImport(
  connection: Connection,
  places: ImportSchemas,
  o: ApplyOptions & { before_switch?: () => Promise<void> },
): Promise<void> {
  const checkpoint = o.checkpoint ?? (() => undefined);
  const moved = { ...places, theirs: gotrueSchemaOf(places.names) };
  const phase = async () => (await readState(connection, places))?.phase;
  await checkpoint('install');
  if ((await phase()) === 'moved') {
    await o.install();
    await checkpoint('installed');
    await setPhase(connection, places, 'installed');
  }
  if ((await phase()) === 'installed') {
    await copyRows(connection, moved, { secrets: o.secrets, log: o.log, checkpoint });
  }
  await checkpoint('verify');
  if ((await phase()) === 'copied') await verifyCopy(connection, moved, o);
  await checkpoint('switch');
  const state = await readState(connection, places);
  if (state?.phase !== 'verified') return;
  // Runs after verifyCopy(), because it removes rows of added providers from kept_rows.
  await restoreImported(connection, moved, o.log);
  await o.before_switch?.();
  await switchApplication(connection, moved, { in_place: state.in_place, log: o.log });
}

/**
 * Creates the views and renames the schema in one transaction. The views then refer to the tables in the renamed
 * schema.
 */
async function renameSchema(
  connection: Connection,
  places: ImportSchemas,
  o: { log: Log; batch: number; lives: TokenLifetimes },
): Promise<void> {
  const { auth } = places.names;
  await withRetries({ tries: 20, log: o.log, what: `moving schema ${auth}` }, () =>
    connection.tx(async (tx) => {
      await beginState(tx, places, { in_place: true, batch: o.batch, phase: 'moved' });
      await createImportViews(tx, places, { kept: true, lives: o.lives });
      await runStatement(
        tx,
        `alter schema ${quoteIdentifier(auth)} rename to ${quoteIdentifier(gotrueSchemaOf(places.names))}`,
      );
    }),
  );
}

/** Throws if an import has begun or is complete. */
export async function checkNotBegun(connection: Connection, places: ImportSchemas): Promise<void> {
  const state = await readState(connection, places);
  if (state === null) return;
  if (state.phase === 'following') {
    throw new MigrationRefusedError(
      'The tables of another database are being fetched here: --follow resumes it, --apply imports them, --revert drops them ' +
        '(the first two with --from).',
    );
  }
  const what =
    state.phase === 'switched'
      ? 'This database was imported already: "npx postern import gotrue --commit" keeps it, --revert undoes it.'
      : `An import of this database has begun and was interrupted (${importSchemaOf(places.names)}): --apply resumes it, --revert undoes it.`;
  throw new MigrationRefusedError(what);
}
