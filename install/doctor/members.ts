// Checks members of our roles, sessions that skip triggers, and large objects.

import { quoteIdentifier, quoteLiteral, ROLE_NAMES } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice, findingWithSql } from '../../core/doctor/finding.ts';
import { GRANTED_BY_SQL } from '../../core/doctor/roles.ts';
import { runStatement } from '../migrate/connection.ts';
import type { Logins } from '../migrate/roles.ts';
import type { CheckContext } from './check_context.ts';

/**
 * Finds roles that may act as one of our roles. The migrating login, the logins in the URLs, the database's owner and
 * superusers are allowed.
 */
export function createMembersCheck(logins: Logins) {
  return async ({ connection, names }: CheckContext): Promise<Finding[]> => {
    const roles = ROLE_NAMES.map((name) => quoteLiteral(names.role[name])).join(', ');
    const known = Object.values(logins).map(quoteLiteral);
    const rows = await runStatement<{ finding: string; statement: string }>(
      connection,
      `select format('%s may act as %s', m.rolname, g.rolname) as finding,
         format('revoke %I from %I', g.rolname, m.rolname) || ${GRANTED_BY_SQL} as statement
       from pg_auth_members as a join pg_roles as m on m.oid = a.member join pg_roles as g on g.oid = a.roleid
       where g.rolname in (${roles}) and not m.rolsuper and m.rolname not in (current_user, session_user${known.map((login) => `, ${login}`).join('')})
         and m.oid <> (select d.datdba from pg_database as d where d.datname = current_database())
         -- checkRights() reports our roles that are members of one another.
         and not m.rolname in (${roles})
       order by 1`,
    );
    return rows.map((row) => findingWithSql('members', row.finding, [row.statement]));
  };
}

const REPLICATION = 'session_replication_role';

/**
 * Finds logins, a database or a server whose session_replication_role is not origin. Their sessions skip triggers,
 * including those of foreign keys. checkRoleSettings() checks our own roles.
 */
export function createReplicationCheck(logins: Logins) {
  return async ({ connection, names, database }: CheckContext): Promise<Finding[]> => {
    const own: readonly string[] = ROLE_NAMES.map((name) => names.role[name]);
    const others = Object.values(logins).filter((login) => !own.includes(login));
    const rows = await runStatement<{ role: string | null; here: boolean; value: string }>(
      connection,
      `select r.rolname::text as role, s.setdatabase <> 0 as here, split_part(c.pair, '=', 2) as value
       from pg_db_role_setting as s cross join unnest(s.setconfig) as c (pair) left join pg_roles as r on r.oid = s.setrole
       where split_part(c.pair, '=', 1) = ${quoteLiteral(REPLICATION)} and split_part(c.pair, '=', 2) <> 'origin'
         and s.setdatabase in (0, (select d.oid from pg_database as d where d.datname = current_database()))
         and (s.setrole = 0 or r.rolname = any (array[${others.map(quoteLiteral).join(', ')}]::text[]))
       order by 1, 2`,
    );
    const [server] = await runStatement<{ value: string }>(
      connection,
      `select p.reset_val as value from pg_settings as p where p.name = ${quoteLiteral(REPLICATION)} and p.reset_val <> 'origin'
         and p.source in ('configuration file', 'environment variable', 'command line', 'global')`,
    );
    const finding = (value: string, whose: string): string =>
      `${REPLICATION} is ${value} for ${whose}: triggers and foreign key checks are skipped`;
    const found = rows.map(({ role, here, value }) => {
      const [whose, alter] =
        role === null && here
          ? [`database ${database}`, `alter database ${quoteIdentifier(database)}`]
          : [role ?? 'every role', `alter role ${role === null ? 'all' : quoteIdentifier(role)}`];
      const where = role !== null && here ? ` in database ${quoteIdentifier(database)}` : '';
      return findingWithSql(`server.${REPLICATION}`, finding(value, whose), [`${alter}${where} reset ${REPLICATION}`]);
    });
    if (server === undefined) return found;
    const advice = 'set it to origin in the configuration of the server and reload it';
    return [...found, findingWithAdvice(`server.${REPLICATION}`, finding(server.value, 'the whole server'), advice)];
  };
}

/** Checks that our roles, except the owner, cannot create large objects, to which no limit and no purge applies. */
export async function checkLargeObjects({ connection, names }: CheckContext): Promise<Finding[]> {
  const callers = ROLE_NAMES.filter((name) => name !== 'owner').map((name) => quoteLiteral(names.role[name]));
  const rows = await runStatement<{ name: string; mine: boolean }>(
    connection,
    `select format('%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as name,
       pg_has_role(current_user, p.proowner, 'USAGE') as mine
     from pg_proc as p
     where p.pronamespace = 'pg_catalog'::regnamespace and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
       and exists (select from pg_roles as r where r.rolname in (${callers.join(', ')}) and not r.rolsuper
         and has_function_privilege(r.oid, p.oid, 'EXECUTE'))
     order by 1`,
  );
  // roles.sql revokes the right where the login may do so, and createRolesCheck() reports that statement.
  const left = rows.filter((row) => !row.mine).map(({ name }) => name);
  if (left.length === 0) return [];
  const finding = `our roles can create large objects, which are neither counted nor purged: ${left.join(', ')}; only a superuser can change that`;
  const revoke = left.map((name) => `revoke execute on function pg_catalog.${name} from public`);
  return [findingWithSql('large_objects', finding, revoke)];
}
