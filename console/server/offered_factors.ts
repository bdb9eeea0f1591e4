// The second factors that the sign-in to the console offers.

/** A second factor as GET /user returns it. */
export interface Factor {
  id: string;
  factor_type: string;
  status: string;
  friendly_name?: string;
  phone?: string;
}

/** A second factor that the page shows. */
export interface OfferedFactor {
  id: string;
  factor_type: string;
  name: string;
  /** Last three digits of the number of a phone. */
  number_ending?: string;
  /** Number of unused recovery codes. */
  remaining?: number;
}

/** All types of second factors, in the order in which the page offers them. */
const TYPES = ['webauthn', 'totp', 'phone', 'recovery_code'];

interface FactorSettings {
  mfa_web_authn_verify_enabled: boolean;
  mfa_totp_verify_enabled: boolean;
  mfa_phone_verify_enabled: boolean;
  mfa_recovery_codes_verify_enabled: boolean;
}

/** Returns the types of second factors that the service verifies. */
export function enabledFactorTypes(settings: FactorSettings): readonly string[] {
  const enabled = [
    settings.mfa_web_authn_verify_enabled,
    settings.mfa_totp_verify_enabled,
    settings.mfa_phone_verify_enabled,
    settings.mfa_recovery_codes_verify_enabled,
  ];
  return TYPES.filter((_, at) => enabled[at]);
}

/** Returns the usable factors of an account. `remaining` is the number of its unused recovery codes. */
export function offeredFactors(
  enrolled: readonly Factor[],
  types: readonly string[],
  remaining: number,
): readonly OfferedFactor[] {
  return types.flatMap((type) =>
    enrolled
      .filter(({ factor_type, status }) => factor_type === type && status === 'verified')
      .filter(() => type !== 'recovery_code' || remaining > 0)
      .map(({ id, friendly_name = '', phone = '' }) => ({
        id,
        factor_type: type,
        name: friendly_name,
        ...(type === 'phone' ? { number_ending: phone.slice(-3) } : {}),
        ...(type === 'recovery_code' ? { remaining } : {}),
      })),
  );
}
