// Records a digest of each function and view in the catalog after a migration, so that the next `migrate` run detects
// edits. Text from the database is never executed (docs/adr/0008-what-doctor-compares-with.md).

import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Connection, runStatement } from './connection.ts';
import { relationExists } from './inspect.ts';
import { qualifyName, type SqlTree } from './tree.ts';

const MAJOR = `current_setting('server_version_num')::int / 10000`;

/** Returns the query for kind, name and digest of all functions and views in our schemas, except the queue's schema. */
function objectsQuery(names: Names): string {
  const schemas = [names.auth, names.lib, names.api].map(quoteLiteral).join(', ');
  const digest = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
  const labels = `concat_ws(chr(1), p.prosrc, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.prosecdef,
      p.provolatile, p.proisstrict, p.proparallel, p.proleakproof, array_to_string(p.proconfig, chr(1)))`;
  return `
    select 'function' as kind, format('%I.%I(%s)', s.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name,
      ${digest(labels)} as digest
    from pg_proc as p join pg_namespace as s on s.oid = p.pronamespace join pg_language as l on l.oid = p.prolang
    where s.nspname in (${schemas})
    union all
    select 'view', format('%I.%I', s.nspname, c.relname), ${digest(`concat_ws(chr(1), pg_get_viewdef(c.oid), array_to_string(c.reloptions, chr(1)))`)}
    from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
    where s.nspname in (${schemas}) and c.relkind = 'v'`;
}

/** Returns the statements that record functions and views, or '' if the tree has no table for them. */
export function recordObjectsStatement(names: Names, tree: SqlTree): string {
  if (!tree.records_objects) return '';
  const table = qualifyName(names.auth, 'release_objects');
  return `set local search_path = pg_catalog;
delete from ${table};
insert into ${table} (kind, name, digest, server_major)
select o.kind, o.name, o.digest, ${MAJOR} from (${objectsQuery(names)}
) as o;`;
}

interface EditedObject {
  kind: string;
  name: string;
  how: string;
}

/** Returns the objects that were changed, added or dropped since they were recorded. */
async function findEditedObjects(connection: Connection, names: Names, as_owner: boolean): Promise<EditedObject[]> {
  if (!(await relationExists(connection, names.auth, 'release_objects'))) return [];
  return connection.tx(async (tx) => {
    if (as_owner) await runStatement(tx, `set local role ${quoteIdentifier(names.role.owner)}`);
    // PostgreSQL prints views differently in each major version, so views recorded with another version are not
    // compared.
    return runStatement<EditedObject>(
      tx,
      `select coalesce(n.kind, r.kind) as kind, coalesce(n.name, r.name) as name,
         case when n.name is null then 'dropped' when r.name is null then 'added' else 'changed' end as how
       from (${objectsQuery(names)}) as n
       full join ${qualifyName(names.auth, 'release_objects')} as r on r.kind = n.kind and r.name = n.name
       where exists (select from ${qualifyName(names.auth, 'release_objects')})
         and (n.name is null or r.name is null or (r.digest <> n.digest and (r.kind = 'function' or r.server_major = ${MAJOR})))
       order by 2`,
    );
  });
}

/** Returns one text per object, such as `auth_lib.clock() (changed)`. */
export async function listEditedObjects(connection: Connection, names: Names): Promise<string[]> {
  return (await findEditedObjects(connection, names, true)).map(({ name, how }) => `${name} (${how})`);
}

/** Returns the functions or views that were changed since they were recorded. */
export async function listChangedObjects(
  connection: Connection,
  names: Names,
  o: { kind: 'function' | 'view'; as_owner: boolean },
): Promise<string[]> {
  const found = await findEditedObjects(connection, names, o.as_owner);
  return found.filter(({ kind, how }) => kind === o.kind && how === 'changed').map(({ name }) => name);
}
