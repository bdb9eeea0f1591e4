// The command line itself: exit codes 0, 1 (refused) and 2 (usage), help, version, plan to standard output.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runToEnd } from './process.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test('version and help: exit code 0', async () => {
  assert.equal(await runToEnd(['version']), { code: 0, stdout: `postern ${version}\n`, stderr: '' });
  const { code, stdout } = await runToEnd(['--help']);
  assert.is(code, 0);
  for (const name of [
    'start',
    'serve',
    'worker',
    'migrate',
    'plan',
    'config',
    'version',
    'user',
    'session',
    'key',
    'doctor',
    'report',
    'completion',
  ])
    assert.match(stdout, `  ${name}`);
});

for (const args of [['nonsense'], ['serve', '--nonsense'], ['plan', 'too', 'much'], ['--config'], ['-x']]) {
  test(`wrong usage, exit code 2: postern ${args.join(' ')}`, async () => {
    const { code, stdout, stderr } = await runToEnd(args);
    assert.is(code, 2, stderr);
    assert.is(stdout, '');
    assert.match(stderr, /^error: .*\n\(postern --help lists the commands\)\n$/);
  });
}

test('refused, exit code 1: migrate without a database, a settings file that does not exist', async () => {
  const migrate = await runToEnd(['migrate']);
  assert.is(migrate.code, 1);
  assert.match(migrate.stderr, 'Set DATABASE_URL');
  const config = await runToEnd(['-c', 'no-such-file', 'config']);
  assert.is(config.code, 1);
  assert.match(config.stderr, 'no-such-file');
});

test('plan --install prints SQL alone on standard output, without a database', async () => {
  const { code, stdout, stderr } = await runToEnd(['plan', '--install']);
  assert.is(code, 0, stderr);
  assert.match(stdout, /create role/i);
  assert.match(stdout, /create schema/i);
});

test.run();
