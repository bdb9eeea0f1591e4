// runner: when=cli,dev,import,install,core

// Characters that control a terminal are escaped in every output format, and JSON with them parses to the same values.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { escapeToOneLine, escapeUnprintable, printableJson } from '../../core/database/printable.ts';
import { type Report, reportLines } from '../../import/gotrue/report.ts';
import type { Counts } from '../../import/gotrue/views.ts';
import { runInside } from '../support/processes/inside.ts';
import { type Stack, startStack } from '../support/processes/stack.ts';
import { environmentFor } from './admin.ts';

let stack: Stack;
test.before(async () => {
  stack = await startStack({ worker: false });
});
test.after(() => stack.close());

const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const BESIDE_LINE_ENDS = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** ESC, CSI and OSC of C1, BEL, bidirectional controls, a line separator, a tag, a byte order mark. */
const NAME = 'a\u001b[2J\u009b31m\u009d0;x\u0007\u202e\u2066\u200f\u2028\u2029\u{e0001}\ufeffz';

test('every character that controls a terminal becomes an escape, and JSON with it parses to the same value', () => {
  let seen = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!STEERING.test(character)) continue;
    seen += 1;
    assert.is(escapeToOneLine(character), `\\u{${code.toString(16)}}`);
    assert.is(escapeUnprintable(character), /[\n\t]/.test(character) ? character : escapeToOneLine(character));
    const text = printableJson({ [character]: [character] });
    assert.not.match(text, STEERING);
    assert.equal(JSON.parse(text), { [character]: [character] });
  }
  assert.ok(seen > 2000);
  assert.is(escapeUnprintable('Zoë 李 👩 ☎'), 'Zoë 李 👩 ☎');
});

test('escapes names and metadata of users in every output format', async () => {
  const env = environmentFor(stack.db);
  const made = ['user', 'create', '--email', 'steers@example.com', '--user-metadata', JSON.stringify({ name: NAME })];
  for (const args of [
    made,
    ['user', 'get', 'steers@example.com'],
    ['user', 'get', 'steers@example.com', '--json'],
    ['user', 'list'],
    ['user', 'list', '--json'],
    ['user', 'export', 'steers@example.com'],
    ['user', 'get', NAME],
    ['user', 'get', NAME, '--json'],
    ['user', NAME],
    [NAME],
    ['template', 'show', NAME],
  ]) {
    const { stdout, stderr } = await runInside(args, { env });
    assert.not.match(stdout + stderr, BESIDE_LINE_ENDS, args.join(' '));
    assert.ok(stdout + stderr !== '', args.join(' '));
  }
  const read = async (...args: string[]) => JSON.parse((await runInside(args, { env })).stdout);
  const got = await read('user', 'get', 'steers@example.com', '--json');
  assert.is(got.user_metadata.name, NAME);
  const exported = await read('user', 'export', 'steers@example.com');
  assert.ok(JSON.stringify(exported).includes(JSON.stringify(NAME)));
});

test('the dry run of an import: names of objects, reasons and obstacles are a line each', () => {
  const report = (name: string): Report => ({
    counts: {
      imported: {},
      findings: [{ verdict: 'stays', source: name, reason: name, rows: 1 }],
    } as unknown as Counts,
    objects: [{ kind: 'view', name, blocks: null }] as unknown as Report['objects'],
    unchanged: [{ kind: 'by hand', name, remark: name }] as unknown as Report['unchanged'],
    blockers: [name],
    remarks: [name],
  });
  const [steering, plain] = [`x\n${NAME}`, 'x'].map((name) => reportLines(report(name)).join('\n').split('\n'));
  assert.is(steering?.length, plain?.length);
  for (const line of steering ?? []) assert.not.match(line, STEERING);
});

/** Other files that may write to standard output or standard error directly. */
const OTHERS = [
  'cli/main.ts',
  'cli/processes/process.ts',
  'cli/processes/testing.mjs',
  'cli/processes/testing.ts',
  'cli/install.mjs',
  'cli/postern.mjs',
  'core/terminal/ask.ts',
];

test('one file writes to the terminal for all commands', () => {
  const files = ['cli', 'core', 'dev', 'console/server', 'import', 'install'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const writing = files.filter(
    (name) => /\.m?[jt]s$/.test(name) && /\bstd(out|err)\.write\(|\bconsole\.\w+\(/.test(readFileSync(name, 'utf8')),
  );
  assert.equal(
    writing.filter((name) => !name.startsWith('dev/pages/')).sort(),
    [...OTHERS, 'core/terminal/output.ts'].sort(),
  );
});

test.run();
