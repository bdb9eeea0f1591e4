// Tests of renew_recovery_codes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, readSession } from '../../../support/database/sql_api.ts';
import {
  AAL2_REQUIRED,
  codeArguments,
  disabledError,
  disabledSettings,
  makeRecoveryCodes,
  NO_RECOVERY_CODES,
  recoveryCodes,
  TABLES_OF_WRONG_CODE,
  WRONG_RECOVERY_CODE,
} from './codes.ts';
import { createPersonWithTotp, factorSettings } from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('requires aal2, and existing codes', async () => {
  const person = await createPersonWithTotp(sql_api);
  await sql_api.refused('renew_recovery_codes', codeArguments(person.claims), NO_RECOVERY_CODES);
  await makeRecoveryCodes(sql_api, person.claims);
  await sql_api.refused(
    'renew_recovery_codes',
    codeArguments(person.claims, disabledSettings('enroll')),
    disabledError('enroll'),
  );
  await sql_api.refused('renew_recovery_codes', codeArguments(person.weak), AAL2_REQUIRED);
});

test('the former codes are void, the id stays', async () => {
  const person = await createPersonWithTotp(sql_api);
  const [former] = await makeRecoveryCodes(sql_api, person.claims);
  const { id } = await sql_api.call('get_recovery_codes', { claims: person.claims, settings: factorSettings() });
  const answer = await sql_api.call('renew_recovery_codes', codeArguments(person.claims));
  assert.is(answer.id, id);
  await sql_api.refused(
    'consume_recovery_code',
    codeArguments(person.weak, { code: former }),
    WRONG_RECOVERY_CODE,
    TABLES_OF_WRONG_CODE,
  );
  const [code] = recoveryCodes(answer);
  assert.ok(readSession(await sql_api.call('consume_recovery_code', codeArguments(person.weak, { code }))));
});

test.run();
