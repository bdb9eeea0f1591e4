// A ban or a deletion of an administrator ends access to the admin API at once, and the audit log names the
// administrator's user id, not only the role.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROUTES } from '../../gateway/routes/table.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { bearer, newEmail, startStack } from '../support/processes/stack.ts';
import { FEATURES } from './routes.ts';

const stack = await startStack({ worker: false, env: FEATURES });
const { sql } = stack.db;
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';

async function createAdministrator() {
  const email = newEmail();
  const user = { email, password: PASSWORD, email_confirm: true, role: 'service_role' };
  const { body } = await stack.post('/admin/users', user, SERVICE);
  const session = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  return { id: String(body.id), email, token: bearer(session.body.access_token) };
}

const routes = ROUTES.filter((route) => route.auth === 'admin' && route.calls.length > 0);

/**
 * Sends a request with the token to each admin route that calls a SQL function. Returns the path, status and error code
 * of each response.
 */
async function adminResponses(token: Record<string, string>, user_id: string): Promise<unknown[]> {
  assert.ok(routes.length >= 9);
  const seen = [];
  for (const { method, path } of routes) {
    const body = {
      ...{ email: newEmail(), type: 'magiclink', password: PASSWORD, app_metadata: { by: 'nobody' } },
      ...{ html: 'x', url: 'http://127.0.0.1:9/x', kinds: ['user.created'] },
    };
    const at = path.replace('{user_id}', user_id) + (path === '/admin/why' ? '?code=user_banned' : '');
    const answer = await stack.request(method, at, method === 'GET' ? undefined : body, token);
    seen.push([path, answer.status, answer.body.error_code]);
  }
  return seen;
}

const everything = async () => [
  ...(await sql`select count(*)::int as users, md5(string_agg(u::text, '' order by u.id)) from auth.users as u`),
];

for (const [name, end, code] of [
  [
    'banned',
    (id: string) => stack.request('PUT', `/admin/users/${id}`, { ban_duration: '24h' }, SERVICE),
    'user_banned',
  ],
  [
    'soft-deleted',
    (id: string) => stack.request('DELETE', `/admin/users/${id}`, { should_soft_delete: true }, SERVICE),
    'session_not_found',
  ],
  ['deleted', (id: string) => stack.request('DELETE', `/admin/users/${id}`, {}, SERVICE), 'user_not_found'],
] as const) {
  test(`a ${name} administrator gets an error from every route of the admin API, and nothing is written`, async () => {
    const [boss, other] = [await createAdministrator(), await createAdministrator()];
    assert.is((await stack.get(`/admin/users/${other.id}`, boss.token)).status, 200);
    assert.is((await end(boss.id)).status, 200);
    const before = await everything();
    assert.equal(
      await adminResponses(boss.token, other.id),
      routes.map(({ path }) => [path, 403, code]),
    );
    const own = await stack.request('PUT', `/admin/users/${boss.id}`, { ban_duration: 'none' }, boss.token);
    assert.is(own.status, 403, 'least of all to lift the own ban');
    assert.equal(await everything(), before);
  });
}

test('the audit log names an administrator with a session by user and address, and a service token by its role', async () => {
  const boss = await createAdministrator();
  const actor = async () => {
    const [row] = await sql`
      select actor_id, actor_username, actions, host(ip) as ip from auth.audit_log order by id desc limit 1`;
    return { ...row };
  };
  const from = { 'X-Forwarded-For': '198.51.100.7, 203.0.113.9' };
  const { body } = await stack.post('/admin/users', { email: newEmail() }, { ...boss.token, ...from });
  const { ip, ...by } = await actor();
  assert.equal(by, { actor_id: boss.id, actor_username: boss.email, actions: ['user_signedup'] });
  assert.is(ip, '203.0.113.9', 'what a proxy saw of the connection, not what its client wrote');
  await stack.request('DELETE', `/admin/users/${body.id}`, {}, SERVICE);
  const nobody = '00000000-0000-0000-0000-000000000000';
  assert.equal(
    { ...(await actor()), ip: 0 },
    { actor_id: nobody, actor_username: 'service_role', actions: ['user_deleted'], ip: 0 },
  );
});

test.run();
