// runner: alone (the commands run in this process, in a folder and an environment of their own)

// Writes the files of docs/importing.md, runs its commands in order, and checks the documented results.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { main } from '../../cli/program.ts';
import { environmentFor } from '../cli/admin.ts';
import { readBlocks } from '../house/blocks.ts';
import { startStack } from '../support/processes/stack.ts';
import { runCaptured } from './captured.ts';

const stack = await startStack({ worker: false });
const folder = mkdtempSync(join(tmpdir(), 'postern-import-'));
const home = process.cwd();
test.after(async () => {
  process.chdir(home);
  await stack.close();
  rmSync(folder, { recursive: true });
});

const DOCUMENT = 'docs/importing.md';
const lines = readFileSync(DOCUMENT, 'utf8').split('\n');
const blocks = readBlocks(DOCUMENT);
const done = new Set<object>();
const left = () => blocks.filter((block) => !done.has(block));

/** Returns the last file name in the text before a block. */
function fileNameBefore(line: number): string {
  const names = lines
    .slice(0, line)
    .join('\n')
    .matchAll(/This is `([\w.]+)`:/g);
  return [...names].at(-1)?.[1] ?? '';
}

test('every file and command', async () => {
  Object.assign(process.env, environmentFor(stack.db));
  process.chdir(folder);
  const lines: string[] = [];
  for (const block of blocks) {
    const { language, text, line } = block;
    done.add(block);
    if (language !== 'sh') {
      writeFileSync(fileNameBefore(line), text);
      continue;
    }
    for (const command of text.trim().split('\n')) {
      const [npx, postern, ...args] = command.split(' ');
      assert.equal([npx, postern], ['npx', 'postern'], command);
      const { code, out, err } = await runCaptured(() => main(args));
      assert.is(code, 0, err);
      lines.push(out.split('\n')[0] as string);
    }
  }
  assert.equal(lines, [
    'Dry run, nothing was written: 2 new, 0 already present, 0 rejected.',
    'Imported: 2 new, 0 already present, 0 rejected.',
    'Imported: 2 new, 0 already present, 0 rejected.',
    '4 users are in all.csv, without their password hashes.',
    '4 users are in all.json, with their password hashes.',
  ]);
  assert.equal(left(), []);
  assert.is(statSync('all.json').mode & 0o777, 0o600);
  assert.is((JSON.parse(readFileSync('all.json', 'utf8')) as unknown[]).length, 4);
  const { status } = await stack.post('/token?grant_type=password', { email: 'ada@example.com', password: 'test' });
  assert.is(status, 200);
});

test('the table of columns names every known column', async () => {
  const { USER_COLUMNS: COLUMNS, ADDITIONAL_COLUMNS: SHORTHANDS } = await import('../../import/row.ts');
  const named = lines.flatMap((line) =>
    line.startsWith('| `') ? [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name) : [],
  );
  assert.equal([...new Set(named)].sort(), [...COLUMNS, ...SHORTHANDS].sort());
});

test('exit codes: an unanswered question, an existing file, an unknown format', async () => {
  writeFileSync('one.csv', 'email\none@example.com\n');
  const asked = await runCaptured(() => main(['import', 'csv', 'one.csv', '--apply']));
  assert.is(asked.code, 1);
  assert.match(asked.err, /Standard input is not a terminal: add --yes/);
  const written = await runCaptured(() => main(['export', 'csv', 'one.csv']));
  assert.is(written.code, 1);
  assert.match(written.err, /exists already: name another file/);
  assert.is((await runCaptured(() => main(['import', 'xml', 'one.csv']))).code, 2);
  assert.is((await runCaptured(() => main(['import', 'csv', 'absent.csv']))).code, 1);
});

test.run();
