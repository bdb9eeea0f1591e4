// Attacks on resources, on metadata documents of clients and on their administration.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  approved,
  begun,
  CHALLENGE,
  exchange,
  type Issued,
  makeClient,
  OAUTH,
  open,
  refreshed,
  start,
} from '../support/database/oauth.ts';
import {
  type Answer,
  type Args,
  api,
  client,
  codeIn,
  confirmed,
  openSurface,
  refusedCode,
} from '../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

/** Stores the metadata document of a client that anybody may publish. */
function publish(document: Args = {}): { id: string; saved: Promise<Answer> } {
  const id = `https://evil.example.com/${randomUUID()}.json`;
  const saved = api(sql, 'save_client_document', {
    document_url: id,
    document: { client_id: id, client_name: 'App', redirect_uris: ['https://evil.example.com/landing'], ...document },
    seconds: 3_600,
    settings: OAUTH,
    client,
  });
  return { id, saved };
}

test('a token for a resource cannot be exchanged or refreshed for one with another audience', async () => {
  const app = await makeClient(sql);
  const person = await confirmed(surface);
  for (const audience of ['authenticated', 'https:', 'x', '//mcp.example.com/notes']) {
    const id = await approved(sql, app, person, { resource: ['https://mcp.example.com/notes'] });
    assert.is(refusedCode(await exchange(sql, app, id, { resources: [audience] })), 'invalid_target', audience);
    const issued = (await exchange(sql, app, id)) as unknown as Issued;
    assert.is(refusedCode(await refreshed(sql, app, issued, { resources: [audience] })), 'invalid_target', audience);
  }
});

test('an error of a client that a document describes sends no browser to its web site', async () => {
  const { id, saved } = publish();
  await saved;
  const redirect_uri = 'https://evil.example.com/landing';
  assert.is((await start(sql, id, { redirect_uri, scope: 'no:scope' })).redirect_uri, undefined, 'a faulty request');
  const request = { redirect_uri, wishes: { prompt: 'none' } };
  const declined = await api(sql, 'decline_authorization', {
    authorization_id: await begun(sql, id, request),
    reason: 'login_required',
  });
  assert.is(declined.redirect_uri, undefined, 'nobody is signed in');
  const shown = await open(sql, await begun(sql, id, request), await confirmed(surface));
  assert.is(shown.outcome, undefined, 'signed in, never approved');
});

test('an error of an imported client that anybody registered opens no program of the system', async () => {
  const { id, saved } = publish({ redirect_uris: ['com.example.app:/callback'] });
  await saved;
  const faulty = { scope: 'no:scope' };
  for (const [uri, redirected] of [
    ['com.example.app:/callback', true],
    ['http://127.0.0.1/callback', true],
    ['smb://host/share', false],
    ['intent://x', false],
  ] as const) {
    await sql`update auth.oauth_clients set redirect_uris = array[${uri}] where document_url = ${id}`;
    const answer = await start(sql, id, { ...faulty, redirect_uri: uri });
    assert.is(answer.redirect_uri !== undefined, redirected, uri);
  }
});

test('a document cannot name a scheme of another program, nor scopes of the installation', async () => {
  for (const uri of ['intent://x', 'smb://host/share', 'myapp://callback']) {
    for (const document of [{ redirect_uris: [uri] }, { post_logout_redirect_uris: [uri] }]) {
      assert.is(await codeIn(publish(document).saved), 'oauth_client_not_found', uri);
    }
  }
  const { id, saved } = publish({ redirect_uris: ['com.example.app:/callback'], scope: 'email notes:write' });
  await saved;
  const more = { oauth_server_scopes: { 'notes:write': 'Change your notes' } };
  const request = { redirect_uri: 'com.example.app:/callback', code_challenge: CHALLENGE };
  assert.is((await start(sql, id, { ...request, scope: 'email' }, more)).outcome, 'page');
  assert.is((await start(sql, id, { ...request, scope: 'notes:write' }, more)).error, 'invalid_scope');
});

test('a document whose type contradicts its method is refused, and no error of the server', async () => {
  for (const document of [
    { client_type: 'confidential' },
    { client_type: 'public', token_endpoint_auth_method: 'private_key_jwt' },
  ]) {
    assert.is(await codeIn(publish(document).saved), 'oauth_client_not_found', JSON.stringify(document));
  }
});

test('an administrator deletes the client of a document by its address, and the purge does not bring it back', async () => {
  const { id, saved } = publish();
  await saved;
  const admin = (name: string, more: Args = {}) =>
    api(sql, name, { claims: ADMIN, client_id: id, settings: OAUTH, ...more });
  assert.is((await admin('get_oauth_client')).client_id, id);
  assert.is(
    (await admin('change_oauth_client', { metadata: { client_name: 'Renamed' }, client })).client_name,
    'Renamed',
  );
  assert.is(refusedCode(await admin('renew_oauth_client_secret', { client })), 'validation_failed');
  assert.equal(await admin('delete_oauth_client', { client }), {});
  assert.is(refusedCode(await admin('get_oauth_client')), 'oauth_client_not_found');
  await surface.advance(100 * 86_400);
  await api(sql, 'purge_expired', { most: 500, settings: OAUTH });
  assert.is((await api(sql, 'find_client_document', { document_url: id })).fresh, true, 'not fetched again');
  assert.is((await sql`select from auth.oauth_clients where document_url = ${id}`).length, 1);
});

test('a client with the scope profile alone learns no address from user_metadata', async () => {
  const app = await makeClient(sql);
  const person = await confirmed(surface);
  const own = { email: 'ceo@example.com', email_verified: true, phone: '1', phone_verified: true, name: 'Ada' };
  await sql`update auth.users set raw_user_meta_data = ${sql.json(own)} where id = ${person.id}`;
  const id = await approved(sql, app, person, { scope: 'profile' });
  const { claims } = (await exchange(sql, app, id)) as unknown as Issued;
  const answers = {
    token: claims,
    userinfo: await api(sql, 'get_userinfo', { claims, settings: OAUTH }),
    user: await api(sql, 'get_user', { claims, audience: null, settings: OAUTH }),
  };
  for (const [what, answer] of Object.entries(answers)) {
    assert.equal((answer as Answer).user_metadata, { name: 'Ada' }, what);
  }
});

test.run();
