// Tests of prepare_factor_verification.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';
import { newPhone } from '../../phone.ts';
import { testCommonErrors } from './answers.ts';
import { challengeFactor, enrollFactor, enrollTotp, factorSettings } from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

testCommonErrors(sql_api, 'prepare_factor_verification');

test('of an app the sealed secret; of a phone nothing, if we generate the codes', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await enrollTotp(sql_api, person);
  const phone = await enrollFactor(sql_api, person, { factor_type: 'phone', phone: newPhone() });
  const take = async (factor_id: string) => {
    const challenge_id = await challengeFactor(sql_api, person, factor_id);
    const args = { claims: person.claims, factor_id, challenge_id, code: '1', settings: factorSettings(), client };
    return sql_api.call('prepare_factor_verification', args);
  };
  assert.equal(await take(id), { factor_type: 'totp', factor_id: id, secret: 'sealed' });
  assert.equal(await take(phone), { factor_type: 'phone', factor_id: phone });
});

test('if the SMS gateway generates the codes an attempt counts before it is checked, five times per code', async () => {
  const person = await createConfirmedPerson(sql_api);
  const phone = newPhone();
  const factor_id = await enrollFactor(sql_api, person, { factor_type: 'phone', phone });
  const challenge_id = await challengeFactor(sql_api, person, factor_id);
  const settings = factorSettings({ sms_provider: 'twilio_verify' });
  const args = { claims: person.claims, factor_id, challenge_id, code: '123456', settings, client };
  const tables = await sql_api.changes(() => sql_api.call('prepare_factor_verification', args));
  assert.equal(tables, ['attempts', 'challenges']);
  assert.equal(await sql_api.call('prepare_factor_verification', { ...args, code: 'x' }), {
    factor_type: 'phone',
    to: null,
  });
  for (let round = 0; round < 3; round += 1) {
    assert.equal(await sql_api.call('prepare_factor_verification', args), { factor_type: 'phone', to: phone });
  }
  assert.equal(await sql_api.call('prepare_factor_verification', args), { factor_type: 'phone', to: null });
});

test.run();
