// runner: when=cli,dev,install,core,gateway,worker

// The programs as an operator runs them in the cell's layout: migrate, then serve and worker, each as a process.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findFreePort } from '../../gateway/server/ports.ts';
import { createDatabase, LOGIN_ROLES, type TestDatabase } from '../support/database/db.ts';
import { LAYOUT } from '../support/database/layout.ts';
import { postJson, type Running, runCli, runToEnd, temporaryFolder } from '../support/processes/process.ts';
import { JWT_SECRET, newEmail, PEPPER, parseMail, SITE_URL } from '../support/processes/stack.ts';
import { startMailServer } from '../support/providers/mail_server.ts';

const PASSWORD = 'correct horse battery';
const folder = temporaryFolder();
const sink = await startMailServer();
const port = await findFreePort();
const url = `http://localhost:${port}`;
const settings = {
  PORT: String(port),
  SVC_SITE_URL: SITE_URL,
  SVC_API_EXTERNAL_URL: url,
  SVC_JWT_SECRET: JWT_SECRET,
  SVC_SECURITY_PEPPER: PEPPER,
  SVC_SMTP_HOST: '127.0.0.1',
  SVC_SMTP_PORT: String(sink.port),
  SVC_SMTP_ADMIN_EMAIL: 'no-reply@example.com',
  SVC_DATA_DIR: folder.path,
};
let db: TestDatabase | undefined;
const running: Running[] = [];

test.after(async () => {
  for (const process of running) await process.stop('SIGKILL');
  await sink.close();
  await db?.drop();
  folder.remove();
});

test('migrate brings an empty database to this release, and a second run changes nothing', async () => {
  if (LAYOUT.embedded) return;
  db = await createDatabase({ template: 'empty' });
  const env = { ...settings, ...db.environment() };
  const first = await runToEnd(['migrate'], { env });
  assert.is(first.code, 0, first.stderr);
  assert.match(`${first.stdout}${first.stderr}`, /the database is at Postern/);
  const again = await runToEnd(['migrate'], { env });
  assert.is(again.code, 0, again.stderr);
  assert.match(`${again.stdout}${again.stderr}`, /nothing to do/);
  await db.letLogIn(LAYOUT.namespace);
});

test('serve and worker, or start, find their database and log their names', async () => {
  if (LAYOUT.embedded) {
    const start = runCli([], { env: settings });
    running.push(start);
    await start.until(/Stop +Ctrl-C/);
    return;
  }
  assert.ok(db);
  const env = { ...settings, ...db.environment() };
  const [serve, worker] = [runCli(['serve'], { env }), runCli(['worker'], { env })];
  running.push(serve, worker);
  await Promise.all([serve.until(/serves on port/), worker.until(/is at work/)]);
});

test('the processes serve an account: sign-up, mail, link, password, refresh, user, sign-out', async () => {
  const email = newEmail();
  assert.is((await postJson(`${url}/signup`, { email, password: PASSWORD })).status, 200);
  const [mail] = await sink.waitFor(email);
  assert.ok(mail);
  const link = new URL(parseMail(mail).path, url);
  assert.is(link.origin, url);
  assert.match((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '', /access_token=/);
  const signedIn = await postJson(`${url}/token?grant_type=password`, { email, password: PASSWORD });
  assert.is(signedIn.status, 200);
  const refreshed = await postJson(`${url}/token?grant_type=refresh_token`, {
    refresh_token: signedIn.body.refresh_token,
  });
  assert.is(refreshed.status, 200);
  const headers = { Authorization: `Bearer ${String(refreshed.body.access_token)}` };
  assert.is((await fetch(`${url}/user`, { headers })).status, 200);
  assert.is((await fetch(`${url}/logout`, { method: 'POST', headers })).status, 204);
});

test('user, session and report work, and doctor reports only what a superuser must fix', async () => {
  if (LAYOUT.embedded) return;
  assert.ok(db);
  const env = { ...settings, ...db.environment() };
  const json = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await runToEnd([...args, '--json'], { env });
    assert.ok(
      stdout.startsWith('{') || stdout.startsWith('['),
      `${args.join(' ')} ended with ${code}\n${stdout}${stderr}`,
    );
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const { users } = (await json('user', 'list')) as { users: { id: string }[] };
  assert.is(users.length, 1);
  await json('session', 'list', users[0]?.id ?? '');
  await json('report', 'live_sessions');
  const { findings } = (await json('doctor')) as { findings: { check: string; finding: string }[] };
  // Only a superuser can change two logging settings, and doctor warns if one user has all roles.
  const superuser = LAYOUT.migrator === null || LAYOUT.migrator.attributes.includes('superuser');
  const expected = [
    ...(superuser ? [] : [/^log_(error_verbosity|parameter_max_length) is /]),
    ...(LAYOUT.login_roles ? [] : [/^unprotected: /]),
  ];
  const surprising = findings.filter(({ finding }) => !expected.some((pattern) => pattern.test(finding)));
  assert.equal(surprising, []);
  for (const pattern of expected)
    assert.ok(
      findings.some(({ finding }) => pattern.test(finding)),
      String(pattern),
    );
});

test('roles with logins print no password, and each process exits cleanly', async () => {
  const output = running.map((process) => `${process.stdout}${process.stderr}`).join('');
  for (const role of LAYOUT.embedded ? [] : LOGIN_ROLES) {
    assert.not(output.includes(new URL(db?.url(role) ?? '').password), role);
  }
  for (const process of running) assert.is(await process.stop('SIGTERM'), 0);
});

test.run();
