// Tables: every column, constraint, index and switch of sql/schema.sql is there, valid, and the owner's.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../migrate/connection.ts';
import { splitStatements } from '../migrate/lexer.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { identifier, literal, renaming, render } from '../migrate/render.ts';
import { schemaSnapshot } from '../migrate/snapshot.ts';
import { SQL_DIR } from '../migrate/tree.ts';
import { advised, asOwner, type Finding, mendable, type Patient } from './finding.ts';

/** What of sql/schema.sql the database lacks. What it has besides is a DBA's business. */
export async function checkTables(patient: Patient): Promise<Finding[]> {
  const { connection, names } = patient;
  const wanted = splitStatements(render(readFileSync(join(SQL_DIR, 'schema.sql'), 'utf8'), renaming(names)));
  const asker = { unsafe: (text: string) => run<Record<string, unknown>>(connection, text) };
  const there = splitStatements(await schemaSnapshot(asker, names.auth)).map(withoutComment);
  const found = new Set(there);
  return wanted
    .map(withoutComment)
    .filter((statement) => !found.has(statement))
    .flatMap((statement) => missing(patient, statement, there));
}

function withoutComment(statement: string): string {
  return statement.replace(/^(--[^\n]*\n|\s)+/, '');
}

function missing(patient: Patient, statement: string, there: readonly string[]): Finding[] {
  const { names } = patient;
  const [head = ''] = statement.split('\n');
  if (/^create (unlogged )?table/.test(head)) {
    const same = there.find((other) => other.split('\n')[0] === head);
    if (same !== undefined) return missingLines(patient, head, statement, same);
    const name = head.replace(/ (\($|partition of .*)/, '').replace('create ', '');
    return [advised('tables', `${name} is missing`, `restore it from a backup; its form is\n${statement};`)];
  }
  const index = /^create (?:unique )?index (\S+) on (?:only )?(\S+)/i.exec(head);
  if (index !== null) {
    // Built beside running traffic, except on a partitioned table, where Postgres cannot.
    const build = /\bON ONLY\b/i.test(head)
      ? statement.replace(/\bON ONLY\b/i, 'ON')
      : statement.replace(/\bINDEX\b/i, 'INDEX CONCURRENTLY');
    const drop = `drop index if exists ${identifier(names.auth)}.${index[1]}`;
    return [
      mendable('indexes', `index ${index[1]} on ${index[2]} is missing or another one`, asOwner(names, [drop, build])),
    ];
  }
  if (/^comment on/.test(head)) return [];
  return [mendable('tables', `not in force: ${head}`, asOwner(names, [statement]))];
}

function missingLines(patient: Patient, head: string, wanted: string, there: string): Finding[] {
  const linesOf = (text: string): string[] =>
    text.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim().replace(/,$/, '')] : []));
  const found = new Set(linesOf(there));
  const table = head.replace(/^create (unlogged )?table /, '').replace(/ \($/, '');
  return linesOf(wanted)
    .filter((line) => !found.has(line))
    .map((line) => {
      if (line.startsWith('constraint ')) {
        const name = line.split(' ')[1] ?? '';
        const drop = `alter table ${table} drop constraint if exists ${name}`;
        const add = `alter table ${table} add ${line}`;
        return mendable(
          'tables',
          `constraint ${name} of ${table} is missing or another one`,
          asOwner(patient.names, [drop, add]),
        );
      }
      return advised(
        'tables',
        `${table} lacks the column: ${line}`,
        'restore the column from a backup, or give it back by hand',
      );
    });
}

/** Indexes that a broken build left behind: written, never read. */
export async function checkIndexes({ connection, names }: Patient): Promise<Finding[]> {
  const rows = await run<{ name: string; leftover: boolean }>(
    connection,
    `select c.oid::regclass::text as name, c.relname ~ '_cc(new|old)\\d*$' as leftover
     from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${literal(names.auth)}, ${literal(names.queue)}) and not (i.indisvalid and i.indisready)
     order by 1`,
  );
  return rows.map(({ name, leftover }) => {
    const statement = leftover ? `drop index concurrently ${name}` : `reindex index concurrently ${name}`;
    return mendable(
      'indexes',
      `index ${name} is invalid: it costs writes and serves no query`,
      asOwner(names, [statement]),
    );
  });
}

/** Everything in the four schemas belongs to the owner role. */
export async function checkOwners({ connection, names }: Patient): Promise<Finding[]> {
  const schemas = [names.auth, names.lib, names.api, names.queue].map(literal).join(', ');
  const rows = await run<{ kind: string; name: string; owner: string }>(
    connection,
    `select o.kind, o.name, pg_get_userbyid(o.owner)::text as owner from (
       select 'schema' as kind, s.oid::regnamespace::text as name, s.nspowner as owner, s.oid as schema from pg_namespace as s
       union all
       select case c.relkind when 'v' then 'view' when 'S' then 'sequence' when 'm' then 'materialized view' else 'table' end,
         c.oid::regclass::text, c.relowner, c.relnamespace from pg_class as c
       where (c.relkind in ('r', 'p', 'v', 'm', 'f') and not (c.relispartition and c.relnamespace = to_regnamespace(${literal(identifier(names.queue))})))
         or (c.relkind = 'S' and not exists (
         select from pg_depend as d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
       union all
       select 'routine', p.oid::regprocedure::text, p.proowner, p.pronamespace from pg_proc as p
       union all
       select 'type', t.oid::regtype::text, t.typowner, t.typnamespace from pg_type as t where t.typtype in ('e', 'd')
     ) as o
     join pg_namespace as n on n.oid = o.schema
     where n.nspname in (${schemas}) and pg_get_userbyid(o.owner) <> ${literal(names.role.owner)}
     order by 1, 2`,
  );
  const owner = identifier(names.role.owner);
  return rows.map((row) =>
    mendable('owners', `${row.kind} ${row.name} belongs to ${row.owner}`, [
      `alter ${row.kind} ${row.name} owner to ${owner}`,
    ]),
  );
}

/** The auditor's views; what they show is created anew by every migrate. */
export async function checkViews({ connection, names, tree, pgcrypto_schema }: Patient): Promise<Finding[]> {
  const file = tree.code(pgcrypto_schema ?? PGCRYPTO_DEFAULT).files.find((one) => one.name === 'views.sql');
  const findings: Finding[] = [];
  for (const source of splitStatements(file?.text ?? '')) {
    const statement = withoutComment(source);
    const name = /^create view (\S+)/.exec(statement)?.[1];
    if (name === undefined) continue;
    const [row] = await run<{ there: boolean }>(
      connection,
      `select to_regclass(${literal(name)}) is not null as there`,
    );
    const grant = `grant select on ${name} to ${identifier(names.role.auditor)}`;
    if (row?.there !== true)
      findings.push(mendable('views', `view ${name} is missing`, asOwner(names, [statement, grant])));
  }
  return findings;
}
