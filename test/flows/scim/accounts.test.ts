// Effects of SCIM on accounts, sessions and groups, and the limits of a token. cases.test.ts explains the numbers.
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { bearer, newEmail, readRedirectFragment } from '../../support/processes/stack.ts';
import { fetchUser, redirectErrors, responseParts } from '../sso/journey.ts';
import {
  assertScimError,
  type Body,
  ENTERPRISE,
  GROUP,
  PATCH_OP,
  type Resource,
  startScimStack,
  USER,
} from './client.ts';

const world = await startScimStack({}, { keeps_time_limits: true });
const { stack, client, accountOf, signIn } = world;
test.after(() => stack.close());

const own = await client();
const other = await client();
const { send, user, group, patch, find } = own;

const get = async (path: string): Promise<Resource> => (await send('GET', path)).body as Resource;

/** Signs in as a provisioned user. */
async function createSession(made: Resource): Promise<{ token: string; refresh: string }> {
  const values = readRedirectFragment(
    await signIn(own.idp, own.provider, { nameId: randomUUID(), attributes: { mail: String(made.userName) } }),
  );
  const token = values.get('access_token');
  assert.ok(token);
  return { token, refresh: values.get('refresh_token') ?? '' };
}

const refreshed = (refresh: string) => stack.post('/token?grant_type=refresh_token', { refresh_token: refresh });

test('13, 17, 40: deactivation ends sessions at once and everything that leads to one; reactivation leaves a ban', async () => {
  const made = await user();
  const before = await accountOf(made.id);
  const { token, refresh } = await createSession(made);
  assert.is((await accountOf(made.id)).id, before.id, 'one account');
  await stack.db.sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (${randomUUID()}, 'https://x.example', '{user.banned,user.unbanned}', '{x}', now(), now())`;
  const events = async () => {
    const rows = await stack.db.sql`
      select kind from auth.webhook_events where user_id = ${before.id} order by created_at, id`;
    return rows.map(({ kind }) => kind);
  };
  const code_verifier = randomUUID().repeat(2);
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const request = await world.depart({ provider_id: own.provider, code_challenge, code_challenge_method: 's256' });
  const parts = responseParts(request, { attributes: { mail: String(made.userName) } });
  const returned = await world.bring(own.idp.respond(parts), request.relay);
  const auth_code = new URL(returned.headers.get('location') ?? '').searchParams.get('code');
  assert.ok(auth_code, 'a sign-in that the app has not finished');
  const off = await patch(`/Users/${made.id}`, { op: 'replace', value: { active: false } });
  assert.equal([off.status, off.body.active], [200, false], off.text);
  assert.equal((await refreshed(refresh)).status, 400);
  const late = await stack.post('/token?grant_type=pkce', { auth_code, code_verifier });
  assert.ok([403, 404].includes(late.status), late.text);
  assert.equal(await events(), ['user.banned']);
  assert.equal((await stack.get('/user', bearer(token))).status, 403);
  assert.is((await stack.request('PUT', '/user', { data: {} }, bearer(token))).status, 403);
  const [live] = await stack.db.sql`
    select count(*)::integer as n from auth.sessions where user_id = ${before.id} and revoked_at is null`;
  assert.is(live?.n, 0);
  const again = await signIn(own.idp, own.provider, { attributes: { mail: String(made.userName) } });
  assert.is(redirectErrors(again).error_code, 'user_banned');
  const deprovisionedAt = async () => (await stack.get(`/admin/users/${before.id}`, SERVICE)).body.deprovisioned_at;
  assert.ok(Math.abs(Date.now() - Date.parse(String(await deprovisionedAt()))) < 60_000);
  const on = await patch(`/Users/${made.id}`, { op: 'Replace', path: 'active', value: 'True' });
  assert.is(on.body.active, true);
  assert.is(await deprovisionedAt(), undefined);
  assert.equal(await events(), ['user.banned', 'user.unbanned']);
  await createSession(made);
  assert.is((await patch(`/Users/${made.id}`, { op: 'Replace', path: 'active', value: 'False' })).body.active, false);
  const ban = await stack.request('PUT', `/admin/users/${before.id}`, { ban_duration: '1h' }, SERVICE);
  assert.is(ban.status, 200);
  await patch(`/Users/${made.id}`, { op: 'add', path: 'active', value: true });
  const banned = await accountOf(made.id);
  assert.equal([banned.deprovisioned_at, Boolean(banned.banned_until)], [null, true]);
  assert.is(
    redirectErrors(await signIn(own.idp, own.provider, { attributes: { mail: String(made.userName) } })).error_code,
    'user_banned',
  );
  const [entry] = await stack.db.sql`
    select traits from auth.audit_log where actions = '{user_deprovisioned}' and traits ->> 'user_id' = ${before.id} limit 1`;
  assert.equal(entry?.traits, {
    scim_token_id: own.token_id,
    provider: `sso:${own.provider}`,
    user_id: before.id,
    scim_user_id: made.id,
  });
});

test('14, 23: group push: members are added once, removed in each form, replaced; rename and deletion', async () => {
  const [one, two, three] = await Promise.all([user(), user(), user()]);
  const team = await group('Push', [one.id]);
  const path = `/Groups/${team.id}`;
  const members = async () => ((await get(path)).members as Body[]).map(({ value }) => value).sort();
  const add = (id: string) => patch(path, { op: 'Add', path: 'members', value: [{ value: id }] });
  assert.is((await add(two.id)).status, 200);
  assert.is((await add(two.id)).status, 200);
  assert.equal(await members(), [one.id, two.id].sort());
  await patch(path, { op: 'remove', path: `members[value eq "${one.id}"]` });
  assert.equal(await members(), [two.id]);
  await patch(path, { op: 'Remove', path: 'members', value: [{ value: two.id }] });
  assert.equal(await members(), []);
  await patch(path, { op: 'replace', path: 'members', value: [{ value: three.id }] });
  assert.equal(await members(), [three.id]);
  assert.is(
    (await patch(path, { op: 'replace', value: { id: team.id, displayName: 'Renamed' } })).body.displayName,
    'Renamed',
  );
  const put = await send('PUT', path, { schemas: [GROUP], displayName: 'Put', members: [{ value: one.id }] });
  assert.is(put.status, 200, put.text);
  assert.equal(await members(), [one.id]);
  assertScimError(await add(randomUUID()), 400, 'invalidValue');
  assertScimError(await add((await other.user()).id), 400, 'invalidValue');
  assertScimError(
    await patch(path, { op: 'add', path: 'members', value: [{ value: team.id, type: 'Group' }] }),
    400,
    'invalidValue',
  );
  assert.is((await send('DELETE', path)).status, 204);
  assertScimError(await send('GET', path), 404);
  assert.is((await send('GET', `/Users/${one.id}`)).status, 200);
});

test('18, 19, 20, 26, 42: the operations of Entra', async () => {
  const made = await user();
  const path = `/Users/${made.id}`;
  const moved = newEmail();
  const { status, body, text } = await patch(
    path,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: moved },
    { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 170 1' },
    { op: 'Replace', path: 'name.formatted', value: 'Ada Lovelace' },
    { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Engines' },
    { op: 'Replace', path: 'addresses[type eq "work"].formatted', value: 'Here 1' },
    { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'boss' },
    { op: 'add', value: { 'name.familyName': 'Byron', displayName: 'Y', [`${ENTERPRISE}:division`]: 'D' } },
    { op: 'Add', path: 'urn:acme:custom:1.0:User:badge', value: '7' },
  );
  assert.is(status, 200, text);
  assert.equal(
    [body.emails, body.phoneNumbers, body.name, body[ENTERPRISE], body.addresses, body.displayName],
    [
      [{ value: moved, type: 'work', primary: true }],
      [{ value: '+49 170 1', type: 'mobile' }],
      { formatted: 'Ada Lovelace', familyName: 'Byron' },
      { department: 'Engines', manager: { value: 'boss' }, division: 'D' },
      [{ formatted: 'Here 1', type: 'work' }],
      'Y',
    ],
  );
  assert.equal(body.schemas, [USER, ENTERPRISE]);
  const account = await accountOf(made.id);
  assert.is(account.email, moved);
  assert.equal((account.raw_user_meta_data as Body).scim, {
    department: 'Engines',
    division: 'D',
    manager: { value: 'boss' },
  });
  const values = readRedirectFragment(await signIn(own.idp, own.provider, { attributes: { mail: moved } }));
  const claims = JSON.parse(Buffer.from(values.get('access_token')?.split('.')[1] ?? '', 'base64url').toString());
  assert.is(claims.email, moved);
  const boss = await patch(path, { op: 'replace', path: `${ENTERPRISE}:manager`, value: { value: 'other' } });
  assert.equal((boss.body[ENTERPRISE] as Body).manager, { value: 'other' });
});

test('members that are not SCIM’s are ignored or refused, and never reach the account', async () => {
  const made = await user({
    role: 'service_role',
    aud: 'x',
    app_metadata: { admin: true },
    is_sso_user: false,
    email: 'a@b.c',
  });
  for (const name of [
    'role',
    'aud',
    'user_id',
    'provider_id',
    'app_metadata',
    'banned_until',
    '__proto__',
    'constructor',
  ]) {
    assertScimError(
      await patch(`/Users/${made.id}`, { op: 'replace', path: name, value: 'service_role' }),
      400,
      'invalidPath',
    );
    await patch(`/Users/${made.id}`, { op: 'replace', value: { [name]: 'service_role', title: name } });
  }
  const account = await accountOf(made.id);
  assert.equal(
    [account.role, account.aud, account.is_sso_user, account.raw_app_meta_data],
    ['authenticated', 'authenticated', true, { provider: `sso:${own.provider}`, providers: [`sso:${own.provider}`] }],
  );
});

test('25, 41: a deleted user who is created again has another id and the same account', async () => {
  const made = await user({ externalId: randomUUID() });
  const before = await accountOf(made.id);
  const { refresh } = await createSession(made);
  assert.is((await send('DELETE', `/Users/${made.id}`)).status, 204);
  assert.is((await refreshed(refresh)).status, 400);
  assertScimError(await send('GET', `/Users/${made.id}`), 404);
  assertScimError(await send('DELETE', `/Users/${made.id}`), 404);
  assert.equal(await find('Users', `userName eq "${made.userName}"`), []);
  const denied = await signIn(own.idp, own.provider, {
    nameId: randomUUID(),
    attributes: { mail: String(made.userName) },
  });
  assert.is(redirectErrors(denied).error_code, 'user_banned', 'a sign-in makes no second account');
  const again = await user({ userName: made.userName });
  assert.is.not(again.id, made.id);
  assert.is((await accountOf(again.id)).id, before.id);
  await createSession(again);
  for (const how of ['soft_delete', 'delete']) {
    const node = await stack.another({ SVC_SCIM_DELETE: how });
    const gone = await user();
    const { id } = await accountOf(gone.id);
    assert.is((await node.request('DELETE', `/scim/v2/Users/${gone.id}`, undefined, bearer(own.token))).status, 204);
    const [row] = await stack.db.sql`select deleted_at from auth.users where id = ${id}`;
    assert.is(row === undefined ? 'delete' : row.deleted_at === null ? 'kept' : 'soft_delete', how);
    assert.equal([...(await stack.db.sql`select id from auth.scim_users where user_id = ${id}`)], []);
  }
  const removed = await user();
  const { id } = await accountOf(removed.id);
  assert.is((await stack.request('DELETE', `/admin/users/${id}`, {}, SERVICE)).status, 200);
  assertScimError(await send('GET', `/Users/${removed.id}`), 404);
});

test('37, 38: a sign-in and a resource of one person are one account, whichever comes first', async () => {
  const nameId = randomUUID();
  const provisioned = await user({ userName: randomUUID(), externalId: nameId, emails: [{ value: newEmail() }] });
  const first = await fetchUser(
    stack,
    await signIn(own.idp, own.provider, { nameId, attributes: { mail: newEmail() } }),
  );
  assert.is(first.id, (await accountOf(provisioned.id)).id);
  for (const match of ['externalId', 'userName', 'emails']) {
    const subject = randomUUID();
    const mail = newEmail();
    const signed = await fetchUser(
      stack,
      await signIn(own.idp, own.provider, { nameId: subject, attributes: { mail } }),
    );
    const made = await user({
      userName: match === 'userName' ? subject : randomUUID(),
      emails: [{ value: match === 'emails' ? mail : newEmail() }],
      ...(match === 'externalId' ? { externalId: subject } : {}),
    });
    assert.is((await accountOf(made.id)).id, signed.id, match);
  }
  const closed = await client({ just_in_time: false });
  const unknown = await signIn(closed.idp, closed.provider, {});
  assert.is(redirectErrors(unknown).error_code, 'signup_disabled');
  const known = await closed.user();
  const entered = await signIn(closed.idp, closed.provider, { attributes: { mail: String(known.userName) } });
  assert.is((await fetchUser(stack, entered)).id, (await accountOf(known.id)).id);
});

test('37: a request that matches two accounts is refused', async () => {
  const mail = newEmail();
  for (const subject of [randomUUID(), randomUUID()]) {
    await signIn(own.idp, own.provider, { nameId: subject, attributes: { mail: newEmail() } });
    await stack.db.sql`update auth.identities
      set identity_data = identity_data || ${stack.db.sql.json({ email: mail })} where subject = ${subject}`;
  }
  assertScimError(
    await send('POST', '/Users', { schemas: [USER], userName: randomUUID(), emails: [{ value: mail }] }),
    409,
    'uniqueness',
  );
});

test('39: an ordinary account with the address is not touched', async () => {
  const email = newEmail();
  const created = await stack.post(
    '/admin/users',
    { email, password: 'correct horse battery', email_confirm: true },
    SERVICE,
  );
  const [before] = await stack.db
    .sql`select to_jsonb(u) as row from auth.users as u where id = ${String(created.body.id)}`;
  const made = await user({ userName: email });
  assert.is.not((await accountOf(made.id)).id, created.body.id);
  await patch(`/Users/${made.id}`, { op: 'replace', path: 'active', value: false });
  await send('DELETE', `/Users/${made.id}`);
  const [after] = await stack.db
    .sql`select to_jsonb(u) as row from auth.users as u where id = ${String(created.body.id)}`;
  assert.equal(after, before);
  assert.is((await stack.post('/token?grant_type=password', { email, password: 'correct horse battery' })).status, 200);
});

test('an address outside of the domains of the provider is refused', async () => {
  const domain = `${randomUUID()}.example`;
  const corp = await client({ domains: [domain] });
  const made = await corp.user({ userName: `ada@${domain}` });
  const outside = newEmail();
  assertScimError(await corp.send('POST', '/Users', { schemas: [USER], userName: outside }), 400, 'invalidValue');
  assertScimError(
    await corp.patch(`/Users/${made.id}`, { op: 'replace', path: 'emails', value: [{ value: outside }] }),
    400,
    'invalidValue',
  );
  assert.is((await accountOf(made.id)).email, `ada@${domain}`);
  const [row] = await stack.db.sql`select count(*)::integer as n from auth.users where email = ${outside}`;
  assert.is(row?.n, 0);
});

test('43: names of groups are a claim of the next token', async () => {
  const made = await user();
  const names = async () => (await accountOf(made.id)).raw_app_meta_data as Body;
  const team = await group('Zeta', [made.id]);
  await group('Alpha', [made.id]);
  assert.equal((await names()).groups, ['Alpha', 'Zeta']);
  const { token } = await createSession(made);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  assert.equal(claims.app_metadata.groups, ['Alpha', 'Zeta']);
  await patch(`/Groups/${team.id}`, { op: 'replace', path: 'displayName', value: 'Beta' });
  assert.equal((await names()).groups, ['Alpha', 'Beta']);
  await send('DELETE', `/Groups/${team.id}`);
  assert.equal((await names()).groups, ['Alpha']);
  const long = (n: number) => ({
    schemas: [GROUP],
    displayName: `${'x'.repeat(250)}${n}`,
    members: [{ value: made.id }],
  });
  const answers = [];
  for (let n = 0; n < 45; n += 1) answers.push(await send('POST', '/Groups', long(n)));
  const last = answers.at(-1);
  assert.ok(last);
  assertScimError(last, 400, 'invalidValue');
  assert.match(last.text, `Too many groups for user ${made.id}`);
  const none = await stack.another({ SVC_SCIM_GROUPS_CLAIM: '' });
  const quiet = await client({}, none);
  const plain = await quiet.user();
  await quiet.group('Silent', [plain.id]);
  assert.is(((await accountOf(plain.id)).raw_app_meta_data as Body).groups, undefined);
});

test('44: a token of another provider sees and changes nothing', async () => {
  const made = await user();
  const team = await group('Mine', [made.id]);
  const before = await stack.db.sql`select to_jsonb(s) as row from auth.scim_users as s where id = ${made.id}`;
  for (const path of [`/Users/${made.id}`, `/Groups/${team.id}`]) {
    assertScimError(await other.send('GET', path), 404);
    assertScimError(await other.send('DELETE', path), 404);
    const schemas = [path.startsWith('/Users') ? USER : GROUP];
    assertScimError(await other.send('PUT', path, { schemas, userName: newEmail(), displayName: 'x' }), 404);
    assertScimError(await other.patch(path, { op: 'replace', path: 'displayName', value: 'x' }), 404);
  }
  for (const [kind, filter] of [
    ['Users', `id eq "${made.id}"`],
    ['Users', `groups.value eq "${team.id}"`],
    ['Groups', `members eq "${made.id}"`],
    ['Groups', `id eq "${team.id}"`],
  ] as const) {
    assert.equal(await other.find(kind, filter), [], filter);
  }
  const theirs = await other.group('Theirs');
  assertScimError(
    await other.patch(`/Groups/${theirs.id}`, { op: 'add', path: 'members', value: [{ value: made.id }] }),
    400,
    'invalidValue',
  );
  assert.equal(await stack.db.sql`select to_jsonb(s) as row from auth.scim_users as s where id = ${made.id}`, before);
});

test('45: two clients at once: one user of a name, no session after a deactivation', async () => {
  const userName = newEmail();
  const second = await stack.another();
  const body = JSON.stringify({ schemas: [USER], userName });
  const headers = { ...bearer(own.token), 'Content-Type': 'application/scim+json' };
  const posts = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? stack : second).request('POST', '/scim/v2/Users', body, headers)),
  );
  assert.equal(posts.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  const [made] = (await find('Users', `userName eq "${userName}"`)) as [Resource];
  const mixed = await Promise.all([
    ...Array.from({ length: 4 }, () => signIn(own.idp, own.provider, { attributes: { mail: userName } })),
    patch(`/Users/${made.id}`, { op: 'replace', path: 'active', value: false }),
    ...Array.from({ length: 4 }, () => signIn(own.idp, own.provider, { attributes: { mail: userName } })),
  ]);
  // A sign-in that completes before the deactivation gets a session (302), which the deactivation revokes.
  assert.is(mixed[4]?.status, 200);
  for (const [n, { status }] of mixed.entries()) if (n !== 4) assert.ok([302, 303].includes(status), `${status}`);
  const [state] = await stack.db.sql`
    select count(distinct u.id)::integer as accounts, count(s.id)::integer as sessions
    from auth.users as u left join auth.sessions as s on s.user_id = u.id and s.revoked_at is null
    where u.email = ${userName}`;
  assert.equal([state?.accounts, state?.sessions], [1, 0]);
  const ends = await Promise.all([
    patch(`/Users/${made.id}`, { op: 'replace', path: 'title', value: 'x' }),
    send('DELETE', `/Users/${made.id}`),
    patch(`/Users/${made.id}`, { op: 'replace', path: 'active', value: true }),
  ]);
  assert.ok(ends.every(({ status }) => [200, 204, 404].includes(status)));
  const [gone] = await stack.db.sql`select deprovisioned_at from auth.users where email = ${userName}`;
  assert.ok(gone?.deprovisioned_at);
});

test('a provider that is deleted takes its resources along; deactivated accounts stay so', async () => {
  const gone = await client();
  const made = await gone.user();
  const off = await gone.user({ active: false });
  const accounts = [(await accountOf(made.id)).id, (await accountOf(off.id)).id];
  await stack.request('DELETE', `/admin/sso/providers/${gone.provider}`, undefined, SERVICE);
  assertScimError(await gone.send('GET', '/Users'), 401);
  const rows = await stack.db
    .sql`select deprovisioned_at is null as live from auth.users where id = any (${accounts}) order by live`;
  assert.equal(
    rows.map(({ live }) => live),
    [false, true],
  );
  const [left] = await stack.db
    .sql`select count(*)::integer as n from auth.scim_users where user_id = any (${accounts})`;
  assert.is(left?.n, 0);
});

test('a token is in no log line and no table', async () => {
  await send('GET', '/Users/x');
  await send('PATCH', '/Users/x', {
    schemas: [PATCH_OP],
    Operations: [{ op: 'add', path: own.token, value: own.token }],
  });
  await stack.get(`/scim/v2/Users/${own.token}`, bearer(own.token));
  const lines = stack.log();
  assert.ok(lines.includes('/scim/v2'));
  assert.not.ok(lines.includes(own.token.slice(5)), 'log');
  for (const table of ['scim_tokens', 'audit_log', 'refusals']) {
    const rows = await stack.db.sql.unsafe(`select to_jsonb(t)::text as row from auth.${table} as t`);
    assert.not.ok(
      rows.some(({ row }) => String(row).includes(own.token.slice(5))),
      table,
    );
  }
});

test('46: a database that cannot be asked is 503 in the form of SCIM', async () => {
  await stack.db.sql.begin(async (sql) => {
    await sql`lock table auth.scim_tokens in access exclusive mode`;
    const answer = await send('GET', '/Users');
    assertScimError(answer, 503);
    assert.ok(answer.headers.get('retry-after'));
  });
});

test.run();
