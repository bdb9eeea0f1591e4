// Test data of a provider: a file in rows/ with the provider's name, used by all provider tests.
import type { Answered, ProviderEmail } from '../../../core/providers/provider.ts';
import type { Signer } from './signer.ts';
import type { Vendor } from './vendor.ts';

/** A profile in the format of the provider's documentation, and the expected result. */
export interface Case {
  answered: Partial<Answered>;
  subject: string;
  emails: readonly ProviderEmail[];
  /** Without empty members. */
  data: Record<string, unknown>;
}

export interface ProviderRow {
  /** The mock, which rejects what the vendor rejects. Twitter has another protocol; its mock is in twitter.ts. */
  mock?: Vendor | ((signer: Signer) => Vendor);
  /** Issuer of the ID tokens that the mock signs. */
  issuer?: string;
  answer: Case;
  /** Required value of SVC_EXTERNAL_<NAME>_URL. */
  url?: string;
  /** Values of SVC_EXTERNAL_<NAME>_<KEY> for settings that only this provider has. */
  own?: Readonly<Record<string, string>>;
  /** Additional options of the client. */
  client?: { scopes?: string; queryParams?: Record<string, string> };
  /** Claim that marks an address as verified. Without one, the provider verifies either all addresses or none. */
  verified_by?: string;
  /** The provider verifies no address, so a mail must confirm it. */
  unverified?: true;
  /** Additional parameters that its authorization page requires. */
  authorize?: Record<string, string>;
  /** Requests for the profile need more than an access token. */
  picky?: true;
  /** Findings of `postern provider test` that are expected because it cannot check them. */
  unseen?: Record<string, string>;
}

export const mail = (email: string, verified = true, primary = true): ProviderEmail => ({ email, verified, primary });
export const ADA = 'ada@example.com';
export const NAME = { name: 'Ada Lovelace', full_name: 'Ada Lovelace' };
export const PICTURE = { picture: 'https://img.example.com/1.png', avatar_url: 'https://img.example.com/1.png' };
export const PNG = PICTURE.picture;
