// export_user returns the export of any user to administrators. export_own_data.test.ts tests its content.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const admin = { claims: { role: 'service_role' }, settings: settings() };
const exported = (user_id: string): Promise<CallResult> => sql_api.call('export_user', { ...admin, user_id });

test("equals the user's own export, and works without a session of the user", async () => {
  const { id, claims } = await createConfirmedPerson(sql_api);
  const own = await sql_api.call('export_own_data', { claims, settings: settings() });
  assert.equal(await exported(id), own);
  await sql_api.call('sign_out', { claims, scope: 'local', settings: settings(), client });
  assert.is(((await exported(id)).user as CallResult).id, id);
});

test('administrators only', () => assertAdministratorsOnly(sql_api, 'export_user', { user_id: 'x' }));

test('an administrator can export the rest of a soft-deleted user', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.call('delete_user', {
    claims: { role: 'service_role' },
    user_id: person.id,
    should_soft_delete: true,
    settings: settings(),
    client,
  });
  const answer = await exported(person.id);
  assert.equal([answer.sessions, answer.passkeys, answer.passwords], [[], [], []]);
  assert.not(JSON.stringify([answer.user, answer.identities, answer.addresses]).includes(person.email));
});

test('rejects an invalid cursor and an unknown user', async () => {
  const { id } = await createConfirmedPerson(sql_api);
  const bad = [400, 'validation_failed', 'Bad Pagination Parameters: cursor is none of ours'] as const;
  await sql_api.refused('export_user', { ...admin, user_id: id, cursor: '-' }, bad);
  const other = id.replace(/^......../, '00000000');
  await sql_api.refused('export_user', { ...admin, user_id: other }, [404, 'user_not_found', 'User not found']);
  await sql_api.refused('export_user', { ...admin, user_id: 'x' }, [
    404,
    'validation_failed',
    'user_id must be an UUID',
  ]);
});

test.run();
