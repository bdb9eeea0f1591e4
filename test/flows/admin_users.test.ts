// The admin client of auth-js creates, reads, changes, deletes and lists users. Changes affect the users' own sessions.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin, SERVICE } from '../support/clients/admin.ts';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const closed = await stack.another({ SVC_DISABLE_SIGNUP: 'true', SVC_EXTERNAL_EMAIL_ENABLED: 'false' });
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const admin = createAdmin(stack.url);
const signIn = async (email: string, password = PASSWORD) => {
  const client = createClient(stack.url);
  return { auth: client.auth, answer: await client.auth.signInWithPassword({ email, password }) };
};
const create = async (more: object = {}) => {
  const email = newEmail();
  const { user } = expectData(await admin.createUser({ email, password: PASSWORD, email_confirm: true, ...more }));
  return { ...user, email };
};

/** Returns the recipients of all messages, sent or not. The mailbox could miss a mail that is still being sent. */
const queued = async () => [...(await stack.db.sql`select to_address from auth.messages`)];

const HASH_UNUSABLE =
  'Only password hashes of bcrypt (cost 4 to 14), argon2i, argon2id and Firebase scrypt can be used, and only within the limits of memory and time';

test('createUser: a bare user with 200, no mail, and a sign-in at once when confirmed', async () => {
  const email = newEmail();
  const answer = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  assert.is(answer.status, 200);
  assert.is(answer.body.email, email);
  assert.is((answer.body.identities as unknown[]).length, 1);
  sessionOf((await signIn(email)).answer);
  const unproven = newEmail();
  expectData(await admin.createUser({ email: unproven, password: PASSWORD }));
  assertClientError((await signIn(unproven)).answer, [400, 'email_not_confirmed', 'Email not confirmed']);
  assert.equal(await queued(), []);
});

test('createUser works with sign-ups switched off; errors as the client reads them', async () => {
  const email = newEmail();
  expectData(await createAdmin(closed.url).createUser({ email }));
  const refused: [object, number, string, string][] = [
    [{}, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
    [{ email }, 422, 'email_exists', 'A user with this email address has already been registered'],
    [{ email: 'x' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ phone: '0' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
    [{ id: 'x' }, 400, 'validation_failed', 'ID must conform to the uuid v4 format'],
    [
      { ban_duration: '10' },
      400,
      'validation_failed',
      'invalid format for ban duration: time: missing unit in duration "10"',
    ],
    [{ password: 'x'.repeat(73) }, 400, 'validation_failed', 'Password cannot be longer than 72 characters'],
    [{ password_hash: 'x' }, 400, 'validation_failed', HASH_UNUSABLE],
    [{ password_hash: '$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA' }, 400, 'validation_failed', HASH_UNUSABLE],
  ];
  for (const [attributes, ...expected] of refused) {
    const address = Object.keys(attributes).length === 0 ? {} : { email: newEmail() };
    assertClientError(await admin.createUser({ ...address, ...attributes }), expected);
  }
});

test('custom id and role: the token carries them; the id on the path as well', async () => {
  const id = randomUUID();
  const user = await create({
    id,
    role: 'editor',
    app_metadata: { plan: 'gold' },
    user_metadata: { full_name: 'Ada' },
  });
  assert.is(user.id, id);
  const { access_token } = sessionOf((await signIn(user.email)).answer);
  const claims = claimsOf(access_token);
  assert.equal([claims.sub, claims.role, (claims.app_metadata as { plan: string }).plan], [id, 'editor', 'gold']);
  const other = randomUUID();
  const answer = await stack.post(`/admin/users/${other}`, { email: newEmail(), id }, SERVICE);
  assert.equal([answer.status, answer.body.id], [200, other]);
  assert.is((await stack.post('/admin/users/x', { email: newEmail() }, SERVICE)).status, 404);
});

test('password hashes of the three bcrypt prefixes sign in', async () => {
  const [row] = await stack.db.sql<{ hash: string }[]>`select auth_lib.bcrypt(${PASSWORD}, null, 5) as hash`;
  for (const prefix of ['$2a$', '$2b$', '$2y$']) {
    const user = await create({ password: undefined, password_hash: prefix + String(row?.hash).slice(4) });
    sessionOf((await signIn(user.email)).answer);
  }
});

test('getUserById: a user, an unknown id, and an invalid id', async () => {
  const user = await create();
  assert.equal(expectData(await admin.getUserById(user.id)).user.email, user.email);
  assertClientError(await admin.getUserById(randomUUID()), [404, 'user_not_found', 'User not found']);
  const answer = await stack.get('/admin/users/x', SERVICE);
  assert.equal(
    [answer.status, answer.body.error_code, answer.body.msg],
    [404, 'validation_failed', 'user_id must be an UUID'],
  );
});

test('updateUserById: address and metadata at once without mail; a password ends every session', async () => {
  const user = await create();
  const { auth } = await signIn(user.email);
  const email = newEmail();
  const changed = expectData(
    await admin.updateUserById(user.id, { email, user_metadata: { a: 1 }, app_metadata: { b: 2 }, role: 'editor' }),
  ).user;
  assert.equal([changed.email, changed.new_email, changed.role], [email, undefined, 'editor']);
  const session = sessionOf(await auth.refreshSession());
  assert.equal([claimsOf(session.access_token).email, claimsOf(session.access_token).role], [email, 'editor']);
  assert.equal(await queued(), []);
  expectData(await admin.updateUserById(user.id, { password: 'quite another one' }));
  assertClientError(await auth.refreshSession(), [400, 'refresh_token_not_found', /Not Found$/]);
  assertClientError((await signIn(email)).answer, [400, 'invalid_credentials', 'Invalid login credentials']);
  sessionOf((await signIn(email, 'quite another one')).answer);
});

test('updateUserById: errors, and an address that belongs to another user', async () => {
  const [user, other] = [await create(), await create()];
  assertClientError(await admin.updateUserById(user.id, { email: other.email }), [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ]);
  assertClientError(await admin.updateUserById(user.id, { password: 'short' }), [422, 'weak_password', /at least 6/]);
  assertClientError(await admin.updateUserById(user.id, { ban_duration: '1d' }), [
    400,
    'validation_failed',
    /unknown unit "d"/,
  ]);
  assertClientError(await admin.updateUserById(randomUUID(), { email: 'x' }), [
    404,
    'user_not_found',
    'User not found',
  ]);
});

test('email_confirm lets the user sign in, and shows in the user', async () => {
  const user = await create({ email_confirm: false });
  assert.is(user.email_confirmed_at, undefined);
  const confirmed = expectData(await admin.updateUserById(user.id, { email_confirm: true })).user;
  assert.ok(confirmed.email_confirmed_at && confirmed.confirmed_at);
  assert.is(confirmed.user_metadata.email_verified, true);
  sessionOf((await signIn(user.email)).answer);
});

test('deleteUser, hard: the user is gone, its tokens are rejected, the address is free', async () => {
  const user = await create();
  const { auth } = await signIn(user.email);
  expectData(await admin.deleteUser(user.id));
  assertClientError(await admin.getUserById(user.id), [404, 'user_not_found', 'User not found']);
  assertClientError(await auth.getUser(), [403, 'user_not_found', 'User from sub claim in JWT does not exist']);
  assertClientError(await auth.refreshSession(), [400, 'refresh_token_not_found', /Not Found$/]);
  assertClientError(await admin.deleteUser(user.id), [404, 'user_not_found', 'User not found']);
  assert.is.not(expectData(await admin.createUser({ email: user.email })).user.id, user.id);
});

test('deleteUser, soft: only an administrator still sees the user; the address is free', async () => {
  const user = await create();
  const { auth, answer } = await signIn(user.email);
  const { access_token } = sessionOf(answer);
  expectData(await admin.deleteUser(user.id, true));
  const shown = expectData(await admin.getUserById(user.id)).user;
  assert.ok(shown.deleted_at && shown.email !== user.email);
  const refused = await stack.get('/user', { Authorization: `Bearer ${access_token}` });
  assert.equal([refused.status, refused.body.error_code], [403, 'session_not_found']);
  assertClientError(await auth.refreshSession(), [400, 'refresh_token_not_found', /Not Found$/]);
  assertClientError((await signIn(user.email)).answer, [400, 'invalid_credentials', 'Invalid login credentials']);
  const again = expectData(await createClient(stack.url).auth.signUp({ email: user.email, password: PASSWORD })).user;
  assert.is.not(again?.id, user.id);
  expectData(await admin.deleteUser(user.id, true));
  const body = await stack.request('DELETE', `/admin/users/${user.id}`, undefined, SERVICE);
  assert.equal([body.status, body.body], [200, {}], 'a DELETE without a body is a hard one');
  assertClientError(await admin.getUserById(user.id), [404, 'user_not_found', 'User not found']);
});

test('fields: a list and a search have only these members; a name that users do not have is refused', async () => {
  const { id, email } = await create({ user_metadata: { team: 'fields' } });
  const list = async (query: string) => {
    const answer = await stack.get(`/admin/users?${query}`, SERVICE);
    return { ...answer, users: answer.body.users as Record<string, unknown>[] };
  };
  const page = await list('per_page=1&fields=id,%20email,');
  assert.equal(page.users, [{ id, email }]);
  assert.ok(Number(page.headers.get('x-total-count')) >= 1);
  const found = await list(`email=${encodeURIComponent(email)}&fields=user_metadata`);
  assert.equal(found.users, [{ user_metadata: { team: 'fields', email_verified: true } }]);
  assert.ok(Object.keys((await list('per_page=1&fields=')).users[0] ?? {}).length > 10);
  const bad = await list('fields=id,password');
  assert.equal(
    [bad.status, bad.body.error_code, bad.body.msg],
    [400, 'validation_failed', "Users have no member 'password'"],
  );
});

test('listUsers: pages as the client reads them from the headers', async () => {
  const aud = 'paged';
  for (let i = 0; i < 5; i += 1) await create({ aud });
  const own = createAdmin(stack.url);
  Object.assign((own as unknown as { headers: object }).headers, { 'X-JWT-AUD': aud });
  const first = expectData(await own.listUsers({ page: 1, perPage: 2 }));
  assert.equal([first.users.length, first.aud], [2, aud]);
  assert.equal([first.total, first.nextPage, first.lastPage], [5, 2, 3]);
  const last = expectData(await own.listUsers({ page: 3, perPage: 2 }));
  assert.equal([last.users.length, last.total, last.nextPage, last.lastPage], [1, 5, null, 3]);
  const all = expectData(await own.listUsers());
  assert.equal([all.users.length, all.nextPage, all.lastPage], [5, null, 1]);
  assertClientError(await own.listUsers({ page: -1 }), [400, 'validation_failed', /^Bad Pagination Parameters: /]);

  const headers = { ...SERVICE, 'X-JWT-AUD': aud };
  const page = await stack.get('/admin/users?sort=created_at+asc&page=2&per_page=2&filter=%25', headers);
  assert.is(page.headers.get('x-total-count'), '5');
  const rest = 'filter=%25&per_page=2&sort=created_at+asc';
  assert.is(
    page.headers.get('link'),
    `</admin/users?page=3&${rest}>; rel="next", </admin/users?page=3&${rest}>; rel="last"`,
  );
  const none = await stack.get('/admin/users', { ...SERVICE, 'X-JWT-AUD': 'nobody' });
  assert.equal(none.body, { users: [], aud: 'nobody' });
  assert.equal(
    [none.headers.get('x-total-count'), none.headers.get('link')],
    ['0', '</admin/users?page=0>; rel="last"'],
  );
});

test.run();
