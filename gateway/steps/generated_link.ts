// Step of POST /admin/generate_link. Derives link and code from the token that SQL created, as the worker does for a
// mail.
import type { KeyRing } from '../../core/keys/ring.ts';
import { buildConfirmationUrl } from '../../core/link.ts';
import type { Settings } from '../../core/settings/table.ts';
import { toWireUser } from '../../core/wire_user.ts';
import { parseResult } from '../database/call.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, step } from '../pipeline/step.ts';
import type { HasResult } from './sql.ts';

/** Result of generate_link(): the user's members, the type, and the token from which link and code are derived. */
interface GeneratedLinkResult {
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

function buildLinkBody(
  answer: GeneratedLinkResult,
  o: { ring: KeyRing; settings: Settings; base_url: string; redirect_to: string },
): object {
  const { link, ...user } = answer;
  const path = PATHS[link.purpose];
  if (path === undefined) throw new Error(`there is no link for ${link.purpose}`);
  const hashed_token = o.ring.sealLinkWith(link.token_id, link.key_id);
  return {
    ...user,
    action_link: buildConfirmationUrl({
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

interface HasBody {
  readonly body: { readonly redirect_to: string | null };
}

/** Responds with the link. An allowed redirect target in the body takes precedence over the other sources. */
export const respondWithLink = step(
  'respondWithLink',
  { leads: true, links: true },
  ({ ring, settings, redirects }) =>
    ({ answer, base_url, target, body }: RequestContext & HasResult & HasBody): HasResponse => {
      const read = toWireUser(parseResult(answer)) as unknown as GeneratedLinkResult;
      const redirect_to = redirects.allows(body.redirect_to ?? '') ? (body.redirect_to as string) : target;
      return {
        response: jsonResponse(buildLinkBody(read, { ring, settings, base_url, redirect_to }), { secret: true }),
      };
    },
);
