// A finding of `postern doctor`: a message, and SQL statements or advice to resolve it.

import type { Names } from '../database/names.ts';
import { quoteIdentifier } from '../database/names.ts';
import { printableStatement } from '../database/printable.ts';

/** Finding codes, for scripts and --ignore. A code may have a more specific suffix after a dot. */
export const FINDING_CODES = [
  'settings',
  'logins',
  'server',
  'clock',
  'replicas',
  'roles',
  'members',
  'role_settings',
  'default_privileges',
  'logging',
  'large_objects',
  'owners',
  'belongings',
  'definers',
  'migrations',
  'pgcrypto',
  'tables',
  'domains',
  'columns',
  'indexes',
  'triggers',
  'rules',
  'policies',
  'objects',
  'dependants',
  'publications',
  'grants',
  'functions',
  'search_path',
  'views',
  'partitions',
  'queue',
  'webhooks',
  'users',
  'hooks',
  'import',
  'comments',
  'purge',
  'sequences',
  'age',
  'telemetry',
  'sso',
  'keys',
] as const;

export type FindingCode = (typeof FINDING_CODES)[number] | `${(typeof FINDING_CODES)[number]}.${string}`;

export interface Finding {
  check: string;
  finding: string;
  /** Statements for psql in order, each to be run outside a transaction. Empty if there is `advice`. */
  sql: string[];
  advice: string | null;
  /** Diff of a changed function body: `- ` in the release, `+ ` in the database. */
  difference?: string[];
}

/** Input of a catalog check. Any role that can connect may run its queries. */
export interface CatalogCheckInput {
  /** Runs a query. */
  ask: <Row>(query: string) => Promise<Row[]>;
  names: Names;
  database: string;
}

export type CatalogCheck = (examined: CatalogCheckInput) => Promise<Finding[]>;

/** Creates a finding that SQL statements can resolve. */
export function findingWithSql(check: FindingCode, finding: string, sql: readonly string[]): Finding {
  return { check, finding, sql: sql.map(printableStatement), advice: null };
}

/** Creates a finding that only a person can resolve. */
export function findingWithAdvice(check: FindingCode, finding: string, advice: string): Finding {
  return { check, finding, sql: [], advice };
}

/** Wraps statements so that they run as the owner role, which then owns the created objects. */
export function runAsOwnerSql(names: Names, statements: readonly string[]): string[] {
  return [`set role ${quoteIdentifier(names.role.owner)}`, ...statements, 'reset role'];
}

/** Returns true if one of the codes is the code of the finding, or the part of this code before a dot. */
export function isIgnored(finding: Finding, codes: readonly string[]): boolean {
  return codes.some((code) => finding.check === code || finding.check.startsWith(`${code}.`));
}
