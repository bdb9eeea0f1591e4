// Tests of enroll_factor.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { newPhone } from '../../phone.ts';
import { makeRecoveryCodes } from './codes.ts';
import {
  challengeFactor,
  createPersonWithTotp,
  ENROLL_AAL2,
  enrollFactor,
  enrollTotp,
  factorSettings,
} from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = (claims: CallArguments, more: CallArguments = {}): CallArguments => ({
  claims,
  id: randomUUID(),
  factor_type: 'totp',
  secret: 'sealed',
  settings: factorSettings(),
  client,
  ...more,
});
const refused = (given: CallArguments, expected: ExpectedError) => sql_api.refused('enroll_factor', given, expected);

test('reports first: the type, its switch, the number; a name that is too long', async () => {
  const { claims } = await createConfirmedPerson(sql_api);
  const unknown: ExpectedError = [400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'];
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
  const person = await createConfirmedPerson(sql_api);
  await enrollTotp(sql_api, person, { friendly_name: 'mine' });
  const taken: ExpectedError = [
    422,
    'mfa_factor_name_conflict',
    'A factor with the friendly name "mine" for this user already exists',
  ];
  await refused(args(person.claims, { friendly_name: 'mine' }), taken);
  for (const friendly_name of [null, '', '']) await enrollTotp(sql_api, person, { friendly_name });
  await enrollTotp(sql_api, await createConfirmedPerson(sql_api), { friendly_name: 'mine' });
  assert.is((await sql_api.rows('auth.factors', `t.user_id = '${person.id}'`)).length, 4);
});

test('limits the number of factors, verified or not', async () => {
  const person = await createPersonWithTotp(sql_api);
  const many: ExpectedError = [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ];
  await refused(args(person.claims, { settings: factorSettings({ mfa_max_verified_factors: 1 }) }), many);
  await refused(args(person.weak, { settings: factorSettings({ mfa_max_enrolled_factors: 1 }) }), many);
  await refused(args(person.weak), ENROLL_AAL2);
});

const MANY: ExpectedError = [
  422,
  'too_many_enrolled_mfa_factors',
  'Maximum number of verified factors reached, unenroll to continue',
];

test('recovery codes do not count as a factor', async () => {
  const person = await createPersonWithTotp(sql_api);
  await makeRecoveryCodes(sql_api, person.claims);
  const two = { settings: factorSettings({ mfa_max_enrolled_factors: 2, mfa_max_verified_factors: 2 }) };
  assert.is((await sql_api.call('enroll_factor', args(person.claims, two))).type, 'totp');
  await refused(args(person.claims, two), MANY);
});

test('an enrolment in progress is not replaced, even with a short setting', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await enrollTotp(sql_api, person);
  const one = { settings: factorSettings({ mfa_max_enrolled_factors: 1, mfa_factor_expiry_duration: 1 }) };
  await sql_api.advance(200);
  await challengeFactor(sql_api, person, id);
  await sql_api.advance(200);
  await refused(args(person.claims, one), MANY);
});

test('rejects a token without a session, which could not be raised', async () => {
  const { claims } = await createConfirmedPerson(sql_api);
  const gone: ExpectedError = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  for (const session_id of [null, '', '00000000-0000-0000-0000-000000000000']) {
    await refused(args({ ...claims, session_id }), gone);
  }
});

test('a factor that was not verified or challenged in time is replaced', async () => {
  const person = await createConfirmedPerson(sql_api);
  await enrollTotp(sql_api, person, { friendly_name: 'first' });
  await sql_api.advance(300);
  await refused(args(person.claims, { settings: factorSettings({ mfa_max_enrolled_factors: 1 }) }), [
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ]);
  await sql_api.advance(1);
  await enrollTotp(sql_api, person, { friendly_name: 'first' });
  const rows = await sql_api.rows('auth.factors', `t.user_id = '${person.id}'`);
  assert.equal([rows.length, rows[0]?.status], [1, 'unverified']);
  const [user] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  assert.is(user?.factor_status, 'unverified');
});

test('the same number again replaces an unverified factor, and not a verified one', async () => {
  const person = await createConfirmedPerson(sql_api);
  const phone = newPhone();
  const first = await enrollFactor(sql_api, person, { factor_type: 'phone', phone: `+${phone}` });
  const second = await enrollFactor(sql_api, person, { factor_type: 'phone', phone });
  const rows = await sql_api.rows('auth.factors', `t.user_id = '${person.id}'`);
  assert.equal(
    rows.map(({ id }) => id),
    [second],
    `${first} is gone`,
  );
  await sql_api.db.sql`update auth.factors set status = 'verified' where id = ${second}`;
  await refused(args(person.claims, { factor_type: 'phone', phone }), [
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ]);
});

test('stores the factor as unverified, and audits it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = randomUUID();
  const changed = await sql_api.changes(async () => {
    assert.equal(await sql_api.call('enroll_factor', args(person.claims, { id, friendly_name: 'mine' })), {
      id,
      type: 'totp',
      friendly_name: 'mine',
      totp: { account: person.email },
    });
  });
  assert.equal(changed, ['audit_log', 'factors', 'users']);
  const traits = { factor_id: id, factor_type: 'totp' };
  assert.equal(await sql_api.audited(), { actions: ['factor_in_progress'], traits, actor_id: person.id });
});

test.run();
