// Routes of a user's own account: sign-up, requests for messages, reading and changing the account.
import { steps } from '../pipeline/step.ts';
import { captcha } from '../steps/captcha.ts';
import { verifyWithSmsGateway } from '../steps/code.ts';
import { checkPasswordLeaks } from '../steps/leaked_password.ts';
import { limit, limitBy } from '../steps/limit.ts';
import { checkMailHost } from '../steps/mail_host.ts';
import { verifyMergedToken } from '../steps/merge.ts';
import { recordAnonymousSignUp, withForeignHash } from '../steps/password.ts';
import { readBody } from '../steps/read_body.ts';
import { sqlOrReplica } from '../steps/replica.ts';
import { respond } from '../steps/reply.ts';
import { sql } from '../steps/sql.ts';
import { LINK_ARGS, PKCE_MEMBERS } from './parts.ts';
import type { RouteRow } from './row.ts';

interface HasAddress {
  readonly body: { readonly email: string | null; readonly phone: string | null };
}
interface HasNonce {
  readonly body: { readonly password: string | null; readonly nonce: string | null };
}

const MAGIC_LINK = {
  function: 'request_magic_link',
  args: { email: 'body.email', data: 'body.data', ...LINK_ARGS },
  creates_user: true,
} as const;
const RECOVERY = { function: 'request_recovery', args: { email: 'body.email', ...LINK_ARGS } } as const;

export const ACCOUNT_ROUTES = [
  {
    method: 'POST',
    path: '/signup',
    tag: 'account',
    summary: 'Sign up by e-mail, by phone or anonymously',
    auth: 'none',
    even: 'all',
    answer: 'user_or_session',
    steps: steps(
      captcha,
      readBody({
        email: 'string',
        phone: 'string',
        password: 'string',
        data: 'object',
        channel: 'string',
        ...PKCE_MEMBERS,
      }),
      recordAnonymousSignUp,
      limitBy(['sign_up', 'anonymous'], ({ body }: HasAddress, settings) => {
        if (body.email || body.phone) return 'sign_up';
        return settings.external_anonymous_users_enabled ? 'anonymous' : undefined;
      }),
      checkMailHost,
      checkPasswordLeaks,
      sql({
        function: 'sign_up',
        args: {
          email: 'body.email',
          phone: 'body.phone',
          password: 'body.password',
          data: 'body.data',
          channel: 'body.channel',
          ...LINK_ARGS,
          leaked: 'leaked',
        },
        hashes: ['password'],
        creates_user: true,
      }),
      respond('session'),
    ),
  },
  {
    method: 'POST',
    path: '/otp',
    tag: 'account',
    summary: 'Request a link or code to sign in',
    auth: 'none',
    even: 'all',
    required: [['email', 'phone']],
    answer: 'message',
    steps: steps(
      limit('otp'),
      captcha,
      readBody({
        email: 'string',
        phone: 'string',
        create_user: 'boolean',
        data: 'object',
        channel: 'string',
        ...PKCE_MEMBERS,
      }),
      checkMailHost,
      sql({
        function: 'request_otp',
        args: {
          email: 'body.email',
          phone: 'body.phone',
          create_user: 'body.create_user',
          data: 'body.data',
          channel: 'body.channel',
          ...LINK_ARGS,
        },
        creates_user: true,
      }),
      respond('json'),
    ),
  },
  {
    method: 'POST',
    path: '/magiclink',
    tag: 'account',
    summary: 'Request a link to sign in by e-mail',
    auth: 'none',
    even: 'all',
    required: ['email'],
    answer: 'empty',
    steps: steps(
      limit('magiclink'),
      captcha,
      readBody(
        { email: 'string', data: 'object', ...PKCE_MEMBERS },
        { switch_first: { code: 'email_provider_disabled', call: MAGIC_LINK }, error: 'bad_json_verification' },
      ),
      checkMailHost,
      sql(MAGIC_LINK),
      respond('json'),
    ),
  },
  {
    method: 'POST',
    path: '/recover',
    tag: 'account',
    summary: 'Request a link to recover an account',
    auth: 'none',
    even: 'all',
    required: ['email'],
    answer: 'empty',
    steps: steps(
      limit('recover'),
      captcha,
      readBody(
        { email: 'string', ...PKCE_MEMBERS },
        { switch_first: { code: 'email_provider_disabled', call: RECOVERY } },
      ),
      sql(RECOVERY),
      respond('json'),
    ),
  },
  {
    method: 'POST',
    path: '/resend',
    tag: 'account',
    summary: 'Send a confirmation again',
    auth: 'none',
    even: 'all',
    guards: ['limit.resend', 'captcha'],
    body: { type: 'string', email: 'string', phone: 'string', ...PKCE_MEMBERS },
    required: ['type', ['email', 'phone']],
    call: {
      function: 'resend',
      args: {
        type: 'body.type',
        email: 'body.email',
        phone: 'body.phone',
        ...LINK_ARGS,
      },
    },
    reply: 'json',
    answer: 'message',
  },
  {
    method: 'GET',
    path: '/user',
    tag: 'account',
    summary: 'Show the signed-in user',
    auth: 'user',
    client_tokens: true,
    answer: 'user',
    steps: steps(
      sqlOrReplica(
        { function: 'get_user', args: { claims: 'claims', audience: 'audience', settings: 'settings' }, shared: {} },
        'get_users_at',
      ),
      respond('user'),
    ),
  },
  {
    method: 'PUT',
    path: '/user',
    tag: 'account',
    summary: 'Change the signed-in user',
    auth: 'user',
    answer: 'user',
    steps: steps(
      limit('user'),
      readBody({
        email: 'string',
        phone: 'string',
        password: 'string',
        nonce: 'string',
        current_password: 'string',
        data: 'object',
        app_metadata: 'object',
        channel: 'string',
        ...PKCE_MEMBERS,
      }),
      checkMailHost,
      checkPasswordLeaks,
      verifyWithSmsGateway(
        {
          function: 'count_nonce_attempt',
          args: {
            claims: 'claims',
            email: 'body.email',
            phone: 'body.phone',
            password: 'body.password',
            nonce: 'body.nonce',
            app_metadata: 'body.app_metadata',
            channel: 'body.channel',
            link: 'link',
            settings: 'settings',
          },
        },
        ({ body }: HasNonce) => (body.password ? body.nonce : null),
      ),
      withForeignHash(
        sql({
          function: 'update_user',
          args: {
            claims: 'claims',
            email: 'body.email',
            phone: 'body.phone',
            password: 'body.password',
            nonce: 'body.nonce',
            data: 'body.data',
            app_metadata: 'body.app_metadata',
            channel: 'body.channel',
            code_keys: 'code_keys',
            link: 'link',
            settings: 'settings',
            client: 'client',
            gateway_verdict: 'gateway_verdict',
            rehashed: 'rehashed',
            leaked: 'leaked',
            current_password: 'body.current_password',
            rehashed_current: 'rehashed_current',
          },
          hashes: ['password'],
          // Calls that change only user_metadata may share a statement, because each locks only the row of its user.
          shared: {
            locks: ['claims.sub'],
            unless: ['email', 'phone', 'password', 'app_metadata', 'code_challenge', 'code_challenge_method'],
          },
        }),
      ),
      respond('user'),
    ),
  },
  {
    method: 'POST',
    path: '/user/merge',
    tag: 'account',
    summary: 'Merge another account of the same person into the caller’s account',
    auth: 'user',
    only_with: { settings: ['security_account_merging_enabled'], refuse: 'account_merging_disabled' },
    required: ['access_token'],
    answer: 'user',
    steps: steps(
      limit('user'),
      readBody({ access_token: 'string' }),
      verifyMergedToken,
      sql({
        function: 'merge_users',
        args: {
          claims: 'claims',
          merged: 'merged_user.claims',
          audience: 'audience',
          settings: 'settings',
          client: 'client',
        },
      }),
      respond('user'),
    ),
  },
  {
    method: 'GET',
    path: '/reauthenticate',
    tag: 'account',
    summary: 'Request a code that is needed to change the password',
    auth: 'user',
    call: {
      function: 'reauthenticate',
      args: { claims: 'claims', link: 'link', settings: 'settings', client: 'client' },
    },
    reply: 'json',
    answer: 'accepted',
  },
] as const satisfies readonly RouteRow[];
