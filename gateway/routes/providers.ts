// Rows of sign-in with external providers, and of identities that users link by themselves.
import type { Route } from './row.ts';

const DEPARTURE = {
  method: 'GET',
  guards: ['limiter'],
  limiter: 'authorize',
  query: {
    provider: 'string',
    scopes: 'string',
    code_challenge: 'string',
    code_challenge_method: 'string',
  },
  pool: 'fast',
  reply: 'to_provider',
} as const satisfies Partial<Route>;

const FLOW = {
  id: 'opened.id',
  provider: 'opened.provider',
  link: 'opened.link',
  verifier: 'opened.verifier',
} as const;

const ARRIVAL = {
  path: '/callback',
  tag: 'session',
  summary: 'Come back from an external provider',
  auth: 'none',
  guards: [],
  pool: 'fast',
  creates_user: true,
  confirms_user: true,
  take: { function: 'consume_provider_flow', args: { id: 'opened.id', settings: 'settings' } },
  call: {
    function: 'finish_provider_flow',
    args: {
      id: 'opened.id',
      profile: 'opened.profile',
      provider_tokens: 'opened.provider_tokens',
      link: 'link',
      settings: 'settings',
      client: 'client',
    },
  },
  reply: 'from_provider',
  answer: 'returned',
} as const satisfies Partial<Route>;

const BY_HAND = {
  only_with: { settings: ['security_manual_linking_enabled'], refuse: 'manual_linking_disabled' },
} as const;

export const PROVIDER_ROUTES = [
  {
    ...DEPARTURE,
    path: '/authorize',
    tag: 'session',
    summary: 'Go to an external provider to sign in',
    auth: 'none',
    query: { ...DEPARTURE.query, invite_token: 'string' },
    required: ['provider'],
    call: { function: 'start_provider_flow', args: { ...FLOW, invitation: 'opened.invitation' } },
    answer: 'provider',
  },
  { ...ARRIVAL, method: 'GET' },
  { ...ARRIVAL, method: 'POST' },
  {
    ...DEPARTURE,
    path: '/user/identities/authorize',
    tag: 'account',
    summary: 'Go to an external provider to link an identity',
    auth: 'user',
    ...BY_HAND,
    query: { ...DEPARTURE.query, skip_http_redirect: 'string' },
    call: {
      function: 'start_identity_link',
      args: { claims: 'claims', ...FLOW, audience: 'audience', settings: 'settings' },
    },
    answer: 'provider_url',
  },
  {
    method: 'DELETE',
    path: '/user/identities/{identity_id}',
    tag: 'account',
    summary: 'Unlink an identity',
    auth: 'user',
    ...BY_HAND,
    guards: [],
    pool: 'fast',
    call: {
      function: 'unlink_identity',
      args: {
        claims: 'claims',
        identity_id: 'path.identity_id',
        audience: 'audience',
        settings: 'settings',
        client: 'client',
      },
    },
    reply: 'json',
    answer: 'empty',
  },
] as const satisfies readonly Route[];
