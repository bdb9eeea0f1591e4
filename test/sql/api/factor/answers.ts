// Errors that prepare_factor_verification and verify_factor both return. verify_factor repeats all checks of the first
// call, because the state may have changed meanwhile.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  client,
  createConfirmedPerson,
  type ExpectedError,
  readSession,
  type SqlApi,
} from '../../../support/database/sql_api.ts';
import {
  challengeFactor,
  createPersonWithTotp,
  ENROLL_AAL2,
  enrollFactor,
  enrollTotp,
  factorSettings,
  NO_UUID,
  NOT_FOUND,
  totpArguments,
  totpCode,
} from './factors.ts';

export const WRONG_TOTP: ExpectedError = [422, 'mfa_verification_failed', 'Invalid TOTP code entered'];
/** Tables that a wrong code changes. */
export const TABLES_OF_WRONG_CODE = ['attempts', 'audit_log'];
const LATER: ExpectedError = [429, 'over_request_rate_limit', 'Request rate limit reached'];

export function testCommonErrors(sql_api: SqlApi, name: 'prepare_factor_verification' | 'verify_factor'): void {
  const refused = (args: object, expected: ExpectedError, changes: string[] = []) => {
    const { proof: _, code_keys: __, ...first } = args as Record<string, unknown>;
    return sql_api.refused(name, name === 'prepare_factor_verification' ? first : { ...args }, expected, changes);
  };

  test(`${name}: checks the factor, its type, the challenge, its address, its age, the code, in this order`, async () => {
    const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
    const [app, theirs] = [await enrollTotp(sql_api, person), await enrollTotp(sql_api, other)];
    const challenge = await challengeFactor(sql_api, person, app.id);
    const args = totpArguments(person, app, challenge, '');
    await refused({ ...args, factor_id: 'x' }, NO_UUID);
    for (const factor_id of [randomUUID(), theirs.id]) await refused({ ...args, factor_id }, NOT_FOUND);
    const off = factorSettings({ mfa_totp_verify_enabled: false });
    await refused({ ...args, challenge_id: 'x', settings: off }, [
      422,
      'mfa_totp_verify_not_enabled',
      'MFA verification is disabled for TOTP',
    ]);
    const missing: ExpectedError = [422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'];
    for (const challenge_id of [null, 'x', randomUUID(), await challengeFactor(sql_api, other, theirs.id)]) {
      await refused({ ...args, challenge_id }, missing);
    }
    const elsewhere: ExpectedError = [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'];
    await refused({ ...args, client: { ...client, ip: '192.0.2.8' } }, elsewhere);
    await refused({ ...args, client: {} }, elsewhere);
    const anywhere = factorSettings({ mfa_challenge_same_ip: false });
    const needed: ExpectedError = [400, 'validation_failed', 'Code needs to be non-empty'];
    await refused({ ...args, client: {}, settings: anywhere }, needed);
    await refused(args, needed);
    await sql_api.advance(300);
    await refused(args, needed);
    await sql_api.advance(1);
    const expired = `MFA challenge ${challenge} has expired, verify against another challenge or create a new challenge.`;
    const deleted = name === 'prepare_factor_verification' ? ['challenges'] : [];
    await refused(args, [422, 'mfa_challenge_expired', expired], deleted);
  });

  test(`${name}: an unverified factor is verified by aal2 only, once there is a verified one`, async () => {
    const person = await createPersonWithTotp(sql_api);
    const app = await enrollTotp(sql_api, person);
    await refused(totpArguments({ claims: person.weak }, app, randomUUID(), '1'), ENROLL_AAL2);
  });

  test(`${name}: rejects types that are off`, async () => {
    const person = await createConfirmedPerson(sql_api);
    const off = factorSettings({ mfa_phone_verify_enabled: false, mfa_web_authn_verify_enabled: false });
    const types = { phone: 'Phone', webauthn: 'WebAuthn' };
    for (const [factor_type, called] of Object.entries(types)) {
      const phone = factor_type === 'phone' ? '4917000' : null;
      const id = await enrollFactor(sql_api, person, { factor_type, phone });
      const args = totpArguments(person, { id, secret: Buffer.alloc(0) }, randomUUID(), '1', { settings: off });
      await refused(args, [422, `mfa_${factor_type}_verify_not_enabled`, `MFA verification is disabled for ${called}`]);
    }
  });

  test(`${name}: ten wrong codes in an hour, over all challenges, and no more; a code counts three times`, async () => {
    const person = await createConfirmedPerson(sql_api);
    const app = await enrollTotp(sql_api, person);
    for (let round = 0; round < 10; round += 1) {
      const args = totpArguments(person, app, await challengeFactor(sql_api, person, app.id), '000000');
      await sql_api.refused('verify_factor', args, WRONG_TOTP, TABLES_OF_WRONG_CODE);
    }
    const right = totpArguments(person, app, await challengeFactor(sql_api, person, app.id), totpCode(sql_api, app));
    await refused(right, LATER);
    const [row] = await sql_api.db.sql`select max(cardinality(missed)) as count from auth.attempts`;
    assert.is(row?.count, 30);
    await sql_api.advance(3600);
    const again = { claims: { ...person.claims, exp: Date.parse(sql_api.now()) / 1000 + 60 } };
    const later = totpArguments(again, app, await challengeFactor(sql_api, again, app.id), totpCode(sql_api, app));
    assert.is(readSession(await sql_api.call('verify_factor', later)).claims.aal, 'aal2');
  });
}
