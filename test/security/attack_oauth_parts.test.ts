// Attacks on resource indicators, on client metadata documents and on the administration of clients.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  CHALLENGE,
  createApprovedAuthorization,
  createStartedAuthorization,
  exchangeAuthorization,
  getAuthorization,
  type IssuedTokens,
  makeClient,
  OAUTH_SETTINGS,
  refreshClientSession,
  startAuthorization,
} from '../support/database/oauth.ts';
import {
  api,
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  errorCodeOf,
  openSqlApi,
  returnedErrorCode,
} from '../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

/** Stores the metadata document of a client. Anyone may publish such a document. */
function storeClientDocument(document: CallArguments = {}): { id: string; saved: Promise<CallResult> } {
  const id = `https://evil.example.com/${randomUUID()}.json`;
  const saved = api(sql, 'save_client_document', {
    document_url: id,
    document: { client_id: id, client_name: 'App', redirect_uris: ['https://evil.example.com/landing'], ...document },
    seconds: 3_600,
    settings: OAUTH_SETTINGS,
    client,
  });
  return { id, saved };
}

test('a token for a resource cannot be exchanged or refreshed for one with another audience', async () => {
  const app = await makeClient(sql);
  const person = await createConfirmedPerson(sql_api);
  for (const audience of ['authenticated', 'https:', 'x', '//mcp.example.com/notes']) {
    const id = await createApprovedAuthorization(sql, app, person, { resource: ['https://mcp.example.com/notes'] });
    assert.is(
      returnedErrorCode(await exchangeAuthorization(sql, app, id, { resources: [audience] })),
      'invalid_target',
      audience,
    );
    const issued = (await exchangeAuthorization(sql, app, id)) as unknown as IssuedTokens;
    assert.equal(issued.claims.aud, 'https://mcp.example.com/notes');
    assert.is(
      returnedErrorCode(await refreshClientSession(sql, app, issued, { resources: [audience] })),
      'invalid_target',
      audience,
    );
  }
});

test('an error of a client that a document describes sends no browser to its web site', async () => {
  const { id, saved } = storeClientDocument();
  await saved;
  const redirect_uri = 'https://evil.example.com/landing';
  assert.is(
    (await startAuthorization(sql, id, { redirect_uri, scope: 'no:scope' })).redirect_uri,
    undefined,
    'a faulty request',
  );
  const request = { redirect_uri, wishes: { prompt: 'none' } };
  const declined = await api(sql, 'decline_authorization', {
    authorization_id: await createStartedAuthorization(sql, id, request),
    reason: 'login_required',
  });
  assert.is(declined.redirect_uri, undefined, 'nobody is signed in');
  const shown = await getAuthorization(
    sql,
    await createStartedAuthorization(sql, id, request),
    await createConfirmedPerson(sql_api),
  );
  assert.is(shown.outcome, undefined, 'signed in, never approved');
});

test('an error of an imported client that anybody registered opens no program of the system', async () => {
  const { id, saved } = storeClientDocument({ redirect_uris: ['com.example.app:/callback'] });
  await saved;
  const faulty = { scope: 'no:scope' };
  for (const [uri, redirected] of [
    ['com.example.app:/callback', true],
    ['http://127.0.0.1/callback', true],
    ['smb://host/share', false],
    ['intent://x', false],
  ] as const) {
    await sql`update auth.oauth_clients set redirect_uris = array[${uri}] where document_url = ${id}`;
    const answer = await startAuthorization(sql, id, { ...faulty, redirect_uri: uri });
    assert.is(answer.redirect_uri !== undefined, redirected, uri);
  }
});

test('a document cannot name a scheme of another program, nor scopes of the installation', async () => {
  for (const uri of ['intent://x', 'smb://host/share', 'myapp://callback']) {
    for (const document of [{ redirect_uris: [uri] }, { post_logout_redirect_uris: [uri] }]) {
      assert.is(await errorCodeOf(storeClientDocument(document).saved), 'oauth_client_not_found', uri);
    }
  }
  const { id, saved } = storeClientDocument({
    redirect_uris: ['com.example.app:/callback'],
    scope: 'email notes:write',
  });
  await saved;
  const more = { oauth_server_scopes: { 'notes:write': 'Change your notes' } };
  const request = { redirect_uri: 'com.example.app:/callback', code_challenge: CHALLENGE };
  assert.is((await startAuthorization(sql, id, { ...request, scope: 'email' }, more)).outcome, 'page');
  assert.is((await startAuthorization(sql, id, { ...request, scope: 'notes:write' }, more)).error, 'invalid_scope');
});

test('a document whose type contradicts its method is refused, and no error of the server', async () => {
  for (const document of [
    { client_type: 'confidential' },
    { client_type: 'public', token_endpoint_auth_method: 'private_key_jwt' },
  ]) {
    assert.is(
      await errorCodeOf(storeClientDocument(document).saved),
      'oauth_client_not_found',
      JSON.stringify(document),
    );
  }
});

test('an administrator deletes the client of a document by its address, and the purge does not bring it back', async () => {
  const { id, saved } = storeClientDocument();
  await saved;
  const admin = (name: string, more: CallArguments = {}) =>
    api(sql, name, { claims: ADMIN, client_id: id, settings: OAUTH_SETTINGS, ...more });
  assert.is((await admin('get_oauth_client')).client_id, id);
  assert.is(
    (await admin('change_oauth_client', { metadata: { client_name: 'Renamed' }, client })).client_name,
    'Renamed',
  );
  assert.is(returnedErrorCode(await admin('renew_oauth_client_secret', { client })), 'validation_failed');
  assert.equal(await admin('delete_oauth_client', { client }), {});
  assert.is(returnedErrorCode(await admin('get_oauth_client')), 'oauth_client_not_found');
  await sql_api.advance(100 * 86_400);
  await api(sql, 'purge_expired', { most: 500, settings: OAUTH_SETTINGS });
  assert.is((await api(sql, 'find_client_document', { document_url: id })).fresh, true, 'not fetched again');
  assert.is((await sql`select from auth.oauth_clients where document_url = ${id}`).length, 1);
});

test('a client with the scope profile alone learns no address from user_metadata', async () => {
  const app = await makeClient(sql);
  const person = await createConfirmedPerson(sql_api);
  const own = { email: 'ceo@example.com', email_verified: true, phone: '1', phone_verified: true, name: 'Ada' };
  await sql`update auth.users set raw_user_meta_data = ${sql.json(own)} where id = ${person.id}`;
  const id = await createApprovedAuthorization(sql, app, person, { scope: 'profile' });
  const { claims } = (await exchangeAuthorization(sql, app, id)) as unknown as IssuedTokens;
  const answers = {
    token: claims,
    userinfo: await api(sql, 'get_userinfo', { claims, settings: OAUTH_SETTINGS }),
    user: await api(sql, 'get_user', { claims, audience: null, settings: OAUTH_SETTINGS }),
  };
  for (const [what, answer] of Object.entries(answers)) {
    assert.equal((answer as CallResult).user_metadata, { name: 'Ada' }, what);
  }
});

test.run();
