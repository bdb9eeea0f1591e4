// Routes of the OAuth server, with which other apps sign users in through Postern.

import { CLIENT_METADATA_SHAPE } from '../oauth/client_metadata.ts';
import { DEVICE_GRANT } from '../oauth/metadata.ts';
import { steps } from '../pipeline/step.ts';
import { byGrant } from '../steps/by_grant.ts';
import { limit } from '../steps/limit.ts';
import { requireRegistration, respondWithClient, respondWithServerMetadata } from '../steps/oauth_client.ts';
import { checkOrigin, requireOwnPages, respondWithAuthorization, unsealAuthorization } from '../steps/oauth_consent.ts';
import {
  generateUserCodes,
  readUserCode,
  requireDeviceGrant,
  respondWithDeviceCodes,
  respondWithDeviceRequest,
  unsealDeviceCode,
} from '../steps/oauth_device.ts';
import { readLogout, redirectAfterSignOut } from '../steps/oauth_logout.ts';
import {
  onErrorPage,
  readAuthorizationRequest,
  readClientDocument,
  readPushedRequest,
  redirectToConsent,
  respondWithPushedRequest,
} from '../steps/oauth_request.ts';
import {
  grantOfForm,
  type HasClientForm,
  onErrorOAuth,
  onErrorRegistration,
  readClientRequest,
  readDeviceForm,
  readPushedForm,
  refuseGrant,
  respondWithIntrospection,
  respondWithRevocation,
  respondWithTokens,
  unsealAuthorizationCode,
  unsealClientRefreshToken,
  unsealIntrospectedToken,
  unsealRevokedToken,
} from '../steps/oauth_token.ts';
import { onErrorBearer, readUserinfoToken } from '../steps/oauth_userinfo.ts';
import { readBody } from '../steps/read_body.ts';
import { respond } from '../steps/reply.ts';
import { sql, sqlAs } from '../steps/sql.ts';
import type { RouteRow } from './row.ts';

export const OAUTH_SWITCH = {
  tag: 'oauth',
  only_with: { settings: ['oauth_server_enabled'], refuse: 'oauth_server_disabled' },
} as const;

const authorize = (method: 'GET' | 'POST') =>
  ({
    ...OAUTH_SWITCH,
    method,
    path: '/oauth/authorize',
    summary: 'Start an authorization and redirect the browser to the consent page',
    auth: 'none',
    answer: 'consent_page',
    steps: steps(
      onErrorPage,
      limit('authorize'),
      readAuthorizationRequest,
      readClientDocument,
      sqlAs('authorization_start', {
        function: 'start_authorization',
        args: { id: 'authorization.id', request: 'authorization.request', settings: 'settings' },
      }),
      redirectToConsent,
    ),
  }) as const;

const logout = (method: 'GET' | 'POST') =>
  ({
    ...OAUTH_SWITCH,
    method,
    path: '/oauth/logout',
    summary: "End a client's session of a user, and redirect the browser to the client",
    auth: 'none',
    answer: 'signed_out',
    steps: steps(
      onErrorPage,
      limit('authorize'),
      readLogout,
      sqlAs('ended_session', {
        function: 'end_authorized_session',
        args: {
          hint: 'logout.hint',
          client_id: 'logout.client_id',
          post_logout_redirect_uri: 'logout.redirect_uri',
          client: 'client',
        },
      }),
      redirectAfterSignOut,
    ),
  }) as const;

const userinfo = (method: 'GET' | 'POST') =>
  ({
    ...OAUTH_SWITCH,
    method,
    path: '/oauth/userinfo',
    summary: 'Show the user’s claims that the scopes of the access token allow',
    auth: 'none',
    client_tokens: true,
    errors: 'bearer',
    answer: 'userinfo',
    steps: steps(
      onErrorBearer,
      readUserinfoToken,
      sql({ function: 'get_userinfo', args: { claims: 'bearer.claims', settings: 'settings' } }),
      respond('json'),
    ),
  }) as const;

export const OAUTH_ROUTES = [
  {
    ...OAUTH_SWITCH,
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Show the metadata of the OAuth server',
    auth: 'none',
    answer: 'server_metadata',
    steps: steps(respondWithServerMetadata),
  },
  authorize('GET'),
  authorize('POST'),
  logout('GET'),
  logout('POST'),
  {
    ...OAUTH_SWITCH,
    method: 'GET',
    path: '/oauth/authorizations/{authorization_id}',
    summary: 'Show an authorization to its user',
    auth: 'user',
    answer: 'authorization',
    steps: steps(
      checkOrigin,
      unsealAuthorization,
      sqlAs('consent_result', {
        function: 'get_authorization',
        args: { claims: 'claims', authorization_id: 'authorization.id', settings: 'settings', client: 'client' },
      }),
      respondWithAuthorization,
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/authorizations/{authorization_id}/consent',
    summary: 'Approve or deny an authorization',
    auth: 'user',
    answer: 'redirect_url',
    steps: steps(
      checkOrigin,
      readBody({ action: 'string', scopes: 'strings' }),
      unsealAuthorization,
      sqlAs('consent_result', {
        function: 'decide_authorization',
        args: {
          claims: 'claims',
          authorization_id: 'authorization.id',
          action: 'body.action',
          scopes: 'body.scopes',
          settings: 'settings',
          client: 'client',
        },
      }),
      respondWithAuthorization,
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/authorizations/{authorization_id}/decline',
    summary: 'Complete a request with prompt=none when no user is signed in',
    auth: 'none',
    answer: 'redirect_url',
    steps: steps(
      checkOrigin,
      limit('authorize'),
      readBody({ reason: 'string' }),
      unsealAuthorization,
      sqlAs('consent_result', {
        function: 'decline_authorization',
        args: { authorization_id: 'authorization.id', reason: 'body.reason' },
      }),
      respondWithAuthorization,
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/token',
    errors: 'oauth',
    summary: 'Exchange an authorization code, or refresh the session of a client',
    auth: 'none',
    answer: 'client_tokens',
    steps: steps(
      onErrorOAuth,
      limit('oauth_token'),
      readClientRequest,
      byGrant(grantOfForm, {
        authorization_code: {
          steps: steps.after<HasClientForm>()(
            unsealAuthorizationCode,
            sqlAs('issued_tokens', {
              function: 'exchange_authorization',
              args: {
                proof: 'proof',
                authorization_id: 'code.authorization',
                redirect_uri: 'form.redirect_uri',
                code_verifier: 'form.code_verifier',
                resources: 'form.resource',
                settings: 'settings',
                client: 'client',
              },
            }),
            respondWithTokens,
          ),
        },
        refresh_token: {
          steps: steps.after<HasClientForm>()(
            unsealClientRefreshToken,
            sqlAs('issued_tokens', {
              function: 'refresh_session',
              args: {
                user_id: 'refresh.user_id',
                session_id: 'refresh.session_id',
                counter: 'refresh.counter',
                old_token: 'refresh.old_token',
                proof: 'proof',
                scope: 'form.scope',
                resources: 'form.resource',
                settings: 'settings',
                client: 'client',
              },
              shared: { locks: ['refresh.user_id', 'refresh.session_id'] },
            }),
            respondWithTokens,
          ),
        },
        [DEVICE_GRANT]: {
          steps: steps.after<HasClientForm>()(
            unsealDeviceCode,
            sqlAs('issued_tokens', {
              function: 'poll_device_authorization',
              args: {
                proof: 'proof',
                authorization_id: 'device_code.authorization',
                settings: 'settings',
                client: 'client',
              },
            }),
            respondWithTokens,
          ),
        },
        '*': { steps: steps.after<HasClientForm>()(refuseGrant) },
      }),
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/par',
    errors: 'oauth',
    summary: 'Push the parameters of an authorization (RFC 9126)',
    auth: 'none',
    answer: 'pushed_authorization',
    steps: steps(
      onErrorOAuth,
      limit('oauth_token'),
      readPushedForm,
      readPushedRequest,
      sqlAs('pushed_request', {
        function: 'push_authorization',
        args: { id: 'authorization.id', proof: 'proof', request: 'authorization.request', settings: 'settings' },
      }),
      respondWithPushedRequest,
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/device_authorization',
    errors: 'oauth',
    summary: 'Start the sign-in of a device and get its codes (RFC 8628)',
    auth: 'none',
    answer: 'device_authorization',
    steps: steps(
      requireDeviceGrant,
      onErrorOAuth,
      limit('oauth_token'),
      readDeviceForm,
      generateUserCodes,
      sqlAs('device_start', {
        function: 'start_device_authorization',
        args: {
          id: 'device.id',
          proof: 'proof',
          user_code_macs: 'device.macs',
          request: 'device.request',
          settings: 'settings',
          client: 'client',
        },
      }),
      respondWithDeviceCodes,
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/device',
    summary: 'Show the request of a device to the user who enters its code',
    auth: 'user',
    answer: 'device_request',
    steps: steps(
      checkOrigin,
      requireDeviceGrant,
      limit('verify'),
      readBody({ user_code: 'string' }),
      readUserCode,
      sqlAs('device_request', {
        function: 'enter_user_code',
        args: { claims: 'claims', user_code_macs: 'user_code.macs', settings: 'settings' },
      }),
      respondWithDeviceRequest,
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/revoke',
    errors: 'oauth',
    summary: 'Revoke a token of a client, which ends its session (RFC 7009)',
    auth: 'none',
    answer: 'revoked',
    steps: steps(
      onErrorOAuth,
      limit('oauth_token'),
      readClientRequest,
      unsealRevokedToken,
      sqlAs('revocation', {
        function: 'revoke_authorized_session',
        args: {
          proof: 'proof',
          user_id: 'token.user_id',
          session_id: 'token.session_id',
          client: 'client',
          old_token: 'token.old_token',
        },
      }),
      respondWithRevocation,
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/introspect',
    errors: 'oauth',
    summary: 'Introspect a token as a confidential client (RFC 7662)',
    auth: 'none',
    answer: 'inspected',
    steps: steps(
      onErrorOAuth,
      limit('oauth_token'),
      readClientRequest,
      unsealIntrospectedToken,
      sqlAs('inspection', {
        function: 'inspect_authorized_session',
        args: {
          proof: 'proof',
          user_id: 'token.user_id',
          session_id: 'token.session_id',
          counter: 'token.counter',
          token_claims: 'token.claims',
          old_token: 'token.old_token',
          settings: 'settings',
        },
      }),
      respondWithIntrospection,
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'GET',
    path: '/oauth/providers',
    summary: 'List the enabled custom providers, for the sign-in of the consent page',
    auth: 'none',
    answer: 'sign_in_providers',
    steps: steps(
      requireOwnPages,
      limit('authorize'),
      sql({ function: 'list_sign_in_providers', args: {} }),
      respond('json'),
    ),
  },
  userinfo('GET'),
  userinfo('POST'),
  {
    ...OAUTH_SWITCH,
    method: 'POST',
    path: '/oauth/clients/register',
    errors: 'oauth',
    summary: 'Register a client',
    auth: 'none',
    // A client that uses only the device grant needs no redirect URI.
    required: [['redirect_uris', 'grant_types']],
    answer: 'oauth_client',
    steps: steps(
      onErrorRegistration,
      limit('oauth_register'),
      requireRegistration,
      readBody(CLIENT_METADATA_SHAPE),
      sqlAs('saved_client', {
        function: 'register_oauth_client',
        args: { metadata: 'body', settings: 'settings', client: 'client' },
      }),
      respondWithClient(201),
    ),
  },
  {
    ...OAUTH_SWITCH,
    method: 'GET',
    path: '/user/oauth/grants',
    summary: 'List the clients that the signed-in user has approved',
    auth: 'user',
    call: { function: 'list_grants', args: { claims: 'claims', settings: 'settings' } },
    reply: 'json',
    answer: 'grants',
  },
  {
    ...OAUTH_SWITCH,
    method: 'DELETE',
    path: '/user/oauth/grants',
    summary: 'Revoke the access of a client',
    auth: 'user',
    query: { client_id: 'string' },
    required: ['client_id'],
    call: {
      function: 'revoke_grant',
      args: { claims: 'claims', client_id: 'query.client_id', settings: 'settings', client: 'client' },
    },
    reply: 'no_content',
    answer: 'none',
  },
] as const satisfies readonly RouteRow[];
