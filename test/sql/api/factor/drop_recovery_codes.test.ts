// drop_recovery_codes: invalidates all codes, and lowers sessions that one of them had raised to aal1.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface, sessionOf } from '../../../support/database/surface.ts';
import { AAL2, args, MISSING, makeCodes } from './codes.ts';
import { protectedPerson } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('requires aal2, and existing codes', async () => {
  const person = await protectedPerson(surface);
  await surface.refused('drop_recovery_codes', args(person.claims), MISSING);
  await makeCodes(surface, person.claims);
  await surface.refused('drop_recovery_codes', args(person.weak), AAL2);
});

test('lowers a session raised by a code to aal1, not one of another factor', async () => {
  const person = await protectedPerson(surface);
  const [code] = await makeCodes(surface, person.claims);
  const { claims } = sessionOf(await surface.call('consume_recovery_code', args(person.weak, { code })));
  await surface.call('drop_recovery_codes', args(claims));
  assert.is((await surface.rows('auth.recovery_codes', `t.user_id = '${person.id}'`)).length, 0);
  const sessions = await surface.rows('auth.sessions', `t.user_id = '${person.id}'`);
  const level = (id: unknown) => sessions.find((row) => row.id === id)?.aal;
  assert.equal([level(person.weak.session_id), level(person.session_id)], ['aal1', 'aal2']);
  assert.equal((await surface.audited())?.actions, ['factor_unenrolled']);
});

test.run();
