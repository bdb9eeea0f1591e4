// Finds objects that depend on a schema before it is dropped, so that DROP … CASCADE drops no objects of the
// application.
import { quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';

/**
 * Throws if an object outside `schemas` and `also` depends on an object in `schemas`, or if an extension is installed
 * in `schemas`.
 */
export async function checkNoDependants(
  on: Queryable,
  schemas: readonly string[],
  also: readonly string[] = [],
): Promise<void> {
  const list = schemas.map(quoteLiteral).join(', ');
  const rows = await runStatement<{ name: string; on_what: string }>(
    on,
    `select pg_describe_object(d.classid, d.objid, d.objsubid) as name, r.identity as on_what
     from pg_depend as d
     cross join lateral pg_identify_object(d.refclassid, d.refobjid, 0) as r
     cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) as i
     -- Policies, triggers, rules and defaults have no schema of their own. Use the schema of their table.
     left join pg_policy as p on d.classid = 'pg_policy'::regclass and p.oid = d.objid
     left join pg_trigger as g on d.classid = 'pg_trigger'::regclass and g.oid = d.objid
     left join pg_rewrite as w on d.classid = 'pg_rewrite'::regclass and w.oid = d.objid
     left join pg_attrdef as f on d.classid = 'pg_attrdef'::regclass and f.oid = d.objid
     left join pg_class as t on t.oid = coalesce(p.polrelid, g.tgrelid, w.ev_class, f.adrelid)
     cross join lateral coalesce(i.schema, t.relnamespace::regnamespace::text) as h (home)
     where r.schema in (${list}) and d.deptype in ('n', 'a') and d.refclassid <> 'pg_namespace'::regclass
       and h.home not in (${[...schemas, ...also].map(quoteLiteral).join(', ')}) and h.home !~ '^pg_'
     union
     select 'extension ' || e.extname, s.nspname from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace where s.nspname in (${list})
     order by 1 limit 20`,
  );
  if (rows.length === 0) return;
  const found = rows.map(({ name, on_what }) => `${name} (on ${on_what})`);
  throw new MigrationRefusedError(
    `Something of yours depends on what would be dropped: ${found.join(', ')}. Nothing was changed. ` +
      'Move what it depends on to a schema of your own (alter … set schema …), or drop it, and run the command again.',
  );
}
