// Dumps a whole database as text for comparison: definitions, rights, comments, and a digest of each table's rows in
// physical order. It replaces pg_dump, which supports only servers up to its own version.
import type { Sql } from 'postgres';

const OUTSIDE = `nspname !~ '^pg_' and nspname <> 'information_schema'`;
const SCHEMAS = `(select oid from pg_namespace where ${OUTSIDE})`;
/** SQL expression that lists rights in a fixed order. A null ACL yields the rights of the default ACL. */
const rights = (acl: string, kind: string, owner: string): string =>
  `(select string_agg(concat(a.grantor::regrole, '>', a.grantee::regrole, ':', a.privilege_type, a.is_grantable), ',' order by a.grantor::regrole::text, a.grantee::regrole::text, a.privilege_type)
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a)`;

const PARTS: Readonly<Record<string, string>> = {
  schemas: `select concat_ws(' ', nspname, nspowner::regrole, coalesce(${rights('nspacl', 'n', 'nspowner')}, '')) as line from pg_namespace where ${OUTSIDE}`,
  public_rights: `select a.privilege_type as line from pg_database d
    cross join aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a where d.datname = current_database() and a.grantee = 0`,
  extensions: `select concat_ws(' ', extname, extnamespace::regnamespace) as line from pg_extension`,
  relations: `select concat_ws(' ', c.oid::regclass, c.relkind, c.relowner::regrole, coalesce(${rights('c.relacl', 'r', 'c.relowner')}, ''), coalesce(c.reloptions::text, ''), c.relrowsecurity, coalesce(obj_description(c.oid, 'pg_class'), '')) as line
    from pg_class c where c.relnamespace in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  columns: `select concat_ws(' ', a.attrelid::regclass, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity, coalesce(a.attacl::text, ''), coalesce(pg_get_expr(d.adbin, d.adrelid), ''), coalesce(col_description(a.attrelid, a.attnum), '')) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraints: `select concat_ws(' ', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid), k.convalidated, coalesce(obj_description(k.oid, 'pg_constraint'), '')) as line
    from pg_constraint k where k.connamespace in ${SCHEMAS}`,
  indexes: `select concat_ws(' ', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)) as line from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace in ${SCHEMAS}`,
  triggers: `select concat_ws(' ', g.tgrelid::regclass, pg_get_triggerdef(g.oid), g.tgenabled) as line from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where c.relnamespace in ${SCHEMAS} and not g.tgisinternal`,
  rules: `select concat_ws(' ', r.ev_class::regclass, pg_get_ruledef(r.oid), r.ev_enabled) as line from pg_rewrite r join pg_class c on c.oid = r.ev_class
    where c.relnamespace in ${SCHEMAS} and r.rulename <> '_RETURN'`,
  policies: `select concat_ws(' ', p.polrelid::regclass, p.polname, p.polcmd, p.polpermissive, p.polroles::regrole[]::text, coalesce(pg_get_expr(p.polqual, p.polrelid), ''), coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')) as line from pg_policy p`,
  views: `select concat_ws(' ', c.oid::regclass, pg_get_viewdef(c.oid)) as line from pg_class c where c.relnamespace in ${SCHEMAS} and c.relkind in ('v', 'm')`,
  functions: `select concat_ws(' ', f.oid::regprocedure, f.proowner::regrole, coalesce(${rights('f.proacl', 'f', 'f.proowner')}, ''), pg_get_functiondef(f.oid), coalesce(obj_description(f.oid, 'pg_proc'), '')) as line from pg_proc f where f.pronamespace in ${SCHEMAS} and f.prokind = 'f'`,
  large_objects: `select concat_ws(' ', f.oid::regprocedure, ${rights('f.proacl', 'f', 'f.proowner')}) as line from pg_proc f
    where f.pronamespace = 'pg_catalog'::regnamespace and f.proname ~ '^lo_'`,
  defaults: `select concat_ws(' ', d.defaclrole::regrole, d.defaclnamespace, d.defaclobjtype, d.defaclacl::text) as line from pg_default_acl d`,
  types: `select concat_ws(' ', t.oid::regtype, t.typowner::regrole, coalesce((select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), '')) as line
    from pg_type t where t.typnamespace in ${SCHEMAS} and t.typtype in ('e', 'd')`,
};

/** Returns one line per database object, and one line per table with the digest of its rows. */
export async function dumpDatabase(sql: Sql): Promise<string[]> {
  const lines: string[] = [];
  for (const [part, query] of Object.entries(PARTS)) {
    const rows = await sql.unsafe<{ line: string }[]>(`select line from (${query}) as p order by line collate "C"`);
    for (const { line } of rows) lines.push(`${part}: ${line}`);
  }
  const tables = await sql.unsafe<{ name: string }[]>(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace in ${SCHEMAS} and c.relkind = 'r' order by 1`,
  );
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by t.ctid)), '') as rows from ${name} as t`,
    );
    lines.push(`rows: ${name} ${row?.rows}`);
  }
  return lines;
}

/** Returns the lines that occur in only one of two dumps. */
export function compareDumps(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !is.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !was.has(line)).map((line) => `+ ${line}`),
  ];
}
