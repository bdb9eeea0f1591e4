// make_recovery_codes: callers, and the stored rows.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, type Args, confirmed, type Expected, openSurface } from '../../../support/database/surface.ts';
import { AAL2, args, codesOf, off, switchedOff } from './codes.ts';
import { factors, protectedPerson } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('ten codes of 80 random bits, stored as digests, returned only once', async () => {
  const person = await protectedPerson(surface);
  const answer = await surface.call('make_recovery_codes', args(person.claims));
  assert.equal([answer.type, answer.friendly_name, answer.total], ['recovery_code', 'Recovery codes', 10]);
  const codes = codesOf(answer);
  assert.is(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[1-9a-hj-km-np-z]{16}$/);
  const kept = await surface.rows('auth.recovery_codes', `t.user_id = '${person.id}'`);
  assert.is(kept.length, 10);
  assert.not.ok(codes.some((code) => JSON.stringify(kept).includes(code)));
  const user = await surface.call('get_user', { claims: person.claims, settings: factors() });
  assert.equal((user.factors as Answer[]).map(({ factor_type, status }) => `${factor_type} ${status}`).sort(), [
    'recovery_code verified',
    'totp verified',
  ]);
  assert.equal((await surface.audited())?.actions, ['recovery_codes_made']);
});

test('requires aal2, and allows only one set', async () => {
  const [plain, person] = [await confirmed(surface), await protectedPerson(surface)];
  const refused = (claims: Args, expected: Expected, more: Args = {}) =>
    surface.refused('make_recovery_codes', args(claims, more), expected);
  await refused(plain.claims, off('enroll'), switchedOff('enroll'));
  const sole: Expected = [422, 'mfa_recovery_codes_sole_factor', 'Recovery codes need another verified factor'];
  await refused(plain.claims, sole);
  await refused(person.weak, AAL2);
  const long: Expected = [400, 'validation_failed', 'friendly_name cannot be longer than 255 bytes'];
  await refused(person.claims, long, { friendly_name: 'x'.repeat(256) });
  await surface.db.sql`update auth.factors set friendly_name = 'mine' where user_id = ${person.id}`;
  const taken = 'A factor with the friendly name "mine" for this user already exists';
  await refused(person.claims, [422, 'mfa_factor_name_conflict', taken], { friendly_name: 'mine' });
  await surface.call('make_recovery_codes', args(person.claims, { friendly_name: 'paper' }));
  const exist: Expected = [
    422,
    'mfa_verified_factor_exists',
    'Recovery codes already exist, regenerate them to continue',
  ];
  await refused(person.claims, exist);
});

test.run();
