// Runs, for administrators without a shell, the checks of `postern doctor` that need only the auditor's rights. Lists
// the other checks with the reason why only the command line can run them.

import { createNames, type Names, quoteIdentifier } from '../../core/database/names.ts';
import { sqlStateOrErrorCode } from '../../core/database/outage.ts';
import { checkCompatibility, RELEASE, readDatabaseState } from '../../core/database/release.ts';
import {
  type CatalogCheck,
  type CatalogCheckInput,
  type Finding,
  findingWithAdvice,
} from '../../core/doctor/finding.ts';
import { createHooksCheck } from '../../core/doctor/hooks.ts';
import { checkOwnedObjects } from '../../core/doctor/owned_objects.ts';
import { checkPublications } from '../../core/doctor/publications.ts';
import { checkDefaultPrivileges, checkLogging, checkRights, checkRoleSettings } from '../../core/doctor/roles.ts';
import { checkDurability, checkVersion, createClockCheck } from '../../core/doctor/server.ts';
import { checkSettings } from '../../core/doctor/settings.ts';
import { checkTransactionIdAge } from '../../core/doctor/transaction_ids.ts';
import { checkFailingWebhooks, checkMissingPartitions, checkWaitingJobs } from '../../core/doctor/work.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Reports } from '../database/reports.ts';
import { ApiError } from '../http/errors.ts';

export interface CheckResult {
  check: string;
  title: string;
  /** `late`: the check did not finish in time. `failed`: Postgres rejected a query of the check. */
  outcome: 'good' | 'findings' | 'late' | 'failed';
  ms: number;
}

export interface DoctorResult {
  at: string;
  release: string;
  ms: number;
  findings: Finding[];
  checks: CheckResult[];
  command_line: { check: string; title: string; why: string }[];
}

interface DoctorCheck {
  check: string;
  title: string;
  run: CatalogCheck;
}

/** Deadline in milliseconds for all checks together. Checks that have not started by then are late. */
const PATIENCE_MS = 5_000;
/** Time in milliseconds after the start of a run in which further callers get the result of that run. */
const KEPT_MS = 2_000;

const view = (names: Names, name: string): string => `${quoteIdentifier(names.api)}.${quoteIdentifier(name)}`;

const listChecks = (settings: Settings): readonly DoctorCheck[] => [
  {
    check: 'settings',
    title: 'Settings that are valid but harmful, and a login of its own for each process',
    run: async ({ names }) => checkSettings(settings, names),
  },
  { check: 'migrations', title: 'The release of the database', run: releaseCheck(settings) },
  { check: 'server', title: 'The version of Postgres', run: checkVersion },
  { check: 'server', title: 'Settings that keep commits through a crash', run: checkDurability },
  { check: 'clock', title: 'The clocks of this process and of the database', run: createClockCheck(Date.now) },
  { check: 'roles', title: 'Attributes, memberships and rights of the roles', run: checkRights },
  { check: 'belongings', title: 'Objects elsewhere that the roles own', run: checkOwnedObjects },
  { check: 'role_settings', title: 'Settings of the roles', run: checkRoleSettings },
  { check: 'default_privileges', title: 'Default privileges of the roles', run: checkDefaultPrivileges },
  { check: 'logging', title: 'Passwords and codes in the log of Postgres', run: checkLogging },
  { check: 'publications', title: 'Publications that copy secret columns', run: checkPublications },
  { check: 'hooks', title: 'Hook functions that the settings name', run: createHooksCheck(settings) },
  { check: 'partitions', title: 'Partitions of the audit log', run: checkMissingPartitions },
  {
    check: 'queue',
    title: 'Jobs that no worker processes',
    run: (examined) => checkWaitingJobs(examined, view(examined.names, 'audit_jobs')),
  },
  {
    check: 'webhooks',
    title: 'Webhook events that are not delivered',
    run: (examined) => checkFailingWebhooks(examined, view(examined.names, 'audit_webhook_events')),
  },
  { check: 'age', title: 'Tables that autovacuum does not freeze', run: checkTransactionIdAge },
];

const OWNER = 'reads tables or runs functions as their owner';
const FILES = 'compares the database with the files of the release, as the role that migrates';
const LOGINS = 'needs the logins of all database URLs, which this process may not have';

/** Checks that only the command line can run. */
const COMMAND_LINE: DoctorResult['command_line'] = [
  { check: 'tables', title: 'Tables, columns, domains and indexes', why: FILES },
  { check: 'functions', title: 'Functions, views and their comments', why: FILES },
  { check: 'grants', title: 'Rights on functions, tables and columns', why: FILES },
  { check: 'triggers', title: 'Triggers, rules and policies of others', why: FILES },
  { check: 'objects', title: 'Objects of others in our schemas, and objects that depend on ours', why: FILES },
  { check: 'owners', title: 'Owners of all objects', why: FILES },
  { check: 'roles', title: 'Statements of roles.sql whose effect is lost', why: FILES },
  { check: 'members', title: 'Logins that may act as one of our roles', why: LOGINS },
  { check: 'server', title: 'Logins whose sessions skip triggers', why: LOGINS },
  { check: 'pgcrypto', title: 'Password hashing', why: OWNER },
  { check: 'users', title: 'Audiences and roles of users that no setting names', why: 'reads all users' },
  { check: 'purge', title: 'Expired rows that no worker deletes', why: OWNER },
  { check: 'partitions', title: 'Audit entries outside of their partitions', why: OWNER },
  { check: 'sequences', title: 'Sequences that end', why: OWNER },
  { check: 'large_objects', title: 'Large objects that roles could create', why: OWNER },
  { check: 'import', title: 'An import that is not finished', why: OWNER },
  {
    check: 'sso',
    title: 'Organizations: certificates and tokens that expire, domains at which nobody can sign in',
    why: OWNER,
  },
  { check: 'keys', title: 'OAuth clients whose secret is derived from a removed key', why: OWNER },
  { check: 'replicas', title: 'Replicas: reachable, and not too far behind', why: 'connects to every replica' },
  { check: 'telemetry', title: 'The collector of traces and metrics', why: 'connects to the collector' },
];

/** Checks that this process can work with the release of the database. */
function releaseCheck(settings: Settings): CatalogCheck {
  return async ({ ask }) => {
    const asker = {
      // A pool may return jsonb as text.
      unsafe: async (text: string) =>
        (await ask<{ release: string }>(text)).map(({ release, ...rest }) => ({
          ...rest,
          release: typeof release === 'string' ? JSON.parse(release) : release,
        })),
    };
    const verdict = checkCompatibility(await readDatabaseState(asker, settings.db_namespace));
    return verdict.verdict === 'ready'
      ? []
      : [findingWithAdvice('migrations', verdict.sentence, 'run: npx postern migrate')];
  };
}

export type RunDoctor = () => Promise<DoctorResult>;

/** Creates the function that runs the checks. Callers within KEPT_MS after the start of a run share that run. */
export function createDoctorRunner(o: {
  settings: Settings;
  reports: Pick<Reports, 'ask'>;
  now?: () => number;
}): RunDoctor {
  const { settings, reports, now = Date.now } = o;
  const list = listChecks(settings);
  const names = createNames(settings.db_namespace, settings.role_prefix);
  let kept: { run: Promise<DoctorResult>; until: number } | undefined;
  return () => {
    if (kept !== undefined && now() < kept.until) return kept.run;
    const run = runChecks(list, { ask: reports.ask, names, database: '' });
    const own = { run, until: now() + KEPT_MS };
    kept = own;
    // A run that fails as a whole is not cached.
    run.catch(() => {
      if (kept === own) kept = undefined;
    });
    return run;
  };
}

async function runChecks(list: readonly DoctorCheck[], asked: CatalogCheckInput): Promise<DoctorResult> {
  const began = performance.now();
  const [row] = await asked.ask<{ database: string }>('select current_database() as database');
  const examined = { ...asked, database: row?.database ?? '' };
  const findings: Finding[] = [];
  const checks: CheckResult[] = [];
  for (const { check, title, run } of list) {
    const start = performance.now();
    const { outcome, found } =
      start - began > PATIENCE_MS ? { outcome: 'late' as const, found: [] } : await runCheck(check, run, examined);
    findings.push(...found);
    checks.push({ check, title, outcome, ms: Math.round((performance.now() - start) * 10) / 10 });
  }
  return {
    at: new Date().toISOString(),
    release: RELEASE.version,
    ms: Math.round(performance.now() - began),
    findings,
    checks,
    command_line: COMMAND_LINE,
  };
}

/**
 * Classes of SQLSTATEs that count as a failed check, such as a missing or unreadable object. Any other error, except
 * report_too_slow, ends the run.
 */
const UNREADABLE = /^(42|3F|0A|22|XX)\w{3}$/;

async function runCheck(
  check: string,
  run: CatalogCheck,
  examined: CatalogCheckInput,
): Promise<{ outcome: CheckResult['outcome']; found: Finding[] }> {
  try {
    const found = await run(examined);
    return { outcome: found.length === 0 ? 'good' : 'findings', found };
  } catch (error) {
    if (error instanceof ApiError && error.rule === 'report_too_slow') return { outcome: 'late', found: [] };
    if (!UNREADABLE.test(sqlStateOrErrorCode(error) ?? '')) throw error;
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    const finding = {
      check,
      finding: `the check of ${check} failed: ${why}`,
      sql: [],
      advice: 'run: npx postern doctor',
    };
    return { outcome: 'failed', found: [finding] };
  }
}
