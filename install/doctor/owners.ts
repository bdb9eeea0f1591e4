// Checks the owners of the objects in our four schemas, the role prefix of the settings, and security definer functions
// in the queue's schema.

import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import type { CheckContext } from './check_context.ts';
import { functionsWithOwnOwner, recreateStatements } from './functions.ts';

const schemasOf = (names: Names): string =>
  [names.auth, names.lib, names.api, names.queue].map(quoteLiteral).join(', ');

/** Detects settings whose role prefix differs from the installation's, before repairs grant rights to other roles. */
export async function checkRolePrefix({ connection, names }: CheckContext): Promise<Finding | null> {
  const uses = (
    role: string,
  ): string => `exists (select from pg_roles as r join pg_namespace as a on a.nspname = ${quoteLiteral(names.api)}
      where r.rolname = ${role} and has_schema_privilege(r.oid, a.oid, 'USAGE'))`;
  const [found] = await runStatement<{ prefix: string }>(
    connection,
    `select o.prefix from (
       select regexp_replace(pg_get_userbyid(s.nspowner)::text, '_owner$', '') as prefix, pg_get_userbyid(s.nspowner)::text as owner
       from pg_namespace as s where s.nspname = ${quoteLiteral(names.auth)}) as o
     where o.owner = o.prefix || '_owner' and o.owner <> ${quoteLiteral(names.role.owner)}
       and ${uses("o.prefix || '_gateway'")} and not ${uses(quoteLiteral(names.role.gateway))}`,
  );
  if (found === undefined) return null;
  const finding = `this installation belongs to ${found.prefix}_owner and is used by ${found.prefix}_gateway, but the settings name the roles of another: ${names.role.owner}`;
  return findingWithAdvice('roles', finding, `set SVC_ROLE_PREFIX=${found.prefix}, and run doctor again`);
}

/**
 * Checks that the owner role owns the schemas, relations, routines and types of our schemas, except the functions with
 * an owner of their own. A restore without roles changes all owners.
 */
export async function checkOwners(context: CheckContext): Promise<Finding[]> {
  const { connection, names, database } = context;
  const apart = functionsWithOwnOwner(names);
  const rows = await runStatement<{ kind: string; name: string; owner: string; superuser: boolean }>(
    connection,
    `select o.kind, o.name, pg_get_userbyid(o.owner)::text as owner,
       (select r.rolsuper from pg_roles as r where r.rolname = current_user) as superuser
     from (
       select 1 as place, 'schema' as kind, s.oid::regnamespace::text as name, s.nspowner as owner, s.oid as schema from pg_namespace as s
       union all
       select 2, case c.relkind when 'v' then 'view' when 'S' then 'sequence' when 'm' then 'materialized view' else 'table' end,
         c.oid::regclass::text, c.relowner, c.relnamespace from pg_class as c
       where c.relkind in ('r', 'p', 'v', 'm', 'f')
         or (c.relkind = 'S' and not exists (
         select from pg_depend as d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
       union all
       select 3, 'routine', p.oid::regprocedure::text, p.proowner, p.pronamespace from pg_proc as p
       union all
       select 4, 'type', t.oid::regtype::text, t.typowner, t.typnamespace from pg_type as t where t.typtype in ('e', 'd')
     ) as o
     join pg_namespace as n on n.oid = o.schema
     where n.nspname in (${schemasOf(names)}) and pg_get_userbyid(o.owner) <>
       -- Functions with an owner of their own run application code, which must not have the rights of the
       -- owner role.
       coalesce((select a.role from (values ${apart.map((one) => `(${quoteLiteral(one.signature)}, ${quoteLiteral(one.role)})`).join(', ')})
         as a (name, role) where o.kind = 'routine' and o.name = a.name), ${quoteLiteral(names.role.owner)})
     order by o.place, o.kind, o.name`,
  );
  const owner = quoteIdentifier(names.role.owner);
  return rows.map((row) => {
    const one = apart.find(({ signature }) => signature === row.name);
    if (one !== undefined) {
      const finding = `routine ${row.name} belongs to ${row.owner}: ${one.runs} run with the rights of that role`;
      return findingWithSql('owners', finding, runAsOwnerSql(names, recreateStatements(context, one)));
    }
    const statement = `alter ${row.kind} ${row.name} owner to ${owner}`;
    // For `alter schema … owner`, the new owner must have the right to create schemas, unless a superuser runs it.
    const create = `create on database ${quoteIdentifier(database)}`;
    const around = row.kind === 'schema' && !row.superuser;
    const sql = around ? [`grant ${create} to ${owner}`, statement, `revoke ${create} from ${owner}`] : [statement];
    return findingWithSql('owners', `${row.kind} ${row.name} belongs to ${row.owner}`, sql);
  });
}

/** Finds security definer functions in the job queue's schema, where pg-boss has none. */
export async function checkSecurityDefiners({ connection, names }: CheckContext): Promise<Finding[]> {
  const rows = await runStatement<{ name: string }>(
    connection,
    `select p.oid::regprocedure::text as name from pg_proc as p join pg_namespace as s on s.oid = p.pronamespace
     where s.nspname = ${quoteLiteral(names.queue)} and p.prosecdef order by 1`,
  );
  return rows.map(({ name }) => {
    const finding = `routine ${name} runs with its owner's rights, but pg-boss has no such function`;
    return findingWithSql('definers', finding, [`alter routine ${name} security invoker`]);
  });
}
