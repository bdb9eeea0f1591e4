// Rows of custom providers: what an administrator adds to the external providers of the gateway.
import type { Route } from './row.ts';

const CHANGEABLE = {
  name: 'string',
  client_id: 'string',
  client_secret: 'string',
  acceptable_client_ids: 'strings',
  scopes: 'strings',
  pkce_enabled: 'boolean',
  attribute_mapping: 'object',
  custom_claims_allowlist: 'strings',
  authorization_params: 'object',
  enabled: 'boolean',
  email_optional: 'boolean',
  issuer: 'string',
  discovery_url: 'string',
  skip_nonce_check: 'boolean',
  authorization_url: 'string',
  token_url: 'string',
  userinfo_url: 'string',
  jwks_uri: 'string',
} as const;

const COMMON = {
  tag: 'admin',
  auth: 'admin',
  guards: [],
  pool: 'admin',
  only_with: { settings: ['custom_oauth_enabled'], refuse: 'custom_providers_disabled' },
} as const satisfies Partial<Route>;

const SAVING = {
  ...COMMON,
  guards: ['body'],
  reply: 'custom_provider',
  answer: 'custom_provider',
} as const satisfies Partial<Route>;

const PREPARED = { provider: 'opened.provider', secret: 'opened.secret', settings: 'settings' } as const;
const SAVED = {
  claims: 'claims',
  id: 'opened.id',
  provider: 'opened.provider',
  secret: 'opened.secret',
  discovery_document: 'opened.discovery',
  settings: 'settings',
  client: 'client',
} as const;

const ONE = { claims: 'claims', identifier: 'path.identifier', settings: 'settings' } as const;

export const CUSTOM_PROVIDER_ROUTES = [
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/custom-providers',
    summary: 'List custom providers',
    query: { type: 'string' },
    call: { function: 'list_custom_providers', args: { claims: 'claims', type: 'query.type', settings: 'settings' } },
    reply: 'json',
    answer: 'custom_providers',
  },
  {
    ...SAVING,
    method: 'POST',
    path: '/admin/custom-providers',
    summary: 'Add a custom provider',
    body: { provider_type: 'string', identifier: 'string', ...CHANGEABLE },
    required: ['provider_type', 'identifier', 'name', 'client_id', 'client_secret'],
    take: { function: 'prepare_custom_provider', args: { claims: 'claims', identifier: 'none', ...PREPARED } },
    call: { function: 'create_custom_provider', args: SAVED },
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/custom-providers/{identifier}',
    summary: 'Show a custom provider',
    call: { function: 'get_custom_provider', args: ONE },
    reply: 'json',
    answer: 'custom_provider',
  },
  {
    ...SAVING,
    method: 'PUT',
    path: '/admin/custom-providers/{identifier}',
    summary: 'Change a custom provider',
    body: CHANGEABLE,
    take: {
      function: 'prepare_custom_provider',
      args: { claims: 'claims', identifier: 'path.identifier', ...PREPARED },
    },
    call: { function: 'change_custom_provider', args: SAVED },
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: '/admin/custom-providers/{identifier}',
    summary: 'Delete a custom provider',
    call: { function: 'delete_custom_provider', args: { ...ONE, client: 'client' } },
    reply: 'no_content',
    answer: 'none',
  },
] as const satisfies readonly Route[];
