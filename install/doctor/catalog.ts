// Domains and tables of a database, read from its catalog.
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';

/** Query interface of a postgres.js pool. */
export interface QueryRunner {
  unsafe(text: string): PromiseLike<readonly Record<string, unknown>[]>;
}

/** A domain: a type with constraints on its values. */
export interface Domain {
  /** Qualified name as SQL. */
  name: string;
  base: string;
  constraint: NamedDefinition;
}

/** Reads the domains of a schema from the catalog: one entry for each check constraint. */
export async function readDomains(sql: QueryRunner, schema: string): Promise<Domain[]> {
  const rows = await sql.unsafe(`
    select format_type(t.oid, null) as name, format_type(t.typbasetype, t.typtypmod) as base,
      json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid)) as constraint
    from pg_type as t join pg_constraint as k on k.contypid = t.oid and k.contype = 'c'
    where t.typnamespace = to_regnamespace(${quoteLiteral(quoteIdentifier(schema))}) and t.typtype = 'd' order by t.oid, k.conname`);
  return rows as unknown as Domain[];
}

// Excludes the partitions of audit_log and refusals that are named by a date, and the migrations_ tables, which belong
// to @databases/pg-migrations.
const TABLES = `c.relname !~ '^migrations_' and c.relname !~ '^(audit_log|refusals)_\\d'`;

export interface Column {
  name: string;
  type: string;
  required: boolean;
  /** ` default …`, ` generated always as (…) stored`, ` generated always as (…) virtual`, or ''. */
  value: string;
}

/** A constraint or index: its name, and its definition as the catalog prints it. */
export interface NamedDefinition {
  name: string;
  definition: string;
}

export interface Table {
  oid: number;
  /** Qualified name as SQL. */
  name: string;
  unlogged: boolean;
  /** The `partition of …` clause, or null. */
  part: string | null;
  partitioned: string | null;
  options: string | null;
  secured: boolean;
  columns: Column[];
  constraints: NamedDefinition[];
  indexes: NamedDefinition[];
}

/** Reads the tables of a schema from the catalog, except those that TABLES excludes. */
export async function readTables(sql: QueryRunner, schema: string): Promise<Table[]> {
  const rows = await sql.unsafe(`
    select c.oid::int as oid, c.relname::text as name, c.relpersistence = 'u' as unlogged, pg_get_partkeydef(c.oid) as partitioned,
      array_to_string(c.reloptions, ', ') as options, c.relrowsecurity as secured,
      (select 'partition of ${quoteIdentifier(schema)}.' || p.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) from pg_inherits as h
       join pg_class as p on p.oid = h.inhparent where h.inhrelid = c.oid and c.relispartition) as part
    from pg_class as c where c.relnamespace = to_regnamespace(${quoteLiteral(quoteIdentifier(schema))}) and ${TABLES} and c.relkind in ('r', 'p') order by c.oid`);
  const oids = rows.map((row) => Number(row.oid));
  const columns = await readColumns(sql, oids);
  const constraints = await readConstraints(sql, oids);
  const indexes = await readIndexes(sql, oids);
  return rows.map((row) => {
    const oid = Number(row.oid);
    const name = `${quoteIdentifier(schema)}.${quoteIdentifier(String(row.name))}`;
    const found = { columns: columns(oid), constraints: constraints(oid), indexes: indexes(oid) };
    return { ...(row as unknown as Table), ...found, oid, name };
  });
}

/** Returns a function that finds the rows of a table in a query result, by the table's oid. */
function groupByTable<Row>(rows: readonly Record<string, unknown>[]): (oid: number) => Row[] {
  const found = Map.groupBy(rows, (row) => Number(row.table));
  return (oid) => (found.get(oid) ?? []).map(({ table: _, ...row }) => row as Row);
}

const among = (oids: readonly number[]): string => `any (array[${oids.join(', ')}]::oid[])`;

export function columnDefinition(column: Column): string {
  return `${quoteIdentifier(column.name)} ${column.type}${column.required ? ' not null' : ''}${column.value}`;
}

async function readColumns(sql: QueryRunner, oids: readonly number[]): Promise<(oid: number) => Column[]> {
  const rows = await sql.unsafe(`
    select a.attrelid::int as table, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      coalesce(case a.attgenerated when 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
        when 'v' then format(' generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid)) else ' default ' || pg_get_expr(d.adbin, d.adrelid) end, '') as value
    from pg_attribute as a left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${among(oids)} and a.attnum > 0 and not a.attisdropped order by a.attnum`);
  return groupByTable(rows);
}

async function readConstraints(sql: QueryRunner, oids: readonly number[]): Promise<(oid: number) => NamedDefinition[]> {
  // PostgreSQL 18 lists NOT NULL constraints here too; they are already part of the columns.
  const rows = await sql.unsafe(`
    select k.conrelid::int as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition from pg_constraint as k
    where k.conrelid = ${among(oids)} and k.contype in ('p', 'u', 'f', 'c', 'x')
    order by position(k.contype in 'pufcx'), k.conname collate "C"`);
  return groupByTable(rows);
}

async function readIndexes(sql: QueryRunner, oids: readonly number[]): Promise<(oid: number) => NamedDefinition[]> {
  const rows = await sql.unsafe(`
    select i.indrelid::int as table, c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where i.indrelid = ${among(oids)} and not c.relispartition
      and not exists (select from pg_constraint as k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.relname collate "C"`);
  return groupByTable(rows);
}
