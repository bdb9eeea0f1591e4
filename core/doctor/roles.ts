// Checks roles: rights that do not come from grants.sql, role settings, default privileges, and logging of passwords.

import { LOGIN_ROLES, quoteIdentifier, quoteLiteral, ROLE_NAMES } from '../database/names.ts';
import { type CatalogCheckInput, type Finding, findingWithSql } from './finding.ts';

// SQL expression for the grantor of a membership, to revoke it. Before PostgreSQL 16, a membership has only one
// grantor, which need not be named.
export const GRANTED_BY_SQL = `case when current_setting('server_version_num')::int >= 160000
  then format(' granted by %I', pg_get_userbyid(a.grantor)) else '' end`;

const CALLERS = ROLE_NAMES.filter((name) => name !== 'owner');

/**
 * Finds role attributes, memberships, and CREATE and TEMPORARY privileges that give a role more rights than
 * grants.sql.
 */
export async function checkRights({ ask, names }: CatalogCheckInput): Promise<Finding[]> {
  const callers = CALLERS.map((name) => quoteLiteral(names.role[name])).join(', ');
  const all = `${callers}, ${quoteLiteral(names.role.owner)}`;
  const nobody = [names.role.owner, names.role.hooks, names.role.triggers].map(quoteLiteral).join(', ');
  const rows = await ask<{
    finding: string;
    statement: string;
  }>(`select format('%s has the attribute %s', r.rolname, a.attribute) as finding, format('alter role %I no%s', r.rolname, a.attribute) as statement
     from pg_roles as r cross join (values ('superuser'), ('createrole'), ('createdb'), ('replication'), ('bypassrls')) as a (attribute)
     where r.rolname in (${all}) and case a.attribute when 'superuser' then r.rolsuper when 'createrole' then r.rolcreaterole
       when 'createdb' then r.rolcreatedb when 'replication' then r.rolreplication else r.rolbypassrls end
     union all
     select format('%s may log in, but no process uses this role directly', r.rolname), format('alter role %I nologin', r.rolname)
     from pg_roles as r where r.rolname in (${nobody}) and r.rolcanlogin
     union all
     select format('%s is a member of %s', m.rolname, g.rolname), format('revoke %I from %I', g.rolname, m.rolname) || ${GRANTED_BY_SQL}
     from pg_auth_members as a join pg_roles as m on m.oid = a.member join pg_roles as g on g.oid = a.roleid
     where m.rolname in (${callers})
       -- api_roles.sql makes the hooks role a member of supabase_auth_admin. This membership is reported only if
       -- supabase_auth_admin is a superuser or a member of another role.
       and not (m.rolname = ${quoteLiteral(names.role.hooks)} and g.rolname = 'supabase_auth_admin' and not g.rolsuper
         and not exists (select from pg_auth_members as b where b.member = g.oid))
     union all
     select format('%s can create objects in schema %s', string_agg(r.rolname, ', ' order by r.rolname), s.nspname),
       format('revoke create on schema %I from public, %s', s.nspname, string_agg(quote_ident(r.rolname), ', ' order by r.rolname))
     from pg_roles as r cross join pg_namespace as s
     where r.rolname in (${callers}) and not r.rolsuper and s.nspname !~ '^pg_'
       -- Only grants to the role itself or to PUBLIC. The query above reports rights through membership.
       and exists (select from aclexplode(s.nspacl) as a where a.privilege_type = 'CREATE' and a.grantee in (0, r.oid))
       -- checkOwnedObjects() reports schemas that roles of this installation own.
       and pg_get_userbyid(s.nspowner) not in (${all})
       and s.nspname not in (${[names.auth, names.lib, names.api, names.queue].map(quoteLiteral).join(', ')})
     group by s.nspname
     union all
     select format('%s can create temporary tables, which can shadow tables in a security definer function', string_agg(r.rolname, ', ' order by r.rolname)),
       format('revoke temporary on database %I from public, %s', current_database(), string_agg(quote_ident(r.rolname), ', ' order by r.rolname))
     from pg_roles as r where r.rolname in (${callers}) and not r.rolsuper and has_database_privilege(r.oid, current_database(), 'TEMP')
     having count(*) > 0
     order by 1`);
  return rows.map((row) => findingWithSql('roles', row.finding, [row.statement]));
}

const LOGGING = [
  { name: 'log_parameter_max_length', good: '0', wanted: '0' },
  { name: 'log_parameter_max_length_on_error', good: '0', wanted: '0' },
  { name: 'log_error_verbosity', good: 'terse', wanted: 'terse' },
] as const;

/** Finds login roles whose settings let passwords and codes appear in the log of Postgres. */
export async function checkLogging({ ask, names, database }: CatalogCheckInput): Promise<Finding[]> {
  const callers = LOGIN_ROLES.map((name) => quoteLiteral(names.role[name])).join(', ');
  const rows = await ask<{ role: string; name: string; value: string }>(effectiveSettingsQuery(callers));
  return rows.flatMap(({ role, name, value }) => {
    const rule = LOGGING.find((one) => one.name === name);
    if (rule === undefined || value === rule.good) return [];
    const finding = `${name} is ${value} for ${role}: passwords and codes can appear in the log of Postgres`;
    const where = `alter role ${quoteIdentifier(role)} in database ${quoteIdentifier(database)}`;
    return [findingWithSql(`logging.${name}`, finding, [`${where} set ${name} = ${rule.wanted}`])];
  });
}

// Returns the query for the effective values of the LOGGING settings for roles in this database. A value comes from
// the first of these places that sets it: the role in this database, the role, the database, the server. Settings of
// this session are ignored.
function effectiveSettingsQuery(callers: string): string {
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
    where r.rolname in (${callers}) and p.name in (${LOGGING.map((one) => quoteLiteral(one.name)).join(', ')})
    order by 1, 2`;
}

/** Settings of roles.sql whose values a DBA may change. */
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

/**
 * Settings of roles.sql that must have these values, because search_path decides how names are resolved, and
 * responses have times in UTC.
 */
const FIXED_SETTINGS = new Map([
  ['search_path', 'pg_catalog'],
  ['TimeZone', 'UTC'],
]);

/** Finds role settings that roles.sql does not set, and changed values of fixed settings. */
export async function checkRoleSettings({ ask, names, database }: CatalogCheckInput): Promise<Finding[]> {
  const roles = ROLE_NAMES.map((name) => quoteLiteral(names.role[name])).join(', ');
  const rows = await ask<{
    role: string;
    here: boolean;
    name: string;
    value: string;
  }>(`select r.rolname::text as role, s.setdatabase <> 0 as here, split_part(c.pair, '=', 1) as name,
       substr(c.pair, position('=' in c.pair) + 1) as value
     from pg_db_role_setting as s join pg_roles as r on r.oid = s.setrole cross join unnest(s.setconfig) as c (pair)
     where r.rolname in (${roles})
       and s.setdatabase in (0, (select d.oid from pg_database as d where d.datname = current_database()))
     order by 1, 2, 3`);
  return rows.flatMap(({ role, here, name, value }) => {
    if (OWN_SETTINGS.includes(name) && role !== names.role.owner) return [];
    const fixed = here && role !== names.role.owner ? FIXED_SETTINGS.get(name) : undefined;
    if (value === fixed) return [];
    const alter = `alter role ${quoteIdentifier(role)}${here ? ` in database ${quoteIdentifier(database)}` : ''}`;
    const statement =
      fixed !== undefined ? `${alter} set ${name} = ${fixed}` : `${alter} reset ${quoteIdentifier(name)}`;
    const finding = `${role} runs with ${name} = ${value}, which roles.sql does not set`;
    return [findingWithSql('role_settings', finding, [statement])];
  });
}

/** Finds default privileges of Postern's roles, which apply to objects that they create in future. */
export async function checkDefaultPrivileges({ ask, names }: CatalogCheckInput): Promise<Finding[]> {
  const roles = ROLE_NAMES.map((name) => quoteLiteral(names.role[name])).join(', ');
  const rows = await ask<{
    finding: string;
    statement: string;
  }>(`select format('default privileges of %s: objects it creates will grant %s on %s%s to %s', d.role, d.privilege, d.kind, d.place, d.grantee) as finding,
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
         -- By default, Postgres lets PUBLIC use types and execute functions. install/doctor/roles.ts checks that
         -- roles.sql has revoked the default for functions.
         and not (a.grantee = 0 and e.defaclnamespace = 0 and e.defaclobjtype in ('T', 'f'))
       order by r.rolname, e.oid, a.grantee, a.privilege_type
     ) as d order by 1`);
  return rows.map((row) => findingWithSql('default_privileges', row.finding, [row.statement]));
}
