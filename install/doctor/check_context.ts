// Input of the checks of `postern doctor`. The gateway runs only checks that need no more than CatalogCheckInput.
import type { CatalogCheckInput, Finding } from '../../core/doctor/finding.ts';
import type { Connection } from '../migrate/connection.ts';
import type { SqlTree } from '../migrate/tree.ts';

export interface CheckContext extends CatalogCheckInput {
  connection: Connection;
  tree: SqlTree;
  /** Schema of pgcrypto; null if it is not installed. */
  pgcrypto_schema: string | null;
  /**
   * True if the login can SET ROLE to the owner role, and no other role owns the tables. Otherwise the login itself
   * reads the tables.
   */
  as_owner: boolean;
}

export type Check = (context: CheckContext) => Promise<Finding[]>;
