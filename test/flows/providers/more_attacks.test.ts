// Further attacks on the provider flow: malformed or forged headers and parameters, claims that change later, and
// behavior that this protocol permits although newer advice is stricter (docs/adr/0005-where-the-wire-differs.md).
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../../support/clients/client.ts';
import {
  type Answer,
  bearer,
  EXTERNAL_URL,
  newEmail,
  readRedirectFragment,
  SITE_URL,
  startStack,
} from '../../support/processes/stack.ts';
import { CALLBACK, consentAndReturn, providerEnvironment } from '../../support/providers/sign_in.ts';
import { newPerson, startFakeProviders } from '../../support/providers/world.ts';

const world = await startFakeProviders({ here: true });
world.register(CALLBACK);
const env = { ...providerEnvironment(world, ['github', 'google']), SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true' };
const stack = await startStack({ env });
test.after(async () => {
  await stack.close();
  await world.close();
});

const target = (answer: Answer): URL => new URL(answer.headers.get('location') ?? '');
const FORGED = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  forwarded: 'host=evil.example;proto=http',
  'x-original-host': 'evil.example',
  referer: 'https://evil.example/',
  origin: 'https://evil.example',
};
/** Runs the complete flow, with these headers in both requests to the gateway. */
async function runFlow(query = '', headers: Record<string, string> = {}): Promise<Answer> {
  const { to } = await world.visit(target(await stack.get(`/authorize?provider=github${query}`, headers)));
  if (to === null) throw new Error('the provider showed a page');
  return stack.get(to.href.slice(EXTERNAL_URL.length), headers);
}

test('forged headers change no address, from the first request on, and no other host gets a request', async () => {
  world.person = newPerson();
  const there = target(await stack.get('/authorize?provider=github', FORGED));
  assert.equal([there.origin, there.searchParams.get('redirect_uri')], ['https://github.com', CALLBACK]);
  const before = world.requests.length;
  const home = await runFlow('', FORGED);
  assert.is(target(home).origin, SITE_URL);
  const hosts = new Set(world.requests.slice(before).map(({ url }) => url.hostname));
  assert.equal([...hosts].sort(), ['api.github.com', 'github.com']);
  assert.is(target(await stack.get('/callback?state=x', FORGED)).origin, SITE_URL);
});

test('unreadable addresses and bearer tokens are rejected or left out, and the server keeps running', async () => {
  world.person = newPerson();
  const long = 'x'.repeat(8_000);
  for (const redirect of [
    'http://%',
    '%E0%A4%A',
    'http://[',
    'http://localhost:3000:x',
    '\\',
    `${SITE_URL}/${long}`,
    '//',
    'http:',
  ])
    assert.is(
      target(await runFlow(`&redirect_to=${encodeURIComponent(redirect).slice(0, 7_000)}`)).origin,
      SITE_URL,
      redirect.slice(0, 40),
    );
  for (const raw of ['%', '%E0%A4%A', '%00', '%ff'])
    assert.ok([302, 400].includes((await stack.get(`/authorize?provider=github&redirect_to=${raw}`)).status), raw);
  for (const token of ['%E0%A4%A', 'a.b', '..', `a.${'b'.repeat(12_000)}.c`, '{}', 'null'])
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=github'],
      ['DELETE', '/user/identities/0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11'],
    ] as const) {
      const { status } = await stack.request(method, path, undefined, bearer(token));
      assert.ok([401, 403, 431].includes(status), `${method} ${token.slice(0, 20)}: ${status}`);
    }
  const id_token = { provider: 'google', id_token: 'x', link_identity: true };
  for (const token of ['%E0%A4%A', 'a.b.c'])
    assert.ok([401, 403].includes((await stack.post('/token?grant_type=id_token', id_token, bearer(token))).status));
});

test('an address that the provider changes later confirms nothing for the account, and an unverified one finds no account', async () => {
  const own = newEmail();
  world.person = newPerson({ email: own });
  const first = await consentAndReturn(stack, { world, provider: 'google', flowType: 'implicit' });
  const { sub } = claimsOf(first.fragment.get('access_token') ?? '');
  const later = newEmail();
  world.person = { ...world.person, email: later, verified: false };
  const second = await consentAndReturn(stack, { world, provider: 'google', flowType: 'implicit' });
  const user = (await stack.get('/user', bearer(second.fragment.get('access_token') ?? ''))).body;
  assert.equal([user.id, user.email], [sub, own]);
  const [row] = await stack.db.sql`select count(*)::int as n from auth.addresses as a where a.value = ${later}`;
  assert.is(row?.n, 0);
});

test('a provider cannot raise a user: it does not decide role, audience, level and confirmation', async () => {
  world.person = newPerson();
  const { id, login, email } = world.person;
  const claimed = {
    role: 'service_role',
    aud: 'x',
    aal: 'aal2',
    app_metadata: { admin: true },
    email_confirmed_at: '2020-01-01',
  };
  world.instead = ({ url }) =>
    url.pathname === '/user' ? { body: { ...claimed, id: Number(id), login, email, email_verified: true } } : null;
  const access_token = readRedirectFragment(await runFlow()).get('access_token') ?? '';
  world.instead = () => null;
  const claims = claimsOf(access_token);
  const raised = [claims.role, claims.aud, claims.aal, claims.is_anonymous];
  assert.equal(raised, ['authenticated', 'authenticated', 'aal1', false]);
  assert.equal(claims.app_metadata, { provider: 'github', providers: ['github'] });
  for (const name of Object.keys(claimed)) assert.is(name in (claims.user_metadata as object), false, name);
});

test('a challenge must be S256 or plain, and a verifier has 43 to 128 characters', async () => {
  world.person = newPerson();
  const exchanged = async (
    method: string,
    verifier: string,
    challenge: string,
  ): Promise<Answer['body'] & { status: number }> => {
    const home = target(await runFlow(`&code_challenge_method=${method}&code_challenge=${challenge}`));
    const auth_code = home.searchParams.get('code');
    assert.is(home.hash, '');
    const { status, body } = await stack.post('/token?grant_type=pkce', { auth_code, code_verifier: verifier });
    return { status, ...body };
  };
  const digest = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
  const verifier = randomBytes(48).toString('base64url');
  // Clients of this protocol may use the PKCE method `plain`.
  assert.is((await exchanged('plain', verifier, verifier)).status, 200);
  for (const short of ['v', 'v'.repeat(42), 'v'.repeat(129)]) {
    const { status, error_code } = await exchanged('S256', short, digest(short));
    assert.equal([status, error_code], [400, 'bad_code_verifier'], String(short.length));
  }
  assert.is((await exchanged('plain', digest(verifier), verifier)).error_code, 'bad_code_verifier');
  for (const query of [
    `code_challenge_method=S512&code_challenge=${digest(verifier)}`,
    'code_challenge_method=plain&code_challenge=short',
    `code_challenge=${digest(verifier)}`,
  ]) {
    const { status, body } = await stack.get(`/authorize?provider=github&${query}`);
    assert.equal([status, body.error_code], [400, 'validation_failed'], query);
  }
});

test('the implicit flow and the password grant exist, as clients expect; tokens are only in the fragment, and the grant can be switched off', async () => {
  world.person = newPerson();
  const home = target(await runFlow());
  assert.equal([home.search, readRedirectFragment(await runFlow()).has('access_token')], ['', true]);
  const grant = { email: newEmail(), password: 'correct horse battery' };
  assert.is((await stack.post('/token?grant_type=password', grant)).body.error_code, 'invalid_credentials');
  const without = await stack.another({ ...env, SVC_EXTERNAL_EMAIL_ENABLED: 'false' });
  const { status, body } = await without.post('/token?grant_type=password', grant);
  assert.equal([status, body.error_code], [422, 'email_provider_disabled']);
  assert.is((await without.get('/authorize?provider=github')).status, 302, 'providers go on');
});

test.run();
