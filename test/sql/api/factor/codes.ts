// Helpers of the tests of recovery codes.
import { type Answer, type Args, client, type Expected, type Surface } from '../../../support/database/surface.ts';
import { factors } from './factors.ts';

export const MISSING: Expected = [404, 'mfa_factor_not_found', 'There are no recovery codes'];
export const AAL2: Expected = [403, 'insufficient_aal', 'AAL2 required to change recovery codes'];
export const WRONG: Expected = [422, 'mfa_verification_failed', 'Invalid recovery code entered'];
/** The tables that a wrong attempt changes. */
export const MISSED = ['attempts', 'audit_log'];

export const off = (use: 'enroll' | 'verify'): Expected => [
  422,
  `mfa_recovery_codes_${use}_not_enabled`,
  `MFA ${use === 'verify' ? 'verification' : use} is disabled for recovery codes`,
];
export const switchedOff = (use: 'enroll' | 'verify'): Args => ({
  settings: factors({ [`mfa_recovery_codes_${use}_enabled`]: false }),
});

export const args = (claims: Args, more: Args = {}): Args => ({ claims, settings: factors(), client, ...more });
export const codesOf = (answer: Answer): string[] => answer.codes as string[];

/** Creates recovery codes for a user in a session of aal2. */
export const makeCodes = async (surface: Surface, claims: Args): Promise<string[]> =>
  codesOf(await surface.call('make_recovery_codes', args(claims)));
