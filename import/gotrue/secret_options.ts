// Parameters of the functions that copy secrets.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { DecryptionKeys } from './decryption.ts';

/** Keys that seal secrets in Postern, and keys with which GoTrue has encrypted them. */
export interface SecretKeys {
  /** Null if no key is configured. TOTP secrets, client secrets, links and codes then cannot be imported. */
  ring: KeyRing | null;
  keys: DecryptionKeys;
}

/** Keys, and the range of users to copy: an SQL condition on the column user_id of a view n. */
export interface CopySecretsOptions {
  secrets: SecretKeys;
  range: string;
}
