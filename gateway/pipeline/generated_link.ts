// POST /admin/generate_link: the link and code of the token that SQL made, derived here as the worker derives a mail's.

import type { KeyRing } from '../../core/keys/ring.ts';
import { confirmationUrl } from '../../core/link.ts';
import type { Settings } from '../../core/settings/table.ts';

/** What SQL answers: the user's members, the type, and the token to derive from. */
export interface LinkAnswer {
  verification_type: string;
  link: { token_id: string; generation: number; key_id: number; digits: number; purpose: string };
}

type PathSetting = `mailer_urlpaths_${'invite' | 'confirmation' | 'recovery' | 'email_change'}`;

const PATHS: Readonly<Record<string, PathSetting>> = {
  signup: 'mailer_urlpaths_confirmation',
  invite: 'mailer_urlpaths_invite',
  recovery: 'mailer_urlpaths_recovery',
  magiclink: 'mailer_urlpaths_recovery',
  email_change: 'mailer_urlpaths_email_change',
};

export function linkBody(
  answer: LinkAnswer,
  o: { ring: KeyRing; settings: Settings; base_url: string; redirect_to: string },
): object {
  const { link, ...user } = answer;
  const path = PATHS[link.purpose];
  if (path === undefined) throw new Error(`no link leads to ${link.purpose}`);
  const hashed_token = o.ring.sealLinkWith(link.token_id, link.key_id);
  return {
    ...user,
    action_link: confirmationUrl({
      base_url: o.base_url,
      path: o.settings[path],
      token: hashed_token,
      type: link.purpose,
      redirect_to: o.redirect_to,
    }),
    email_otp: o.ring.code(link),
    hashed_token,
    redirect_to: o.redirect_to,
  };
}
