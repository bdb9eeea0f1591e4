// runner: when=cli,dev,install,deploy,docker-compose.yml,docs

// Runs the services of docker-compose.yml as processes, sends requests through all of them, and runs the guides that
// use them. All guides share one stack.
import { createClient } from '@supabase/supabase-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { serviceEnvironment } from '../support/processes/compose.ts';
import {
  type ComposeStack,
  missingComposePackages,
  runProgram,
  startComposeStack,
} from '../support/processes/compose_stack.ts';
import { parseMail } from '../support/processes/stack_parts.ts';
import { runJsGuide } from './guide_js.ts';
import { runPostgrestGuide } from './guide_postgrest.ts';
import { runPsqlGuide } from './guide_psql.ts';
import { testHealthchecks, testProbes } from './healthchecks.ts';

const missing = missingComposePackages();
let kit: ComposeStack;
test.before(async () => {
  if (missing === '') kit = await startComposeStack();
});
test.after(() => kit?.close());

/** Defines a test of the running stack. Prints a line instead if this machine lacks a program. */
function testOnStack(name: string, check: () => Promise<void>): void {
  test(name, () => (missing === '' ? check() : cannotRun(`the kit: ${name}`, `${missing} is not installed`)));
}

const PASSWORD = 'correct horse battery';
const key = async (role: string): Promise<string> => {
  const env = { ...kit.environment('cli') };
  const { stdout } = await runProgram(process.execPath, ['cli/postern.mjs', 'key', 'issue', '--role', role], { env });
  return stdout.trim();
};
const supabase = (token: string) =>
  createClient(kit.url, token, { auth: { persistSession: false, autoRefreshToken: false } });

/** Signs a user up and confirms the address with the code in the mail. Returns the id of the user. */
async function signUpConfirmed(client: ReturnType<typeof supabase>, email: string): Promise<string> {
  const signed_up = await client.auth.signUp({ email, password: PASSWORD });
  assert.is(signed_up.error, null);
  assert.is(signed_up.data.session, null);
  const [mail] = await kit.sink.waitFor(email);
  const { code } = parseMail(mail as never);
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
  assert.is(error, null);
  return data.user?.id ?? '';
}

let service_key = '';

testOnStack('sign-up, mail, confirmation; each token gives access to the notes of its user only', async () => {
  const [anon_key, of_service] = [await key('anon'), await key('service_role')];
  service_key = of_service;
  const [ada, bob, nobody] = [supabase(anon_key), supabase(anon_key), supabase(anon_key)];
  const ids = [await signUpConfirmed(ada, 'ada@stack.example'), await signUpConfirmed(bob, 'bob@stack.example')];
  for (const [client, body] of [
    [ada, 'of ada'],
    [bob, 'of bob'],
  ] as const) {
    const { data, error, status } = await client.from('notes').insert({ body }).select('user_id, body').single();
    assert.equal([error, status], [null, 201]);
    assert.equal(data, { user_id: ids[client === ada ? 0 : 1], body });
  }
  assert.equal((await ada.from('notes').select('body')).data, [{ body: 'of ada' }]);
  assert.equal((await bob.from('notes').select('body')).data, [{ body: 'of bob' }]);

  // Bob cannot insert, change or delete rows of Ada.
  const forged = await bob.from('notes').insert({ user_id: ids[0], body: 'of ada, says bob' });
  assert.equal([forged.status, forged.error?.code], [403, '42501']);
  assert.equal((await bob.from('notes').delete().eq('user_id', ids[0]).select()).data, []);
  assert.equal((await bob.from('notes').update({ body: 'mine' }).eq('user_id', ids[0]).select()).data, []);

  const anonymous = await nobody.from('notes').select();
  assert.equal([anonymous.status, anonymous.error?.code], [401, '42501']);
  const all = await supabase(service_key).from('notes').select('body').order('id');
  assert.equal(all.data, [{ body: 'of ada' }, { body: 'of bob' }]);

  // An unexpired access token reads nothing after its session was revoked.
  const { data } = await ada.auth.getSession();
  const token = data.session?.access_token ?? '';
  const notes = () => fetch(`${kit.url}/rest/v1/notes`, { headers: { Authorization: `Bearer ${token}` } });
  assert.is(((await (await notes()).json()) as unknown[]).length, 1);
  assert.is((await ada.auth.signOut()).error, null);
  assert.equal(await (await notes()).json(), []);
});

testOnStack('a token of the longest metadata passes the proxy, both ways', async () => {
  const email = 'long@stack.example';
  const admin = supabase(service_key).auth.admin;
  const made = await admin.createUser({ email, email_confirm: true, user_metadata: { note: 'x'.repeat(10_000) } });
  assert.is(made.error, null);
  const { data } = await admin.generateLink({ type: 'magiclink', email });
  const link = new URL(data.properties?.action_link ?? '');
  const followed = await fetch(`${kit.url}${link.pathname}${link.search}`, { redirect: 'manual' });
  assert.is(followed.status, 303);
  const fragment = new URL(followed.headers.get('location') ?? '').hash.slice(1);
  const token = new URLSearchParams(fragment).get('access_token') ?? '';
  assert.ok(token.length > 13_000);
  const headers = { Authorization: `Bearer ${token}` };
  assert.is((await fetch(`${kit.url}/auth/v1/user`, { headers })).status, 200);
  assert.is((await fetch(`${kit.url}/rest/v1/notes`, { headers })).status, 200);
});

testOnStack('a token of an unknown role, or signed with another key, gets nothing', async () => {
  const status = async (token: string) =>
    (await fetch(`${kit.url}/rest/v1/notes`, { headers: { Authorization: `Bearer ${token}` } })).status;
  assert.is(await status(await key('postgres')), 403, 'authenticator may not become a superuser');
  assert.is(await status(await key('auth_admin')), 403);
  assert.is(await status(`${service_key.slice(0, -4)}AAAA`), 401);
});

testOnStack('the processes log in as their own roles, through PgBouncer in transaction mode', async () => {
  const log = kit.pooler_log();
  for (const role of ['auth_gateway', 'auth_admin', 'auth_worker']) assert.match(log, `user=${role} `);
  const refused = await runProgram('psql', ['-X', '-c', 'select 1'], {
    env: { ...kit.environment('roles'), PGPORT: kit.place('pgbouncer:6432').split(':')[1] ?? '' },
    may_fail: true,
  });
  assert.is(refused.code, 2, 'the superuser does not pass the pooler');
  for (const name of ['gateway', 'worker']) {
    const { stdout = '', stderr = '' } = kit.running.get(name) ?? {};
    assert.not.match(stdout + stderr, /unprotected|DATABASE_URL/);
  }
});

testOnStack('no process has a password that is not its own', async () => {
  const passwords = Object.entries(kit.env_file).filter(([name]) => name.endsWith('_PASSWORD'));
  assert.is(passwords.length, 6);
  const holders = Object.fromEntries(
    passwords.map(([name, password]) => [
      name,
      Object.entries(kit.compose.services)
        .filter(([, service]) => Object.values(serviceEnvironment(service, kit.env_file)).join(' ').includes(password))
        .map(([service]) => service),
    ]),
  );
  assert.equal(holders, {
    POSTGRES_PASSWORD: ['postgres', 'migrate', 'roles', 'cli'],
    GATEWAY_PASSWORD: ['roles', 'pgbouncer', 'gateway', 'cli'],
    ADMIN_PASSWORD: ['roles', 'pgbouncer', 'gateway', 'cli'],
    WORKER_PASSWORD: ['roles', 'pgbouncer', 'worker', 'cli'],
    AUDITOR_PASSWORD: ['roles', 'cli'],
    AUTHENTICATOR_PASSWORD: ['roles', 'postgrest'],
  });
});

testOnStack('one-shot services run again at the next start, and change nothing', async () => {
  const [program = '', ...args] = (kit.compose.services.roles?.command ?? []).map((word) =>
    word.replace('=/deploy/', `=${kit.folder}/deploy/`),
  );
  const again = await runProgram(program, args, { env: kit.environment('roles') });
  assert.equal([again.code, again.stderr], [0, '']);
  const { data } = await supabase(service_key).from('notes').select();
  assert.is(data?.length, 2);
});

testOnStack('the health check of each service passes while the service is healthy, and fails otherwise', () =>
  testHealthchecks(kit),
);

testOnStack('the probes of the gateway, as documented and as deployed, are answered', () => testProbes(kit));

testOnStack('docs/quickstart-postgrest.md', () => runPostgrestGuide(kit));
testOnStack('docs/quickstart-js.md', () => runJsGuide(kit));
testOnStack('docs/quickstart-psql.md', () => runPsqlGuide(kit));

testOnStack('on SIGTERM each process of Postern ends by itself', async () => {
  for (const name of ['gateway', 'worker']) assert.is(await kit.running.get(name)?.stop('SIGTERM'), 0, name);
});

test.run();
