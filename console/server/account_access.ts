// Sign-in to the console with the account of an administrator, of support or of an auditor. The password or passkey is
// verified by the same routes as every sign-in. The cookie contains the sealed refresh token. The page gets no token.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Claims } from '../../gateway/http/jwt.ts';
import type { HttpRequest, HttpResponse } from '../../gateway/server/types.ts';
import { type ConsoleSignIn, createCookies, IDLE_MS, MAX_SESSION_MS, type SignedInBrowser } from './access.ts';
import { errorResponse, jsonResponse, readCookie, readJsonBody } from './answers.ts';
import type { Forward } from './forward.ts';

/** Content of the cookie. */
interface CookieContent {
  refresh: string;
  opened: number;
  used: number;
  /** False until the second factor is verified. */
  whole: boolean;
}

interface Tokens {
  access: string;
  refresh: string;
  expires: number;
}

export interface AccountOptions {
  ring: Pick<KeyRing, 'seal' | 'open' | 'openRefresh'>;
  forward: Forward;
  verify: (token: string) => Promise<Claims>;
  /** Roles that may use the console. */
  roles: readonly string[];
  /** True if browsers access the console over TLS. */
  secure: boolean;
  now: () => number;
}

/** An access token that expires within this time in milliseconds is refreshed before use. */
const EARLY_MS = 30_000;
/**
 * Time in milliseconds after which the cookie is replaced. The age of the cookie shows when the browser was last used.
 */
const RENEW_MS = 60_000;
/** Maximum number of sessions whose access token is cached. Others request a new one. */
const MOST_KEPT = 1_000;
const PURPOSE = 'console session';

export function createAccountAccess(o: AccountOptions): ConsoleSignIn {
  const { ring, forward, now } = o;
  const cookie = createCookies(o.secure);
  const known = new Map<string, Tokens>();
  const refreshing = new Map<string, Promise<Tokens | null>>();

  const seal = (kept: CookieContent): string => cookie.set(ring.seal(JSON.stringify(kept), PURPOSE));

  /** Returns the content of the cookie and its session id; null if it is missing, invalid or too old. */
  const open = (request: HttpRequest): { kept: CookieContent; session_id: string } | null => {
    const value = readCookie(request, cookie.name);
    const text = value === undefined ? null : ring.open(value, PURPOSE);
    if (text === null) return null;
    const kept = JSON.parse(text) as CookieContent;
    if (now() - kept.used >= IDLE_MS || now() - kept.opened >= MAX_SESSION_MS) return null;
    const parts = ring.openRefresh(kept.refresh);
    return parts.ok ? { kept, session_id: parts.session_id } : null;
  };

  const remember = (session_id: string, tokens: Tokens): void => {
    for (const oldest of known.keys()) {
      if (known.size < MOST_KEPT) break;
      known.delete(oldest);
    }
    known.set(session_id, tokens);
  };

  const ask = async (request: HttpRequest, path: string, body: object | null, token: string | null, query = '') => {
    const text = Buffer.from(JSON.stringify(body ?? {}));
    const method = body === null ? 'GET' : 'POST';
    const answer = await forward(request, token, { method, path, query, body: async () => text });
    const content: unknown = answer.body === null ? {} : JSON.parse(answer.body.toString());
    return { ok: answer.status === 200, answer, body: content as Record<string, unknown> };
  };

  const tokensOf = (body: Record<string, unknown>): Tokens => ({
    access: String(body.access_token),
    refresh: String(body.refresh_token),
    expires: now() + Number(body.expires_in) * 1_000,
  });

  /**
   * Returns the tokens of a session, refreshed if needed; null if the refresh fails. Concurrent requests share a
   * refresh.
   */
  const fresh = (request: HttpRequest, session_id: string, refresh: string): Promise<Tokens | null> => {
    const tokens = known.get(session_id);
    if (tokens && tokens.expires - now() > EARLY_MS) return Promise.resolve(tokens);
    const running = refreshing.get(session_id);
    if (running) return running;
    const work = (async () => {
      const refresh_token = tokens?.refresh ?? refresh;
      const { ok, body } = await ask(request, '/token', { refresh_token }, null, 'grant_type=refresh_token');
      known.delete(session_id);
      if (!ok) return null;
      const renewed = tokensOf(body);
      remember(session_id, renewed);
      return renewed;
    })().finally(() => refreshing.delete(session_id));
    refreshing.set(session_id, work);
    return work;
  };

  const end = async (request: HttpRequest, access: string): Promise<void> => {
    await ask(request, '/logout', {}, access, 'scope=local');
  };

  /**
   * Completes a sign-in that the gateway has accepted. Rejects an account without a role for the console or without a
   * second factor. Otherwise sets the cookie.
   */
  const admit = async (request: HttpRequest, body: Record<string, unknown>, opened: number): Promise<HttpResponse> => {
    const tokens = tokensOf(body);
    const claims = await o.verify(tokens.access);
    const kept: CookieContent = { refresh: tokens.refresh, opened, used: now(), whole: claims.aal === 'aal2' };
    if (!o.roles.includes(String(claims.role))) {
      await end(request, tokens.access);
      return errorResponse(403, 'not_admin', 'This account may not use the console.');
    }
    remember(String(claims.session_id), tokens);
    if (kept.whole) return jsonResponse(200, {}, { 'Set-Cookie': seal(kept) });
    const user = await ask(request, '/user', null, tokens.access);
    const factors = ((user.body.factors ?? []) as { id: string; factor_type: string; status: string }[])
      .filter(({ status }) => status === 'verified')
      .map(({ id, factor_type }) => ({ id, factor_type }));
    if (factors.length === 0) {
      await end(request, tokens.access);
      const advice = 'Enroll an authenticator app, a phone or a security key in your own app first.';
      return errorResponse(
        403,
        'admin_needs_aal2',
        `The console needs a second factor, and this account has none. ${advice}`,
      );
    }
    return jsonResponse(200, { factors }, { 'Set-Cookie': seal(kept) });
  };

  const signInWith = async (request: HttpRequest, path: string, query: string, body: object): Promise<HttpResponse> => {
    const { ok, answer, body: found } = await ask(request, path, body, null, query);
    return ok ? admit(request, found, now()) : answer;
  };

  const secondFactor = async (request: HttpRequest, step: string, body: Record<string, unknown>) => {
    const found = open(request);
    const id = String(body.factor_id ?? '');
    if (found === null || found.kept.whole || !/^[0-9a-f-]{36}$/.test(id))
      return errorResponse(401, 'no_authorization', 'Begin the sign-in again.');
    const tokens = await fresh(request, found.session_id, found.kept.refresh);
    if (tokens === null) return errorResponse(401, 'no_authorization', 'Begin the sign-in again.');
    const { ok, answer, body: content } = await ask(request, `/factors/${id}/${step}`, body, tokens.access);
    return ok && step === 'verify' ? admit(request, content, found.kept.opened) : answer;
  };

  return {
    by: 'account',

    async enter(request): Promise<SignedInBrowser | null> {
      const found = open(request);
      if (found === null || !found.kept.whole) return null;
      const { kept, session_id } = found;
      const tokens = await fresh(request, session_id, kept.refresh);
      if (tokens === null) return null;
      const current = tokens.refresh === kept.refresh && now() - kept.used < RENEW_MS;
      if (current) return { token: tokens.access };
      return { token: tokens.access, cookie: seal({ ...kept, refresh: tokens.refresh, used: now() }) };
    },

    async signIn(path, request) {
      const body = (await readJsonBody(request)) ?? {};
      if (path === '/password') {
        const { email, password } = body;
        return signInWith(request, '/token', 'grant_type=password', { email, password });
      }
      if (path === '/passkey/options') return (await ask(request, '/passkeys/authentication/options', {}, null)).answer;
      if (path === '/passkey') {
        const { challenge_id, credential } = body;
        return signInWith(request, '/passkeys/authentication/verify', '', { challenge_id, credential });
      }
      if (path === '/factor/challenge') return secondFactor(request, 'challenge', body);
      if (path === '/factor') return secondFactor(request, 'verify', body);
      return null;
    },

    async signOut(request) {
      const found = open(request);
      if (found !== null) {
        const tokens = await fresh(request, found.session_id, found.kept.refresh);
        if (tokens !== null) await end(request, tokens.access);
        known.delete(found.session_id);
      }
      return cookie.clear;
    },
  };
}
