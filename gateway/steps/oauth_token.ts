// Protocol routes of clients: /oauth/token and /oauth/revoke. Every error has the form of RFC 6749.
import { signingAlgorithm } from '../../core/keys/jwt_keys.ts';
import { BODY_LIMIT, parseJsonObject } from '../http/body.ts';
import { isClientToken } from '../http/claims.ts';
import { refuse } from '../http/errors.ts';
import { NO_STORE, oauthJson } from '../oauth/answer.ts';
import { oauthError } from '../oauth/errors.ts';
import { type Parameters, readJsonParameters, readParameters } from '../oauth/parameters.ts';
import { type Proof, readProof, triesBasic } from '../oauth/proof.ts';
import { clientTokens, type IssuedToClient } from '../oauth/tokens.ts';
import { asRefusal } from '../pipeline/request_log.ts';
import { type Arrived, onError, type Responded, step } from '../pipeline/step.ts';

/** Answers errors in the form of OAuth, whatever format a request asks for. */
export const onErrorOAuth = onError('onErrorOAuth', () => ({ request, note }: Arrived, error) => {
  note({ redirected_error: error });
  return oauthError(asRefusal(error), { basic: triesBasic(request) });
});

/** The same with the errors of registration (RFC 7591). */
export const onErrorRegistration = onError('onErrorRegistration', () => ({ request, note }: Arrived, error) => {
  note({ redirected_error: error });
  return oauthError(asRefusal(error), { basic: triesBasic(request), registration: true });
});

const NAMES = [
  ...['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope'],
  ...['token', 'token_type_hint'],
] as const;

interface HasForm {
  readonly form: Readonly<Record<(typeof NAMES)[number], string | null>> & { readonly resource: readonly string[] };
  /** Proof of the client. */
  readonly proof: Proof;
}

/** Reads the form or the JSON body, and what it proves of the client. Parameters of the query do not count. */
export const readClientRequest = step(
  'readClientRequest',
  { refuses: ['bad_json', 'oauth_request_invalid', 'oauth_client_missing', 'oauth_client_unauthenticated'] },
  ({ ring }) =>
    async ({ request }: Arrived): Promise<HasForm> => {
      const body = await request.body(BODY_LIMIT);
      const json = /application\/json/i.test(request.header('content-type') ?? '');
      const read: Parameters = json
        ? readJsonParameters(parseJsonObject(body), NAMES)
        : readParameters(body.toString('latin1'), NAMES);
      if (read.fault !== null) throw refuse('oauth_request_invalid', read.fault);
      const proof = readProof(request, read, ring);
      return { form: { ...(read.values as HasForm['form']), resource: read.resource }, proof };
    },
);

/** Returns the grant type of the form. */
export const grantOfForm = ({ form }: Pick<Arrived, 'request'> & HasForm): string => form.grant_type ?? '';

/** Known when the steps of a grant begin. */
export type ClientRequest = HasForm;

interface HasCode {
  readonly code: { readonly authorization: string };
}

/** Opens the authorization code. A forged one costs no query. */
export const openCode = step(
  'openCode',
  { refuses: ['oauth_request_invalid', 'oauth_code_invalid'] },
  ({ ring }) =>
    ({ form: { code } }: Arrived & HasForm): HasCode => {
      if (code === null) throw refuse('oauth_request_invalid', 'code is required for authorization_code grant');
      const authorization = ring.openId('oauth_code', code);
      if (authorization === null) throw refuse('oauth_code_invalid');
      return { code: { authorization } };
    },
);

interface HasRefresh {
  readonly refresh: {
    readonly user_id: string;
    readonly session_id: string;
    readonly counter: number;
  };
}

/** Opens a client's refresh token. */
export const openClientRefresh = step(
  'openClientRefresh',
  { refuses: ['oauth_request_invalid', 'oauth_refresh_token_invalid'] },
  ({ ring }) =>
    ({ form: { refresh_token } }: Arrived & HasForm): HasRefresh => {
      if (refresh_token === null) {
        throw refuse('oauth_request_invalid', 'refresh_token is required for refresh_token grant');
      }
      const opened = ring.openRefresh(refresh_token);
      if (!opened.ok) throw refuse('oauth_refresh_token_invalid');
      const { user_id, session_id, counter } = opened;
      return { refresh: { user_id, session_id, counter } };
    },
);

/** Refuses a grant type that the server does not have. */
export const refuseGrant = step(
  'refuseGrant',
  { refuses: ['oauth_request_invalid', 'oauth_grant_type'] },
  () =>
    ({ form: { grant_type } }: Arrived & HasForm): Responded => {
      if (grant_type === null) throw refuse('oauth_request_invalid', 'grant_type is required');
      throw refuse('oauth_grant_type', grant_type.slice(0, 100));
    },
);

/** Responds with the tokens of a client. */
export const replyTokens = step('replyTokens', {}, ({ jwt, ring, settings }) => {
  const alg = signingAlgorithm(settings.jwt_keys);
  return async ({
    issued,
    code,
    note,
  }: Arrived & {
    readonly issued: Readonly<Record<string, unknown>>;
    readonly code?: HasCode['code'];
  }): Promise<Responded> => {
    note({ signed_in: true });
    const authorization = code?.authorization ?? null;
    return {
      response: oauthJson(
        200,
        await clientTokens(issued as unknown as IssuedToClient, { jwt, ring, alg, authorization }),
      ),
    };
  };
});

interface HasToken {
  readonly token: { readonly user_id: string | null; readonly session_id: string | null };
}

/** Opens the token to revoke, of either kind. One that is none of ours revokes nothing. */
export const openRevokedToken = step(
  'openRevokedToken',
  { refuses: ['oauth_request_invalid'] },
  ({ ring, jwt }) =>
    async ({ form: { token } }: Arrived & HasForm): Promise<HasToken> => {
      if (token === null) throw refuse('oauth_request_invalid', 'token is required');
      const opened = ring.openRefresh(token);
      if (opened.ok) return { token: { user_id: opened.user_id, session_id: opened.session_id } };
      const claims = await jwt.verify(token).catch(() => null);
      if (claims === null || !isClientToken(claims)) return { token: { user_id: null, session_id: null } };
      return { token: { user_id: String(claims.sub), session_id: String(claims.session_id) } };
    },
);

/** Responds with an empty body. */
export const replyRevoked = step(
  'replyRevoked',
  {},
  () =>
    (_: Arrived & { readonly revoked: Readonly<Record<string, unknown>> }): Responded => ({
      response: { status: 200, headers: { ...NO_STORE }, body: '' },
    }),
);

interface HasInspected {
  readonly token: {
    readonly user_id: string | null;
    readonly session_id: string | null;
    readonly counter: number | null;
    /** All claims of an access token. */
    readonly claims: object | null;
  };
}

const NO_TOKEN: HasInspected = { token: { user_id: null, session_id: null, counter: null, claims: null } };

/** Opens the token to describe, of either kind. One that is none of ours, or has expired, is inactive. */
export const openInspectedToken = step(
  'openInspectedToken',
  { refuses: ['oauth_request_invalid'] },
  ({ ring, jwt }) =>
    async ({ form: { token } }: Arrived & HasForm): Promise<HasInspected> => {
      if (token === null) throw refuse('oauth_request_invalid', 'token is required');
      const opened = ring.openRefresh(token);
      if (opened.ok) {
        const { user_id, session_id, counter } = opened;
        return { token: { user_id, session_id, counter, claims: null } };
      }
      const claims = await jwt.verify(token).catch(() => null);
      if (claims === null || !isClientToken(claims) || typeof claims.session_id !== 'string') return NO_TOKEN;
      return { token: { user_id: String(claims.sub), session_id: claims.session_id, counter: null, claims } };
    },
);

/** Responds with what a token is. */
export const replyInspected = step(
  'replyInspected',
  {},
  () =>
    ({ inspected }: Arrived & { readonly inspected: Readonly<Record<string, unknown>> }): Responded => ({
      response: oauthJson(200, inspected),
    }),
);
