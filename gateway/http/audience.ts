// The audience that a request asks for (contract 3.5). Users are indexed by it, so its length has a bound.
import type { HttpRequest } from '../server/types.ts';
import { refuse } from './errors.ts';

const MAX_BYTES = 255;

/** The header's value, null without one; a Refusal when it is longer than any audience. */
export function audienceOf(request: Pick<HttpRequest, 'header'>): string | null {
  const audience = request.header('x-jwt-aud') ?? null;
  if (audience !== null && Buffer.byteLength(audience) > MAX_BYTES) throw refuse('audience_too_long', MAX_BYTES);
  return audience;
}
