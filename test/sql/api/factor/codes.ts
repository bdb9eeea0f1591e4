// Helpers for tests of recovery codes.
import {
  type CallArguments,
  type CallResult,
  client,
  type ExpectedError,
  type SqlApi,
} from '../../../support/database/sql_api.ts';
import { factorSettings } from './factors.ts';

export const NO_RECOVERY_CODES: ExpectedError = [404, 'mfa_factor_not_found', 'There are no recovery codes'];
export const AAL2_REQUIRED: ExpectedError = [403, 'insufficient_aal', 'AAL2 required to change recovery codes'];
export const WRONG_RECOVERY_CODE: ExpectedError = [422, 'mfa_verification_failed', 'Invalid recovery code entered'];
/** Tables that a wrong attempt changes. */
export const TABLES_OF_WRONG_CODE = ['attempts', 'audit_log'];

export const disabledError = (use: 'enroll' | 'verify'): ExpectedError => [
  422,
  `mfa_recovery_codes_${use}_not_enabled`,
  `MFA ${use === 'verify' ? 'verification' : use} is disabled for recovery codes`,
];
export const disabledSettings = (use: 'enroll' | 'verify'): CallArguments => ({
  settings: factorSettings({ [`mfa_recovery_codes_${use}_enabled`]: false }),
});

export const codeArguments = (claims: CallArguments, more: CallArguments = {}): CallArguments => ({
  claims,
  settings: factorSettings(),
  client,
  ...more,
});
export const recoveryCodes = (answer: CallResult): string[] => answer.codes as string[];

/** Creates recovery codes for a user in a session at aal2. */
export const makeRecoveryCodes = async (sql_api: SqlApi, claims: CallArguments): Promise<string[]> =>
  recoveryCodes(await sql_api.call('make_recovery_codes', codeArguments(claims)));
