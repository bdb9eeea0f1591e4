// Settings of a server with SAML, and keys for it.
import { generateKeyPairSync } from 'node:crypto';

/** Returns a new RSA key as SVC_SAML_PRIVATE_KEY takes it. */
export function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
}

export const KEY = newKey();
export const SAML = {
  SVC_SAML_ENABLED: 'true',
  SVC_SAML_PRIVATE_KEY: KEY,
  SVC_SAML_ALLOWED_NETWORKS: '127.0.0.0/8,::1',
};
