// Builds the redirects to OAuth clients that carry an authorization code or an error.

import { addQueryValues } from '../pipeline/redirects.ts';
import type { HttpResponse } from '../server/types.ts';

/**
 * NAVIGABLE matches https URIs, http URIs of loopback hosts, and URIs with an app's own scheme. EXECUTED matches URIs
 * with a scheme that is never allowed, even if NAVIGABLE matches them.
 */
const NAVIGABLE =
  /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?]|$)|(?!https?:)[a-z][a-z0-9+-]*\.[a-z0-9+.-]*:|(?!https?:)[a-z][a-z0-9+.-]*:\/\/[^/?])/;
const EXECUTED = /^(?:javascript|data|file|vbscript|about|blob|filesystem|view-source):/i;

/**
 * Returns the redirect URI with the parameters of the response. `issuer` lets the client verify which server
 * responded (RFC 9207); it is null after a sign-out.
 */
export function clientRedirectUrl(
  redirect_uri: string,
  o: { values: Readonly<Record<string, string>>; state: string | null; issuer: string | null },
): string {
  if (EXECUTED.test(redirect_uri) || !NAVIGABLE.test(redirect_uri)) {
    throw new Error('a redirect URI of this scheme must not be stored');
  }
  const values = {
    ...o.values,
    ...(o.issuer === null ? {} : { iss: o.issuer }),
    ...(o.state === null ? {} : { state: o.state }),
  };
  return Object.keys(values).length === 0 ? redirect_uri : addQueryValues(redirect_uri, values);
}

/** Values of a client that are stored sealed in an authorization. */
export interface SealedRequestValues {
  readonly state: string | null;
  readonly nonce: string | null;
}

export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

export function oauthJsonResponse(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...NO_STORE, ...headers },
    body: JSON.stringify(body),
  };
}
