// Checks the server: vulnerable minor versions, durability settings, pgcrypto, and clock skew.

import { identifier } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice } from '../../core/doctor/finding.ts';
import { run } from '../migrate/connection.ts';
import { firstLine, sqlState } from '../migrate/database_error.ts';
import { knownAnswers } from '../migrate/load.ts';
import type { CheckContext } from './check_context.ts';

export async function checkPgcrypto({ connection, names, pgcrypto_schema }: CheckContext): Promise<Finding[]> {
  // rolesCheck() reports a missing extension.
  if (pgcrypto_schema === null) return [];
  try {
    await run(connection, `set role ${identifier(names.role.owner)}; ${knownAnswers(pgcrypto_schema)}; reset role`);
    return [];
  } catch (error) {
    await run(connection, 'reset role');
    if (!['P0001', '42883', '42501'].includes(sqlState(error))) throw error;
    const advice = `passwords cannot be verified; reinstall pgcrypto (alter extension pgcrypto update, or the server's packages)`;
    return [findingWithAdvice('pgcrypto', `pgcrypto in schema ${pgcrypto_schema}: ${firstLine(error)}`, advice)];
  }
}
