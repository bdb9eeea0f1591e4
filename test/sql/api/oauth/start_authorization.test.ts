// start_authorization: errors before client and redirect URI are known, and errors that are sent to the client
// afterwards.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CALLBACK, makeClient, OAUTH_SETTINGS, startAuthorization } from '../../../support/database/oauth.ts';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
import { api, type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');

test('a faulty request writes no row, and its error goes to the client', async () => {
  const app = await makeClient(sql);
  let answer: CallResult = {};
  const changed = await sql_api.changes(async () => {
    answer = await startAuthorization(sql, app, { fault: 'state must not be repeated' });
  });
  assert.equal(changed, []);
  assert.equal(answer, {
    outcome: 'error',
    error: 'invalid_request',
    description: 'state must not be repeated',
    redirect_uri: CALLBACK,
  });
});

test('a client that registered itself with an https address gets no redirect with an error', async () => {
  const metadata = { redirect_uris: [CALLBACK] };
  const open_settings = { ...OAUTH_SETTINGS, oauth_server_dynamic_redirects: 'any' };
  const made = await api(sql, 'register_oauth_client', { metadata, settings: open_settings, client });
  const { client_id } = made.client as { client_id: string };
  assert.is(codeOf(await startAuthorization(sql, client_id, { scope: 'admin' })), 'unsupported scope: admin');
  assert.is((await startAuthorization(sql, client_id)).outcome, 'page');
});

test('a client that is deleted meanwhile is unknown', async () => {
  const app = await makeClient(sql);
  const removal = `delete from auth.oauth_clients where id = '${app}'`;
  const [answer] = await runBehindLock(sql_api.db, removal, [() => startAuthorization(sql, app)]);
  assert.is(codeOf(answer as CallResult), 'invalid client_id');
});

test('scopes of the app, and the lists of a client', async () => {
  const more = {
    oauth_server_scopes: { orders: 'Read your orders' },
    oauth_server_resources: ['https://api.example.com'],
  };
  const all = await makeClient(sql);
  const few = await makeClient(sql, { scope: 'email', resources: ['https://mcp.example.com'] });
  const error = async (id: string, request: object) =>
    (await startAuthorization(sql, id, request as CallResult, more)).error;
  assert.is(await error(all, { scope: 'orders' }), undefined);
  assert.is(await error(few, { scope: 'orders' }), 'invalid_scope');
  assert.is(await error(all, { resource: ['https://mcp.example.com'] }), 'invalid_target');
  assert.is(await error(few, { resource: ['HTTPS://MCP.example.com/'] }), undefined);
  const both = ['https://mcp.example.com', 'https://other.example.com'];
  for (const resource of [both, both.toReversed()]) assert.is(await error(few, { resource }), 'invalid_target');
});

test.run();
