// Where GET /verify leads: tokens and errors in the fragment, an authorization code in the query.
import type { KeyRing } from '../../core/keys/ring.ts';
import { readAnswer } from '../database/call.ts';
import { type Refusal, refuse } from '../http/errors.ts';
import type { Jwt } from '../http/jwt.ts';
import { asHeader } from '../http/redirect.ts';
import type { HttpResponse } from '../server/types.ts';
import { confirmPage, wasPressed } from './confirm_page.ts';
import type { Decide } from './decide.ts';
import type { Exchange } from './exchange.ts';
import { type OpenedLink, openLink } from './openers.ts';
import { type IssuedSession, sessionBody } from './reply.ts';
import { asRefusal } from './request_log.ts';

/** Follows a link: everything but a missing parameter is told by a redirect. */
export function createFollowLink(o: {
  decide: Decide;
  ring: KeyRing;
  jwt: Jwt;
  /** The link itself only shows a page. */
  confirm_page: boolean;
}): (exchange: Exchange) => Promise<HttpResponse> {
  return async (exchange) => {
    const { query, redirect_to: target } = exchange.inputs;
    const missing = missingParameter(query);
    if (missing) throw missing;
    const link = openLink(o.ring, String(query.token));
    try {
      const dead = deadLink(query.type, link);
      if (dead) throw dead;
      if (o.confirm_page && !wasPressed(exchange.request)) {
        return confirmPage({ type: String(query.type), token: String(query.token), target });
      }
      const answer = readAnswer(await o.decide(exchange));
      if (typeof answer.auth_code === 'string') return redirectToCode(target, answer.auth_code);
      if (typeof answer.msg === 'string') return redirectToMessage(target, answer.msg, { pkce: link.pkce });
      const body = await sessionBody(answer as unknown as IssuedSession, o, exchange.trail);
      exchange.trail.signed_in = true;
      return redirectToSession(target, body);
    } catch (error) {
      exchange.trail.told = error;
      return redirectToError(target, asRefusal(error), { pkce: link.pkce });
    }
  };
}

/** Codes that say that somebody may not come in, whatever their status. */
const DENIED: ReadonlySet<string | undefined> = new Set([
  'signup_disabled',
  'user_banned',
  'provider_email_needs_verification',
]);

/** How a refusal is told to the app after a sign-in with a provider. */
export function errorValues({ status, code, msg }: Refusal): Record<string, string> {
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

/** The two faults that are told in the page, because there may be no target to trust yet; null when there is none. */
function missingParameter(query: Readonly<Record<string, unknown>>): Refusal | null {
  if (!query.type) return refuse('verify_type_missing');
  if (!query.token) return refuse('verify_token_missing');
  return null;
}

/** Types that a mailed link can have. */
const LINK_TYPES: ReadonlySet<unknown> = new Set([
  'signup',
  'invite',
  'recovery',
  'magiclink',
  'email_change',
  'email',
]);

/** What is known to be wrong with a link before SQL is asked; null when nothing is. */
function deadLink(type: unknown, link: Omit<OpenedLink, 'pkce'>): Refusal | null {
  if (!LINK_TYPES.has(type)) return refuse('verify_type_not_email');
  if (link.id === null && link.old === undefined) return refuse('link_expired');
  return null;
}

function redirectToSession(target: string, body: Readonly<Record<string, unknown>>): HttpResponse {
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type', 'type'] as const;
  const values = names.map((name) => [name, String(body[name] ?? '')]);
  return redirect(withFragment(target, Object.fromEntries(values)));
}

/** The code joins the target's own query, whose keys come out sorted. */
export function redirectToCode(target: string, code: string, status?: 302): HttpResponse {
  return redirect(withQuery(target, { code }), status);
}

/** The first of two confirmations: a message and no session. */
function redirectToMessage(target: string, message: string, o: { pkce: boolean }): HttpResponse {
  return redirect(withFragment(o.pkce ? withQuery(target, { message }) : target, { message }));
}

/** PKCE clients read the query, the others the fragment. */
function redirectToError(target: string, refusal: Refusal, o: { pkce: boolean }): HttpResponse {
  const error = ERROR_NAMES[refusal.status];
  const values = {
    ...(error ? { error } : {}),
    error_code: refusal.code || 'unexpected_failure',
    error_description: refusal.msg,
  };
  return redirect(withFragment(o.pkce ? withQuery(target, values) : target, values));
}

export function withFragment(target: string, values: Readonly<Record<string, string>>): string {
  const sorted = Object.entries({ ...values, sb: '' }).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${target}#${new URLSearchParams(sorted)}`;
}

export function withQuery(target: string, values: Readonly<Record<string, string>>): string {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(target) ?? [];
  const merged = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) merged.set(name, value);
  merged.sort();
  return `${base}?${merged}${fragment}`;
}

export function redirect(location: string, status: 302 | 303 = 303): HttpResponse {
  const href = location.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return {
    status,
    headers: {
      Location: asHeader(location),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      // The next page's requests must not carry this address, which held a link, to anybody.
      'Referrer-Policy': 'no-referrer',
    },
    body: `<a href="${href}">${status === 303 ? 'See Other' : 'Found'}</a>.\n`,
  };
}
