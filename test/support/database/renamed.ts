// A postgres.js pool that translates the names in the SQL files to those of the run's layout.
import type { Sql, TransactionSql } from 'postgres';
import { inLayout, LAYOUT } from './layout.ts';

const texts = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** Returns the pool itself if the names are the same. */
export function renamed<S extends Sql | TransactionSql>(sql: S): S {
  if (LAYOUT.namespace === 'auth') return sql;
  return new Proxy(sql, {
    apply: (target, self, [first, ...rest]: unknown[]) =>
      Reflect.apply(target as unknown as (...args: unknown[]) => unknown, self, [
        isTemplate(first) ? renamedTemplate(first) : first,
        ...rest,
      ]),
    get: (target, key, receiver) => {
      if (key === 'unsafe') return (text: string, ...rest: []) => target.unsafe(inLayout(text), ...rest);
      if (key === 'begin' && 'begin' in target) {
        return (work: (tx: TransactionSql) => Promise<unknown>) => target.begin((tx) => work(renamed(tx)));
      }
      return Reflect.get(target, key, receiver === undefined ? undefined : target);
    },
  });
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value;
}

/** Returns the same object for the same template, because the driver identifies prepared statements by it. */
function renamedTemplate(template: TemplateStringsArray): TemplateStringsArray {
  const known = texts.get(template);
  if (known) return known;
  const parts = template.map(inLayout);
  const made = Object.assign(parts, { raw: parts });
  texts.set(template, made);
  return made;
}
