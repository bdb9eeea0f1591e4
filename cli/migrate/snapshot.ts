// Writes sql/schema.sql: today's tables as one script, read from the catalog, so that a review need not add up migrations.
import { identifier, literal } from './render.ts';

/** What the snapshot needs of a postgres.js pool. */
interface Asker {
  unsafe(text: string): PromiseLike<readonly Record<string, unknown>[]>;
}

const HEADING = `-- Generated from a migrated database; do not edit. Today's tables of Postern, as sql/migrations/ has made them:
-- a table with its columns and constraints, its indexes, what each is for. A test compares this file with the catalog.
-- To write it again: UPDATE_SNAPSHOT=1 node test/static/schema_snapshot.test.ts`;

// Partitions come and go with the months; the migrations_ tables belong to @databases/pg-migrations.
const TABLES = `c.relname !~ '^migrations_' and c.relname !~ '^audit_log_\\d'`;

/** The script, from a database installed under any name. */
export async function schemaSnapshot(sql: Asker, schema = 'auth'): Promise<string> {
  const tables = await sql.unsafe(`
    select c.oid::int as oid, c.relname::text as name, c.relpersistence::text as persistence, pg_get_partkeydef(c.oid) as partitioned,
      array_to_string(c.reloptions, ', ') as options, obj_description(c.oid, 'pg_class') as comment, c.relrowsecurity as secured,
      (select 'partition of ${identifier(schema)}.' || p.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) from pg_inherits as h
       join pg_class as p on p.oid = h.inhparent where h.inhrelid = c.oid) as part
    from pg_class as c where c.relnamespace = to_regnamespace(${literal(identifier(schema))}) and ${TABLES} and c.relkind in ('r', 'p') order by c.oid`);
  const parts = [HEADING];
  for (const table of tables) parts.push(await tableText(sql, schema, table));
  return `${parts.join('\n\n')}\n`;
}

async function tableText(sql: Asker, schema: string, table: Record<string, unknown>): Promise<string> {
  const name = `${identifier(schema)}.${identifier(String(table.name))}`;
  const kind = table.persistence === 'u' ? 'unlogged table' : 'table';
  const constraints = await constraintLines(sql, Number(table.oid));
  const statements: string[] = [];
  if (typeof table.part === 'string') statements.push(`create ${kind} ${name} ${table.part};`);
  else {
    const lines = [...(await columnLines(sql, Number(table.oid))), ...constraints].map((line) => `  ${line}`);
    const partitioned =
      typeof table.partitioned === 'string' ? `\npartition by ${table.partitioned.toLowerCase()}` : '';
    const options = table.options ? ` with (${String(table.options)})` : '';
    statements.push(`create ${kind} ${name} (\n${lines.join(',\n')}\n)${partitioned}${options};`);
  }
  statements.push(...(await indexStatements(sql, Number(table.oid))));
  if (table.secured === true) statements.push(`alter table ${name} enable row level security;`);
  if (typeof table.comment === 'string') statements.push(`comment on table ${name} is ${literal(table.comment)};`);
  if (typeof table.part !== 'string') statements.push(...(await columnComments(sql, Number(table.oid), name)));
  return statements.join('\n');
}

async function columnLines(sql: Asker, oid: number): Promise<string[]> {
  const rows = await sql.unsafe(`
    select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      pg_get_expr(d.adbin, d.adrelid) as value, a.attgenerated::text as generated
    from pg_attribute as a left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped order by a.attnum`);
  return rows.map((row) => {
    const value = typeof row.value === 'string' ? row.value : null;
    const filled =
      value === null ? '' : row.generated === 's' ? ` generated always as (${value}) stored` : ` default ${value}`;
    return `${identifier(String(row.name))} ${String(row.type)}${row.required === true ? ' not null' : ''}${filled}`;
  });
}

async function constraintLines(sql: Asker, oid: number): Promise<string[]> {
  // PostgreSQL 18 lists NOT NULL here too; the columns have said it.
  const rows = await sql.unsafe(`
    select k.conname::text as name, pg_get_constraintdef(k.oid) as definition from pg_constraint as k
    where k.conrelid = ${oid} and k.contype in ('p', 'u', 'f', 'c', 'x')
    order by position(k.contype in 'pufcx'), k.conname collate "C"`);
  return rows.map((row) => `constraint ${identifier(String(row.name))} ${String(row.definition)}`);
}

async function indexStatements(sql: Asker, oid: number): Promise<string[]> {
  const rows = await sql.unsafe(`
    select pg_get_indexdef(i.indexrelid) as definition from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where i.indrelid = ${oid} and not c.relispartition
      and not exists (select from pg_constraint as k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.relname collate "C"`);
  return rows.map((row) => `${String(row.definition)};`);
}

async function columnComments(sql: Asker, oid: number, table: string): Promise<string[]> {
  const rows = await sql.unsafe(`
    select a.attname::text as name, col_description(a.attrelid, a.attnum) as comment from pg_attribute as a
    where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped and col_description(a.attrelid, a.attnum) is not null
    order by a.attnum`);
  return rows.map(
    (row) => `comment on column ${table}.${identifier(String(row.name))} is ${literal(String(row.comment))};`,
  );
}
