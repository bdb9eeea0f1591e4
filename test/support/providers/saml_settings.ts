// Settings of a server with SAML enabled, and RSA keys.
import { generateKeyPairSync } from 'node:crypto';

/** Returns a new RSA key in the format of SVC_SAML_PRIVATE_KEY. */
export function generateRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
}

export const SAML_PRIVATE_KEY = generateRsaKey();
export const SAML_SETTINGS = {
  SVC_SAML_ENABLED: 'true',
  SVC_SAML_PRIVATE_KEY: SAML_PRIVATE_KEY,
  SVC_SAML_ALLOWED_NETWORKS: '127.0.0.0/8,::1',
};
