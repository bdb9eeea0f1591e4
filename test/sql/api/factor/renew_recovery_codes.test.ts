// renew_recovery_codes: new codes under the same id, and a reset attempt limit.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface, sessionOf } from '../../../support/database/surface.ts';
import { AAL2, args, codesOf, MISSED, MISSING, makeCodes, off, switchedOff, WRONG } from './codes.ts';
import { factors, protectedPerson } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('requires aal2, and existing codes', async () => {
  const person = await protectedPerson(surface);
  await surface.refused('renew_recovery_codes', args(person.claims), MISSING);
  await makeCodes(surface, person.claims);
  await surface.refused('renew_recovery_codes', args(person.claims, switchedOff('enroll')), off('enroll'));
  await surface.refused('renew_recovery_codes', args(person.weak), AAL2);
});

test('the former codes are void, the id stays', async () => {
  const person = await protectedPerson(surface);
  const [former] = await makeCodes(surface, person.claims);
  const { id } = await surface.call('get_recovery_codes', { claims: person.claims, settings: factors() });
  const answer = await surface.call('renew_recovery_codes', args(person.claims));
  assert.is(answer.id, id);
  await surface.refused('consume_recovery_code', args(person.weak, { code: former }), WRONG, MISSED);
  const [code] = codesOf(answer);
  assert.ok(sessionOf(await surface.call('consume_recovery_code', args(person.weak, { code }))));
});

test.run();
