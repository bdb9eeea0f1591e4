// Checks roles: pending statements of roles.sql, rights that do not come from grants.sql, and logging of passwords.

import { splitStatements } from '../../core/database/lexer.ts';
import { identifier, LOGIN_ROLES, literal, ROLE_NAMES } from '../../core/database/names.ts';
import { run } from '../migrate/connection.ts';
import { type Logins, pendingRoleStatements } from '../migrate/roles.ts';
import { type Finding, mendable, type Patient } from './finding.ts';
import { GRANTED_BY } from './members.ts';

const CALLERS = ROLE_NAMES.filter((name) => name !== 'owner');

/** Finds statements of roles.sql that have not run or whose effect is lost: roles, default privileges, schemas, settings. */
export function rolesCheck(logins: Logins) {
  return async ({ connection, names, tree }: Patient): Promise<Finding[]> => {
    const statements = await pendingRoleStatements(connection, { roles: tree.roles, names, logins });
    return statements.map((statement) => mendable('roles', nameOf(statement), splitStatements(statement)));
  };
}

function nameOf(statement: string): string {
  if (/alter default privileges/.test(statement)) {
    return 'the default privileges are lost: everybody could call functions created from now on';
  }
  return `a statement of roles.sql is not in effect: ${statement}`;
}

/** Finds attributes, memberships and create privileges that give a role more than grants.sql. */
export async function checkRights({ connection, names }: Patient): Promise<Finding[]> {
  const callers = CALLERS.map((name) => literal(names.role[name])).join(', ');
  const all = `${callers}, ${literal(names.role.owner)}`;
  const nobody = [names.role.owner, names.role.hooks, names.role.triggers].map(literal).join(', ');
  const rows = await run<{ finding: string; statement: string }>(
    connection,
    `select format('%s has the attribute %s', r.rolname, a.attribute) as finding, format('alter role %I no%s', r.rolname, a.attribute) as statement
     from pg_roles as r cross join (values ('superuser'), ('createrole'), ('createdb'), ('replication'), ('bypassrls')) as a (attribute)
     where r.rolname in (${all}) and case a.attribute when 'superuser' then r.rolsuper when 'createrole' then r.rolcreaterole
       when 'createdb' then r.rolcreatedb when 'replication' then r.rolreplication else r.rolbypassrls end
     union all
     select format('%s may log in, but no process uses this role directly', r.rolname), format('alter role %I nologin', r.rolname)
     from pg_roles as r where r.rolname in (${nobody}) and r.rolcanlogin
     union all
     select format('%s is a member of %s', m.rolname, g.rolname), format('revoke %I from %I', g.rolname, m.rolname) || ${GRANTED_BY}
     from pg_auth_members as a join pg_roles as m on m.oid = a.member join pg_roles as g on g.oid = a.roleid
     where m.rolname in (${callers})
       -- api_roles.sql makes the hooks' role a member of a group, which is no more than that.
       and not (m.rolname = ${literal(names.role.hooks)} and g.rolname = 'supabase_auth_admin' and not g.rolsuper
         and not exists (select from pg_auth_members as b where b.member = g.oid))
     union all
     select format('%s can create objects in schema %s', string_agg(r.rolname, ', ' order by r.rolname), s.nspname),
       format('revoke create on schema %I from public, %s', s.nspname, string_agg(quote_ident(r.rolname), ', ' order by r.rolname))
     from pg_roles as r cross join pg_namespace as s
     where r.rolname in (${callers}) and not r.rolsuper and s.nspname !~ '^pg_'
       -- Only direct grants: the query above reports rights through membership.
       and exists (select from aclexplode(s.nspacl) as a where a.privilege_type = 'CREATE' and a.grantee in (0, r.oid))
       -- checkBelongings reports schemas that roles of this installation own.
       and pg_get_userbyid(s.nspowner) not in (${all})
       and s.nspname not in (${[names.auth, names.lib, names.api, names.queue].map(literal).join(', ')})
     group by s.nspname
     union all
     select format('%s can create temporary tables, which can shadow tables in a security definer function', string_agg(r.rolname, ', ' order by r.rolname)),
       format('revoke temporary on database %I from public, %s', current_database(), string_agg(quote_ident(r.rolname), ', ' order by r.rolname))
     from pg_roles as r where r.rolname in (${callers}) and not r.rolsuper and has_database_privilege(r.oid, current_database(), 'TEMP')
     having count(*) > 0
     order by 1`,
  );
  return rows.map((row) => mendable('roles', row.finding, [row.statement]));
}

const LOGGING = [
  { name: 'log_parameter_max_length', good: '0', wanted: '0' },
  { name: 'log_parameter_max_length_on_error', good: '0', wanted: '0' },
  { name: 'log_error_verbosity', good: 'terse', wanted: 'terse' },
] as const;

/** Finds roles for which Postgres logs bound values: a slow sign-in would log its password. */
export async function checkLogging({ connection, names, database }: Patient): Promise<Finding[]> {
  const callers = LOGIN_ROLES.map((name) => literal(names.role[name])).join(', ');
  const rows = await run<{ role: string; name: string; value: string }>(connection, effectiveQuery(callers));
  return rows.flatMap(({ role, name, value }) => {
    const rule = LOGGING.find((one) => one.name === name);
    if (rule === undefined || value === rule.good) return [];
    const finding = `${name} is ${value} for ${role}: passwords and codes can appear in the log of Postgres`;
    const where = `alter role ${identifier(role)} in database ${identifier(database)}`;
    return [mendable(`logging.${name}`, finding, [`${where} set ${name} = ${rule.wanted}`])];
  });
}

// Effective value for a role in this database: the role's setting here, the role's, the database's, the server's. Values of this
// session do not count.
function effectiveQuery(callers: string): string {
  return `
    select r.rolname::text as role, p.name, coalesce(
      (select split_part(c.pair, '=', 2)
       from pg_db_role_setting as s cross join unnest(s.setconfig) as c (pair)
       where split_part(c.pair, '=', 1) = p.name and s.setrole in (r.oid, 0)
         and s.setdatabase in (0, (select d.oid from pg_database as d where d.datname = current_database()))
       order by (s.setrole <> 0) desc, (s.setdatabase <> 0) desc limit 1),
      case when p.source in ('default', 'configuration file', 'environment variable', 'command line', 'global')
        then p.reset_val else p.boot_val end) as value
    from pg_roles as r cross join pg_settings as p
    where r.rolname in (${callers}) and p.name in (${LOGGING.map((one) => literal(one.name)).join(', ')})
    order by 1, 2`;
}
