// Routes for administrators to manage identity providers of organizations. Identity providers can be read and deleted
// even if SAML is off.
import { steps } from '../pipeline/step.ts';
import { readBody } from '../steps/read_body.ts';
import { respond } from '../steps/reply.ts';
import { respondWithScimToken } from '../steps/scim.ts';
import { sql, sqlAs } from '../steps/sql.ts';
import {
  parseProviderMetadata,
  readDomainRecords,
  readSsoDomain,
  readSsoDomainFilter,
  readSsoProvider,
  readStoredUrl,
  respondWithSsoProvider,
} from '../steps/sso_provider.ts';
import { testSsoProvider } from '../steps/test_sso_provider.ts';
import { KEYSET_PAGE_ARGS, KEYSET_PAGE_QUERY } from './parts.ts';
import type { PlainRow, RouteRow } from './row.ts';

const MEMBERS = {
  type: 'string',
  metadata_url: 'string',
  metadata_xml: 'string',
  domains: 'strings',
  attribute_mapping: 'object',
  name_id_format: 'string',
  resource_id: 'string',
  disabled: 'boolean',
  name: 'string',
  idp_initiated: 'boolean',
  email_domains: 'string',
  just_in_time: 'boolean',
  require_signed: 'string',
  force_authn: 'boolean',
  sign_requests: 'boolean',
  requested_authn_context: 'strings',
  scoping: 'strings',
  allowed_algorithms: 'strings',
  entity_id: 'string',
} as const;

const COMMON = { tag: 'admin', auth: 'admin' } as const satisfies Partial<PlainRow>;
const SWITCHED = {
  ...COMMON,
  only_with: { settings: ['saml_enabled'], refuse: 'saml_disabled' },
} as const satisfies Partial<PlainRow>;

const PATH = '/admin/sso/providers/{provider_id}';
const ONE = { claims: 'claims', id: 'path.provider_id', settings: 'settings' } as const;
const DOMAIN = { ...ONE, domain: 'ascii_domain' } as const;
const CHANGE = {
  function: 'change_sso_provider',
  args: { ...ONE, provider: 'provider_request.provider', metadata: 'parsed_metadata', client: 'client' },
} as const;

export const SSO_ADMIN_ROUTES = [
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/sso/providers',
    summary: 'List identity providers',
    query: { resource_id: 'string', resource_id_prefix: 'string', domain: 'string', ...KEYSET_PAGE_QUERY },
    answer: 'sso_providers',
    steps: steps(
      readSsoDomainFilter,
      sql({
        function: 'list_sso_providers',
        args: {
          claims: 'claims',
          resource_id: 'query.resource_id',
          resource_id_prefix: 'query.resource_id_prefix',
          domain: 'ascii_domain',
          ...KEYSET_PAGE_ARGS,
          settings: 'settings',
        },
      }),
      respond('json'),
    ),
  },
  {
    ...SWITCHED,
    method: 'POST',
    path: '/admin/sso/providers',
    summary: 'Add an identity provider',
    required: ['type', ['metadata_url', 'metadata_xml']],
    answer: 'sso_provider',
    steps: steps(
      readBody(MEMBERS),
      readSsoProvider,
      sqlAs('preparation', {
        function: 'prepare_sso_provider',
        args: { claims: 'claims', id: 'none', provider: 'provider_request.provider', settings: 'settings' },
      }),
      parseProviderMetadata,
      sql({
        function: 'create_sso_provider',
        args: {
          claims: 'claims',
          provider: 'provider_request.provider',
          metadata: 'parsed_metadata',
          settings: 'settings',
          client: 'client',
        },
      }),
      respondWithSsoProvider({ status: 201 }),
    ),
  },
  {
    ...COMMON,
    method: 'GET',
    path: PATH,
    summary: 'Show an identity provider',
    call: { function: 'get_sso_provider', args: ONE },
    reply: 'json',
    answer: 'sso_provider',
  },
  {
    ...SWITCHED,
    method: 'PUT',
    path: PATH,
    summary: 'Change an identity provider',
    answer: 'sso_provider',
    steps: steps(
      readBody(MEMBERS),
      readSsoProvider,
      sqlAs('preparation', {
        function: 'prepare_sso_provider',
        args: { ...ONE, provider: 'provider_request.provider' },
      }),
      parseProviderMetadata,
      sql(CHANGE),
      respondWithSsoProvider({ status: 200 }),
    ),
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: PATH,
    summary: 'Delete an identity provider',
    query: { end_sessions: 'string' },
    call: {
      function: 'delete_sso_provider',
      args: { ...ONE, end_sessions: 'query.end_sessions', client: 'client' },
    },
    reply: 'json',
    answer: 'sso_provider',
  },
  {
    ...SWITCHED,
    method: 'POST',
    path: `${PATH}/metadata`,
    summary: 'Fetch the metadata of an identity provider again',
    answer: 'sso_provider',
    steps: steps(
      sqlAs('preparation', { function: 'prepare_sso_provider', args: { ...ONE, provider: 'none' } }),
      readStoredUrl,
      parseProviderMetadata,
      sql(CHANGE),
      respondWithSsoProvider({ status: 200 }),
    ),
  },
  {
    ...SWITCHED,
    method: 'POST',
    path: `${PATH}/test`,
    summary: 'Check the metadata, certificates, sign-in page and clock of an identity provider',
    answer: 'provider_tested',
    steps: steps(readBody({ response: 'string', request_id: 'string' }, { optional: true }), testSsoProvider),
  },
  {
    ...COMMON,
    method: 'PUT',
    path: `${PATH}/domains/{domain}`,
    summary: 'Verify a domain without DNS, or enforce SSO for it',
    answer: 'sso_domain',
    steps: steps(
      readBody({ verified: 'boolean', enforced: 'boolean' }),
      readSsoDomain,
      sql({
        function: 'change_sso_domain',
        args: { ...DOMAIN, verified: 'body.verified', enforced: 'body.enforced', client: 'client' },
      }),
      respondWithSsoProvider({ status: 200 }),
    ),
  },
  {
    ...COMMON,
    method: 'POST',
    path: `${PATH}/domains/{domain}/verify`,
    summary: 'Verify a domain by its DNS record',
    answer: 'sso_domain',
    steps: steps(
      readSsoDomain,
      sqlAs('preparation', { function: 'prepare_sso_domain', args: DOMAIN }),
      readDomainRecords,
      sql({ function: 'verify_sso_domain', args: { ...DOMAIN, records: 'dns_records', client: 'client' } }),
      respondWithSsoProvider({ status: 200 }),
    ),
  },
  {
    ...COMMON,
    method: 'GET',
    path: `${PATH}/scim-tokens`,
    summary: 'List the SCIM tokens of an identity provider',
    call: { function: 'list_scim_tokens', args: ONE },
    reply: 'json',
    answer: 'scim_tokens',
  },
  {
    ...COMMON,
    only_with: { settings: ['scim_enabled'], refuse: 'scim_disabled' },
    method: 'POST',
    path: `${PATH}/scim-tokens`,
    summary: 'Create a SCIM token for an identity provider',
    required: ['name'],
    answer: 'scim_token',
    steps: steps(
      readBody({ name: 'string', expires_at: 'string' }),
      sqlAs('new_token', {
        function: 'create_scim_token',
        args: { ...ONE, name: 'body.name', expires_at: 'body.expires_at', client: 'client' },
      }),
      respondWithScimToken,
    ),
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: `${PATH}/scim-tokens/{token_id}`,
    summary: 'Delete a SCIM token of an identity provider',
    call: { function: 'delete_scim_token', args: { ...ONE, token_id: 'path.token_id', client: 'client' } },
    reply: 'no_content',
    answer: 'none',
  },
] as const satisfies readonly RouteRow[];
