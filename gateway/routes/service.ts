// Rows about the service itself.
import type { Route } from '../route.ts';

export const SERVICE_ROUTES = [
  { method: 'GET', path: '/health', auth: 'none', guards: [], pool: 'fast', reply: 'json', answer: 'health' },
  { method: 'GET', path: '/settings', auth: 'none', guards: [], pool: 'fast', reply: 'json', answer: 'settings' },
] as const satisfies readonly Route[];
