// Parameters for copying secrets.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { DecryptionKeys } from './decryption.ts';

/** Keys that seal secrets here, and keys with which GoTrue has encrypted them. */
export interface Secrets {
  /** Null if no key is configured: then no authenticator app can be imported. */
  ring: KeyRing | null;
  keys: DecryptionKeys;
}

/** Range of users to copy, and the keys. */
export interface Work {
  secrets: Secrets;
  range: string;
}
