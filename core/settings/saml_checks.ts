// Checks the settings of SAML.
import { PrivateKeyError, readPrivateKey } from '../saml/certificate.ts';
import type { Settings } from './table.ts';

const REASONS = {
  'not in standard Base64 format': 'not in standard Base64 format',
  'not in PKCS#1 format': 'not in PKCS#1 format',
  exponent: 'should use the 65537 (0x10001) RSA public exponent',
  bits: 'must be at least RSA 2048',
} as const;

/** Checks the SAML keys if SAML is on. */
export function checkSaml(settings: Settings): { problems: string[] } {
  if (!settings.saml_enabled) return { problems: [] };
  const problems: string[] = [];
  if (settings.saml_private_key === '') {
    problems.push('SVC_SAML_PRIVATE_KEY: is required if SVC_SAML_ENABLED is true');
  }
  for (const key of ['saml_private_key', 'saml_private_key_next'] as const) {
    const reason = settings[key] === '' ? null : findSamlKeyProblem(settings[key]);
    const name = key === 'saml_private_key' ? 'SAML private key' : 'SAML next private key';
    if (reason !== null) problems.push(`SVC_${key.toUpperCase()}: ${name} ${reason}`);
  }
  return { problems };
}

function findSamlKeyProblem(text: string): string | null {
  try {
    readPrivateKey(text);
    return null;
  } catch (error) {
    if (!(error instanceof PrivateKeyError)) throw error;
    return REASONS[error.code];
  }
}
