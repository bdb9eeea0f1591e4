// enroll_factor: its errors in order, and earlier unfinished enrolments.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  confirmed,
  type Expected,
  openSurface,
  settings,
} from '../../../support/database/surface.ts';
import { newPhone } from '../../phone.ts';
import { makeCodes } from './codes.ts';
import { challenged, ENROLL_AAL2, enrolled, enrolledAs, factors, protectedPerson } from './factors.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const args = (claims: Args, more: Args = {}): Args => ({
  claims,
  id: randomUUID(),
  factor_type: 'totp',
  secret: 'sealed',
  settings: factors(),
  client,
  ...more,
});
const refused = (given: Args, expected: Expected) => surface.refused('enroll_factor', given, expected);

test('reports first: the type, its switch, the number; a name that is too long', async () => {
  const { claims } = await confirmed(surface);
  const unknown: Expected = [400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'];
  for (const factor_type of [null, '', 'x', 'recovery_code']) await refused(args(claims, { factor_type }), unknown);
  const off = settings({ mfa_totp_enroll_enabled: false });
  const switches = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' };
  for (const [factor_type, name] of Object.entries(switches)) {
    const wrong = { factor_type, phone: 'x', settings: off };
    await refused(args(claims, wrong), [
      422,
      `mfa_${factor_type}_enroll_not_enabled`,
      `MFA enroll is disabled for ${name}`,
    ]);
  }
  for (const name of ['friendly_name', 'issuer']) {
    await refused(args(claims, { [name]: 'ä'.repeat(128) }), [
      400,
      'validation_failed',
      `${name} cannot be longer than 255 bytes`,
    ]);
  }
  const phone = { factor_type: 'phone' };
  await refused(args(claims, phone), [400, 'validation_failed', 'Phone number required to enroll Phone factor']);
  await refused(args(claims, { ...phone, phone: '12 x' }), [
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
  ]);
});

test('names must differ; two factors without one do not conflict', async () => {
  const person = await confirmed(surface);
  await enrolled(surface, person, { friendly_name: 'mine' });
  const taken: Expected = [
    422,
    'mfa_factor_name_conflict',
    'A factor with the friendly name "mine" for this user already exists',
  ];
  await refused(args(person.claims, { friendly_name: 'mine' }), taken);
  for (const friendly_name of [null, '', '']) await enrolled(surface, person, { friendly_name });
  await enrolled(surface, await confirmed(surface), { friendly_name: 'mine' });
  assert.is((await surface.rows('auth.factors', `t.user_id = '${person.id}'`)).length, 4);
});

test('limits the number of factors, verified or not', async () => {
  const person = await protectedPerson(surface);
  const many: Expected = [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ];
  await refused(args(person.claims, { settings: factors({ mfa_max_verified_factors: 1 }) }), many);
  await refused(args(person.weak, { settings: factors({ mfa_max_enrolled_factors: 1 }) }), many);
  await refused(args(person.weak), ENROLL_AAL2);
});

const MANY: Expected = [
  422,
  'too_many_enrolled_mfa_factors',
  'Maximum number of verified factors reached, unenroll to continue',
];

test('recovery codes do not count as a factor', async () => {
  const person = await protectedPerson(surface);
  await makeCodes(surface, person.claims);
  const two = { settings: factors({ mfa_max_enrolled_factors: 2, mfa_max_verified_factors: 2 }) };
  assert.is((await surface.call('enroll_factor', args(person.claims, two))).type, 'totp');
  await refused(args(person.claims, two), MANY);
});

test('an enrolment in progress is not replaced, even with a short setting', async () => {
  const person = await confirmed(surface);
  const { id } = await enrolled(surface, person);
  const one = { settings: factors({ mfa_max_enrolled_factors: 1, mfa_factor_expiry_duration: 1 }) };
  await surface.advance(200);
  await challenged(surface, person, id);
  await surface.advance(200);
  await refused(args(person.claims, one), MANY);
});

test('rejects a token without a session, which could not be raised', async () => {
  const { claims } = await confirmed(surface);
  const gone: Expected = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  for (const session_id of [null, '', '00000000-0000-0000-0000-000000000000']) {
    await refused(args({ ...claims, session_id }), gone);
  }
});

test('a factor that was not verified or challenged in time is replaced', async () => {
  const person = await confirmed(surface);
  await enrolled(surface, person, { friendly_name: 'first' });
  await surface.advance(300);
  await refused(args(person.claims, { settings: factors({ mfa_max_enrolled_factors: 1 }) }), [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ]);
  await surface.advance(1);
  await enrolled(surface, person, { friendly_name: 'first' });
  const rows = await surface.rows('auth.factors', `t.user_id = '${person.id}'`);
  assert.equal([rows.length, rows[0]?.status], [1, 'unverified']);
  const [user] = await surface.rows('auth.users', `t.id = '${person.id}'`);
  assert.is(user?.factor_status, 'unverified');
});

test('the same number again replaces an unverified factor, and not a verified one', async () => {
  const person = await confirmed(surface);
  const phone = newPhone();
  const first = await enrolledAs(surface, person, { factor_type: 'phone', phone: `+${phone}` });
  const second = await enrolledAs(surface, person, { factor_type: 'phone', phone });
  const rows = await surface.rows('auth.factors', `t.user_id = '${person.id}'`);
  assert.equal(
    rows.map(({ id }) => id),
    [second],
    `${first} is gone`,
  );
  await surface.db.sql`update auth.factors set status = 'verified' where id = ${second}`;
  await refused(args(person.claims, { factor_type: 'phone', phone }), [
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ]);
});

test('stores the factor as unverified, and audits it', async () => {
  const person = await confirmed(surface);
  const id = randomUUID();
  const changed = await surface.changes(async () => {
    assert.equal(await surface.call('enroll_factor', args(person.claims, { id, friendly_name: 'mine' })), {
      id,
      type: 'totp',
      friendly_name: 'mine',
      totp: { account: person.email },
    });
  });
  assert.equal(changed, ['audit_log', 'factors', 'users']);
  const traits = { factor_id: id, factor_type: 'totp' };
  assert.equal(await surface.audited(), { actions: ['factor_in_progress'], traits, actor_id: person.id });
});

test.run();
