// save_client_document, find_client_document and find_client_keys: validation of a metadata document, its lifetime, and
// sessions that a change revokes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  createStartedAuthorization,
  decideAuthorization,
  exchangeAuthorization,
  getAuthorization,
  OAUTH_SETTINGS,
  startAuthorization,
} from '../../../support/database/oauth.ts';
import {
  api,
  type CallArguments,
  client,
  createConfirmedPerson,
  errorCodeOf,
  openSqlApi,
  returnedErrorCode,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const ID = 'https://app.example.com/client.json';
const CALLBACK = 'https://app.example.com/callback';
const DOCUMENT = { client_id: ID, client_name: 'App', redirect_uris: [CALLBACK] };
const KEY = { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' };
const save = (document: CallArguments = {}, more: CallArguments = {}) =>
  api(sql, 'save_client_document', {
    document_url: ID,
    document: { ...DOCUMENT, ...document },
    seconds: 3_600,
    settings: OAUTH_SETTINGS,
    client,
    ...more,
  });
const fresh = async () => (await api(sql, 'find_client_document', { document_url: ID })).fresh;
const request = { redirect_uri: CALLBACK };

test('a stored document is a client, and its id in requests is the URL of the document', async () => {
  assert.is(await fresh(), false);
  assert.is(await errorCodeOf(startAuthorization(sql, ID, request)), 'oauth_client_not_found');
  assert.equal(await save(), {});
  assert.is(await fresh(), true);
  const person = await createConfirmedPerson(sql_api);
  const id = await createStartedAuthorization(sql, ID, request);
  const shown = await getAuthorization(sql, id, person);
  assert.equal(shown.client, { id: ID, name: 'App', confidential: false, verified: true, host: 'app.example.com' });
  await decideAuthorization(sql, id, person);
  const issued = await exchangeAuthorization(sql, ID, id, {
    proof: { client_id: ID, method: 'none' },
    redirect_uri: CALLBACK,
  });
  assert.is((issued.claims as CallArguments).client_id, ID);
  assert.equal((issued.claims as CallArguments).app_metadata, {});
  const [row] = await sql`select registration_type, client_type from auth.oauth_clients where document_url = ${ID}`;
  assert.equal(row, { registration_type: 'document', client_type: 'public' });
});

test('counts as long as its server says, between five minutes and a day', async () => {
  for (const [seconds, counts, no_more] of [
    [0, 299, 2],
    [3_600, 3_599, 2],
    [1e9, 86_399, 2],
  ] as const) {
    await save({}, { seconds });
    await sql_api.advance(counts);
    assert.is(await fresh(), true, String(seconds));
    await sql_api.advance(no_more);
    assert.is(await fresh(), false, String(seconds));
  }
});

test('rejects invalid members of a document', async () => {
  const FAULTY: Record<string, CallArguments> = {
    'the address of another': { client_id: `${ID}x` },
    'no name': { client_name: null },
    'no redirect URI': { redirect_uris: null },
    'an unsafe redirect URI': { redirect_uris: ['javascript:alert(1)//'] },
    'a method with a secret': { token_endpoint_auth_method: 'client_secret_basic' },
    'a method without keys': { token_endpoint_auth_method: 'private_key_jwt' },
    'keys on another host': { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://elsewhere.example/k' },
    'a private key': { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ ...KEY, d: 'secret' }] } },
    'a symmetric key': { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'x' }] } },
    'keys twice': { jwks: { keys: [KEY] }, jwks_uri: 'https://app.example.com/keys' },
    'an invisible name': { client_name: 'a\u202eb' },
  };
  for (const [what, document] of Object.entries(FAULTY)) {
    assert.is(await errorCodeOf(save(document)), 'oauth_client_not_found', what);
  }
  assert.is(
    await errorCodeOf(
      save(
        {},
        {
          document_url: `${ID}2`,
          document: { ...DOCUMENT, client_id: `${ID}2` },
          settings: { ...OAUTH_SETTINGS, oauth_server_max_dynamic_clients: 0 },
        },
      ),
    ),
    'temporarily_unavailable',
  );
});

test('a redirect URI that it drops counts no more; other keys and hosts end remembered approvals', async () => {
  const person = await createConfirmedPerson(sql_api);
  const remembered = async () =>
    (await getAuthorization(sql, await createStartedAuthorization(sql, ID, request), person)).outcome === 'code';
  await save();
  await sql_api.advance(1);
  const id = await createStartedAuthorization(sql, ID, request);
  await getAuthorization(sql, id, person);
  await decideAuthorization(sql, id, person);
  assert.is(await remembered(), true);
  await save({ client_name: 'App 2' });
  assert.is(await remembered(), true, 'another name');
  await sql_api.advance(1);
  await save({ redirect_uris: [CALLBACK, 'https://elsewhere.example/callback'] });
  assert.is(await remembered(), false, 'another host');
  await save({ redirect_uris: ['https://app.example.com/other'] });
  assert.is(await errorCodeOf(startAuthorization(sql, ID, request)), 'validation_failed');
});

test('its keys are those of an assertion, which counts once', async () => {
  const document = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [KEY] } };
  await save(document);
  assert.equal(await api(sql, 'find_client_keys', { client_id: ID }), {
    jwks: { keys: [KEY] },
    jwks_uri: null,
    administered: false,
  });
  assert.equal(await api(sql, 'find_client_keys', { client_id: `${ID}x` }), {
    jwks: null,
    jwks_uri: null,
    administered: null,
  });
  const person = await createConfirmedPerson(sql_api);
  const assertion = 'ab'.repeat(32);
  const by = (proof: CallArguments) => ({ proof: { client_id: ID, ...proof }, redirect_uri: CALLBACK });
  const signed = { method: 'private_key_jwt', assertion, expires_at: 4e9 };
  const code = async () => {
    const id = await createStartedAuthorization(sql, ID, request);
    const shown = await getAuthorization(sql, id, person);
    if (shown.outcome === undefined) await decideAuthorization(sql, id, person);
    return id;
  };
  const id = await code();
  for (const proof of [{ method: 'none' }, { method: 'private_key_jwt' }])
    assert.is(returnedErrorCode(await exchangeAuthorization(sql, ID, id, by(proof))), 'invalid_client');
  assert.is(returnedErrorCode(await exchangeAuthorization(sql, ID, id, by(signed))), undefined);
  assert.is(returnedErrorCode(await exchangeAuthorization(sql, ID, await code(), by(signed))), 'invalid_client');
  const login = sql_api.db.login('gateway', 10);
  const other = { ...signed, assertion: 'cd'.repeat(32) };
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      exchangeAuthorization(login, ID, '00000000-0000-4000-8000-000000000000', by(other)),
    ),
  );
  assert.is(
    answers.filter((answer) => returnedErrorCode(answer) === 'invalid_grant').length,
    1,
    'one of 30 parallel ones',
  );
});

test('an administrator’s deletion stays', async () => {
  const [row] = await sql`select id from auth.oauth_clients where document_url = ${ID}`;
  await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id: row?.id, settings: OAUTH_SETTINGS, client });
  assert.is(await fresh(), true, 'it is not fetched any more');
  assert.is(await errorCodeOf(save()), 'oauth_client_not_found');
  assert.is(await errorCodeOf(startAuthorization(sql, ID, request)), 'oauth_client_not_found');
});

test.run();
