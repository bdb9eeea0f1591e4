// Rules about the settings of tokens, where they need more than a value's form.
import type { Findings } from './findings.ts';
import { JWT_ALGORITHMS, type JwtKeyText, parseJwtKeys, usualMethods } from './jwt_keys.ts';
import type { Settings } from './table.ts';

const STRONG_BYTES = 32;

/** `keys` false: JWT_KEYS already has a problem of its own. */
export function checkJwt(settings: Settings, o: { keys: boolean }): Findings {
  const problems: string[] = [];
  const warnings: string[] = [];
  if (settings.jwt_secret && Buffer.byteLength(settings.jwt_secret) < STRONG_BYTES) {
    warnings.push(`SVC_JWT_SECRET is shorter than ${STRONG_BYTES} bytes: a token is enough to guess it offline`);
  }
  const keys = o.keys ? readKeys(settings.jwt_keys, problems) : null;
  for (const { kid, jwk } of keys ?? []) {
    if (jwk.kty === 'oct' && Buffer.from(String(jwk.k), 'base64url').length < STRONG_BYTES) {
      warnings.push(`SVC_JWT_KEYS: the key ${JSON.stringify(kid)} is shorter than ${STRONG_BYTES} bytes`);
    }
  }
  const methods = settings.jwt_valid_methods;
  if (methods.some((method) => !JWT_ALGORITHMS.some((name) => name === method))) {
    problems.push(`SVC_JWT_VALID_METHODS: must be out of ${JWT_ALGORITHMS.join(', ')}`);
  } else if (keys && methods.length > 0) {
    const signing = keys.find((key) => key.signs)?.alg ?? usualMethods(keys)[0] ?? '';
    if (!methods.includes(signing)) problems.push(`SVC_JWT_VALID_METHODS: must hold ${signing}, which new tokens have`);
  }
  return { problems, warnings };
}

function readKeys(text: string, problems: string[]): readonly JwtKeyText[] | null {
  try {
    return parseJwtKeys(text);
  } catch (error) {
    problems.push(`SVC_JWT_KEYS: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return null;
  }
}
