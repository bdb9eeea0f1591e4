// start_authorization: errors before client and redirect URI are known, and errors that are sent to the client
// afterwards.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CALLBACK, makeClient, OAUTH, start } from '../../../support/database/oauth.ts';
import { type Answer, api, client, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const codeOf = (answer: Answer): string => String((answer.refused as Answer | undefined)?.message ?? 'ok');

test('a faulty request writes no row, and its error goes to the client', async () => {
  const app = await makeClient(sql);
  let answer: Answer = {};
  const changed = await surface.changes(async () => {
    answer = await start(sql, app, { fault: 'state must not be repeated' });
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
  const any = { ...OAUTH, oauth_server_dynamic_redirects: 'any' };
  const made = await api(sql, 'register_oauth_client', { metadata, settings: any, client });
  const { client_id } = made.client as { client_id: string };
  assert.is(codeOf(await start(sql, client_id, { scope: 'admin' })), 'unsupported scope: admin');
  assert.is((await start(sql, client_id)).outcome, 'page');
});

test('scopes of the app, and the lists of a client', async () => {
  const more = {
    oauth_server_scopes: { orders: 'Read your orders' },
    oauth_server_resources: ['https://api.example.com'],
  };
  const all = await makeClient(sql);
  const few = await makeClient(sql, { scope: 'email', resources: ['https://mcp.example.com'] });
  const error = async (id: string, request: object) => (await start(sql, id, request as Answer, more)).error;
  assert.is(await error(all, { scope: 'orders' }), undefined);
  assert.is(await error(few, { scope: 'orders' }), 'invalid_scope');
  assert.is(await error(all, { resource: ['https://mcp.example.com'] }), 'invalid_target');
  assert.is(await error(few, { resource: ['HTTPS://MCP.example.com/'] }), undefined);
});

test.run();
