// The bearer token of a request: after exactly one space, with nothing behind it; tokens in cookies and queries are ignored.
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
