// Rows that redeem links and codes.
import type { Route } from '../route.ts';
import { AUDIENCE_SETTINGS, CHANGE_SETTINGS, PASSWORD_SETTINGS, SESSION_SETTINGS } from './parts.ts';

export const VERIFY_ROUTES = [
  {
    method: 'POST',
    path: '/verify',
    auth: 'none',
    guards: ['limiter', 'body'],
    body: {
      type: 'string',
      token: 'string',
      token_hash: 'string',
      email: 'string',
      phone: 'string',
      redirect_to: 'string',
      password: 'string',
    },
    limiter: 'verify',
    opener: 'verify_body',
    pool: 'fast',
    hashes: ['password'],
    settings: [
      ...AUDIENCE_SETTINGS,
      ...PASSWORD_SETTINGS,
      ...SESSION_SETTINGS,
      ...CHANGE_SETTINGS,
      'security_max_code_failures',
    ],
    call: {
      function: 'verify_token',
      args: {
        type: 'body.type',
        email: 'body.email',
        phone: 'body.phone',
        code: 'opened.code',
        link: 'opened.link',
        redirect_to: 'opened.redirect_to',
        password: 'body.password',
        needs_password: 'opened.needs_password',
        code_keys: 'code_keys',
        audience: 'audience',
        settings: 'settings',
        client: 'client',
      },
    },
    reply: 'session',
    answer: 'session',
  },
  {
    method: 'GET',
    path: '/verify',
    auth: 'none',
    guards: ['limiter'],
    query: { type: 'string', token: 'string' },
    limiter: 'verify',
    opener: 'verify_link',
    pool: 'fast',
    settings: [...SESSION_SETTINGS, ...CHANGE_SETTINGS],
    call: {
      function: 'follow_link',
      args: { type: 'query.type', link: 'opened.link', settings: 'settings', client: 'client' },
    },
    reply: 'redirect',
    answer: 'redirect',
  },
] as const satisfies readonly Route[];
