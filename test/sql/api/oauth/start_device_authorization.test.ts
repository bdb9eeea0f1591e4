// Tests of start_device_authorization.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  clientCredentials,
  EVERY_GRANT,
  makeClient,
  newMac,
  OAUTH_SETTINGS,
  startDeviceAuthorization,
} from '../../../support/database/oauth.ts';
import { errorCodeOf, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql, { grant_types: EVERY_GRANT });

test('begins a request that expires after ten minutes and names who asked', async () => {
  const [id, mac] = [randomUUID(), newMac()];
  const answer = await startDeviceAuthorization(sql, app, mac, {
    id,
    request: { scope: 'openid email', resource: [] },
  });
  assert.equal(answer, { chosen: 0, expires_in: 600, interval: 5 });
  const [row] = await sql`
    select kind, status, user_id, redirect_uri, scopes, asker, encode(user_code_mac, 'hex') as mac,
      extract(epoch from expires_at - created_at)::integer as life
    from auth.oauth_authorizations where id = ${id}`;
  assert.equal(row, {
    kind: 'device',
    status: 'pending',
    user_id: null,
    redirect_uri: null,
    scopes: ['openid', 'email'],
    asker: { ip: '192.0.2.7', user_agent: 'tests/1' },
    mac,
    life: 600,
  });
});

test('chooses a code that no other device has', async () => {
  const [taken, free] = [newMac(), newMac()];
  await startDeviceAuthorization(sql, app, taken);
  const answer = await startDeviceAuthorization(sql, app, '', { user_code_macs: [taken, taken, free] });
  assert.is(answer.chosen, 2);
  assert.is(await errorCodeOf(startDeviceAuthorization(sql, app, taken)), 'temporarily_unavailable');
});

test('refuses a client without the grant type, without proof, and one that was deleted', async () => {
  const other = await makeClient(sql);
  assert.is(await errorCodeOf(startDeviceAuthorization(sql, other, newMac())), 'unauthorized_client');
  assert.is(
    await errorCodeOf(
      startDeviceAuthorization(sql, app, newMac(), { proof: clientCredentials(app, { generation: 2 }) }),
    ),
    'invalid_client',
  );
  const gone = await makeClient(sql, { grant_types: EVERY_GRANT });
  await sql`update auth.oauth_clients set deleted_at = now() where id = ${gone}`;
  assert.is(await errorCodeOf(startDeviceAuthorization(sql, gone, newMac())), 'invalid_client');
});

test('refuses an unknown scope and a foreign resource, and stores nothing', async () => {
  const faulty = (request: object, more: object = {}) =>
    startDeviceAuthorization(sql, app, newMac(), {
      request: { scope: null, resource: [], ...request },
      settings: { ...OAUTH_SETTINGS, ...more },
    });
  const stored = async () => (await sql`select from auth.oauth_authorizations`).length;
  const before = await stored();
  assert.is(await errorCodeOf(faulty({ scope: 'unknown' })), 'invalid_scope');
  assert.is(await errorCodeOf(faulty({ scope: ' ' })), 'invalid_scope');
  const listed = { oauth_server_resources: ['https://mcp.example.com'] };
  assert.is(await errorCodeOf(faulty({ resource: ['https://elsewhere.example'] }, listed)), 'invalid_target');
  assert.is(await stored(), before);
});

test.run();
