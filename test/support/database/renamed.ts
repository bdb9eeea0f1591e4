// A postgres.js pool that translates the names in the SQL files to the names of the run's layout.
import type { Sql, TransactionSql } from 'postgres';
import { LAYOUT, renameForLayout } from './layout.ts';

const texts = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** Wraps a pool. Returns the pool itself if the layout has the default names. */
export function withRenamedSql<S extends Sql | TransactionSql>(sql: S): S {
  if (LAYOUT.namespace === 'auth') return sql;
  return new Proxy(sql, {
    apply: (target, self, [first, ...rest]: unknown[]) =>
      Reflect.apply(target as unknown as (...args: unknown[]) => unknown, self, [
        isTemplate(first) ? renamedTemplate(first) : first,
        ...rest,
      ]),
    get: (target, key, receiver) => {
      if (key === 'unsafe') return (text: string, ...rest: []) => target.unsafe(renameForLayout(text), ...rest);
      if (key === 'begin' && 'begin' in target) {
        return (work: (tx: TransactionSql) => Promise<unknown>) => target.begin((tx) => work(withRenamedSql(tx)));
      }
      return Reflect.get(target, key, receiver === undefined ? undefined : target);
    },
  });
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value;
}

/**
 * Returns the same object for the same template, because the driver identifies prepared statements by the template
 * object.
 */
function renamedTemplate(template: TemplateStringsArray): TemplateStringsArray {
  const known = texts.get(template);
  if (known) return known;
  const parts = template.map(renameForLayout);
  const made = Object.assign(parts, { raw: parts });
  texts.set(template, made);
  return made;
}
