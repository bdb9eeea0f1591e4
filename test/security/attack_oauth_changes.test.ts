// Attacks after a client was changed: use of scopes and resources that an administrator has removed. Also the use of
// the internal id of a client that a metadata document describes.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  createApprovedAuthorization,
  decideAuthorization,
  EVERY_GRANT,
  enterUserCode,
  exchangeAuthorization,
  type IssuedTokens,
  makeClient,
  newMac,
  OAUTH_SETTINGS,
  pollDeviceAuthorization,
  refreshClientSession,
  signInByClient,
  startAuthorization,
  startDeviceAuthorization,
} from '../support/database/oauth.ts';
import {
  api,
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
} from '../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const change = (client_id: string, metadata: CallArguments) =>
  api(sql, 'change_oauth_client', { claims: ADMIN, client_id, metadata, settings: OAUTH_SETTINGS, client });
const NOTES = 'https://notes.example.com/api';
const MAILS = 'https://mails.example.com/api';

test('a scope that was taken from a client cannot be requested by the refresh that follows', async () => {
  const app = await makeClient(sql);
  const issued = await signInByClient(sql, app, await createConfirmedPerson(sql_api), { scope: 'email profile' });
  await change(app, { scope: 'email' });
  const answer = await refreshClientSession(sql, app, issued, { scope: 'profile' });
  assert.is(returnedErrorCode(answer), 'invalid_scope');
});

test('a code gives no scope that was taken from its client before the exchange', async () => {
  const app = await makeClient(sql);
  const person = await createConfirmedPerson(sql_api);
  const id = await createApprovedAuthorization(sql, app, person, { scope: 'email profile' });
  const other = await createApprovedAuthorization(sql, app, person, { scope: 'profile' });
  await change(app, { scope: 'email' });
  const issued = (await exchangeAuthorization(sql, app, id)) as unknown as IssuedTokens;
  assert.is(issued.claims.scope, 'email');
  assert.is(returnedErrorCode(await exchangeAuthorization(sql, app, other)), 'invalid_grant');
});

test('a resource that was taken from a client is in no token of a later exchange or refresh', async () => {
  const app = await makeClient(sql, { resources: [NOTES, MAILS] });
  const person = await createConfirmedPerson(sql_api);
  const resource = [NOTES, MAILS];
  const id = await createApprovedAuthorization(sql, app, person, { resource });
  const issued = await signInByClient(sql, app, person, { resource });
  await change(app, { resources: [NOTES] });
  const exchanged = (await exchangeAuthorization(sql, app, id)) as unknown as IssuedTokens;
  assert.is(exchanged.claims.aud, NOTES);
  const refreshed = (await refreshClientSession(sql, app, issued)) as unknown as IssuedTokens;
  assert.is(refreshed.claims.aud, NOTES);
  assert.is(
    returnedErrorCode(await refreshClientSession(sql, app, refreshed, { resources: [MAILS] })),
    'invalid_target',
  );
  await change(app, { resources: [MAILS] });
  // The refresh fails instead of issuing a token without a resource, because such a token would be valid for this
  // server itself.
  assert.is(returnedErrorCode(await refreshClientSession(sql, app, refreshed)), 'refresh_token_not_found');
});

test('a resource that is no longer one of the settings ends what was granted for it alone', async () => {
  const app = await makeClient(sql);
  const person = await createConfirmedPerson(sql_api);
  const issued = await signInByClient(sql, app, person, { resource: [NOTES] });
  const id = await createApprovedAuthorization(sql, app, person, { resource: [NOTES] });
  const settings = { ...OAUTH_SETTINGS, oauth_server_resources: [MAILS] };
  assert.is(returnedErrorCode(await exchangeAuthorization(sql, app, id, { settings })), 'invalid_grant');
  assert.is(returnedErrorCode(await refreshClientSession(sql, app, issued, { settings })), 'refresh_token_not_found');
});

test('a device gets no scope that was taken from its client after the approval', async () => {
  const app = await makeClient(sql, { grant_types: EVERY_GRANT });
  const person = await createConfirmedPerson(sql_api);
  const approved = async (scope: string): Promise<string> => {
    const mac = newMac();
    await startDeviceAuthorization(sql, app, mac, { request: { scope, resource: [] } });
    const { authorization } = await enterUserCode(sql, mac, person);
    await decideAuthorization(sql, String(authorization), person);
    return String(authorization);
  };
  const [both, taken] = [await approved('email profile'), await approved('profile')];
  await change(app, { scope: 'email' });
  const issued = (await pollDeviceAuthorization(sql, app, both)) as unknown as IssuedTokens;
  assert.is(issued.claims.scope, 'email');
  assert.is(returnedErrorCode(await pollDeviceAuthorization(sql, app, taken)), 'invalid_grant');
});

test('a client that a document describes has one name: its address', async () => {
  const document_url = `https://app.example.com/${randomUUID()}.json`;
  const redirect_uri = 'https://app.example.com/callback';
  await api(sql, 'save_client_document', {
    document_url,
    document: { client_id: document_url, client_name: 'App', redirect_uris: [redirect_uri] },
    seconds: 3_600,
    settings: OAUTH_SETTINGS,
    client,
  });
  const [row] = await sql`select id from auth.oauth_clients where document_url = ${document_url}`;
  assert.is((await startAuthorization(sql, document_url, { redirect_uri })).outcome, 'page');
  assert.is(
    returnedErrorCode(await startAuthorization(sql, String(row?.id), { redirect_uri })),
    'oauth_client_not_found',
  );
});

test.run();
