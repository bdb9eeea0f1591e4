// What doctor reports: a sentence, and the SQL that mends it or, where no SQL can, what to do.

import type { Names } from '../../core/database/names.ts';
import { identifier } from '../../core/database/names.ts';
import { armoured } from '../../core/database/printable.ts';
import type { Connection } from '../migrate/connection.ts';
import type { SqlTree } from '../migrate/tree.ts';

/** The words by which scripts know a finding, and which --ignore takes. A dot and a second word narrow one down. */
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
  /** Statements for psql, in order, each on its own (no transaction); empty where `advice` says what to do. */
  sql: string[];
  advice: string | null;
  /** Of a changed body: `- ` as the release has it, `+ ` as it is. */
  difference?: string[];
}

/** What every check is given. */
export interface Patient {
  connection: Connection;
  names: Names;
  tree: SqlTree;
  database: string;
  /** pgcrypto's schema; null where it is not installed. */
  pgcrypto_schema: string | null;
  /** Whether the tables are the owner role's and can be read in its name; else the login itself reads them. */
  as_owner: boolean;
}

export type Check = (patient: Patient) => Promise<Finding[]>;

/** A finding that SQL mends. */
export function mendable(check: Code, finding: string, sql: readonly string[]): Finding {
  return { check, finding, sql: sql.map(armoured), advice: null };
}

/** A finding that a person mends. */
export function advised(check: Code, finding: string, advice: string): Finding {
  return { check, finding, sql: [], advice };
}

/** Statements run as the owner, so that what they make belongs to it. */
export function asOwner(names: Names, statements: readonly string[]): string[] {
  return [`set role ${identifier(names.role.owner)}`, ...statements, 'reset role'];
}

/** Whether one of the codes names the finding, or the group that it is of. */
export function isIgnored(finding: Finding, codes: readonly string[]): boolean {
  return codes.some((code) => finding.check === code || finding.check.startsWith(`${code}.`));
}
