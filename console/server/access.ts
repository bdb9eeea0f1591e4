// Sign-in of a browser to the console, and the token that its requests carry to the admin API.
import type { HttpRequest, HttpResponse } from '../../gateway/server/types.ts';

/** A browser idle for this long signs in again. */
export const IDLE_MS = 30 * 60_000;
/** A browser signs in again after this time, however busy it is. */
export const LONGEST_MS = 8 * 60 * 60_000;

/** A signed-in browser: its token for the admin API, and a cookie if it has to be replaced. */
export interface Entry {
  token: string;
  cookie?: string;
}

export interface Access {
  /** Form in which the page asks to sign in. */
  readonly by: 'link' | 'account';
  /** Returns null if the browser is not signed in. */
  enter(request: HttpRequest): Promise<Entry | null>;
  /** Answers `POST /console/sign-in` and the paths below it; null if there is no such path. */
  signIn(path: string, request: HttpRequest): Promise<HttpResponse | null>;
  /** Ends the browser's session. Returns the cookie that deletes it. */
  signOut(request: HttpRequest): Promise<string>;
}

/** Name and attributes of the cookie. The prefix makes browsers refuse it from other hosts and without TLS. */
export function cookies(secure: boolean): { name: string; set: (value: string) => string; clear: string } {
  const name = secure ? '__Host-postern-console' : 'postern-console';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    name,
    set: (value) => `${name}=${value}; ${attributes}`,
    clear: `${name}=; ${attributes}; Max-Age=0`,
  };
}
