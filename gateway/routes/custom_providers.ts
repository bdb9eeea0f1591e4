// Routes of custom providers, which administrators define in addition to the built-in ones.
import { steps } from '../pipeline/step.ts';
import { checkProviderDefinition, readDefinition, respondWithSavedProvider } from '../steps/custom_provider.ts';
import { readBody } from '../steps/read_body.ts';
import { sql, sqlAs } from '../steps/sql.ts';
import type { PlainRow, RouteRow } from './row.ts';

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
  only_with: { settings: ['custom_oauth_enabled'], refuse: 'custom_providers_disabled' },
} as const satisfies Partial<PlainRow>;

const PREPARED = { provider: 'definition.provider', secret: 'definition.secret', settings: 'settings' } as const;
const SAVED = {
  claims: 'claims',
  id: 'complete_definition.id',
  provider: 'complete_definition.provider',
  secret: 'complete_definition.secret',
  discovery_document: 'complete_definition.discovery',
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
    ...COMMON,
    method: 'POST',
    path: '/admin/custom-providers',
    summary: 'Add a custom provider',
    required: ['provider_type', 'identifier', 'name', 'client_id', 'client_secret'],
    answer: 'custom_provider',
    steps: steps(
      readBody({ provider_type: 'string', identifier: 'string', ...CHANGEABLE }),
      readDefinition,
      sqlAs('preparation', {
        function: 'prepare_custom_provider',
        args: { claims: 'claims', identifier: 'none', ...PREPARED },
      }),
      checkProviderDefinition,
      sql({ function: 'create_custom_provider', args: SAVED }),
      respondWithSavedProvider,
    ),
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
    ...COMMON,
    method: 'PUT',
    path: '/admin/custom-providers/{identifier}',
    summary: 'Change a custom provider',
    answer: 'custom_provider',
    steps: steps(
      readBody(CHANGEABLE),
      readDefinition,
      sqlAs('preparation', {
        function: 'prepare_custom_provider',
        args: { claims: 'claims', identifier: 'path.identifier', ...PREPARED },
      }),
      checkProviderDefinition,
      sql({ function: 'change_custom_provider', args: SAVED }),
      respondWithSavedProvider,
    ),
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
] as const satisfies readonly RouteRow[];
