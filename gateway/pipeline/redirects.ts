// Builds redirects to the app. Tokens and errors are in the fragment, and an authorization code is in the query. For
// PKCE clients, errors are in the query too.
import type { ApiError } from '../http/errors.ts';
import { encodeForHeader } from '../http/redirect.ts';
import type { HttpResponse } from '../server/types.ts';

/** Error codes that are reported as access_denied, whatever their status. */
const DENIED: ReadonlySet<string | undefined> = new Set([
  'signup_disabled',
  'user_banned',
  'provider_email_needs_verification',
]);

/** Returns the parameters of an error after a sign-in with a provider. */
export function errorParameters({ status, code, msg }: ApiError): Record<string, string> {
  const error = DENIED.has(code) ? 'access_denied' : (ERROR_NAMES[status] ?? 'server_error');
  return { error, error_code: code || 'unexpected_failure', error_description: msg };
}

const ERROR_NAMES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

export function redirectWithSession(target: string, body: Readonly<Record<string, unknown>>): HttpResponse {
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type', 'type'] as const;
  const values = names.map((name) => [name, String(body[name] ?? '')]);
  return redirectResponse(addFragment(target, Object.fromEntries(values)));
}

/** Adds the code to the target's own query and sorts the keys. */
export function redirectWithCode(target: string, code: string, status?: 302): HttpResponse {
  return redirectResponse(addQueryValues(target, { code }), status);
}

/** Redirects after the first of two confirmations, with a message and without a session. */
export function redirectWithMessage(target: string, message: string, o: { pkce: boolean }): HttpResponse {
  return redirectResponse(addFragment(o.pkce ? addQueryValues(target, { message }) : target, { message }));
}

/** Redirects with an error, in the fragment. For PKCE clients it is also in the query, where they read it. */
export function redirectWithError(target: string, refusal: ApiError, o: { pkce: boolean }): HttpResponse {
  const error = ERROR_NAMES[refusal.status];
  const values = {
    ...(error ? { error } : {}),
    error_code: refusal.code || 'unexpected_failure',
    error_description: refusal.msg,
  };
  return redirectResponse(addFragment(o.pkce ? addQueryValues(target, values) : target, values));
}

export function addFragment(target: string, values: Readonly<Record<string, string>>): string {
  const sorted = Object.entries({ ...values, sb: '' }).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${target}#${new URLSearchParams(sorted)}`;
}

export function addQueryValues(target: string, values: Readonly<Record<string, string>>): string {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(target) ?? [];
  const merged = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) merged.set(name, value);
  merged.sort();
  return `${base}?${merged}${fragment}`;
}

export function redirectResponse(location: string, status: 302 | 303 = 303): HttpResponse {
  const href = location.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return {
    status,
    headers: {
      Location: encodeForHeader(location),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      // The URL of this response may be a link with a token, so it must not be sent to the target.
      'Referrer-Policy': 'no-referrer',
    },
    body: `<a href="${href}">${status === 303 ? 'See Other' : 'Found'}</a>.\n`,
  };
}
