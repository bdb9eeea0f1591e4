// A finding of doctor: a message with SQL that repairs it or, if no SQL can, advice.

import type { Names } from '../database/names.ts';
import { identifier } from '../database/names.ts';
import { printableStatement } from '../database/printable.ts';

/** Finding codes, for scripts and --ignore. A dot and a second word make a code more specific. */
export const CODES = [
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
] as const;

export type Code = (typeof CODES)[number] | `${(typeof CODES)[number]}.${string}`;

export interface Finding {
  check: string;
  finding: string;
  /** Statements for psql, in order, each run by itself (no transaction); empty if there is `advice`. */
  sql: string[];
  advice: string | null;
  /** Diff of a changed body: `- ` in the release, `+ ` in the database. */
  difference?: string[];
}

/** Input of a catalog check. Any role that can connect may run its queries. */
export interface Examined {
  /** Runs one query. */
  ask: <Row>(query: string) => Promise<Row[]>;
  names: Names;
  database: string;
}

export type CatalogCheck = (examined: Examined) => Promise<Finding[]>;

/** Creates a finding that SQL repairs. */
export function mendable(check: Code, finding: string, sql: readonly string[]): Finding {
  return { check, finding, sql: sql.map(printableStatement), advice: null };
}

/** Creates a finding with advice for a person. */
export function advised(check: Code, finding: string, advice: string): Finding {
  return { check, finding, sql: [], advice };
}

/** Wraps statements so that they run as the owner role, which then owns the objects they create. */
export function asOwner(names: Names, statements: readonly string[]): string[] {
  return [`set role ${identifier(names.role.owner)}`, ...statements, 'reset role'];
}

/** Returns true if one of the codes matches the finding or its group. */
export function isIgnored(finding: Finding, codes: readonly string[]): boolean {
  return codes.some((code) => finding.check === code || finding.check.startsWith(`${code}.`));
}
