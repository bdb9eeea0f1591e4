// The reports in sql/reports: names, titles and queries.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifierMap, type Names, quoteLiteral, renderSql } from './database/names.ts';
import { SQL_DIR } from './database/sql_folder.ts';

const FOLDER = join(SQL_DIR, 'reports');

/** Returns the names of all reports, sorted. */
export function listReportNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
}

/** Reports whose rows name a user or an address. In the admin API they require the right to list users. */
const OF_PEOPLE = new Set([
  'bans',
  'live_sessions',
  'locked_accounts',
  'reused_tokens',
  'stuck_events',
  'stuck_messages',
]);

/** Returns true if the rows of a report identify people. */
export function containsPersonalData(name: string): boolean {
  return OF_PEOPLE.has(name);
}

/** Returns the first line of a report's file, which describes its content and locks. */
export function reportTitle(name: string): string {
  return (readFileSync(join(FOLDER, `${name}.sql`), 'utf8').split('\n')[0] ?? '').replace(/^-- /, '');
}

/** Returns the query of a report with the names of an installation. */
export function readReportQuery(name: string, names: Names): string {
  return renderSql(readFileSync(join(FOLDER, `${name}.sql`), 'utf8'), identifierMap(names))
    .trim()
    .replace(/;$/, '');
}

/** Period of a report, and the length of its steps. */
export interface ReportPeriod {
  since: Date;
  until: Date;
  step: 'hour' | 'day';
}

/** Matches the line of a report that defines its period. */
const SPAN = /^with span as \(select .*\)(,?)$/m;

/** Returns true if a report can be run for another period. */
export function hasPeriod(name: string): boolean {
  return SPAN.test(readFileSync(join(FOLDER, `${name}.sql`), 'utf8'));
}

/**
 * Returns the query of a report for a period. The period is part of the text, so that the query also runs in psql.
 */
export function reportQueryForPeriod(name: string, names: Names, { since, until, step }: ReportPeriod): string {
  const times = `timestamptz ${quoteLiteral(since.toISOString())} as since, timestamptz ${quoteLiteral(until.toISOString())} as until`;
  return readReportQuery(name, names).replace(
    SPAN,
    `with span as (select ${times}, text ${quoteLiteral(step)} as step)$1`,
  );
}

/** Returns the tables that a report reads, derived from the names of its views. */
export function tablesReadByReport(name: string): string[] {
  const text = readFileSync(join(FOLDER, `${name}.sql`), 'utf8');
  const tables: Readonly<Record<string, string>> = {
    audit_events: 'audit_log',
    audit_failures: 'attempts',
    audit_jobs: 'job',
  };
  const views = [...text.matchAll(/\bauth_api\.(audit_\w+)/g)].map(([, view = '']) => view);
  return [...new Set(views)].map((view) => tables[view] ?? view.replace('audit_', '')).sort();
}
