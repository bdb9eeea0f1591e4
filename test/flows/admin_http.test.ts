// The admin API over HTTP: access, ids in paths, methods, bodies, the audit log, and administrators' sessions.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROUTES } from '../../gateway/routes/table.ts';
import { createAdmin, SERVICE, SERVICE_TOKEN, signToken } from '../support/clients/admin.ts';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ env: { SVC_JWT_ADMIN_ROLES: 'service_role,boss' } });
test.after(() => stack.close());

const admin = createAdmin(stack.url);
const PASSWORD = 'correct horse battery';
const ADMIN_ROUTES = ROUTES.filter((route) => route.auth === 'admin');
const at = (path: string, id: string): string => path.replace('{user_id}', id);

test('every administrative route: no token, a user’s, an anonymous key’s, one of another secret', async () => {
  const user = await confirmedUser(stack);
  assert.ok(ADMIN_ROUTES.length >= 7);
  const refused: [string | null, number, string][] = [
    [null, 401, 'no_authorization'],
    ['x', 403, 'bad_jwt'],
    [user.access_token, 403, 'not_admin'],
    [signToken({ role: 'anon' }), 403, 'not_admin'],
    [signToken({ role: 'supabase_admin' }), 403, 'not_admin'],
    [signToken({ role: ['service_role'] }), 403, 'not_admin'],
    [signToken({ roles: ['service_role'], sub: user.id }), 403, 'not_admin'],
    [signToken({ role: 'service_role', exp: 1 }), 403, 'bad_jwt'],
    [`${SERVICE_TOKEN}x`, 403, 'bad_jwt'],
  ];
  for (const { method, path } of ADMIN_ROUTES) {
    for (const [token, status, code] of refused) {
      const body = method === 'GET' ? undefined : { email: newEmail(), should_soft_delete: false };
      const answer = await stack.request(method, at(path, user.id), body, token === null ? {} : bearer(token));
      assert.equal([answer.status, answer.body.error_code], [status, code], `${method} ${path} ${token}`);
    }
  }
  assert.is((await stack.get('/user', bearer(user.access_token))).status, 200);
});

test('unknown paths and methods below /admin: only an administrator learns that they do not exist', async () => {
  const { access_token } = await confirmedUser(stack);
  for (const path of ['/admin/x', '/admin/users/a/b', '/admin/', '/admin/users/', '/admin/users//']) {
    const answers = await Promise.all([{}, bearer(access_token)].map((headers) => stack.get(path, headers)));
    assert.equal(
      answers.map((answer) => answer.status),
      [401, 403],
      path,
    );
  }
  for (const path of ['/admin/x', '/admin/users/a/b', '/admin/users//', '/admin//users', '/ADMIN/users']) {
    assert.is((await stack.get(path, SERVICE)).status, 404, path);
  }
  for (const [method, path] of [
    ['DELETE', '/admin/users'],
    ['POST', '/admin/audit'],
  ] as const) {
    assert.is((await stack.request(method, path, undefined, {})).status, 401);
    assert.is((await stack.request(method, path, undefined, SERVICE)).status, 405);
  }
});

test('ids in a path: accepts every spelling of a UUID, and no path traversal', async () => {
  const user = await confirmedUser(stack);
  for (const id of [user.id.toUpperCase(), user.id.replaceAll('-', ''), `{${user.id}}`, `urn:uuid:${user.id}`]) {
    for (const spelled of [id, encodeURIComponent(id)]) {
      const answer = await stack.get(`/admin/users/${spelled}`, SERVICE);
      assert.equal([answer.status, answer.body.id], [200, user.id], spelled);
    }
  }
  const nowhere = [
    '..%2faudit',
    '%2e%2e%2faudit',
    `${user.id}%2f`,
    `${user.id}%00`,
    `${user.id}%20`,
    '%',
    `%zz`,
    `x;${user.id}`,
  ];
  for (const id of nowhere) {
    const answer = await stack.get(`/admin/users/${id}`, SERVICE);
    assert.equal([answer.status, answer.body.error_code], [404, 'validation_failed'], id);
  }
});

test('a body with wrong types is 400 bad_json, unknown members are ignored, null is absent', async () => {
  const user = await confirmedUser(stack);
  const path = `/admin/users/${user.id}`;
  for (const body of [{ email: 1 }, { email_confirm: 'yes' }, { app_metadata: [] }, { ban_duration: 24 }, [], 'x']) {
    for (const [method, target] of [
      ['PUT', path],
      ['POST', '/admin/users'],
    ] as const) {
      const answer = await stack.request(method, target, body, SERVICE);
      assert.equal([answer.status, answer.body.error_code], [400, 'bad_json'], JSON.stringify(body));
    }
  }
  assert.is((await stack.request('DELETE', path, { should_soft_delete: 'yes' }, SERVICE)).status, 400);
  const ignored = { email: null, role: null, id: randomUUID(), deleted_at: 'now', is_anonymous: true };
  const answer = await stack.request('PUT', path, ignored, SERVICE);
  assert.equal([answer.status, answer.body.id, answer.body.is_anonymous], [200, user.id, false]);
  assert.is((await stack.request('PUT', path, '', SERVICE)).status, 400);
});

test('an administrator with a session: access ends as soon as the session or the role does', async () => {
  const boss = async () => {
    const email = newEmail();
    const { user } = expectData(
      await admin.createUser({ email, password: PASSWORD, email_confirm: true, role: 'boss' }),
    );
    const client = createClient(stack.url);
    const session = sessionOf(await client.auth.signInWithPassword({ email, password: PASSWORD }));
    assert.is(claimsOf(session.access_token).role, 'boss');
    return { ...client, id: user.id, own: createAdmin(stack.url, session.access_token) };
  };
  const left = await boss();
  expectData(await left.own.listUsers());
  assert.is((await left.auth.signOut()).error, null);
  assert.is((await left.own.listUsers()).error?.name, 'AuthSessionMissingError', 'session_not_found to the client');

  const demoted = await boss();
  expectData(await admin.updateUserById(demoted.id, { role: 'authenticated' }));
  assertClientError(await demoted.own.deleteUser(left.id), [403, 'not_admin', 'User not allowed']);

  const changed = await boss();
  expectData(await admin.updateUserById(changed.id, { password: 'quite another one' }));
  assert.ok((await changed.own.listUsers()).error);

  const deleted = await boss();
  expectData(await admin.deleteUser(deleted.id));
  assertClientError(await deleted.own.listUsers(), [
    403,
    'user_not_found',
    'User from sub claim in JWT does not exist',
  ]);
  const soft = await boss();
  expectData(await admin.deleteUser(soft.id, true));
  assert.ok((await soft.own.listUsers()).error);
});

test('GET /admin/audit: an array, newest first, scopes, headers, refusals', async () => {
  const email = newEmail();
  const { user } = expectData(await admin.createUser({ email, user_metadata: { full_name: 'Grace' } }));
  expectData(await admin.deleteUser(user.id));
  const get = (query: string) => stack.get(`/admin/audit${query}`, { ...SERVICE, 'X-Forwarded-For': '192.0.2.9' });
  const all = await get('');
  assert.ok(Array.isArray(all.body));
  const entries = all.body as unknown as { id: string; created_at: string; payload: Record<string, unknown> }[];
  assert.equal(
    entries.slice(0, 2).map((entry) => entry.payload.action),
    ['user_deleted', 'user_signedup'],
  );
  assert.match(entries[0]?.created_at ?? '', /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{1,6}Z$/);
  assert.equal(entries[0]?.payload, {
    actor_id: '00000000-0000-0000-0000-000000000000',
    actor_via_sso: false,
    actor_username: 'service_role',
    action: 'user_deleted',
    log_type: 'team',
    traits: { user_id: user.id, user_email: email, user_phone: '' },
  });
  const total = Number(all.headers.get('x-total-count'));
  const page = await get('?page=2&per_page=1');
  assert.equal(
    (page.body as unknown as { id: string }[]).map((entry) => entry.id),
    [entries[1]?.id],
  );
  assert.is(
    page.headers.get('link'),
    `</admin/audit?page=3&per_page=1>; rel="next", </admin/audit?page=${total}&per_page=1>; rel="last"`,
  );
  const some = await get('?query=action%3ADELETED&per_page=1');
  assert.equal((some.body as unknown as unknown[]).length, 1);
  assert.match(some.headers.get('link') ?? '', /\?page=\d+&per_page=1&query=action%3ADELETED>/);
  assert.equal((await get('?query=author:nobody-at-all')).text, '[]');
  const bad = await get('?query=grace');
  assert.equal(
    [bad.status, bad.body.error_code, bad.body.msg],
    [400, 'validation_failed', 'Invalid query scope: grace'],
  );
  const paging = await get('?page=x');
  assert.equal([paging.status, paging.body.error_code], [400, 'validation_failed']);
});

test.run();
