// Determines how a statement affects the rows of an existing table: it may read, add, change or rewrite them. Parses
// the statement, like locks.ts. A test compares the results with the server's counters.
import { actionsOf, plain } from './spelling.ts';

/** Effects on rows, weakest first. */
const TOUCHES = ['none', 'adds', 'reads', 'writes some', 'writes', 'rewrites'] as const;
export type Touch = (typeof TOUCHES)[number];

/** Expressions that give each existing row its own value of a new column, so that Postgres must rewrite the table. */
const VOLATILE =
  /\b(gen_random_uuid|random|clock_timestamp|nextval|timeofday|uuidv7|uuidv4)\b|\b(big|small)?serial\b|\bgenerated\b/;

/** Returns the effect of an ALTER TABLE action on the existing rows. */
function touchOf(action: string): Touch {
  if (/^alter( column)? \S+ (set data )?type /.test(action)) return 'rewrites';
  if (/^set (logged|unlogged|access method|tablespace)/.test(action)) return 'rewrites';
  const added = /^add (?!constraint|check|foreign|unique|primary|exclude)(column )?/.test(action);
  if (added && VOLATILE.test(action)) return 'rewrites';
  if (added) return /\b(check|references|unique|primary key)\b/.test(action) ? 'reads' : 'none';
  if (/^add /.test(action)) return /\bnot valid$|\busing index\b/.test(action) ? 'none' : 'reads';
  if (/^(validate constraint|attach partition|alter( column)? \S+ set not null)/.test(action)) return 'reads';
  return 'none';
}

const strongest = (touches: readonly Touch[]): Touch =>
  TOUCHES[Math.max(0, ...touches.map((touch) => TOUCHES.indexOf(touch)))] ?? 'none';

/** Returns the effect of a statement on the rows of a relation that it locks. */
export function touched(statement: string, relation: string): Touch {
  const text = plain(statement);
  const altered = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(text);
  const is = (name: string | undefined): boolean => name?.replaceAll('"', '') === relation.replaceAll('"', '');
  if (altered && is(altered[1])) return strongest(actionsOf(altered[2] ?? '').map(touchOf));
  // The relation is the target of a new foreign key. Its rows are read if the referencing table has rows.
  if (altered) return / not valid$/.test(text) ? 'none' : 'reads';
  if (/^create (unique )?index /.test(text)) return 'reads';
  if (/^truncate |^drop table /.test(text)) return 'writes';
  return strongest([
    ...[...text.matchAll(/\binsert into (\S+)/g)].filter(([, name]) => is(name)).map((): Touch => 'adds'),
    ...[...text.matchAll(/\bdelete from (?:only )?(\S+)(.*)/g)]
      .filter(([, name]) => is(name))
      .map(([, , rest]): Touch => (/\bwhere\b/.test(rest ?? '') ? 'writes some' : 'writes')),
    ...[...text.matchAll(/(?:^|\) |as \()update (?:only )?(\S+)(.*)/g)]
      .filter(([, name]) => is(name))
      .map(([, , rest]): Touch => (/\bwhere\b/.test(rest ?? '') ? 'writes some' : 'writes')),
  ]);
}

/** Describes the effect, for a table with about this many rows. */
export function touchWords(touch: Touch, rows: number): string {
  const all = `all of about ${rows.toFixed(0)} rows`;
  if (touch === 'none') return 'no row';
  if (touch === 'adds') return 'adds rows';
  return touch === 'writes some' ? `writes some of about ${rows.toFixed(0)} rows` : `${touch} ${all}`;
}
