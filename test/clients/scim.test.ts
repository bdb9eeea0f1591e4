// runner: timeout=300
// scim2-tester from PyPI, a conformance test of RFC 7643 and 7644 that others have written: case 47. Needs Python and PyPI.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scimStack } from '../flows/scim/client.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';

const PACKAGES = ['scim2-tester==0.5.2', 'scim2-client[httpx]==0.13.2'];

/** Creates a virtual environment with the tester, kept between runs; null if that fails. */
function python(): string | null {
  const folder = join(tmpdir(), `postern-python-${PACKAGES[0]?.replace('==', '-')}`);
  const program = join(folder, 'bin', 'python');
  if (existsSync(join(folder, 'complete'))) return program;
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', '--clear', folder]],
    [program, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES]],
    [program, ['-c', `open(${JSON.stringify(join(folder, 'complete'))}, 'w').close()`]],
  ];
  const good = steps.every(([command, args]) => spawnSync(command, args, { timeout: 120_000 }).status === 0);
  return good ? program : null;
}

test('47: scim2-tester finds no failure', async () => {
  const program = python();
  if (program === null) {
    cannotRun('scim2-tester', `python3 with venv and ${PACKAGES.join(', ')} are needed`);
    return;
  }
  const { stack, client } = await scimStack();
  try {
    const { token } = await client();
    const { stdout } = await promisify(execFile)(program, ['test/clients/scim_tester.py'], {
      env: { PATH: process.env.PATH, SCIM_URL: `${stack.url}/scim/v2`, SCIM_TOKEN: token },
    });
    const lines = stdout.trim().split('\n');
    assert.equal(
      lines.filter((line) => !/^(SUCCESS|SKIPPED|ACCEPTABLE|COMPLIANT)/.test(line)),
      [],
    );
    assert.ok(lines.filter((line) => line.startsWith('SUCCESS')).length > 50, stdout);
  } finally {
    await stack.close();
  }
});

test.run();
