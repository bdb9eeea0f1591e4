// A row of the tests of the mappings.
import type { Answered, ProviderEmail } from '../../../gateway/providers/provider.ts';

export interface Case {
  answered: Partial<Answered>;
  subject: string;
  emails: readonly ProviderEmail[];
  /** Without what is empty. */
  data: Record<string, unknown>;
}

export const mail = (email: string, verified = true, primary = true): ProviderEmail => ({ email, verified, primary });
export const ADA = 'ada@example.com';
export const NAME = { name: 'Ada Lovelace', full_name: 'Ada Lovelace' };
export const PICTURE = { picture: 'https://img.example.com/1.png', avatar_url: 'https://img.example.com/1.png' };
export const PNG = PICTURE.picture;
