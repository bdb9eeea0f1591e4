// Interface of the sign-in to the console.
import type { HttpRequest, HttpResponse } from '../../gateway/server/types.ts';

/** Idle time in milliseconds after which a browser must sign in again. */
export const IDLE_MS = 30 * 60_000;
/** Time in milliseconds after which a browser must sign in again, even if it is not idle. */
export const MAX_SESSION_MS = 8 * 60 * 60_000;

/**
 * Returns true for a request that a visible page repeats by itself. It does not count as use, so that an unattended
 * page does not keep its session alive.
 */
export const isPoll = (request: HttpRequest): boolean => request.header('x-poll') !== undefined;

/** A signed-in browser: its token for the admin API, and a new cookie if the current cookie must be replaced. */
export interface SignedInBrowser {
  token: string;
  /** Absent if the browser has signed in with a one-time link. */
  user_id?: string;
  cookie?: string | undefined;
}

export interface ConsoleSignIn {
  /** Method of the sign-in: a one-time link, or an account with a role for the console. */
  readonly by: 'link' | 'account';
  /** Returns the token for a request; null if the browser is not signed in. Renews the idle time, except for polls. */
  enter(request: HttpRequest): Promise<SignedInBrowser | null>;
  /** Handles `POST /console/sign-in` and the paths below it. Returns null for an unknown path. */
  signIn(path: string, request: HttpRequest): Promise<HttpResponse | null>;
  /**
   * Ends the browser's session. Returns the value of Set-Cookie that deletes the session cookie. Throws an
   * UnavailableError if the session cannot be revoked now.
   */
  signOut(request: HttpRequest): Promise<string>;
}

/**
 * Returns the name of a cookie, and the values of Set-Cookie that set and delete the cookie. `base` is the name without
 * a prefix. If `secure`, the prefix __Host- makes browsers reject the cookie from other hosts and without TLS.
 */
export function createCookies(
  secure: boolean,
  base = 'postern-console',
): { name: string; set: (value: string) => string; clear: string } {
  const name = secure ? `__Host-${base}` : base;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    name,
    set: (value) => `${name}=${value}; ${attributes}`,
    clear: `${name}=; ${attributes}; Max-Age=0`,
  };
}
