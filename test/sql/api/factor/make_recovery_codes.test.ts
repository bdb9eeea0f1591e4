// Tests of make_recovery_codes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  createConfirmedPerson,
  type ExpectedError,
  openSqlApi,
} from '../../../support/database/sql_api.ts';
import { AAL2_REQUIRED, codeArguments, disabledError, disabledSettings, recoveryCodes } from './codes.ts';
import { createPersonWithTotp, factorSettings } from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('ten codes of 80 random bits, stored as digests, returned only once', async () => {
  const person = await createPersonWithTotp(sql_api);
  const answer = await sql_api.call('make_recovery_codes', codeArguments(person.claims));
  assert.equal([answer.type, answer.friendly_name, answer.total], ['recovery_code', 'Recovery codes', 10]);
  const codes = recoveryCodes(answer);
  assert.is(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[1-9a-hj-km-np-z]{16}$/);
  const kept = await sql_api.rows('auth.recovery_codes', `t.user_id = '${person.id}'`);
  assert.is(kept.length, 10);
  assert.not.ok(codes.some((code) => JSON.stringify(kept).includes(code)));
  const user = await sql_api.call('get_user', { claims: person.claims, settings: factorSettings() });
  assert.equal((user.factors as CallResult[]).map(({ factor_type, status }) => `${factor_type} ${status}`).sort(), [
    'recovery_code verified',
    'totp verified',
  ]);
  assert.equal((await sql_api.audited())?.actions, ['recovery_codes_made']);
});

test('requires aal2, and allows only one set', async () => {
  const [plain, person] = [await createConfirmedPerson(sql_api), await createPersonWithTotp(sql_api)];
  const refused = (claims: CallArguments, expected: ExpectedError, more: CallArguments = {}) =>
    sql_api.refused('make_recovery_codes', codeArguments(claims, more), expected);
  await refused(plain.claims, disabledError('enroll'), disabledSettings('enroll'));
  const sole: ExpectedError = [422, 'mfa_recovery_codes_sole_factor', 'Recovery codes need another verified factor'];
  await refused(plain.claims, sole);
  await refused(person.weak, AAL2_REQUIRED);
  const long: ExpectedError = [400, 'validation_failed', 'friendly_name cannot be longer than 255 bytes'];
  await refused(person.claims, long, { friendly_name: 'x'.repeat(256) });
  await sql_api.db.sql`update auth.factors set friendly_name = 'mine' where user_id = ${person.id}`;
  const taken = 'A factor with the friendly name "mine" for this user already exists';
  await refused(person.claims, [422, 'mfa_factor_name_conflict', taken], { friendly_name: 'mine' });
  await sql_api.call('make_recovery_codes', codeArguments(person.claims, { friendly_name: 'paper' }));
  const exist: ExpectedError = [
    422,
    'mfa_verified_factor_exists',
    'Recovery codes already exist, regenerate them to continue',
  ];
  await refused(person.claims, exist);
});

test.run();
