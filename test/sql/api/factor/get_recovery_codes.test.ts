// Tests of get_recovery_codes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { codeArguments, makeRecoveryCodes, NO_RECOVERY_CODES } from './codes.ts';
import { createPersonWithTotp, factorSettings } from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('none, ten, nine', async () => {
  const person = await createPersonWithTotp(sql_api);
  const asked = { claims: person.weak, settings: factorSettings() };
  await makeRecoveryCodes(sql_api, (await createPersonWithTotp(sql_api)).claims); // another user's do not count
  await sql_api.refused('get_recovery_codes', asked, NO_RECOVERY_CODES);
  const [code] = await makeRecoveryCodes(sql_api, person.claims);
  const { id, ...all } = await sql_api.call('get_recovery_codes', asked);
  assert.equal(all, { type: 'recovery_code', total: 10, remaining: 10 });
  await sql_api.call('consume_recovery_code', codeArguments(person.weak, { code }));
  assert.equal(await sql_api.call('get_recovery_codes', asked), { ...all, id, remaining: 9 });
});

test.run();
