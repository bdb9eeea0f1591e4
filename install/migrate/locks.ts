// Determines which existing tables a migration locks, and in which mode. Parses the statements, so that a plan takes no
// locks. A test compares the modes with those of the server.
import { splitStatements } from '../../core/database/lexer.ts';
import { type Names, quoteLiteral } from '../../core/database/names.ts';
import { escapeToOneLine } from '../../core/database/printable.ts';
import { type Queryable, runStatement } from './connection.ts';
import { alterTableActions, normalizeStatement } from './normalize.ts';
import { describeRowEffect, statementRowEffect } from './row_effect.ts';

export interface SqlSource {
  name: string;
  text: string;
}

/** Lock modes, weakest first. */
const MODES = [
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;
export type LockMode = (typeof MODES)[number];

const MEANS: Record<LockMode, string> = {
  'ROW SHARE': 'blocks nothing',
  'ROW EXCLUSIVE': 'blocks writes to the same rows',
  'SHARE UPDATE EXCLUSIVE': 'blocks only VACUUM and other schema changes',
  SHARE: 'blocks writes',
  'SHARE ROW EXCLUSIVE': 'blocks writes',
  'ACCESS EXCLUSIVE': 'blocks reads and writes',
};

/** A lock on a relation, named as in the statement. */
interface RelationLock {
  relation: string;
  mode: LockMode;
}

const NAME = String.raw`((?:"[^"]+"|[\w$]+)(?:\.(?:"[^"]+"|[\w$]+))?)`;
const re = (text: string): RegExp => new RegExp(text.replaceAll('NAME', NAME), 'g');

/** Actions of ALTER TABLE that need less than ACCESS EXCLUSIVE. */
const WEAK_ACTIONS: [RegExp, LockMode][] = [
  [
    /^(validate constraint|alter( column)? \S+ set statistics|(re)?set \(|attach partition|cluster on)/,
    'SHARE UPDATE EXCLUSIVE',
  ],
  [/^((enable|disable) (always |replica )?trigger|add (constraint \S+ )?foreign key)/, 'SHARE ROW EXCLUSIVE'],
];

const RULES: [RegExp, LockMode][] = [
  [re(String.raw`^create (?:unique )?index concurrently .*?\bon (?:only )?NAME`), 'SHARE UPDATE EXCLUSIVE'],
  [re(String.raw`^create (?:unique )?index (?!concurrently).*?\bon (?:only )?NAME`), 'SHARE'],
  [re(String.raw`^create (?:or replace )?(?:constraint )?trigger .*?\bon NAME`), 'SHARE ROW EXCLUSIVE'],
  [re(String.raw`^drop trigger .*?\bon NAME`), 'ACCESS EXCLUSIVE'],
  [re(String.raw`^(?:create|alter|drop) policy .*?\bon NAME`), 'ACCESS EXCLUSIVE'],
  [re(String.raw`^create (?:or replace )?rule .*?\bto NAME`), 'ACCESS EXCLUSIVE'],
  [re(String.raw`^drop (?:table|view|index|materialized view) (?:if exists )?NAME`), 'ACCESS EXCLUSIVE'],
  [re(String.raw`^drop index concurrently (?:if exists )?NAME`), 'SHARE UPDATE EXCLUSIVE'],
  [re(String.raw`^truncate (?:table )?(?:only )?NAME`), 'ACCESS EXCLUSIVE'],
  [re(String.raw`^create table .*?\bpartition of NAME`), 'ACCESS EXCLUSIVE'],
  [re(String.raw`^comment on (?:table|view) NAME`), 'SHARE UPDATE EXCLUSIVE'],
  [re(String.raw`\binsert into NAME`), 'ROW EXCLUSIVE'],
  [re(String.raw`\bdelete from (?:only )?NAME`), 'ROW EXCLUSIVE'],
  [re(String.raw`(?:^|\) |as \()update (?:only )?NAME`), 'ROW EXCLUSIVE'],
];

/** Returns the locks that a statement takes on the relations that it names, without the ACCESS SHARE locks of reads. */
export function readLocks(statement: string): RelationLock[] {
  const text = normalizeStatement(statement);
  const locks: RelationLock[] = [];
  const altered = re(String.raw`^alter (?:table|view) (?:if exists )?(?:only )?NAME (.*)$`).exec(text);
  if (altered) {
    const modes = alterTableActions(altered[2] ?? '').map(
      (action): LockMode => WEAK_ACTIONS.find(([pattern]) => pattern.test(action))?.[1] ?? 'ACCESS EXCLUSIVE',
    );
    locks.push({ relation: altered[1] ?? '', mode: strongestMode(modes) });
  }
  if (altered || /^create (unlogged )?table /.test(text)) {
    for (const [, relation = ''] of text.matchAll(re(String.raw`\breferences NAME`)))
      locks.push({ relation, mode: 'SHARE ROW EXCLUSIVE' });
    for (const [, relation = ''] of text.matchAll(re(String.raw`\battach partition NAME`)))
      locks.push({ relation, mode: 'ACCESS EXCLUSIVE' });
  }
  const column = re(String.raw`^comment on column NAME(\.\S+)? is`).exec(text);
  if (column) {
    const relation = column[2] ? (column[1] ?? '') : (column[1] ?? '').replace(/\.[^.]+$/, '');
    locks.push({ relation, mode: 'SHARE UPDATE EXCLUSIVE' });
  }
  const asked = /^lock (?:table )?(?:only )?(\S+) in ([a-z ]+?) mode/.exec(text);
  if (asked)
    locks.push({
      relation: asked[1] ?? '',
      mode: MODES.find((mode) => mode === asked[2]?.toUpperCase()) ?? 'ROW SHARE',
    });
  for (const [pattern, mode] of RULES)
    for (const [, relation = ''] of text.matchAll(pattern)) locks.push({ relation, mode });
  return locks;
}

function strongestMode(modes: readonly LockMode[]): LockMode {
  return MODES[Math.max(...modes.map((mode) => MODES.indexOf(mode)))] ?? 'ACCESS EXCLUSIVE';
}

interface Table {
  name: string;
  rows: number;
  size: string;
  /** Names of the table and its indexes, which are locked with it. */
  known_as: string[];
}

/**
 * Returns the existing tables of the schemas auth and queue, with their estimated rows. Partitions count as their
 * parent.
 */
async function readTables(on: Queryable, names: Names): Promise<Table[]> {
  const schemas = [names.auth, names.queue].map(quoteLiteral).join(', ');
  return runStatement<Table>(
    on,
    `select format('%I.%I', s.nspname, c.relname) as name,
       (select coalesce(sum(greatest(p.reltuples, 0)), 0)::float8 from pg_class as p where p.oid in (select t.relid from pg_partition_tree(c.oid) as t union select c.oid)) as rows,
       pg_size_pretty((select sum(pg_total_relation_size(p.oid)) from pg_class as p where p.oid in (select t.relid from pg_partition_tree(c.oid) as t union select c.oid))) as size,
       array(select format('%I.%I', s.nspname, i.relname) from pg_index as x join pg_class as i on i.oid = x.indexrelid where x.indrelid = c.oid) || format('%I.%I', s.nspname, c.relname) as known_as
     from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${schemas}) and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  );
}

/** Returns the strongest lock on each existing table. */
export async function tableLocks(
  on: Queryable,
  names: Names,
  sources: readonly SqlSource[],
): Promise<{ table: string; mode: LockMode }[]> {
  const tables = await readTables(on, names);
  const modes = new Map<string, LockMode>();
  for (const { text } of sources) {
    for (const { relation, mode } of splitStatements(text).flatMap(readLocks)) {
      const table = tables.find(({ known_as }) => known_as.some((one) => isSameName(one, relation)))?.name;
      if (table !== undefined) modes.set(table, strongestMode([mode, modes.get(table) ?? mode]));
    }
  }
  return [...modes].map(([table, mode]) => ({ table, mode }));
}

const LONGEST = 120;

/**
 * Returns the lines of a plan that list the locks of each table. More than three statements of a table that only block
 * VACUUM and schema changes are combined into one line.
 */
export async function lockLines(on: Queryable, names: Names, sources: readonly SqlSource[]): Promise<string[]> {
  const tables = await readTables(on, names);
  const taken = new Map<Table, { mode: LockMode; line: string }[]>();
  const blocks: string[] = [];
  for (const { name, text } of sources) {
    for (const statement of splitStatements(text)) {
      const short = escapeToOneLine(normalizeStatement(statement));
      const line = `${name}: ${short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short}`;
      if (/^do\b/.test(short)) blocks.push(line);
      for (const { relation, mode } of readLocks(statement)) {
        const table = tables.find(({ known_as }) => known_as.some((one) => isSameName(one, relation)));
        if (!table) continue;
        const rows = describeRowEffect(statementRowEffect(statement, relation), table.rows);
        taken.set(table, [...(taken.get(table) ?? []), { mode, line: `${line} [${rows}]` }]);
      }
    }
  }
  const lines = [...taken]
    .sort(([one], [other]) => one.name.localeCompare(other.name))
    .flatMap(([{ name, rows, size }, locks]) => [
      `--   ${escapeToOneLine(name)}: about ${rows.toFixed(0)} rows, ${size}`,
      ...formatLockLines(locks),
    ]);
  if (lines.length === 0 && blocks.length === 0) return ['-- It locks no existing table.'];
  return [
    '-- Existing tables that it locks, each until the end of its transaction. It acquires blocking locks within 0.5 s or not at all, and then retries.',
    ...lines,
    ...blocks.map((line) => `--   Locks of a DO block are not listed: ${line}`),
  ];
}

function formatLockLines(locks: readonly { mode: LockMode; line: string }[]): string[] {
  return [...MODES].reverse().flatMap((mode) => {
    const of_mode = locks.filter((lock) => lock.mode === mode);
    if (of_mode.length === 0) return [];
    const head = `--     ${mode} (${MEANS[mode]})`;
    // Most statements in this mode are comments on tables and columns.
    if (mode === 'SHARE UPDATE EXCLUSIVE' && of_mode.length > 3) return [`${head}: ${of_mode.length} statements`];
    return of_mode.map(({ line }) => `${head}: ${line}`);
  });
}

/** Compares a name from the catalog with a name in a statement, ignoring quotes. */
function isSameName(quoted: string, written: string): boolean {
  return quoted.replaceAll('"', '') === written.replaceAll('"', '');
}
