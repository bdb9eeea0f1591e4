// Builds responses from the results of SQL functions. Tokens are signed and sealed here.
import { createHash } from 'node:crypto';
import { type KeyRing, type RefreshParts, unknownSealingKeyError } from '../../core/keys/ring.ts';
import { toWireUser } from '../../core/wire_user.ts';
import { escapeJsonForHtml, toWireJson } from '../http/json.ts';
import type { Jwt } from '../http/jwt.ts';
import type { HttpRequest, HttpResponse } from '../server/types.ts';
import type { RequestContext } from './request_context.ts';

/** A session as SQL returns it: the response body, the claims to sign, and the ids and counter to seal. */
export interface IssuedSession {
  body: Record<string, unknown> & {
    user: Readonly<Record<string, unknown>>;
    /** API tokens of an external provider, sealed for the flow. */
    provider_tokens?: { flow: string; sealed: string };
  };
  claims: object;
  refresh: RefreshParts;
  /** Logged, but not sent to the client. */
  warning?: object;
}

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;
// Headers of responses that may contain tokens. No cache may store them.
const PRIVATE = { ...JSON_TYPE, 'Cache-Control': 'no-store' } as const;

export function isSession(answer: object): answer is IssuedSession {
  return 'claims' in answer && 'refresh' in answer && 'body' in answer;
}

const GIVEN = 'what the provider gave for this session';

/** Returns the response body for a session, with access token and refresh token. */
export async function buildSessionBody(
  session: IssuedSession,
  o: { jwt: Jwt; ring: KeyRing },
  note: RequestContext['note'],
): Promise<Record<string, unknown>> {
  const { provider_tokens, ...body } = session.body;
  const given = provider_tokens && o.ring.open(provider_tokens.sealed, provider_tokens.flow);
  if (given === null) note({ warning: { ...session.warning, reason: unknownSealingKeyError(GIVEN).message } });
  return {
    access_token: await o.jwt.sign(session.claims),
    ...body,
    ...(given ? (JSON.parse(given) as Record<string, unknown>) : {}),
    user: toWireUser(session.body.user),
    refresh_token: o.ring.sealRefresh(session.refresh),
  };
}

export function jsonResponse(body: object, o: { secret: boolean }): HttpResponse {
  return { status: 200, headers: o.secret ? PRIVATE : JSON_TYPE, body: toWireJson(body) };
}

/** Builds a response with an ETag. Answers 304 if If-None-Match has the same tag. */
export function etagResponse(body: object | string, request: Pick<HttpRequest, 'header'>): HttpResponse {
  const text = typeof body === 'string' ? body : toWireJson(body);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { ...JSON_TYPE, 'Cache-Control': 'private, no-cache', ETag: tag };
  const known = (request.header('if-none-match') ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === tag);
  return known ? { status: 304, headers, body: null } : { status: 200, headers, body: text };
}

/** Builds a response that shared caches may keep for ten minutes. */
export function cacheableResponse(body: object): HttpResponse {
  return { status: 200, headers: { ...JSON_TYPE, 'Cache-Control': 'public, max-age=600' }, body: toWireJson(body) };
}

/** Builds a response from JSON text of a SQL function. */
export function jsonTextResponse(body: string): HttpResponse {
  return { status: 200, headers: PRIVATE, body };
}

/** Matches the start of a page that SQL returns. The list and a closing brace follow. */
const PAGE = /^\{"total" : (\d+), "page" : (\d+), "per_page" : (\d+), "body" : /;

/** Matches the start of a page of a list with keyset pagination. */
const KEY_PAGE = /^\{"next" : (?:null|"([\w.-]+)"), "body" : /;

/**
 * Builds the response of a page with keyset pagination. The key of the next page is in the body and in the Link
 * header.
 */
function keysetPageResponse(
  answer: string,
  [head, next]: RegExpExecArray,
  { path, query }: Pick<HttpRequest, 'path' | 'query'>,
) {
  const response = jsonTextResponse(escapeJsonForHtml(answer.slice(head.length, -1)));
  if (next === undefined) return response;
  const others = new URLSearchParams(query);
  others.set('cursor', next);
  return { ...response, headers: { ...response.headers, Link: `<${path}?${others}>; rel="next"` } };
}

/**
 * Builds the response of a page of a list. A numbered page has the total and links to other pages in its headers.
 * Clients expect `page` as the first parameter of each link.
 */
export function pageResponse(answer: string, request: Pick<HttpRequest, 'path' | 'query'>): HttpResponse {
  const by_key = KEY_PAGE.exec(answer);
  if (by_key !== null) return keysetPageResponse(answer, by_key, request);
  if (answer.startsWith('{"entries": ')) return jsonTextResponse(escapeJsonForHtml(answer));
  const found = PAGE.exec(answer);
  if (found === null) throw new Error('the answer is no page of a list');
  const [head, total, page, per_page] = found;
  const last = Math.ceil(Number(total) / Number(per_page));
  const others = new URLSearchParams(request.query);
  others.delete('page');
  others.sort();
  const rest = others.size > 0 ? `&${others}` : '';
  const link = (number: number, rel: string): string => `<${request.path}?page=${number}${rest}>; rel="${rel}"`;
  const links = [...(Number(page) < last ? [link(Number(page) + 1, 'next')] : []), link(last, 'last')];
  const response = jsonTextResponse(escapeJsonForHtml(answer.slice(head.length, -1)));
  return { ...response, headers: { ...response.headers, 'X-Total-Count': String(total), Link: links.join(', ') } };
}

export function noContentResponse(): HttpResponse {
  return { status: 204, headers: {}, body: null };
}
