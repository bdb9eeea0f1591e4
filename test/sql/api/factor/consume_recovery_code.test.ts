// consume_recovery_code: a code is consumed once, in any spelling, with an attempt limit.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, type Expected, openSurface, sessionOf } from '../../../support/database/surface.ts';
import { args, codesOf, MISSED, MISSING, makeCodes, off, switchedOff, WRONG } from './codes.ts';
import { factors, protectedPerson, signedIn } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('a code raises a session once; the other sessions of one factor end', async () => {
  const person = await protectedPerson(surface);
  await surface.refused('consume_recovery_code', args(person.weak, { code: 'x' }), MISSING);
  const [code = ''] = await makeCodes(surface, person.claims);
  const second = await signedIn(surface, person);
  const typed = ` ${code.toUpperCase().replace(/(.{4})/g, '$1-')} `;
  const off_now = args(person.weak, { code: typed, ...switchedOff('verify') });
  await surface.refused('consume_recovery_code', off_now, off('verify'));
  const { claims } = sessionOf(await surface.call('consume_recovery_code', args(person.weak, { code: typed })));
  assert.equal([claims.aal, (claims.amr as Answer[])[0]?.method], ['aal2', 'mfa/recovery_code']);
  const [ended] = await surface.rows('auth.sessions', `t.id = '${second.session_id}'`);
  assert.is(ended?.revoked_reason, 'factor');
  await surface.refused('consume_recovery_code', args(claims, { code }), WRONG, MISSED);
});

test('a session past its time box is not raised, and the code stays valid', async () => {
  const person = await protectedPerson(surface);
  const [code] = await makeCodes(surface, person.claims);
  await surface.advance(60);
  const gone: Expected = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  const late = args(person.weak, { code, settings: factors({ sessions_timebox: 59 }) });
  await surface.refused('consume_recovery_code', late, gone);
  assert.ok(sessionOf(await surface.call('consume_recovery_code', args(person.weak, { code }))));
});

test('wrong codes within a day count together', async () => {
  const person = await protectedPerson(surface);
  const [code] = await makeCodes(surface, person.claims);
  const few = factors({ security_max_code_failures: 2, security_max_code_failures_per_day: 3 });
  const tried = async (typed?: string) => {
    const call = args(person.weak, { code: typed ?? 'x', settings: few });
    return ((await surface.call('consume_recovery_code', call)).refused as { code: string }).code;
  };
  const [miss, locked] = ['mfa_verification_failed', 'mfa_recovery_codes_locked'];
  assert.equal([await tried(), await tried(), await tried()], [miss, miss, locked]);
  await surface.advance(3_599);
  assert.is(await tried(), locked);
  await surface.advance(2);
  person.weak = { ...person.weak, exp: Number(person.weak.exp) + 10_000 };
  assert.equal([await tried(), await tried(code)], [miss, locked]);
});

test('wrong codes count: after thirty in an hour none is checked until the codes are renewed', async () => {
  const [person, other] = [await protectedPerson(surface), await protectedPerson(surface)];
  const [right] = await makeCodes(surface, person.claims);
  const [theirs] = await makeCodes(surface, other.claims);
  const guesses = [theirs, null, '', '-', ...Array.from({ length: 26 }, () => '1'.repeat(16))];
  for (const code of guesses.slice(0, 4)) {
    await surface.refused('consume_recovery_code', args(person.weak, { code }), WRONG, MISSED);
  }
  for (const code of guesses.slice(4)) await surface.call('consume_recovery_code', args(person.weak, { code }));
  const locked: Expected = [
    429,
    'mfa_recovery_codes_locked',
    'Too many wrong recovery codes, wait or use another factor',
  ];
  await surface.refused('consume_recovery_code', args(person.weak, { code: right }), locked);
  const [code] = codesOf(await surface.call('renew_recovery_codes', args(person.claims)));
  assert.ok(sessionOf(await surface.call('consume_recovery_code', args(person.weak, { code }))));
});

test.run();
