// Steps of the OAuth endpoints that clients call, such as /oauth/token and /oauth/revoke. Errors have the format of
// RFC 6749.
import { endpointBaseUrl, tokenIssuer } from '../../core/issuer.ts';
import { signingAlgorithm } from '../../core/keys/jwt_keys.ts';
import { parseResult } from '../database/call.ts';
import { BODY_LIMIT, parseJsonObject } from '../http/body.ts';
import { isClientToken, nullIfInvalidToken } from '../http/claims.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { NO_STORE, oauthJsonResponse } from '../oauth/answer.ts';
import { ASSERTION_TYPE, type ClientKeys, readAssertionClientId, verifyAssertion } from '../oauth/assertion.ts';
import { oauthErrorResponse } from '../oauth/errors.ts';
import { AUTHORIZE_PARAMETERS, type OAuthParameters, readJsonParameters, readParameters } from '../oauth/parameters.ts';
import { type ClientCredentials, readClientCredentials, usesHttpBasic } from '../oauth/proof.ts';
import { createTokenResponse, type IssuedClientTokens } from '../oauth/tokens.ts';
import { importedTokenDigest } from '../pipeline/imported_token.ts';
import { toApiError } from '../pipeline/request_log.ts';
import { type HasResponse, onError, type RequestContext, step } from '../pipeline/step.ts';
import { CLIENT_METADATA_ERRORS, CLIENT_METADATA_FUNCTIONS, createClientMetadataUpdater } from './oauth_document.ts';

/** Returns errors in the format of OAuth, whatever format a request asks for. */
export const onErrorOAuth = onError('onErrorOAuth', () => ({ request, note }: RequestContext, error) => {
  note({ redirected_error: error });
  return oauthErrorResponse(toApiError(error), { basic: usesHttpBasic(request) });
});

/** Returns errors in the format of client registration (RFC 7591). */
export const onErrorRegistration = onError('onErrorRegistration', () => ({ request, note }: RequestContext, error) => {
  note({ redirected_error: error });
  return oauthErrorResponse(toApiError(error), { basic: usesHttpBasic(request), registration: true });
});

const NAMES = [
  ...['client_assertion', 'client_assertion_type'],
  ...['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope'],
  ...['token', 'token_type_hint', 'device_code'],
] as const;

type Form<Name extends string> = Readonly<Record<Name, string | null>> & { readonly resource: readonly string[] };

export interface HasClientForm<Name extends string = never> {
  readonly form: Form<(typeof NAMES)[number] | Name>;
  /** Credentials of the client. */
  readonly proof: ClientCredentials;
}

const FIND_KEYS = { function: 'find_client_keys', args: { client_id: 'asserting.client_id' } } as const;

/**
 * Reads the form or JSON body and the client's credentials. Query parameters are ignored. `more` has the names of
 * further parameters. With `begins`, the client may be new. Its metadata document is fetched if needed, and the request
 * fails if the fetch fails.
 */
function readClientRequestStep<const Name extends string = never>(
  o: { more?: readonly Name[]; begins?: boolean } = {},
) {
  const names = [...NAMES, ...(o.more ?? [])];
  return step(
    'readClientRequest',
    {
      calls: [...CLIENT_METADATA_FUNCTIONS, FIND_KEYS],
      refuses: [
        'bad_json',
        'oauth_request_invalid',
        'oauth_client_missing',
        'oauth_client_unauthenticated',
        ...CLIENT_METADATA_ERRORS,
      ],
    },
    (gateway, route) => {
      const { ring, calls, settings, client_keys, client_documents } = gateway;
      const describe = createClientMetadataUpdater(gateway, route);
      const find = calls.ready(FIND_KEYS, route);
      const base = endpointBaseUrl(settings);
      return async (context: RequestContext): Promise<HasClientForm<Name>> => {
        const { request } = context;
        const body = await request.body(BODY_LIMIT);
        const json = /application\/json/i.test(request.header('content-type') ?? '');
        const read: OAuthParameters = json
          ? readJsonParameters(parseJsonObject(body), names)
          : readParameters(body.toString('latin1'), names);
        if (read.fault !== null) throw refuse('oauth_request_invalid', read.fault);
        const form = { ...read.values, resource: read.resource } as Form<(typeof NAMES)[number] | Name>;
        const { client_assertion: assertion, client_assertion_type: type } = read.values;
        if (!assertion && !type) {
          const proof = readClientCredentials(request, read, ring);
          if (o.begins) await describe(context, proof.client_id);
          else if (client_documents.names(proof.client_id)) client_documents.check(proof.client_id);
          return { form, proof };
        }
        const client_id = readAssertionClientId(assertion ?? '');
        // A client uses one authentication method per request (RFC 6749, 2.3).
        const alone = !usesHttpBasic(request) && !read.values.client_secret;
        if (
          type !== ASSERTION_TYPE ||
          client_id === null ||
          !alone ||
          (read.values.client_id ?? client_id) !== client_id
        )
          throw refuse('oauth_client_unauthenticated');
        // Without `begins`, the request does not fail if the client's document cannot be fetched. A stored document is
        // then used.
        await describe(context, client_id).catch((error: unknown) => {
          if (o.begins || !(error instanceof ApiError) || error.rule !== 'oauth_document_unreachable') throw error;
        });
        const found = parseResult(await find.ask({ ...context, asserting: { client_id } } as RequestContext));
        const audiences = [tokenIssuer(settings), base, `${base}/oauth/token`, `${base}${route.path}`];
        const keys = found as unknown as ClientKeys;
        const proof = await verifyAssertion(assertion ?? '', {
          client_id,
          keys,
          audiences,
          client_keys,
          documents: client_documents,
        });
        return { form, proof };
      };
    },
  );
}

export const readClientRequest = readClientRequestStep();

/** Also reads the parameters of an authorization request. */
export const readPushedForm = readClientRequestStep({ more: AUTHORIZE_PARAMETERS, begins: true });

export const readDeviceForm = readClientRequestStep({ begins: true });

/** Returns the grant type of the form. */
export const grantOfForm = ({ form }: Pick<RequestContext, 'request'> & HasClientForm): string => form.grant_type ?? '';

/** Form of a pushed authorization request. */
export type HasPushedForm = HasClientForm<(typeof AUTHORIZE_PARAMETERS)[number]>;

interface HasCode {
  readonly code: { readonly authorization: string | null };
}

/** Unseals the authorization code; null if it is forged. SQL authenticates the client first. */
export const unsealAuthorizationCode = step(
  'unsealAuthorizationCode',
  { refuses: ['oauth_request_invalid'] },
  ({ ring }) =>
    ({ form: { code } }: RequestContext & HasClientForm): HasCode => {
      if (code === null) throw refuse('oauth_request_invalid', 'code is required for authorization_code grant');
      return { code: { authorization: ring.openId('oauth_code', code) } };
    },
);

interface HasRefresh {
  readonly refresh: {
    readonly user_id: string | null;
    readonly session_id: string | null;
    readonly counter: number | null;
    /** Digest of a refresh token of supabase/auth, which only SQL can verify. */
    readonly old_token: string | null;
  };
}

/** Unseals a client's refresh token. If this server did not issue the token, at most `old_token` is set. */
export const unsealClientRefreshToken = step(
  'unsealClientRefreshToken',
  { refuses: ['oauth_request_invalid'] },
  ({ ring }) =>
    ({ form: { refresh_token } }: RequestContext & HasClientForm): HasRefresh => {
      if (refresh_token === null) {
        throw refuse('oauth_request_invalid', 'refresh_token is required for refresh_token grant');
      }
      const opened = ring.openRefresh(refresh_token);
      if (!opened.ok) {
        const old_token = importedTokenDigest(refresh_token);
        return { refresh: { user_id: null, session_id: null, counter: null, old_token } };
      }
      const { user_id, session_id, counter } = opened;
      return { refresh: { user_id, session_id, counter, old_token: null } };
    },
);

/** Rejects an unsupported grant type. */
export const refuseGrant = step(
  'refuseGrant',
  { refuses: ['oauth_request_invalid', 'oauth_grant_type'] },
  () =>
    ({ form: { grant_type } }: RequestContext & HasClientForm): HasResponse => {
      if (grant_type === null) throw refuse('oauth_request_invalid', 'grant_type is required');
      throw refuse('oauth_grant_type', grant_type.slice(0, 100));
    },
);

/** Responds with the tokens for a client. */
export const respondWithTokens = step('respondWithTokens', {}, ({ jwt, ring, settings }) => {
  const alg = signingAlgorithm(settings.jwt_keys);
  return async ({
    issued_tokens,
    code,
    note,
  }: RequestContext & {
    readonly issued_tokens: Readonly<Record<string, unknown>>;
    readonly code?: HasCode['code'];
  }): Promise<HasResponse> => {
    note({ signed_in: true });
    const authorization = code?.authorization ?? null;
    return {
      response: oauthJsonResponse(
        200,
        await createTokenResponse(issued_tokens as unknown as IssuedClientTokens, { jwt, ring, alg, authorization }),
      ),
    };
  };
});

interface HasToken {
  readonly token: {
    readonly user_id: string | null;
    readonly session_id: string | null;
    /** Digest of a refresh token of supabase/auth, which only SQL can verify. */
    readonly old_token: string | null;
  };
}

/**
 * Reads the token to revoke. If it is neither a refresh token of this server nor a valid access token of a client, at
 * most `old_token` is set.
 */
export const unsealRevokedToken = step(
  'unsealRevokedToken',
  { refuses: ['oauth_request_invalid'] },
  ({ ring, jwt }) =>
    async ({ form: { token } }: RequestContext & HasClientForm): Promise<HasToken> => {
      if (token === null) throw refuse('oauth_request_invalid', 'token is required');
      const opened = ring.openRefresh(token);
      if (opened.ok) return { token: { user_id: opened.user_id, session_id: opened.session_id, old_token: null } };
      const claims = await jwt.verify(token).catch(nullIfInvalidToken);
      if (claims === null || !isClientToken(claims) || typeof claims.session_id !== 'string') {
        return { token: { user_id: null, session_id: null, old_token: importedTokenDigest(token) } };
      }
      return { token: { user_id: String(claims.sub), session_id: claims.session_id, old_token: null } };
    },
);

/** Responds with an empty body. */
export const respondWithRevocation = step(
  'respondWithRevocation',
  {},
  () =>
    (_: RequestContext & { readonly revocation: Readonly<Record<string, unknown>> }): HasResponse => ({
      response: { status: 200, headers: { ...NO_STORE }, body: '' },
    }),
);

interface HasIntrospectedToken {
  readonly token: {
    readonly user_id: string | null;
    readonly session_id: string | null;
    readonly counter: number | null;
    /** All claims, if the token is an access token. */
    readonly claims: object | null;
    /** Digest of a token of supabase/auth, which only SQL can check. */
    readonly old_token: string | null;
  };
}

/**
 * Reads the token to introspect. If it is neither a refresh token of this server nor a valid access token of a client,
 * at most `old_token` is set.
 */
export const unsealIntrospectedToken = step(
  'unsealIntrospectedToken',
  { refuses: ['oauth_request_invalid'] },
  ({ ring, jwt }) =>
    async ({ form: { token } }: RequestContext & HasClientForm): Promise<HasIntrospectedToken> => {
      if (token === null) throw refuse('oauth_request_invalid', 'token is required');
      const opened = ring.openRefresh(token);
      if (opened.ok) {
        const { user_id, session_id, counter } = opened;
        return { token: { user_id, session_id, counter, claims: null, old_token: null } };
      }
      const claims = await jwt.verify(token).catch(nullIfInvalidToken);
      if (claims === null || !isClientToken(claims) || typeof claims.session_id !== 'string') {
        const old_token = importedTokenDigest(token);
        return { token: { user_id: null, session_id: null, counter: null, claims: null, old_token } };
      }
      const { session_id } = claims;
      return { token: { user_id: String(claims.sub), session_id, counter: null, claims, old_token: null } };
    },
);

/** Responds with the introspection of a token (RFC 7662). */
export const respondWithIntrospection = step(
  'respondWithIntrospection',
  {},
  () =>
    ({ inspection }: RequestContext & { readonly inspection: Readonly<Record<string, unknown>> }): HasResponse => ({
      response: oauthJsonResponse(200, inspection),
    }),
);
