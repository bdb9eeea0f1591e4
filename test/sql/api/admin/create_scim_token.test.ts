// create_scim_token: at most ten unexpired tokens per provider.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { id } = await createProvider(sql_api);

const create = (more: object = {}) =>
  sql_api.call('create_scim_token', { ...ADMIN, id, name: 'Okta', client, ...more });

test('returns the id that the gateway derives the token from', async () => {
  const made = await create({ expires_at: '2032-01-01T00:00:00Z' });
  assert.equal([made.name, made.expires_at], ['Okta', '2032-01-01T00:00:00.0Z']);
  assert.equal(await sql_api.audited(), {
    actions: ['scim_token_created'],
    traits: { provider: `sso:${id}`, scim_token_id: made.id },
    actor_id: '00000000-0000-0000-0000-000000000000',
  });
});

test('rejects an unknown provider, a name, an end and an eleventh token', async () => {
  const args = { ...ADMIN, id, name: 'Okta', client };
  const refused = (more: object, expected: readonly [number, string, string]) =>
    sql_api.refused('create_scim_token', { ...args, ...more }, expected);
  await refused({ id: randomUUID() }, [404, 'sso_provider_not_found', 'SSO Identity Provider not found']);
  for (const name of [null, '', 'x'.repeat(256)])
    await refused({ name }, [400, 'validation_failed', 'name must have 1 to 255 characters']);
  for (const expires_at of ['', 'x', '2031-05-01T11:59:59Z'])
    await refused({ expires_at }, [
      400,
      'validation_failed',
      'expires_at must be an instant in the future, such as 2031-05-01T12:00:00Z',
    ]);
  for (let n = 1; n < 10; n += 1) await create();
  await refused({}, [422, 'validation_failed', 'Too many SCIM tokens for this provider, delete one first']);
  await sql_api.at('2032-01-01T00:00:00Z');
  await create();
});

test.run();
