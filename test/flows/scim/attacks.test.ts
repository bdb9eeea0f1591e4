// An organization can deactivate its users regardless of their data, groups and addresses. It cannot create
// an account that a hook of the operator refuses.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHookSchema, defineHook, functionHookSettings } from '../../support/database/hooks.ts';
import { bearer, newEmail, readRedirectFragment } from '../../support/processes/stack.ts';
import { redirectErrors } from '../sso/journey.ts';
import { assertScimError, type Body, type Resource, type ScimClient, startScimStack, USER } from './client.ts';

const world = await startScimStack({ SVC_RATE_LIMIT_SSO: '100000', SVC_SAML_RATE_LIMIT_ASSERTION: '100000' });
const { stack, client, signIn, accountOf } = world;
test.after(() => stack.close());

const off = { op: 'replace', path: 'active', value: false };
const signedIn = (own: ScimClient, made: Resource) =>
  signIn(own.idp, own.provider, { attributes: { mail: String(made.userName) } });

/** Signs a provisioned user in and returns the tokens. */
async function signInProvisionedUser(own: ScimClient, made: Resource): Promise<{ token: string; refresh: string }> {
  const values = readRedirectFragment(await signedIn(own, made));
  return { token: values.get('access_token') ?? '', refresh: values.get('refresh_token') ?? '' };
}

const refreshed = async (refresh: string): Promise<number> =>
  (await stack.post('/token?grant_type=refresh_token', { refresh_token: refresh })).status;

async function assertSignedOut(own: ScimClient, made: Resource, refresh: string): Promise<void> {
  assert.is(await refreshed(refresh), 400, 'the session has ended');
  assert.is(redirectErrors(await signedIn(own, made)).error_code, 'user_banned');
}

/** Removes what the organization has set in a user's metadata, and fills the metadata up to its size limit. */
async function fillMetadata(token: string, user_id: string): Promise<void> {
  const none = {
    name: null,
    full_name: null,
    given_name: null,
    family_name: null,
    picture: null,
    locale: null,
    scim: null,
  };
  await stack.request('PUT', '/user', { data: none }, bearer(token));
  const [row] = await stack.db.sql`
    select octet_length(raw_user_meta_data::text) + octet_length(raw_app_meta_data::text) as n from auth.users where id = ${user_id}`;
  const more = 10_240 - Number(row?.n) - ', "x": ""'.length;
  const filled = await stack.request('PUT', '/user', { data: { x: 'x'.repeat(more) } }, bearer(token));
  assert.is(filled.status, 200, filled.text);
}

test('a user with full metadata is deactivated', async () => {
  const own = await client();
  const made = await own.user({ name: { givenName: 'Mallory', familyName: 'Marlowe' } });
  const { id } = await accountOf(made.id);
  const { token, refresh } = await signInProvisionedUser(own, made);
  await fillMetadata(token, id);
  const answer = await own.patch(`/Users/${made.id}`, off);
  assert.equal([answer.status, answer.body.active], [200, false], answer.text);
  await assertSignedOut(own, made, refresh);
});

test('a user with full metadata is added to a group together with others', async () => {
  const own = await client();
  const [made, other] = [await own.user(), await own.user()];
  const team = await own.group('Suspended');
  const { id } = await accountOf(made.id);
  await fillMetadata((await signInProvisionedUser(own, made)).token, id);
  const answer = await own.patch(`/Groups/${team.id}`, {
    op: 'add',
    path: 'members',
    value: [{ value: made.id }, { value: other.id }],
  });
  assert.is(answer.status, 200, answer.text);
  for (const { id: member } of [made, other])
    assert.equal(((await accountOf(member)).raw_app_meta_data as Body).groups, ['Suspended']);
  assert.is((await own.patch(`/Users/${made.id}`, { op: 'replace', value: { title: 'Clerk' } })).status, 200);
});

test('a user of many groups is changed and deactivated', async () => {
  const own = await client();
  const made = await own.user();
  const { refresh } = await signInProvisionedUser(own, made);
  for (let n = 0; n < 130; n += 1) await own.group(`g${n}`, [made.id]);
  const named = await own.patch(`/Users/${made.id}`, { op: 'replace', path: 'displayName', value: 'Ada' });
  assert.is(named.status, 200, named.text);
  const answer = await own.patch(`/Users/${made.id}`, off);
  assert.is(answer.status, 200, answer.text);
  await assertSignedOut(own, made, refresh);
});

test('a user whose address the provider may no longer assert is deactivated, and not activated again', async () => {
  const [domain, next] = [`${randomUUID()}.example`, `${randomUUID()}.example`];
  const own = await client({ domains: [domain] });
  const made = await own.user({ userName: `ada@${domain}` });
  const { refresh } = await signInProvisionedUser(own, made);
  assert.is((await world.change(own.provider, { domains: [next] })).status, 200);
  const answer = await own.patch(`/Users/${made.id}`, off);
  assert.is(answer.status, 200, answer.text);
  assert.is(await refreshed(refresh), 400);
  assertScimError(await own.patch(`/Users/${made.id}`, { ...off, value: true }), 400, 'invalidValue');
  const moved = await own.patch(`/Users/${made.id}`, {
    op: 'replace',
    value: { active: true, emails: [{ value: `ada@${next}`, primary: true }] },
  });
  assert.is(moved.status, 200, moved.text);
});

test('a hook that refuses a new account refuses the user with its text; a known account is not asked about', async () => {
  await createHookSchema(stack.db);
  await defineHook(
    stack.db,
    'before_user_created',
    `return '{"error": {"http_code": 403, "message": "not on the list"}}';`,
  );
  const hooked = await client({}, await stack.another(functionHookSettings('before_user_created')));
  const userName = newEmail();
  const refused = await hooked.send('POST', '/Users', { schemas: [USER], userName });
  assertScimError(refused, 403);
  assert.is(refused.body.detail, 'not on the list');
  const [none] = await stack.db.sql`select count(*)::integer as n from auth.users where email = ${userName}`;
  assert.is(none?.n, 0);
  const parts = { attributes: { mail: userName } };
  assert.ok(readRedirectFragment(await signIn(hooked.idp, hooked.provider, parts)).get('access_token'));
  assert.is((await hooked.send('POST', '/Users', { schemas: [USER], userName })).status, 201);
});

test.run();
