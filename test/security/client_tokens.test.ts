// No token of an OAuth client is accepted as a first-party token. Only the routes that the route table marks accept a
// client's token. All other routes, and the SQL functions that they call, reject it.
import { readdirSync, readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROUTES } from '../../gateway/routes/table.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { createOAuthClient, refreshTokens, signInByClient, startOAuth } from '../support/clients/oauth.ts';
import { api, client as asker, settings } from '../support/database/sql_api.ts';
import { bearer, confirmedUser } from '../support/processes/stack.ts';

const stack = await startOAuth();
test.after(() => stack.close());

const user = await confirmedUser(stack);
const signed = await signInByClient(stack, { user, scope: 'openid email profile offline_access' });
const REFUSED = [403, 'insufficient_scope'];

test('four routes accept the token of a client, and all other routes of users and administrators reject it', async () => {
  const open = ROUTES.filter((route) => route.client_tokens).map(({ method, path }) => `${method} ${path}`);
  assert.equal(open.sort(), ['GET /oauth/userinfo', 'GET /user', 'POST /logout', 'POST /oauth/userinfo']);
  const others = ROUTES.filter((route) => route.auth !== 'none' && !route.client_tokens);
  assert.ok(others.length > 60, String(others.length));
  for (const { method, path, auth } of others) {
    const place = path.replace(/\{\w+\}/g, user.id);
    const answer = await stack.request(method, place, method === 'GET' ? undefined : {}, bearer(signed.access_token));
    const expected = auth === 'admin' ? [403, 'not_admin'] : REFUSED;
    assert.equal([answer.status, answer.body.error_code], expected, `${method} ${path}`);
    if (auth !== 'admin') assert.is(answer.headers.get('www-authenticate'), 'Bearer error="insufficient_scope"');
  }
});

test('a client of an administrator is refused by the admin API', async () => {
  await stack.db.sql`update auth.users set role = 'service_role' where id = ${user.id}`;
  const { access_token } = await signInByClient(stack, { user });
  await stack.db.sql`update auth.users set role = 'authenticated' where id = ${user.id}`;
  assert.is(decodeJwt(access_token).role, 'authenticated', 'no policy of the database lets the client do more');
  for (const { method, path } of ROUTES.filter((route) => route.auth === 'admin')) {
    const place = path.replace(/\{\w+\}/g, user.id);
    const answer = await stack.request(method, place, method === 'GET' ? undefined : {}, bearer(access_token));
    assert.equal([answer.status, answer.body.error_code], [403, 'not_admin'], `${method} ${path}`);
  }
});

test('every SQL function that lists client_token refuses the claims of a client, and changes nothing', async () => {
  const folder = new URL('../../sql/api/', import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .filter((text) => text.includes('client_token'))
    .map((text) => /create function auth_api\.(\w+)/.exec(text)?.[1] as string)
    .filter((name) => !['get_user', 'sign_out'].includes(name));
  assert.ok(names.length > 70, String(names.length));
  const { sub, session_id, client_id, scope, aud, exp } = decodeJwt(signed.access_token);
  const claims = { sub, session_id, client_id, scope, aud, exp, role: 'service_role', aal: 'aal2' };
  for (const name of names) {
    const answer = await api(stack.db.sql, name, { claims, settings: settings(), ...validArguments(name) });
    const { status, code } = (answer.refused ?? {}) as { status?: number; code?: string };
    assert.equal([status, code], REFUSED, name);
  }
  assert.is((await stack.get('/oauth/userinfo', bearer(signed.access_token))).status, 200);
});

/** Returns arguments that pass all checks that a SQL function makes before it checks the caller. */
function validArguments(name: string): object {
  const uuid = '00000000-0000-4000-8000-000000000000';
  if (/authorization$/.test(name)) return { authorization_id: uuid, client: asker };
  if (name === 'sign_in_with_id_token') return { provider: 'github', profile: {}, token: {} };
  return {};
}

test('GET /user shows a client the members of its scopes', async () => {
  const all = await stack.get('/user', bearer(signed.access_token));
  assert.equal([all.status, all.body.id, all.body.email, all.body.identities], [200, user.id, user.email, []]);
  const { access_token } = await signInByClient(stack, { user, scope: 'openid' });
  const bare = await stack.get('/user', bearer(access_token));
  assert.equal([bare.status, bare.body.email, bare.body.user_metadata], [200, '', {}]);
});

test('a token for a resource opens userinfo with openid, and nothing else', async () => {
  const more = { resource: 'https://mcp.example.com/api' };
  const { access_token } = await signInByClient(stack, { user, scope: 'openid email', more });
  assert.equal(decodeJwt(access_token).aud, ['https://mcp.example.com/api', stack.settings.api_external_url]);
  assert.is((await stack.get('/oauth/userinfo', bearer(access_token))).status, 200);
  assert.equal((await stack.get('/user', bearer(access_token))).status, 403);
  assert.equal((await stack.post('/logout', {}, bearer(access_token))).status, 403);
  const plain = await signInByClient(stack, { user, scope: 'email', more });
  assert.is(decodeJwt(plain.access_token).aud, 'https://mcp.example.com/api');
  assert.is((await stack.get('/oauth/userinfo', bearer(plain.access_token))).status, 401);
});

test('an ID token is no bearer token', async () => {
  for (const path of ['/user', '/sessions', '/oauth/userinfo']) {
    const answer = await stack.get(path, bearer(signed.id_token));
    assert.is(answer.body.error_code, 'bad_jwt', path);
  }
});

test('POST /logout of a client ends its own session, for every scope', async () => {
  const { access_token, refresh_token, client } = await signInByClient(stack, { user });
  assert.is((await stack.post('/logout?scope=global', {}, bearer(access_token))).status, 204);
  assert.is((await refreshTokens(stack, client, refresh_token)).body.error, 'invalid_grant');
  assert.is((await stack.get('/user', bearer(user.access_token))).status, 200);
  assert.is((await stack.get('/sessions', bearer(user.access_token))).status, 200);
  assert.is((await stack.get('/oauth/userinfo', bearer(signed.access_token))).status, 200);
});

test('a refresh token of a client is refused at /token, a first-party one at /oauth/token, a stranger’s at both', async () => {
  const own = await signInByClient(stack, { user });
  const first = await stack.post('/token?grant_type=refresh_token', { refresh_token: own.refresh_token });
  assert.equal([first.status, first.body.error], [400, 'invalid_client']);
  const party = await refreshTokens(stack, own.client, user.refresh_token);
  assert.equal([party.status, party.body.error], [400, 'invalid_grant']);
  const stranger = await createOAuthClient(stack);
  const theirs = await refreshTokens(stack, stranger, own.refresh_token);
  assert.equal([theirs.status, theirs.body.error], [400, 'invalid_grant']);
  assert.is((await refreshTokens(stack, own.client, own.refresh_token)).status, 200, 'nothing was spent');
});

test('the child of a client’s refresh token has the session, user and client of its parent', async () => {
  const own = await signInByClient(stack, { user });
  const named = (token: string) => {
    const { sub, session_id, client_id } = decodeJwt(token);
    return { sub, session_id, client_id };
  };
  const parent = named(own.access_token);
  assert.equal([parent.sub, parent.client_id], [user.id, own.client.client_id]);
  let { refresh_token } = own;
  for (const generation of ['child', 'grandchild']) {
    const { status, body, text } = await refreshTokens(stack, own.client, refresh_token);
    assert.is(status, 200, text);
    assert.equal(named(String(body.access_token)), parent, generation);
    refresh_token = String(body.refresh_token);
  }
});

test('deleting a client ends its sessions at once', async () => {
  const own = await signInByClient(stack, { user });
  const gone = await stack.request('DELETE', `/admin/oauth/clients/${own.client.client_id}`, undefined, SERVICE);
  assert.is(gone.status, 204);
  assert.is((await stack.get('/oauth/userinfo', bearer(own.access_token))).status, 401);
  assert.equal((await refreshTokens(stack, own.client, own.refresh_token)).body.error, 'invalid_client');
});

test.run();
