// Users of one Postern sign in to a second Postern, which has the first as a custom OpenID provider.
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin, SERVICE } from '../../support/clients/admin.ts';
import { claimsOf, expectData } from '../../support/clients/client.ts';
import { approveAsUser } from '../../support/clients/consent_page.ts';
import { bearer, EXTERNAL_URL, newEmail, readRedirectFragment, startStack } from '../../support/processes/stack.ts';
import { startTlsFront } from '../../support/providers/tls_front.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', key_ops: ['sign', 'verify'] };
const front = await startTlsFront();
const server = await startStack({
  worker: false,
  env: {
    SVC_API_EXTERNAL_URL: front.url,
    SVC_OAUTH_SERVER_ENABLED: 'true',
    SVC_JWT_KEYS: JSON.stringify([key]),
    SVC_JWT_VALID_METHODS: 'RS256,HS256',
  },
});
front.to(Number(new URL(server.url).port));
const app = await startStack({ worker: false, env: { SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '127.0.0.0/8' } });
test.after(async () => {
  await app.close();
  await server.close();
  front.close();
});

const PASSWORD = 'correct horse battery';

async function createUser() {
  const email = newEmail();
  expectData(await createAdmin(server.url).createUser({ email, password: PASSWORD, email_confirm: true }));
  return { email, password: PASSWORD };
}

const created = await server.post(
  '/admin/oauth/clients',
  { client_name: 'The other Postern', redirect_uris: [`${EXTERNAL_URL}/callback`] },
  SERVICE,
);
assert.is(created.status, 201, created.text);
const { identifier } = expectData(
  await createAdmin(app.url).customProviders.createProvider({
    provider_type: 'oidc',
    identifier: 'custom:postern',
    name: 'Postern',
    issuer: front.url,
    client_id: String(created.body.client_id),
    client_secret: String(created.body.client_secret),
    scopes: ['email', 'profile'],
  }),
);

/** Signs in to the app through the other Postern. Returns the app's user. */
async function signInThroughOther(user: { email: string; password: string }): Promise<Record<string, unknown>> {
  const left = await app.get(`/authorize?provider=${identifier}`);
  assert.is(left.status, 302, left.text);
  const back = new URL(await approveAsUser(left.headers.get('location') ?? '', user));
  assert.is(back.searchParams.get('iss'), front.url);
  const arrived = await app.get(`${back.pathname}${back.search}`);
  const token = readRedirectFragment(arrived).get('access_token') ?? '';
  assert.ok(token, arrived.headers.get('location') ?? arrived.text);
  assert.is(claimsOf(token).client_id, undefined);
  return (await app.get('/user', bearer(token))).body;
}

test('a user of one Postern signs in at the other, and the next sign-in finds the same account', async () => {
  const user = await createUser();
  const first = await signInThroughOther(user);
  assert.is(first.email, user.email);
  assert.equal((first.app_metadata as Record<string, unknown>).provider, identifier);
  // No new consent is needed: the client is confidential, its redirect URI is on loopback, and it requests no further
  // scope.
  const second = await signInThroughOther(user);
  assert.is(second.id, first.id);
});

test('another user gets another account', async () => {
  const [one, other] = [await signInThroughOther(await createUser()), await signInThroughOther(await createUser())];
  assert.not.equal(one.id, other.id);
});

test.run();
