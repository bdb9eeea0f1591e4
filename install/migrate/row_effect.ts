// Determines how a statement affects the rows of an existing table (reads, adds, changes or rewrites them). Parses the
// statement, as in locks.ts. A test compares the results with the server's counters.
import { alterTableActions, normalizeStatement } from './normalize.ts';

/** Effects on rows, weakest first. */
const TOUCHES = ['none', 'adds', 'reads', 'writes some', 'writes', 'rewrites'] as const;
export type RowEffect = (typeof TOUCHES)[number];

/**
 * Expressions and column types for which Postgres must rewrite the table, because each existing row gets its own value.
 */
const VOLATILE =
  /\b(gen_random_uuid|random|clock_timestamp|nextval|timeofday|uuidv7|uuidv4)\b|\b(big|small)?serial\b|\bgenerated\b/;

/** Returns the effect of an ALTER TABLE action on the existing rows. */
function alterTableEffect(action: string): RowEffect {
  if (/^alter( column)? \S+ (set data )?type /.test(action)) return 'rewrites';
  if (/^set (logged|unlogged|access method|tablespace)/.test(action)) return 'rewrites';
  const added = /^add (?!constraint|check|foreign|unique|primary|exclude)(column )?/.test(action);
  if (added && VOLATILE.test(action)) return 'rewrites';
  if (added) return /\b(check|references|unique|primary key)\b/.test(action) ? 'reads' : 'none';
  if (/^add /.test(action)) return /\bnot valid$|\busing index\b/.test(action) ? 'none' : 'reads';
  if (/^(validate constraint|attach partition|alter( column)? \S+ set not null)/.test(action)) return 'reads';
  return 'none';
}

const strongest = (touches: readonly RowEffect[]): RowEffect =>
  TOUCHES[Math.max(0, ...touches.map((touch) => TOUCHES.indexOf(touch)))] ?? 'none';

/** Returns the effect of a statement on the rows of a relation. */
export function statementRowEffect(statement: string, relation: string): RowEffect {
  const text = normalizeStatement(statement);
  const altered = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(text);
  const is = (name: string | undefined): boolean => name?.replaceAll('"', '') === relation.replaceAll('"', '');
  if (altered && is(altered[1])) return strongest(alterTableActions(altered[2] ?? '').map(alterTableEffect));
  // The relation is the target of a new foreign key. Its rows are read if the referencing table has rows.
  if (altered) return / not valid$/.test(text) ? 'none' : 'reads';
  if (/^create (unique )?index /.test(text)) return 'reads';
  if (/^truncate |^drop table /.test(text)) return 'writes';
  return strongest([
    ...[...text.matchAll(/\binsert into (\S+)/g)].filter(([, name]) => is(name)).map((): RowEffect => 'adds'),
    ...[...text.matchAll(/\bdelete from (?:only )?(\S+)(.*)/g)]
      .filter(([, name]) => is(name))
      .map(([, , rest]): RowEffect => (/\bwhere\b/.test(rest ?? '') ? 'writes some' : 'writes')),
    ...[...text.matchAll(/(?:^|\) |as \()update (?:only )?(\S+)(.*)/g)]
      .filter(([, name]) => is(name))
      .map(([, , rest]): RowEffect => (/\bwhere\b/.test(rest ?? '') ? 'writes some' : 'writes')),
  ]);
}

/** Describes the effect on a table with the given estimated number of rows. */
export function describeRowEffect(touch: RowEffect, rows: number): string {
  const all = `all of about ${rows.toFixed(0)} rows`;
  if (touch === 'none') return 'no row';
  if (touch === 'adds') return 'adds rows';
  return touch === 'writes some' ? `writes some of about ${rows.toFixed(0)} rows` : `${touch} ${all}`;
}
