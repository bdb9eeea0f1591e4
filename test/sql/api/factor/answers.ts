// Errors of both halves of a verification. The second half repeats all checks, because the state may have changed
// meanwhile.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, type Expected, type Surface, sessionOf } from '../../../support/database/surface.ts';
import {
  answering,
  challenged,
  codeAt,
  ENROLL_AAL2,
  enrolled,
  enrolledAs,
  factors,
  NO_UUID,
  NOT_FOUND,
  protectedPerson,
} from './factors.ts';

export const WRONG: Expected = [422, 'mfa_verification_failed', 'Invalid TOTP code entered'];
/** The tables that a wrong answer changes. */
export const MISSED = ['attempts', 'audit_log'];
const LATER: Expected = [429, 'over_request_rate_limit', 'Request rate limit reached'];

export function answersAreChecked(surface: Surface, name: 'prepare_factor_verification' | 'verify_factor'): void {
  const refused = (args: object, expected: Expected, changes: string[] = []) => {
    const { proof: _, code_keys: __, ...first } = args as Record<string, unknown>;
    return surface.refused(name, name === 'prepare_factor_verification' ? first : { ...args }, expected, changes);
  };

  test(`${name}: checks the factor, its type, the challenge, its address, its age, the code, in this order`, async () => {
    const [person, other] = [await confirmed(surface), await confirmed(surface)];
    const [app, theirs] = [await enrolled(surface, person), await enrolled(surface, other)];
    const challenge = await challenged(surface, person, app.id);
    const args = answering(person, app, challenge, '');
    await refused({ ...args, factor_id: 'x' }, NO_UUID);
    for (const factor_id of [randomUUID(), theirs.id]) await refused({ ...args, factor_id }, NOT_FOUND);
    const off = factors({ mfa_totp_verify_enabled: false });
    await refused({ ...args, challenge_id: 'x', settings: off }, [
      422,
      'mfa_totp_verify_not_enabled',
      'MFA verification is disabled for TOTP',
    ]);
    const missing: Expected = [422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'];
    for (const challenge_id of [null, 'x', randomUUID(), await challenged(surface, other, theirs.id)]) {
      await refused({ ...args, challenge_id }, missing);
    }
    const elsewhere: Expected = [422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'];
    await refused({ ...args, client: { ...client, ip: '192.0.2.8' } }, elsewhere);
    await refused({ ...args, client: {} }, elsewhere);
    const anywhere = factors({ mfa_challenge_same_ip: false });
    const needed: Expected = [400, 'validation_failed', 'Code needs to be non-empty'];
    await refused({ ...args, client: {}, settings: anywhere }, needed);
    await refused(args, needed);
    await surface.advance(300);
    await refused(args, needed);
    await surface.advance(1);
    const expired = `MFA challenge ${challenge} has expired, verify against another challenge or create a new challenge.`;
    const deleted = name === 'prepare_factor_verification' ? ['challenges'] : [];
    await refused(args, [422, 'mfa_challenge_expired', expired], deleted);
  });

  test(`${name}: an unverified factor is verified by aal2 only, once there is a verified one`, async () => {
    const person = await protectedPerson(surface);
    const app = await enrolled(surface, person);
    await refused(answering({ claims: person.weak }, app, randomUUID(), '1'), ENROLL_AAL2);
  });

  test(`${name}: rejects types that are off`, async () => {
    const person = await confirmed(surface);
    const off = factors({ mfa_phone_verify_enabled: false, mfa_web_authn_verify_enabled: false });
    const types = { phone: 'Phone', webauthn: 'WebAuthn' };
    for (const [factor_type, called] of Object.entries(types)) {
      const phone = factor_type === 'phone' ? '4917000' : null;
      const id = await enrolledAs(surface, person, { factor_type, phone });
      const args = answering(person, { id, secret: Buffer.alloc(0) }, randomUUID(), '1', { settings: off });
      await refused(args, [422, `mfa_${factor_type}_verify_not_enabled`, `MFA verification is disabled for ${called}`]);
    }
  });

  test(`${name}: ten wrong codes in an hour, over all challenges, and no more; a code counts three times`, async () => {
    const person = await confirmed(surface);
    const app = await enrolled(surface, person);
    for (let round = 0; round < 10; round += 1) {
      const args = answering(person, app, await challenged(surface, person, app.id), '000000');
      await surface.refused('verify_factor', args, WRONG, MISSED);
    }
    const right = answering(person, app, await challenged(surface, person, app.id), codeAt(surface, app));
    await refused(right, LATER);
    const [row] = await surface.db.sql`select max(cardinality(missed)) as count from auth.attempts`;
    assert.is(row?.count, 30);
    await surface.advance(3600);
    const again = { claims: { ...person.claims, exp: Date.parse(surface.now()) / 1000 + 60 } };
    const later = answering(again, app, await challenged(surface, again, app.id), codeAt(surface, app));
    assert.is(sessionOf(await surface.call('verify_factor', later)).claims.aal, 'aal2');
  });
}
