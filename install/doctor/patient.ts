// Input of the checks that only the command line can run.
import type { Examined, Finding } from '../../core/doctor/finding.ts';
import type { Connection } from '../migrate/connection.ts';
import type { SqlTree } from '../migrate/tree.ts';

export interface Patient extends Examined {
  connection: Connection;
  tree: SqlTree;
  /** Schema of pgcrypto; null if it is not installed. */
  pgcrypto_schema: string | null;
  /** True if the owner role owns the tables and the login can set that role; otherwise the login itself reads them. */
  as_owner: boolean;
}

export type Check = (patient: Patient) => Promise<Finding[]>;
