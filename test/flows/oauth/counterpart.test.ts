// Runs the same client script against the certified oidc-provider and against Postern. The results are the same except
// for the differences that docs/adr/0047-the-oauth-server-and-oidc-provider.md lists with reasons.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { createAdmin, SERVICE } from '../../support/clients/admin.ts';
import { approveAsUser } from '../../support/clients/consent_page.ts';
import { recordSecret } from '../../support/processes/sent_secrets.ts';
import { newEmail, startStack } from '../../support/processes/stack.ts';
import { type ComparedServer, startOidcProvider } from '../../support/providers/counterpart.ts';

const DOCUMENT = 'docs/adr/0047-the-oauth-server-and-oidc-provider.md';
const CALLBACK = 'http://127.0.0.1:4711/callback';

const port = await findFreePort();
const issuer = `http://localhost:${port}`;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', key_ops: ['sign', 'verify'] };
const stack = await startStack({
  worker: false,
  env: {
    PORT: String(port),
    SVC_API_EXTERNAL_URL: issuer,
    SVC_OAUTH_SERVER_ENABLED: 'true',
    SVC_JWT_KEYS: JSON.stringify([key]),
    SVC_JWT_VALID_METHODS: 'RS256,HS256',
  },
});
const counterpart = await startOidcProvider(CALLBACK);
test.after(async () => {
  counterpart.close();
  await stack.close();
});

/** Creates the same clients at Postern, and a user who signs in and approves. */
async function startPosternServer(): Promise<ComparedServer> {
  const user = { email: newEmail(), password: 'correct horse battery' };
  const { error } = await createAdmin(stack.url).createUser({ ...user, email_confirm: true });
  if (error) throw error;
  const create = async (more: object) => {
    const body = { client_name: 'A client', redirect_uris: [CALLBACK], ...more };
    const { status, body: client, text } = await stack.post('/admin/oauth/clients', body, SERVICE);
    assert.is(status, 201, text);
    const secret = String(client.client_secret ?? '');
    if (secret !== '') recordSecret(secret);
    return { id: String(client.client_id), secret };
  };
  return {
    issuer,
    clients: {
      confidential: await create({}),
      public: await create({ token_endpoint_auth_method: 'none' }),
    },
    async authorize(url) {
      const left = await fetch(url, { redirect: 'manual' });
      const location = left.headers.get('location');
      if (location === null) return null;
      if (location.startsWith(CALLBACK)) return new URL(location);
      if (new URL(url).searchParams.get('prompt') === 'none') {
        const id = new URL(location).searchParams.get('authorization_id');
        const path = `/oauth/authorizations/${id}/decline`;
        const { body } = await stack.post(path, { reason: 'login_required' });
        return new URL(String(body.redirect_url));
      }
      return new URL(await approveAsUser(url, user));
    },
    close: () => undefined,
  };
}

type StepResults = Record<string, unknown>;

interface Metadata {
  [name: string]: unknown;
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint: string;
  revocation_endpoint: string;
  jwks_uri: string;
}

/** Runs the script against a server. Returns the result of each step. */
async function runScript(server: ComparedServer): Promise<StepResults> {
  const told: StepResults = {};
  const found = await fetch(`${server.issuer}/.well-known/openid-configuration`);
  const metadata = (await found.json()) as Metadata;
  for (const name of [
    'response_types_supported',
    'code_challenge_methods_supported',
    'subject_types_supported',
    'authorization_response_iss_parameter_supported',
    'claims_parameter_supported',
    'request_parameter_supported',
    'request_uri_parameter_supported',
  ]) {
    told[`discovery: ${name}`] = metadata[name] ?? 'absent';
  }
  told['discovery: issuer'] = metadata.issuer === server.issuer;

  const { confidential } = server.clients;
  const login = `Basic ${Buffer.from(`${confidential.id}:${confidential.secret}`).toString('base64')}`;
  const newVerifier = () => randomBytes(32).toString('base64url');
  const urlOf = (verifier: string, more: Record<string, string | null> = {}) => {
    const url = new URL(metadata.authorization_endpoint);
    const values: Record<string, string | null> = {
      client_id: confidential.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email offline_access',
      prompt: 'consent',
      state: 'a state',
      nonce: 'a nonce',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    };
    for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
    return url.href;
  };
  const post = async (url: string, form: Record<string, string>, authorization: string | null = login) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: authorization === null ? {} : { authorization },
      body: new URLSearchParams(form),
    });
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string>;
    for (const name of ['access_token', 'refresh_token', 'id_token']) if (body[name]) recordSecret(body[name]);
    return { status: response.status, body, cache: response.headers.get('cache-control') };
  };
  const failed = ({ status, body }: { status: number; body: Record<string, string> }) => [status, body.error ?? 'none'];
  const codeOf = async (verifier: string, more: Record<string, string | null> = {}) =>
    (await server.authorize(urlOf(verifier, more)))?.searchParams.get('code') ?? '';
  const exchange = (
    code: string,
    code_verifier: string,
    more: Record<string, string> = {},
    by: string | null = login,
  ) =>
    post(
      metadata.token_endpoint,
      { grant_type: 'authorization_code', code, code_verifier, redirect_uri: CALLBACK, ...more },
      by,
    );
  const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
    post(metadata.token_endpoint, { grant_type: 'refresh_token', refresh_token, ...more });
  const userinfo = async (authorization?: string) => {
    const response = await fetch(metadata.userinfo_endpoint, { headers: authorization ? { authorization } : {} });
    return [response.status, /^Bearer/.test(response.headers.get('www-authenticate') ?? '')];
  };

  const verifier = newVerifier();
  const answer = await server.authorize(urlOf(verifier));
  told['answer: members'] = [...(answer?.searchParams.keys() ?? [])].sort();
  told['answer: state and iss'] = [
    answer?.searchParams.get('state'),
    answer?.searchParams.get('iss') === server.issuer,
  ];
  const tokens = await exchange(answer?.searchParams.get('code') ?? '', verifier);
  told['tokens: status and cache'] = [tokens.status, tokens.cache];
  told['tokens: members'] = Object.keys(tokens.body).sort();
  told['tokens: type'] = String(tokens.body.token_type).toLowerCase();
  told['tokens: scope'] = String(tokens.body.scope).split(' ').sort();
  const claims = JSON.parse(
    Buffer.from(String(tokens.body.id_token).split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>;
  told['id_token: nonce, aud, iss'] = [claims.nonce, claims.aud === confidential.id, claims.iss === server.issuer];
  told['id_token: at_hash'] = typeof claims.at_hash;
  told['userinfo: a token'] = await userinfo(`Bearer ${tokens.body.access_token}`);
  told['userinfo: no token'] = await userinfo();
  told['userinfo: a forged token'] = await userinfo('Bearer forged');

  const second = await refresh(tokens.body.refresh_token ?? '');
  told['refresh: status'] = second.status;
  told['refresh: rotates'] = second.body.refresh_token !== tokens.body.refresh_token;
  const narrow = await refresh(second.body.refresh_token ?? '', { scope: 'openid' });
  told['refresh: narrower scope'] = [narrow.status, narrow.body.scope];
  told['refresh: wider scope'] = failed(await refresh(narrow.body.refresh_token ?? '', { scope: 'openid phone' }));
  told['refresh: forged'] = failed(await refresh('forged'));

  const other = newVerifier();
  const revoked = await exchange(await codeOf(other), other);
  told['revoke: status'] = (
    await post(metadata.revocation_endpoint, { token: revoked.body.refresh_token ?? '' })
  ).status;
  told['revoke: then refresh'] = failed(await refresh(revoked.body.refresh_token ?? ''));
  told['revoke: unknown token'] = (await post(metadata.revocation_endpoint, { token: 'forged' })).status;
  told['revoke: no token'] = failed(await post(metadata.revocation_endpoint, {}));

  const third = newVerifier();
  const code = await codeOf(third);
  told['code: wrong verifier'] = failed(await exchange(code, newVerifier()));
  const fourth = newVerifier();
  const again = await codeOf(fourth);
  const once = await exchange(again, fourth);
  told['code: twice'] = failed(await exchange(again, fourth));
  told['code: twice ends the first session'] = failed(await refresh(once.body.refresh_token ?? ''));
  told['code: twice ends the access token'] = await userinfo(`Bearer ${once.body.access_token}`);
  const fifth = newVerifier();
  told['code: another redirect_uri'] = failed(
    await exchange(await codeOf(fifth), fifth, { redirect_uri: `${CALLBACK}/other` }),
  );
  const sixth = newVerifier();
  const { id } = server.clients.public;
  told['code: another client'] = failed(await exchange(await codeOf(sixth), sixth, { client_id: id }, null));
  told['code: forged'] = failed(await exchange('forged', newVerifier()));

  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const seventh = newVerifier();
  const good = await codeOf(seventh);
  told['client: wrong secret'] = failed(await exchange(good, seventh, {}, basic(`${confidential.id}:wrong`)));
  told['client: unknown'] = failed(await exchange(good, seventh, {}, basic('nobody:wrong')));
  told['client: wrong secret and forged code'] = failed(
    await exchange('x', newVerifier(), {}, basic(`${confidential.id}:wrong`)),
  );
  told['client: secret in the form'] = failed(
    await exchange(good, seventh, { client_id: confidential.id, client_secret: confidential.secret }, null),
  );
  told['client: not named'] = failed(await exchange(good, seventh, {}, null));
  told['grant: unknown'] = failed(await post(metadata.token_endpoint, { grant_type: 'password' }));
  told['grant: missing'] = failed(await post(metadata.token_endpoint, {}));
  told['token: GET'] = (await fetch(metadata.token_endpoint)).status;

  const error = async (more: Record<string, string | null>) => {
    const back = await server.authorize(urlOf(newVerifier(), more));
    if (back === null) return 'no redirect';
    return [back.searchParams.get('error') ?? 'none', back.searchParams.get('state'), back.searchParams.has('iss')];
  };
  told['request: unknown client'] = await error({ client_id: '4f1c4a4e-7b1c-4b5e-9c55-000000000000' });
  told['request: another redirect_uri'] = await error({ redirect_uri: 'http://127.0.0.1:4711/evil' });
  told['request: another loopback port'] = await error({ client_id: id, redirect_uri: CALLBACK, scope: 'openid' });
  told['request: response_type=token'] = await error({ response_type: 'token' });
  told['request: no response_type'] = await error({ response_type: null });
  told['request: no challenge'] = await error({ code_challenge: null, code_challenge_method: null });
  told['request: plain'] = await error({ code_challenge_method: 'plain' });
  told['request: prompt=none'] = await error({ prompt: 'none', scope: 'openid email' });
  told['request: prompt=none login'] = await error({ prompt: 'none login' });
  told['request: max_age=-1'] = await error({ max_age: '-1' });
  told['request: request object'] = await error({ request: 'e30.e30.' });
  told['request: request_uri'] = await error({ request_uri: 'https://client.example/request' });
  told['request: unknown scope'] = await error({ scope: 'openid unknown' });
  return told;
}

/** Returns the table of differences in the ADR: step, oidc-provider's result, Postern's result. */
function documentedDifferences(): Map<string, [string, string]> {
  const rows = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|/gm);
  return new Map([...rows].map(([, step = '', theirs = '', ours = '']) => [step, [theirs, ours]]));
}

test('a client has the same outcomes at oidc-provider and at Postern, but for the list of the ADR', async () => {
  const [theirs, ours] = [await runScript(counterpart), await runScript(await startPosternServer())];
  const found = new Map(
    Object.keys(theirs)
      .map((step): [string, [string, string]] => [step, [JSON.stringify(theirs[step]), JSON.stringify(ours[step])]])
      .filter(([, [a, b]]) => a !== b),
  );
  assert.equal(Object.fromEntries(found), Object.fromEntries(documentedDifferences()));
});

test.run();
