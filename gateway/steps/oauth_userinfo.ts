// Steps of GET and POST /oauth/userinfo. The token is in the header or, for a POST, in the form (RFC 6750).
import { readBearerToken } from '../http/bearer.ts';
import { checkAccessToken, serializeClaims } from '../http/claims.ts';
import { ApiError, errorResponse, refuse } from '../http/errors.ts';
import { toApiError } from '../pipeline/request_log.ts';
import { onError, type RequestContext, step } from '../pipeline/step.ts';

const FORM_LIMIT = 64 * 1024;

interface HasBearer {
  readonly bearer: { readonly claims: string };
}

export const readUserinfoToken = step(
  'readUserinfoToken',
  { refuses: ['no_authorization', 'bad_jwt'] },
  ({ jwt }) =>
    async ({ request }: RequestContext): Promise<HasBearer> => {
      const token = readBearerToken(request) ?? (await readFormToken(request));
      if (token === null) throw refuse('no_authorization');
      const claims = await jwt.verify(token);
      checkAccessToken(claims);
      return { bearer: { claims: serializeClaims(claims) } };
    },
);

async function readFormToken(request: RequestContext['request']): Promise<string | null> {
  if (request.method !== 'POST' || !/x-www-form-urlencoded/i.test(request.header('content-type') ?? '')) return null;
  const form = new URLSearchParams((await request.body(FORM_LIMIT)).toString('latin1'));
  const tokens = form.getAll('access_token');
  return tokens.length === 1 ? (tokens[0] as string) : null;
}

/** Returns true if an error means that the token is invalid. */
export const isTokenError = ({ status, code }: { status: number; code: string | undefined }): boolean =>
  status === 401 || status === 403 || code === 'bad_jwt' || code === 'validation_failed';

/** Responds to an error of the token with status 401 and the WWW-Authenticate header that RFC 6750 requires. */
export const onErrorBearer = onError('onErrorBearer', () => ({ request, note }: RequestContext, error) => {
  const refusal = toApiError(error);
  if (!isTokenError(refusal)) throw error;
  note({ redirected_error: error });
  const asked = { api_version: request.header('x-supabase-api-version'), request_id: undefined };
  const challenge = refusal.code === 'no_authorization' ? 'Bearer' : 'Bearer error="invalid_token"';
  const headers = { 'WWW-Authenticate': challenge };
  return errorResponse(new ApiError(401, refusal.code, refusal.msg, { headers }), asked);
});
