// scim2-tester from PyPI, a conformance test of RFC 7643 and RFC 7644. Needs Python and PyPI.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startScimStack } from '../flows/scim/client.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';

const PACKAGES = ['scim2-tester==0.5.2', 'scim2-client[httpx2]==0.13.2', 'httpx2==2.16.2'];

/** Creates a virtual environment with the tester, which later runs use again. Returns null if that fails. */
function createVirtualEnvironment(): string | null {
  const digest = createHash('sha256').update(PACKAGES.join(' ')).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `postern-python-scim2-tester-${digest}`);
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

/** Findings of the tester that are no faults, with the reason. */
const ACCEPTED: readonly (readonly [RegExp, string])[] = [
  [/^ERROR check_remove_attribute \| PATCH modify\(\) did not remove attribute 'active'$/, 'a user is active or not'],
  [
    /^ERROR check_(add|replace)_attribute \| .* value for 'members'.*display=None/,
    'members.display is read-only: the server adds it, and the tester expects its own value without it',
  ],
];

test('47: scim2-tester finds no failure', async () => {
  const program = createVirtualEnvironment();
  if (program === null) {
    cannotRun('scim2-tester', `python3 with venv and ${PACKAGES.join(', ')} are needed`);
    return;
  }
  const { stack, client } = await startScimStack();
  try {
    const { token } = await client();
    const { stdout } = await promisify(execFile)(program, ['test/clients/scim_tester.py'], {
      env: { PATH: process.env.PATH, SCIM_URL: `${stack.url}/scim/v2`, SCIM_TOKEN: token },
    });
    const lines = stdout.trim().split('\n');
    const found = lines.filter((line) => !/^(SUCCESS|SKIPPED|ACCEPTABLE|COMPLIANT)/.test(line));
    assert.equal(
      found.filter((line) => !ACCEPTED.some(([pattern]) => pattern.test(line))),
      [],
    );
    for (const [pattern, reason] of ACCEPTED)
      assert.ok(
        found.some((line) => pattern.test(line)),
        `no longer found: ${reason}`,
      );
    assert.ok(lines.filter((line) => line.startsWith('SUCCESS')).length > 50, stdout);
  } finally {
    await stack.close();
  }
});

test.run();
