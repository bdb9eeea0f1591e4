// exchange_authorization and refresh_session for clients: one session per code, what voids a code, narrower scopes, and
// reuse.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  approved,
  CALLBACK,
  exchange,
  type Issued,
  makeClient,
  OAUTH,
  proof,
  refreshed,
  signedIn,
} from '../../../support/database/oauth.ts';
import { type Answer, api, client, confirmed, openSurface, SETTINGS } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const app = await makeClient(sql);
const codeOf = (answer: Answer): string => String((answer.refused as Answer | undefined)?.message ?? 'ok');
const INVALID = 'Invalid authorization code';
const live = (user_id: string, client_id = app) =>
  sql`select id from auth.sessions where user_id = ${user_id} and oauth_client_id = ${client_id} and revoked_at is null`;

test('of 100 parallel exchanges one gets a session; the others end it, and those without the verifier end nothing', async () => {
  const person = await confirmed(surface);
  const id = await approved(sql, app, person);
  const login = surface.db.login('gateway', 20);
  const wrong = await Promise.all(
    Array.from({ length: 50 }, () => exchange(login, app, id, { code_verifier: 'w'.repeat(60) })),
  );
  assert.ok(wrong.every((answer) => codeOf(answer).startsWith('PKCE verification failed')));
  const answers = await Promise.all(Array.from({ length: 100 }, () => exchange(login, app, id)));
  assert.is(answers.filter((answer) => codeOf(answer) === 'ok').length, 1);
  assert.is(answers.filter((answer) => codeOf(answer) === INVALID).length, 99);
  const rows =
    await sql`select revoked_reason from auth.sessions where user_id = ${person.id} and oauth_client_id = ${app}`;
  assert.equal([...rows], [{ revoked_reason: 'reuse' }]);
});

test('a code alone, or with another verifier, ends no session that it opened', async () => {
  const person = await confirmed(surface);
  const id = await approved(sql, app, person);
  assert.is(codeOf(await exchange(sql, app, id)), 'ok');
  for (const code_verifier of ['', 'w'.repeat(60)]) {
    assert.is(codeOf(await exchange(sql, app, id, { code_verifier })), INVALID);
    assert.is((await live(person.id)).length, 1);
  }
  assert.is(codeOf(await exchange(sql, app, id)), INVALID);
  assert.is((await live(person.id)).length, 0);
});

test('a code of another client, redirect URI, resource or verifier is refused and stays good for its owner', async () => {
  const person = await confirmed(surface);
  const other = await makeClient(sql);
  const id = await approved(sql, app, person, { resource: ['https://mcp.example.com'] });
  for (const [by, more] of [
    [other, {}],
    [app, { redirect_uri: `${CALLBACK}2` }],
    [app, { resources: ['https://other.example.com'] }],
    [app, { code_verifier: 'w'.repeat(60) }],
    [app, { code_verifier: 'v'.repeat(42) }],
    [app, { code_verifier: 'v'.repeat(129) }],
    [app, { proof: proof(app, { method: 'client_secret_post' }) }],
    [app, { proof: proof(app, { generation: 2 }) }],
  ] as const) {
    assert.is.not(codeOf(await exchange(sql, by, id, more)), 'ok', JSON.stringify(more));
  }
  const issued = await exchange(sql, app, id);
  assert.equal((issued.claims as Answer).aud, 'https://mcp.example.com');
});

const ENDS: Record<string, (o: { id: string; claims: Answer; client_id: string }) => Promise<unknown>> = {
  'its minute': () => surface.advance(61),
  'the revocation of the grant': ({ claims, client_id }) =>
    api(sql, 'revoke_grant', { claims, client_id, settings: OAUTH }),
  'the deletion of the client': ({ client_id }) =>
    api(sql, 'delete_oauth_client', { claims: ADMIN, client_id, settings: OAUTH }),
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
    const person = await confirmed(surface);
    const client_id = await makeClient(sql);
    const id = await approved(sql, client_id, person);
    await end({ ...person, client_id });
    assert.is.not(codeOf(await exchange(sql, client_id, id)), 'ok');
    assert.is((await live(person.id, client_id)).length, 0);
  });
}

test('refreshing narrows scope and resource, and never widens', async () => {
  const person = await confirmed(surface);
  const resource = ['https://a.example.com', 'https://b.example.com'];
  const issued = await signedIn(sql, app, person, { scope: 'email profile', resource });
  const narrow = (await refreshed(sql, app, issued, { scope: 'email', resources: [resource[1]] })) as unknown as Issued;
  assert.equal([narrow.claims.scope, narrow.claims.aud], ['email', resource[1]]);
  const again = (await refreshed(sql, app, narrow)) as unknown as Issued;
  assert.equal([again.claims.scope, again.claims.aud], ['email profile', resource], 'the grant itself stays');
  assert.is(
    await codeOf(await refreshed(sql, app, again, { scope: 'email phone' })),
    'The scope is wider than what was granted',
  );
  assert.is(
    codeOf(await refreshed(sql, app, again, { resources: ['https://c.example.com'] })),
    'The resource was not granted',
  );
  assert.is(codeOf(await refreshed(sql, app, again)), 'ok', 'a refused refresh rotates nothing');
});

test('a public client’s refresh token rotates whatever the setting says, and reuse ends the session', async () => {
  const person = await confirmed(surface);
  const client_id = await makeClient(sql, { client_type: 'public' });
  const by = { proof: { client_id, method: 'none' } };
  const id = await approved(sql, client_id, person);
  const first = (await exchange(sql, client_id, id, by)) as unknown as Issued;
  const off = { ...OAUTH, security_refresh_token_rotation_enabled: false };
  const second = (await refreshed(sql, client_id, first, { ...by, settings: off })) as unknown as Issued;
  assert.is(second.refresh.counter, first.refresh.counter + 1);
  await surface.advance(60);
  assert.match(codeOf(await refreshed(sql, client_id, first, { ...by, settings: off })), /Already Used/);
  assert.is((await live(person.id, client_id)).length, 0);
});

test('SINGLE_PER_USER does not count clients’ sessions; a sign-out everywhere ends them', async () => {
  const person = await confirmed(surface);
  const issued = await signedIn(sql, app, person);
  await surface.advance(5);
  const single = { ...OAUTH, sessions_single_per_user: true };
  const second = (await refreshed(sql, app, issued, { settings: single })) as unknown as Issued;
  const own = { user_id: person.id, session_id: person.session_id, counter: 0, settings: single, client };
  assert.is(codeOf(await api(sql, 'refresh_session', own)), 'ok', 'the client’s later session has replaced nothing');
  await api(sql, 'sign_out', { claims: person.claims, scope: 'global', settings: SETTINGS });
  assert.match(codeOf(await refreshed(sql, app, second)), /Not Found/);
});

test('a second factor ends only clients that were approved without it, and each later use ends none', async () => {
  const person = await confirmed(surface);
  await signedIn(sql, app, person);
  await sql`update auth.sessions set authorized_aal = 'aal2' where user_id = ${person.id} and oauth_client_id = ${app}`;
  const other = await makeClient(sql);
  await signedIn(sql, other, person);
  await sql`select auth_lib.revoke_session(s.user_id, s.id, 'factor') from auth.sessions as s
    where s.user_id = ${person.id} and coalesce(s.authorized_aal, s.aal) = 'aal1' and s.revoked_at is null`;
  assert.equal([(await live(person.id)).length, (await live(person.id, other)).length], [1, 0]);
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
