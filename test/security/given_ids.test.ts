// Session fixation: every sign-in is sent together with ids and tokens that another person chose. The sign-in must
// create its own session, and none of the given ids may become the id of a session, user, token or flow.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GOOGLE, ENV as ID_TOKEN_SETTINGS, issuers, newUserClaims, startIssuers } from '../flows/id_tokens/setting.ts';
import { PASSKEY_SETTINGS, passkeyClient, registerPasskey } from '../flows/passkeys/passkey_stack.ts';
import { providerFlows, redirectTarget } from '../flows/providers/journey.ts';
import { newPerson, startGitHubMock } from '../flows/providers/mock.ts';
import { newIdentityProvider, responseParts, startSsoStack } from '../flows/sso/journey.ts';
import { SERVICE } from '../support/clients/admin.ts';
import type { RequestOptions } from '../support/clients/authenticator.ts';
import { claimsOf } from '../support/clients/client.ts';
import {
  approveAuthorization,
  authorizeQuery,
  createOAuthClient,
  createPkce,
  EVERY_GRANT_TYPE,
  exchangeCode,
  OAUTH_ENV,
  pollDevice,
  refreshTokens,
  startAuthorization,
  startDeviceAuthorization,
} from '../support/clients/oauth.ts';
import { ethereumWallet, solanaWallet, type Wallet } from '../support/clients/wallet.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  type TestGateway,
} from '../support/processes/stack.ts';
import { dumpTables } from './canary_run.ts';
import { WEB3 } from './web3_refusals.ts';

const PASSWORD = 'correct horse battery';
const PHONE = '4915200000001';
const SMS_CODE = '424242';

const github = await startGitHubMock();
await startIssuers();
const sso = await startSsoStack({
  ...github.env,
  ...ID_TOKEN_SETTINGS,
  ...PASSKEY_SETTINGS,
  ...WEB3,
  ...OAUTH_ENV,
  SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_TEST_OTP: `+${PHONE}:${SMS_CODE}`,
});
const { stack } = sso;
/** Opens a session at the sign-up. */
const confirming = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
test.after(async () => {
  await stack.close();
  await issuers.close();
  await github.close();
});

/** Ids and tokens that an attacker chooses for the next sign-in of another person. */
interface GivenIds {
  session: string;
  user: string;
  flow: string;
  token: string;
  /** Access token of the Authorization header, if the request has none of its own. */
  bearer?: string;
}

/** Members of bodies, queries and cookies. A request's own members of the same name replace them. */
const membersOf = ({ session, user, flow, token }: GivenIds): Record<string, string> => ({
  ...{ id: session, session_id: session, sid: session, session, oauth_session_id: session },
  ...{ user_id: user, sub: user, user },
  ...{ flow_id: flow, flow_state_id: flow, flow_state: flow, authorization_id: flow, authorization: flow, jti: flow },
  ...{ token_id: flow, refresh_token: token, auth_code: flow, device_code: flow, user_code: flow },
});

/** Returns a node that adds the ids to the query, body, cookies and headers of each request. */
function nodeWith(given: GivenIds, base: TestGateway = stack): TestGateway {
  const members = membersOf(given);
  const request: TestGateway['request'] = (method, path, body, headers = {}) => {
    const [bare = '', own = ''] = path.split('?', 2);
    const query = new URLSearchParams({ ...members, ...Object.fromEntries(new URLSearchParams(own)) });
    const form = typeof body === 'string';
    const sent = form
      ? new URLSearchParams({ ...members, ...Object.fromEntries(new URLSearchParams(body)) }).toString()
      : {
          ...members,
          session: { id: given.session },
          claims: { session_id: given.session, sub: given.user },
          ...(body as object),
        };
    const cookies = Object.entries(members).map(([name, value]) => `${name}=${value}`);
    return base.request(method, `${bare}?${query}`, method === 'GET' ? undefined : sent, {
      ...(given.bearer === undefined ? {} : bearer(given.bearer)),
      'X-Session-Id': given.session,
      'X-User-Id': given.user,
      Cookie: cookies.join('; '),
      ...headers,
    });
  };
  return {
    ...base,
    request,
    post: (path, body, headers) => request('POST', path, body, headers),
    get: (path, headers) => request('GET', path, undefined, headers),
  };
}

interface SignIn {
  access_token: string;
  refresh_token: string;
}

const inBody = ({ status, body, text }: Answer): SignIn => {
  assert.is(status, 200, text);
  return { access_token: String(body.access_token), refresh_token: String(body.refresh_token) };
};
const inFragment = (answer: Answer): SignIn => {
  const values = readRedirectFragment(answer);
  assert.ok(values.get('access_token'), String(values));
  return { access_token: String(values.get('access_token')), refresh_token: String(values.get('refresh_token')) };
};

const { depart, arrive } = providerFlows(stack, github);

/** Signs in with a link of a mail. */
async function signInByLink(node: TestGateway): Promise<SignIn> {
  const { email } = await confirmedUser(stack);
  const link = (await stack.post('/admin/generate_link', { type: 'magiclink', email }, SERVICE)).body;
  return inBody(await node.post('/verify', { type: link.verification_type, token_hash: link.hashed_token }));
}

async function signInByProvider(node: TestGateway): Promise<SignIn> {
  const { verifier, challenge } = createPkce();
  const there = await depart(`&code_challenge_method=s256&code_challenge=${challenge}`, node);
  const auth_code = redirectTarget(await node.get(github.consent(there, newPerson()))).searchParams.get('code');
  return inBody(await node.post('/token?grant_type=pkce', { auth_code, code_verifier: verifier }));
}

async function signInByIdp(node: TestGateway): Promise<SignIn> {
  const idp = newIdentityProvider();
  const request = await sso.depart({ provider_id: await sso.add(idp) }, node);
  return inFragment(await sso.bring(idp.respond(responseParts(request)), request.relay, node));
}

async function signInByPasskey(node: TestGateway): Promise<SignIn> {
  const person = await confirmedUser(stack);
  const auth = passkeyClient(stack);
  await auth.setSession(person);
  const { authenticator } = await registerPasskey(auth);
  const { challenge_id, options } = (await node.post('/passkeys/authentication/options', {})).body;
  const credential = authenticator.get(options as RequestOptions);
  return inBody(await node.post('/passkeys/authentication/verify', { challenge_id, credential }));
}

async function signInByWallet(node: TestGateway, wallet: Wallet): Promise<SignIn> {
  const message = wallet.write();
  const body = { chain: wallet.chain, message, signature: wallet.sign(message) };
  return inBody(await node.post('/token?grant_type=web3', body));
}

async function signInBySmsCode(node: TestGateway): Promise<SignIn> {
  await stack.db.sql`delete from auth.quotas`;
  assert.is((await node.post('/otp', { phone: PHONE })).status, 200);
  return inBody(await node.post('/verify', { type: 'sms', phone: PHONE, token: SMS_CODE }));
}

async function signInByAuthorizationCode(node: TestGateway): Promise<SignIn> {
  const client = await createOAuthClient(stack);
  const user = await confirmedUser(stack);
  const { verifier, challenge } = createPkce();
  const id = await startAuthorization(node, authorizeQuery(client.client_id, challenge));
  const code = (await approveAuthorization(node, id, user.access_token)).searchParams.get('code') ?? '';
  return inBody(await exchangeCode(node, client, code, verifier));
}

async function signInByDevice(node: TestGateway): Promise<SignIn> {
  const client = await createOAuthClient(stack, { grant_types: EVERY_GRANT_TYPE });
  const own = bearer((await confirmedUser(stack)).access_token);
  const { device_code, user_code } = await startDeviceAuthorization(node, client);
  const { authorization_id } = (await node.post('/oauth/device', { user_code }, own)).body;
  const decided = await node.post(`/oauth/authorizations/${authorization_id}/consent`, { action: 'approve' }, own);
  assert.is(decided.status, 200, decided.text);
  return inBody(await pollDevice(node, client, device_code));
}

/** One sign-in of each kind. */
const SIGN_INS: Readonly<Record<string, (node: TestGateway, given: GivenIds) => Promise<SignIn>>> = {
  'a password': async (node) => {
    const { email, password } = await confirmedUser(stack);
    return inBody(await node.post('/token?grant_type=password', { email, password }));
  },
  'a sign-up': async (_, given) =>
    inBody(await nodeWith(given, confirming).post('/signup', { email: newEmail(), password: PASSWORD })),
  'an anonymous sign-up': async (node) => inBody(await node.post('/signup', {})),
  'a link in a mail': signInByLink,
  'an SMS code': signInBySmsCode,
  'a provider': async (node) => inFragment(await arrive(newPerson(), node)),
  'a provider and PKCE': signInByProvider,
  'an ID token': async (node) => {
    const id_token = issuers.at(GOOGLE).idToken(newUserClaims());
    return inBody(await node.post('/token?grant_type=id_token', { provider: 'google', id_token }));
  },
  'a SAML response': signInByIdp,
  'a passkey': signInByPasskey,
  'an Ethereum wallet': (node) => signInByWallet(node, ethereumWallet()),
  'a Solana wallet': (node) => signInByWallet(node, solanaWallet()),
  'the code of an OAuth client': signInByAuthorizationCode,
  'the code of a device': signInByDevice,
};

/** Ids of no row. */
const newIds = (): GivenIds => ({ session: randomUUID(), user: randomUUID(), flow: randomUUID(), token: randomUUID() });

const readSession = (id: string) =>
  stack.db.sql`select s.*, s.counter::text from auth.sessions as s where s.id = ${id}`;

for (const [kind, signIn] of Object.entries(SIGN_INS)) {
  test(`a sign-in takes no id that was given: ${kind}`, async () => {
    const unknown = newIds();
    const former = await confirmedUser(stack);
    const { session_id, sub } = claimsOf(former.access_token);
    const existing: GivenIds = {
      session: String(session_id),
      user: String(sub),
      flow: randomUUID(),
      token: former.refresh_token,
      bearer: former.access_token,
    };
    const before = await readSession(existing.session);
    for (const given of [unknown, existing]) {
      const signed = await signIn(nodeWith(given), given);
      const claims = claimsOf(signed.access_token);
      const values = Object.values(membersOf(given));
      for (const part of [claims.session_id, claims.sub, claims.jti, signed.refresh_token])
        assert.not.ok(values.includes(String(part)), `${part} was given`);
    }
    assert.equal(await readSession(existing.session), before, 'the given session has not changed');
    const tables = await dumpTables(stack);
    for (const [name, id] of Object.entries({ ...unknown, other_flow: existing.flow }))
      assert.not.ok(tables.includes(id), `a table contains the given ${name}`);
  });
}

test('a refresh stays in the session of its token, and takes no id that was given', async () => {
  const client = await createOAuthClient(stack);
  const former = await confirmedUser(stack);
  const unknown = newIds();
  const existing = {
    ...newIds(),
    session: String(claimsOf(former.access_token).session_id),
    user: former.id,
    bearer: former.access_token,
  };
  for (const given of [unknown, existing]) {
    const own = await confirmedUser(stack);
    const body = { refresh_token: own.refresh_token };
    const renewed = inBody(await nodeWith(given).post('/token?grant_type=refresh_token', body));
    const { session_id, sub } = claimsOf(own.access_token);
    assert.equal([claimsOf(renewed.access_token).session_id, claimsOf(renewed.access_token).sub], [session_id, sub]);

    const granted = await signInByAuthorizationCode(stack);
    assert.is((await refreshTokens(stack, client, granted.refresh_token)).status, 400, 'another client');
  }
  const tables = await dumpTables(stack);
  for (const id of Object.values(unknown)) assert.not.ok(tables.includes(id));
});

test.run();
