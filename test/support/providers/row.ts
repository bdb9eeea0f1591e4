// Test data of a provider. Each provider has a file in rows/, which all provider tests use.
import type { ProviderEmail, ProviderResponses } from '../../../core/providers/provider.ts';
import type { Signer } from './signer.ts';
import type { ProviderMock } from './vendor.ts';

/** A profile in the format of the provider's documentation, and the expected result. */
export interface ProfileCase {
  answered: Partial<ProviderResponses>;
  subject: string;
  emails: readonly ProviderEmail[];
  /** Expected user data without members that are '' or undefined. */
  data: Record<string, unknown>;
}

export interface ProviderRow {
  /**
   * Mock of the provider, which rejects invalid requests as the provider does. Twitter's mock is in twitter.ts, because
   * it has another protocol.
   */
  mock?: ProviderMock | ((signer: Signer) => ProviderMock);
  issuer?: string;
  answer: ProfileCase;
  /** Value of SVC_EXTERNAL_<NAME>_URL in tests; present only if the provider requires the setting. */
  url?: string;
  /** Values of SVC_EXTERNAL_<NAME>_<KEY> for settings that only this provider has. */
  own?: Readonly<Record<string, string>>;
  /** Sign-in options that tests pass to auth-js for this provider. */
  client?: { scopes?: string; queryParams?: Record<string, string> };
  /**
   * Boolean claim that must be true for Postern to treat the address as verified. Absent if Postern requires no such
   * claim.
   */
  verified_by?: string;
  /** True if the provider verifies no address, so that a mail must confirm each. */
  unverified?: true;
  /** Additional parameters that the authorization endpoint requires. */
  authorize?: Record<string, string>;
  /** True if requests for the profile need more than an access token. */
  picky?: true;
  /** Expected findings of `postern provider test` about properties that the command cannot check. */
  unseen?: Record<string, string>;
}

export const providerEmail = (email: string, verified = true, primary = true): ProviderEmail => ({
  email,
  verified,
  primary,
});
export const ADA_EMAIL = 'ada@example.com';
export const ADA_NAME = { name: 'Ada Lovelace', full_name: 'Ada Lovelace' };
export const ADA_PICTURE = { picture: 'https://img.example.com/1.png', avatar_url: 'https://img.example.com/1.png' };
export const ADA_PICTURE_URL = ADA_PICTURE.picture;
