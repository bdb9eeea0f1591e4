// The bearer token of a request: exactly one space, nothing after it; cookies and queries never count.
import type { HttpRequest } from '../server/types.ts';
import { refuse } from './errors.ts';

/** The token, or a Refusal (401). */
export function bearerToken(request: Pick<HttpRequest, 'header'>): string {
  const token = optionalBearer(request);
  if (token === null) throw refuse('no_authorization');
  return token;
}

/** The token, or null where there is none or the header is malformed. */
export function optionalBearer(request: Pick<HttpRequest, 'header'>): string | null {
  const [, token] = /^bearer (\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
  return token ?? null;
}
