// Checks for pending migrations.

import compare from 'semver/functions/compare.js';
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { RELEASE } from '../../core/database/release.ts';
import { type Finding, findingWithAdvice, findingWithSql } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import { canBecomeOwner, inspectInstallation, unfinishedImportPhase } from '../migrate/inspect.ts';
import { pendingLoad } from '../migrate/load.ts';
import { pendingOnline } from '../migrate/online.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { createQueuePlan, parseIndexName } from '../migrate/queue.ts';
import type { CheckContext } from './check_context.ts';
import { canReadAsLogin } from './query_as_owner.ts';

export interface Installation {
  findings: Finding[];
  /** True if the database is at this release, so that its objects can be compared with the files. */
  comparable: boolean;
}

/** Checks the release of the database and whether a migration is pending. */
export async function checkInstallation(context: CheckContext): Promise<Installation> {
  const { connection, names, tree, pgcrypto_schema } = context;
  // The tables of an unfinished import are incomplete, and some of them may still be GoTrue's. checkImport() reports
  // the import.
  if ((await unfinishedImportPhase(connection, names)) !== null) return { findings: [], comparable: false };
  const migrate = (finding: string): Installation => ({
    findings: [findingWithAdvice('migrations', finding, 'run: npx postern migrate')],
    comparable: false,
  });
  // `migrate` has never run, or it was killed in roles.sql.
  const owner = await runStatement(
    connection,
    `select from pg_roles as r where r.rolname = ${quoteLiteral(names.role.owner)}`,
  );
  if (owner.length === 0 && !(await canReadAsLogin(connection, names))) return migrate('the database has no Postern');
  // After a restore without roles, the login that restored the tables owns them. They can still be compared.
  const as_login = !context.as_owner && (await canReadAsLogin(connection, names));
  if (!as_login && !(await canBecomeOwner(connection, names))) {
    const finding = `this login may not act as ${names.role.owner}, so nothing inside can be checked`;
    const grant = `grant ${quoteIdentifier(names.role.owner)} to current_user`;
    return { findings: [findingWithSql('roles', finding, [grant])], comparable: false };
  }
  const found = await inspectInstallation(connection, names, { as_login });
  if (found.state === null) return migrate('the database has no Postern');
  if (compare(found.state.version, RELEASE.version) > 0) {
    const finding = `the database holds Postern ${found.state.version}, this is ${RELEASE.version}`;
    return {
      findings: [findingWithAdvice('migrations', finding, 'use the doctor of the newer release')],
      comparable: false,
    };
  }
  try {
    const queue = createQueuePlan(names, found);
    const schema = pgcrypto_schema ?? PGCRYPTO_DEFAULT;
    const pending = pendingLoad({ tree, found, pgcrypto_schema: schema, release: RELEASE, queue: queue.statements });
    const steps = [...pending.migrations.map((m) => m.name), ...pendingOnline(tree, found).map((s) => s.name)];
    if (steps.length > 0) return migrate(`pending: ${steps.join(', ')}`);
    if (queue.statements.length > 0) return migrate('the tables of the job queue are missing or outdated');
    if (queue.after.length > 0)
      return migrate(`indexes of the job queue are missing: ${queue.after.map(parseIndexName).join(', ')}`);
    if (pending.release) return migrate(`the functions are from another build of Postern ${found.state.version}`);
  } catch (error) {
    if (!(error instanceof MigrationRefusedError)) throw error;
    return { findings: [findingWithAdvice('migrations', error.message, 'see the sentence')], comparable: false };
  }
  return { findings: [], comparable: true };
}
