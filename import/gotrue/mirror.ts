// Fetches the tables of another database into the schema auth_gotrue, in passes. A pass divides each table into parts,
// compares row counts and checksums of both databases, and fetches the parts that differ. Inserts, updates and deletes
// are thus detected without timestamps. If a pass is interrupted, the next one continues.
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Log, type Queryable, runStatement, runWithValue } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import type { Checkpoint } from './copy.ts';
import type { ImportSchemas } from './files.ts';
import { checkSourceRights, readSourceTables, SOURCE_SCHEMA, type SourceTable } from './source.ts';

export interface MirrorOptions {
  places: ImportSchemas;
  /** Runs the work in a transaction of this database. */
  tx<T>(work: (on: Queryable) => Promise<T>): Promise<T>;
  log: Log;
  checkpoint?: Checkpoint;
  /** Approximate number of rows per transaction. */
  rows?: number;
}

export interface FetchResult {
  /** Number of fetched rows by table. Only tables that differ are included. */
  fetched: Record<string, number>;
}

const ROWS = 20_000;
/** Approximate maximum number of chunks per table and pass. To fetch a chunk, the source reads its whole table once. */
const MOST_READINGS = 16;

/** Makes the fetched tables equal to the source's snapshot. */
export async function fetchTables(source: Queryable, o: MirrorOptions): Promise<FetchResult> {
  const tables = await readSourceTables(source);
  await checkSourceRights(source, tables);
  const fetched: Record<string, number> = {};
  for (const table of tables) {
    await o.tx((on) => ensureTable(on, table, o.places));
    const differing = await differingParts(source, table, o);
    if (differing.length === 0) continue;
    fetched[table.table] = 0;
    for (const parts of splitIntoChunks(differing, o.rows ?? ROWS)) {
      await o.checkpoint?.(`fetch ${table.table}`);
      const rows = await o.tx((on) => fetchParts(source, on, { table, parts, places: o.places }));
      fetched[table.table] = (fetched[table.table] ?? 0) + rows;
    }
    o.log(`fetched ${(fetched[table.table] ?? 0).toLocaleString('en')} rows of ${table.table}`);
    const left = await differingParts(source, table, o);
    if (left.length > 0)
      throw new MigrationRefusedError(`${table.table} differs from the table in the database of --from: try again.`);
  }
  await o.tx((on) => dropOtherTables(on, tables, o.places));
  return { fetched };
}

/** Returns the tables whose rows at the source differ from the fetched rows. */
export async function changedTables(source: Queryable, o: MirrorOptions): Promise<string[]> {
  const changed: string[] = [];
  for (const table of await readSourceTables(source))
    if ((await differingParts(source, table, o)).length > 0) changed.push(table.table);
  return changed;
}

/** Creates indexes for the views of the import, and analyzes the tables. */
export async function indexTables(on: Queryable, places: ImportSchemas): Promise<void> {
  const found = await runStatement<{ table_name: string; column_name: string }>(
    on,
    `select c.relname as table_name, a.attname as column_name from pg_class as c join pg_attribute as a on a.attrelid = c.oid
     where c.relnamespace = ${quoteLiteral(quoteIdentifier(places.theirs))}::regnamespace and c.relkind = 'r' and a.attname in ('id', 'user_id', 'session_id', 'parent')
     order by 1, 2`,
  );
  for (const { table_name, column_name } of found) {
    const name = quoteIdentifier(`${table_name}_${column_name}_idx`);
    await runStatement(
      on,
      `create index ${name} on ${qualifyName(places.theirs, table_name)} (${quoteIdentifier(column_name)})`,
    );
  }
  for (const table of new Set(found.map(({ table_name }) => table_name)))
    await runStatement(on, `analyze ${qualifyName(places.theirs, table)}`);
}

/**
 * Creates the table if it is missing. The comment of the table records its columns. If an upgrade of GoTrue has changed
 * them, the table is dropped and created again.
 */
async function ensureTable(on: Queryable, { table, columns, key }: SourceTable, places: ImportSchemas): Promise<void> {
  const name = qualifyName(places.theirs, table);
  const list = columns.map((column) => `${quoteIdentifier(column.name)} ${column.type}`).join(', ');
  const form = `by ${key}: ${list}`;
  const [there] = await runStatement<{ form: string | null }>(
    on,
    `select obj_description(c.oid, 'pg_class') as form from pg_class as c
     where c.relnamespace = ${quoteLiteral(quoteIdentifier(places.theirs))}::regnamespace and c.relname = ${quoteLiteral(table)}`,
  );
  if (there?.form === form) return;
  if (there !== undefined) await runStatement(on, `drop table ${name}`);
  await runStatement(on, `create table ${name} (${list})`);
  await runStatement(on, `comment on table ${name} is ${quoteLiteral(form)}`);
}

async function dropOtherTables(on: Queryable, tables: readonly SourceTable[], places: ImportSchemas): Promise<void> {
  const rows = await runStatement<{ name: string }>(
    on,
    `select c.relname as name from pg_class as c
     where c.relnamespace = ${quoteLiteral(quoteIdentifier(places.theirs))}::regnamespace and c.relkind = 'r'`,
  );
  const kept = new Set(tables.map(({ table }) => table));
  for (const { name } of rows)
    if (!kept.has(name)) await runStatement(on, `drop table ${qualifyName(places.theirs, name)}`);
}

interface TablePart {
  part: number;
  /** Number of rows at the source. */
  rows: number;
}

interface PartChecksum {
  part: number;
  rows: string;
  checksum: string;
}

const partOf = ({ key, bits }: SourceTable): string =>
  `coalesce((hashtextextended(t.${quoteIdentifier(key)}::text, 0) & ${2 ** bits - 1})::integer, 0)`;

/** SQL expressions for a row t as text, at the source (wholeThere) and in this database (wholeHere). */
const wholeThere = ({ columns }: SourceTable): string => `row(${columns.map(({ value }) => value).join(', ')})::text`;
const wholeHere = ({ columns }: SourceTable): string =>
  `row(${columns.map(({ name }) => `t.${quoteIdentifier(name)}`).join(', ')})::text`;

/** Returns the parts of a table that differ. */
async function differingParts(source: Queryable, table: SourceTable, o: MirrorOptions): Promise<TablePart[]> {
  const sums = (on: Queryable, schema: string, whole: string): Promise<PartChecksum[]> =>
    runStatement<PartChecksum>(
      on,
      `select p.part, count(*)::text as rows, sum(hashtextextended(p.whole, 0)::numeric)::text as checksum
       from (select ${partOf(table)} as part, ${whole} as whole from ${qualifyName(schema, table.table)} as t) as p
       group by p.part order by p.part`,
    );
  const theirs = await sums(source, SOURCE_SCHEMA, wholeThere(table));
  const ours = await o.tx((on) => sums(on, o.places.theirs, wholeHere(table)));
  const mark = ({ rows, checksum }: PartChecksum): string => `${rows} ${checksum}`;
  const here = new Map(ours.map((sum) => [sum.part, mark(sum)]));
  const differing = theirs
    .filter((sum) => here.get(sum.part) !== mark(sum))
    .map(({ part, rows }) => ({ part, rows: Number(rows) }));
  const there = new Set(theirs.map(({ part }) => part));
  return [...differing, ...ours.filter(({ part }) => !there.has(part)).map(({ part }) => ({ part, rows: 0 }))];
}

/** Groups parts into chunks of about `rows` rows, or of more rows if there would be more than MOST_READINGS chunks. */
function splitIntoChunks(parts: readonly TablePart[], rows: number): number[][] {
  const all = parts.reduce((sum, part) => sum + part.rows, 0);
  const most = Math.max(rows, all / MOST_READINGS);
  const chunks: number[][] = [[]];
  let filled = 0;
  for (const { part, rows: of_part } of parts) {
    if (filled > 0 && filled + of_part > most) {
      chunks.push([]);
      filled = 0;
    }
    chunks.at(-1)?.push(part);
    filled += of_part;
  }
  return chunks;
}

/** Approximate maximum length of the rows that one fetch reads, in characters, unless a single row is longer. */
const MOST_BYTES = 4_000_000;

async function fetchParts(
  source: Queryable,
  on: Queryable,
  { table, parts, places }: { table: SourceTable; parts: readonly number[]; places: ImportSchemas },
): Promise<number> {
  const name = qualifyName(places.theirs, table.table);
  const within = `${partOf(table)} in (select unnest(${quoteLiteral(`{${parts.join(',')}}`)}::integer[]))`;
  await runStatement(on, `delete from ${name} as t where ${within}`);
  await runStatement(
    source,
    `declare fetched no scroll cursor for
     select ${wholeThere(table)} as whole from ${qualifyName(SOURCE_SCHEMA, table.table)} as t where ${within}`,
  );
  let count = 0;
  let next = 50;
  for (;;) {
    const rows = (await runStatement<{ whole: string }>(source, `fetch ${next} from fetched`)).map(
      ({ whole }) => whole,
    );
    if (rows.length === 0) break;
    await runWithValue(on, [`insert into ${name} select * from unnest(`, `::${name}[])`], rows);
    count += rows.length;
    const bytes = rows.reduce((sum, row) => sum + row.length, 1);
    next = Math.max(1, Math.min(2_000, 2 * next, Math.floor((MOST_BYTES * rows.length) / bytes)));
  }
  await runStatement(source, 'close fetched');
  return count;
}
