// What doctor reports: a sentence, and the SQL that mends it or, where no SQL can, what to do.
import type { Connection } from '../migrate/connection.ts';
import { armoured } from '../migrate/printable.ts';
import type { Names } from '../migrate/render.ts';
import { identifier } from '../migrate/render.ts';
import type { SqlTree } from '../migrate/tree.ts';

export interface Finding {
  /** The check that found it, a word for scripts. */
  check: string;
  finding: string;
  /** Statements for psql, in order, each on its own (no transaction); empty where `advice` says what to do. */
  sql: string[];
  advice: string | null;
}

/** What every check is given. */
export interface Patient {
  connection: Connection;
  names: Names;
  tree: SqlTree;
  database: string;
  /** pgcrypto's schema; null where it is not installed. */
  pgcrypto_schema: string | null;
}

export type Check = (patient: Patient) => Promise<Finding[]>;

/** A finding that SQL mends. */
export function mendable(check: string, finding: string, sql: readonly string[]): Finding {
  return { check, finding, sql: sql.map(armoured), advice: null };
}

/** A finding that a person mends. */
export function advised(check: string, finding: string, advice: string): Finding {
  return { check, finding, sql: [], advice };
}

/** Statements run as the owner, so that what they make belongs to it. */
export function asOwner(names: Names, statements: readonly string[]): string[] {
  return [`set role ${identifier(names.role.owner)}`, ...statements, 'reset role'];
}
