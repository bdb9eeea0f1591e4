// Implements CORS: allows any origin, a fixed list of methods, and a list of headers. Answers preflight requests.
import type { HttpRequest, HttpResponse } from '../server/types.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Request headers that are always allowed. supabase-js sends `apikey` with every request. */
const HEADERS = [
  'Accept',
  'Authorization',
  'Content-Type',
  'X-Client-IP',
  'X-Client-Info',
  'X-JWT-AUD',
  'X-Session-Tag',
  'x-use-cookie',
  'X-Supabase-Api-Version',
  'apikey',
];
const EXPOSED = 'X-Total-Count, Link, X-Supabase-Api-Version, X-Request-Id';

export interface Cors {
  /** Returns the response to a preflight request; null for any other request. */
  preflight(request: Pick<HttpRequest, 'method' | 'header'>): HttpResponse | null;
  /** Returns the CORS headers of any other response. */
  headers(request: Pick<HttpRequest, 'header'>): Record<string, string>;
}

export function createCors(settings: { cors_allowed_headers: readonly string[] }): Cors {
  const allowed = new Set([...HEADERS, ...settings.cors_allowed_headers].map((name) => name.trim().toLowerCase()));

  return {
    preflight(request) {
      const method = request.header('access-control-request-method');
      if (request.method !== 'OPTIONS' || !method) return null;
      const headers: Record<string, string> = {
        Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      };
      const asked = request.header('access-control-request-headers') ?? '';
      const names = asked.split(',').map((name) => name.trim().toLowerCase());
      const fits = METHODS.has(method) && names.every((name) => name === '' || allowed.has(name));
      if (request.header('origin') !== undefined && fits) {
        headers['Access-Control-Allow-Origin'] = '*';
        headers['Access-Control-Allow-Credentials'] = 'true';
        headers['Access-Control-Allow-Methods'] = method;
        // Builds the header from the validated names and not from the raw request header.
        if (asked) headers['Access-Control-Allow-Headers'] = names.filter((name) => name !== '').join(', ');
      }
      return { status: 204, headers, body: null };
    },

    headers(request): Record<string, string> {
      if (request.header('origin') === undefined) return { Vary: 'Origin' };
      return {
        Vary: 'Origin',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': EXPOSED,
      };
    },
  };
}
