// runner: when=cli,dev,install,core,gateway,worker,sql

// A new user's first steps with `postern start`: sign up with the printed command, confirm by the link in the inbox,
// stop, start again.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRunning, readPostmaster } from '../../dev/embedded/cluster.ts';
import { openAndConfirm } from '../support/clients/confirm_page.ts';
import {
  findNonEphemeralPort,
  messageTo,
  postJson,
  type Running,
  runCli,
  temporaryFolder,
} from '../support/processes/process.ts';
import { stopLeftoverServer } from '../support/processes/started.ts';

const folder = temporaryFolder();
const data_dir = join(folder.path, 'data dir with spaces');
// The default bcrypt cost, so that a sign-up is still in progress when the stop is requested.
const env = { SVC_DATA_DIR: data_dir, PORT: String(await findNonEphemeralPort()), SVC_SECURITY_BCRYPT_COST: '10' };
const PASSWORD = 'correct horse battery';
let running: Running | undefined;

async function startPostern(): Promise<{ url: string; postgres: number }> {
  running = runCli([], { env });
  const [, url = ''] = await running.until(/API +(http:\S+)/);
  await running.until(/Stop +Ctrl-C/);
  const postgres = readPostmaster(join(data_dir, 'data'))?.pid ?? 0;
  return { url, postgres };
}

test.after(async () => {
  if (running) await running.stop('SIGKILL');
  stopLeftoverServer(data_dir);
  folder.remove();
});

let refresh_token = '';

test('the first start: the printed curl signs up, the mail appears in the inbox, its link confirms', async () => {
  const { url, postgres } = await startPostern();
  const [, curl = ''] = await running!.until(/Sign up +(curl .*)/);
  const user = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8' })) as Record<string, unknown>;
  assert.is(user.email, 'you@example.com');
  await running!.until(/Mail to you@example\.com: .* http:\/\/localhost:\d+\/#/);
  const { link } = await messageTo(running!, 'you@example.com');
  assert.is(new URL(link).origin, url);
  assert.is((await openAndConfirm(link)).origin, url);
  const signed_in = await postJson(`${url}/token?grant_type=password`, {
    email: 'you@example.com',
    password: PASSWORD,
  });
  assert.is(signed_in.status, 200);
  refresh_token = String(signed_in.body.refresh_token);
  assert.ok(isRunning(postgres));
});

test('secrets are in a file readable by the owner only, neither in the terminal nor in the logs', () => {
  const path = join(data_dir, 'secrets.json');
  assert.is(statSync(path).mode & 0o777, 0o600);
  const secrets = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const words = [secrets.jwt_secret, secrets.security_pepper, secrets.superuser_password];
  words.push(...Object.values(secrets.role_passwords as object), refresh_token);
  const logs = ['postgres.log', 'postern.log'].map((name) => readFileSync(join(data_dir, name), 'utf8'));
  const output = [running!.stdout, running!.stderr, ...logs].join('\n');
  for (const word of words) assert.not(output.includes(String(word)));
  assert.not(output.includes('/verify?token='), 'the link of the mail is outside of the inbox');
});

test('Ctrl-C ends everything: exit code 0, no process left, the port free', async () => {
  const { pid } = readPostmaster(join(data_dir, 'data')) ?? { pid: 0 };
  assert.is(await running!.stop('SIGINT'), 0);
  assert.not(isRunning(pid));
  assert.not(existsSync(join(data_dir, 'data', 'postmaster.pid')));
});

test('the second start keeps the users and accepts their tokens', async () => {
  const { url } = await startPostern();
  const refreshed = await postJson(`${url}/token?grant_type=refresh_token`, { refresh_token });
  assert.is(refreshed.status, 200);
});

test('started twice: the second names the first, which keeps running', async () => {
  const second = runCli([], { env });
  assert.is(await second.exited, 1);
  const url = /API +(http:\S+)/.exec(running!.stdout)?.[1] ?? '';
  assert.match(second.stderr, `Postern already runs from ${data_dir}: ${url} (process ${running!.pid})`);
  assert.is((await fetch(`${url}/health`)).status, 200);
});

test('after a killed run whose Postgres kept running, the next start takes over and keeps the users', async () => {
  const orphan = readPostmaster(join(data_dir, 'data'))?.pid ?? 0;
  await running!.stop('SIGKILL');
  assert.ok(isRunning(orphan));
  const { url, postgres } = await startPostern();
  assert.not.equal(postgres, orphan);
  assert.not(isRunning(orphan));
  const again = await postJson(`${url}/token?grant_type=password`, { email: 'you@example.com', password: PASSWORD });
  assert.is(again.status, 200);
});

test('SIGTERM answers requests in progress before it ends', async () => {
  const url = /API +(http:\S+)/.exec(running!.stdout)?.[1] ?? '';
  const answers = Array.from({ length: 8 }, (_, at) =>
    postJson(`${url}/signup`, { email: `late${at}@example.com`, password: PASSWORD }),
  );
  await Promise.race(answers);
  const code = running!.stop('SIGTERM');
  for (const { status } of await Promise.all(answers)) assert.is(status, 200);
  assert.is(await code, 0);
});

test.run();
