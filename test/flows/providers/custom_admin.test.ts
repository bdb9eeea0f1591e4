// Custom providers with the unmodified admin client of auth-js: create, list, read, change, delete, and errors with
// their reasons.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNetworkRestriction } from '../../../core/reach.ts';
import { fetchDiscovery } from '../../../gateway/providers/discovery.ts';
import { createAdmin, SERVICE } from '../../support/clients/admin.ts';
import { assertClientError, expectData } from '../../support/clients/client.ts';
import { newIdentifier, startCustomProviderStack } from './custom_journey.ts';

const { issuer, stack, admin, oidc, oauth2, add, depart, close } = await startCustomProviderStack();
const closed = await stack.another({ SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '' });
test.after(close);
test.after.each(() => {
  issuer.faults.clear();
  issuer.document = {};
});

test('creates, lists, reads, changes and deletes a provider', async () => {
  const given = oidc();
  const { client_secret: _, ...shown } = given;
  const made = expectData(await admin.createProvider(given));
  assert.equal(made, {
    ...shown,
    id: made.id,
    acceptable_client_ids: [],
    scopes: [],
    pkce_enabled: true,
    attribute_mapping: {},
    custom_claims_allowlist: [],
    authorization_params: {},
    enabled: true,
    email_optional: false,
    skip_nonce_check: false,
    discovery_document: {
      issuer: issuer.url,
      authorization_endpoint: `${issuer.url}/authorize`,
      token_endpoint: `${issuer.url}/token`,
      userinfo_endpoint: `${issuer.url}/me`,
      jwks_uri: `${issuer.url}/keys`,
    },
    created_at: made.created_at,
    updated_at: made.updated_at,
  });
  assert.equal(expectData(await admin.getProvider(given.identifier)), made);
  const plain = expectData(await admin.createProvider(oauth2()));
  assert.equal(expectData(await admin.listProviders()).providers, [made, plain]);
  assert.equal(expectData(await admin.listProviders({ type: 'oauth2' })).providers, [plain]);

  const changes = { name: 'New', scopes: ['email'], acceptable_client_ids: ['b'], attribute_mapping: { upn: 'email' } };
  const changed = expectData(await admin.updateProvider(given.identifier, changes));
  assert.equal({ ...changed, updated_at: '' }, { ...made, ...changes, updated_at: '' });
  for (const { identifier } of [made, plain]) assert.is((await admin.deleteProvider(identifier)).error, null);
  assert.equal(expectData(await admin.listProviders()).providers, []);
  const gone = [404, 'custom_provider_not_found', 'Custom OAuth provider not found'] as const;
  assertClientError(await admin.getProvider(given.identifier), gone);
  assertClientError(await admin.updateProvider(given.identifier, {}), gone);
  const { status, body } = await stack.request(
    'DELETE',
    `/admin/custom-providers/${given.identifier}`,
    undefined,
    SERVICE,
  );
  assert.equal([status, body.error_code], [404, 'custom_provider_not_found']);
});

test('a new one is 201, a deleted one 204 without a body', async () => {
  const given = oauth2();
  assert.is((await stack.post('/admin/custom-providers', given, SERVICE)).status, 201);
  const answer = await stack.request('DELETE', `/admin/custom-providers/${given.identifier}`, undefined, SERVICE);
  assert.equal([answer.status, answer.text], [204, '']);
});

const refusedWith = async (given: object, message: string, code = 'validation_failed') =>
  assertClientError(await admin.createProvider(given as never), [400, code, message]);

test('rejects invalid input before any request', async () => {
  const asked = issuer.requests.length;
  await refusedWith({ ...oidc(), provider_type: 'saml' }, "provider_type must be either 'oauth2' or 'oidc'");
  await refusedWith({ ...oidc(), client_secret: '' }, 'client_secret is required');
  await refusedWith({ ...oidc(), client_secret: undefined }, 'client_secret is required');
  await refusedWith(
    { ...oidc(), client_secret: 'x'.repeat(4200) },
    'client_secret cannot be longer than 4096 characters',
  );
  await refusedWith({ ...oidc(), attribute_mapping: { a: 'role' } }, 'attribute_mapping cannot target role');
  await refusedWith(
    { ...oidc(), scopes: 'openid' },
    'Could not parse request body as JSON: "scopes" must be an array of strings',
    'bad_json',
  );
  await refusedWith(
    { ...oidc(), scopes: [1] },
    'Could not parse request body as JSON: "scopes" must be an array of strings',
    'bad_json',
  );
  assertClientError(await admin.listProviders({ type: 'saml' as never }), [
    400,
    'validation_failed',
    "type must be either 'oauth2' or 'oidc'",
  ]);
  const identifier = newIdentifier();
  await add({ ...oauth2(), identifier });
  const known = issuer.requests.length;
  assert.is(known, asked);
  await refusedWith(
    { ...oidc(), identifier },
    'A custom OAuth provider with this identifier already exists',
    'conflict',
  );
});

test('accepts a secret of 4096 bytes', async () => {
  assert.ok(await add(oauth2(), { client_secret: 'x'.repeat(4096) }));
});

test('stores and requests no address in a private network, unless the operator allows the network', async () => {
  const before = issuer.requests.length;
  const strict = createAdmin(closed.url).customProviders;
  const own = new URL(issuer.url);
  own.hostname = 'localhost';
  for (const url of [
    issuer.url,
    own.origin,
    'https://169.254.169.254',
    'https://[::ffff:10.0.0.1]',
    'https://2130706433',
  ]) {
    // A host that is a number is refused before its network is checked.
    const message = (name: string) =>
      url === 'https://2130706433'
        ? `${name} must be an https URL without user name, password and fragment`
        : `The URL in ${name} is in a private network`;
    assertClientError(await strict.createProvider({ ...oidc(), issuer: url }), [
      400,
      'validation_failed',
      message('issuer'),
    ]);
    const elsewhere = { ...oidc(), issuer: 'https://1.1.1.1', discovery_url: url };
    assertClientError(await strict.createProvider(elsewhere), [400, 'validation_failed', message('discovery_url')]);
    for (const name of ['authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const) {
      const urls = {
        authorization_url: 'https://1.1.1.1',
        token_url: 'https://1.1.1.1',
        userinfo_url: 'https://1.1.1.1',
      };
      const given = { ...oauth2(), ...urls, [name]: url };
      assertClientError(await strict.createProvider(given), [400, 'validation_failed', message(name)]);
    }
  }
  // Discovery document of the right issuer with an endpoint in a private network.
  issuer.document = { token_endpoint: 'https://10.0.0.1/token' };
  await refusedWith(oidc(), 'The URL in token_endpoint is in a private network');
  issuer.document = {};
  const provider = await add(oidc());
  assert.is(issuer.requests.length, before + 2);
  // The gateway `closed` does not allow the issuer's network, so it sends no request to the stored provider.
  const callback = issuer.consent(await depart(provider), { sub: 'x' });
  const asked = issuer.requests.length;
  assert.is((await closed.get(callback)).status, 302);
  assert.match(closed.log(), `${provider}: the token endpoint is in a private network`);
  assert.is(issuer.requests.length, asked);
});

test('reports an invalid discovery document, or one of another issuer, and stores nothing', async () => {
  const failing = async (why: string) => refusedWith(oidc(), `OIDC discovery failed: the discovery document ${why}`);
  const path = '/.well-known/openid-configuration';
  issuer.document = { issuer: 'https://accounts.google.com' };
  await failing('is of another issuer');
  issuer.document = { issuer: `${issuer.url}/` };
  await failing('is of another issuer');
  issuer.document = { token_endpoint: null };
  await failing('has no token_endpoint');
  issuer.document = { jwks_uri: 'http://127.0.0.1/keys' };
  await failing('names a jwks_uri that is no https URL');
  issuer.document = { authorization_endpoint: 'javascript:alert(1)' };
  await failing('names a authorization_endpoint that is no https URL');
  issuer.document = {};
  issuer.faults.set(path, { headers: { 'content-type': 'text/html' }, body: '<p>CANARY</p>' });
  await failing('answered neither JSON nor a form');
  issuer.faults.set(path, { status: 302, headers: { location: `${issuer.url}/elsewhere` } });
  await failing('answered 302');
  issuer.faults.set(path, { body: `{"x":"${'x'.repeat(300_000)}"}` });
  await failing('answered more than 256 KiB');
  issuer.faults.set(path, 'cut');
  await failing('cannot be reached');
  assert.equal(
    issuer.requests.filter(({ url }) => url.pathname === '/elsewhere'),
    [],
  );
  issuer.faults.set(path, 'hang');
  const reach = createNetworkRestriction({ networks: ['127.0.0.1'] });
  const signal = AbortSignal.timeout(100);
  const slow = await fetchDiscovery(issuer.url + path, { issuer: issuer.url, reach, signal }).catch(
    (error: Error) => error.message,
  );
  assert.is(slow, 'the discovery document did not answer in time');
});

test("accepts a document at another URL if it names the issuer; fetches a changed issuer's; a provider that is down can be disabled", async () => {
  const provider = await add(oidc(), { discovery_url: `${issuer.url}/.well-known/openid-configuration` });
  issuer.document = { token_endpoint: `${issuer.url}/new-token` };
  assert.is(
    expectData(await admin.updateProvider(provider, { name: 'Same' })).discovery_document?.token_endpoint,
    `${issuer.url}/token`,
  );
  const again = expectData(await admin.updateProvider(provider, { issuer: issuer.url }));
  assert.is(again.discovery_document?.token_endpoint, `${issuer.url}/new-token`);
  issuer.faults.set('/.well-known/openid-configuration', 'cut');
  assertClientError(await admin.updateProvider(provider, { discovery_url: '' }), [
    400,
    'validation_failed',
    'OIDC discovery failed: the discovery document cannot be reached',
  ]);
  assert.is(expectData(await admin.updateProvider(provider, { enabled: false })).enabled, false);
});

test('of fifty added concurrently the quota accepts as many as allowed', async () => {
  const there = expectData(await admin.listProviders()).providers.length;
  const few = await stack.another({ SVC_CUSTOM_OAUTH_MAX_PROVIDERS: String(there + 5) });
  const api = createAdmin(few.url).customProviders;
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.createProvider(oauth2())));
  assert.is(answers.filter(({ error }) => error === null).length, 5);
  for (const { error } of answers.filter((answer) => answer.error !== null))
    assert.equal(
      [error?.code, error?.message],
      ['over_custom_provider_quota', 'Maximum number of custom OAuth/OIDC providers reached'],
    );
  assert.is(expectData(await admin.listProviders()).providers.length, there + 5);
});

test('switched off as a whole: the admin API is off, and no custom provider signs in', async () => {
  const provider = await add(oidc());
  const callback = issuer.consent(await depart(provider), { sub: 'x' });
  const off = await stack.another({ SVC_CUSTOM_OAUTH_ENABLED: 'false' });
  const disabled = [404, 'feature_disabled', 'Custom OAuth providers are disabled'] as const;
  const api = createAdmin(off.url).customProviders;
  assertClientError(await api.listProviders(), disabled);
  assertClientError(await api.createProvider(oidc()), disabled);
  const { status, body } = await off.get(`/authorize?provider=${provider}`);
  assert.equal([status, body.error_code, body.msg], [400, 'validation_failed', 'Custom OAuth providers are disabled']);
  const back = await off.get(callback);
  assert.match(back.headers.get('location') ?? '', 'error_code=oauth_provider_not_supported');
});

test('the callback URL for providers is SVC_CUSTOM_OAUTH_EXTERNAL_URL', async () => {
  const provider = await add(oidc());
  const node = await stack.another({ SVC_CUSTOM_OAUTH_EXTERNAL_URL: 'https://auth.example.com/auth/v1/' });
  const { searchParams } = new URL(await depart(provider, '', node));
  assert.is(searchParams.get('redirect_uri'), 'https://auth.example.com/auth/v1/callback');
});

test('the secret is in no response and no log', async () => {
  const shown = JSON.stringify(expectData(await admin.listProviders()));
  for (const text of [shown, stack.log(), closed.log()]) assert.not.match(text, /CANARY/);
});

test.run();
