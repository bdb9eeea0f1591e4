// Tests of list_passkeys.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { registerPasskey } from './ceremony.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('the own ones, oldest first, with the time of their last use', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const list = () => sql_api.call('list_passkeys', { claims: person.claims, settings: settings() });
  assert.equal(await list(), []);
  const first = await registerPasskey(sql_api, person);
  await sql_api.advance(1);
  const second = await registerPasskey(sql_api, person);
  await registerPasskey(sql_api, other);
  const passkey = { user_id: person.id, id: second.id, sign_count: 1, backed_up: false };
  await sql_api.call('sign_in_with_passkey', { passkey, settings: settings(), client });
  assert.equal(await list(), [first.answer, { ...second.answer, last_used_at: sql_api.now() }]);
});

test.run();
