// Compares storage parameters with sql/schema.sql. A parameter can disable autovacuum of a table.
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import type { CheckContext } from './check_context.ts';
import { parseOwnTables } from './tables.ts';

/** Checks tables, partitions and TOAST tables, including tables of the queue. */
export async function checkStorage(context: CheckContext): Promise<Finding[]> {
  const { connection, names } = context;
  const wanted = new Map(parseOwnTables(context).map((table) => [table.name, table.options]));
  const rows = await runStatement<{ schema: string; relation: string; options: string[] }>(
    connection,
    `select s.nspname::text as schema, c.relname::text as relation, o.options
     from pg_class as c join pg_namespace as s on s.oid = c.relnamespace left join pg_class as t on t.oid = c.reltoastrelid
     cross join lateral (select array(select unnest(c.reloptions) union all
       select 'toast.' || u.option from unnest(t.reloptions) as u (option) order by 1) as options) as o
     where s.nspname in (${quoteLiteral(names.auth)}, ${quoteLiteral(names.queue)}) and c.relkind in ('r', 'p')
     order by 1, 2`,
  );
  return rows.flatMap(({ schema, relation, options }) => {
    const table = `${quoteIdentifier(schema)}.${quoteIdentifier(relation)}`;
    return compareOptions(context, table, wanted.get(table) ?? [], options);
  });
}

function compareOptions(
  { names }: CheckContext,
  table: string,
  wanted: readonly string[],
  there: readonly string[],
): Finding[] {
  const nameOf = (option: string): string => option.split('=', 1)[0] ?? '';
  const mend = (finding: string, change: string): Finding =>
    findingWithSql('tables.options', finding, runAsOwnerSql(names, [`alter table ${table} ${change}`]));
  const lost = wanted.filter((option) => !there.includes(option));
  const strange = there.filter((option) => !wanted.some((other) => nameOf(other) === nameOf(option)));
  return [
    ...lost.map((option) => mend(`${table} lacks the storage parameter ${option}`, `set (${option})`)),
    ...strange.map((option) =>
      mend(`${table} has a foreign storage parameter: ${option}`, `reset (${nameOf(option)})`),
    ),
  ];
}
