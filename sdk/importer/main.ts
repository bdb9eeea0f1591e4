// npm run import -- FILE: takes an OpenAPI document or a file of facts into the catalogue, and prints what changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Catalogue, readRows } from '../generator/catalogue.ts';
import { entriesOf } from './entries.ts';
import { isFacts } from './facts.ts';
import { withHistory } from './history.ts';
import { share, unshare } from './share.ts';

const home = new URL('../catalogue/', import.meta.url);
const bytes = readFileSync(resolve(process.argv[2]!));
const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
const facts: unknown = JSON.parse(text);
if (!isFacts(facts)) throw new Error('no facts');
const old = unshare(readRows(home));
const renamed = JSON.parse(readFileSync(new URL('renamed.json', home), 'utf8')) as Record<string, string>;
const { entries, named, nodes } = share(withHistory(old, entriesOf(facts), renamed));
writeFileSync(new URL('operations.json', home), lines(entries));
writeFileSync(new URL('schemas.json', home), `{"named":{\n${members(named)}\n},"nodes":${lines(nodes).trimEnd()}}\n`);

function lines(list: readonly unknown[]): string {
  return `[\n${list.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;
}

function members(record: Catalogue['named']): string {
  return Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(',\n');
}
