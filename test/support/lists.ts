// What a connection of the tests makes of lists. By itself the driver asks the server, on every connection anew, which types are lists,
// and that takes a third of what a connection costs; no process of Postern lets it. Types that a database adds stay text here.
import type { PostgresType, Sql } from 'postgres';

interface Item {
  read(text: string): unknown;
  write(value: unknown): string;
}

const text: Item = { read: (value) => value, write: String };
const number: Item = { read: Number, write: String };
const boolean: Item = { read: (value) => value === 't', write: String };
const json: Item = { read: JSON.parse, write: JSON.stringify };
const date: Item = { read: (value) => new Date(value), write: (value) => new Date(value as Date).toISOString() };
const bytes: Item = {
  read: (value) => Buffer.from(value.slice(2), 'hex'),
  write: (value) => `\\x${Buffer.from(value as Uint8Array).toString('hex')}`,
};

/** By the number of the list's type; items are read and written as the driver does single ones. */
const ITEMS: readonly (readonly [item: Item, lists: Record<string, number>])[] = [
  [
    text,
    { text: 1009, varchar: 1015, char: 1002, name: 1003, uuid: 2951, bigint: 1016, numeric: 1231, interval: 1187 },
  ],
  [text, { inet: 1041, cidr: 651, xid: 1011, regclass: 2210, regtype: 2211, regproc: 1008 }],
  [number, { smallint: 1005, integer: 1007, oid: 1028, real: 1021, double: 1022 }],
  [boolean, { boolean: 1000 }],
  [json, { json: 199, jsonb: 3807 }],
  [date, { date: 1182, timestamp: 1115, timestamptz: 1185 }],
  [bytes, { bytea: 1001 }],
];

/** Options of the driver, for reservable(). */
export const LISTS: { fetch_types: false; types: Record<string, PostgresType> } = {
  fetch_types: false,
  types: Object.fromEntries(
    ITEMS.flatMap(([item, lists]) =>
      Object.entries(lists).map(([name, number]) => [
        `${name}_list`,
        {
          to: number,
          from: [number],
          serialize: (value: unknown) => (Array.isArray(value) ? writeList(value, item) : value),
          parse: (value: string) => readList(value, item),
        },
      ]),
    ),
  ),
};

/** A pool with those options, which can also reserve a connection. */
export function reservable(sql: Sql): Sql {
  const { reserve } = sql;
  // The driver never hands out a connection that it opens to reserve it, unless it has a question to ask there first.
  sql.reserve = () => {
    Object.assign(sql.options, { fetch_types: true });
    return reserve();
  };
  return sql;
}

function writeList(list: readonly unknown[], item: Item): string {
  const written = list.map((value) => {
    if (Array.isArray(value)) return writeList(value, item);
    if (value === undefined) throw new Error('a list that is sent to the database holds undefined');
    return value === null ? 'NULL' : `"${item.write(value).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${written.join(',')}}`;
}

function readList(literal: string, item: Item): unknown {
  const whole: unknown[] = [];
  const open: unknown[][] = [whole];
  for (const [, brace, quoted, word] of literal.matchAll(/([{}])|"((?:[^"\\]|\\.)*)"|([^{},]+)/gs)) {
    const list = open.at(-1);
    if (brace === '}') open.pop();
    else if (brace === '{') {
      const inner: unknown[] = [];
      list?.push(inner);
      open.push(inner);
    } else if (word === 'NULL') list?.push(null);
    else list?.push(item.read(word ?? (quoted ?? '').replace(/\\(.)/gs, '$1')));
  }
  return whole[0];
}
