// Converts a provider's profile to the form that SQL expects: identity data under the keys of supabase/auth, and the
// addresses.

import type { Profile, ProviderConfig } from '../../core/providers/provider.ts';
import { ProviderError } from './provider_request.ts';
import type { SealedTokens } from './stored_tokens.ts';

/** Limits of a profile, which becomes part of responses and tokens. Texts that exceed LONGEST_TEXT are dropped. */
const LONGEST_TEXT = 2_048;
const LONGEST_CLAIMS = 4_096;
const MOST_EMAILS = 50;
const LONGEST_SUBJECT = 255;

export interface ExternalProfile {
  subject: string;
  emails: readonly { email: string; verified: boolean; primary: boolean }[];
  data: Readonly<Record<string, unknown>>;
  email_optional: boolean;
  /** Provider tokens to store. Absent unless EXTERNAL_KEPT_TOKENS names the provider. */
  tokens?: SealedTokens;
}

export function toExternalProfile({ subject, emails, data }: Profile, config: ProviderConfig): ExternalProfile {
  if (subject === '' || subject.length > LONGEST_SUBJECT) throw new ProviderError('the profile has no valid subject');
  const usable = emails.filter(({ email }) => email !== '').slice(0, MOST_EMAILS);
  const primary = usable.find((entry) => entry.primary) ?? usable.at(-1);
  const { custom_claims = {}, ...texts } = data;
  const kept = Object.entries(texts).filter(([, value]) => value !== '' && value.length <= LONGEST_TEXT);
  const claims = Object.fromEntries(Object.entries(custom_claims).filter(([, value]) => !isEmpty(value)));
  const fits = Object.keys(claims).length > 0 && JSON.stringify(claims).length <= LONGEST_CLAIMS;
  return {
    subject,
    emails: usable.map((entry) => ({ ...entry, primary: entry === primary })),
    data: {
      ...Object.fromEntries(kept),
      ...(fits ? { custom_claims: claims } : {}),
      ...(primary ? { email: primary.email } : {}),
      email_verified: primary?.verified ?? false,
      phone_verified: false,
      sub: subject,
      provider_id: subject,
    },
    email_optional: config.email_optional,
  };
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
