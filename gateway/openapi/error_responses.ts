// Error responses of the OpenAPI document: for each operation the statuses and codes that its functions and guards
// can return.
import { oauthErrorCode } from '../oauth/errors.ts';
import type { Route } from '../routes/row.ts';
import { isOAuthCode } from './error_codes.ts';
import { REFUSALS } from './generated/refusals.ts';
import { selectHeaders } from './headers.ts';
import { ref, type Schema } from './schemas.ts';

const REASONS: Readonly<Record<string, string>> = {
  400: 'The request is malformed or incomplete, or not possible in the current state',
  401: 'No bearer token, or a token whose session has not verified a second factor',
  403: 'The token, link or code is not valid, or its user is banned, deleted or not allowed to do this',
  404: 'Not found',
  405: 'The path does not support this method',
  409: 'The request conflicts with another resource',
  412: 'The resource has changed since the version of `If-Match`',
  413: 'The body is longer than 1 MiB',
  415: 'The body has another media type than JSON',
  422: 'The request is well-formed, but forbidden by a rule, a setting or existing data',
  429: 'Too many requests, messages or wrong attempts',
  500: 'A fault of the server or of a service that it depends on',
  501: 'The server does not have this part of the protocol',
  503: 'The database is not available; sessions stay valid',
  504: 'The request exceeded its time limit',
};

/** Names of the error responses that operations share, by status. */
const SHARED: Readonly<Record<string, string>> = {
  401: 'Unauthorized',
  413: 'TooLarge',
  500: 'Failed',
  503: 'Unavailable',
  504: 'TimedOut',
};

/**
 * Error codes of the shared responses, by status: the codes of the operation that has the fewest. An operation with
 * more codes has its own response.
 */
const SHARED_CODES = new Map(Object.keys(SHARED).map((status) => [status, shortestCodeList(status)]));

function shortestCodeList(status: string): readonly string[] {
  const [fewest] = Object.values(REFUSALS)
    .flatMap((statuses) => (statuses[status] === undefined ? [] : [statuses[status]]))
    .sort((one, other) => one.length - other.length);
  if (fewest === undefined) throw new Error(`no operation answers ${status}`);
  return fewest;
}

const json = (schema: Schema): Schema => ({ 'application/json': { schema } });

/** Returns the schema of an error with one of these codes. Codes of OAuth have the format of OAuth. */
function errorSchema(status: string, codes: readonly string[]): Schema {
  const oauth = codes.filter(isOAuthCode);
  if (oauth.length === 0) return plainErrorSchema(status, codes);
  const others = codes.filter((code) => !isOAuthCode(code));
  return {
    anyOf: [plainErrorSchema(status, others), { ...ref('OAuthError'), properties: { error: { enum: oauth } } }],
  };
}

function plainErrorSchema(status: string, codes: readonly string[]): Schema {
  return { ...ref('Error'), properties: { code: { enum: [Number(status), ...codes] }, error_code: { enum: codes } } };
}

function describeCodes(status: string, codes: readonly string[]): string {
  const reason = REASONS[status];
  if (reason === undefined) throw new Error(`the document has no words for status ${status}`);
  return `${reason}: ${codes.map((code) => `\`${code}\``).join(', ')}`;
}

function errorResponse(status: string, codes: readonly string[]): Schema {
  return {
    description: describeCodes(status, codes),
    headers: selectHeaders('refused', ...(status === '503' ? (['retry'] as const) : [])),
    content: json(errorSchema(status, codes)),
  };
}

/** Returns the error response of a route whose errors have the format of RFC 6749. */
function oauthErrorResponse(status: string, codes: readonly string[]): Schema {
  const errors = [...new Set(codes.map((code) => oauthErrorCode({ code, status: Number(status) })))].sort();
  // Client registration has an error code of its own for an invalid body.
  const names = errors.includes('invalid_request') ? [...errors, 'invalid_client_metadata'] : errors;
  const schema =
    names.length === 0
      ? ref('ProtocolError')
      : { ...ref('ProtocolError'), properties: { error: { enum: [...new Set(names)] } } };
  return {
    description: describeCodes(status, codes),
    headers: selectHeaders('not_kept', ...(status === '429' || status === '503' ? (['retry'] as const) : [])),
    content: json(schema),
  };
}

/** Returns the error response of a route whose errors have the form of RFC 7644. */
function scimErrorResponse(status: string, codes: readonly string[]): Schema {
  const scim = { 'application/scim+json': { schema: ref('ScimError') } };
  // If SCIM is off, the error has the usual format.
  if (codes.includes('feature_disabled')) {
    const usual = errorResponse(status, ['feature_disabled']);
    return { ...usual, description: describeCodes(status, codes), content: { ...(usual.content as Schema), ...scim } };
  }
  return {
    description: describeCodes(status, codes),
    headers: selectHeaders('not_kept', ...(status === '429' || status === '503' ? (['retry'] as const) : [])),
    content: scim,
  };
}

/**
 * Returns the error response of a route that calls a trigger or hook of the application, which may return its own
 * status and code.
 */
function applicationErrorResponse(status: string, codes: readonly string[]): Schema {
  return {
    description: `${describeCodes(status, codes)}, or the error of a trigger or a hook of the application.`,
    headers: selectHeaders('refused_by_application', ...(status === '503' ? (['retry'] as const) : [])),
    content: json({ anyOf: [errorSchema(status, codes), ref('ApplicationError')] }),
  };
}

export const RESPONSES: Readonly<Record<string, Schema>> = {
  RefusedByApplication: {
    description: 'A trigger or a hook of the application refuses with its own status.',
    headers: selectHeaders('refused_by_application'),
    content: json(ref('ApplicationError')),
  },
  ...Object.fromEntries(
    [...SHARED_CODES].map(([status, codes]) => [SHARED[status], errorResponse(status, codes)] as const),
  ),
};

/** Returns the error codes of an operation by status. */
export function errorCodesByStatus(name: string): Readonly<Record<string, readonly string[]>> {
  const found = REFUSALS[name];
  if (found === undefined) throw new Error(`${name} is not in generated/refusals.ts: node tools/write_errors_doc.ts`);
  return found;
}

/** Returns the error responses by status of the routes that share a method and path. */
export function errorResponses(name: string, rows: readonly Route[]): Schema {
  // Excludes routes that redirect, because a redirect reports a trigger's error like any other error.
  const any = rows.some(
    (row) => (row.creates_user || row.confirms_user || row.asks_hooks) && row.answer !== 'redirect',
  );
  const statuses = Object.entries(errorCodesByStatus(name)).filter(([status]) => status >= '400');
  const form = rows.map(({ errors }) => errors).find((errors) => errors === 'oauth' || errors === 'scim');
  if (form !== undefined) {
    const refusedBy = form === 'oauth' ? oauthErrorResponse : scimErrorResponse;
    // The error of a disabled feature has the usual format, because it is checked before the route's own format
    // applies.
    const told = statuses.map(([status, codes]) => {
      const is_off = codes.every((code) => code === 'feature_disabled');
      return [status, (is_off ? errorResponse : refusedBy)(status, codes)] as const;
    });
    const others = {
      ...refusedBy('400', []),
      description: 'A hook of the application refuses with its own status.',
    };
    return { ...Object.fromEntries(told), ...(any ? { '4XX': others, '5XX': others } : {}) };
  }
  const responses = statuses.map(([status, codes]) => {
    if (any) return [status, applicationErrorResponse(status, codes)] as const;
    const shared = codes.join() === SHARED_CODES.get(status)?.join() ? SHARED[status] : undefined;
    const response = shared === undefined ? errorResponse(status, codes) : { $ref: `#/components/responses/${shared}` };
    return [status, response] as const;
  });
  const others = { $ref: '#/components/responses/RefusedByApplication' };
  return { ...Object.fromEntries(responses), ...(any ? { '4XX': others, '5XX': others } : {}) };
}

function unmatchedResponses(status: string, codes: readonly string[]): Schema {
  const usual = errorResponse(status, codes);
  const content = { ...(usual.content as Schema), 'application/scim+json': { schema: ref('ScimError') } };
  return { ...usual, content, ...(status === '405' ? { headers: selectHeaders('refused', 'allow') } : {}) };
}

/** Response to a request that matches no operation. */
export const UNMATCHED: Schema = {
  description:
    'A path or method that is not listed. Below /admin, /user, /reauthenticate, /verify and /signup the token, the limit or the ' +
    'captcha of that part is checked first.',
  responses: Object.fromEntries(
    Object.entries(errorCodesByStatus('unmatched')).map(([status, codes]) => [
      status,
      unmatchedResponses(status, codes),
    ]),
  ),
};
