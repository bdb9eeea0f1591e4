// Sign-in with custom providers that an administrator has added, OpenID Connect and plain OAuth 2, with auth-js.
import type { Provider, UserIdentity } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../../support/clients/client.ts';
import { bearer, readRedirectFragment } from '../../support/processes/stack.ts';
import { createSigner } from '../../support/providers/signer.ts';
import { newUserClaims, REDIRECT_URI, startCustomProviderStack } from './custom_journey.ts';
import { redirectErrors, redirectTarget } from './journey.ts';

const { issuer, stack, admin, oidc, oauth2, add, depart, arrive, close } = await startCustomProviderStack({
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
});
test.after(close);
test.after.each(() => {
  issuer.faults.clear();
  issuer.claims = {};
  issuer.document = {};
  issuer.ways = ['basic', 'post'];
  issuer.demands_pkce = true;
});

const userOf = async (access_token: string) => (await stack.get('/user', bearer(access_token))).body;
/** Signs a user in and returns the user as in GET /user. */
const signedIn = async (provider: string, user: Record<string, unknown>) => {
  const values = readRedirectFragment(await arrive(provider, user));
  assert.ok(values.get('access_token'), String(values));
  return userOf(values.get('access_token') ?? '');
};

for (const flowType of ['implicit', 'pkce'] as const) {
  test(`OpenID Connect, ${flowType}: the first sign-in creates an account, the second finds it`, async () => {
    const provider = await add(oidc(), { scopes: ['email', 'profile'], custom_claims_allowlist: ['groups'] });
    const user = newUserClaims({ groups: ['staff'], picture: 'https://img.example.com/1.png', locale: 'en' });
    const ids = [];
    for (const _ of [1, 2]) {
      const { auth } = createClient(stack.url, { flowType });
      const options = { skipBrowserRedirect: true, redirectTo: 'http://localhost:3000/welcome' };
      const { url } = expectData(await auth.signInWithOAuth({ provider: provider as Provider, options }));
      const left = await stack.get((url ?? '').slice(stack.url.length));
      const there = new URL(left.headers.get('location') ?? '');
      assert.is(there.origin + there.pathname, `${issuer.url}/authorize`);
      assert.is(there.searchParams.get('scope'), 'openid email profile');
      assert.is(there.searchParams.get('redirect_uri'), REDIRECT_URI);
      assert.ok(there.searchParams.get('code_challenge') && there.searchParams.get('nonce'));
      const back = await stack.get(issuer.consent(there.href, user));
      const { searchParams } = redirectTarget(back);
      const session =
        flowType === 'pkce'
          ? sessionOf(await auth.exchangeCodeForSession(searchParams.get('code') ?? ''))
          : sessionOf(
              await auth.setSession({
                access_token: readRedirectFragment(back).get('access_token') ?? '',
                refresh_token: readRedirectFragment(back).get('refresh_token') ?? '',
              }),
            );
      ids.push(session.user.id);
      const [identity] = session.user.identities ?? [];
      assert.equal(session.user.app_metadata, { provider, providers: [provider] });
      assert.equal(identity?.identity_data, {
        sub: user.sub,
        provider_id: user.sub,
        iss: issuer.url,
        email: user.email,
        email_verified: true,
        phone_verified: false,
        name: 'Ada Lovelace',
        full_name: 'Ada Lovelace',
        picture: user.picture,
        avatar_url: user.picture,
        preferred_username: 'ada',
        user_name: 'ada',
        locale: 'en',
        custom_claims: { groups: ['staff'] },
      });
      assert.is(session.user.email_confirmed_at !== undefined, true);
    }
    assert.is(ids[0], ids[1]);
  });
}

test('plain OAuth 2: claims under other names, configured scopes and parameters, no id token read', async () => {
  const provider = await add(oauth2(), {
    scopes: ['read:user'],
    attribute_mapping: { 'user.id': 'sub', mail: 'email', displayName: 'name', 'photo.url': 'avatar_url' },
    authorization_params: { prompt: 'login', tenant: 'a b' },
    custom_claims_allowlist: ['org'],
  });
  const { searchParams } = new URL(await depart(provider, '&scopes=extra&prompt=none&login_hint=x'));
  assert.equal(
    ['scope', 'prompt', 'tenant', 'login_hint', 'nonce'].map((name) => searchParams.get(name)),
    ['read:user extra', 'login', 'a b', 'x', null],
  );
  const mail = `${newUserClaims().sub}@example.com`;
  const person = {
    user: { id: 4711 },
    mail,
    displayName: 'Ada',
    photo: { url: 'https://img.example.com/2.png' },
    org: 7,
  };
  issuer.claims = { iss: 'https://elsewhere.example' };
  // A mapped claim alone does not verify an address, so a mail must confirm it.
  assert.is(redirectErrors(await arrive(provider, person)).error_code, 'provider_email_needs_verification');
  await stack.get((await stack.mail(mail)).path);
  const user = (await signedIn(provider, person)) as {
    email: string;
    identities: { identity_data: object; provider: string }[];
  };
  assert.is(user.email, mail);
  assert.equal(user.identities.find((identity) => identity.provider === provider)?.identity_data, {
    sub: '4711',
    provider_id: '4711',
    iss: `${issuer.url}/me`,
    email: mail,
    email_verified: false,
    phone_verified: false,
    name: 'Ada',
    full_name: 'Ada',
    avatar_url: 'https://img.example.com/2.png',
    custom_claims: { org: 7 },
  });
});

test('an address from a mapped claim opens no account, even if the verified address in another claim differs', async () => {
  const victim = newUserClaims();
  const plain = await add(oidc());
  const { id } = await signedIn(plain, victim);
  const provider = await add(oidc(), { attribute_mapping: { upn: 'email' } });
  const thief = newUserClaims({ upn: victim.email });
  const answer = redirectErrors(await arrive(provider, thief));
  assert.is(answer.error_code, 'provider_email_needs_verification');
  // If both claims have the same address, the provider's verification applies.
  assert.is((await signedIn(provider, newUserClaims({ email: victim.email, upn: victim.email }))).id, id);
});

test('an address of the user info is not verified by the claim of the ID token', async () => {
  const provider = await add(oidc());
  const victim = newUserClaims();
  await signedIn(provider, victim);
  const thief = newUserClaims();
  issuer.faults.set('/me', { body: { sub: thief.sub, email: victim.email } });
  assert.is(redirectErrors(await arrive(provider, thief)).error_code, 'provider_email_needs_verification');
  issuer.faults.set('/me', { body: { sub: victim.sub, email: victim.email, email_verified: true } });
  assert.is(
    redirectErrors(await arrive(provider, thief)).error_description,
    'Error getting user profile from external provider',
  );
  assert.match(stack.log(), `${provider}: the user info has another subject than the id token`);
});

test('without PKCE no challenge is sent, but the nonce still binds the token', async () => {
  const provider = await add(oidc(), { pkce_enabled: false });
  issuer.demands_pkce = false;
  const { searchParams } = new URL(await depart(provider));
  assert.equal([searchParams.get('code_challenge'), searchParams.has('nonce')], [null, true]);
  assert.ok((await signedIn(provider, newUserClaims())).id);
  issuer.claims = { nonce: 'of another sign-in' };
  assert.is(redirectErrors(await arrive(provider, newUserClaims())).error_code, 'unexpected_failure');
  const careless = await add(oidc(), { pkce_enabled: false, skip_nonce_check: true });
  assert.is(new URL(await depart(careless)).searchParams.has('nonce'), false);
  assert.ok((await signedIn(careless, newUserClaims())).id);
});

test('an ID token of another issuer, for another client, or signed by another key creates no account', async () => {
  const provider = await add(oidc(), { acceptable_client_ids: ['phone-app'] });
  const failing = async (claims: Record<string, unknown>, why: string) => {
    issuer.claims = claims;
    const user = newUserClaims();
    assert.is(redirectErrors(await arrive(provider, user)).error_code, 'unexpected_failure');
    assert.match(stack.log(), `${provider}: ${why}`);
    assert.equal([...(await stack.db.sql`select 1 from auth.users where email = ${String(user.email)}`)], []);
  };
  await failing({ iss: 'https://accounts.google.com' }, 'the id token is of another issuer');
  await failing({ aud: 'somebody-else' }, 'the id token was made for another client');
  issuer.claims = { aud: 'phone-app' };
  assert.ok((await signedIn(provider, newUserClaims())).id);
  issuer.claims = {};
  const own = issuer.signer;
  issuer.faults.set('/keys', own.keys());
  issuer.signer = createSigner(issuer.url);
  await failing({}, 'the id token is refused: ERR_JWKS_NO_MATCHING_KEY');
  issuer.signer = own;
  assert.ok((await signedIn(provider, newUserClaims())).id);
});

test('client authentication: as the discovery document says, else Basic and then the form', async () => {
  for (const [ways, expected] of [
    [['basic'], null],
    [['post'], null],
    [['post'], ['client_secret_post']],
    [['basic'], ['private_key_jwt', 'client_secret_basic']],
  ] as const) {
    issuer.ways = [...ways];
    issuer.document = { token_endpoint_auth_methods_supported: expected };
    const provider = await add(oidc());
    for (const _ of [1, 2]) {
      const asked = issuer.requests.length;
      assert.ok((await signedIn(provider, newUserClaims())).id);
      const logins = issuer.requests.slice(asked).filter(({ url }) => url.pathname === '/token').length;
      assert.ok(expected === null || logins === 1, `${logins} requests where ${expected} was said`);
    }
  }
  const asked = issuer.requests.length;
  issuer.ways = ['post'];
  const known = await add(oauth2());
  await signedIn(known, { ...newUserClaims(), id: 'x' });
  assert.is(
    issuer.requests.slice(asked).filter(({ url }) => url.pathname === '/token').length,
    1,
    'what it took is remembered',
  );
});

test('an identity is linked manually, found at the next sign-in, and unlinked', async () => {
  const provider = await add(oidc());
  const { auth } = createClient(stack.url);
  const owner = newUserClaims();
  const values = readRedirectFragment(await arrive(await add(oidc()), owner));
  const session = sessionOf(
    await auth.setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    }),
  );
  const options = { skipBrowserRedirect: true };
  const { url } = expectData(await auth.linkIdentity({ provider: provider as Provider, options }));
  const other = newUserClaims();
  const linked = readRedirectFragment(await stack.get(issuer.consent(url ?? '', other)));
  assert.is(claimsOf(linked.get('access_token') ?? '').sub, session.user.id);
  assert.is((await signedIn(provider, other)).id, session.user.id);
  const { identities } = expectData(await auth.getUserIdentities());
  const added = identities.find((identity) => identity.provider === provider);
  assert.ok(added && identities.length === 2, JSON.stringify(identities));
  expectData(await auth.unlinkIdentity(added));
  const left = expectData(await auth.getUserIdentities()).identities;
  assert.equal(
    left.map((identity) => identity.identity_id),
    identities.filter((identity) => identity !== added).map((identity) => identity.identity_id),
  );
  assertClientError(await auth.unlinkIdentity(left[0] as UserIdentity), [
    422,
    'single_identity_not_deletable',
    'User must have at least 1 identity after unlinking',
  ]);
  assert.is.not((await signedIn(provider, other)).id, session.user.id, 'the identity is free again');
});

test('the name is case-insensitive; an unknown or disabled one is reported in the page', async () => {
  const provider = await add(oidc());
  const user = newUserClaims();
  const { id } = await signedIn(provider, user);
  const again = (await signedIn(provider.toUpperCase(), user)) as { id: string; identities: { provider: string }[] };
  assert.equal([again.id, again.identities.map((identity) => identity.provider)], [id, [provider]]);
  expectData(await admin.updateProvider(provider, { enabled: false }));
  for (const [name, code, msg] of [
    [provider, 'provider_disabled', `Custom provider "${provider}" is disabled`],
    ['custom:none', 'validation_failed', 'Custom provider "custom:none" not found'],
  ]) {
    const { status, body } = await stack.get(`/authorize?provider=${name}`);
    assert.equal([status, body.error_code, body.msg], [400, code, msg]);
  }
  assert.is(Object.keys((await stack.get('/settings')).body.external as object).length, 23);
});

test('a provider that is deleted or disabled during a flow gets no request', async () => {
  for (const end of [
    async (provider: string) => expectData(await admin.updateProvider(provider, { enabled: false })),
    async (provider: string) => {
      const { error } = await admin.deleteProvider(provider);
      assert.is(error, null);
    },
  ]) {
    const provider = await add(oidc());
    const callback = issuer.consent(await depart(provider), newUserClaims());
    await end(provider);
    const asked = issuer.requests.length;
    assert.equal(redirectErrors(await stack.get(callback)), {
      error: 'invalid_request',
      error_code: 'oauth_provider_not_supported',
      error_description: 'Unsupported provider: provider is not enabled',
    });
    assert.is(issuer.requests.length, asked);
  }
});

test('a secret changed during a flow is the one that is used', async () => {
  const provider = await add(oidc());
  const callback = issuer.consent(await depart(provider), newUserClaims());
  const before = issuer.client.secret;
  issuer.client.secret = 'CANARY-rotated';
  assert.is(
    redirectErrors(await stack.get(issuer.consent(await depart(provider), newUserClaims()))).error_code,
    'unexpected_failure',
  );
  expectData(await admin.updateProvider(provider, { client_secret: 'CANARY-rotated' }));
  assert.ok(readRedirectFragment(await stack.get(callback)).get('access_token'));
  issuer.client.secret = before;
});

test('a provider may return no e-mail address, if the administrator allows it', async () => {
  const user = newUserClaims({ email: undefined });
  const strict = await add(oidc());
  assert.is(
    redirectErrors(await arrive(strict, user)).error_description,
    'Error getting user email from external provider',
  );
  const lax = await add(oidc(), { email_optional: true });
  assert.is((await signedIn(lax, user)).email, '');
});

test('the secret and the provider’s tokens are in no response, no log and no table', async () => {
  const shown = JSON.stringify([
    expectData(await admin.listProviders()),
    expectData(await admin.getProvider(await add(oidc()))),
  ]);
  await arrive(await add(oidc()), newUserClaims(), `&code_challenge=${'c'.repeat(43)}&code_challenge_method=plain`);
  const [row] = await stack.db.sql`select
    (select json_agg(p) from auth.custom_providers p)::text || (select coalesce(json_agg(f), '[]') from auth.flow_states f)::text
    || (select json_agg(i) from auth.identities i)::text || (select json_agg(u) from auth.users u)::text
    || (select coalesce(json_agg(a), '[]') from auth.audit_log a)::text as kept`;
  assert.match(String(row?.kept), 'custom_provider_created');
  for (const text of [shown, stack.log(), String(row?.kept)]) assert.not.match(text, /CANARY/);
});

test.run();
