// redeem_recovery_code: a code is used once, however it is typed, and not guessed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, type Expected, openSurface, sessionOf } from '../../../support/surface.ts';
import { args, codesOf, MISSED, MISSING, made, off, switchedOff, WRONG } from './codes.ts';
import { protectedPerson, signedIn } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('a code raises a session once; the other sessions of one factor end', async () => {
  const person = await protectedPerson(surface);
  await surface.refused('redeem_recovery_code', args(person.weak, { code: 'x' }), MISSING);
  const [code = ''] = await made(surface, person.claims);
  const second = await signedIn(surface, person);
  const typed = ` ${code.toUpperCase().replace(/(.{4})/g, '$1-')} `;
  const off_now = args(person.weak, { code: typed, ...switchedOff('verify') });
  await surface.refused('redeem_recovery_code', off_now, off('verify'));
  const { claims } = sessionOf(await surface.call('redeem_recovery_code', args(person.weak, { code: typed })));
  assert.equal([claims.aal, (claims.amr as Answer[])[0]?.method], ['aal2', 'mfa/recovery_code']);
  const [ended] = await surface.rows('auth.sessions', `t.id = '${second.session_id}'`);
  assert.is(ended?.revoked_reason, 'factor');
  await surface.refused('redeem_recovery_code', args(claims, { code }), WRONG, MISSED);
});

test('wrong codes are counted: after thirty in an hour no more is looked at until the codes are new', async () => {
  const [person, other] = [await protectedPerson(surface), await protectedPerson(surface)];
  const [right] = await made(surface, person.claims);
  const [theirs] = await made(surface, other.claims);
  const guesses = [theirs, null, '', '-', ...Array.from({ length: 26 }, () => '1'.repeat(16))];
  for (const code of guesses.slice(0, 4)) {
    await surface.refused('redeem_recovery_code', args(person.weak, { code }), WRONG, MISSED);
  }
  for (const code of guesses.slice(4)) await surface.call('redeem_recovery_code', args(person.weak, { code }));
  const locked: Expected = [
    429,
    'mfa_recovery_codes_locked',
    'Too many wrong recovery codes, wait or use another factor',
  ];
  await surface.refused('redeem_recovery_code', args(person.weak, { code: right }), locked);
  const [code] = codesOf(await surface.call('renew_recovery_codes', args(person.claims)));
  assert.ok(sessionOf(await surface.call('redeem_recovery_code', args(person.weak, { code }))));
});

test.run();
