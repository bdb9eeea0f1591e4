// Turns what a function answered into the response: tokens are signed and sealed here, nothing else is added.

import { type KeyRing, type RefreshParts, sealedElsewhere } from '../../core/keys/ring.ts';
import { wireUser } from '../../core/wire_user.ts';
import { inert, wireJson } from '../http/json.ts';
import type { Jwt } from '../http/jwt.ts';
import type { HttpRequest, HttpResponse } from '../server/types.ts';
import type { Trail } from './exchange.ts';

/** A session as SQL answers it: the client's body, the claims to sign, the ids and counter to seal. */
export interface IssuedSession {
  body: Record<string, unknown> & {
    user: Readonly<Record<string, unknown>>;
    /** What a provider gave for its own API, sealed for the flow. */
    provider_tokens?: { flow: string; sealed: string };
  };
  claims: object;
  refresh: RefreshParts;
  /** What operators are told of it, and the client is not. */
  warning?: object;
}

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;
// A shared cache would hand the tokens to others.
const PRIVATE = { ...JSON_TYPE, 'Cache-Control': 'no-store' } as const;

export function isSession(answer: object): answer is IssuedSession {
  return 'claims' in answer && 'refresh' in answer && 'body' in answer;
}

const GIVEN = 'what the provider gave for this session';

/** The body a client gets for a session, both tokens in it. */
export async function sessionBody(
  session: IssuedSession,
  o: { jwt: Jwt; ring: KeyRing },
  trail: Pick<Trail, 'warning'>,
): Promise<Record<string, unknown>> {
  const { provider_tokens, ...body } = session.body;
  const given = provider_tokens && o.ring.open(provider_tokens.sealed, provider_tokens.flow);
  if (given === null) trail.warning = { ...trail.warning, reason: sealedElsewhere(GIVEN).message };
  return {
    access_token: await o.jwt.sign(session.claims),
    ...body,
    ...(given ? (JSON.parse(given) as Record<string, unknown>) : {}),
    user: wireUser(session.body.user),
    refresh_token: o.ring.sealRefresh(session.refresh),
  };
}

export function jsonResponse(body: object, o: { secret: boolean }): HttpResponse {
  return { status: 200, headers: o.secret ? PRIVATE : JSON_TYPE, body: wireJson(body) };
}

/** What everybody may keep for ten minutes: the public keys, and what describes this server. */
export function publicResponse(body: object): HttpResponse {
  return { status: 200, headers: { ...JSON_TYPE, 'Cache-Control': 'public, max-age=600' }, body: wireJson(body) };
}

/** An answer that is passed on as SQL wrote it. */
export function textResponse(body: string): HttpResponse {
  return { status: 200, headers: PRIVATE, body };
}

/** How a page of a list begins, as auth_api.list_audit writes it; the rest is the body and a brace. */
const PAGE = /^\{"total" : (\d+), "page" : (\d+), "per_page" : (\d+), "body" : /;

/** How SQL writes a page of a list that is paged by key. */
const KEY_PAGE = /^\{"next" : (?:null|"([\w.-]+)"), "body" : /;

/** A page that is paged by key; where the next one begins stands in its body as well as in its Link. */
function keyPage(answer: string, [head, next]: RegExpExecArray, { path, query }: Pick<HttpRequest, 'path' | 'query'>) {
  const response = textResponse(inert(answer.slice(head.length, -1)));
  if (next === undefined) return response;
  const others = new URLSearchParams(query);
  others.set('cursor', next);
  return { ...response, headers: { ...response.headers, Link: `<${path}?${others}>; rel="next"` } };
}

/** The list as SQL wrote it, its total, and where to read on. Clients look for the page as the first key of each link. */
export function pageResponse(answer: string, request: Pick<HttpRequest, 'path' | 'query'>): HttpResponse {
  const by_key = KEY_PAGE.exec(answer);
  if (by_key !== null) return keyPage(answer, by_key, request);
  const found = PAGE.exec(answer);
  if (found === null) throw new Error('what should be a page of a list is none');
  const [head, total, page, per_page] = found;
  const last = Math.ceil(Number(total) / Number(per_page));
  const others = new URLSearchParams(request.query);
  others.delete('page');
  others.sort();
  const rest = others.size > 0 ? `&${others}` : '';
  const link = (number: number, rel: string): string => `<${request.path}?page=${number}${rest}>; rel="${rel}"`;
  const links = [...(Number(page) < last ? [link(Number(page) + 1, 'next')] : []), link(last, 'last')];
  const response = textResponse(inert(answer.slice(head.length, -1)));
  return { ...response, headers: { ...response.headers, 'X-Total-Count': String(total), Link: links.join(', ') } };
}

export function noContent(): HttpResponse {
  return { status: 204, headers: {}, body: null };
}
