// Compares tables with sql/schema.sql: columns, defaults, constraints, indexes, row level security, and whether they
// are logged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifierMap, quoteIdentifier, quoteLiteral, renderSql } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import { SQL_DIR } from '../migrate/tree.ts';
import { SEARCH_INDEX } from '../search_index.ts';
import { type Column, columnDefinition, type NamedDefinition, readTables, type Table } from './catalog.ts';
import type { CheckContext } from './check_context.ts';
import { parseTables, type WrittenTable } from './written_tables.ts';

/** Returns the schema snapshot of this release with the names of the installation. */
export function readOwnSchema({ names }: Pick<CheckContext, 'names'>): string {
  return renderSql(readFileSync(join(SQL_DIR, 'schema.sql'), 'utf8'), identifierMap(names));
}

/** Returns the tables of this release. */
export function parseOwnTables(context: Pick<CheckContext, 'names'>): WrittenTable[] {
  return parseTables(readOwnSchema(context));
}

export async function checkTables(context: CheckContext): Promise<Finding[]> {
  const { connection, names } = context;
  const asker = { unsafe: (text: string) => runStatement<Record<string, unknown>>(connection, text) };
  const there = new Map((await readTables(asker, names.auth)).map((table) => [table.name, table]));
  return parseOwnTables(context).flatMap((wanted) => {
    const found = there.get(wanted.name);
    if (found !== undefined) return compareTable(context, wanted, found);
    const advice = `restore it from a backup; its definition is\n${wanted.statement};`;
    return [findingWithAdvice('tables', `${wanted.name} is missing`, advice)];
  });
}

function compareTable(context: CheckContext, wanted: WrittenTable, there: Table): Finding[] {
  const mend = (finding: string, ...sql: string[]): Finding =>
    findingWithSql('tables', finding, runAsOwnerSql(context.names, sql));
  const findings: Finding[] = [];
  if (wanted.unlogged !== there.unlogged) {
    const [is, should] = wanted.unlogged ? ['logged', 'unlogged'] : ['unlogged', 'logged'];
    findings.push(mend(`${wanted.name} is ${is}`, `alter table ${wanted.name} set ${should}`));
  }
  // A partition has its parent's columns and constraints, which are compared at the parent.
  if (there.part === null) {
    findings.push(...compareColumns(context, wanted, there), ...compareConstraints(context, wanted, there));
  }
  findings.push(...compareIndexes(context, wanted, there));
  if (wanted.secured && !there.secured) {
    const statement = `alter table ${wanted.name} enable row level security`;
    findings.push(mend(`not in effect: ${statement}`, statement));
  }
  return findings;
}

function compareColumns(context: CheckContext, wanted: WrittenTable, there: Table): Finding[] {
  const found = new Map(there.columns.map((column) => [column.name, column]));
  const own = new Set(wanted.columns.map((column) => column.name));
  const strangers = there.columns
    .filter((column) => !own.has(column.name))
    .map((column) => {
      const drop = `alter table ${wanted.name} drop column ${quoteIdentifier(column.name)}`;
      const advice = `dropping it deletes its data, so run this yourself: ${drop};`;
      return findingWithAdvice('columns', `${wanted.name} has a foreign column: ${columnDefinition(column)}`, advice);
    });
  return [
    ...wanted.columns.flatMap((column) => compareColumn(context, wanted.name, column, found.get(column.name))),
    ...strangers,
  ];
}

function compareColumn(context: CheckContext, table: string, wanted: Column, there: Column | undefined): Finding[] {
  if (there === undefined) {
    const advice = 'restore the column from a backup, or recreate it by hand';
    return [findingWithAdvice('columns', `${table} lacks the column: ${columnDefinition(wanted)}`, advice)];
  }
  const label = `column ${table}.${quoteIdentifier(wanted.name)}`;
  const alter = `alter table ${table} alter column ${quoteIdentifier(wanted.name)}`;
  const generated = [wanted, there].some((column) => column.value.startsWith(' generated'));
  if (wanted.type !== there.type || (generated && wanted.value !== there.value)) {
    const advice = `it should be: ${columnDefinition(wanted)}; changing a type rewrites the table, so plan it yourself`;
    return [findingWithAdvice('columns', `${label} is ${columnDefinition(there)}`, advice)];
  }
  const findings: Finding[] = [];
  if (wanted.value !== there.value) {
    const say = (value: string): string => value.replace(/^ default /, '') || 'no default';
    const set = wanted.value === '' ? 'drop default' : `set${wanted.value}`;
    const finding = `the default of ${label} is ${say(there.value)} instead of ${say(wanted.value)}`;
    findings.push(findingWithSql('columns.default', finding, runAsOwnerSql(context.names, [`${alter} ${set}`])));
  }
  if (wanted.required !== there.required) {
    const finding = `${label} ${wanted.required ? 'allows null' : 'rejects null'}`;
    const set = `${wanted.required ? 'set' : 'drop'} not null`;
    findings.push(findingWithSql('columns', finding, runAsOwnerSql(context.names, [`${alter} ${set}`])));
  }
  return findings;
}

function compareConstraints({ names }: CheckContext, wanted: WrittenTable, there: Table): Finding[] {
  const drop = (name: string): string =>
    `alter table ${wanted.name} drop constraint if exists ${quoteIdentifier(name)}`;
  const lost = missingDefinitions(wanted.constraints, there.constraints).map(({ name, definition }) => {
    const add = `alter table ${wanted.name} add constraint ${quoteIdentifier(name)} ${definition}`;
    const finding = `constraint ${name} of ${wanted.name} is missing or different`;
    return findingWithSql('tables', finding, runAsOwnerSql(names, [drop(name), add]));
  });
  const strange = unknownDefinitions(wanted.constraints, there.constraints).map(({ name, definition }) =>
    findingWithSql(
      'tables.constraint',
      `${wanted.name} has a foreign constraint: ${name} ${definition}`,
      runAsOwnerSql(names, [drop(name)]),
    ),
  );
  return [...lost, ...strange];
}

function compareIndexes({ names }: CheckContext, wanted: WrittenTable, there: Table): Finding[] {
  // The SQL builds an index concurrently, except on a partitioned table, where Postgres does not support it.
  const lost = missingDefinitions(wanted.indexes, there.indexes).map(({ name, definition }) => {
    const build = /\bON ONLY\b/i.test(definition)
      ? definition.replace(/\bON ONLY\b/i, 'ON')
      : definition.replace(/\bINDEX\b/i, 'INDEX CONCURRENTLY');
    const drop = `drop index if exists ${quoteIdentifier(names.auth)}.${quoteIdentifier(name)}`;
    const finding = `index ${name} on ${wanted.name} is missing or different`;
    return findingWithSql('indexes', finding, runAsOwnerSql(names, [drop, build]));
  });
  // checkIndexes() reports invalid indexes. The search index is optional.
  const others = unknownDefinitions(wanted.indexes, there.indexes).filter(
    ({ name }) => name !== SEARCH_INDEX && !/_cc(new|old)\d*$/.test(name),
  );
  const strange = others.map(({ name, definition }) => {
    const how = there.partitioned === null ? 'drop index concurrently' : 'drop index';
    const finding = `${wanted.name} has a foreign index: ${definition}`;
    return findingWithSql(
      'indexes.foreign',
      finding,
      runAsOwnerSql(names, [`${how} ${quoteIdentifier(names.auth)}.${quoteIdentifier(name)}`]),
    );
  });
  return [...lost, ...strange];
}

function missingDefinitions(wanted: readonly NamedDefinition[], there: readonly NamedDefinition[]): NamedDefinition[] {
  const found = new Map(there.map((one) => [one.name, one.definition]));
  return wanted.filter((one) => found.get(one.name) !== one.definition);
}

function unknownDefinitions(wanted: readonly NamedDefinition[], there: readonly NamedDefinition[]): NamedDefinition[] {
  const own = new Set(wanted.map((one) => one.name));
  return there.filter((one) => !own.has(one.name));
}

/** Finds invalid indexes, left by interrupted builds. */
export async function checkIndexes({ connection, names }: CheckContext): Promise<Finding[]> {
  const rows = await runStatement<{ name: string; leftover: boolean }>(
    connection,
    `select c.oid::regclass::text as name, c.relname ~ '_cc(new|old)\\d*$' as leftover
     from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${quoteLiteral(names.auth)}, ${quoteLiteral(names.queue)}) and not (i.indisvalid and i.indisready)
     order by 1`,
  );
  return rows.map(({ name, leftover }) => {
    const statement = leftover ? `drop index concurrently ${name}` : `reindex index concurrently ${name}`;
    const finding = `index ${name} is invalid: it slows down writes and serves no query`;
    return findingWithSql('indexes', finding, runAsOwnerSql(names, [statement]));
  });
}
