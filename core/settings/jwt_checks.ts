// Checks the settings of tokens.

import { defaultMethods, JWT_ALGORITHMS, type ParsedJwtKey, parseJwtKeys } from '../keys/jwt_keys.ts';
import { weakPrivateKeyReason, weakSecretReason } from '../keys/published_secrets.ts';
import type { Findings } from './findings.ts';
import type { Settings } from './table.ts';

const WAY_OUT =
  'Make another one (npx postern key generate secret), or set SVC_INSECURE_JWT_SECRET=true where nobody else can reach this server';

/**
 * Checks the settings of tokens. `keys` is false if JWT_KEYS already has a problem. With `weak_secrets: 'warn'` or
 * INSECURE_JWT_SECRET, a weak secret is only a warning.
 */
export function checkJwtSettings(settings: Settings, o: { keys: boolean; weak_secrets: 'refuse' | 'warn' }): Findings {
  const problems: string[] = [];
  const warnings: string[] = [];
  const report = (sentence: string): void => {
    if (o.weak_secrets === 'warn' || settings.insecure_jwt_secret) warnings.push(sentence);
    else problems.push(`${sentence}. ${WAY_OUT}`);
  };
  const fault = settings.jwt_secret === '' ? null : weakSecretReason(Buffer.from(settings.jwt_secret));
  if (fault) report(`SVC_JWT_SECRET ${fault}`);
  const keys = o.keys ? readKeys(settings.jwt_keys, problems) : null;
  for (const { kid, jwk } of keys ?? []) {
    const known =
      jwk.kty === 'oct' ? weakSecretReason(Buffer.from(String(jwk.k), 'base64url')) : weakPrivateKeyReason(jwk);
    if (known) report(`SVC_JWT_KEYS: the key ${JSON.stringify(kid)} ${known}`);
  }
  const methods = settings.jwt_valid_methods;
  if (methods.some((method) => !JWT_ALGORITHMS.some((name) => name === method))) {
    problems.push(`SVC_JWT_VALID_METHODS: must be out of ${JWT_ALGORITHMS.join(', ')}`);
  } else if (keys && methods.length > 0) {
    const signing = keys.find((key) => key.signs)?.alg ?? defaultMethods(keys)[0] ?? '';
    if (!methods.includes(signing)) problems.push(`SVC_JWT_VALID_METHODS: must hold ${signing}, which new tokens have`);
  }
  return { problems, warnings };
}

function readKeys(text: string, problems: string[]): readonly ParsedJwtKey[] | null {
  try {
    return parseJwtKeys(text);
  } catch (error) {
    problems.push(`SVC_JWT_KEYS: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return null;
  }
}
