// Finds pending statements of roles.sql.

import { splitStatements } from '../../core/database/lexer.ts';
import { type Finding, findingWithSql } from '../../core/doctor/finding.ts';
import { type Logins, pendingRoleStatements } from '../migrate/roles.ts';
import type { CheckContext } from './check_context.ts';

/**
 * Finds statements of roles.sql that have not run or whose effect was undone: roles, default privileges, schemas,
 * settings.
 */
export function createRolesCheck(logins: Logins) {
  return async ({ connection, names, tree }: CheckContext): Promise<Finding[]> => {
    const statements = await pendingRoleStatements(connection, { roles: tree.roles, names, logins });
    return statements.map((statement) => findingWithSql('roles', parseRoleName(statement), splitStatements(statement)));
  };
}

function parseRoleName(statement: string): string {
  if (/alter default privileges/.test(statement)) {
    return 'the default privileges are lost: everybody could call functions created from now on';
  }
  return `a statement of roles.sql is not in effect: ${statement}`;
}
