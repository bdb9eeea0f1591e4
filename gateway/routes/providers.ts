// Routes of sign-in with external providers and of linked identities.
import { steps } from '../pipeline/step.ts';
import { limit } from '../steps/limit.ts';
import {
  fetchProviderProfile,
  onErrorRedirectToApp,
  onErrorRedirectToSite,
  readCallback,
  readState,
  redirectFromProvider,
  resumeFlow,
} from '../steps/provider_callback.ts';
import { redirectToProvider } from '../steps/provider_redirect.ts';
import { respondWithProviderToken } from '../steps/provider_token.ts';
import { sql, sqlAs } from '../steps/sql.ts';
import type { PlainRow, RouteRow } from './row.ts';

const QUERY = {
  provider: 'string',
  scopes: 'string',
  code_challenge: 'string',
  code_challenge_method: 'string',
} as const;
const FLOW = { id: 'flow.id', provider: 'flow.provider', link: 'flow.link', verifier: 'flow.verifier' } as const;

const RETURN = {
  path: '/callback',
  tag: 'session',
  summary: 'Handle the redirect from an external provider',
  auth: 'none',
  answer: 'returned',
  steps: steps(
    readCallback,
    onErrorRedirectToSite,
    readState,
    sqlAs('stored_flow', { function: 'consume_provider_flow', args: { id: 'state.id', settings: 'settings' } }),
    resumeFlow,
    onErrorRedirectToApp,
    fetchProviderProfile,
    sql({
      function: 'finish_provider_flow',
      args: {
        id: 'state.id',
        profile: 'external_sign_in.profile',
        provider_tokens: 'external_sign_in.provider_tokens',
        link: 'flow.link',
        settings: 'settings',
        client: 'client',
      },
      creates_user: true,
      confirms_user: true,
    }),
    redirectFromProvider,
  ),
} as const;

const BY_HAND = {
  only_with: { settings: ['security_manual_linking_enabled'], refuse: 'manual_linking_disabled' },
} as const satisfies Partial<PlainRow>;

export const PROVIDER_ROUTES = [
  {
    method: 'GET',
    path: '/authorize',
    tag: 'session',
    summary: 'Redirect the browser to an external provider to sign in',
    auth: 'none',
    query: { ...QUERY, invite_token: 'string' },
    required: ['provider'],
    answer: 'provider',
    steps: steps(
      limit('authorize'),
      redirectToProvider({ function: 'start_provider_flow', args: { ...FLOW, invitation: 'flow.invitation' } }),
    ),
  },
  { ...RETURN, method: 'GET' },
  { ...RETURN, method: 'POST' },
  {
    method: 'GET',
    path: '/user/identities/authorize',
    tag: 'account',
    summary: 'Redirect the browser to an external provider to link an identity',
    auth: 'user',
    ...BY_HAND,
    query: { ...QUERY, skip_http_redirect: 'string' },
    answer: 'provider_url',
    steps: steps(
      limit('authorize'),
      redirectToProvider({
        function: 'start_identity_link',
        args: { claims: 'claims', ...FLOW, audience: 'audience', settings: 'settings' },
      }),
    ),
  },
  {
    method: 'GET',
    path: '/user/identities/{identity_id}/token',
    tag: 'account',
    summary: 'Get an identity’s access token of the provider, which is renewed if it is about to expire',
    auth: 'user',
    answer: 'provider_token',
    steps: steps(
      limit('user'),
      sqlAs('leased_token', {
        function: 'lease_provider_token',
        args: { claims: 'claims', identity_id: 'path.identity_id', audience: 'audience', settings: 'settings' },
      }),
      respondWithProviderToken({
        function: 'renew_provider_token',
        args: {
          claims: 'claims',
          identity_id: 'path.identity_id',
          id: 'renewal.id',
          tokens: 'renewal.tokens',
          outcome: 'renewal.outcome',
          audience: 'audience',
          settings: 'settings',
        },
      }),
    ),
  },
  {
    method: 'DELETE',
    path: '/user/identities/{identity_id}',
    tag: 'account',
    summary: 'Unlink an identity',
    auth: 'user',
    ...BY_HAND,
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
] as const satisfies readonly RouteRow[];
