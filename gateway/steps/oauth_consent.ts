// Routes of the consent page: details of an authorization, and the decision about it.
import { refuse } from '../http/errors.ts';
import { clientAddress } from '../oauth/answer.ts';
import { issuerOf } from '../oauth/issuer.ts';
import { unsealKept } from '../oauth/tokens.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type Arrived, type Responded, step } from '../pipeline/step.ts';

/** Refuses requests from pages whose origin is neither the app's nor our own. */
export const checkOrigin = step('checkOrigin', { refuses: ['oauth_origin'] }, ({ settings, redirects }) => {
  const own = new URL(settings.api_external_url).origin;
  return ({ request }: Arrived): undefined => {
    const origin = request.header('origin');
    if (origin === undefined || origin === own || redirects.allows(origin)) return undefined;
    throw refuse('oauth_origin');
  };
});

interface HasAuthorization {
  readonly authorization: { readonly id: string; readonly text: string };
}

/** Unseals the authorization id in the path. A forged one costs no query. */
export const openAuthorization = step(
  'openAuthorization',
  { refuses: ['oauth_authorization_not_found'] },
  ({ ring }) =>
    ({ path: { authorization_id = '' } }: Arrived): HasAuthorization => {
      const id = ring.openId('authorization', authorization_id);
      if (id === null) throw refuse('oauth_authorization_not_found');
      return { authorization: { id, text: authorization_id } };
    },
);

/** Responds with the details of an authorization, or with the address of the client once it is decided. */
export const replyAuthorization = step('replyAuthorization', { reply: 'json' }, ({ settings, ring }) => {
  const issuer = issuerOf(settings);
  return ({
    authorization: { id, text },
    authorized,
  }: Arrived & HasAuthorization & { readonly authorized: Readonly<Record<string, unknown>> }): Responded => {
    const { outcome, redirect_uri, sealed, error, description } = authorized as Record<string, string | null>;
    const answer = (body: object): Responded => ({ response: jsonResponse(body, { secret: true }) });
    if (outcome === undefined) {
      return answer(authorized.client === undefined ? {} : { authorization_id: text, ...authorized });
    }
    const state = typeof sealed === 'string' ? unsealKept(ring, sealed, id).state : null;
    const values: Record<string, string> =
      outcome === 'code'
        ? { code: ring.sealId('oauth_code', id) }
        : { error: String(error), error_description: String(description) };
    return answer({ redirect_url: clientAddress(String(redirect_uri), { values, state, issuer }) });
  };
});
