// Tests of list_sealed.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../../../core/keys/ring.ts';
import { makeClient } from '../../../support/database/oauth.ts';
import { client, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const key = (id: number) => `${id}:${Buffer.alloc(32, id).toString('base64')}`;
const old = createKeyRing({ security_pepper: key(201), jwt_secret: '' });
const fresh = createKeyRing({ security_pepper: `${key(2)},${key(201)}`, jwt_secret: '' });
interface SealedRow {
  kind: string;
  id: string;
  values: string[];
  at: string;
}
const list = async (more: object = {}) => {
  const args = { claims: ADMIN, settings: settings(), key_id: 2, after: null, most: null, ...more };
  return ((await sql_api.call('list_sealed', args)) as unknown as { sealed: SealedRow[] }).sealed;
};

test('administrators only', () =>
  assertAdministratorsOnly(sql_api, 'list_sealed', { key_id: 2, after: null, most: null }));

test('factors, providers and webhooks of an older key, page by page; one sealed by the newest is not listed', async () => {
  const { sql } = sql_api.db;
  const person = await createConfirmedPerson(sql_api);
  const ids = { factor: randomUUID(), newer: randomUUID(), provider: randomUUID(), webhook: randomUUID() };
  const factors = [
    [ids.factor, old],
    [ids.newer, fresh],
  ] as const;
  for (const [id, ring] of factors) {
    await sql`insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
      values (${person.id}, ${id}, 'totp', 'verified', ${ring.seal('f', id)}, now(), now())`;
  }
  await sql`insert into auth.custom_providers (id, identifier, provider_type, name, client_id, client_secret, authorization_url, token_url,
      userinfo_url, created_at, updated_at)
    values (${ids.provider}, 'custom:a', 'oauth2', 'A', 'a', ${old.seal('p', ids.provider)}, 'https://a', 'https://a', 'https://a', now(), now())`;
  const secrets = [fresh.seal('w', ids.webhook), old.seal('w', ids.webhook)];
  await sql_api.call('create_webhook', {
    ...{
      claims: ADMIN,
      settings: settings(),
      client,
      id: ids.webhook,
      url: 'https://a.example',
      kinds: ['user.created'],
    },
    secret: secrets[0],
  });
  await sql`update auth.webhooks set secrets = ${secrets}`;
  const all = await list();
  assert.equal(
    all.map(({ kind, id }) => [kind, id]),
    [
      ['factor', ids.factor],
      ['provider', ids.provider],
      ['webhook', ids.webhook],
    ],
  );
  assert.equal(all[2]?.values, secrets);
  assert.is(fresh.open(all[0]?.values[0] ?? '', ids.factor), 'f');
  const [first] = await list({ most: 1 });
  assert.equal(
    (await list({ most: 1, after: first?.at })).map(({ kind }) => kind),
    ['provider'],
  );
  assert.equal(await list({ after: all[2]?.at }), []);
  assert.equal(
    (await list({ key_id: 201 })).map(({ kind }) => kind),
    ['factor', 'webhook'],
    'by the key that is asked for',
  );
});

test('the first page lists clients of an administrator whose secret is derived from another key', async () => {
  const { sql } = sql_api.db;
  const [of_old, public_client, deleted, registered] = [
    await makeClient(sql),
    await makeClient(sql, { client_type: 'public' }),
    await makeClient(sql),
    await makeClient(sql),
  ];
  await makeClient(sql);
  await sql`update auth.oauth_clients set secret_key_id = 201
    where id in (${of_old}, ${public_client}, ${deleted}, ${registered})`;
  await sql`update auth.oauth_clients set secret_key_id = 2 where secret_key_id <> 201`;
  await sql`update auth.oauth_clients set deleted_at = now() where id = ${deleted}`;
  await sql`update auth.oauth_clients set registration_type = 'dynamic' where id = ${registered}`;
  const clients = async (after: string | null) =>
    (await sql_api.call('list_sealed', { claims: ADMIN, settings: settings(), key_id: 2, after, most: null })).clients;
  assert.equal([await clients(null), await clients('factor')], [[of_old], []]);
});

test.run();
