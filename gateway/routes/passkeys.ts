// Routes that register passkeys, sign in with them and manage them.
import { steps } from '../pipeline/step.ts';
import { limit } from '../steps/limit.ts';
import { consumeChallenge, readPasskey, verifyPasskey } from '../steps/passkey.ts';
import { readBody } from '../steps/read_body.ts';
import { respond } from '../steps/reply.ts';
import { sql } from '../steps/sql.ts';
import type { PlainRow, RouteRow } from './row.ts';

const PASSKEYS = {
  only_with: { settings: ['passkey_enabled'], refuse: 'passkeys_disabled' },
} as const satisfies Partial<PlainRow>;

const ANSWERED = { challenge_id: 'string', credential: 'object' } as const;
const ONE = { claims: 'claims', passkey_id: 'path.passkey_id', settings: 'settings', client: 'client' } as const;

export const PASSKEY_ROUTES = [
  {
    ...PASSKEYS,
    method: 'POST',
    path: '/passkeys/registration/options',
    tag: 'account',
    summary: 'Create a challenge to register a passkey',
    auth: 'user',
    call: { function: 'start_passkey_registration', args: { claims: 'claims', settings: 'settings' } },
    reply: 'json',
    answer: 'passkey_creation',
  },
  {
    ...PASSKEYS,
    method: 'POST',
    path: '/passkeys/registration/verify',
    tag: 'account',
    summary: 'Register a passkey',
    auth: 'user',
    required: ['challenge_id', 'credential'],
    answer: 'passkey',
    steps: steps(
      readBody(ANSWERED),
      readPasskey('registration'),
      consumeChallenge({
        function: 'consume_passkey_registration',
        args: {
          claims: 'claims',
          challenge_id: 'body.challenge_id',
          credential: 'unverified_credential',
          settings: 'settings',
        },
      }),
      verifyPasskey('registration'),
      sql({
        function: 'finish_passkey_registration',
        args: { claims: 'claims', credential: 'verified_credential', settings: 'settings', client: 'client' },
      }),
      respond('json'),
    ),
  },
  {
    ...PASSKEYS,
    method: 'POST',
    path: '/passkeys/authentication/options',
    tag: 'session',
    summary: 'Create a challenge to sign in with a passkey',
    auth: 'none',
    guards: ['limit.passkey_options', 'captcha'],
    body: {},
    body_optional: true,
    call: { function: 'start_passkey_sign_in', args: { settings: 'settings' } },
    reply: 'json',
    answer: 'passkey_request',
  },
  {
    ...PASSKEYS,
    method: 'POST',
    path: '/passkeys/authentication/verify',
    tag: 'session',
    summary: 'Sign in with a passkey',
    auth: 'none',
    required: ['challenge_id', 'credential'],
    answer: 'session',
    steps: steps(
      limit('passkey_verify'),
      readBody(ANSWERED),
      readPasskey('assertion'),
      consumeChallenge({
        function: 'consume_passkey_sign_in',
        args: { challenge_id: 'body.challenge_id', credential: 'unverified_credential' },
      }),
      verifyPasskey('assertion'),
      sql({
        function: 'sign_in_with_passkey',
        args: { passkey: 'verified_credential', settings: 'settings', client: 'client' },
      }),
      respond('session'),
    ),
  },
  {
    ...PASSKEYS,
    method: 'GET',
    path: '/passkeys',
    tag: 'account',
    summary: 'List the passkeys of the signed-in user',
    auth: 'user',
    call: { function: 'list_passkeys', args: { claims: 'claims', settings: 'settings' } },
    reply: 'json',
    answer: 'passkeys',
  },
  {
    ...PASSKEYS,
    method: 'PATCH',
    path: '/passkeys/{passkey_id}',
    tag: 'account',
    summary: 'Rename a passkey',
    auth: 'user',
    body: { friendly_name: 'string' },
    required: ['friendly_name'],
    call: { function: 'rename_passkey', args: { ...ONE, friendly_name: 'body.friendly_name' } },
    reply: 'json',
    answer: 'passkey',
  },
  {
    ...PASSKEYS,
    method: 'DELETE',
    path: '/passkeys/{passkey_id}',
    tag: 'account',
    summary: 'Delete a passkey',
    auth: 'user',
    call: { function: 'delete_passkey', args: ONE },
    reply: 'no_content',
    answer: 'none',
  },
  {
    ...PASSKEYS,
    method: 'GET',
    path: '/admin/users/{user_id}/passkeys',
    tag: 'admin',
    summary: "List a user's passkeys",
    auth: 'admin',
    call: { function: 'list_user_passkeys', args: { claims: 'claims', user_id: 'path.user_id', settings: 'settings' } },
    reply: 'json',
    answer: 'passkeys',
  },
  {
    ...PASSKEYS,
    method: 'DELETE',
    path: '/admin/users/{user_id}/passkeys/{passkey_id}',
    tag: 'admin',
    summary: "Delete a user's passkey",
    auth: 'admin',
    call: { function: 'delete_user_passkey', args: { ...ONE, user_id: 'path.user_id' } },
    reply: 'no_content',
    answer: 'none',
  },
] as const satisfies readonly RouteRow[];
