// runner: when=cli,dev,install,.ci

// The command line: exit codes 0, 1 (error) and 2 (usage), help, version, and the output of plan.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { runToEnd, temporaryFolder } from '../support/processes/process.ts';

const { tooOld } = (await import(new URL('../../cli/postern.mjs', import.meta.url).href)) as {
  tooOld: (version: string) => string | null;
};
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test('version and help exit with 0', async () => {
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
    'template',
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
    assert.match(stderr, /^error: .*\n\(npx postern --help lists the commands\)\n$/);
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

test('executable files are executable in git', () => {
  const listed = spawnSync('git', ['ls-files', '--stage', 'cli/main.ts', 'cli/postern.mjs', '.ci/run'], {
    encoding: 'utf8',
  });
  assert.is(listed.status, 0, listed.stderr);
  assert.equal(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
    ['100755', '100755', '100755'],
  );
});

test('cli/main.ts run as a command goes through postern.mjs, which any Node can parse', () => {
  const folder = temporaryFolder({ on_disk: true });
  try {
    writeFileSync(join(folder.path, 'node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const env = { PATH: [folder.path, process.env.PATH].join(delimiter) };
    const { status, stdout, stderr } = spawnSync(join(process.cwd(), 'cli/main.ts'), ['a b', '--c'], {
      encoding: 'utf8',
      env,
    });
    assert.is(status, 0, stderr);
    assert.is(stdout, `${join(process.cwd(), 'cli/postern.mjs')} a b --c\n`);
  } finally {
    folder.remove();
  }
});

test('a Node that cannot run TypeScript: one sentence instead of a stack', async () => {
  for (const fits of ['v22.18.0', 'v24.0.0', 'v100.1.2']) assert.is(tooOld(fits), null, fits);
  for (const old of ['v16.20.2', 'v20.20.2', 'v22.17.9']) assert.match(tooOld(old) ?? '', `this is ${old}`);
  const paths = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', env: { PATH: paths.join(delimiter) } });
  if (tooOld(stdout?.trim() || 'v99.0.0') === null)
    return cannotRun('the command under an older Node', "this machine's own is new enough");
  const ran = spawnSync('node', ['cli/postern.mjs', 'version'], {
    encoding: 'utf8',
    env: { PATH: paths.join(delimiter) },
  });
  assert.equal([ran.status, ran.stdout], [1, '']);
  assert.match(ran.stderr, /^Postern needs Node 22\.18 or newer, and this is v[\d.]+\. [^\n]+\n$/);
});

test('before the packages are installed, and where they cannot be, one sentence says how to install it', () => {
  const folder = temporaryFolder({ on_disk: true });
  try {
    for (const [place, sentence] of [
      ['.', /^The packages of Postern are not installed yet: run "npm ci" [^\n]+\n$/],
      // Postern as a Git dependency.
      ['node_modules/postern', /^This is a copy of the repository, [^\n]+"npm install postern"[^\n]+\n$/],
    ] as const) {
      const cli = join(folder.path, place, 'cli');
      mkdirSync(cli, { recursive: true });
      for (const name of ['postern.mjs', 'node_version.mjs']) cpSync(`cli/${name}`, join(cli, name));
      const ran = spawnSync(process.execPath, [join(cli, 'postern.mjs')], { encoding: 'utf8' });
      assert.equal([ran.status, ran.stdout], [1, '']);
      assert.match(ran.stderr, sentence);
    }
  } finally {
    folder.remove();
  }
});

test('plan --install prints SQL alone on standard output, without a database', async () => {
  const { code, stdout, stderr } = await runToEnd(['plan', '--install']);
  assert.is(code, 0, stderr);
  assert.match(stdout, /create role/i);
  assert.match(stdout, /create schema/i);
});

test.run();
