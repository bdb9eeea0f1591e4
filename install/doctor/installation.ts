// What doctor can say without a look at the catalog: settings that hurt, URLs without a role of their own, pending migrations.

import compare from 'semver/functions/compare.js';
import { identifier, literal, type Names } from '../../core/database/names.ts';
import { MigrateRefusal } from '../../core/database/refusal.ts';
import { RELEASE } from '../../core/database/release.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { run } from '../migrate/connection.ts';
import { halfImported, inspect, mayBeOwner } from '../migrate/inspect.ts';
import { pendingLoad } from '../migrate/load.ts';
import { pendingOnline } from '../migrate/online.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { indexOf, queuePlan } from '../migrate/queue.ts';
import { advised, type Finding, mendable, type Patient } from './finding.ts';
import { readsAsLogin } from './reading.ts';

export interface DoctorSettings {
  database_url: string;
  database_url_gateway: string;
  database_url_admin: string;
  database_url_worker: string;
  security_refresh_token_rotation_enabled: boolean;
  security_refresh_token_reuse_interval: number;
}

/** Settings that are allowed and hurt. */
export function checkSettings(settings: DoctorSettings, names: Names, warnings: readonly string[] = []): Finding[] {
  const findings = warnings.map((warning) =>
    advised('settings.warning', warning, 'change the setting; where it is meant so: --ignore settings.warning'),
  );
  if (settings.security_refresh_token_rotation_enabled && settings.security_refresh_token_reuse_interval === 0) {
    const finding =
      'refresh token rotation is on with a reuse interval of 0: two tabs of one browser sign each other out';
    findings.push(advised('settings', finding, 'set SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=10'));
  }
  for (const role of ['gateway', 'admin', 'worker'] as const) {
    const url = settings[`database_url_${role}`] || settings.database_url;
    // No URL at all: that process does not run with these settings.
    if (url === '') continue;
    const login = parseDatabaseUrl(url, process.env).user;
    if (login === names.role[role]) continue;
    const variable = `DATABASE_URL_${role.toUpperCase()}`;
    const finding = `unprotected: the ${role} logs in as ${login} and only plays ${names.role[role]}, so it could take other rights`;
    const advice = `alter role ${identifier(names.role[role])} login password '…'; then set ${variable} to a URL of that role`;
    findings.push(advised('logins', finding, advice));
  }
  return findings;
}

export interface Installation {
  findings: Finding[];
  /** Whether this release's files are what the database should hold, so that comparing makes sense. */
  comparable: boolean;
}

/** Whose release the database is at, and what a migrate would do. */
export async function checkInstallation(patient: Patient): Promise<Installation> {
  const { connection, names, tree, pgcrypto_schema } = patient;
  // The tables of an import are closed until it is done: what is compared with them, and mended, would open them.
  if ((await halfImported(connection, names)) !== null) return { findings: [], comparable: false };
  const migrate = (finding: string): Installation => ({
    findings: [advised('migrations', finding, 'run: npx postern migrate')],
    comparable: false,
  });
  // A migrate that was killed in roles.sql, or none at all.
  const owner = await run(connection, `select from pg_roles as r where r.rolname = ${literal(names.role.owner)}`);
  if (owner.length === 0 && !(await readsAsLogin(connection, names))) return migrate('the database holds no Postern');
  // After a restore without roles the tables belong to whoever restored them; they are compared all the same.
  const as_login = !patient.as_owner && (await readsAsLogin(connection, names));
  if (!as_login && !(await mayBeOwner(connection, names))) {
    const finding = `this login may not act as ${names.role.owner}, so nothing inside can be looked at`;
    const grant = `grant ${identifier(names.role.owner)} to current_user`;
    return { findings: [mendable('roles', finding, [grant])], comparable: false };
  }
  const found = await inspect(connection, names, { as_login });
  if (found.state === null) return migrate('the database holds no Postern');
  if (compare(found.state.version, RELEASE.version) > 0) {
    const finding = `the database holds Postern ${found.state.version}, this is ${RELEASE.version}`;
    return { findings: [advised('migrations', finding, 'use the doctor of the newer release')], comparable: false };
  }
  try {
    const queue = queuePlan(names, found);
    const schema = pgcrypto_schema ?? PGCRYPTO_DEFAULT;
    const pending = pendingLoad({ tree, found, pgcrypto_schema: schema, release: RELEASE, queue: queue.statements });
    const steps = [...pending.migrations.map((m) => m.name), ...pendingOnline(tree, found).map((s) => s.name)];
    if (steps.length > 0) return migrate(`pending: ${steps.join(', ')}`);
    if (queue.statements.length > 0) return migrate('the job queue waits for its tables');
    if (queue.after.length > 0)
      return migrate(`the job queue waits for indexes: ${queue.after.map(indexOf).join(', ')}`);
    if (pending.release) return migrate(`the functions are those of another build of Postern ${found.state.version}`);
  } catch (error) {
    if (!(error instanceof MigrateRefusal)) throw error;
    return { findings: [advised('migrations', error.message, 'see the sentence')], comparable: false };
  }
  return { findings: [], comparable: true };
}
