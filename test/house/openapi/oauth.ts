// Calls of every operation of the OAuth server, with success and, if the operation can fail, with an error.
import * as assert from 'uvu/assert';
import { signToken } from '../../support/clients/admin.ts';
import {
  authorizeQuery,
  basicAuthorization,
  CALLBACK,
  createPkce,
  EVERY_GRANT_TYPE,
  redirectLocation,
  type TestClient,
} from '../../support/clients/oauth.ts';
import { bearer, confirmedUser, type Stack } from '../../support/processes/stack.ts';
import type { RequestFunction } from './required.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };
const UUID = '00000000-0000-4000-8000-000000000000';

export async function callOauthOperations(o: {
  stack: Stack;
  ask: RequestFunction;
  admin: Record<string, string>;
}): Promise<void> {
  const { stack, ask, admin } = o;
  const user = await confirmedUser(stack);
  const own = bearer(user.access_token);
  const succeeds = async (...request: Parameters<RequestFunction>) => {
    const answer = await ask(...request);
    assert.ok(answer.status < 400, `${request[0]} ${request[1]}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const fails = async (...request: Parameters<RequestFunction>) => {
    const answer = await ask(...request);
    assert.ok(
      answer.status >= 400 && answer.status < 500,
      `${request[0]} ${request[1]}: ${answer.status} ${answer.text}`,
    );
  };
  const clients = '/admin/oauth/clients';
  const one = `${clients}/{client_id}`;
  const metadata = { client_name: 'Documented', redirect_uris: [CALLBACK], grant_types: EVERY_GRANT_TYPE };
  const made = (await succeeds('POST', clients, metadata, admin)).body as unknown as TestClient;
  await fails('POST', clients, {}, admin);
  await succeeds('GET', clients, undefined, admin);
  await fails('GET', `${clients}?page=x`, undefined, admin, clients);
  const at = `${clients}/${made.client_id}`;
  await succeeds('GET', at, undefined, admin, one);
  await fails('GET', `${clients}/x`, undefined, admin, one);
  await succeeds('PUT', at, { client_uri: 'https://client.example.com' }, admin, one);
  await fails('PUT', at, {}, admin, one);

  const { verifier, challenge } = createPkce();
  const authorize = '/oauth/authorize';
  const begin = async (method: 'GET' | 'POST') => {
    const query = authorizeQuery(made.client_id, challenge, { scope: 'email' });
    const sent = method === 'GET' ? [`${authorize}?${query}`, undefined] : [authorize, query];
    const answer = await succeeds(method, sent[0] as string, sent[1], {}, authorize);
    return redirectLocation(answer).searchParams.get('authorization_id') ?? '';
  };
  await fails('GET', authorize);
  await fails('POST', authorize);
  const [first, second] = [await begin('GET'), await begin('POST')];
  const shown = '/oauth/authorizations/{authorization_id}';
  await succeeds('GET', `/oauth/authorizations/${first}`, undefined, own, shown);
  await fails('GET', '/oauth/authorizations/x', undefined, own, shown);
  const consent = `/oauth/authorizations/${first}/consent`;
  await fails('POST', consent, { action: 'x' }, own, `${shown}/consent`);
  const approved = await succeeds('POST', consent, { action: 'approve' }, own, `${shown}/consent`);
  const silent = authorizeQuery(made.client_id, challenge, { prompt: 'none' });
  const nobody = redirectLocation(
    await succeeds('GET', `${authorize}?${silent}`, undefined, {}, authorize),
  ).searchParams.get('authorization_id');
  const decline = { reason: 'login_required' };
  await succeeds('POST', `/oauth/authorizations/${nobody}/decline`, decline, {}, `${shown}/decline`);
  await fails('POST', `/oauth/authorizations/${second}/decline`, decline, {}, `${shown}/decline`);

  const code = new URL(String(approved.body.redirect_url)).searchParams.get('code') ?? '';
  const headers = { ...basicAuthorization(made), ...JSON_BODY };
  const exchange = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const tokens = (await succeeds('POST', '/oauth/token', exchange, headers)).body;
  await fails('POST', '/oauth/token', { grant_type: 'password' }, headers);
  for (const method of ['GET', 'POST']) {
    await succeeds(method, '/oauth/userinfo', undefined, bearer(tokens.access_token));
    await fails(method, '/oauth/userinfo');
  }
  const pushed = {
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  await succeeds('POST', '/oauth/par', pushed, headers);
  await fails('POST', '/oauth/par', {}, headers);
  const codes = (await succeeds('POST', '/oauth/device_authorization', {}, headers)).body;
  await fails('POST', '/oauth/device_authorization', { scope: 'unknown' }, headers);
  await succeeds('POST', '/oauth/device', { user_code: codes.user_code }, own);
  await fails('POST', '/oauth/device', { user_code: 'BCDF-GHJK' }, own);
  await succeeds('GET', '/oauth/providers');
  const logout = '/oauth/logout';
  const iss = stack.settings.jwt_issuer || stack.settings.api_external_url;
  const id_token_hint = signToken({ iss, aud: made.client_id, sub: user.id, sid: UUID });
  for (const method of ['GET', 'POST'] as const) {
    const query = new URLSearchParams({ id_token_hint }).toString();
    const sent = method === 'GET' ? [`${logout}?${query}`, undefined] : [logout, query];
    await succeeds(method, sent[0] as string, sent[1], {}, logout);
    await fails(method, logout);
  }
  const inspected = (await succeeds('POST', '/oauth/introspect', { token: tokens.access_token }, headers)).body;
  assert.equal([inspected.active, inspected.sub, inspected.username], [true, user.id, user.email]);
  await fails('POST', '/oauth/introspect', {}, headers);
  await succeeds('POST', '/oauth/revoke', { token: tokens.refresh_token }, headers);
  await fails('POST', '/oauth/revoke', {}, headers);
  const dynamic = { client_name: 'Device', redirect_uris: ['http://localhost/cb'] };
  await succeeds('POST', '/oauth/clients/register', dynamic);
  await fails('POST', '/oauth/clients/register', {});

  const grants = '/admin/users/{user_id}/oauth/grants';
  await succeeds('GET', `/admin/users/${user.id}/oauth/grants`, undefined, admin, grants);
  await fails('GET', `/admin/users/${UUID}/oauth/grants`, undefined, admin, grants);
  await succeeds('GET', '/user/oauth/grants', undefined, own);
  await fails('GET', '/user/oauth/grants');
  await succeeds('DELETE', `/user/oauth/grants?client_id=${made.client_id}`, undefined, own, '/user/oauth/grants');
  await fails('DELETE', '/user/oauth/grants?client_id=x', undefined, own, '/user/oauth/grants');
  await stack.db.sql`update auth.oauth_consents set revoked_at = null where client_id = ${made.client_id}`;
  const byAdmin = `/admin/users/${user.id}/oauth/grants?client_id=${made.client_id}`;
  await succeeds('DELETE', byAdmin, undefined, admin, grants);
  await fails('DELETE', byAdmin, undefined, admin, grants);

  const renew = `${one}/regenerate_secret`;
  await succeeds('POST', `${at}/regenerate_secret`, undefined, admin, renew);
  await fails('POST', `${clients}/x/regenerate_secret`, undefined, admin, renew);
  await succeeds('DELETE', at, undefined, admin, one);
  await fails('DELETE', at, undefined, admin, one);
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    await succeeds('GET', `/.well-known/${name}`);
}
