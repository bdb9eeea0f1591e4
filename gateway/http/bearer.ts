// Reads the bearer token from the Authorization header. Tokens in cookies and queries are ignored.
import type { HttpRequest } from '../server/types.ts';
import { refuse } from './errors.ts';

/** Returns the token or throws an ApiError (401). */
export function requireBearerToken(request: Pick<HttpRequest, 'header'>): string {
  const token = readBearerToken(request);
  if (token === null) throw refuse('no_authorization');
  return token;
}

/** Returns the token; null if the header is absent or malformed. */
export function readBearerToken(request: Pick<HttpRequest, 'header'>): string | null {
  const [, token] = /^bearer (\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
  return token ?? null;
}
