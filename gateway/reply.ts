// Turns what a function answered into the response: tokens are signed and sealed here, nothing else is added.
import { wireJson } from './http/json.ts';
import type { Jwt } from './jwt.ts';
import type { KeyRing, RefreshParts } from './seal.ts';
import type { HttpResponse } from './server/types.ts';

/** A session as SQL answers it: the client's body, the claims to sign, the ids and counter to seal. */
export interface IssuedSession {
  body: Record<string, unknown>;
  claims: object;
  refresh: RefreshParts;
}

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;
// A token in a shared cache would be everybody's.
const PRIVATE = { ...JSON_TYPE, 'Cache-Control': 'no-store' } as const;

export function isSession(answer: object): answer is IssuedSession {
  return 'claims' in answer && 'refresh' in answer && 'body' in answer;
}

/** The body a client gets for a session, both tokens in it. */
export async function sessionBody(
  session: IssuedSession,
  o: { jwt: Jwt; ring: KeyRing },
): Promise<Record<string, unknown>> {
  return {
    access_token: await o.jwt.sign(session.claims),
    ...session.body,
    refresh_token: o.ring.sealRefresh(session.refresh),
  };
}

export function jsonResponse(body: object, o: { secret: boolean }): HttpResponse {
  return { status: 200, headers: o.secret ? PRIVATE : JSON_TYPE, body: wireJson(body) };
}

/** An answer that is passed on as SQL wrote it. */
export function textResponse(body: string): HttpResponse {
  return { status: 200, headers: PRIVATE, body };
}

export function noContent(): HttpResponse {
  return { status: 204, headers: {}, body: null };
}
