// The main flows with supabase-auth from PyPI, a second client implementation. Needs Python and PyPI.
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { JWT_SECRET, startStack } from '../support/processes/stack.ts';

const PACKAGE = 'supabase-auth==2.34.1';

/** Creates a virtual environment with the client, which later runs use again. Returns null if that fails. */
function createVirtualEnvironment(): string | null {
  const folder = join(tmpdir(), `postern-python-${PACKAGE.replace('==', '-')}`);
  const program = join(folder, 'bin', 'python');
  if (existsSync(join(folder, 'complete'))) return program;
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', '--clear', folder]],
    [program, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PACKAGE]],
    [program, ['-c', `open(${JSON.stringify(join(folder, 'complete'))}, 'w').close()`]],
  ];
  const good = steps.every(([command, args]) => spawnSync(command, args, { timeout: 120_000 }).status === 0);
  return good ? program : null;
}

test('the core flows through supabase-auth for Python', async () => {
  const program = createVirtualEnvironment();
  if (program === null) {
    cannotRun('the Python client', `python3 with venv and ${PACKAGE} are needed`);
    return;
  }
  const stack = await startStack({ env: { SVC_SMTP_MAX_FREQUENCY: '1ms' } });
  const mails = createServer((request, response) => {
    const [, email = '', count = '1'] = (request.url ?? '').split('/');
    stack.mail(decodeURIComponent(email), Number(count)).then(
      ({ code, token }) => response.end(JSON.stringify({ code, token })),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  mails.listen(0, '127.0.0.1');
  await once(mails, 'listening');
  try {
    const token = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' });
    const { port } = mails.address() as AddressInfo;
    const { stdout } = await promisify(execFile)(program, ['test/clients/core_flows.py'], {
      env: {
        PATH: process.env.PATH,
        POSTERN_URL: stack.url,
        POSTERN_MAILS: `http://127.0.0.1:${port}`,
        POSTERN_ADMIN_TOKEN: await token.sign(new TextEncoder().encode(JWT_SECRET)),
      },
    });
    assert.is(stdout.split('\n').filter((line) => line.startsWith('ok ')).length, 10, stdout);
  } finally {
    mails.close();
    await stack.close();
  }
});

test.run();
