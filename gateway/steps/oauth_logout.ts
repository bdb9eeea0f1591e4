// Steps of GET and POST /oauth/logout, to which a client redirects the browser to end its session of a user (OpenID
// Connect RP-Initiated Logout).
import { refuse } from '../http/errors.ts';
import { clientAddress } from '../oauth/answer.ts';
import { issuerOf } from '../oauth/issuer.ts';
import { readParameters } from '../oauth/parameters.ts';
import { redirect } from '../pipeline/redirects.ts';
import { type Arrived, type Responded, step } from '../pipeline/step.ts';
import { barePage, FORM_LIMIT } from './oauth_request.ts';

const NAMES = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'] as const;

interface Asked {
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
    const issuer = issuerOf(settings);
    return async ({ request }: Arrived): Promise<Asked> => {
      const text = request.method === 'POST' ? (await request.body(FORM_LIMIT)).toString('latin1') : request.query;
      const { values, fault } = readParameters(text, NAMES);
      if (fault !== null) throw refuse('oauth_logout_invalid', fault);
      const { id_token_hint = null, client_id = null, post_logout_redirect_uri = null, state = null } = values;
      const hint = id_token_hint === null ? null : await jwt.verifyExpired(id_token_hint).catch(() => null);
      if (hint === null || hint.iss !== issuer || typeof hint.aud !== 'string' || typeof hint.sid !== 'string') {
        throw refuse('oauth_logout_hint');
      }
      return { logout: { hint, client_id, redirect_uri: post_logout_redirect_uri, state } };
    };
  },
);

/** Redirects to the client, or shows a page that says that the user is signed out. */
export const replySignedOut = step(
  'replySignedOut',
  {},
  () =>
    ({
      logout: { state },
      ended: { redirect_uri },
    }: Arrived & Asked & { readonly ended: Readonly<Record<string, unknown>> }): Responded => ({
      response:
        typeof redirect_uri === 'string'
          ? redirect(clientAddress(redirect_uri, { values: {}, state, issuer: null }), 302)
          : barePage(200, 'Signed out', 'You are signed out of this application.'),
    }),
);
