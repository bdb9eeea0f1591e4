// runner: when=cli,console,gateway,core

// postern console: a link that signs in once, and the pages' data from the database in the command's environment. Also
// the console that `serve` and `start` open.
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findFreePort } from '../../gateway/server/ports.ts';
import { createDatabase } from '../support/database/db.ts';
import { runCli, runToEnd, temporaryFolder } from '../support/processes/process.ts';
import { copyStartedFolder } from '../support/processes/started.ts';
import { environmentFor } from './admin.ts';

const db = await createDatabase();
const env = environmentFor(db, {
  SVC_SITE_URL: 'http://localhost:3000',
  SVC_API_EXTERNAL_URL: 'http://localhost:9999',
});
test.after(() => db.drop());

const HEADERS = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };

/**
 * Signs in with a code on a local port. Returns the headers that the browser sends afterwards, or null if the code is
 * rejected.
 */
async function signIn(port: string, code: string): Promise<Record<string, string> | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/console/sign-in`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ code }),
  });
  if (answer.status !== 200) return null;
  return { ...HEADERS, Cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

test('prints a link that signs in once, and calls the admin API in its own process', async () => {
  const running = runCli(['console', '--port', '0'], { env });
  try {
    const [, port = '', code = ''] = await running.until(
      /http:\/\/console-[0-9a-f]{16}\.localhost:(\d+)\/#code=(\S+)/,
      60_000,
    );
    // Another user of the machine can connect to the port. Without the session cookie, admin requests are rejected.
    for (const path of ['/admin/me', '/admin/users', '/admin/settings'])
      assert.is((await fetch(`http://127.0.0.1:${port}${path}`, { headers: HEADERS })).status, 401, path);
    assert.is(await signIn(port, `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`), null, 'a guessed code');
    const headers = await signIn(port, code);
    assert.ok(headers);
    assert.is(await signIn(port, code), null, 'a link works once');
    const me = await fetch(`http://127.0.0.1:${port}/admin/me`, { headers });
    assert.equal([me.status, ((await me.json()) as { role: string }).role], [200, 'service_role']);
    const settings = await fetch(`http://127.0.0.1:${port}/admin/settings`, { headers });
    assert.not.match(await settings.text(), env.SVC_JWT_SECRET ?? '');
  } finally {
    assert.is(await running.stop(), 0);
  }
});

interface DoctorAnswer {
  checks: number;
  findings: { check: string; finding: string }[];
}

/** Signs in to `postern console`. Calls `work` with a function that sends a GET request. */
async function withConsole(
  env: Record<string, string>,
  work: (get: (path: string, signed_in?: boolean) => Promise<{ status: number; body: unknown }>) => Promise<void>,
): Promise<void> {
  const running = runCli(['console', '--port', '0'], { env });
  try {
    const [, port = '', code = ''] = await running.until(/localhost:(\d+)\/#code=(\S+)/);
    const headers = (await signIn(port, code)) ?? {};
    await work(async (path, signed_in = true) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: signed_in ? headers : HEADERS });
      return { status: answer.status, body: await answer.json() };
    });
  } finally {
    assert.is(await running.stop(), 0);
  }
}

test('runs the checks of doctor that need the role that migrates, if it has the URL of this role', async () => {
  await db.sql`alter table auth.users add column remark text`;
  try {
    await withConsole(env, async (get) => {
      assert.is((await get('/console/doctor', false)).status, 401);
      const { status, body } = await get('/console/doctor');
      assert.is(status, 200);
      const { checks, findings } = body as DoctorAnswer;
      assert.ok(checks > 30);
      assert.ok(findings.some(({ check, finding }) => check === 'columns' && finding.includes('remark')));
      assert.is(((await get('/console/session')).body as { doctor: boolean }).doctor, true);
    });
    // The login of the gateway may not inspect the database.
    await withConsole({ ...env, DATABASE_URL_MIGRATE: db.url('gateway') }, async (get) => {
      const { status, body } = await get('/console/doctor');
      assert.is(status, 503);
      assert.is((body as { error_code: string }).error_code, 'doctor_not_run');
    });
    await withConsole({ ...env, DATABASE_URL_MIGRATE: '' }, async (get) => {
      assert.is((await get('/console/doctor')).status, 404);
      assert.is(((await get('/console/session')).body as { doctor: boolean }).doctor, false);
    });
  } finally {
    await db.sql`alter table auth.users drop column remark`;
  }
});

test('serve opens the console in addition to the gateway only if the console’s port is set', async () => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const beside = { SVC_CONSOLE_PORT: String(port), SVC_CONSOLE_HOST: '127.0.0.1', SVC_CONSOLE_URL: url };
  const running = runCli(['serve'], { env: { ...env, ...beside, PORT: '0', SVC_SHUTDOWN_DELAY: '0' } });
  try {
    await running.until(/The console is served on port \d+, for http/);
    const { by, signed_in } = (await (await fetch(`${url}/console/session`)).json()) as Record<string, unknown>;
    assert.equal([by, signed_in], ['account', false]);
    assert.is((await fetch(`${url}/admin/users`, { headers: HEADERS })).status, 401);
    assert.is(await signIn(String(port), 'x'.repeat(43)), null, 'no code signs in');
  } finally {
    assert.is(await running.stop(), 0);
  }
  const without = runCli(['serve'], { env: { ...env, PORT: '0', SVC_SHUTDOWN_DELAY: '0' } });
  await without.until(/serves on port/);
  assert.is(await without.stop(), 0);
  assert.not.match(without.stdout + without.stderr, /console/i);
  const { code, stderr } = await runToEnd(['serve'], { env: { ...env, SVC_CONSOLE_PORT: String(port) } });
  assert.is(code, 1);
  assert.match(stderr, 'SVC_CONSOLE_URL: is needed with SVC_CONSOLE_PORT');
});

test('says which settings it needs, and rejects a port that is none', async () => {
  const { SVC_JWT_SECRET: _, ...without } = env;
  const ended = await runToEnd(['console'], { env: without });
  assert.is(ended.code, 1);
  assert.match(ended.stderr, 'Set SVC_JWT_SECRET and SVC_SECURITY_PEPPER to the values of the service.');
  assert.is((await runToEnd(['console', '--port', '99999'], { env })).code, 2);
});

test('the start serves the console, links it from its page, and signs in everybody who opens the link on this machine', async () => {
  const folder = temporaryFolder();
  await copyStartedFolder(join(folder.path, '.postern'));
  const start = runCli(['start'], { cwd: folder.path, env: { PORT: '0' } });
  try {
    const [, api = ''] = await start.until(/API +(http:\S+)/);
    const [, port = ''] = await start.until(/Console +http:\/\/localhost:(\d+)\/open/);
    assert.match(await (await fetch(api)).text(), `href="http://localhost:${port}/open"`);
    const opened = await fetch(`http://localhost:${port}/open`, { redirect: 'manual' });
    assert.is(opened.status, 303);
    const headers = await signIn(port, opened.headers.get('location')?.replace('/#code=', '') ?? '');
    assert.ok(headers);
    assert.is((await fetch(`http://127.0.0.1:${port}/admin/users?limit=1`, { headers })).status, 200);
    const elsewhere = await fetch(`http://localhost:${port}/open`, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    assert.is(elsewhere.status, 403, 'other websites cannot ask for a link');
  } finally {
    await start.stop();
    folder.remove();
  }
});

test.run();
