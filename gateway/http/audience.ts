// Reads and validates the audience of a request (header X-JWT-AUD). Its length is limited because users are indexed
// by it.
import type { HttpRequest } from '../server/types.ts';
import { refuse } from './errors.ts';

const MAX_BYTES = 255;

interface AudienceSettings {
  jwt_aud: string;
  security_audiences: readonly string[];
}

/** Returns the header's value, or null if absent. Throws an ApiError if the value is too long or not allowed. */
export function readAudience(request: Pick<HttpRequest, 'header'>, settings: AudienceSettings): string | null {
  const audience = request.header('x-jwt-aud') ?? null;
  if (audience === null || audience === '') return audience;
  if (Buffer.byteLength(audience) > MAX_BYTES) throw refuse('audience_too_long', MAX_BYTES);
  const { jwt_aud, security_audiences: allowed } = settings;
  if (allowed.length > 0 && audience !== jwt_aud && !allowed.includes(audience)) throw refuse('audience_not_allowed');
  return audience;
}
