// Reports each request to telemetry after its response: route, status, error code, sign-in. Leaves out the query, error
// texts, and path parameters that are not UUIDs, because a client can choose them.
import type { Telemetry, WatchedRequest } from '../../core/telemetry.ts';
import type { ApiError } from '../http/errors.ts';
import { parseUuid } from '../http/uuid.ts';
import { ERROR_CODES, OAUTH_ERROR_CODES } from '../openapi/error_codes.ts';
import type { HttpRequest } from '../server/types.ts';
import { knownMethodOrOther, redactPath } from './redact.ts';
import type { RequestFacts } from './request_facts.ts';

/** Outcome of a request. */
export interface RequestOutcome {
  noted: RequestFacts;
  status: number;
  refusal: ApiError | undefined;
  seconds: number;
}

/** Values that are only determined for refused requests. */
export interface RefusedRequestOrigin {
  request_id: string;
  ip: string;
  user_agent: string | null;
}

/** Counts a request. `origin` is called only for a refused request. */
export type CountRequest = (ending: RequestOutcome, origin: () => RefusedRequestOrigin) => void;

export interface ObservedRequest extends Pick<WatchedRequest, 'run'> {
  end(ending: RequestOutcome): void;
}

export type ObserveRequest = (request: HttpRequest) => ObservedRequest;

const KNOWN_CODES: ReadonlySet<string | undefined> = new Set([...ERROR_CODES, ...OAUTH_ERROR_CODES]);

/** Sign-in methods by route. For POST /token, the grant type is the method. */
const SIGN_INS: Readonly<Record<string, string>> = {
  '/signup': 'sign_up',
  '/verify': 'link_or_code',
  '/callback': 'provider',
  '/sso/saml/acs': 'sso',
  '/factors/{factor_id}/verify': 'second_factor',
  '/passkeys/authentication/verify': 'passkey',
};

export function createRequestObserver(telemetry: Telemetry): ObserveRequest {
  return (request) => {
    const method = knownMethodOrOther(request.method);
    const watched = telemetry.request({ method, header: (name) => request.header(name) });
    return {
      run: watched.run,
      end({ noted, status, refusal, seconds }) {
        const route = noted.route ?? 'noroute';
        const error_code = refusal && errorCodeOf(refusal);
        const error = error_code ?? (status >= 500 ? String(status) : undefined);
        watched.end({
          route,
          status,
          error: (refusal?.status ?? status) >= 500 ? error : undefined,
          attributes: {
            ...redactedPathAttributes(noted),
            'url.path': noted.route && redactPath(request.path, noted),
            error_code,
          },
        });
        const http = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
        telemetry.took('request', seconds, { ...http, ...(error === undefined ? {} : { 'error.type': error }) });
        telemetry.count('requests', { code: status, 'http.route': route });
        if (error_code !== undefined) telemetry.count('refusals', { error_code, 'http.route': route });
        const signed_in = signInOutcome(noted, refusal);
        if (signed_in) telemetry.count('sign_ins', signed_in);
        if (route === '/sso/saml/acs') telemetry.count('sso_sign_ins', ssoSignInAttributes(noted, refusal));
        if (noted.saml_metadata) telemetry.count('sso_metadata', { outcome: noted.saml_metadata });
        if (route.startsWith('/scim/v2/'))
          telemetry.count('scim_requests', { ...scimRequestAttributes(method, noted), status });
      },
    };
  };
}

/**
 * Returns the error code, or the status if there is none. Returns `other` for codes that are not Postern's own, such
 * as those of hooks and triggers, whose number is unbounded.
 */
export function errorCodeOf({ code, status }: ApiError): string {
  if (code === undefined) return String(status);
  return KNOWN_CODES.has(code) ? code : 'other';
}

/** Returns the grant type and the path parameters that are UUIDs. Other parameters may be text that a user typed. */
function redactedPathAttributes({ params = {}, grant_type }: RequestFacts): Record<string, string> {
  const ids = Object.entries(params).flatMap(([name, value]) => {
    const id = parseUuid(value);
    if (id === null) return [];
    return [
      [`http.route.params.${name}`, id],
      [`http.route.param.${name}`, id],
    ];
  });
  return { ...Object.fromEntries(ids), ...(grant_type === undefined ? {} : { 'oauth.grant_type': grant_type }) };
}

/**
 * Returns method and outcome of a sign-in. Returns null if the request was no sign-in, or succeeded without signing in.
 */
export function signInOutcome(
  noted: RequestFacts,
  refusal: ApiError | undefined,
): { method: string; outcome: 'ok' | 'refused' | 'error' } | null {
  const named = noted.route === '/token' ? noted.grant_type : SIGN_INS[noted.route ?? ''];
  const method = noted.anonymous ? 'anonymous' : named;
  if (method === undefined) return null;
  if (noted.signed_in) return { method, outcome: 'ok' };
  if (refusal === undefined) return null;
  return { method, outcome: refusal.status >= 500 ? 'error' : 'refused' };
}

/** Returns provider and outcome of a sign-in with an organization's provider: `ok`, a rule of docs/sso.md, or a code. */
function ssoSignInAttributes(
  noted: RequestFacts,
  refusal: ApiError | undefined,
): { provider: string; outcome: string } {
  const replayed = refusal?.rule === 'saml_assertion_replayed' ? 'replayed' : undefined;
  const outcome = refusal === undefined ? 'ok' : (noted.saml_rule ?? replayed ?? errorCodeOf(refusal));
  return { provider: noted.provider ?? 'unknown', outcome };
}

const SCIM_RESOURCES: ReadonlySet<string> = new Set([
  'Users',
  'Groups',
  'ServiceProviderConfig',
  'ResourceTypes',
  'Schemas',
]);

function scimRequestAttributes(method: string, { params }: RequestFacts): { method: string; resource: string } {
  const named = params?.resource ?? '';
  return { method, resource: SCIM_RESOURCES.has(named) ? named : 'other' };
}
