// Tests of change_factor.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  type ExpectedError,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { newPhone } from '../../phone.ts';
import {
  challengeFactor,
  createPersonWithTotp,
  enrollFactor,
  NOT_FOUND as NO_FACTOR,
  NO_UUID,
} from '../factor/factors.ts';
import { ADMIN, adminAuditEntry, assertAdministratorsOnly, NOT_FOUND, NOT_UUID } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = (user_id: string, factor_id: string, more: CallArguments = {}): CallArguments => ({
  claims: ADMIN,
  user_id,
  factor_id,
  settings: settings(),
  client,
  ...more,
});
const refused = (given: CallArguments, expected: ExpectedError) => sql_api.refused('change_factor', given, expected);

test('administrators only; ids are checked next', async () => {
  const person = await createPersonWithTotp(sql_api);
  await assertAdministratorsOnly(sql_api, 'change_factor', { user_id: 'x', factor_id: 'x' });
  await refused(args('x', 'x'), NOT_UUID);
  await refused(args(person.id, 'x'), NO_UUID);
  await refused(args(randomUUID(), person.app.id), NOT_FOUND);
  await refused(args(person.id, (await createPersonWithTotp(sql_api)).app.id), NO_FACTOR);
});

test("rejects the name of another factor, and an invalid or another factor's number", async () => {
  const person = await createPersonWithTotp(sql_api);
  const [one, two] = [newPhone(), newPhone()];
  const first = await enrollFactor(sql_api, person, { factor_type: 'phone', phone: one, friendly_name: 'one' });
  await enrollFactor(sql_api, person, { factor_type: 'phone', phone: two, friendly_name: 'two' });
  const conflict = 'A factor with the friendly name "two" for this user already exists';
  await refused(args(person.id, first, { friendly_name: 'two' }), [422, 'mfa_factor_name_conflict', conflict]);
  const long = 'friendly_name cannot be longer than 255 bytes';
  await refused(args(person.id, first, { friendly_name: 'x'.repeat(256) }), [400, 'validation_failed', long]);
  const form = 'Invalid phone number format (E.164 required)';
  await refused(args(person.id, first, { phone: 'x' }), [400, 'validation_failed', form]);
  const exists = 'A verified phone factor already exists, unenroll the existing factor to continue';
  await refused(args(person.id, first, { phone: two }), [422, 'mfa_verified_factor_exists', exists]);
});

test('another number voids the codes sent to the former one', async () => {
  const person = await createPersonWithTotp(sql_api);
  const [one, two] = [newPhone(), newPhone()];
  const factor = await enrollFactor(sql_api, person, { factor_type: 'phone', phone: one });
  await challengeFactor(sql_api, person, factor);
  const changed = await sql_api.call(
    'change_factor',
    args(person.id, factor, { phone: `+${two}`, friendly_name: 'new' }),
  );
  assert.equal([changed.phone, changed.friendly_name], [two, 'new']);
  assert.is((await sql_api.rows('auth.challenges', `t.factor_id = '${factor}'`)).length, 0);
  const traits = { user_id: person.id, user_email: person.email, user_phone: '', factor_id: factor };
  assert.equal(
    await sql_api.audited(),
    adminAuditEntry('factor_updated', { ...traits, factor_type: 'phone', changed: ['friendly_name', 'phone'] }),
  );
  const named = await sql_api.call(
    'change_factor',
    args(person.id, person.app.id, { friendly_name: 'app', phone: one }),
  );
  assert.equal([named.friendly_name, named.phone], ['app', undefined], 'an app has no number');
});

test.run();
