// Computes the settings for each step of a key rotation. A step may start only after every gateway and worker has
// completed the previous step. Otherwise a process could receive values made with a key that it does not have.
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import {
  generateJwk,
  generatePepperEntry,
  generateSecret,
  type Jwk,
  type JwtAlgorithm,
  readJwks,
  splitPepper,
  withKeyUse,
} from './make.ts';

export interface RotationStep {
  /** Settings for every gateway and worker. */
  set: Record<string, string>;
  /** When to run this step, and what it changes. */
  what: string;
}

export type KeySettings = Pick<Settings, 'jwt_secret' | 'jwt_keys' | 'jwt_key_id' | 'jwt_exp' | 'security_pepper'>;

/** Returns the steps of a rotation of the pepper: append the new key, move it to the front, remove the old keys. */
export function rotatePepper(settings: KeySettings): RotationStep[] {
  const old = splitPepper(settings.security_pepper);
  if (settings.jwt_secret === '' && settings.security_pepper === '') throw nothingToRotateError();
  const fresh = generatePepperEntry(settings.security_pepper);
  return [
    {
      set: { SVC_SECURITY_PEPPER: [...old, fresh].join(',') },
      what: 'on every gateway and worker: the new key unseals',
    },
    {
      set: { SVC_SECURITY_PEPPER: [fresh, ...old].join(',') },
      what: 'when every process has step 1: the new key seals. Links, codes and refresh tokens of the old key stay valid',
    },
    {
      set: { SVC_SECURITY_PEPPER: fresh },
      what:
        'when "npx postern key reseal" reports nothing unreadable and active sessions have refreshed: the old keys are ' +
        'removed. Sessions whose refresh token an old key sealed end',
    },
  ];
}

/** Returns the steps of a rotation of the key that signs access tokens. The old signing key is removed last. */
export function rotateJwt(settings: KeySettings, alg?: JwtAlgorithm): RotationStep[] {
  const known = readJwks(settings.jwt_keys);
  const old = known.length > 0 ? known : [jwkFromSecret(settings)];
  const signing = old.find((jwk) => (jwk.key_ops as string[]).includes('sign')) as Jwk;
  const fresh = generateJwk(alg ?? (signing.alg as JwtAlgorithm), { sign: false });
  const rest = old.map((jwk) => withKeyUse(jwk, false));
  const text = (keys: readonly Jwk[]): string => JSON.stringify(keys);
  const own_pepper =
    settings.jwt_secret !== '' && settings.security_pepper !== '' && !settings.security_pepper.includes('0:jwt');
  const kept = rest.filter((jwk) => jwk.kid !== signing.kid);
  return [
    {
      set: { SVC_JWT_KEYS: text([...rest.map((jwk) => withKeyUse(jwk, jwk.kid === signing.kid)), fresh]) },
      what: 'on every gateway and every other verifier of tokens (PostgREST: the JWKS): the new key verifies',
    },
    {
      set: { SVC_JWT_KEYS: text([withKeyUse(fresh, true), ...rest]) },
      what: 'when every process has step 1: the new key signs. Tokens of the old key stay valid',
    },
    {
      set: {
        SVC_JWT_KEYS: text([withKeyUse(fresh, true), ...kept]),
        ...(own_pepper ? { SVC_JWT_SECRET: generateSecret() } : {}),
      },
      what:
        `after ${settings.jwt_exp} s (SVC_JWT_EXP), and when all tokens of "npx postern key issue" are issued again: ` +
        `tokens of the old key are rejected${settings.jwt_secret !== '' && !own_pepper ? KEPT_SECRET : ''}`,
    },
  ];
}

/**
 * End of the text of the last step if SVC_JWT_SECRET is set and must stay. The secret still verifies tokens without a
 * kid.
 */
const KEPT_SECRET =
  ', except tokens of SVC_JWT_SECRET, which must stay because the pepper is derived from it. To drop it, run "npx postern key rotate pepper" first';

/** Converts SVC_JWT_SECRET to an entry of SVC_JWT_KEYS, which later steps can restrict to verifying. */
function jwkFromSecret(settings: KeySettings): Jwk {
  if (settings.jwt_secret === '') throw nothingToRotateError();
  const kid = settings.jwt_key_id || 'jwt-secret';
  return withKeyUse(
    { kid, alg: 'HS256', kty: 'oct', k: Buffer.from(settings.jwt_secret, 'utf8').toString('base64url') },
    true,
  );
}

function nothingToRotateError(): CommandError {
  return new CommandError(
    'No key is configured, so there is nothing to rotate. "npx postern key generate" makes a key.',
    {
      code: 'no_key',
    },
  );
}
