// The audience that a request asks for. Users are indexed by it, so its length is limited. A setting may list the
// allowed ones.
import type { HttpRequest } from '../server/types.ts';
import { refuse } from './errors.ts';

const MAX_BYTES = 255;

interface AudienceSettings {
  jwt_aud: string;
  security_audiences: readonly string[];
}

/** Returns the header's value; null if absent. Throws an ApiError if it is too long or not allowed. */
export function audienceOf(request: Pick<HttpRequest, 'header'>, settings: AudienceSettings): string | null {
  const audience = request.header('x-jwt-aud') ?? null;
  if (audience === null || audience === '') return audience;
  if (Buffer.byteLength(audience) > MAX_BYTES) throw refuse('audience_too_long', MAX_BYTES);
  const { jwt_aud, security_audiences: allowed } = settings;
  if (allowed.length > 0 && audience !== jwt_aud && !allowed.includes(audience)) throw refuse('audience_not_allowed');
  return audience;
}
