// A cheap request must not cause expensive work: requests with unknown names and long lists call no more SQL functions
// than a correct request. The calls are counted in the server's log.
// runner: when=gateway,sql
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, createDatabase, makeTemplate } from '../support/database/db.ts';
import { newEmail, type Stack, startStack } from '../support/processes/stack.ts';

const LONG = 10_000;
let server: Awaited<ReturnType<typeof createCluster>>;
let stack: Stack;
test.before(async () => {
  server = await createCluster({ settings: { log_statement: 'all' }, template: makeTemplate });
  const db = await createDatabase({ server });
  stack = await startStack({
    db,
    worker: false,
    env: {
      SVC_OAUTH_SERVER_ENABLED: 'true',
      SVC_EXTERNAL_GITHUB_ENABLED: 'true',
      SVC_EXTERNAL_GITHUB_CLIENT_ID: 'client',
      SVC_EXTERNAL_GITHUB_SECRET: 'secret-of-github',
      SVC_EXTERNAL_GITHUB_REDIRECT_URI: 'http://localhost:9999/callback',
    },
  });
});
test.after(async () => {
  await stack?.close();
  await server?.stop();
});

/** Returns the functions that a request has called, in order. */
async function listCalledFunctions(work: () => Promise<unknown>): Promise<string[]> {
  const log = () => readFileSync(server.log_file, 'utf8');
  const before = log().length;
  await work();
  return [
    ...log()
      .slice(before)
      .matchAll(/select auth_api\.(\w+)\(/g),
  ].map(([, name = '']) => name);
}

const words = (length: number): string =>
  Array.from({ length: length / 5 }, (_, index) => `x${index % 1000}`).join(' ');

test('unknown names and long lists cost no more statements than a right request', async () => {
  const right = await listCalledFunctions(() => stack.get('/authorize?provider=github'));
  assert.equal(right, ['start_provider_flow'], 'the log shows the statements');
  const hostile: [string, () => Promise<{ status: number }>][] = [
    ['an unknown provider', () => stack.get('/authorize?provider=nobody')],
    ['a long name of a provider', () => stack.get(`/authorize?provider=${'p'.repeat(LONG)}`)],
    ['a list of providers', () => stack.get(`/authorize?provider=${encodeURIComponent(words(LONG))}`)],
    ['many scopes', () => stack.get(`/authorize?provider=github&scopes=${encodeURIComponent(words(LONG))}`)],
    [
      'an unknown client with many scopes',
      () => stack.get(`/oauth/authorize?client_id=x&scope=${encodeURIComponent(words(LONG))}`),
    ],
    [
      'an ID token of an unknown provider',
      () => stack.post('/token?grant_type=id_token', { provider: 'p'.repeat(LONG), id_token: 'e30.e30.x' }),
    ],
    [
      'a sign-in with a long address',
      () => stack.post('/token?grant_type=password', { email: `${'a'.repeat(LONG)}@example.com`, password: 'x' }),
    ],
    ['a link of an unknown form', () => stack.get(`/verify?type=signup&token=${'f'.repeat(LONG)}`)],
  ];
  for (const [about, send] of hostile) {
    let status = 0;
    const calls = await listCalledFunctions(async () => {
      status = (await send()).status;
    });
    assert.ok(calls.length <= 1, `${about}: ${calls}`);
    assert.ok(status < 500, `${about}: ${status}`);
  }
  const signIn = () => stack.post('/token?grant_type=password', { email: newEmail(), password: 'x' });
  assert.is((await listCalledFunctions(signIn)).length, 1);
});

test.run();
