// Steps of second factors. Generates and seals the secret of an authenticator app. Verifies the response to a
// challenge without holding a database connection.
import { randomUUID } from 'node:crypto';
import { unknownSealingKeyError } from '../../core/keys/ring.ts';
import { renderQrCode } from '../factors/qr_code.ts';
import { buildOtpauthUri, encodeBase32, generateTotpSecret } from '../factors/secret.ts';
import { refuse } from '../http/errors.ts';
import { toWireJson } from '../http/json.ts';
import { type RequestContext, step } from '../pipeline/step.ts';
import { createCodeCheck } from './parts/code_check.ts';
import { createWebauthnFactorVerifier, type WebauthnChallenge } from './parts/webauthn_factor.ts';
import type { HasResult } from './sql.ts';

interface HasNewSecret {
  readonly new_secret: {
    readonly id: string;
    readonly secret: string;
    readonly plain: ReturnType<typeof generateTotpSecret>;
  };
}

interface HasEnrollment {
  readonly enrollment: Readonly<Record<string, unknown>>;
}

/** Generates the id of a new factor, and a secret in case it is an authenticator app. */
export const generateFactorSecret = step('generateFactorSecret', {}, ({ ring }) => (): HasNewSecret => {
  const id = randomUUID();
  const plain = generateTotpSecret();
  return { new_secret: { id, secret: ring.seal(plain, id), plain } };
});

/** Adds secret and QR code to the response if the factor is an authenticator app. */
export const addTotpSecret = step(
  'addTotpSecret',
  {},
  ({ settings }) =>
    async ({
      enrollment,
      new_secret,
      body,
    }: RequestContext &
      HasEnrollment &
      HasNewSecret & { readonly body: { readonly issuer: string | null } }): Promise<HasResult> => {
      if (enrollment.type !== 'totp') return { answer: toWireJson(enrollment) };
      const { account } = enrollment.totp as { account: string };
      const issuer = body.issuer || new URL(settings.site_url).hostname;
      const { plain: secret } = new_secret;
      const uri = buildOtpauthUri({ secret, issuer, account });
      const totp = { qr_code: await renderQrCode(uri), secret: encodeBase32(secret), uri };
      return { answer: toWireJson({ ...enrollment, totp }) };
    },
);

/** Result of prepare_factor_verification(), by the type of the factor. */
type FactorChallenge =
  | { factor_type: 'totp'; factor_id: string; secret: string }
  | { factor_type: 'phone'; to?: string | null }
  | WebauthnChallenge;

interface HasVerificationBody {
  readonly body: { readonly code: string | null; readonly webauthn: Record<string, unknown> | null };
}

/** Rejects a body that cannot come from an authenticator, before the challenge is consumed. */
export const checkWebauthn = step(
  'checkWebauthn',
  {
    refuses: [
      'webauthn_config_missing',
      'webauthn_type_unknown',
      'webauthn_response_missing',
      'webauthn_response_invalid',
    ],
  },
  ({ settings }) => {
    const webauthn_factors = createWebauthnFactorVerifier(settings);
    return ({ body }: RequestContext & HasVerificationBody): undefined =>
      webauthn_factors.check(body.webauthn) as undefined;
  },
);

interface HasVerification {
  readonly verification: { readonly proof: object };
}

/**
 * Verifies a WebAuthn signature, or asks the SMS gateway about a code that the gateway generated. SQL verifies any
 * other code. For the code of an authenticator app, SQL needs the secret, which this step unseals.
 */
export const verifyFactor = step('verifyFactor', {}, ({ settings, ring }) => {
  const checkCode = createCodeCheck(settings);
  const webauthn_factors = createWebauthnFactorVerifier(settings);
  const proofOf = async (
    challenge: FactorChallenge,
    { body, note }: RequestContext & HasVerificationBody,
  ): Promise<object> => {
    if (challenge.factor_type === 'webauthn') return webauthn_factors.proofOf(challenge, body.webauthn, note);
    if (challenge.factor_type === 'totp') {
      const secret = ring.open(challenge.secret, challenge.factor_id);
      if (secret === null) {
        const cause = unknownSealingKeyError(`the secret of factor ${challenge.factor_id}`);
        throw Object.assign(refuse('unexpected_failure'), { cause });
      }
      return { secret };
    }
    const { to } = challenge;
    if (to === undefined) return {};
    if (to === null) return { approved: false };
    if (checkCode === null) throw refuse('unavailable');
    return { approved: await checkCode({ to, code: String(body.code) }) };
  };
  return async (
    context: RequestContext & HasVerificationBody & { readonly challenge: Readonly<Record<string, unknown>> },
  ): Promise<HasVerification> => ({
    verification: { proof: await proofOf(context.challenge as unknown as FactorChallenge, context) },
  });
});
