// npm run import -w sdk -- FILE: imports an OpenAPI document or a file of facts into the catalogue and prints the
// changes. With --check it writes nothing, and a change is a failure.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Rows, readRows } from '../generator/catalogue.ts';
import { driftOf } from './drift.ts';
import { entriesOf } from './entries.ts';
import { withHistory, withOldNames } from './history.ts';
import { readSource } from './read.ts';
import { reportOf } from './report.ts';
import { share, unshare } from './share.ts';

const home = new URL('../catalogue/', import.meta.url);

function list(items: readonly unknown[]): string {
  return `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
}

function write({ entries, named, nodes }: Rows): void {
  const names = Object.entries(named).map(([name, node]) => `${JSON.stringify(name)}:${JSON.stringify(node)}`);
  writeFileSync(new URL('operations.json', home), `${list(entries)}\n`);
  writeFileSync(new URL('schemas.json', home), `{"named":{\n${names.join(',\n')}\n},"nodes":${list(nodes)}}\n`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new Error('name one file: npm run import -w sdk -- FILE [--check]');
  // npm runs scripts in the package's folder; the path is relative to the folder of the command.
  const { facts, namesAreMeant } = await readSource(resolve(process.env.INIT_CWD ?? '.', file));
  const old = unshare(readRows(home));
  const renamed = JSON.parse(readFileSync(new URL('renamed.json', home), 'utf8')) as Record<string, string>;
  const named = entriesOf(facts);
  const next = namesAreMeant ? named : withOldNames(old, named, renamed);
  const drift = driftOf(old, next, renamed);
  console.log(reportOf(drift));
  if (values.check) {
    if (drift.gone.length + drift.added.length + drift.changed.length) process.exitCode = 1;
  } else write(share(withHistory(old, next, renamed)));
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
