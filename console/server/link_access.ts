// Sign-in with a one-time link, for a console on this machine. The link gives administrator rights to the first browser
// that opens it.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '../../gateway/server/types.ts';
import { type ConsoleSignIn, createCookies, IDLE_MS, isPoll, MAX_SESSION_MS } from './access.ts';
import { errorResponse, jsonResponse, readCookie, readJsonBody } from './responses.ts';

/** Lifetime of a code in milliseconds. A code works once. */
const CODE_MS = 60_000;
/** Maximum number of unused codes. */
const MOST_CODES = 20;
const MOST_SESSIONS = 200;

export interface LinkAccess extends ConsoleSignIn {
  /** Returns a new code for a link. */
  makeCode(): string;
}

interface Session {
  opened: number;
  used: number;
}

/** Creates the sign-in. `token` returns a service token for the admin API. */
export function createLinkAccess(o: { token: () => Promise<string>; now: () => number }): LinkAccess {
  const { token, now } = o;
  const cookie = createCookies(false);
  const codes: { digest: Buffer; until: number }[] = [];
  /** Sessions by the digest of the cookie, so that a lookup does not compare the secret itself. */
  const sessions = new Map<string, Session>();

  const find = (request: HttpRequest): [string, Session] | null => {
    const value = readCookie(request, cookie.name);
    if (value === undefined) return null;
    const key = digestOfText(value).toString('base64');
    const session = sessions.get(key);
    if (session === undefined) return null;
    if (now() - session.used < IDLE_MS && now() - session.opened < MAX_SESSION_MS) return [key, session];
    sessions.delete(key);
    return null;
  };

  const consume = (code: string): boolean => {
    const given = digestOfText(code);
    const at = codes.findIndex((one) => timingSafeEqual(one.digest, given));
    const [found] = at < 0 ? [] : codes.splice(at, 1);
    return found !== undefined && now() < found.until;
  };

  return {
    by: 'link',
    makeCode() {
      const code = randomBytes(32).toString('base64url');
      codes.push({ digest: digestOfText(code), until: now() + CODE_MS });
      if (codes.length > MOST_CODES) codes.shift();
      return code;
    },
    async enter(request) {
      const found = find(request);
      if (found === null) return null;
      if (!isPoll(request)) found[1].used = now();
      return { token: await token() };
    },
    async signIn(path, request) {
      if (path !== '') return null;
      const { code } = await readJsonBody(request);
      if (typeof code !== 'string' || !consume(code))
        return errorResponse(403, 'link_expired', 'The link was used before or is older than a minute.');
      const value = randomBytes(32).toString('base64url');
      if (sessions.size >= MOST_SESSIONS) sessions.delete(sessions.keys().next().value ?? '');
      sessions.set(digestOfText(value).toString('base64'), { opened: now(), used: now() });
      return jsonResponse(200, {}, { 'Set-Cookie': cookie.set(value) });
    },
    async signOut(request) {
      const found = find(request);
      if (found !== null) sessions.delete(found[0]);
      return cookie.clear;
    },
  };
}

function digestOfText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
