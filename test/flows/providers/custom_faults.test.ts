// A faulty response of a custom provider causes an error in the app's redirect, and the log names the provider and the
// reason. An administrator may change a provider during a flow: the callback uses the definition at its own time, and
// rejects the flow if the issuer has changed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf, expectData } from '../../support/clients/client.ts';
import { bearer, readRedirectFragment } from '../../support/processes/stack.ts';
import { startIssuer } from '../../support/providers/issuer.ts';
import type { HostReaction } from '../../support/providers/network.ts';
import { newUserClaims, REDIRECT_URI, startCustomProviderStack } from './custom_journey.ts';
import { redirectErrors } from './journey.ts';

const { issuer, stack, admin, oidc, oauth2, add, depart, arrive, close } = await startCustomProviderStack();
const other = await startIssuer(REDIRECT_URI);
test.after(async () => {
  await other.close();
  await close();
});
test.after.each(() => {
  issuer.faults.clear();
  issuer.claims = {};
  issuer.document = {};
});

const HTML: HostReaction = { headers: { 'content-type': 'text/html' }, body: '<p>CANARY</p>' };
const HUGE: HostReaction = { body: `{"access_token":"${'x'.repeat(300_000)}"}` };

test('HTML, oversized, truncated, redirecting, rejecting: the error in query and fragment, the provider and the reason in the log', async () => {
  const [openid, plain] = [await add(oidc()), await add(oauth2())];
  const failing = async (provider: string, path: string, reaction: HostReaction, why: string): Promise<void> => {
    issuer.faults.set(path, reaction);
    const { error, error_code, error_description = '' } = redirectErrors(await arrive(provider, newUserClaims()));
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
  // Tests faults of the key set first, before a success caches it.
  await failing(openid, '/keys', HTML, 'the key set answered neither JSON nor a form');
  await failing(openid, '/keys', { body: {} }, 'the key set has no keys');
  for (const provider of [openid, plain]) {
    await failing(provider, '/token', HTML, 'the token endpoint answered neither JSON nor a form');
    await failing(provider, '/token', HUGE, 'the token endpoint answered more than 256 KiB');
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
  await failing(plain, '/me', { body: { email: 'a@example.com' } }, 'the profile has no valid subject');
  assert.equal(
    issuer.requests.filter(({ url }) => url.pathname === '/elsewhere'),
    [],
  );
  assert.not.match(stack.log(), /CANARY/);
});

test('tokens of another kind, form or length: no header breaks, and none is passed on', async () => {
  const provider = await add(oauth2());
  const giving = async (tokens: object): Promise<URLSearchParams> => {
    issuer.faults.set('/token', { body: { token_type: 'Bearer', ...tokens } });
    return readRedirectFragment(await arrive(provider, newUserClaims()));
  };
  issuer.faults.set('/me', { body: { id: newUserClaims().sub, email: newUserClaims().email, email_verified: true } });
  for (const refresh_token of [{ a: 1 }, ['CANARY'], 7, true, ''])
    assert.is((await giving({ access_token: 'good', refresh_token })).get('provider_refresh_token'), null);
  issuer.faults.delete('/me');
  for (const [tokens, why] of [
    [{ access_token: ['CANARY'] }, 'the token endpoint gave no access token'],
    [{ access_token: { CANARY: 1 } }, 'the token endpoint gave no access token'],
    [{ access_token: 'CANARY\r\nX-Evil: 1' }, 'the token endpoint gave a token that does not fit into a header'],
    [{ access_token: 'CANARY ü' }, 'the token endpoint gave a token that does not fit into a header'],
    [
      { access_token: `CANARY${'x'.repeat(200_000)}` },
      'the token endpoint gave a token that does not fit into a header',
    ],
    [
      { access_token: 'x', refresh_token: `CANARY${'x'.repeat(200_000)}` },
      'the token endpoint gave a token that does not fit into a header',
    ],
  ] as const) {
    const before = stack.log().length;
    const outcome = await giving(tokens);
    assert.equal([outcome.get('error'), outcome.get('error_code')], ['server_error', 'unexpected_failure']);
    assert.match(outcome.get('error_description') ?? '', /^Unable to exchange external code: /);
    assert.match(stack.log().slice(before), `${provider}: ${why}`);
  }
  assert.not.match(stack.log(), /CANARY/);
});

test('F-17: an expired, not yet valid or future ID token: a minute of clock skew is allowed, no more', async () => {
  const provider = await add(oidc());
  const now = Math.floor(Date.now() / 1000);
  for (const claims of [{ exp: now - 30 }, { nbf: now + 30 }, { iat: now + 30 }]) {
    issuer.claims = claims;
    assert.ok(
      readRedirectFragment(await arrive(provider, newUserClaims())).get('access_token'),
      JSON.stringify(claims),
    );
  }
  for (const [claims, why] of [
    [{ exp: now - 90 }, 'the id token is refused: ERR_JWT_EXPIRED'],
    [{ nbf: now + 90 }, 'the id token is refused: ERR_JWT_CLAIM_VALIDATION_FAILED'],
    [{ iat: now + 90 }, 'the id token was issued in the future: check the clocks'],
    [{ exp: undefined }, 'the id token is refused: ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ] as const) {
    issuer.claims = claims;
    const before = stack.log().length;
    assert.equal(redirectErrors(await arrive(provider, newUserClaims())), {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Error getting user profile from external provider',
    });
    assert.match(stack.log().slice(before), `${provider}: ${why}`);
  }
});

test('numeric ids beyond the precision of a double are distinct; in an ID token they are rejected', async () => {
  const provider = await add(oauth2(), { custom_claims_allowlist: ['tenant'] });
  const told_by = async (id: string): Promise<string> => {
    const email = `n${id}@example.com`;
    const body = `{"id":${id},"email":"${email}","email_verified":true,"tenant":${id},"name":"1234567890123456789"}`;
    issuer.faults.set('/me', { body });
    const access_token = readRedirectFragment(await arrive(provider, newUserClaims())).get('access_token') ?? '';
    const [identity] = await stack.db.sql`select i.identity_data as data from auth.identities as i
      where i.provider = ${provider} and i.subject = ${id}`;
    assert.equal(identity?.data.custom_claims, { tenant: id });
    assert.is(identity?.data.name, '1234567890123456789');
    return String(claimsOf(access_token).email);
  };
  assert.is(await told_by('9007199254740992'), 'n9007199254740992@example.com');
  assert.is(await told_by('9007199254740993'), 'n9007199254740993@example.com', 'not the one before');
  issuer.faults.clear();
  issuer.document = { userinfo_endpoint: null };
  const openid = await add(oidc());
  issuer.claims = { sub: 2 ** 53 };
  assert.is(redirectErrors(await arrive(openid, newUserClaims())).error_code, 'unexpected_failure');
  assert.match(stack.log(), `${openid}: the profile has no valid subject`);
  issuer.claims = { sub: 2 ** 53 - 1 };
  assert.ok(readRedirectFragment(await arrive(openid, newUserClaims())).get('access_token'));
});

test('slow: all requests share one deadline', async () => {
  const provider = await add(oidc());
  const hasty = await stack.another({ SVC_API_MAX_REQUEST_DURATION: '3' });
  for (const path of ['/token', '/me']) {
    issuer.faults.set(path, 'hang');
    const callback = issuer.consent(await depart(provider), newUserClaims());
    assert.is(redirectErrors(await hasty.get(callback)).error_code, 'unexpected_failure');
    issuer.faults.clear();
  }
  assert.match(hasty.log(), `${provider}: the token endpoint did not answer in time`);
  assert.match(hasty.log(), `${provider}: the request for user did not answer in time`);
});

test('discovery that is down blocks no sign-in, and cached keys are used meanwhile', async () => {
  const provider = await add(oidc());
  issuer.faults.set('/.well-known/openid-configuration', 'cut');
  assert.ok(readRedirectFragment(await arrive(provider, newUserClaims())).get('access_token'));
  issuer.faults.set('/keys', { status: 503 });
  assert.ok(readRedirectFragment(await arrive(provider, newUserClaims())).get('access_token'));
});

test('a code is not sent again after its rejection, a 5xx or a lost connection', async () => {
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
    await arrive(provider, newUserClaims());
    assert.is(issuer.requests.length - asked, count, JSON.stringify(reaction));
  }
});

test('a value that cannot be unsealed any more is reported at once, with the provider in the log', async () => {
  const provider = await add(oidc());
  const callback = issuer.consent(await depart(provider), newUserClaims());
  const asked = issuer.requests.length;
  await stack.db.sql`update auth.custom_providers set client_secret = 'of another row' where identifier = ${provider}`;
  const { status, body } = await stack.get(`/authorize?provider=${provider}`);
  assert.equal([status, body.msg], [400, 'Unsupported provider: missing OAuth secret']);
  assert.match(stack.log(), `the client secret of ${provider} is sealed by a key that is not in SVC_SECURITY_PEPPER`);
  const before = stack.log().length;
  assert.is(redirectErrors(await stack.get(callback)).error_description, 'Unsupported provider: missing OAuth secret');
  assert.match(
    stack.log().slice(before),
    `the client secret of ${provider} is sealed by a key that is not in SVC_SECURITY_PEPPER`,
  );
  assert.is(issuer.requests.length, asked);
});

const nobody = async (user: Record<string, unknown>): Promise<void> => {
  const rows = await stack.db.sql`select from auth.users as u where u.email = ${String(user.email)}`;
  assert.is(rows.length, 0, 'no account');
};

test('another issuer under the same name does not get the code of the former one', async () => {
  const moves: ((provider: string) => Promise<unknown>)[] = [
    async (provider) => expectData(await admin.updateProvider(provider, { issuer: other.url })),
    async (provider) => {
      await admin.deleteProvider(provider);
      return add({ ...oidc(), identifier: provider as `custom:${string}`, issuer: other.url });
    },
    async (provider) => {
      await admin.deleteProvider(provider);
      return add(
        { ...oauth2(), identifier: provider as `custom:${string}` },
        { token_url: `${other.url}/token`, userinfo_url: `${other.url}/me` },
      );
    },
  ];
  for (const [at, move] of moves.entries()) {
    const provider = await add(oidc());
    const user = newUserClaims();
    const callback = issuer.consent(await depart(provider), user);
    await move(provider);
    const asked = [issuer.requests.length, other.requests.length];
    assert.equal(
      redirectErrors(await stack.get(callback)),
      {
        error: 'invalid_request',
        error_code: 'oauth_provider_not_supported',
        error_description: 'Unsupported provider: provider is not enabled',
      },
      String(at),
    );
    assert.equal([issuer.requests.length, other.requests.length], asked, 'neither is asked');
    await nobody(user);
  }
});

test('changes of claims, scopes and PKCE take effect at once', async () => {
  const provider = await add(oidc());
  const callback = issuer.consent(await depart(provider), newUserClaims({ org: 7 }));
  expectData(await admin.updateProvider(provider, { custom_claims_allowlist: ['org'], name: 'New' }));
  const access_token = readRedirectFragment(await stack.get(callback)).get('access_token') ?? '';
  const { user_metadata } = (await stack.get('/user', bearer(access_token))).body;
  assert.equal((user_metadata as Record<string, unknown>).custom_claims, { org: 7 });

  const user = newUserClaims();
  const without = issuer.consent(await depart(provider), user);
  expectData(await admin.updateProvider(provider, { pkce_enabled: false }));
  assert.is(redirectErrors(await stack.get(without)).error, 'server_error');
  assert.match(stack.log(), `${provider}: the token endpoint answered 400: invalid_grant`);
  await nobody(user);
});

test.run();
