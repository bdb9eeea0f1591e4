// exchange_authorization, and refresh_session for OAuth clients: one session per code, reasons that void a code,
// narrower scopes, and reuse.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  CALLBACK,
  clientCredentials,
  createApprovedAuthorization,
  exchangeAuthorization,
  type IssuedTokens,
  makeClient,
  OAUTH_SETTINGS,
  refreshClientSession,
  signInByClient,
} from '../../../support/database/oauth.ts';
import {
  api,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  readSession,
  SETTINGS,
} from '../../../support/database/sql_api.ts';
import { enrollTotp, verifyTotp } from '../factor/factors.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql);
const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');
const INVALID = 'Invalid authorization code';
const live = (user_id: string, client_id = app) =>
  sql`select id from auth.sessions where user_id = ${user_id} and oauth_client_id = ${client_id} and revoked_at is null`;

test('of 100 parallel exchanges one gets a session; the others end it, and those without the verifier end nothing', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createApprovedAuthorization(sql, app, person);
  const login = sql_api.db.login('gateway', 20);
  const wrong = await Promise.all(
    Array.from({ length: 50 }, () => exchangeAuthorization(login, app, id, { code_verifier: 'w'.repeat(60) })),
  );
  assert.ok(wrong.every((answer) => codeOf(answer).startsWith('PKCE verification failed')));
  const answers = await Promise.all(Array.from({ length: 100 }, () => exchangeAuthorization(login, app, id)));
  assert.is(answers.filter((answer) => codeOf(answer) === 'ok').length, 1);
  assert.is(answers.filter((answer) => codeOf(answer) === INVALID).length, 99);
  const rows =
    await sql`select revoked_reason from auth.sessions where user_id = ${person.id} and oauth_client_id = ${app}`;
  assert.equal([...rows], [{ revoked_reason: 'reuse' }]);
});

test('a code alone, or with another verifier, ends no session that it opened', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createApprovedAuthorization(sql, app, person);
  assert.is(codeOf(await exchangeAuthorization(sql, app, id)), 'ok');
  for (const code_verifier of ['', 'w'.repeat(60)]) {
    assert.is(codeOf(await exchangeAuthorization(sql, app, id, { code_verifier })), INVALID);
    assert.is((await live(person.id)).length, 1);
  }
  assert.is(codeOf(await exchangeAuthorization(sql, app, id)), INVALID);
  assert.is((await live(person.id)).length, 0);
});

test('a code of another client, redirect URI, resource or verifier is refused and stays good for its owner', async () => {
  const person = await createConfirmedPerson(sql_api);
  const other = await makeClient(sql);
  const id = await createApprovedAuthorization(sql, app, person, { resource: ['https://mcp.example.com'] });
  for (const [by, more] of [
    [other, {}],
    [app, { redirect_uri: `${CALLBACK}2` }],
    [app, { resources: ['https://other.example.com'] }],
    [app, { code_verifier: 'w'.repeat(60) }],
    [app, { code_verifier: 'v'.repeat(42) }],
    [app, { code_verifier: 'v'.repeat(129) }],
    [app, { proof: clientCredentials(app, { method: 'client_secret_post' }) }],
    [app, { proof: clientCredentials(app, { generation: 2 }) }],
  ] as const) {
    assert.is.not(codeOf(await exchangeAuthorization(sql, by, id, more)), 'ok', JSON.stringify(more));
  }
  const issued = await exchangeAuthorization(sql, app, id);
  assert.equal((issued.claims as CallResult).aud, 'https://mcp.example.com');
});

test('a code without PKCE needs the redirect URI of its request; a code with PKCE only refuses another one', async () => {
  const person = await createConfirmedPerson(sql_api);
  const without = await makeClient(sql, { require_pkce: false });
  const unprotected = { code_challenge: '', code_challenge_method: '' };
  const id = await createApprovedAuthorization(sql, without, person, unprotected);
  for (const redirect_uri of [null, '', `${CALLBACK}2`]) {
    const refused = await exchangeAuthorization(sql, without, id, { code_verifier: null, redirect_uri });
    assert.is(codeOf(refused), 'Invalid redirect_uri', String(redirect_uri));
  }
  assert.is(codeOf(await exchangeAuthorization(sql, without, id, { code_verifier: null })), 'ok');
  for (const redirect_uri of [null, '']) {
    const challenged = await createApprovedAuthorization(sql, without, person);
    assert.is(codeOf(await exchangeAuthorization(sql, without, challenged, { redirect_uri })), 'ok');
  }
});

test('a verifier that fits its challenge is refused if it has 42 or 129 characters', async () => {
  const person = await createConfirmedPerson(sql_api);
  const exchange = async (code_verifier: string) => {
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const id = await createApprovedAuthorization(sql, app, person, { code_challenge });
    return codeOf(await exchangeAuthorization(sql, app, id, { code_verifier }));
  };
  for (const length of [42, 129]) assert.match(await exchange('v'.repeat(length)), /PKCE verification failed/);
  for (const length of [43, 128]) assert.is(await exchange('v'.repeat(length)), 'ok');
});

const ENDS: Record<string, (o: { id: string; claims: CallResult; client_id: string }) => Promise<unknown>> = {
  'its minute': () => sql_api.advance(61),
  'the revocation of the grant': ({ claims, client_id }) =>
    api(sql, 'revoke_grant', { claims, client_id, settings: OAUTH_SETTINGS }),
  'the deletion of the client': ({ client_id }) =>
    api(sql, 'delete_oauth_client', { claims: ADMIN, client_id, settings: OAUTH_SETTINGS }),
  'the ban of the user': ({ id }) =>
    api(sql, 'change_user', { claims: ADMIN, user_id: id, ban_duration: '1h', settings: SETTINGS }),
  'the deletion of the user': ({ id }) => api(sql, 'delete_user', { claims: ADMIN, user_id: id, settings: SETTINGS }),
  'the soft deletion of the user': ({ id }) =>
    api(sql, 'delete_user', { claims: ADMIN, user_id: id, should_soft_delete: true, settings: SETTINGS }),
  'a sign-out everywhere': ({ claims }) => api(sql, 'sign_out', { claims, scope: 'global', settings: SETTINGS }),
  'a sign-out of the session that approved': ({ claims }) =>
    api(sql, 'sign_out', { claims, scope: 'local', settings: SETTINGS }),
};

for (const [name, end] of Object.entries(ENDS)) {
  test(`a code does not outlive ${name}`, async () => {
    const person = await createConfirmedPerson(sql_api);
    const client_id = await makeClient(sql);
    const id = await createApprovedAuthorization(sql, client_id, person);
    await end({ ...person, client_id });
    assert.is.not(codeOf(await exchangeAuthorization(sql, client_id, id)), 'ok');
    assert.is((await live(person.id, client_id)).length, 0);
  });
}

test('refreshing narrows scope and resource, and never widens', async () => {
  const person = await createConfirmedPerson(sql_api);
  const resource = ['https://a.example.com', 'https://b.example.com'];
  const issued = await signInByClient(sql, app, person, { scope: 'email profile', resource });
  const narrow = (await refreshClientSession(sql, app, issued, {
    scope: 'email',
    resources: [resource[1]],
  })) as unknown as IssuedTokens;
  assert.equal([narrow.claims.scope, narrow.claims.aud], ['email', resource[1]]);
  const again = (await refreshClientSession(sql, app, narrow)) as unknown as IssuedTokens;
  assert.equal([again.claims.scope, again.claims.aud], ['email profile', resource], 'the grant itself stays');
  assert.is(
    await codeOf(await refreshClientSession(sql, app, again, { scope: 'email phone' })),
    'The scope is wider than what was granted',
  );
  assert.is(
    codeOf(await refreshClientSession(sql, app, again, { resources: ['https://c.example.com'] })),
    'The resource was not granted',
  );
  assert.is(codeOf(await refreshClientSession(sql, app, again)), 'ok', 'a refused refresh rotates nothing');
});

test('a public client’s refresh token rotates even if the setting is off, and reuse ends the session', async () => {
  const person = await createConfirmedPerson(sql_api);
  const client_id = await makeClient(sql, { client_type: 'public' });
  const by = { proof: { client_id, method: 'none' } };
  const id = await createApprovedAuthorization(sql, client_id, person);
  const first = (await exchangeAuthorization(sql, client_id, id, by)) as unknown as IssuedTokens;
  const off = { ...OAUTH_SETTINGS, security_refresh_token_rotation_enabled: false };
  const second = (await refreshClientSession(sql, client_id, first, {
    ...by,
    settings: off,
  })) as unknown as IssuedTokens;
  assert.is(second.refresh.counter, first.refresh.counter + 1);
  await sql_api.advance(60);
  assert.match(codeOf(await refreshClientSession(sql, client_id, first, { ...by, settings: off })), /Already Used/);
  assert.is((await live(person.id, client_id)).length, 0);
});

test('SINGLE_PER_USER does not count clients’ sessions; a sign-out everywhere ends them', async () => {
  const person = await createConfirmedPerson(sql_api);
  const issued = await signInByClient(sql, app, person);
  await sql_api.advance(5);
  const single = { ...OAUTH_SETTINGS, sessions_single_per_user: true };
  const second = (await refreshClientSession(sql, app, issued, { settings: single })) as unknown as IssuedTokens;
  const own = { user_id: person.id, session_id: person.session_id, counter: 0, settings: single, client };
  assert.is(codeOf(await api(sql, 'refresh_session', own)), 'ok', 'the client’s later session has replaced nothing');
  await sql_api.advance(5);
  const third = await refreshClientSession(sql, app, second, { settings: single });
  assert.is(codeOf(third), 'ok', 'nor has the user’s later session replaced the client’s');
  await api(sql, 'sign_out', { claims: person.claims, scope: 'global', settings: SETTINGS });
  assert.match(codeOf(await refreshClientSession(sql, app, third as unknown as IssuedTokens)), /Not Found/);
});

test('a second factor ends only clients that were approved without it, and each later use ends none', async () => {
  const person = await createConfirmedPerson(sql_api);
  const other = await makeClient(sql);
  await signInByClient(sql, other, person);
  const factor = await enrollTotp(sql_api, person);
  const levels = () =>
    sql`select oauth_client_id, aal, authorized_aal from auth.sessions
      where user_id = ${person.id} and oauth_client_id is not null and revoked_at is null`;
  assert.equal([...(await levels())], [{ oauth_client_id: other, aal: 'aal1', authorized_aal: 'aal1' }]);
  const { claims } = readSession(await verifyTotp(sql_api, person, factor));
  assert.equal([...(await levels())], [], 'the client that was approved at aal1 ends');
  await signInByClient(sql, app, { ...person, claims });
  const strong = [{ oauth_client_id: app, aal: 'aal1', authorized_aal: 'aal2' }];
  assert.equal([...(await levels())], strong);
  await sql_api.advance(30);
  readSession(await verifyTotp(sql_api, { claims }, factor));
  assert.equal([...(await levels())], strong, 'the client that was approved at aal2 remains');
});

test('a hook cannot take client_id, scope or auth_time out of a client’s token, add client_id to another, or widen aud', async () => {
  const claims = {
    ...{ aud: 'a', exp: 2, iat: 1, sub: 's', email: '', phone: '', role: 'r', aal: 'aal1', session_id: 'x' },
    is_anonymous: false,
  };
  const ofClient = { ...claims, client_id: 'c', scope: 'email', auth_time: 1 };
  const faults = async (old: object, changed: object) =>
    (await sql`select auth_lib.claim_errors(${old as never}::jsonb, ${changed as never}::jsonb) as fault`)[0]?.fault as
      | string
      | null;
  assert.is(await faults(ofClient, ofClient), null);
  for (const name of ['client_id', 'scope', 'auth_time'] as const) {
    const { [name]: _, ...without } = ofClient;
    assert.match(String(await faults(ofClient, without)), new RegExp(name));
    assert.match(
      String(await faults(ofClient, { ...ofClient, [name]: name === 'auth_time' ? 2 : 'other' })),
      new RegExp(name),
    );
  }
  assert.match(String(await faults(claims, { ...claims, client_id: 'c' })), /client_id: must not be added/);
  assert.is(await faults(claims, { ...claims, aud: 'other' }), null, 'a first-party audience is the hook’s own affair');
  assert.match(String(await faults(ofClient, { ...ofClient, aud: ['a', 'b'] })), /aud: must not be wider/);
  assert.is(await faults({ ...ofClient, aud: ['a', 'b'] }, { ...ofClient, aud: 'b' }), null);
});

test.run();
