// The provider mocks reject requests that the real providers reject.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sendOutgoingRequest } from '../../../core/outgoing.ts';
import { providerRow } from '../../support/providers/rows.ts';
import { newPerson, startFakeProviders } from '../../support/providers/world.ts';

const REDIRECT_URI = 'https://auth.example.com/callback';
const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const world = await startFakeProviders({ here: true });
world.register(REDIRECT_URI);
test.after(() => world.close());
test.before.each(() => {
  world.person = newPerson();
});

const names = Object.keys(world.vendors);
const vendorOf = (name: string) => {
  const vendor = world.vendors[name];
  if (vendor === undefined) throw new Error(`no vendor ${name}`);
  return vendor;
};

function authorizeUrl(name: string, change: Record<string, string> = {}): URL {
  const { authorize, scopes = [], pkce } = vendorOf(name);
  const url = new URL(authorize);
  const values = {
    client_id: world.app(name).client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    state: 'st',
    scope: scopes.join(' '),
    ...(pkce ? { code_challenge: CHALLENGE, code_challenge_method: 'S256' } : {}),
    ...providerRow(name).authorize,
    ...change,
  };
  for (const [key, value] of Object.entries(values)) if (value !== '') url.searchParams.set(key, value);
  return url;
}

/** Signs the current user in at a provider mock. Returns the authorization code. */
async function requestCode(name: string): Promise<string> {
  const { to, ...rest } = await world.visit(authorizeUrl(name));
  const form = 'form' in rest ? rest.form : null;
  const values = form ?? Object.fromEntries(to?.searchParams ?? []);
  assert.is(values.state, 'st', name);
  assert.ok(values.code, `${name}: ${JSON.stringify(values)}`);
  return values.code ?? '';
}

async function exchangeProviderCode(
  name: string,
  code: string,
  o: { change?: Record<string, string>; way?: string; secret?: string } = {},
) {
  const { token, login, pkce } = vendorOf(name);
  const app = world.app(name);
  const way = o.way ?? (login === 'basic' ? 'basic' : 'body');
  const secret = o.secret ?? app.secret;
  const values = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    ...(pkce ? { code_verifier: VERIFIER } : {}),
    ...(way === 'body' ? { client_id: app.client_id, client_secret: secret } : {}),
    ...o.change,
  };
  const form = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  const basic = Buffer.from([app.client_id, secret].map(encodeURIComponent).join(':')).toString('base64');
  const answer = await sendOutgoingRequest(token, {
    method: 'POST',
    body: form,
    headers: { Accept: 'application/json', ...(way === 'basic' ? { Authorization: `Basic ${basic}` } : {}) },
    signal: AbortSignal.timeout(5_000),
  });
  return (await answer.json()) as Record<string, unknown>;
}

for (const name of names) {
  test(`${name}: rejects an unregistered redirect_uri, client or scope, the first two without a redirect`, async () => {
    const strange: Record<string, string>[] = [{ redirect_uri: `${REDIRECT_URI}/` }, { client_id: 'other' }];
    for (const change of strange) {
      const { to } = await world.visit(authorizeUrl(name, change));
      assert.is(to, null);
    }
    const { to } = await world.visit(authorizeUrl(name, { response_type: 'token' }));
    assert.is(to?.searchParams.get('error'), 'unsupported_response_type');
    if (vendorOf(name).scopes === undefined) return;
    assert.is((await world.visit(authorizeUrl(name, { scope: 'zq' }))).to?.searchParams.get('error'), 'invalid_scope');
  });

  test(`${name}: exchanges a code once, for its own client, with its redirect_uri and verifier`, async () => {
    const { login, pkce } = vendorOf(name);
    const refused: Parameters<typeof exchangeProviderCode>[2][] = [
      { secret: 'wrong' },
      { change: { grant_type: 'password' } },
      { change: { code: 'x' } },
      ...(login === 'either' ? [] : [{ way: login === 'basic' ? 'body' : 'basic' }]),
    ];
    const code = await requestCode(name);
    for (const o of refused)
      assert.is((await exchangeProviderCode(name, code, o)).access_token, undefined, JSON.stringify(o));
    assert.ok((await exchangeProviderCode(name, code)).access_token, 'none of these has used it up');
    assert.is((await exchangeProviderCode(name, code)).access_token, undefined, 'again');
    const burnt: Record<string, string>[] = [
      { redirect_uri: 'https://other.example.com/' },
      ...(pkce ? [{ code_verifier: '' }, { code_verifier: 'x'.repeat(43) }] : []),
    ];
    for (const change of burnt) {
      const other = await exchangeProviderCode(name, await requestCode(name), { change });
      assert.is(other.access_token, undefined, JSON.stringify(change));
    }
  });

  test(`${name}: a token works for its own resources, and another vendor's for none`, async () => {
    const { access_token } = await exchangeProviderCode(name, await requestCode(name));
    const stranger = name === 'github' ? 'gitlab' : 'github';
    const other = (await exchangeProviderCode(stranger, await requestCode(stranger))).access_token;
    for (const url of Object.keys(vendorOf(name).resources ?? {})) {
      const statusFor = async (token: unknown) => {
        const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'test' };
        return (await sendOutgoingRequest(url, { headers, signal: AbortSignal.timeout(5_000) })).status;
      };
      assert.is(await statusFor(other), 401, url);
      // Some providers require more than a token. The next test covers them.
      if (!providerRow(name).picky) assert.is(await statusFor(access_token), 200, url);
    }
  });
}

/** Requests a URL with these headers. */
async function requestResource(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const answer = await sendOutgoingRequest(url, { headers, signal: AbortSignal.timeout(5_000) });
  return { status: answer.status, body: await answer.json() };
}

test('notion requires its version, twitch the client, facebook the proof, linkedin and snapchat a query', async () => {
  const token = async (name: string) =>
    `Bearer ${(await exchangeProviderCode(name, await requestCode(name))).access_token}`;
  const notion = { Authorization: await token('notion') };
  const me = 'https://api.notion.com/v1/users/me';
  assert.is((await requestResource(me, notion)).status, 400);
  assert.is((await requestResource(me, { ...notion, 'Notion-Version': '2021-08-16' })).status, 200);

  const twitch = { Authorization: await token('twitch') };
  const users = 'https://api.twitch.tv/helix/users';
  assert.is((await requestResource(users, twitch)).status, 401);
  assert.is((await requestResource(users, { ...twitch, 'Client-Id': 'other' })).status, 401);
  assert.is((await requestResource(users, { ...twitch, 'Client-Id': world.app('twitch').client_id })).status, 200);

  const facebook = await token('facebook');
  const proof = createHmac('sha256', world.app('facebook').secret).update(facebook.slice(7)).digest('hex');
  const graph = 'https://graph.facebook.com/me?fields=email';
  assert.is((await requestResource(graph, { Authorization: facebook })).status, 400);
  assert.is((await requestResource(`${graph}&appsecret_proof=${proof}`, { Authorization: facebook })).status, 200);

  assert.is(
    (await requestResource('https://api.linkedin.com/v2/emailAddress', { Authorization: await token('linkedin') }))
      .status,
    400,
  );
  assert.is(
    (await requestResource('https://kit.snapchat.com/v1/me', { Authorization: await token('snapchat') })).status,
    400,
  );
});

test('apple, keycloak, workos and github have rules of their own', async () => {
  const error = async (url: URL) => (await world.visit(url)).to?.searchParams.get('error_description') ?? '';
  assert.match(await error(authorizeUrl('apple', { response_mode: '' })), 'form_post');
  assert.match(await error(authorizeUrl('workos', { connection: '' })), 'connection');
  const first = await world.visit(authorizeUrl('apple'));
  const again = await world.visit(authorizeUrl('apple'));
  assert.ok('form' in first && first.form?.user, 'Apple sends the name only on the first consent');
  assert.ok('form' in again && again.form?.user === undefined);
  const url = 'https://api.github.com/user/emails';
  const { access_token } = await exchangeProviderCode('github', await requestCode('github'));
  assert.is((await requestResource(url, { Authorization: `Bearer ${access_token}`, 'User-Agent': 'x' })).status, 200);
});

test('twitter rejects a wrong signature, a repeated nonce and an unregistered callback', async () => {
  const app = world.app('twitter');
  const ask = async (o: { secret?: string; nonce?: string; callback?: string }) => {
    const url = 'https://api.twitter.com/oauth/request_token';
    const oauth: Record<string, string> = {
      oauth_callback: o.callback ?? `${REDIRECT_URI}?state=1`,
      oauth_consumer_key: app.client_id,
      oauth_nonce: o.nonce ?? randomBytes(8).toString('hex'),
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: String(Math.floor(Date.now() / 1000)),
      oauth_version: '1.0',
    };
    const text = Object.entries(oauth)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&');
    const base = ['POST', url, text].map(encodeURIComponent).join('&');
    const key = `${encodeURIComponent(o.secret ?? app.secret)}&`;
    oauth.oauth_signature = createHmac('sha1', key).update(base).digest('base64');
    const pairs = Object.entries(oauth).map(([name, value]) => `${name}="${encodeURIComponent(value)}"`);
    const headers = { Authorization: `OAuth ${pairs.join(', ')}` };
    return (await sendOutgoingRequest(url, { method: 'POST', headers, signal: AbortSignal.timeout(5_000) })).status;
  };
  assert.is(await ask({ nonce: 'once' }), 200);
  assert.is(await ask({ nonce: 'once' }), 401);
  assert.is(await ask({ secret: 'wrong' }), 401);
  assert.is(await ask({ callback: 'https://other.example.com/' }), 403);
});

test.run();
