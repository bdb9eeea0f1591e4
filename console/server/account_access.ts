// Sign-in to the console with the account of an administrator, of support or of an auditor. The password or passkey is
// verified by the same routes as every sign-in. The cookie contains the sealed refresh token. The page gets no token.
//
// Requests of a browser may reach any gateway, so the refresh token in the cookie may be newer or older than the cached
// one. The token with the higher counter is used. The cookie is only replaced by a token with a higher counter. The
// time of the last use has a cookie of its own, because rewriting the session cookie could replace a token that another
// process has just rotated.
import { type KeyRing, unknownSealingKeyError } from '../../core/keys/ring.ts';
import type { Claims } from '../../gateway/http/jwt.ts';
import type { HttpRequest, HttpResponse } from '../../gateway/server/types.ts';
import { type ConsoleSignIn, createCookies, IDLE_MS, isPoll, MAX_SESSION_MS, type SignedInBrowser } from './access.ts';
import type { Forward } from './forward.ts';
import { type Factor, offeredFactors } from './offered_factors.ts';
import {
  errorResponse,
  isUnavailable,
  jsonResponse,
  readCookie,
  readJsonBody,
  UnavailableError,
  withCookie,
} from './responses.ts';

/** Content of the cookie. */
interface CookieContent {
  refresh: string;
  opened: number;
  used: number;
  /** False until the second factor is verified. */
  whole: boolean;
}

/** A session cookie, with the counter of its refresh token and the time of the last use. */
interface UnsealedCookie {
  kept: CookieContent;
  session_id: string;
  counter: number;
  used: number;
}

interface Tokens {
  user_id: string;
  access: string;
  refresh: string;
  /** Counter of the refresh token. */
  counter: number;
  expires: number;
  /** True if the access token was issued after the second factor was verified. */
  whole: boolean;
}

export interface AccountOptions {
  ring: Pick<KeyRing, 'seal' | 'open' | 'openRefresh'>;
  forward: Forward;
  verify: (token: string) => Promise<Claims>;
  /** Roles that may use the console. */
  roles: readonly string[];
  /** Types of the second factors that the service verifies. */
  factor_types: readonly string[];
  /** True if the service needs a captcha for passwords. */
  captcha: boolean;
  /** True if browsers access the console over TLS. */
  secure: boolean;
  now: () => number;
}

/** An access token that expires within this time in milliseconds is refreshed before use. */
const EARLY_MS = 30_000;
/** Time in milliseconds after which the time of the last use is renewed. */
const RENEW_MS = 60_000;
/** Maximum number of sessions whose access token is cached. Others request a new one. */
const MOST_KEPT = 1_000;
const RECOVERY = '/factors/recovery-codes';
const PASSKEY_OPTIONS = '/passkeys/authentication/options';
/** The pages load nothing from other servers, so they cannot show a captcha. */
const NO_CAPTCHA = 'The service needs a captcha for passwords, and the console has none. Use a passkey.';
const PURPOSE = 'console session';
const USE_PURPOSE = 'console use';

export function createAccountAccess(o: AccountOptions): ConsoleSignIn {
  const { ring, forward, now } = o;
  const cookie = createCookies(o.secure);
  const use_cookie = createCookies(o.secure, 'postern-console-used');
  const known = new Map<string, Tokens>();
  const refreshing = new Map<string, Promise<Tokens | null>>();

  const seal = (kept: CookieContent): string => cookie.set(ring.seal(JSON.stringify(kept), PURPOSE));

  /** Returns the session cookie; null if it is missing, invalid or too old. */
  const open = (request: HttpRequest): UnsealedCookie | null => {
    const value = readCookie(request, cookie.name);
    const text = value === undefined ? null : ring.open(value, PURPOSE);
    if (text === null) return null;
    const kept = JSON.parse(text) as CookieContent;
    const parts = ring.openRefresh(kept.refresh);
    if (!parts.ok) return null;
    const { session_id, counter } = parts;
    const last_use = ring.open(readCookie(request, use_cookie.name) ?? '', `${USE_PURPOSE} ${session_id}`);
    const used = Math.max(kept.used, Number(last_use ?? 0));
    if (now() - used >= IDLE_MS || now() - kept.opened >= MAX_SESSION_MS) return null;
    return { kept, session_id, counter, used };
  };

  /** Returns the Set-Cookie value that a response needs after a request with this cookie; undefined if none. */
  const renewal = (
    { kept, session_id, counter, used }: UnsealedCookie,
    tokens: Tokens,
    is_poll = false,
  ): string | undefined => {
    if (tokens.counter > counter) return seal({ ...kept, refresh: tokens.refresh, used: is_poll ? used : now() });
    if (is_poll || now() - used < RENEW_MS) return undefined;
    return use_cookie.set(ring.seal(String(now()), `${USE_PURPOSE} ${session_id}`));
  };

  const remember = (session_id: string, tokens: Tokens): void => {
    known.delete(session_id);
    for (const oldest of known.keys()) {
      if (known.size < MOST_KEPT) break;
      known.delete(oldest);
    }
    known.set(session_id, tokens);
  };

  const ask = async (request: HttpRequest, path: string, body: object | null, token: string | null, query = '') => {
    const text = Buffer.from(JSON.stringify(body ?? {}));
    const method = body === null ? 'GET' : 'POST';
    const needs_no_captcha = path === PASSKEY_OPTIONS;
    const answer = await forward(request, token, { method, path, query, body: async () => text, needs_no_captcha });
    const content: unknown = answer.body === null ? {} : JSON.parse(answer.body.toString());
    return { ok: answer.status === 200, answer, body: content as Record<string, unknown> };
  };

  const tokensOf = (body: Record<string, unknown>, whole: boolean): Tokens => {
    const refresh = String(body.refresh_token);
    const parts = ring.openRefresh(refresh);
    if (!parts.ok) throw unknownSealingKeyError('a new refresh token');
    const expires = now() + Number(body.expires_in) * 1_000;
    const user_id = String((body.user as { id: string }).id);
    return { user_id, access: String(body.access_token), refresh, counter: parts.counter, expires, whole };
  };

  /**
   * Returns the tokens of a session, refreshed if needed; null if the session has ended. Throws an UnavailableError if
   * the gateway cannot refresh now. Concurrent requests share a refresh.
   */
  const fresh = (request: HttpRequest, { kept, session_id, counter }: UnsealedCookie): Promise<Tokens | null> => {
    const tokens = known.get(session_id);
    // The second factor may have been verified by another process.
    if (tokens && tokens.expires - now() > EARLY_MS && (tokens.whole || !kept.whole)) return Promise.resolve(tokens);
    const running = refreshing.get(session_id);
    if (running) return running;
    const work = (async () => {
      const refresh_token = tokens && tokens.counter > counter ? tokens.refresh : kept.refresh;
      const { ok, answer, body } = await ask(request, '/token', { refresh_token }, null, 'grant_type=refresh_token');
      if (isUnavailable(answer)) throw new UnavailableError(answer);
      if (!ok) return null;
      const renewed = tokensOf(body, kept.whole);
      remember(session_id, renewed);
      return renewed;
    })().finally(() => refreshing.delete(session_id));
    refreshing.set(session_id, work);
    return work;
  };

  const end = (request: HttpRequest, access: string) => ask(request, '/logout', {}, access, 'scope=local');

  /**
   * Completes a sign-in that the gateway has accepted. Rejects an account without a role for the console or without a
   * second factor. Otherwise sets the cookie.
   */
  const admit = async (request: HttpRequest, body: Record<string, unknown>, opened: number): Promise<HttpResponse> => {
    const claims = await o.verify(String(body.access_token));
    const tokens = tokensOf(body, claims.aal === 'aal2');
    const kept: CookieContent = { refresh: tokens.refresh, opened, used: now(), whole: tokens.whole };
    if (!o.roles.includes(String(claims.role))) {
      await end(request, tokens.access);
      return errorResponse(403, 'not_admin', 'This account may not use the console.');
    }
    remember(String(claims.session_id), tokens);
    if (kept.whole) return jsonResponse(200, {}, { 'Set-Cookie': seal(kept) });
    const user = await ask(request, '/user', null, tokens.access);
    const enrolled = (user.body.factors ?? []) as Factor[];
    const codes = enrolled.some(({ factor_type }) => factor_type === 'recovery_code')
      ? await ask(request, RECOVERY, null, tokens.access)
      : null;
    const factors = offeredFactors(enrolled, o.factor_types, Number(codes?.body.remaining ?? 0));
    if (factors.length === 0) {
      await end(request, tokens.access);
      const missing = enrolled.some(({ status }) => status === 'verified')
        ? 'the service has switched off the second factors of this account.'
        : 'this account has none.';
      const advice = 'Enroll an authenticator app, a phone or a security key in your own app first.';
      return errorResponse(403, 'admin_needs_aal2', `The console needs a second factor, and ${missing} ${advice}`);
    }
    return jsonResponse(200, { factors }, { 'Set-Cookie': seal(kept) });
  };

  const signInWith = async (request: HttpRequest, path: string, query: string, body: object): Promise<HttpResponse> => {
    const { ok, answer, body: found } = await ask(request, path, body, null, query);
    return ok ? admit(request, found, now()) : answer;
  };

  /** Continues a sign-in after its first factor. `verifies` is true if the call completes the sign-in. */
  const goOn = async (request: HttpRequest, path: string, verifies: boolean, body: Record<string, unknown>) => {
    const found = open(request);
    if (found === null || found.kept.whole) return errorResponse(401, 'no_authorization', 'Begin the sign-in again.');
    const tokens = await fresh(request, found);
    if (tokens === null) return errorResponse(401, 'no_authorization', 'Begin the sign-in again.');
    const { ok, answer, body: content } = await ask(request, path, body, tokens.access);
    if (ok && verifies) return admit(request, content, found.kept.opened);
    return withCookie(answer, renewal(found, tokens));
  };

  const secondFactor = async (request: HttpRequest, step: 'challenge' | 'verify', body: Record<string, unknown>) => {
    const id = body.factor_id;
    if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id))
      return errorResponse(401, 'no_authorization', 'Begin the sign-in again.');
    return goOn(request, `/factors/${id}/${step}`, step === 'verify', body);
  };

  return {
    by: 'account',

    async enter(request): Promise<SignedInBrowser | null> {
      const found = open(request);
      if (found === null || !found.kept.whole) return null;
      const tokens = await fresh(request, found);
      if (tokens === null) return null;
      const { access: token, user_id } = tokens;
      return { token, user_id, cookie: renewal(found, tokens, isPoll(request)) };
    },

    async signIn(path, request) {
      const body = await readJsonBody(request);
      if (path === '/password') {
        if (o.captcha) return errorResponse(400, 'captcha_failed', NO_CAPTCHA);
        const { email, password } = body;
        return signInWith(request, '/token', 'grant_type=password', { email, password });
      }
      if (path === '/passkey/options') return (await ask(request, PASSKEY_OPTIONS, {}, null)).answer;
      if (path === '/passkey') {
        const { challenge_id, credential } = body;
        return signInWith(request, '/passkeys/authentication/verify', '', { challenge_id, credential });
      }
      if (path === '/factor/challenge') return secondFactor(request, 'challenge', body);
      if (path === '/factor') return secondFactor(request, 'verify', body);
      if (path === '/recovery-code') return goOn(request, `${RECOVERY}/verify`, true, { code: body.code });
      return null;
    },

    async signOut(request) {
      const found = open(request);
      if (found !== null) {
        const tokens = await fresh(request, found);
        const answer = tokens && (await end(request, tokens.access)).answer;
        if (answer && isUnavailable(answer)) throw new UnavailableError(answer);
        known.delete(found.session_id);
      }
      return cookie.clear;
    },
  };
}
