// Rows about the service itself.
import type { Route } from './row.ts';

export const SERVICE_ROUTES = [
  { method: 'GET', path: '/health', auth: 'none', guards: [], pool: 'fast', reply: 'json', answer: 'health' },
  {
    method: 'GET',
    path: '/ready',
    auth: 'none',
    guards: [],
    pool: 'fast',
    call: { function: 'get_release', args: {} },
    reply: 'json',
    answer: 'ready',
  },
  { method: 'GET', path: '/settings', auth: 'none', guards: [], pool: 'fast', reply: 'json', answer: 'settings' },
  {
    method: 'GET',
    path: '/.well-known/jwks.json',
    auth: 'none',
    guards: [],
    pool: 'fast',
    reply: 'json',
    answer: 'jwks',
  },
  { method: 'GET', path: '/openapi.json', auth: 'none', guards: [], pool: 'fast', reply: 'json', answer: 'openapi' },
] as const satisfies readonly Route[];
