// The settings of a rotation, step by step. Between two steps every gateway must have the first one: until then an older
// process would meet a key it does not know.
import type { Settings } from '../../core/settings/table.ts';
import { Sentence } from '../../core/terminal/sentence.ts';
import {
  type Jwk,
  type JwtAlgorithm,
  newJwk,
  newPepperEntry,
  newSecret,
  pepperTexts,
  readJwks,
  withUse,
} from './make.ts';

export interface Step {
  /** What to set on every gateway and worker. */
  set: Record<string, string>;
  /** When this step may be taken, and what it does. */
  what: string;
}

export type KeySettings = Pick<Settings, 'jwt_secret' | 'jwt_keys' | 'jwt_key_id' | 'jwt_exp' | 'security_pepper'>;

/** Append everywhere, then move to the front, then drop what nothing is sealed with any more. */
export function rotatePepper(settings: KeySettings): Step[] {
  const old = pepperTexts(settings.security_pepper);
  if (settings.jwt_secret === '' && settings.security_pepper === '') throw nothingToRotate();
  const fresh = newPepperEntry(settings.security_pepper);
  return [
    { set: { SVC_SECURITY_PEPPER: [...old, fresh].join(',') }, what: 'on every gateway and worker: the new key opens' },
    {
      set: { SVC_SECURITY_PEPPER: [fresh, ...old].join(',') },
      what: 'once every process has step 1: the new key seals. Links, codes and refresh tokens of the old one still open',
    },
    {
      set: { SVC_SECURITY_PEPPER: fresh },
      what:
        'once "npx postern key reseal" has said that nothing is left and every session that matters has refreshed: the old ' +
        'keys are gone, and a refresh token that they sealed signs its user out',
    },
  ];
}

/** The same for the key that signs access tokens. */
export function rotateJwt(settings: KeySettings, alg?: JwtAlgorithm): Step[] {
  const known = readJwks(settings.jwt_keys);
  const old = known.length > 0 ? known : [fromSecret(settings)];
  const signing = old.find((jwk) => (jwk.key_ops as string[]).includes('sign')) as Jwk;
  const fresh = newJwk(alg ?? (signing.alg as JwtAlgorithm), { sign: false });
  const rest = old.map((jwk) => withUse(jwk, false));
  const text = (keys: readonly Jwk[]): string => JSON.stringify(keys);
  const own_pepper =
    settings.jwt_secret !== '' && settings.security_pepper !== '' && !settings.security_pepper.includes('0:jwt');
  const kept = rest.filter((jwk) => jwk.kid !== signing.kid);
  return [
    {
      set: { SVC_JWT_KEYS: text([...rest.map((jwk) => withUse(jwk, jwk.kid === signing.kid)), fresh]) },
      what: 'on every gateway, and on what else verifies tokens (PostgREST: the JWKS): the new key verifies',
    },
    {
      set: { SVC_JWT_KEYS: text([withUse(fresh, true), ...rest]) },
      what: 'once everybody has step 1: the new key signs. Tokens of the old one stay valid',
    },
    {
      set: {
        SVC_JWT_KEYS: text([withUse(fresh, true), ...kept]),
        ...(own_pepper ? { SVC_JWT_SECRET: newSecret() } : {}),
      },
      what:
        `after ${settings.jwt_exp} s (SVC_JWT_EXP), and when every key of "npx postern key issue" has been issued anew: ` +
        `what the old key signed is refused${settings.jwt_secret !== '' && !own_pepper ? KEPT_SECRET : ''}`,
    },
  ];
}

/** As long as it is set, it verifies tokens without a kid. */
const KEPT_SECRET =
  ', but for tokens of SVC_JWT_SECRET: the pepper is derived from it, so it stays. "npx postern key rotate pepper" comes first';

/** SVC_JWT_SECRET as a key of the list, so that it can stop signing and still verify. */
function fromSecret(settings: KeySettings): Jwk {
  if (settings.jwt_secret === '') throw nothingToRotate();
  const kid = settings.jwt_key_id || 'jwt-secret';
  return withUse(
    { kid, alg: 'HS256', kty: 'oct', k: Buffer.from(settings.jwt_secret, 'utf8').toString('base64url') },
    true,
  );
}

function nothingToRotate(): Sentence {
  return new Sentence(
    'No key is configured here, so there is none to rotate; "npx postern key generate" makes the first.',
    {
      code: 'no_key',
    },
  );
}
