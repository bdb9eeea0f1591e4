// The mock providers by name.

import type { Signer } from './signer.ts';
import type { Vendor } from './vendor.ts';
import { CODE_VENDORS } from './vendors_code.ts';
import { openIdVendors } from './vendors_openid.ts';
import { SOCIAL_VENDORS } from './vendors_social.ts';

/** The one that speaks another protocol, in twitter.ts. */
export const TWITTER_NAME = 'twitter';

export function createVendors(): { vendors: Readonly<Record<string, Vendor>>; signers: readonly Signer[] } {
  const { vendors, signers } = openIdVendors();
  return { vendors: { ...vendors, ...CODE_VENDORS, ...SOCIAL_VENDORS }, signers };
}
