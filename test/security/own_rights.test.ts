// Requests without administrator rights cannot change a user's identity or rights. On every public POST route, the test
// adds the members of FORGED to the body and to its `data`. On routes for users, it adds them to the query too. It also
// tries ids of other users.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROUTES } from '../../gateway/routes/table.ts';
import { SERVICE, signToken } from '../support/clients/admin.ts';
import { bearer, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ worker: false, env: { SVC_RATE_LIMIT_EMAIL_SENT: '1000000' } });
test.after(() => stack.close());

const { sql } = stack.db;
const PASSWORD = 'correct horse battery';
const person = async () => {
  const email = newEmail();
  const { body } = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  const session = (await stack.post('/token?grant_type=password', { email, password: PASSWORD })).body;
  return { id: String(body.id), email, token: bearer(session.access_token), refresh_token: session.refresh_token };
};
const victim = await person();

const FORGED: Record<string, unknown> = {
  id: victim.id,
  user_id: victim.id,
  sub: victim.id,
  aud: 'elsewhere',
  audience: 'elsewhere',
  role: 'service_role',
  roles: ['service_role'],
  claims: { role: 'service_role', sub: victim.id },
  is_anonymous: true,
  is_super_admin: true,
  is_sso_user: true,
  banned_until: '2099-01-01T00:00:00Z',
  ban_duration: '24h',
  deleted_at: '2030-01-01T00:00:00Z',
  created_at: '2001-01-01T00:00:00Z',
  invited_at: '2001-01-01T00:00:00Z',
  confirmed_at: '2001-01-01T00:00:00Z',
  email_confirmed_at: '2001-01-01T00:00:00Z',
  phone_confirmed_at: '2001-01-01T00:00:00Z',
  email_confirm: true,
  phone_confirm: true,
  email_verified: true,
  email_change_status: 1,
  new_email: victim.email,
  user_metadata: { forged: true },
  raw_app_meta_data: { forged: true },
  raw_user_meta_data: { forged: true },
  provider: 'google',
  providers: ['google'],
  identities: [{ provider: 'google', id: '1' }],
  password_hash: '$2a$04$abcdefghijklmnopqrstuuF.mGSUCwPEWAVMkEQIN6LmNfbeDOxku',
  encrypted_password: 'x',
  settings: { mailer_autoconfirm: true, jwt_admin_roles: ['authenticated'] },
  should_soft_delete: true,
  factors: [],
  aal: 'aal2',
};

/** Values that determine the identity and rights of a user. */
const rights = (id: string) => sql`
  select u.id, u.aud, u.role, u.raw_app_meta_data, u.is_anonymous, u.banned_until, u.deleted_at, u.invited_at, u.created_at,
    u.email, u.phone, u.email_confirmed_at, u.phone_confirmed_at, u.email_change_status,
    (select array_agg(i.provider || i.subject order by i.provider) from auth.identities as i where i.user_id = u.id) as identities,
    (select array_agg(s.aal) from auth.sessions as s where s.user_id = u.id and s.aal <> 'aal1') as levels
  from auth.users as u where u.id = ${id}`;
const whole = (id: string) => sql`
  select u::text as user, p::text as password from auth.users as u join auth.passwords as p on p.user_id = u.id
  where u.id = ${id}`;

test('a user’s routes: forged members in body, data or query have no effect, and no other user changes', async () => {
  const before = await whole(victim.id);
  const query = new URLSearchParams(
    Object.entries(FORGED).map(([key, value]): [string, string] => [key, String(value)]),
  );
  for (const { method, path } of ROUTES.filter((route) => route.auth === 'user')) {
    const own = await person();
    const mine = await rights(own.id);
    const headers = { ...own.token, 'X-User-Id': victim.id, 'X-JWT-AUD': 'elsewhere', Cookie: `user_id=${victim.id}` };
    for (const body of [FORGED, { ...FORGED, data: FORGED }]) {
      const answer = await stack.request(method, `${path}?${query}`, method === 'GET' ? undefined : body, headers);
      if (method === 'PUT') assert.is(answer.status, 200, 'unknown members are ignored, not refused');
      assert.ok(answer.status < 500, `${path} ${answer.text}`);
      assert.equal([...(await rights(own.id))], [...mine], `${method} ${path}`);
    }
  }
  assert.equal([...(await whole(victim.id))], [...before]);
});

test('rejects app_metadata in PUT /user, alone and with allowed members, and writes nothing', async () => {
  const own = await person();
  const before = await whole(own.id);
  for (const app_metadata of [{}, { role: 'service_role' }, { provider: 'google' }]) {
    const answer = await stack.request('PUT', '/user', { app_metadata, data: { a: 1 } }, own.token);
    assert.equal([answer.status, answer.body.error_code], [403, 'not_admin']);
  }
  assert.equal([...(await whole(own.id))], [...before]);
});

test('public routes: a created user is ordinary and unconfirmed, and existing users do not change', async () => {
  const before = await whole(victim.id);
  const routes = ROUTES.filter((route) => route.auth === 'none' && route.method === 'POST');
  assert.ok(routes.length >= 7);
  for (const { path, grant_type } of routes) {
    const email = newEmail();
    const target = grant_type === undefined ? path : `${path}?grant_type=${grant_type}`;
    const body = { ...FORGED, email, password: PASSWORD, type: 'signup', data: FORGED, app_metadata: { plan: 'gold' } };
    for (const headers of [{}, victim.token, bearer(signToken({ role: 'anon' }))]) {
      const answer = await stack.post(target, body, headers);
      assert.ok(answer.status < 500, `${target} ${answer.text}`);
    }
    const made = await sql`select id from auth.users where email = ${email}`;
    for (const { id } of made) {
      const [row] = await rights(String(id));
      assert.equal(
        { ...row, id: null, created_at: null, email: null, identities: row?.identities },
        {
          id: null,
          aud: 'authenticated',
          role: 'authenticated',
          is_anonymous: false,
          created_at: null,
          raw_app_meta_data: { provider: 'email', providers: ['email'] },
          banned_until: null,
          deleted_at: null,
          invited_at: null,
          email: null,
          phone: null,
          email_confirmed_at: null,
          phone_confirmed_at: null,
          email_change_status: 0,
          levels: null,
          identities: [`email${id}`],
        },
        target,
      );
      assert.is.not(id, victim.id);
    }
  }
  assert.equal([...(await whole(victim.id))], [...before]);
  assert.is(
    (
      await sql`select 1 from auth.passwords where user_id <> ${victim.id} and hash like '%mGSUCwPEWAVMkEQIN6LmNfbeDOxku'`
    ).length,
    0,
  );
});

test('user_metadata never becomes a claim of the token, now or after a refresh', async () => {
  const own = await person();
  await stack.request('PUT', '/user', { data: FORGED }, own.token);
  const refreshed = await stack.post('/token?grant_type=refresh_token', { refresh_token: own.refresh_token });
  const token = String(refreshed.body.access_token);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  assert.equal(
    [claims.sub, claims.role, claims.aud, claims.aal, claims.is_anonymous, claims.email],
    [own.id, 'authenticated', 'authenticated', 'aal1', false, own.email],
  );
  assert.equal(claims.app_metadata, { provider: 'email', providers: ['email'] });
  assert.is((await stack.get('/admin/users', bearer(token))).status, 403);
});

test('the verified token determines the user: sub, not the id in path, body or query', async () => {
  const own = await person();
  const before = await whole(victim.id);
  const answer = await stack.request(
    'PUT',
    `/user?id=${victim.id}`,
    { id: victim.id, data: { mine: true } },
    own.token,
  );
  assert.is(answer.body.id, own.id);
  for (const path of [`/user/${victim.id}`, `/users/${victim.id}`, `/user/../admin/users/${victim.id}`]) {
    assert.is((await stack.request('PUT', path, { data: {} }, own.token)).status >= 400, true, path);
  }
  // The user's own metadata are claims of the next token.
  assert.is((await stack.request('PUT', '/user', { data: FORGED }, own.token)).status, 200);
  const { refresh_token } = own;
  const renewed = (await stack.post('/token?grant_type=refresh_token', { refresh_token })).body;
  const seen = await stack.get('/user', bearer(renewed.access_token));
  assert.equal([seen.body.id, seen.body.email], [own.id, own.email]);
  for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
    const body = method === 'GET' ? undefined : { password: 'quite another one' };
    const refused = await stack.request(method, `/admin/users/${victim.id}`, body, own.token);
    assert.equal([refused.status, refused.body.error_code], [403, 'not_admin']);
  }
  assert.equal([...(await whole(victim.id))], [...before]);
});

test.run();
