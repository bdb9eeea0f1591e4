// Dry run: evaluates the whole import in a transaction that is rolled back.
import { quoteIdentifier } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Connection, type Queryable, runStatement } from '../../install/migrate/connection.ts';
import type { Logins } from '../../install/migrate/roles.ts';
import { findAddedConstraints } from './added_constraints.ts';
import { readObjects, readUnchanged } from './application.ts';
import { countUnreadableFactors } from './factors.ts';
import { type ImportSchemas, importSchemaOf } from './files.ts';
import { lostLinksMessage } from './links.ts';
import { lostClientsMessage } from './oauth.ts';
import { lostProvidersMessages } from './providers.ts';
import type { Report } from './report.ts';
import { checkImportRights, failedRolesMessage } from './rights.ts';
import type { SecretKeys } from './secret_options.ts';
import { listConnectedRoles } from './source.ts';
import { containsGotrue } from './sources.ts';
import {
  countFindings,
  countImportedRows,
  createImportViews,
  type Finding,
  reportFindings,
  type TokenLifetimes,
} from './views.ts';

class RollbackError extends Error {
  readonly code = 'rolled_back';
}

export interface EvaluateOptions {
  secrets: SecretKeys;
  lives: TokenLifetimes;
  /** Login of each role, which roles.sql makes a member of the role. */
  logins?: Logins;
  /** Called with each row that is changed or not imported. */
  row?(finding: Finding & { id: string }): void | Promise<void>;
  /** Fetches the tables of another database first. Returns remarks for the report. */
  fetch?(tx: Queryable): Promise<string[]>;
}

/** Evaluates the import. Leaves the database unchanged. */
export async function evaluateImport(
  connection: Connection,
  places: ImportSchemas,
  o: EvaluateOptions,
): Promise<Report> {
  if (o.fetch === undefined) await checkSource(connection, places);
  await checkImportRights(connection, places);
  let report: Report | undefined;
  await connection
    .tx(async (tx) => {
      await runStatement(tx, 'set transaction isolation level repeatable read');
      const remarks = (await o.fetch?.(tx)) ?? [];
      await runStatement(tx, `create schema ${quoteIdentifier(importSchemaOf(places.names))}`);
      await createImportViews(tx, places, { kept: false, lives: o.lives });
      const objects = await readObjects(tx, places);
      const blockers = o.fetch === undefined ? await connectedMessage(tx, places) : [];
      for (const { kind, name, blocks } of objects) if (blocks !== null) blockers.push(`${kind} ${name}: ${blocks}`);
      blockers.push(...(await lostSecretsMessages(tx, places, o.secrets)));
      const unchanged = await readUnchanged(tx, places);
      // Fetched tables have only Postern's indexes, so added constraints are not found here. `fetch` reports those of
      // the source.
      if (o.fetch === undefined) unchanged.push(...(await findAddedConstraints(tx, places.theirs)));
      const imported = await countImportedRows(tx, places);
      const findings = await (o.row ? reportFindings(tx, places, o.row) : countFindings(tx, places));
      blockers.push(...(await failedRolesMessage(tx, places, o.logins ?? {})));
      report = { counts: { imported, findings }, objects, unchanged, blockers, remarks };
      throw new RollbackError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackError)) throw error;
    });
  if (report === undefined) throw new Error('the dry run ended without a report');
  return report;
}

/**
 * Returns messages about secrets that cannot be imported: one per reason for second factors, one per provider, one for
 * all OAuth clients, and one for all links and codes.
 */
export async function lostSecretsMessages(
  on: Queryable,
  places: ImportSchemas,
  secrets: SecretKeys,
): Promise<string[]> {
  const factors_lost = [...(await countUnreadableFactors(on, places, secrets))].map(
    ([why, factors]) =>
      `${factors} second factors cannot be imported, and without them their users would be less safe: ${why}`,
  );
  return [
    ...factors_lost,
    ...(await lostProvidersMessages(on, places, secrets)),
    ...(await lostClientsMessage(on, places, secrets)),
    ...(await lostLinksMessage(on, places, secrets.ring)),
  ];
}

async function checkSource(on: Queryable, places: ImportSchemas): Promise<void> {
  if (await containsGotrue(on, places.theirs)) return;
  throw new MigrationRefusedError(
    `Schema "${places.theirs}" of this database does not hold the tables of GoTrue (supabase/auth), so there is nothing to import. ` +
      'DATABASE_URL_MIGRATE (or DATABASE_URL) must lead to the database that it uses.',
  );
}

/** Returns a message if GoTrue is connected, because it must not write while its tables are moved. */
async function connectedMessage(on: Queryable, places: ImportSchemas): Promise<string[]> {
  const who = await listConnectedRoles(on, places.theirs);
  return who === null ? [] : [`GoTrue is still connected (as ${who}): stop it first`];
}
