// Tests of a provider, a hook and a webhook that an administrator starts. Each reports the result, writes an audit
// entry, and shows no secret.
import { createServer } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE, signToken } from '../support/clients/admin.ts';
import {
  createHookSchema,
  defineHook,
  functionHookSettings,
  HOOK_SECRET,
  serverHookSettings,
} from '../support/database/hooks.ts';
import { bearer } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';
import { isSigned } from '../support/providers/webhooks.ts';
import { ALLOW_LOOPBACK, startCustomProviderStack } from './providers/custom_journey.ts';

const server = await startThirdParty();
const KEYCLOAK = {
  SVC_EXTERNAL_KEYCLOAK_CLIENT_ID: 'app',
  SVC_EXTERNAL_KEYCLOAK_SECRET: 'CANARY-keycloak',
  SVC_EXTERNAL_KEYCLOAK_REDIRECT_URI: 'http://localhost:9999/callback',
  SVC_EXTERNAL_KEYCLOAK_URL: `${server.url}/realms/x`,
};
const { issuer, stack, oidc, add, close } = await startCustomProviderStack({
  ...serverHookSettings(server.url, 'custom_access_token', 'send_email'),
  ...functionHookSettings('before_user_created'),
  ...KEYCLOAK,
  SVC_JWT_SUPPORT_ROLES: 'helper',
  SVC_JWT_AUDITOR_ROLES: 'viewer',
});
await createHookSchema(stack.db);
test.after(async () => {
  await close();
  await server.close();
});

interface Finding {
  check: string;
  state: string;
  says: string;
}
const ask = (path: string, node = stack as Pick<typeof stack, 'post'>) => node.post(path, undefined, SERVICE);
const statesOf = (body: Record<string, unknown>) =>
  (body.findings as Finding[]).map(({ check, state }) => `${check} ${state}`);
const lastAudited = async () => {
  const [row] = await stack.db
    .sql`select actions, traits from auth.audit_log order by created_at desc, id desc limit 1`;
  return { ...row };
};
const countAudited = async () => (await stack.db.sql`select 1 from auth.audit_log`).length;

test('a custom provider: discovery, keys, page and secret are asked; each fault is a finding', async () => {
  const name = await add(oidc());
  const path = `/admin/providers/${name}/test`;
  const good = await ask(path);
  assert.is(good.status, 200, good.text);
  assert.is(good.body.ok, true, good.text);
  assert.equal(statesOf(good.body).slice(0, 3), ['settings ok', 'discovery ok', 'keys ok']);
  assert.is(statesOf(good.body).at(-1), 'secret ok');
  assert.equal(await lastAudited(), { actions: ['provider_tested'], traits: { provider: name } });
  assert.not.match(good.text, issuer.client.secret);

  issuer.faults.set('/keys', { body: { keys: [] } });
  const right = issuer.client.secret;
  issuer.client.secret = 'another';
  const bad = await ask(path);
  assert.is(bad.body.ok, false);
  assert.ok(statesOf(bad.body).includes('keys failed') && statesOf(bad.body).includes('secret failed'), bad.text);
  assert.not.match(bad.text, right);
  issuer.client.secret = right;
  issuer.faults.clear();
});

test('a custom provider in a private network is not asked, as its sign-ins are not', async () => {
  const name = await add(oidc());
  const closed = await stack.another({ SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '' });
  const before = issuer.requests.length;
  const answer = await ask(`/admin/providers/${name}/test`, closed);
  assert.equal(
    statesOf(answer.body).filter((state) => /discovery|keys|redirect|secret/.test(state)),
    ['discovery failed', 'keys failed', 'redirect failed', 'secret failed'],
  );
  assert.match(answer.text, 'is in a private network');
  assert.is(issuer.requests.length, before, 'nothing was sent');
  const off = await stack.another({ ...ALLOW_LOOPBACK, SVC_CUSTOM_OAUTH_ENABLED: 'false' });
  const refused = await ask(`/admin/providers/${name}/test`, off);
  assert.equal([refused.status, refused.body.msg], [400, 'Custom OAuth providers are disabled']);
});

test('a built-in provider can be tested before it is enabled; one without settings names what is missing', async () => {
  server.behaviour = () => ({ status: 404, body: {} });
  const answer = await ask('/admin/providers/keycloak/test');
  assert.is(answer.status, 200, answer.text);
  assert.is(answer.body.ok, false);
  assert.ok(statesOf(answer.body).includes('discovery failed'), answer.text);
  assert.not.match(answer.text, 'CANARY');
  const before = await countAudited();
  for (const [name, status, message] of [
    ['github', 400, 'Unsupported provider: missing OAuth client ID'],
    ['nothing', 400, 'Unsupported provider: Provider nothing could not be found'],
    ['custom:nothing', 400, 'Custom provider "custom:nothing" not found'],
  ] as const) {
    const refused = await ask(`/admin/providers/${name}/test`);
    assert.is(refused.status, status, refused.text);
    assert.match(refused.text, JSON.stringify(message).slice(1, -1));
  }
  assert.is(await countAudited(), before, 'a test that does not begin is not recorded');
});

test('a provider that never answers ends the test within the time of a request', async () => {
  server.behaviour = () => 'hang';
  const quick = await stack.another({ SVC_API_MAX_REQUEST_DURATION: '3' });
  const answer = await ask('/admin/providers/keycloak/test', quick);
  assert.is(answer.status, 200, answer.text);
  assert.match(answer.text, 'did not answer in time');
});

test('a hook over HTTP gets a signed event that is marked as a test', async () => {
  const event = () =>
    JSON.parse(server.requests.at(-1)?.body ?? '{}') as { metadata: { test: unknown }; claims: object };
  server.behaviour = () => ({ body: { claims: { sub: 'x' } }, headers: { 'content-type': 'application/json' } });
  const good = await ask('/admin/hooks/custom_access_token/test');
  assert.equal(
    { ...good.body, ms: 0 },
    {
      hook: 'custom_access_token',
      ok: true,
      answer: { claims: { sub: 'x' } },
      wrong: null,
      error: null,
      ms: 0,
    },
  );
  assert.is(event().metadata.test, true);
  const [request] = server.requests.slice(-1);
  assert.ok(request && isSigned(request, HOOK_SECRET.replace('v1,', '')));
  assert.equal(await lastAudited(), { actions: ['hook_tested'], traits: { hook: 'custom_access_token' } });

  server.behaviour = () => ({ body: {}, headers: { 'content-type': 'application/json' } });
  assert.is((await ask('/admin/hooks/custom_access_token/test')).body.wrong, 'output claims field is missing');
  server.behaviour = () => ({ status: 500, body: {} });
  const failed = (await ask('/admin/hooks/send_email/test')).body;
  assert.equal([failed.ok, failed.error], [false, 'Unexpected status code returned from hook: 500']);
});

test('a hook that is a function keeps nothing; one that is off or unknown is refused', async () => {
  await defineHook(stack.db, 'before_user_created', `insert into app.notes values ('x'); return '{}';`);
  const good = await ask('/admin/hooks/before_user_created/test');
  assert.equal([good.status, good.body.ok, good.body.answer], [200, true, {}], good.text);
  assert.is((await stack.db.sql`select 1 from app.notes`).length, 0);
  const off = await ask('/admin/hooks/merge_users/test');
  assert.equal([off.status, off.body.msg], [422, 'SVC_HOOK_MERGE_USERS_ENABLED is not set']);
  assert.is((await ask('/admin/hooks/constructor/test')).status, 404);
});

test('a webhook gets a signed event `webhook.test`, which is in the audit log', async () => {
  const seen: string[] = [];
  const own = createServer((request, response) => {
    request.on('data', (chunk) => seen.push(String(chunk)));
    request.on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await new Promise((done) => own.once('listening', done));
  const { port } = own.address() as { port: number };
  const body = { url: `http://127.0.0.1:${port}/`, kinds: ['user.banned'] };
  const { id } = (await stack.post('/admin/webhooks', body, SERVICE)).body;
  const tested = await ask(`/admin/webhooks/${id}/test`);
  assert.equal([tested.body.outcome, tested.body.error], ['delivered', null], tested.text);
  assert.equal((JSON.parse(seen.join('')) as { type: string; data: object }).type, 'webhook.test');
  assert.equal(await lastAudited(), { actions: ['webhook_tested'], traits: { webhook_id: id } });
  own.close();
  const listed = (await stack.get('/admin/webhooks', SERVICE)).body;
  assert.ok((listed.kinds as string[]).includes('user.signed_in') && (listed.kinds as string[]).length >= 12);
});

test('support and auditors test nothing, and nothing is sent', async () => {
  const { length } = server.requests;
  const audited = await countAudited();
  for (const role of ['helper', 'viewer'])
    for (const path of ['/admin/providers/keycloak/test', '/admin/hooks/send_email/test', '/admin/webhooks/x/test']) {
      const refused = await stack.post(path, undefined, bearer(signToken({ role })));
      assert.equal([refused.status, refused.body.error_code], [403, 'insufficient_right'], path);
    }
  assert.equal([server.requests.length, await countAudited()], [length, audited]);
});

test('the settings name where each value comes from', async () => {
  const { settings } = (await stack.get('/admin/settings', SERVICE)).body as {
    settings: { name: string; value: unknown; source: string; secret: boolean }[];
  };
  const of = (name: string) => settings.find((one) => one.name === name);
  assert.is(of('SVC_EXTERNAL_KEYCLOAK_URL')?.source, 'SVC_EXTERNAL_KEYCLOAK_URL');
  assert.equal(
    [of('SVC_EXTERNAL_KEYCLOAK_SECRET')?.value, of('SVC_EXTERNAL_KEYCLOAK_SECRET')?.source],
    ['***', 'SVC_EXTERNAL_KEYCLOAK_SECRET'],
  );
  assert.is(of('SVC_SESSIONS_TIMEBOX')?.source, 'default');
  assert.is(of('SVC_MAILER_URLPATHS_RECOVERY')?.source, 'derived');
  assert.equal(
    settings.filter(({ source }) => typeof source !== 'string' || source === ''),
    [],
  );
});

test.run();
