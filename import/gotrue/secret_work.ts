// Parameters of the functions that copy secrets.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { DecryptionKeys } from './decryption.ts';

/** Keys that seal secrets in Postern, and keys with which GoTrue has encrypted them. */
export interface SecretKeys {
  /** Null if no key is configured. Secrets, links and codes then cannot be imported. */
  ring: KeyRing | null;
  keys: DecryptionKeys;
}

/** Range of users to copy, and the keys. */
export interface CopySecretsOptions {
  secrets: SecretKeys;
  range: string;
}
