// Checks members of our roles, role settings, and default privileges.

import { identifier, literal, ROLE_NAMES } from '../../core/database/names.ts';
import { run } from '../migrate/connection.ts';
import type { Logins } from '../migrate/roles.ts';
import { advised, type Finding, mendable, type Patient } from './finding.ts';

// Before PostgreSQL 16 a membership is one row, and its grantor cannot be named.
export const GRANTED_BY = `case when current_setting('server_version_num')::int >= 160000
  then format(' granted by %I', pg_get_userbyid(a.grantor)) else '' end`;

/** Finds roles that may act as one of ours. Allowed are the migrating login, the logins of the URLs, and superusers. */
export function membersCheck(logins: Logins) {
  return async ({ connection, names }: Patient): Promise<Finding[]> => {
    const roles = ROLE_NAMES.map((name) => literal(names.role[name])).join(', ');
    const known = Object.values(logins).map(literal);
    const rows = await run<{ finding: string; statement: string }>(
      connection,
      `select format('%s may act as %s', m.rolname, g.rolname) as finding,
         format('revoke %I from %I', g.rolname, m.rolname) || ${GRANTED_BY} as statement
       from pg_auth_members as a join pg_roles as m on m.oid = a.member join pg_roles as g on g.oid = a.roleid
       where g.rolname in (${roles}) and not m.rolsuper and m.rolname not in (current_user, session_user${known.map((login) => `, ${login}`).join('')})
         and m.oid <> (select d.datdba from pg_database as d where d.datname = current_database())
         -- checkRights reports roles of this installation that are members of one another.
         and not m.rolname in (${roles})
       order by 1`,
    );
    return rows.map((row) => mendable('members', row.finding, [row.statement]));
  };
}

/** Settings of roles.sql, whose values a DBA may change. */
const OWN_SETTINGS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'client_connection_check_interval',
  'default_transaction_read_only',
  'log_parameter_max_length',
  'log_parameter_max_length_on_error',
  'log_error_verbosity',
  'plan_cache_mode',
  'enable_seqscan',
  'jit',
];

const REPLICATION = 'session_replication_role';

/** Finds role settings that roles.sql does not set, and a changed search_path. */
export async function checkRoleSettings({ connection, names, database }: Patient): Promise<Finding[]> {
  const roles = ROLE_NAMES.map((name) => literal(names.role[name])).join(', ');
  const rows = await run<{ role: string; here: boolean; name: string; value: string }>(
    connection,
    `select r.rolname::text as role, s.setdatabase <> 0 as here, split_part(c.pair, '=', 1) as name,
       substr(c.pair, position('=' in c.pair) + 1) as value
     from pg_db_role_setting as s join pg_roles as r on r.oid = s.setrole cross join unnest(s.setconfig) as c (pair)
     where r.rolname in (${roles})
       and s.setdatabase in (0, (select d.oid from pg_database as d where d.datname = current_database()))
     order by 1, 2, 3`,
  );
  return rows.flatMap(({ role, here, name, value }) => {
    if (OWN_SETTINGS.includes(name) && role !== names.role.owner) return [];
    if (name === 'search_path' && here && value === 'pg_catalog' && role !== names.role.owner) return [];
    const alter = `alter role ${identifier(role)}${here ? ` in database ${identifier(database)}` : ''}`;
    const mine = name === 'search_path' && here && role !== names.role.owner;
    const statement = mine ? `${alter} set search_path = pg_catalog` : `${alter} reset ${identifier(name)}`;
    const finding = `${role} runs with ${name} = ${value}, which roles.sql does not set`;
    return [mendable('role_settings', finding, [statement])];
  });
}

/**
 * Finds logins, databases and servers whose sessions start with another session_replication_role: they skip triggers,
 * including those that check foreign keys. checkRoleSettings() checks our own roles.
 */
export function replicationCheck(logins: Logins) {
  return async ({ connection, names, database }: Patient): Promise<Finding[]> => {
    const own: readonly string[] = ROLE_NAMES.map((name) => names.role[name]);
    const others = Object.values(logins).filter((login) => !own.includes(login));
    const rows = await run<{ role: string | null; here: boolean; value: string }>(
      connection,
      `select r.rolname::text as role, s.setdatabase <> 0 as here, split_part(c.pair, '=', 2) as value
       from pg_db_role_setting as s cross join unnest(s.setconfig) as c (pair) left join pg_roles as r on r.oid = s.setrole
       where split_part(c.pair, '=', 1) = ${literal(REPLICATION)} and split_part(c.pair, '=', 2) <> 'origin'
         and s.setdatabase in (0, (select d.oid from pg_database as d where d.datname = current_database()))
         and (s.setrole = 0 or r.rolname = any (array[${others.map(literal).join(', ')}]::text[]))
       order by 1, 2`,
    );
    const [server] = await run<{ value: string }>(
      connection,
      `select p.reset_val as value from pg_settings as p where p.name = ${literal(REPLICATION)} and p.reset_val <> 'origin'
         and p.source in ('configuration file', 'environment variable', 'command line', 'global')`,
    );
    const finding = (value: string, whose: string): string =>
      `${REPLICATION} is ${value} for ${whose}: triggers and foreign key checks are skipped`;
    const found = rows.map(({ role, here, value }) => {
      const [whose, alter] =
        role === null && here
          ? [`database ${database}`, `alter database ${identifier(database)}`]
          : [role ?? 'every role', `alter role ${role === null ? 'all' : identifier(role)}`];
      const where = role !== null && here ? ` in database ${identifier(database)}` : '';
      return mendable(`server.${REPLICATION}`, finding(value, whose), [`${alter}${where} reset ${REPLICATION}`]);
    });
    if (server === undefined) return found;
    const advice = 'set it to origin in the configuration of the server and reload it';
    return [...found, advised(`server.${REPLICATION}`, finding(server.value, 'the whole server'), advice)];
  };
}

/** Finds default privileges of our roles, which apply to objects that they create from now on. */
export async function checkDefaultPrivileges({ connection, names }: Patient): Promise<Finding[]> {
  const roles = ROLE_NAMES.map((name) => literal(names.role[name])).join(', ');
  const rows = await run<{ finding: string; statement: string }>(
    connection,
    `select format('default privileges of %s: objects it creates will grant %s on %s%s to %s', d.role, d.privilege, d.kind, d.place, d.grantee) as finding,
       format('alter default privileges for role %I%s revoke all on %s from %s', d.role, d.place, d.kind, d.grantee) as statement
     from (
       select distinct on (r.rolname, e.oid, a.grantee) r.rolname as role, a.privilege_type as privilege,
         case e.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types'
           when 'n' then 'schemas' else 'large objects' end as kind,
         coalesce(' in schema ' || quote_ident(s.nspname), '') as place,
         case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
       from pg_default_acl as e join pg_roles as r on r.oid = e.defaclrole left join pg_namespace as s on s.oid = e.defaclnamespace
       cross join aclexplode(e.defaclacl) as a
       where r.rolname in (${roles}) and a.grantee <> e.defaclrole
         -- Everybody's by birth, unless taken away: types, and of functions the finding of roles.sql.
         and not (a.grantee = 0 and e.defaclnamespace = 0 and e.defaclobjtype in ('T', 'f'))
       order by r.rolname, e.oid, a.grantee, a.privilege_type
     ) as d order by 1`,
  );
  return rows.map((row) => mendable('default_privileges', row.finding, [row.statement]));
}

/** Checks whether our roles can create large objects, which no limit counts and no purge deletes. */
export async function checkLargeObjects({ connection, names }: Patient): Promise<Finding[]> {
  const callers = ROLE_NAMES.filter((name) => name !== 'owner').map((name) => literal(names.role[name]));
  const rows = await run<{ name: string; mine: boolean }>(
    connection,
    `select format('%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as name,
       pg_has_role(current_user, p.proowner, 'USAGE') as mine
     from pg_proc as p
     where p.pronamespace = 'pg_catalog'::regnamespace and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
       and exists (select from pg_roles as r where r.rolname in (${callers.join(', ')}) and not r.rolsuper
         and has_function_privilege(r.oid, p.oid, 'EXECUTE'))
     order by 1`,
  );
  // roles.sql revokes the right where the login may.
  const left = rows.filter((row) => !row.mine).map(({ name }) => name);
  if (left.length === 0) return [];
  const finding = `our roles can create large objects, which are neither counted nor purged: ${left.join(', ')}; only a superuser can change that`;
  const revoke = left.map((name) => `revoke execute on function pg_catalog.${name} from public`);
  return [mendable('large_objects', finding, revoke)];
}
