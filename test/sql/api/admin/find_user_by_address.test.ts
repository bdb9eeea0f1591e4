// Tests of find_user_by_address.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const claims = { role: 'service_role' };
const NOT_FOUND = [404, 'user_not_found', 'User not found'] as const;
const ask = (address: unknown) => ({ claims, address, settings: settings() });

test('by e-mail address or phone number, returns the user in wire format', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
    values ('phone', '4915112345678', ${person.id}, true, now(), now())`;
  for (const address of [person.email, person.email.toUpperCase(), '+4915112345678', '+49 151 12345678']) {
    const found = await sql_api.call('find_user_by_address', ask(address));
    assert.equal([found.id, found.email], [person.id, person.email], address);
  }
  const shown = await sql_api.call('get_user_by_id', { claims, user_id: person.id, settings: settings() });
  assert.equal(await sql_api.call('find_user_by_address', ask(person.email)), shown);
});

test('rejects an unknown address, no address, and other callers', async () => {
  for (const address of ['nobody@example.com', '+1', '', null])
    await sql_api.refused('find_user_by_address', ask(address), NOT_FOUND);
  const person = await createConfirmedPerson(sql_api);
  for (const role of ['authenticated', 'anon', '']) {
    const args = { ...ask(person.email), claims: { role } };
    await sql_api.refused('find_user_by_address', args, [403, 'not_admin', 'User not allowed']);
  }
});

test.run();
