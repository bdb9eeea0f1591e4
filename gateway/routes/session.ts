// Routes that open, refresh and end sessions.
import { steps } from '../pipeline/step.ts';
import { byGrant, grantOfQuery } from '../steps/by_grant.ts';
import { captcha } from '../steps/captcha.ts';
import { withLeakCheck } from '../steps/leaked_password.ts';
import { limit } from '../steps/limit.ts';
import { countAttempt, hashOnReplica, withForeignHash } from '../steps/password.ts';
import { readBody } from '../steps/read_body.ts';
import { onErrorKeepSession, unsealRefreshToken } from '../steps/refresh_token.ts';
import { respond } from '../steps/reply.ts';
import { sql } from '../steps/sql.ts';
import { refuseEveryRequest } from '../steps/switches.ts';
import { verifyIdToken } from '../steps/verify_id_token.ts';
import { verifyWallet } from '../steps/verify_wallet.ts';
import { KEYSET_PAGE_ARGS, KEYSET_PAGE_QUERY } from './parts.ts';
import type { RouteRow } from './row.ts';

const CREDENTIALS = { email: 'body.email', phone: 'body.phone', password: 'body.password' } as const;

const ENDING = {
  method: 'DELETE',
  tag: 'admin',
  auth: 'admin',
  reply: 'no_content',
  answer: 'none',
} as const;
const ENDING_ARGS = { claims: 'claims', user_id: 'path.user_id', settings: 'settings', client: 'client' } as const;

export const SESSION_ROUTES = [
  {
    method: 'POST',
    path: '/token',
    tag: 'session',
    summary: 'Sign in with a password, an authorization code, an ID token or a wallet, or refresh a session',
    auth: 'none',
    answer: 'session',
    steps: steps(
      byGrant(grantOfQuery, {
        password: {
          required: [['email', 'phone']],
          steps: steps(
            captcha,
            limit('token'),
            readBody({ email: 'string', phone: 'string', password: 'string' }),
            countAttempt({
              function: 'count_password_attempt',
              args: { email: 'body.email', phone: 'body.phone', settings: 'settings', client: 'client' },
            }),
            withLeakCheck(
              withForeignHash(
                hashOnReplica(
                  {
                    function: 'sign_in_with_password',
                    args: {
                      ...CREDENTIALS,
                      audience: 'audience',
                      settings: 'settings',
                      client: 'client',
                      rehashed: 'rehashed',
                      proof: 'proof',
                      leaked: 'leaked',
                      link: 'link',
                    },
                    hashes: ['email', 'phone', 'password'],
                  },
                  {
                    look: {
                      function: 'compare_password',
                      args: { ...CREDENTIALS, audience: 'audience', settings: 'settings' },
                    },
                  },
                ),
              ),
            ),
            respond('session'),
          ),
        },
        refresh_token: {
          required: ['refresh_token'],
          steps: steps(
            limit('token'),
            readBody({ refresh_token: 'string' }),
            unsealRefreshToken,
            onErrorKeepSession,
            sql({
              function: 'refresh_session',
              args: {
                user_id: 'refresh.user_id',
                session_id: 'refresh.session_id',
                counter: 'refresh.counter',
                old_token: 'refresh.old_token',
                settings: 'settings',
                client: 'client',
              },
              shared: { locks: ['refresh.user_id', 'refresh.session_id'] },
            }),
            respond('session'),
          ),
        },
        pkce: {
          required: ['auth_code', 'code_verifier'],
          steps: steps(
            limit('token'),
            readBody({ auth_code: 'string', code_verifier: 'string' }),
            sql({
              function: 'exchange_code',
              args: {
                auth_code: 'body.auth_code',
                code_verifier: 'body.code_verifier',
                settings: 'settings',
                client: 'client',
                link: 'link',
              },
            }),
            respond('session'),
          ),
        },
        web3: {
          required: ['chain', 'message', 'signature'],
          only_with: {
            settings: ['external_web3_ethereum_enabled', 'external_web3_solana_enabled'],
            refuse: 'web3_disabled',
          },
          steps: steps(
            captcha,
            limit('web3'),
            readBody({ chain: 'string', message: 'string', signature: 'string' }),
            verifyWallet,
            sql({
              function: 'sign_in_with_web3',
              args: { message: 'wallet.message', settings: 'settings', client: 'client' },
              creates_user: true,
            }),
            respond('session'),
          ),
        },
        // This sign-in needs no captcha.
        id_token: {
          required: ['id_token', ['provider', 'issuer']],
          steps: steps(
            limit('token'),
            readBody({
              id_token: 'string',
              provider: 'string',
              client_id: 'string',
              issuer: 'string',
              access_token: 'string',
              nonce: 'string',
              link_identity: 'boolean',
            }),
            verifyIdToken({ find: { function: 'find_custom_provider', args: { provider: 'body.provider' } } }),
            sql({
              function: 'sign_in_with_id_token',
              args: {
                provider: 'identity.provider',
                profile: 'identity.profile',
                token: 'identity.token',
                claims: 'identity.claims',
                audience: 'audience',
                link: 'link',
                settings: 'settings',
                client: 'client',
              },
              creates_user: true,
              confirms_user: true,
            }),
            respond('session'),
          ),
        },
        '*': { answer: 'none', steps: steps(captcha, refuseEveryRequest('unsupported_grant_type')) },
      }),
    ),
  },
  {
    method: 'POST',
    path: '/logout',
    tag: 'session',
    summary: 'End sessions',
    auth: 'user',
    client_tokens: true,
    query: { scope: 'string' },
    call: {
      function: 'sign_out',
      args: { claims: 'claims', scope: 'query.scope', settings: 'settings', client: 'client' },
    },
    reply: 'no_content',
    answer: 'none',
  },
  {
    method: 'GET',
    path: '/sessions',
    tag: 'session',
    summary: 'List the sessions of the signed-in user',
    auth: 'user',
    call: { function: 'get_sessions', args: { claims: 'claims', settings: 'settings' } },
    reply: 'json',
    answer: 'sessions',
  },
  {
    method: 'DELETE',
    path: '/sessions/{session_id}',
    tag: 'session',
    summary: 'Sign out of one session',
    auth: 'user',
    call: {
      function: 'end_session',
      args: { claims: 'claims', session_id: 'path.session_id', settings: 'settings', client: 'client' },
    },
    reply: 'no_content',
    answer: 'none',
  },
  {
    method: 'GET',
    path: '/admin/users/{user_id}/sessions',
    tag: 'admin',
    summary: "List a user's sessions",
    auth: 'admin',
    query: KEYSET_PAGE_QUERY,
    call: {
      function: 'list_sessions',
      args: { claims: 'claims', user_id: 'path.user_id', settings: 'settings', ...KEYSET_PAGE_ARGS },
    },
    reply: 'json',
    answer: 'user_sessions',
  },
  {
    ...ENDING,
    path: '/admin/users/{user_id}/sessions',
    summary: 'Sign a user out everywhere',
    call: { function: 'end_sessions', args: { ...ENDING_ARGS, session_id: 'none' } },
  },
  {
    ...ENDING,
    path: '/admin/users/{user_id}/sessions/{session_id}',
    summary: 'Sign a user out of one session',
    call: { function: 'end_sessions', args: { ...ENDING_ARGS, session_id: 'path.session_id' } },
  },
] as const satisfies readonly RouteRow[];
