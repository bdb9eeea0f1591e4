// Typing errors are reported as wrong usage, before any database query.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runInside } from '../support/processes/inside.ts';
import { temporaryFolder } from '../support/processes/process.ts';

const folder = temporaryFolder();
test.after(() => folder.remove());
/** No server listens there, so a command that queries the database exits with 1. */
const env = { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' };

async function assertUsageError(args: string[], expected: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runInside(args, { env });
  assert.equal([code, stdout], [2, ''], `${args.join(' ')}: ${stderr}`);
  assert.match(stderr, expected);
  assert.not.match(stderr, /strconv|time: |ParseUint/);
}

test('a ban must end in the future, and needs a unit', async () => {
  for (const duration of ['-1h', '0', '0h', '24', 'none', 'soon', '1d', '']) {
    await assertUsageError(
      ['user', 'ban', 'a@example.com', '--for', duration],
      /^error: --for must be a duration such as/,
    );
  }
  await assertUsageError(['user', 'create', '--email', 'a@example.com', '--ban', '-1h'], /^error: --ban must be/);
  for (const duration of ['24h', '1h30m', '1.5h', '.5h', '90s']) {
    const { code, stderr } = await runInside(['user', 'ban', 'a@example.com', '--for', duration], { env });
    assert.is(code, 1, stderr);
  }
});

test('page numbers start at 1', async () => {
  for (const value of ['x', '0', '-1', '1.5', '99999999999']) {
    await assertUsageError(
      ['user', 'list', '--per-page', value],
      /^error: --per-page must be a number of at least 1, not "/,
    );
    await assertUsageError(['user', 'list', '--page', value], /^error: --page must be a number of at least 1/);
  }
});

test('an unknown command is named after a global option too', async () => {
  const file = join(folder.path, 'settings.env');
  writeFileSync(file, '');
  for (const option of [['-c', file], [`--config=${file}`], ['--config', file], [`-c${file}`]]) {
    await assertUsageError([...option, 'usr', 'list'], /^error: unknown command 'usr'/);
  }
  assert.is((await runInside(['-c', file, 'version'], { env })).code, 0);
});

test.run();
