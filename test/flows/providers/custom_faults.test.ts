// A custom provider that does not do its part: the app is told by its redirect, the log which provider and why.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HostReaction } from '../../support/providers/network.ts';
import { fragment } from '../../support/stack.ts';
import { customStack, newUser } from './custom_journey.ts';
import { told } from './journey.ts';

const { issuer, stack, oidc, oauth2, add, depart, arrive, close } = await customStack();
test.after(close);
test.after.each(() => issuer.faults.clear());

const HTML: HostReaction = { headers: { 'content-type': 'text/html' }, body: '<p>CANARY</p>' };
const HUGE: HostReaction = { body: `{"access_token":"${'x'.repeat(300_000)}"}` };

test('HTML, huge, cut, redirecting, refusing: the error in query and fragment, the provider and the reason in the log', async () => {
  const [openid, plain] = [await add(oidc()), await add(oauth2())];
  const failing = async (provider: string, path: string, reaction: HostReaction, why: string): Promise<void> => {
    issuer.faults.set(path, reaction);
    const { error, error_code, error_description = '' } = told(await arrive(provider, newUser()));
    assert.equal([error, error_code], ['server_error', 'unexpected_failure']);
    assert.match(
      error_description,
      /the token endpoint (?!gave no id token)/.test(why)
        ? /^Unable to exchange external code: /
        : /^Error getting user profile/,
    );
    assert.match(stack.log(), `${provider}: ${why}`);
    issuer.faults.clear();
  };
  // The keys first: they are not known yet.
  await failing(openid, '/keys', HTML, 'the key set answered neither JSON nor a form');
  await failing(openid, '/keys', { body: {} }, 'the key set has no keys');
  for (const provider of [openid, plain]) {
    await failing(provider, '/token', HTML, 'the token endpoint answered neither JSON nor a form');
    await failing(provider, '/token', HUGE, 'the token endpoint answered more than 262144 bytes');
    await failing(provider, '/token', 'cut', 'the token endpoint cannot be reached');
    await failing(provider, '/token', { status: 503, body: 'CANARY' }, 'the token endpoint answered 503');
    const away = { status: 307, headers: { location: `${issuer.url}/elsewhere` } };
    await failing(provider, '/token', away, 'the token endpoint answered 307');
    const denied = { status: 400, body: { error: 'invalid_grant', error_description: 'CANARY' } };
    await failing(provider, '/token', denied, 'the token endpoint answered 400: invalid_grant');
    await failing(provider, '/me', HTML, 'the request for user answered neither JSON nor a form');
    await failing(provider, '/me', { status: 500 }, 'the request for user answered 500');
    await failing(provider, '/me', { body: '[]' }, 'the answer is no object');
  }
  await failing(openid, '/token', { body: { access_token: 'x' } }, 'the token endpoint gave no id token');
  await failing(openid, '/token', { body: { access_token: 'x', id_token: 'x.y.z' } }, 'the id token cannot be read');
  await failing(plain, '/me', { body: { email: 'a@example.com' } }, 'the profile names nobody');
  assert.equal(
    issuer.requests.filter(({ url }) => url.pathname === '/elsewhere'),
    [],
  );
  assert.not.match(stack.log(), /CANARY/);
});

test('slow: the whole of it has one deadline', async () => {
  const provider = await add(oidc());
  const hasty = await stack.another({ SVC_API_MAX_REQUEST_DURATION: '3' });
  for (const path of ['/token', '/me']) {
    issuer.faults.set(path, 'hang');
    const callback = issuer.consent(await depart(provider), newUser());
    assert.is(told(await hasty.get(callback)).error_code, 'unexpected_failure');
    issuer.faults.clear();
  }
  assert.match(hasty.log(), `${provider}: the token endpoint did not answer in time`);
  assert.match(hasty.log(), `${provider}: the request for user did not answer in time`);
});

test('discovery that is down keeps nobody out, and keys that are known are used while none can be asked for', async () => {
  const provider = await add(oidc());
  issuer.faults.set('/.well-known/openid-configuration', 'cut');
  assert.ok(fragment(await arrive(provider, newUser())).get('access_token'));
  issuer.faults.set('/keys', { status: 503 });
  assert.ok(fragment(await arrive(provider, newUser())).get('access_token'));
});

test('a code is sent once where its fate is known, and not to a second way of proof', async () => {
  const provider = await add(oauth2(), { token_url: `${issuer.url}/other-token` });
  for (const [reaction, count] of [
    [{ status: 400, body: { error: 'invalid_grant' } }, 1],
    [{ status: 500 }, 1],
    ['cut', 1],
    [{ status: 401, body: { error: 'invalid_client' } }, 2],
    [{ status: 400, body: {} }, 2],
  ] as const) {
    issuer.faults.set('/other-token', reaction);
    const asked = issuer.requests.length;
    await arrive(provider, newUser());
    assert.is(issuer.requests.length - asked, count, JSON.stringify(reaction));
  }
});

test('what cannot be opened any more is said at once, with the provider in the log', async () => {
  const provider = await add(oidc());
  const callback = issuer.consent(await depart(provider), newUser());
  const asked = issuer.requests.length;
  await stack.db.sql`update auth.custom_providers set client_secret = 'of another row' where identifier = ${provider}`;
  const { status, body } = await stack.get(`/authorize?provider=${provider}`);
  assert.equal([status, body.msg], [400, 'Unsupported provider: missing OAuth secret']);
  assert.match(stack.log(), `${provider}: its secret was sealed with a key that is not in the ring any more`);
  assert.is(told(await stack.get(callback)).error_description, 'Unsupported provider: missing OAuth secret');
  assert.is(issuer.requests.length, asked);
});

test.run();
