// How much of an existing table a statement touches: whether it reads rows, adds or changes some, or rewrites all of them. This is worked out from
// the text of the statement, as its locks are; a test compares it with what the server counts.
import { actionsOf, plain } from './spelling.ts';

/** Strongest last. */
const TOUCHES = ['none', 'adds', 'reads', 'writes some', 'writes', 'rewrites'] as const;
export type Touch = (typeof TOUCHES)[number];

/** What gives each row of a new column a value of its own, so that Postgres cannot store one value for all rows and has to rewrite the table. */
const VOLATILE =
  /\b(gen_random_uuid|random|clock_timestamp|nextval|timeofday|uuidv7|uuidv4)\b|\b(big|small)?serial\b|\bgenerated\b/;

/** What an action of ALTER TABLE does to the rows that the table has already. */
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

/** What one statement does to the rows of a table that it locks. */
export function touched(statement: string, relation: string): Touch {
  const text = plain(statement);
  const altered = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(text);
  const is = (name: string | undefined): boolean => name?.replaceAll('"', '') === relation.replaceAll('"', '');
  if (altered && is(altered[1])) return strongest(actionsOf(altered[2] ?? '').map(touchOf));
  // Only referred to, by a new foreign key: its rows are read if the referring table has rows already.
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

/** The same in words, for a table with about so many rows. */
export function touchWords(touch: Touch, rows: number): string {
  const all = `all of about ${rows.toFixed(0)} rows`;
  if (touch === 'none') return 'no row';
  if (touch === 'adds') return 'adds rows';
  return touch === 'writes some' ? `writes some of about ${rows.toFixed(0)} rows` : `${touch} ${all}`;
}
