// Renders sql/schema.sql from the catalog: the current domains and tables as one script, and the signatures of the
// auth_api functions as comments. Reviewers then need not combine the migrations.

import { quoteIdentifier, quoteLiteral } from '../core/database/names.ts';
import {
  columnDefinition,
  type Domain,
  type NamedDefinition,
  type QueryRunner,
  readDomains,
  readTables,
  type Table,
} from '../install/doctor/catalog.ts';

const HEADING = `-- Generated from a migrated database; do not edit. The current schema that sql/migrations/ creates: domains,
-- and tables with their columns, constraints and indexes, which comments/ describes. The functions of
-- auth_api follow at the end. A test compares this file with the catalog.
-- To regenerate it: UPDATE_SNAPSHOT=1 node test/house/schema_snapshot.test.ts`;

/** Renders the script from the catalog of a database. `schema` is the name of the schema auth there. */
export async function renderSchemaSnapshot(sql: QueryRunner, schema = 'auth'): Promise<string> {
  const parts = [HEADING, (await readDomains(sql, schema)).map(domainLine).join('\n')];
  const tables = await readTables(sql, schema);
  const later = new Set(tables.map(({ name }) => name));
  const keys: string[] = [];
  for (const table of tables) {
    later.delete(table.name);
    // A foreign key to a table that is created later is added after all tables.
    const early = table.constraints.filter(({ definition }) => !later.has(describeForeignKey(definition)));
    parts.push(renderTable({ ...table, constraints: early }));
    const late = table.constraints.filter((one) => !early.includes(one));
    keys.push(...late.map((one) => `alter table ${table.name} add ${constraintLine(one)};`));
  }
  if (keys.length > 0) parts.push(keys.join('\n'));
  parts.push(await functionSignatures(sql, `${schema}_api`));
  return `${parts.join('\n\n')}\n`;
}

/** Returns the table that a foreign key refers to; '' for any other constraint. */
function describeForeignKey(definition: string): string {
  return /^FOREIGN KEY .* REFERENCES ([\w.]+)\(/.exec(definition)?.[1] ?? '';
}

function renderTable(table: Table): string {
  const kind = table.unlogged ? 'unlogged table' : 'table';
  const statements: string[] = [];
  if (table.part !== null) statements.push(`create ${kind} ${table.name} ${table.part};`);
  else {
    const lines = [...table.columns.map(columnDefinition), ...table.constraints.map(constraintLine)];
    const partitioned = table.partitioned === null ? '' : `\npartition by ${table.partitioned.toLowerCase()}`;
    const options = table.options ? ` with (${table.options})` : '';
    const body = lines.map((line) => `  ${line}`).join(',\n');
    statements.push(`create ${kind} ${table.name} (\n${body}\n)${partitioned}${options};`);
  }
  statements.push(...table.indexes.map((index) => `${index.definition};`));
  if (table.secured) statements.push(`alter table ${table.name} enable row level security;`);
  return statements.join('\n');
}

function domainLine({ name, base, constraint }: Domain): string {
  return `create domain ${name} as ${base} ${constraintLine(constraint)};`;
}

function constraintLine(constraint: NamedDefinition): string {
  return `constraint ${quoteIdentifier(constraint.name)} ${constraint.definition}`;
}

/** Renders the auth_api functions as comments. The script does not create functions, because migrate does. */
async function functionSignatures(sql: QueryRunner, api: string): Promise<string> {
  const rows = await sql.unsafe(`
    select p.proname::text as name, pg_get_function_arguments(p.oid) as parameters from pg_proc as p
    where p.pronamespace = to_regnamespace(${quoteLiteral(quoteIdentifier(api))}) order by p.proname collate "C"`);
  const lines = rows.map((row) => `-- function ${api}.${String(row.name)}(${String(row.parameters)})`);
  return ['-- The surface:', ...lines].join('\n');
}
