// Inspects an installation without changing it. A check that fails because the installation is damaged becomes a
// finding.

import { createNames } from '../../core/database/names.ts';
import type { DatabaseTarget } from '../../core/database/url.ts';
import { type Finding, type FindingCode, findingWithAdvice, isIgnored } from '../../core/doctor/finding.ts';
import { createHooksCheck } from '../../core/doctor/hooks.ts';
import { checkOwnedObjects } from '../../core/doctor/owned_objects.ts';
import { checkPublications } from '../../core/doctor/publications.ts';
import { checkDefaultPrivileges, checkLogging, checkRights, checkRoleSettings } from '../../core/doctor/roles.ts';
import { checkDurability, checkVersion, createClockCheck } from '../../core/doctor/server.ts';
import { checkSettings, type DoctorSettings } from '../../core/doctor/settings.ts';
import { checkTransactionIdAge } from '../../core/doctor/transaction_ids.ts';
import type { HookSettings } from '../../core/hooks/hook.ts';
import { type Connection, type Log, runStatement, withConnection } from '../migrate/connection.ts';
import { firstErrorLine, readSqlState } from '../migrate/database_error.ts';
import { checkServer, findPgcryptoSchema, refuseProcessLogin } from '../migrate/inspect.ts';
import type { Logins } from '../migrate/roles.ts';
import { readTree, SQL_DIR } from '../migrate/tree.ts';
import { checkDependants, checkObjects, checkTriggersRulesAndPolicies, collectNotes } from './application_objects.ts';
import { type AudienceAndRoleSettings, createAudienceAndRoleCheck } from './audiences_and_roles.ts';
import type { Check, CheckContext } from './check_context.ts';
import { checkComments } from './comments.ts';
import { checkDomains } from './domains.ts';
import { checkFunctions } from './functions.ts';
import { checkGrants } from './grants.ts';
import { checkInstallation } from './installation.ts';
import { createKeysCheck, type KeySettings } from './keys.ts';
import { checkImport, checkPurge, checkSequences, foreignHashNotes } from './maintenance.ts';
import { checkLargeObjects, createMembersCheck, createReplicationCheck } from './members.ts';
import { checkOwners, checkRolePrefix, checkSecurityDefiners } from './owners.ts';
import { canReadAsOwner } from './query_as_owner.ts';
import { createReplicasCheck, type ReplicaSettings } from './replicas.ts';
import { createRolesCheck } from './roles.ts';
import { checkPgcrypto } from './server.ts';
import { createSsoCheck, type SsoSettings } from './sso.ts';
import { checkStorage } from './storage.ts';
import { checkIndexes, checkTables } from './tables.ts';
import { createTelemetryCheck, type TelemetrySettings } from './telemetry.ts';
import { checkViews } from './views.ts';
import { checkPartitions, checkQueue, checkWebhooks } from './work.ts';

export interface DoctorOptions {
  target: DatabaseTarget;
  namespace: string;
  role_prefix: string;
  logins: Logins;
  settings: DoctorSettings &
    AudienceAndRoleSettings &
    HookSettings &
    KeySettings &
    ReplicaSettings &
    SsoSettings &
    TelemetrySettings;
  /** Warnings about values of settings, as logged at a start. */
  value_warnings?: readonly string[];
  log: Log;
  /** Current time of this process in ms. */
  now: () => number;
  /** Codes of findings to ignore, for example because a managed service does not permit their repair. */
  ignore?: readonly string[];
}

export interface Diagnosis {
  findings: Finding[];
  /** Codes of the ignored findings. */
  ignored: string[];
  /** Notes that need no repair: about objects of applications, a missing search index, imported password hashes. */
  notes: string[];
  checks: number;
  database: string;
}

/**
 * Runs the checks and returns the findings in the order of repair. If the role prefix is wrong, returns only this
 * finding. Objects are compared only if the database is at this release.
 */
export function examineInstallation(o: DoctorOptions): Promise<Diagnosis> {
  return withConnection(o.target, o.log, (connection) => examineConnection(connection, o));
}

/** Same as examineInstallation(), on an open connection. */
export async function examineConnection(
  connection: Connection,
  o: Omit<DoctorOptions, 'target' | 'log'>,
): Promise<Diagnosis> {
  const names = createNames(o.namespace, o.role_prefix);
  await checkServer(connection);
  await refuseProcessLogin(connection, names);
  const [row] = await runStatement<{ database: string }>(connection, 'select current_database() as database');
  const context: CheckContext = {
    ask: (query) => runStatement(connection, query),
    connection,
    names,
    tree: readTree(SQL_DIR, names),
    database: row?.database ?? '',
    pgcrypto_schema: await findPgcryptoSchema(connection),
    as_owner: await canReadAsOwner(connection, names),
  };
  const elsewhere = await checkRolePrefix(context);
  if (elsewhere) return { findings: [elsewhere], ignored: [], notes: [], checks: 1, database: context.database };
  let comparable = false;
  const checks: [FindingCode, Check][] = [
    ['settings', () => Promise.resolve(checkSettings(o.settings, names, o.value_warnings))],
    ['server', checkVersion],
    ['server', checkDurability],
    ['clock', createClockCheck(o.now)],
    ['replicas', createReplicasCheck(o.settings)],
    ['telemetry', createTelemetryCheck(o.settings)],
    ['import', checkImport],
    ['roles', createRolesCheck(o.logins)],
    // Owners are repaired before anything that runs as the owner role.
    ['owners', checkOwners],
    ['belongings', checkOwnedObjects],
    ['roles', checkRights],
    ['members', createMembersCheck(o.logins)],
    ['role_settings', checkRoleSettings],
    ['server', createReplicationCheck(o.logins)],
    ['default_privileges', checkDefaultPrivileges],
    ['large_objects', checkLargeObjects],
    ['logging', checkLogging],
    [
      'migrations',
      async (it) => {
        const installation = await checkInstallation(it);
        comparable = installation.comparable;
        return installation.findings;
      },
    ],
  ];
  const inside: [FindingCode, Check][] = [
    ['pgcrypto', checkPgcrypto],
    ['tables', checkTables],
    ['tables', checkStorage],
    ['domains', checkDomains],
    ['indexes', checkIndexes],
    ['triggers', checkTriggersRulesAndPolicies],
    ['objects', checkObjects],
    ['dependants', checkDependants],
    ['publications', checkPublications],
    // Rights come before functions, because a script revokes rights on a foreign function before it drops it.
    ['grants', checkGrants],
    ['definers', checkSecurityDefiners],
    ['functions', checkFunctions],
    ['views', checkViews],
    ['partitions', checkPartitions],
    ['queue', checkQueue],
    ['webhooks', checkWebhooks],
    ['users', createAudienceAndRoleCheck(o.settings)],
    ['hooks', createHooksCheck(o.settings)],
    ['sso', createSsoCheck(o.settings)],
    ['keys', createKeysCheck(o.settings)],
    ['comments', checkComments],
    ['purge', checkPurge],
    ['sequences', checkSequences],
    ['age', checkTransactionIdAge],
  ];
  const all: Finding[] = [];
  for (const [name, check] of checks) all.push(...(await runCheck(context, name, check)));
  if (comparable) for (const [name, check] of inside) all.push(...(await runCheck(context, name, check)));
  const codes = o.ignore ?? [];
  return {
    findings: all.filter((finding) => !isIgnored(finding, codes)),
    ignored: all.filter((finding) => isIgnored(finding, codes)).map((finding) => finding.check),
    notes: comparable ? [...(await collectNotes(context)), ...(await foreignHashNotes(context))] : [],
    checks: checks.length + inside.length,
    database: context.database,
  };
}

async function runCheck(context: CheckContext, name: FindingCode, check: Check): Promise<Finding[]> {
  try {
    return await check(context);
  } catch (error) {
    // These SQLSTATEs occur if an object is missing, damaged or not readable. Other errors, such as a lost connection,
    // are thrown.
    if (!/^(42|3F|0A|22|XX)\w{3}$/.test(readSqlState(error))) throw error;
    await runStatement(context.connection, 'reset role');
    return [
      findingWithAdvice(
        name,
        `the check of ${name} failed: ${firstErrorLine(error)}`,
        'repair the other findings first',
      ),
    ];
  }
}
