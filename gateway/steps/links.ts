// Steps of GET /verify, the link in a mail. Unseals the token, may show a page with a button, and redirects to the
// app.
import type { KeyRing } from '../../core/keys/ring.ts';
import { parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { isButtonRequest, renderConfirmPage } from '../pipeline/confirm_page.ts';
import {
  redirectWithCode,
  redirectWithError,
  redirectWithMessage,
  redirectWithSession,
} from '../pipeline/redirects.ts';
import { buildSessionBody, type IssuedSession } from '../pipeline/reply.ts';
import { toApiError } from '../pipeline/request_log.ts';
import { type HasResponse, onError, type RequestContext, step } from '../pipeline/step.ts';
import type { HasResult } from './sql.ts';

/**
 * A link token in the form that verify_token() and follow_link() expect. `id` is null for a token that this server
 * did not issue.
 */
export interface UnsealedLink {
  id: string | null;
  pkce: boolean;
  /** Ids that an import may have given to the token, if supabase/auth may have issued it. */
  old?: string[];
}

const PKCE_PREFIX = 'pkce_';

export function unsealLink(ring: KeyRing, text: string): UnsealedLink {
  const pkce = text.startsWith(PKCE_PREFIX);
  const link = pkce ? text.slice(PKCE_PREFIX.length) : text;
  const id = ring.openLink(link);
  const old = id === null ? ring.oldLinkIds(link) : [];
  return { id, pkce, ...(old.length > 0 ? { old } : {}) };
}

interface HasMailLink {
  readonly mail_link: UnsealedLink;
}

/** Unseals the token of the query. If type or token is missing, the error is not a redirect. */
export const unsealMailedLink = step(
  'unsealMailedLink',
  { refuses: ['verify_type_missing', 'verify_token_missing'], leads: true },
  ({ ring }) =>
    ({ query }: RequestContext): HasMailLink => {
      if (!query.type) throw refuse('verify_type_missing');
      if (!query.token) throw refuse('verify_token_missing');
      return { mail_link: unsealLink(ring, String(query.token)) };
    },
);

/** Redirects to the target with the error of a later step. */
export const onErrorRedirect = onError(
  'onErrorRedirect',
  () =>
    ({ target, mail_link, note }: RequestContext & HasMailLink, error) => {
      note({ redirected_error: error });
      return redirectWithError(target, toApiError(error), { pkce: mail_link.pkce });
    },
);

/** Types of mailed links. */
const LINK_TYPES: ReadonlySet<unknown> = new Set([
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email_change',
  'email',
]);

/** Rejects a link with an invalid type or token, without a database query. */
export const refuseInvalidLink = step(
  'refuseInvalidLink',
  { refuses: ['verify_type_not_email', 'link_expired'] },
  () =>
    ({ query, mail_link }: RequestContext & HasMailLink): undefined => {
      if (!LINK_TYPES.has(query.type)) throw refuse('verify_type_not_email');
      if (mail_link.id === null && mail_link.old === undefined) throw refuse('link_expired');
    },
);

/** Shows a page with a button if MAILER_CONFIRM_PAGE is on. If the button was pressed, continues with the next step. */
export const respondWithConfirmPage = step('respondWithConfirmPage', {}, ({ settings }) => {
  return ({ query, target, request }: RequestContext): HasResponse | undefined => {
    if (!settings.mailer_confirm_page || isButtonRequest(request)) return undefined;
    return { response: renderConfirmPage({ type: String(query.type), token: String(query.token), target }) };
  };
});

/** Redirects to the app with a session, an authorization code or a message. */
export const redirectToApp = step(
  'redirectToApp',
  { leads: true },
  ({ jwt, ring }) =>
    async ({ answer, target, mail_link, note }: RequestContext & HasResult & HasMailLink): Promise<HasResponse> => {
      const read = parseResult(answer);
      if (typeof read.auth_code === 'string') return { response: redirectWithCode(target, read.auth_code) };
      if (typeof read.msg === 'string')
        return { response: redirectWithMessage(target, read.msg, { pkce: mail_link.pkce }) };
      const body = await buildSessionBody(read as unknown as IssuedSession, { jwt, ring }, note);
      note({ signed_in: true });
      return { response: redirectWithSession(target, body) };
    },
);
