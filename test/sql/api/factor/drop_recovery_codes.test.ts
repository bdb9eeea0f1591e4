// Tests of drop_recovery_codes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, readSession } from '../../../support/database/sql_api.ts';
import { AAL2_REQUIRED, codeArguments, makeRecoveryCodes, NO_RECOVERY_CODES } from './codes.ts';
import { createPersonWithTotp } from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('requires aal2, and existing codes', async () => {
  const person = await createPersonWithTotp(sql_api);
  await sql_api.refused('drop_recovery_codes', codeArguments(person.claims), NO_RECOVERY_CODES);
  await makeRecoveryCodes(sql_api, person.claims);
  await sql_api.refused('drop_recovery_codes', codeArguments(person.weak), AAL2_REQUIRED);
});

test('lowers a session raised by a code to aal1, not one of another factor', async () => {
  const person = await createPersonWithTotp(sql_api);
  const [code] = await makeRecoveryCodes(sql_api, person.claims);
  const { claims } = readSession(await sql_api.call('consume_recovery_code', codeArguments(person.weak, { code })));
  await sql_api.call('drop_recovery_codes', codeArguments(claims));
  assert.is((await sql_api.rows('auth.recovery_codes', `t.user_id = '${person.id}'`)).length, 0);
  const sessions = await sql_api.rows('auth.sessions', `t.user_id = '${person.id}'`);
  const level = (id: unknown) => sessions.find((row) => row.id === id)?.aal;
  assert.equal([level(person.weak.session_id), level(person.session_id)], ['aal1', 'aal2']);
  assert.equal((await sql_api.audited())?.actions, ['factor_unenrolled']);
});

test.run();
