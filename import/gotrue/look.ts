// Dry run: evaluates the whole import in a transaction that is rolled back.
import { identifier } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Connection, type Queryable, run } from '../../install/migrate/connection.ts';
import type { Logins } from '../../install/migrate/roles.ts';
import { readObjects, readUnchanged } from './application.ts';
import { unreadableFactors } from './factors.ts';
import { importOf, type Places } from './files.ts';
import { countComing, countFindings, type Finding, type Lives, makeJudgement, tellFindings } from './judgement.ts';
import { linksLost } from './links.ts';
import { clientsLost } from './oauth.ts';
import { refusePowerless, rolesRefused } from './powers.ts';
import { providersLost } from './providers.ts';
import type { Report } from './report.ts';
import { addedRules } from './rules.ts';
import type { Secrets } from './secret_work.ts';
import { stillConnected } from './source.ts';
import { holdsGotrue } from './sources.ts';

class RollbackError extends Error {
  readonly code = 'rolled_back';
}

export interface LookOptions {
  secrets: Secrets;
  lives: Lives;
  /** Passwords of the login roles. */
  logins?: Logins;
  /** Called with each row that is changed or not imported. */
  row?(finding: Finding & { id: string }): void | Promise<void>;
  /** Fetches the tables of another database first. Returns remarks for the report. */
  fetch?(tx: Queryable): Promise<string[]>;
}

/** Evaluates the import. Leaves the database unchanged. */
export async function look(connection: Connection, places: Places, o: LookOptions): Promise<Report> {
  if (o.fetch === undefined) await checkSource(connection, places);
  await refusePowerless(connection, places);
  let report: Report | undefined;
  await connection
    .tx(async (tx) => {
      await run(tx, 'set transaction isolation level repeatable read');
      const remarks = (await o.fetch?.(tx)) ?? [];
      await run(tx, `create schema ${identifier(importOf(places.names))}`);
      await makeJudgement(tx, places, { kept: false, lives: o.lives });
      const objects = await readObjects(tx, places);
      const blockers = o.fetch === undefined ? await connected(tx, places) : [];
      for (const { kind, name, blocks } of objects) if (blocks !== null) blockers.push(`${kind} ${name}: ${blocks}`);
      blockers.push(...(await secretsLost(tx, places, o.secrets)));
      const unchanged = await readUnchanged(tx, places);
      // Fetched tables have only Postern's indexes. `fetch` reports added constraints at the source.
      if (o.fetch === undefined) unchanged.push(...(await addedRules(tx, places.theirs)));
      const comes = await countComing(tx, places);
      const findings = await (o.row ? tellFindings(tx, places, o.row) : countFindings(tx, places));
      blockers.push(...(await rolesRefused(tx, places, o.logins ?? {})));
      report = { counts: { comes, findings }, objects, unchanged, blockers, remarks };
      throw new RollbackError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackError)) throw error;
    });
  if (report === undefined) throw new Error('the dry run ended without a report');
  return report;
}

/** Returns a message for each kind of secret (second factors, provider secrets, links) that cannot be read. */
export async function secretsLost(on: Queryable, places: Places, secrets: Secrets): Promise<string[]> {
  const factors_lost = [...(await unreadableFactors(on, places, secrets))].map(
    ([why, factors]) =>
      `${factors} second factors cannot be imported, and without them their users would be less safe: ${why}`,
  );
  return [
    ...factors_lost,
    ...(await providersLost(on, places, secrets)),
    ...(await clientsLost(on, places, secrets)),
    ...(await linksLost(on, places, secrets.ring)),
  ];
}

async function checkSource(on: Queryable, places: Places): Promise<void> {
  if (await holdsGotrue(on, places.theirs)) return;
  throw new MigrationRefusedError(
    `Schema "${places.theirs}" of this database does not hold the tables of GoTrue (supabase/auth), so there is nothing to import. ` +
      'DATABASE_URL_MIGRATE (or DATABASE_URL) must lead to the database that it uses.',
  );
}

/** Returns a message if GoTrue is connected, because it must not write while its tables are moved. */
async function connected(on: Queryable, places: Places): Promise<string[]> {
  const who = await stillConnected(on, places.theirs);
  return who === null ? [] : [`GoTrue is still connected (as ${who}): stop it first`];
}
