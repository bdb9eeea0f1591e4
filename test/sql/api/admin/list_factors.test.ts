// Tests of list_factors.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallResult, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { createPersonWithTotp } from '../factor/factors.ts';
import { ADMIN, assertAdministratorsOnly, INVALID_IDS, NOT_FOUND, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('administrators only; ids are checked next', async () => {
  await assertAdministratorsOnly(sql_api, 'list_factors', { user_id: 'x' });
  const args = { claims: ADMIN, settings: settings() };
  for (const user_id of [...INVALID_IDS, null]) await sql_api.refused('list_factors', { ...args, user_id }, NOT_UUID);
  await sql_api.refused('list_factors', { ...args, user_id: randomUUID() }, NOT_FOUND);
});

test('none, and one', async () => {
  const list = ({ id }: { id: string }) =>
    sql_api.call('list_factors', { claims: ADMIN, user_id: id, settings: settings() });
  assert.equal(await list(await createConfirmedPerson(sql_api)), []);
  const person = await createPersonWithTotp(sql_api);
  const now = sql_api.now();
  assert.equal((await list(person)) as unknown as CallResult[], [
    {
      id: person.app.id,
      status: 'verified',
      created_at: now,
      updated_at: now,
      factor_type: 'totp',
      last_challenged_at: now,
    },
  ]);
});

test.run();
