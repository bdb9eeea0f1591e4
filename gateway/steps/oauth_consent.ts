// Steps of the consent page: details of an authorization, and the user's decision.
import { tokenIssuer } from '../../core/issuer.ts';
import { refuse } from '../http/errors.ts';
import { clientRedirectUrl } from '../oauth/answer.ts';
import { unsealRequestValues } from '../oauth/tokens.ts';
import { ownPageUrls } from '../pages/oauth.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, step } from '../pipeline/step.ts';

/** Rejects requests with an Origin header, unless it names this server's origin or an allowed redirect target. */
export const checkOrigin = step('checkOrigin', { refuses: ['oauth_origin'] }, ({ settings, redirects }) => {
  const own = new URL(settings.api_external_url).origin;
  return ({ request }: RequestContext): undefined => {
    const origin = request.header('origin');
    if (origin === undefined || origin === own || redirects.allows(origin)) return undefined;
    throw refuse('oauth_origin');
  };
});

/**
 * Rejects requests unless this server shows a page that offers custom providers. Their names are public only on such a
 * page.
 */
export const requireOwnPages = step(
  'requireOwnPages',
  { refuses: ['oauth_pages_off', 'custom_providers_disabled'] },
  ({ settings }) => {
    const shown = ownPageUrls(settings).length > 0;
    return (): undefined => {
      if (!shown) throw refuse('oauth_pages_off');
      if (!settings.custom_oauth_enabled) throw refuse('custom_providers_disabled');
    };
  },
);

interface HasAuthorization {
  readonly authorization: { readonly id: string; readonly text: string };
}

/** Unseals the authorization id in the path. A forged id causes no query. */
export const unsealAuthorization = step(
  'unsealAuthorization',
  { refuses: ['oauth_authorization_not_found'] },
  ({ ring }) =>
    ({ path: { authorization_id = '' } }: RequestContext): HasAuthorization => {
      const id = ring.openId('authorization', authorization_id);
      if (id === null) throw refuse('oauth_authorization_not_found');
      return { authorization: { id, text: authorization_id } };
    },
);

/**
 * Responds with the details of an authorization, or with the redirect to the client if the authorization is decided.
 * For a decided device authorization, the body is {}.
 */
export const respondWithAuthorization = step('respondWithAuthorization', { reply: 'json' }, ({ settings, ring }) => {
  const issuer = tokenIssuer(settings);
  return ({
    authorization: { id, text },
    consent_result,
  }: RequestContext &
    HasAuthorization & { readonly consent_result: Readonly<Record<string, unknown>> }): HasResponse => {
    const { outcome, redirect_uri, sealed, error, description } = consent_result as Record<string, string | null>;
    const answer = (body: object): HasResponse => ({ response: jsonResponse(body, { secret: true }) });
    if (outcome === undefined) {
      return answer(consent_result.client === undefined ? {} : { authorization_id: text, ...consent_result });
    }
    const state = typeof sealed === 'string' ? unsealRequestValues(ring, sealed, id).state : null;
    const values: Record<string, string> =
      outcome === 'code'
        ? { code: ring.sealId('oauth_code', id) }
        : { error: String(error), error_description: String(description) };
    return answer({ redirect_url: clientRedirectUrl(String(redirect_uri), { values, state, issuer }) });
  };
});
