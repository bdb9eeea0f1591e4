// OAuth clients whose id is the URL of a metadata document, and clients that authenticate by a JWT assertion. A server
// on loopback serves documents and keys.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import {
  approveAuthorization,
  authorizeQuery,
  CALLBACK,
  createOAuthClient,
  createPkce,
  postForm,
  startAuthorization,
  startOAuth,
} from '../../support/clients/oauth.ts';
import { confirmedUser } from '../../support/processes/stack.ts';
import { startTlsFront } from '../../support/providers/tls_front.ts';

type ServedDocument = { status?: number; headers?: Record<string, string>; body: unknown };
const pages = new Map<string, ServedDocument>();
const requests: string[] = [];
const site = createServer((request, response) => {
  requests.push(request.url ?? '');
  const page = pages.get(request.url ?? '') ?? { status: 404, body: {} };
  response.writeHead(page.status ?? 200, { 'Content-Type': 'application/json', ...page.headers });
  response.end(typeof page.body === 'string' ? page.body : JSON.stringify(page.body));
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const front = await startTlsFront();
front.to((site.address() as AddressInfo).port);
const { host } = new URL(front.url);

const stack = await startOAuth({
  env: { SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: host, SVC_OAUTH_SERVER_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' },
});
test.after(async () => {
  await stack.close();
  front.close();
  site.close();
});
const user = await confirmedUser(stack);
const base = stack.settings.api_external_url;
const o = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(base, stack.url), init as RequestInit),
};
const as = await oauth.processDiscoveryResponse(
  new URL(base),
  await oauth.discoveryRequest(new URL(base), { algorithm: 'oauth2', ...o }),
);

let published = 0;
/** Publishes a metadata document. Returns its URL. */
function publishDocument(more: object = {}, served: Partial<ServedDocument> = {}): string {
  published += 1;
  const path = `/client-${published}.json`;
  const client_id = `${front.url}${path}`;
  const redirect_uris = [CALLBACK, 'http://127.0.0.1/callback'];
  pages.set(path, { body: { client_id, client_name: 'Documented', redirect_uris, ...more }, ...served });
  return client_id;
}
const asked = (client_id: string): number => requests.filter((path) => client_id.endsWith(path)).length;
const authorize = (client_id: string, node = stack as Pick<typeof stack, 'get'>) =>
  node.get(`/oauth/authorize?${authorizeQuery(client_id, createPkce().challenge)}`);

test('oauth4webapi: a public client that is known by its document alone signs a user in, and refreshes', async () => {
  assert.is(as.client_id_metadata_document_supported, true);
  const client = { client_id: publishDocument() };
  const { verifier, challenge } = createPkce();
  const id = await startAuthorization(
    stack,
    authorizeQuery(client.client_id, challenge, { scope: 'openid email offline_access' }),
  );
  const address = await approveAuthorization(stack, id, user.access_token);
  const parameters = oauth.validateAuthResponse(as, client, address, 'state-1');
  const answer = await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, CALLBACK, verifier, o);
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer);
  assert.is(oauth.getValidatedIdTokenClaims(tokens)?.aud, client.client_id);
  const again = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), String(tokens.refresh_token), o);
  await oauth.processRefreshTokenResponse(as, client, again);
  assert.is(asked(client.client_id), 1);
});

test('one fetch for 100 requests, and none while the document counts', async () => {
  const client_id = publishDocument();
  const answers = await Promise.all(Array.from({ length: 100 }, () => authorize(client_id)));
  assert.ok(answers.every(({ status }) => status === 302));
  assert.is(asked(client_id), 1);
  await stack.db.sql`update auth.oauth_clients set document_expires_at = now() where document_url = ${client_id}`;
  await authorize(client_id);
  assert.is(asked(client_id), 1, 'an address is asked once in ten seconds');
});

test('a client document: redirects, 5 KiB and more, another client_id, secrets in it and what is no document are refused', async () => {
  const REFUSED: Record<string, string> = {
    'a redirect': publishDocument({}, { status: 302, headers: { Location: '/client-1.json' } }),
    'more than 5 KiB': publishDocument({ client_uri: `https://x.example/${'x'.repeat(6_000)}` }),
    'another client_id': publishDocument({ client_id: `${front.url}/other.json` }),
    'a secret': publishDocument({ client_secret: 'x' }),
    'a missing document': `${front.url}/missing.json`,
    'no JSON': publishDocument({}, { body: '<html>' }),
    'a member of another type': publishDocument({ redirect_uris: CALLBACK }),
    'no redirect URIs': publishDocument({ redirect_uris: [] }),
    'an empty document': publishDocument({}, { body: {} }),
  };
  for (const [what, client_id] of Object.entries(REFUSED)) {
    const answer = await authorize(client_id);
    assert.equal([answer.status, answer.body.error_code], [400, 'oauth_client_not_found'], what);
    assert.is(answer.headers.get('location'), null, what);
  }
  assert.is(
    (await stack.db.sql`select from auth.oauth_clients where document_url = any (${Object.values(REFUSED)})`).length,
    0,
  );
});

test('an address that is none, on a host that is not listed, or with the feature off is not fetched', async () => {
  const path = new URL(publishDocument()).pathname;
  const before = requests.length;
  const ODD = [
    `${front.url}/`,
    front.url,
    `${front.url}${path}?x=1`,
    `${front.url}${path}#x`,
    `${front.url}/a/..${path}`,
    `${front.url}/%2e%2e${path}`,
    `${front.url.replace('https://', 'https://user@')}${path}`,
    `${front.url.replace('localhost', 'LOCALHOST')}${path}`,
    `${front.url}/${'x'.repeat(600)}`,
    `https://elsewhere.example${path}`,
    'https://',
  ];
  for (const client_id of ODD) {
    const answer = await authorize(client_id);
    assert.equal([answer.status, answer.body.error_code], [400, 'oauth_client_not_found'], client_id);
  }
  const off = await stack.another({ SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: 'off' });
  assert.is((await authorize(`${front.url}${path}`, off)).status, 400);
  assert.is(
    (await off.get('/.well-known/oauth-authorization-server')).body.client_id_metadata_document_supported,
    undefined,
  );
  assert.is(requests.length, before);
});

test('private addresses, and names that lead to one, are not connected to', async () => {
  const any = await stack.another({ SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: 'any', SVC_OAUTH_SERVER_ALLOWED_NETWORKS: '' });
  const before = requests.length;
  const path = new URL(publishDocument()).pathname;
  for (const origin of [
    front.url.replace('localhost', '127.0.0.1'),
    'https://10.0.0.1',
    'https://[::1]',
    'https://169.254.169.254',
  ]) {
    const answer = await authorize(`${origin}${path}`, any);
    assert.equal([answer.status, answer.body.error_code], [400, 'oauth_client_not_found'], origin);
  }
  const told = async (origin: string) => {
    const { status, body, headers } = await authorize(`${origin}${path}`, any);
    return [status, { ...body, error_id: null }, headers.get('retry-after')];
  };
  assert.equal(await told(front.url), await told('https://no-such-name.invalid'), 'a name in a private network');
  assert.is(requests.length, before);
});

test('a slow host does not keep the documents of another waiting', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const slow = await startTlsFront();
  slow.to((silent.address() as AddressInfo).port);
  const node = await stack.another({ SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: `${host},${new URL(slow.url).host}` });
  const waiting = Array.from({ length: 8 }, (_, index) => authorize(`${slow.url}/slow-${index}.json`, node));
  const early = await Promise.race(waiting.slice(2));
  assert.is(early.status, 503, 'the third of one host is refused at once');
  assert.is((await authorize(publishDocument(), node)).status, 302);
  silent.closeAllConnections();
  for (const answer of await Promise.all(waiting)) assert.is(answer.status, 503);
  slow.close();
  silent.close();
});

test('a server that fails, or does not answer in time, is 503, and the next request is not kept waiting', async () => {
  const failing = publishDocument({}, { status: 500 });
  const answer = await authorize(failing);
  assert.equal([answer.status, answer.headers.get('retry-after')], [503, '1']);
  assert.is((await authorize(failing)).status, 503);
  assert.is(asked(failing), 1, 'it is not asked again at once');
  const silent = await stack.another({ SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: 'any' });
  assert.is((await authorize('https://127.0.0.1:1/x', silent)).status, 503);
});

const rsa = await generateKeyPair('RS256', { extractable: true });
const ec = await generateKeyPair('ES256', { extractable: true });
const jwk = { ...(await exportJWK(ec.publicKey)), kid: 'ec-1', alg: 'ES256' };

const assertion = (
  client_id: string,
  more: {
    aud?: unknown;
    exp?: number;
    jti?: string | undefined;
    sub?: string;
    key?: typeof ec.privateKey;
    alg?: string;
    kid?: string;
    typ?: string;
  } = {},
) => {
  const {
    aud = base,
    exp = Math.floor(Date.now() / 1_000) + 60,
    sub = client_id,
    key = ec.privateKey,
    alg = 'ES256',
    kid = 'ec-1',
  } = more;
  const jti = 'jti' in more ? more.jti : crypto.randomUUID();
  return new SignJWT({ iss: client_id, sub, aud: aud as string, exp, ...(jti === undefined ? {} : { jti }) })
    .setProtectedHeader({ alg, kid, ...(more.typ === undefined ? {} : { typ: more.typ }) })
    .sign(key);
};
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const prove = async (
  client_assertion: string,
  more: Record<string, string> = {},
  node: Parameters<typeof postForm>[0] = stack,
) => {
  const values = {
    client_assertion,
    client_assertion_type: TYPE,
    grant_type: 'refresh_token',
    refresh_token: 'x',
    ...more,
  };
  const answer = await postForm(node, '/oauth/token', values);
  return answer.body.error;
};
/** Error for a forged refresh token. Only an authenticated client receives it. */
const PROVEN = 'invalid_grant';

for (const [how, keys] of [
  ['jwks', () => ({ jwks: { keys: [jwk] } })],
  [
    'jwks_uri',
    () => {
      pages.set('/keys', { body: { keys: [jwk] } });
      return { jwks_uri: `${front.url}/keys` };
    },
  ],
] as const) {
  test(`oauth4webapi: a client authenticates by private_key_jwt with its ${how}`, async () => {
    const made = await createOAuthClient(stack, { token_endpoint_auth_method: 'private_key_jwt', ...keys() });
    const client = { client_id: made.client_id };
    assert.is(made.client_secret, '');
    const proof = oauth.PrivateKeyJwt({ key: ec.privateKey, kid: 'ec-1' });
    const { verifier, challenge } = createPkce();
    const address = await approveAuthorization(
      stack,
      await startAuthorization(stack, authorizeQuery(client.client_id, challenge)),
      user.access_token,
    );
    const parameters = oauth.validateAuthResponse(as, client, address, 'state-1');
    const answer = await oauth.authorizationCodeGrantRequest(as, client, proof, parameters, CALLBACK, verifier, o);
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer);
    const inspected = await oauth.introspectionRequest(as, client, proof, tokens.access_token, o);
    assert.is((await oauth.processIntrospectionResponse(as, client, inspected)).active, true);
    const again = await oauth.refreshTokenGrantRequest(as, client, proof, String(tokens.refresh_token), o);
    await oauth.processRefreshTokenResponse(as, client, again);
  });
}

test('a server of keys that is away is no wrong assertion: 503, and the client keeps its session', async () => {
  pages.set('/away', { status: 503, body: {} });
  const made = await createOAuthClient(stack, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: `${front.url}/away`,
  });
  const ask = async () => {
    const answer = await stack.post(
      '/oauth/token',
      new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'x',
        client_assertion_type: TYPE,
        client_assertion: await assertion(made.client_id),
      }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    return [answer.status, answer.body.error];
  };
  assert.equal(await ask(), [503, 'temporarily_unavailable']);
  pages.set('/away', { body: { keys: [jwk] } });
  assert.equal(await ask(), [400, PROVEN]);
});

test('an openly registered client authenticates with the keys at its jwks_uri, also with the next one', async () => {
  const next = { ...(await exportJWK(rsa.publicKey)), kid: 'rs-2', alg: 'RS256' };
  pages.set('/rotated', { body: { keys: [jwk] } });
  const made = await stack.post('/oauth/clients/register', {
    redirect_uris: ['http://localhost/callback'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: `${front.url}/rotated`,
  });
  assert.equal([made.status, made.body.client_secret], [201, undefined], made.text);
  const client_id = String(made.body.client_id);
  const with_next = () => assertion(client_id, { key: rsa.privateKey, alg: 'RS256', kid: 'rs-2' });
  assert.is(await prove(await assertion(client_id)), PROVEN);
  pages.set('/rotated', { body: { keys: [next] } });
  assert.is(await prove(await with_next()), PROVEN);
  assert.is(await prove(await assertion(client_id)), 'invalid_client', 'the former key has gone');
});

test('an administrator deletes the client of a document by its address, and it stays deleted', async () => {
  const client_id = publishDocument();
  assert.is((await authorize(client_id)).status, 302);
  const path = `/admin/oauth/clients/${encodeURIComponent(client_id)}`;
  assert.is((await stack.get(path, SERVICE)).body.client_id, client_id);
  assert.is((await stack.request('DELETE', path, '', SERVICE)).status, 204);
  assert.is((await authorize(client_id)).body.error_code, 'oauth_client_not_found');
});

test('a document names the keys of a confidential client', async () => {
  const client_id = publishDocument({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } });
  assert.is((await authorize(client_id)).status, 302);
  assert.is(await prove(await assertion(client_id)), PROVEN);
  assert.is(await prove(await assertion(client_id, { key: rsa.privateKey, alg: 'RS256' })), 'invalid_client');
});

test('an assertion counts once, at every gateway; one of another audience, client, key, life or algorithm does not count', async () => {
  const { client_id } = await createOAuthClient(stack, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [jwk] },
  });
  const second = await stack.another({});
  const good = await assertion(client_id);
  const told = await Promise.all(Array.from({ length: 20 }, (_, at) => prove(good, {}, at % 2 ? second : stack)));
  assert.is(told.filter((error) => error === PROVEN).length, 1);
  assert.is(told.filter((error) => error === 'invalid_client').length, 19);
  for (const aud of [base, `${base}/oauth/token`, [base]])
    assert.is(await prove(await assertion(client_id, { aud })), PROVEN);
  for (const typ of ['JWT', 'client-authentication+jwt'])
    assert.is(await prove(await assertion(client_id, { typ })), PROVEN, typ);

  const now = Math.floor(Date.now() / 1_000);
  const secret = new TextEncoder().encode('s'.repeat(32));
  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  const body = Buffer.from(
    JSON.stringify({ iss: client_id, sub: client_id, aud: base, exp: now + 60, jti: 'n' }),
  ).toString('base64url');
  const other = await createOAuthClient(stack, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [jwk] },
  });
  const REFUSED: Record<string, string> = {
    'another audience': await assertion(client_id, { aud: 'https://elsewhere.example' }),
    'an audience beside ours': await assertion(client_id, { aud: [base, 'https://elsewhere.example'] }),
    'another subject': await assertion(client_id, { sub: other.client_id }),
    'an unknown client': await assertion('00000000-0000-4000-8000-000000000000'),
    'another key': await assertion(client_id, { key: rsa.privateKey, alg: 'RS256' }),
    'no jti': await assertion(client_id, { jti: undefined }),
    'its end has passed': await assertion(client_id, { exp: now - 120 }),
    'too long a life': await assertion(client_id, { exp: now + 3_600 }),
    'a symmetric signature': await new SignJWT({ iss: client_id, sub: client_id, aud: base, exp: now + 60, jti: 's' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret),
    'no signature': `${header}.${body}.`,
    'no JWT': 'x',
    'a token of another kind': await assertion(client_id, { typ: 'oauth-authz-req+jwt' }),
    'a name with NUL': await assertion('\u0000'),
    'a name with half a surrogate pair': await assertion('\ud800'),
  };
  for (const [what, sent] of Object.entries(REFUSED)) assert.is(await prove(sent), 'invalid_client', what);
  assert.is(await prove(await assertion(client_id), { client_secret: 'x' }), 'invalid_client', 'two ways at once');
  assert.is(await prove(await assertion(client_id), { client_assertion_type: 'x' }), 'invalid_client', 'another type');
  assert.is(
    await prove(await assertion(client_id), { client_id: other.client_id }),
    'invalid_client',
    'another client_id',
  );
  const plain = await createOAuthClient(stack);
  assert.is(await prove(await assertion(plain.client_id)), 'invalid_client', 'a client of another method');
});

test('the MCP SDK: a client that publishes a document signs in without a registration', async () => {
  const client_id = publishDocument({ redirect_uris: ['http://127.0.0.1:3334/callback'] });
  const metadata = { resource: `${base}/mcp`, authorization_servers: [base] };
  const fetchFn = async (input: string | URL, init?: RequestInit) => {
    const url = String(input);
    if (url.includes('oauth-protected-resource')) return Response.json(metadata);
    return fetch(url.replace(new URL(base).origin, new URL(stack.url).origin), init);
  };
  const kept: Record<string, unknown> = {};
  const keep = (more: object): void => void Object.assign(kept, more);
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:3334/callback',
    clientMetadataUrl: client_id,
    clientMetadata: { client_name: 'Documented', redirect_uris: ['http://127.0.0.1:3334/callback'] },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => keep({ client }),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => keep({ tokens }),
    redirectToAuthorization: (url) => keep({ sent: String(url) }),
    saveCodeVerifier: (verifier) => keep({ verifier }),
    codeVerifier: () => String(kept.verifier),
  };
  const asking = { serverUrl: `${base}/mcp`, fetchFn: fetchFn as never };
  assert.is(await auth(provider, asking), 'REDIRECT');
  const { searchParams } = new URL(String(kept.sent));
  assert.is(searchParams.get('client_id'), client_id);
  const address = await approveAuthorization(
    stack,
    await startAuthorization(stack, searchParams.toString()),
    user.access_token,
  );
  const authorizationCode = address.searchParams.get('code') ?? '';
  assert.is(await auth(provider, { ...asking, authorizationCode }), 'AUTHORIZED');
  assert.is(await auth(provider, asking), 'AUTHORIZED', 'by a refresh');
});

test('a failed authentication of a client counts once against the limit', async () => {
  const strict = await stack.another({ SVC_RATE_LIMIT_OAUTH_TOKEN: '0.001', SVC_RATE_LIMIT_HEADER: 'X-From' });
  const client = await createOAuthClient(stack);
  const statuses: number[] = [];
  for (let at = 0; at < 31; at += 1) {
    const values = { grant_type: 'refresh_token', refresh_token: 'x', client_id: client.client_id, client_secret: 'x' };
    statuses.push((await postForm(strict, '/oauth/token', values, { 'X-From': '198.51.100.7' })).status);
  }
  assert.equal([statuses.filter((status) => status === 401).length, statuses.at(-1)], [30, 429]);
});

test.run();
