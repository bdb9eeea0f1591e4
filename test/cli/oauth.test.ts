// postern oauth: creates, changes and deletes clients whose secrets work over HTTP, and revokes grants.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CALLBACK, DEVICE_GRANT, refreshTokens, signInByClient, startOAuth } from '../support/clients/oauth.ts';
import { runInside } from '../support/processes/inside.ts';
import { JWT_SECRET, PEPPER } from '../support/processes/keys.ts';
import { confirmedUser } from '../support/processes/stack.ts';
import { environmentFor, runJson } from './admin.ts';

const stack = await startOAuth({ env: { SVC_OAUTH_SERVER_SECRET_OVERLAP: '0' } });
test.after(() => stack.close());
const env = environmentFor(stack.db, { SVC_JWT_SECRET: JWT_SECRET, SVC_SECURITY_PEPPER: PEPPER });
const run = async (args: string[], code = 0) => {
  const ended = await runInside(['oauth', ...args], { env });
  assert.is(ended.code, code, ended.stderr);
  return ended;
};
const json = (args: string[]) => runJson(['oauth', ...args], env);
const made = async (...more: string[]) => {
  const { client_id, client_secret } = await json(['client', 'create', '--redirect-uri', CALLBACK, ...more]);
  return { client_id: String(client_id), client_secret: String(client_secret) };
};

test('a client that the command creates signs users in; a rotated secret replaces the former', async () => {
  const client = await made('--name', 'Field Notes', '--scope', 'email offline_access');
  const { refresh_token } = await signInByClient(stack, { client, scope: 'email' });
  assert.match((await run(['client', 'rotate-secret', client.client_id], 1)).stderr, /add --yes/);
  const renewed = await json(['client', 'rotate-secret', client.client_id, '--yes']);
  assert.is((await refreshTokens(stack, client, refresh_token)).body.error, 'invalid_client');
  const now = { ...client, client_secret: String(renewed.client_secret) };
  assert.is((await refreshTokens(stack, now, refresh_token)).status, 200);
  for (const words of [['list'], ['show', client.client_id]]) {
    const { stdout } = await run(['client', ...words]);
    assert.match(stdout, /Field Notes/);
    assert.not(stdout.includes(now.client_secret), 'a secret is printed once');
  }
});

test('options describe the client: type, methods, lists, trust; change keeps what it does not name', async () => {
  const { client_id } = await made('--type', 'public', '--grant-type', 'authorization_code');
  assert.match(
    (await run(['client', 'create', '--type', 'public', '--redirect-uri', CALLBACK])).stdout,
    /without a secret/,
  );
  await run([
    'client',
    'change',
    client_id,
    '--name',
    'Renamed',
    '--resource',
    'https://a.example.com',
    '--uri',
    'https://x.example.com',
  ]);
  const shown = await json(['client', 'show', client_id]);
  assert.equal(
    [shown.client_name, shown.client_type, shown.token_endpoint_auth_method, shown.grant_types, shown.resources],
    ['Renamed', 'public', 'none', ['authorization_code'], ['https://a.example.com']],
  );
  await run(['client', 'change', client_id, '--uri', '']);
  assert.is((await json(['client', 'show', client_id])).client_uri, undefined);
  assert.match((await run(['client', 'change', client_id], 2)).stderr, /name an option/);
  assert.match((await run(['client', 'change', client_id, '--require-pkce', 'no'], 1)).stderr, /confidential/);
  const trusted = await made('--require-pkce', 'no', '--skip-consent', 'yes');
  const { require_pkce, skips_consent } = await json(['client', 'show', trusted.client_id]);
  assert.equal([require_pkce, skips_consent], [false, true]);
  assert.match((await run(['client', 'create', '--redirect-uri', 'javascript:alert(1)'], 1)).stderr, /not allowed/);
  await run(['client', 'create'], 2);
  await run(['client', 'create', '--grant-type', 'device_code', 'authorization_code'], 2);
  const device = await json(['client', 'create', '--type', 'public', '--grant-type', 'device_code', 'refresh_token']);
  assert.equal([device.redirect_uris, device.grant_types], [[], [DEVICE_GRANT, 'refresh_token']]);
  const { clients, total } = await json(['client', 'list', '--per-page', '1']);
  assert.is((clients as unknown[]).length, 1);
  assert.ok(Number(total) > 1);
});

test('grant list shows what a user approved; grant revoke and client delete end the sessions', async () => {
  const user = await confirmedUser(stack);
  const { email } = user;
  const [one, two] = [await made('--name', 'One'), await made('--name', 'Two')];
  const [first, second] = [
    await signInByClient(stack, { client: one, user }),
    await signInByClient(stack, { client: two, user }),
  ];
  assert.match((await run(['grant', 'list', email])).stdout, /One +email/);
  assert.match((await run(['grant', 'revoke', email, one.client_id], 1)).stderr, /add --yes/);
  await run(['grant', 'revoke', email, one.client_id, '--yes']);
  assert.is((await refreshTokens(stack, one, first.refresh_token)).body.error, 'invalid_grant');
  const { grants } = (await json(['grant', 'list', email])) as { grants: { client: { name: string } }[] };
  assert.equal(
    grants.map(({ client }) => client.name),
    ['Two'],
  );
  assert.match((await run(['grant', 'revoke', email, one.client_id, '--yes'], 1)).stderr, /oauth_consent_not_found/);
  const rows = (await runJson(['report', 'oauth_clients'], env)).rows as Record<string, unknown>[];
  const row = rows.find(({ client_id }) => client_id === two.client_id);
  assert.equal([row?.grants, row?.live_sessions, row?.users, row?.redirect_hosts], [1, 1, 1, 'client.example.com']);
  assert.match((await run(['client', 'delete', two.client_id], 1)).stderr, /add --yes/);
  await run(['client', 'delete', two.client_id, '--yes']);
  assert.is((await refreshTokens(stack, two, second.refresh_token)).body.error, 'invalid_client');
  assert.match((await run(['client', 'show', two.client_id], 1)).stderr, /oauth_client_not_found/);
});

test.run();
