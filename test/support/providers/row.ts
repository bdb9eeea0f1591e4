// The test row of a provider: a file in rows/ by the provider's name, which every test of all providers reads.
import type { Answered, ProviderEmail } from '../../../core/providers/provider.ts';
import type { Signer } from './signer.ts';
import type { Vendor } from './vendor.ts';

/** What a provider tells of somebody, in the shape of its documentation, and what becomes of it. */
export interface Case {
  answered: Partial<Answered>;
  subject: string;
  emails: readonly ProviderEmail[];
  /** Without what is empty. */
  data: Record<string, unknown>;
}

export interface ProviderRow {
  /** The mock, which refuses what the vendor refuses. Twitter's, of another protocol, is in twitter.ts. */
  mock?: Vendor | ((signer: Signer) => Vendor);
  /** Whose name is in the ID tokens that the mock signs. */
  issuer?: string;
  answer: Case;
  /** What SVC_EXTERNAL_<NAME>_URL must be. */
  url?: string;
  /** What SVC_EXTERNAL_<NAME>_<KEY> must be of settings that it alone has. */
  own?: Readonly<Record<string, string>>;
  /** What a client says beside the name. */
  client?: { scopes?: string; queryParams?: Record<string, string> };
  /** The claim by which it says that it has verified an address. Without one it verifies all that it gives, or none. */
  verified_by?: string;
  /** It vouches for no address: a mail does. */
  unverified?: true;
  /** What its page wants to be asked beside the parameters of the protocol. */
  authorize?: Record<string, string>;
  /** It wants more than a token before it tells of somebody. */
  picky?: true;
  /** What `postern provider test` cannot see, though nothing is wrong. */
  unseen?: Record<string, string>;
}

export const mail = (email: string, verified = true, primary = true): ProviderEmail => ({ email, verified, primary });
export const ADA = 'ada@example.com';
export const NAME = { name: 'Ada Lovelace', full_name: 'Ada Lovelace' };
export const PICTURE = { picture: 'https://img.example.com/1.png', avatar_url: 'https://img.example.com/1.png' };
export const PNG = PICTURE.picture;
