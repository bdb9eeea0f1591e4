// Checks that pgcrypto computes the known results of knownAnswerTestSql().

import { quoteIdentifier } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import { firstErrorLine, readSqlState } from '../migrate/database_error.ts';
import { knownAnswerTestSql } from '../migrate/load.ts';
import type { CheckContext } from './check_context.ts';

export async function checkPgcrypto({ connection, names, pgcrypto_schema }: CheckContext): Promise<Finding[]> {
  // createRolesCheck() reports a missing extension.
  if (pgcrypto_schema === null) return [];
  try {
    await runStatement(
      connection,
      `set role ${quoteIdentifier(names.role.owner)}; ${knownAnswerTestSql(pgcrypto_schema)}; reset role`,
    );
    return [];
  } catch (error) {
    await runStatement(connection, 'reset role');
    if (!['P0001', '42883', '42501'].includes(readSqlState(error))) throw error;
    const advice = `passwords cannot be verified; reinstall pgcrypto (alter extension pgcrypto update, or the server's packages)`;
    return [findingWithAdvice('pgcrypto', `pgcrypto in schema ${pgcrypto_schema}: ${firstErrorLine(error)}`, advice)];
  }
}
