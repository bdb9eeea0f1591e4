// Packages have allowed licences, and only listed packages run install scripts.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ALLOWED_LICENSES,
  installedPackages,
  isSwitchedOff,
  lockedPackages,
  renderDependenciesDocument,
  SCRIPTS,
  scriptReason,
} from '../../tools/dependencies.ts';
import { judgeSignatures } from '../../tools/signatures.ts';

test('every package that users install has a known, permissive licence', () => {
  const packages = installedPackages();
  assert.ok(packages.length > 100);
  const others = packages.filter(({ license }) => !ALLOWED_LICENSES.has(license));
  assert.equal(
    others.map(({ path, license }) => `${path}: ${license}`),
    [],
  );
});

test('only named packages have an install script, and package.json allows or switches off each', () => {
  const scripted = lockedPackages().filter(({ has_script }) => has_script);
  assert.equal(
    scripted.filter(({ name }) => scriptReason(name) === undefined).map(({ path }) => path),
    [],
  );
  for (const key of Object.keys(SCRIPTS)) {
    assert.ok(
      scripted.some(({ name }) => scriptReason(name) === SCRIPTS[key]),
      `${key} has no script any more`,
    );
  }
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  const decided = Object.entries(allowScripts).map(([name, allowed]) => [scriptReason(name), !allowed]);
  const expected = Object.keys(SCRIPTS).map((key) => [SCRIPTS[key], isSwitchedOff(key)]);
  for (const pair of expected)
    assert.ok(
      decided.some((one) => String(one) === String(pair)),
      `package.json does not decide: ${pair}`,
    );
});

test('a package that is loaded when it is needed is a dependency of ours, not of another package', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const loaded = ['core', 'gateway', 'worker', 'cli', 'install', 'import', 'optional'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
      .filter((text) => text.includes('createRequire(import.meta.url)'))
      .flatMap((text) => [
        ...text.matchAll(/(?:createRequire\(import\.meta\.url\)|\bload(?:\.resolve)?)\('((?:@[\w.-]+\/)?[\w.-]+)/g),
      ])
      .map(([, name = '']) => name),
  );
  for (const name of ['xml-crypto', 'nodemailer']) assert.ok(loaded.includes(name), `${name} is not seen`);
  assert.equal(
    loaded.filter((name) => !(name in dependencies)),
    [],
  );
});

test('signatures that cannot be checked are no success, and unsigned packages are a failure', () => {
  const judge = (status: number, output: string) => judgeSignatures({ status, output }).state;
  assert.is(judge(0, 'audited 300 packages in 5s\n\n300 packages have verified registry signatures'), 'verified');
  assert.is(judge(1, '1 package has an invalid registry signature:\n\nx@1.0.0\n'), 'failed');
  assert.is(
    judge(1, '299 packages have verified registry signatures\n\n1 package has a missing registry signature'),
    'failed',
  );
  assert.is(judge(1, 'npm error code ENOTFOUND\nnpm error syscall getaddrinfo'), 'cannot run');
  assert.is(judge(0, ''), 'failed');
});

test('npm run -s signatures, which silences npm, prints why the signatures cannot be checked', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-npm-'));
  try {
    // Replaces npm by a program that reports an unreachable host and, like npm, prints nothing at the level silent.
    writeFileSync(
      join(folder, 'npm'),
      `#!/bin/sh
level=$npm_config_loglevel
for word in "$@"; do case $word in --loglevel=*) level=\${word#--loglevel=};; esac; done
[ "$level" = silent ] || echo 'npm error code ENOTFOUND' >&2
exit 1
`,
    );
    chmodSync(join(folder, 'npm'), 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, CI_STRICT: '', npm_config_loglevel: 'silent' };
    const { status, stdout } = spawnSync(process.execPath, ['tools/signatures.ts'], { encoding: 'utf8', env });
    assert.equal([status, stdout], [0, 'cannot run: npm audit signatures: a host is not reachable (ENOTFOUND)\n']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('docs/dependencies.md is that of the lock file: node tools/write_dependencies.ts', () => {
  assert.is(readFileSync('docs/dependencies.md', 'utf8'), renderDependenciesDocument());
  const names = installedPackages().map(({ name }) => name);
  for (const name of ['postgres', 'jose', 'pg-boss', 'nodemailer']) assert.ok(names.includes(name), name);
  assert.not.ok(names.includes('uvu'), 'packages of tests are not installed by users');
});

test.run();
