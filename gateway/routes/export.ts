// Routes that export all data of a user.
import type { RouteRow } from './row.ts';

export const EXPORT_ROUTES = [
  {
    method: 'GET',
    path: '/user/export',
    tag: 'account',
    summary: 'Export all data that is stored about the signed-in user',
    auth: 'user',
    guards: ['limit.export'],
    query: { cursor: 'string' },
    call: {
      function: 'export_own_data',
      args: { claims: 'claims', cursor: 'query.cursor', settings: 'settings' },
    },
    reply: 'json',
    answer: 'user_export',
  },
  {
    method: 'GET',
    path: '/admin/users/{user_id}/export',
    tag: 'admin',
    summary: 'Export all data that is stored about a user',
    auth: 'admin',
    query: { cursor: 'string' },
    call: {
      function: 'export_user',
      args: { claims: 'claims', user_id: 'path.user_id', cursor: 'query.cursor', settings: 'settings' },
    },
    reply: 'json',
    answer: 'user_export',
  },
] as const satisfies readonly RouteRow[];
