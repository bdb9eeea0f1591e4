// runner: when=docs/troubleshooting.md,cli,dev,import,install,core,gateway,worker,sql

// Each message that docs/troubleshooting.md quotes occurs in the sources, and each of its commands runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor, runWithInput } from '../cli/admin.ts';
import type { ProgramResult } from '../support/processes/compose_stack.ts';
import { openGuide, pathWithPostern, runSqlBlock } from '../support/processes/guide.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { warningsForSettings } from '../support/processes/settings_text.ts';
import { stackSettings, startStack } from '../support/processes/stack.ts';
import { type Block, readBlocks } from './blocks.ts';

const FILE = 'docs/troubleshooting.md';

/** Text of the source files. Concatenated string literals are joined. */
const sources = ['core', 'gateway', 'worker', 'install', 'import', 'dev', 'console', 'cli', 'sql']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((name) => /\.(ts|sql)$/.test(name))
  .map((name) => readFileSync(name, 'utf8').replace(/['"`]\s*\+\s*['"`]/g, ''))
  .join('\n');

test('each quoted message is one of the program’s', () => {
  const quoted = [...readFileSync(FILE, 'utf8').matchAll(/^> (.+)$/gm)].map(([, text]) => text ?? '');
  assert.ok(quoted.length > 30);
  for (const text of quoted) {
    const parts = text.split('…').flatMap((part) => (/\w{3}/.test(part) ? [part.trim()] : []));
    assert.ok(parts.join('').length > 15, text);
    for (const part of parts) assert.ok(sources.includes(part), `${text}\n   no source has "${part}"`);
  }
});

const stack = await startStack({ env: { SVC_MAILER_AUTOCONFIRM: 'true' } });
const folder = temporaryFolder();
test.after(async () => {
  folder.remove();
  await stack.close();
});

test('each command runs in the document’s order next to a running service', async () => {
  const account = { email: 'ada@example.com', password: 'correct horse battery' };
  const { body } = await stack.post('/signup', account);
  const env = environmentFor(stack.db, stackSettings(stack.sink.port));
  const guide = openGuide(FILE, {
    folder: folder.path,
    place: (text) => text.replaceAll('http://localhost:8081', stack.url),
    env: { ...env, PATH: pathWithPostern(folder.path), ACCESS_TOKEN: String(body.access_token) },
    languages: { sql: runSqlBlock(stack.db.url('migrate')), '': assertSettingsValid },
  });
  const lines: string[] = [];
  for (const { text } of readBlocks(FILE)) lines.push((await guide.next(text)).stdout);
  const all = lines.join('\n');
  assert.match(all, /HTTP\/1\.1 200 OK/);
  assert.match(all, /role: 'authenticated'/);
  assert.match(all, /00000000-0000-0000-0000-000000000000 \| authenticated +\| f/);
  const mail = await stack.mail('you@example.com');
  assert.ok(mail.code);
  assert.equal(guide.left(), []);

  // The document names this command within a sentence.
  const confirmed = await runWithInput(['user', 'update', account.email, '--confirm'], env, '');
  assert.is(confirmed.code, 0, confirmed.stderr);
});

/** Asserts that a start with a block of settings logs no warning. */
function assertSettingsValid(_: Block, text: string): Promise<ProgramResult> {
  assert.equal(warningsForSettings(text), []);
  return Promise.resolve({ code: 0, stdout: '', stderr: '' });
}

test.run();
