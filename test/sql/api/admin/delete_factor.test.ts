// Tests of delete_factor.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, type ExpectedError, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { createPersonWithTotp, NOT_FOUND as NO_FACTOR, NO_UUID } from '../factor/factors.ts';
import { ADMIN, adminAuditEntry, assertAdministratorsOnly, NOT_FOUND, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('administrators only; ids are checked next', async () => {
  const person = await createPersonWithTotp(sql_api);
  await assertAdministratorsOnly(sql_api, 'delete_factor', { user_id: 'x', factor_id: 'x' });
  const refused = (user_id: string, factor_id: string, expected: ExpectedError) =>
    sql_api.refused('delete_factor', { claims: ADMIN, user_id, factor_id, settings: settings() }, expected);
  await refused('x', 'x', NOT_UUID);
  await refused(person.id, 'x', NO_UUID);
  await refused(randomUUID(), person.app.id, NOT_FOUND);
  await refused(person.id, (await createPersonWithTotp(sql_api)).app.id, NO_FACTOR);
});

test('deletes the factor, lowers sessions to aal1, notifies its owner, and is audited', async () => {
  const person = await createPersonWithTotp(sql_api);
  const on = settings({ mailer_notifications_mfa_factor_unenrolled_enabled: true });
  const args = { claims: ADMIN, user_id: person.id, factor_id: person.app.id, settings: on, client };
  assert.is((await sql_api.call('delete_factor', args)).id, person.app.id);
  const [session] = await sql_api.rows('auth.sessions', `t.id = '${person.session_id}'`);
  assert.is(session?.aal, 'aal1');
  const kind = 'mfa_factor_unenrolled_notification';
  assert.is((await sql_api.rows('auth.messages', `t.user_id = '${person.id}' and t.kind = '${kind}'`)).length, 1);
  const traits = { user_id: person.id, user_email: person.email, user_phone: '' };
  const about = { ...traits, factor_id: person.app.id, factor_type: 'totp' };
  assert.equal(await sql_api.audited(), adminAuditEntry('factor_deleted', about));
});

test.run();
