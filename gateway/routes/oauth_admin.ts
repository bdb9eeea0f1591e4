// Routes for administrators to manage OAuth clients and the grants of users.

import { CLIENT_METADATA_SHAPE } from '../oauth/client_metadata.ts';
import { steps } from '../pipeline/step.ts';
import { respondWithClient } from '../steps/oauth_client.ts';
import { readBody } from '../steps/read_body.ts';
import { sqlAs } from '../steps/sql.ts';
import { OAUTH_SWITCH } from './oauth.ts';
import type { PlainRow, RouteRow } from './row.ts';

/** Members of a client, including those that only administrators may set. */
const TRUSTED = {
  ...CLIENT_METADATA_SHAPE,
  resources: 'strings',
  require_pkce: 'boolean',
  skips_consent: 'boolean',
} as const;

const COMMON = { ...OAUTH_SWITCH, tag: 'admin', auth: 'admin' } as const satisfies Partial<PlainRow>;
const ONE = { claims: 'claims', client_id: 'path.client_id', settings: 'settings' } as const;

export const OAUTH_ADMIN_ROUTES = [
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/oauth/clients',
    summary: 'List OAuth clients',
    query: { page: 'string', per_page: 'string' },
    call: {
      function: 'list_oauth_clients',
      args: { claims: 'claims', page: 'query.page', per_page: 'query.per_page', settings: 'settings' },
    },
    reply: 'page',
    answer: 'oauth_clients',
  },
  {
    ...COMMON,
    method: 'POST',
    path: '/admin/oauth/clients',
    summary: 'Add an OAuth client',
    // A client that uses only the device grant needs no redirect URI.
    required: [['redirect_uris', 'grant_types']],
    answer: 'oauth_client',
    steps: steps(
      readBody(TRUSTED),
      sqlAs('saved_client', {
        function: 'create_oauth_client',
        args: { claims: 'claims', metadata: 'body', settings: 'settings', client: 'client' },
      }),
      respondWithClient(201),
    ),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/oauth/clients/{client_id}',
    summary: 'Show an OAuth client',
    call: { function: 'get_oauth_client', args: ONE },
    reply: 'json',
    answer: 'oauth_client',
  },
  {
    ...COMMON,
    method: 'PUT',
    path: '/admin/oauth/clients/{client_id}',
    summary: 'Change an OAuth client',
    body: TRUSTED,
    call: { function: 'change_oauth_client', args: { ...ONE, metadata: 'body', client: 'client' } },
    reply: 'json',
    answer: 'oauth_client',
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: '/admin/oauth/clients/{client_id}',
    summary: 'Delete an OAuth client, which ends its access',
    call: { function: 'delete_oauth_client', args: { ...ONE, client: 'client' } },
    reply: 'no_content',
    answer: 'none',
  },
  {
    ...COMMON,
    method: 'POST',
    path: '/admin/oauth/clients/{client_id}/regenerate_secret',
    summary: 'Replace the secret of an OAuth client',
    answer: 'oauth_client',
    steps: steps(
      sqlAs('saved_client', { function: 'renew_oauth_client_secret', args: { ...ONE, client: 'client' } }),
      respondWithClient(200),
    ),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/users/{user_id}/oauth/grants',
    summary: 'List the clients that a user has approved',
    call: { function: 'list_user_grants', args: { claims: 'claims', user_id: 'path.user_id', settings: 'settings' } },
    reply: 'json',
    answer: 'grants',
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: '/admin/users/{user_id}/oauth/grants',
    summary: 'Revoke a client’s access to a user',
    query: { client_id: 'string' },
    call: {
      function: 'revoke_user_grant',
      args: {
        claims: 'claims',
        user_id: 'path.user_id',
        client_id: 'query.client_id',
        settings: 'settings',
        client: 'client',
      },
    },
    reply: 'no_content',
    answer: 'none',
  },
] as const satisfies readonly RouteRow[];
