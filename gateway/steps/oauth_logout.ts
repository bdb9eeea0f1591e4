// Steps of GET and POST /oauth/logout, to which a client redirects the browser to end its session of a user (OpenID
// Connect RP-Initiated Logout).
import { tokenIssuer } from '../../core/issuer.ts';
import { nullIfInvalidToken } from '../http/claims.ts';
import { refuse } from '../http/errors.ts';
import { clientRedirectUrl } from '../oauth/answer.ts';
import { readParameters } from '../oauth/parameters.ts';
import { redirectResponse } from '../pipeline/redirects.ts';
import { type HasResponse, type RequestContext, step } from '../pipeline/step.ts';
import { chooseConsentPageUrl, FORM_LIMIT_BYTES, plainTextPage } from './oauth_request.ts';

const NAMES = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'] as const;

interface HasLogoutRequest {
  readonly logout: {
    /** Claims of the verified ID token in id_token_hint. */
    readonly hint: Readonly<Record<string, unknown>>;
    readonly client_id: string | null;
    readonly redirect_uri: string | null;
    readonly state: string | null;
  };
}

/** Reads the request and verifies the ID token, which may have expired. Without a valid token no session is ended. */
export const readLogout = step(
  'readLogout',
  { refuses: ['oauth_logout_hint', 'oauth_logout_invalid'] },
  ({ jwt, settings }) => {
    const issuer = tokenIssuer(settings);
    return async ({ request }: RequestContext): Promise<HasLogoutRequest> => {
      const text =
        request.method === 'POST' ? (await request.body(FORM_LIMIT_BYTES)).toString('latin1') : request.query;
      const { values, fault } = readParameters(text, NAMES);
      if (fault !== null) throw refuse('oauth_logout_invalid', fault);
      const { id_token_hint = null, client_id = null, post_logout_redirect_uri = null, state = null } = values;
      const hint = id_token_hint === null ? null : await jwt.verifyExpired(id_token_hint).catch(nullIfInvalidToken);
      if (hint === null || hint.iss !== issuer || typeof hint.aud !== 'string' || typeof hint.sid !== 'string') {
        throw refuse('oauth_logout_hint');
      }
      return { logout: { hint, client_id, redirect_uri: post_logout_redirect_uri, state } };
    };
  },
);

/**
 * Redirects to the client's post-logout redirect URI. If the client was not created by an administrator, an https URI
 * or a custom scheme without a dot is shown as a link instead. Without a post-logout redirect URI, redirects to the
 * app's page, which may offer to end the user's own session too. If there is no such page, responds with a page that
 * says that the user is signed out.
 */
export const redirectAfterSignOut = step('redirectAfterSignOut', {}, ({ settings }) => {
  const path = settings.oauth_server_authorization_path;
  const page = path === '' ? null : `${chooseConsentPageUrl(settings, path, '')}?logout=1`;
  return ({
    logout: { state },
    ended_session: { redirect_uri, by_link },
  }: RequestContext &
    HasLogoutRequest & { readonly ended_session: Readonly<Record<string, unknown>> }): HasResponse => {
    const text = 'You are signed out of this application.';
    if (typeof redirect_uri === 'string') {
      const href = clientRedirectUrl(redirect_uri, { values: {}, state, issuer: null });
      return {
        response: by_link === true ? plainTextPage(200, 'Signed out', text, { href }) : redirectResponse(href, 302),
      };
    }
    if (page !== null) return { response: redirectResponse(page, 302) };
    return { response: plainTextPage(200, 'Signed out', text) };
  };
});
