// Compares the comments on tables, columns, functions, views and domains with those of the SQL files.

import { splitStatements, tokenize } from '../../core/database/lexer.ts';
import { quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';
import { queryAsOwner } from './query_as_owner.ts';

interface WrittenComment {
  kind: string;
  /** Name as in the statement, without parameters. */
  name: string;
  comment: string;
  statement: string;
}

const COMMENT = /^comment on (table|column|function|view|domain) ([\w."]+)/i;

/** Cache of parsed statements by digest of the files, for a process that runs doctor repeatedly. */
const known = new Map<string, WrittenComment[]>();

function parseComments({ tree, pgcrypto_schema }: CheckContext): WrittenComment[] {
  const { files, digest } = tree.code(pgcrypto_schema ?? PGCRYPTO_DEFAULT);
  const found =
    known.get(digest) ??
    files
      .filter(({ text }) => /^comment on /im.test(text))
      .flatMap(({ text }) => splitStatements(text))
      .flatMap((text) => {
        const words = tokenize(text);
        const begin = words.findIndex(({ kind }) => kind !== 'space' && kind !== 'comment');
        const statement = words
          .slice(begin)
          .map((word) => word.text)
          .join('')
          .trim();
        const [, kind, name] = COMMENT.exec(statement) ?? [];
        // Adjacent string literals on several lines form one string.
        const text_of = words.filter((word) => word.kind === 'string').map((word) => word.text.slice(1, -1));
        return kind && name
          ? [{ kind: kind.toLowerCase(), name, comment: text_of.join('').replaceAll("''", "'"), statement }]
          : [];
      });
  known.set(digest, found);
  return found;
}

const plain = (name: string): string => name.replaceAll('"', '');

/** Returns the comment statements of an object, for a repair that creates it again. */
export function commentStatements(context: CheckContext, kind: 'function' | 'view', name: string): string[] {
  const own = parseComments(context).filter((one) => one.kind === kind && plain(one.name) === plain(name));
  return own.map(({ statement }) => statement);
}

export async function checkComments(context: CheckContext): Promise<Finding[]> {
  const { names } = context;
  const written = parseComments(context);
  const schemas = [names.auth, names.lib, names.api].map(quoteLiteral).join(', ');
  const rows = await queryAsOwner<{ kind: string; name: string; text: string | null }>(
    context,
    `with of as (select s.oid, s.nspname from pg_namespace as s where s.nspname in (${schemas}))
     select case c.relkind when 'v' then 'view' else 'table' end as kind, format('%I.%I', o.nspname, c.relname) as name,
       obj_description(c.oid, 'pg_class') as text
     from pg_class as c join of as o on o.oid = c.relnamespace where c.relkind in ('r', 'p', 'v')
     union all
     select 'column', format('%I.%I.%I', o.nspname, c.relname, a.attname), col_description(c.oid, a.attnum)
     from pg_class as c join of as o on o.oid = c.relnamespace join pg_attribute as a on a.attrelid = c.oid
     where c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
     union all
     select 'function', format('%I.%I', o.nspname, p.proname), obj_description(p.oid, 'pg_proc')
     from pg_proc as p join of as o on o.oid = p.pronamespace
     -- Only functions that migrate created. checkFunctions() reports other functions with the same name.
     join ${qualifyName(names.auth, 'release_objects')} as r on r.kind = 'function'
       and r.name = format('%I.%I(%s)', o.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
     union all
     select 'domain', format('%I.%I', o.nspname, t.typname), obj_description(t.oid, 'pg_type')
     from pg_type as t join of as o on o.oid = t.typnamespace where t.typtype = 'd'`,
  );
  const there = new Map(rows.map(({ kind, name, text }) => [`${kind} ${plain(name)}`, text]));
  const lost = written.filter(({ kind, name, comment }) => {
    const text = there.get(`${kind} ${plain(name)}`);
    // A missing object is reported by another check.
    return text !== undefined && text !== comment;
  });
  if (lost.length === 0) return [];
  const some = lost.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const more = lost.length > some.length ? ` and ${lost.length - some.length} more` : '';
  const finding = `comments differ from this release: ${some.join(', ')}${more}`;
  return [
    findingWithSql(
      'comments',
      finding,
      runAsOwnerSql(
        names,
        lost.map(({ statement }) => statement),
      ),
    ),
  ];
}
