// The types match the API: a literal for every operation's arguments and answers, compiled together.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { make } from './support/bodies.ts';
import { prepare } from './support/calls.ts';
import { type Fact, readFacts } from './support/facts.ts';

const home = fileURLToPath(new URL('../', import.meta.url));

function literal(value: unknown): string {
  if (value instanceof Date) return `new Date('${value.toISOString()}')`;
  if (value instanceof Blob) return "new Blob(['bytes'])";
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}

function linesOf(fact: Fact): string[] {
  const call = `typeof import('${home}generated/funcs/${fact.functionName}.ts').${fact.functionName}`;
  const lines: string[] = [];
  const add = (type: string, value: unknown) => lines.push(`x = ${literal(value)} satisfies ${type};`);
  for (const taste of [0, 1, 2].flatMap((branch) => [true, false].map((full) => ({ full, branch })))) {
    const { args } = prepare(fact, taste.full, taste.branch);
    if (args) add(`Parameters<${call}>[1]`, args);
    // Answers to HEAD and with status 204 have no body, regardless of the schema.
    for (const [status, { schema, stream }] of fact.method === 'HEAD' ? [] : Object.entries(fact.responses)) {
      if (!schema || stream || status === '204' || schema.format === 'binary') continue;
      const { user } = make(schema, taste);
      // A single event of a log is returned as a list of one.
      add(`Answer<${call}>`, fact.name === 'getDeploymentEvents' && !Array.isArray(user) ? [user] : user);
    }
  }
  return [...new Set(lines)];
}

test('literals of every argument object and every answer compile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-types-'));
  try {
    const head = [
      'let x: unknown;',
      'type Value<R> = Extract<R, { ok: true }> extends { value: infer V } ? V : never;',
      'type Item<V> = V extends AsyncIterable<infer I> ? (V extends ReadableStream ? V : I) : V;',
      'type Answer<F extends (...args: never[]) => unknown> = Item<Value<Awaited<ReturnType<F>>>>;',
    ];
    const lines = readFacts()
      .filter((fact) => !fact.clientLevel)
      .flatMap(linesOf);
    assert.ok(lines.length > 600, `${lines.length} literals`);
    writeFileSync(join(folder, 'literals.mts'), `${[...head, ...lines, 'export { x };'].join('\n')}\n`);
    const types = [join(home, '../node_modules/@types')];
    const config = {
      extends: join(home, 'tsconfig.json'),
      compilerOptions: { noEmit: true, typeRoots: types },
      include: ['literals.mts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(home, '../node_modules/.bin/tsc');
    const { stdout, stderr } = spawnSync(tsc, ['-p', folder], { encoding: 'utf8' });
    assert.is(`${stdout}${stderr}`.slice(0, 3000), '');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
