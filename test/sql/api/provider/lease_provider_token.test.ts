// Tests of lease_provider_token.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

/**
 * Creates a user with an identity whose tokens expire in `expires_in` seconds; null if the provider sends no expiry.
 */
async function storeProviderTokens(expires_in: number | null, renewable = true) {
  const person = await createConfirmedPerson(sql_api);
  const [identity] = await sql`select i.id from auth.identities as i where i.user_id = ${person.id}`;
  await sql`insert into auth.provider_tokens (user_id, provider, identity_id, id, sealed, renewable, expires_at, updated_at)
    values (${person.id}, 'email', ${identity?.id}, gen_random_uuid(), 'sealed', ${renewable},
      ${sql_api.now()}::timestamptz + make_interval(secs => ${expires_in}), ${sql_api.now()})`;
  return { ...person, identity_id: String(identity?.id) };
}
const lease = (person: { claims: CallArguments; identity_id: string }, more: CallArguments = {}) =>
  sql_api.call('lease_provider_token', {
    claims: person.claims,
    identity_id: person.identity_id,
    settings: settings({ external_kept_tokens: ['email'] }),
    ...more,
  });

test('the caller and the identity are checked', async () => {
  const person = await storeProviderTokens(3_600);
  const other = await storeProviderTokens(3_600);
  for (const [more, code] of [
    [{ claims: { ...person.claims, sub: '' } }, 'bad_jwt'],
    [{ claims: { ...person.claims, sub: 'x' } }, 'bad_jwt'],
    [{ claims: { ...person.claims, session_id: 'x' } }, 'bad_jwt'],
    [{ claims: { ...person.claims, exp: 1 } }, 'bad_jwt'],
    [{ audience: 'elsewhere' }, 'unexpected_audience'],
    [{ identity_id: 'x' }, 'validation_failed'],
    [{ identity_id: other.identity_id }, 'not_found'],
  ] as const) {
    assert.is(returnedErrorCode(await lease(person, more)), code, JSON.stringify(more));
  }
  await sql`update auth.users set factor_status = 'verified' where id = ${person.id}`;
  assert.is(returnedErrorCode(await lease(person)), 'insufficient_aal');
  await sql`update auth.users set email_confirmed_at = null where id = ${other.id}`;
  assert.is(returnedErrorCode(await lease(other)), 'email_not_confirmed');
});

test('one caller gets the lease; others get the token until it has expired, and the lease ends', async () => {
  const person = await storeProviderTokens(60);
  assert.is((await lease(person)).renew, true);
  assert.is((await lease(person)).renew, false);
  await sql`update auth.provider_tokens set expires_at = ${sql_api.now()} where user_id = ${person.id}`;
  assert.equal((await lease(person)).refused, {
    status: 503,
    code: 'unexpected_failure',
    message: 'The token is being renewed, or the provider has just failed. Please retry after a moment.',
  });
  await sql_api.advance(31);
  assert.is((await lease(person)).renew, true);
});

test('a token that lasts, one without an end, and one that cannot be renewed are returned as they are', async () => {
  for (const person of [
    await storeProviderTokens(61),
    await storeProviderTokens(null),
    await storeProviderTokens(30, false),
  ]) {
    const { renew, sealed, provider } = await lease(person);
    assert.equal([renew, sealed, provider], [false, 'sealed', 'email']);
  }
  const person = await storeProviderTokens(0, false);
  assert.is(returnedErrorCode(await lease(person)), 'not_found');
  assert.is(client.ip, '192.0.2.7');
});

test('tokens of a provider that the setting does not name are not returned, and are deleted after a day', async () => {
  const person = await storeProviderTokens(3_600);
  const off = { settings: settings({ external_kept_tokens: ['github'] }) };
  const rows = () => sql`select from auth.provider_tokens where user_id = ${person.id}`;
  for (const more of [off, { settings: settings() }])
    assert.is(returnedErrorCode(await lease(person, more)), 'not_found');
  assert.is((await lease(person)).sealed, 'sealed');
  await sql`
    update auth.provider_tokens set updated_at = updated_at - interval '86401 seconds' where user_id = ${person.id}`;
  assert.is((await lease(person)).sealed, 'sealed');
  assert.is(returnedErrorCode(await lease(person, off)), 'not_found');
  assert.is((await rows()).length, 0);
});

test.run();
