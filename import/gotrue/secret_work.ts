// What the copying of secrets is given.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { DecryptionKeys } from './decryption.ts';

/** The keys by which secrets are sealed here, and those by which GoTrue has encrypted them. */
export interface Secrets {
  /** null where no key is configured: then there may be no authenticator app to import. */
  ring: KeyRing | null;
  keys: DecryptionKeys;
}

/** What is to be copied: of which users, with which keys. */
export interface Work {
  secrets: Secrets;
  range: string;
}
