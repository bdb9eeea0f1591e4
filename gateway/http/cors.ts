// Cross-origin requests: any origin, fixed methods, a list of headers. Answers preflights.
import type { HttpRequest, HttpResponse } from '../server/types.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** `apikey` is sent by supabase-js with every request. Without it that client would not work in browsers. */
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
  /** Returns the answer to a preflight; null if the request is none. */
  preflight(request: Pick<HttpRequest, 'method' | 'header'>): HttpResponse | null;
  /** Returns the headers of any other response. */
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
        // Built from the validated names, never from the raw text.
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
