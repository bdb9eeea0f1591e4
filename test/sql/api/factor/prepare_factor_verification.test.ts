// prepare_factor_verification: the data with which the gateway checks an answer.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface } from '../../../support/database/surface.ts';
import { newPhone } from '../../phone.ts';
import { answersAreChecked } from './answers.ts';
import { challenged, enrolled, enrolledAs, factors } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

answersAreChecked(surface, 'prepare_factor_verification');

test('of an app the sealed secret; of a phone nothing, if we generate the codes', async () => {
  const person = await confirmed(surface);
  const { id } = await enrolled(surface, person);
  const phone = await enrolledAs(surface, person, { factor_type: 'phone', phone: newPhone() });
  const take = async (factor_id: string) => {
    const challenge_id = await challenged(surface, person, factor_id);
    const args = { claims: person.claims, factor_id, challenge_id, code: '1', settings: factors(), client };
    return surface.call('prepare_factor_verification', args);
  };
  assert.equal(await take(id), { factor_type: 'totp', factor_id: id, secret: 'sealed' });
  assert.equal(await take(phone), { factor_type: 'phone', factor_id: phone });
});

test('if the SMS gateway generates the codes an attempt counts before it is checked, five times per code', async () => {
  const person = await confirmed(surface);
  const phone = newPhone();
  const factor_id = await enrolledAs(surface, person, { factor_type: 'phone', phone });
  const challenge_id = await challenged(surface, person, factor_id);
  const settings = factors({ sms_provider: 'twilio_verify' });
  const args = { claims: person.claims, factor_id, challenge_id, code: '123456', settings, client };
  const tables = await surface.changes(() => surface.call('prepare_factor_verification', args));
  assert.equal(tables, ['attempts', 'challenges']);
  assert.equal(await surface.call('prepare_factor_verification', { ...args, code: 'x' }), {
    factor_type: 'phone',
    to: null,
  });
  for (let round = 0; round < 3; round += 1) {
    assert.equal(await surface.call('prepare_factor_verification', args), { factor_type: 'phone', to: phone });
  }
  assert.equal(await surface.call('prepare_factor_verification', args), { factor_type: 'phone', to: null });
});

test.run();
