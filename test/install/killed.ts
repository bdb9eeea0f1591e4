// Kills a migration at a statement, then runs doctor on the result.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import type { Finding } from '../../core/doctor/finding.ts';
import { examineInstallation } from '../../install/doctor/doctor.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';
import { hookDefaults } from '../support/processes/worker.ts';
import { createMigrationDatabase, type MigrationDatabase } from './migration_database.ts';

const PROCESS = fileURLToPath(new URL('./migrate_until.ts', import.meta.url));
export type KillTime = 'before' | 'during';

/** Runs a migration in a process that is killed just before it sends a statement, or shortly after. */
export async function killMigrationAt(
  at: MigrationDatabase,
  statement: number | RegExp,
  how: KillTime,
  sql_dir = SQL_DIR,
): Promise<void> {
  const which = typeof statement === 'number' ? String(statement) : statement.source;
  const child = fork(PROCESS, [at.url, at.prefix, sql_dir, which, how], { stdio: 'ignore' });
  const [, signal] = await once(child, 'exit');
  // A statement number may be past the end. A pattern must match a statement.
  if (typeof statement !== 'number') assert.is(signal, 'SIGKILL', `no statement fits ${which}`);
  // The server runs the statement until it notices that the client is gone.
  for (let look = 0; look < 3_000; look += 1) {
    const rows =
      await at.sql`select from pg_stat_activity where datname = ${at.database} and application_name like 'postern migrate%'`;
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the connection of a killed migrate stays');
}

/** Returns doctor's findings for an installation of the real SQL files. */
async function doctorFindings(at: MigrationDatabase): Promise<Finding[]> {
  const url = (role: string): string => `postgres://${at.prefix}_${role}@127.0.0.1/x`;
  const { findings } = await examineInstallation({
    target: parseDatabaseUrl(at.url, {}),
    namespace: at.prefix,
    role_prefix: at.prefix,
    logins: Object.fromEntries(
      (['gateway', 'admin', 'worker', 'auditor'] as const).map((role) => [role, `${at.prefix}_${role}`]),
    ),
    settings: {
      ...{ database_url: '', database_url_gateway: url('gateway'), database_url_admin: url('admin') },
      ...{ database_url_worker: url('worker'), jwt_aud: 'authenticated', jwt_default_group_name: 'authenticated' },
      ...{ jwt_admin_group_name: 'admin', jwt_admin_roles: ['service_role'] },
      ...{ security_refresh_token_rotation_enabled: false, security_refresh_token_reuse_interval: 0 },
      ...hookDefaults(),
    },
    log: () => undefined,
    now: Date.now,
  });
  return findings;
}

/** A point at which a migration is killed. */
export interface KillPoint {
  name: string;
  statement: RegExp;
  how: KillTime;
}

/**
 * Kills a migration at this point. Asserts that doctor reports the incomplete migration and names migrate as the
 * repair, and finds nothing after migrate has run.
 */
export async function assertReportedAndRepaired({ statement, how }: KillPoint): Promise<void> {
  const at = await createMigrationDatabase();
  try {
    await killMigrationAt(at, statement, how);
    const found = await doctorFindings(at);
    const advice = found.map((one) => `${one.check}: ${one.finding}: ${one.advice ?? one.sql.join('; ')}`).join('\n');
    assert.match(advice, /migrations: the database has no Postern: run: npx postern migrate/);
    assert.not.match(advice, /the check of \w+ failed|may not act as/);
    await at.migrate();
    assert.equal(await doctorFindings(at), []);
    assert.equal((await at.migrate()).steps, []);
  } finally {
    await at.drop();
  }
}
