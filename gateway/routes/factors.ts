// Routes of second factors and recovery codes.
import { steps } from '../pipeline/step.ts';
import { addTotpSecret, checkWebauthn, generateFactorSecret, verifyFactor } from '../steps/factor.ts';
import { limit } from '../steps/limit.ts';
import { readBody } from '../steps/read_body.ts';
import { respond } from '../steps/reply.ts';
import { sql, sqlAs } from '../steps/sql.ts';
import type { PlainRow, RouteRow } from './row.ts';

const FACTOR = { tag: 'account', auth: 'user' } as const satisfies Partial<PlainRow>;

const CODES = '/factors/recovery-codes';

const ANSWERED = {
  claims: 'claims',
  factor_id: 'path.factor_id',
  challenge_id: 'body.challenge_id',
  code: 'body.code',
  settings: 'settings',
  client: 'client',
} as const;

const ADMINISTERED = {
  tag: 'admin',
  auth: 'admin',
} as const satisfies Partial<PlainRow>;
const ADMINISTERED_ARGS = {
  claims: 'claims',
  user_id: 'path.user_id',
  factor_id: 'path.factor_id',
  settings: 'settings',
  client: 'client',
} as const;

export const FACTOR_ROUTES = [
  {
    ...FACTOR,
    method: 'POST',
    path: '/factors',
    summary: 'Start the enrollment of a second factor',
    required: ['factor_type'],
    answer: 'enrolled',
    steps: steps(
      readBody({ factor_type: 'string', friendly_name: 'string', phone: 'string', issuer: 'string' }),
      generateFactorSecret,
      sqlAs('enrollment', {
        function: 'enroll_factor',
        args: {
          claims: 'claims',
          id: 'new_secret.id',
          factor_type: 'body.factor_type',
          friendly_name: 'body.friendly_name',
          phone: 'body.phone',
          issuer: 'body.issuer',
          secret: 'new_secret.secret',
          settings: 'settings',
          client: 'client',
        },
      }),
      addTotpSecret,
      respond('json'),
    ),
  },
  {
    ...FACTOR,
    method: 'POST',
    path: '/factors/{factor_id}/challenge',
    summary: 'Create a challenge for a second factor',
    guards: ['limit.factor_challenge'],
    body: { channel: 'string' },
    body_optional: true,
    call: {
      function: 'challenge_factor',
      args: {
        claims: 'claims',
        factor_id: 'path.factor_id',
        channel: 'body.channel',
        settings: 'settings',
        client: 'client',
      },
    },
    reply: 'json',
    answer: 'challenge',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: '/factors/{factor_id}/verify',
    summary: 'Verify a second factor, which raises the session to aal2',
    answer: 'session',
    steps: steps(
      limit('factor_verify'),
      readBody({ challenge_id: 'string', code: 'string', webauthn: 'object' }),
      checkWebauthn,
      sqlAs('challenge', { function: 'prepare_factor_verification', args: ANSWERED }),
      verifyFactor,
      sql({ function: 'verify_factor', args: { ...ANSWERED, proof: 'verification.proof', code_keys: 'code_keys' } }),
      respond('session'),
    ),
  },
  {
    ...FACTOR,
    method: 'DELETE',
    path: '/factors/{factor_id}',
    summary: 'Unenrol a second factor',
    call: {
      function: 'unenroll_factor',
      args: { claims: 'claims', factor_id: 'path.factor_id', settings: 'settings', client: 'client' },
    },
    reply: 'json',
    answer: 'factor_id',
  },
  {
    ...FACTOR,
    method: 'GET',
    path: CODES,
    summary: 'Show how many recovery codes are left',
    call: { function: 'get_recovery_codes', args: { claims: 'claims', settings: 'settings' } },
    reply: 'json',
    answer: 'recovery_status',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: CODES,
    summary: 'Generate recovery codes',
    body: { friendly_name: 'string' },
    body_optional: true,
    call: {
      function: 'make_recovery_codes',
      args: {
        claims: 'claims',
        friendly_name: 'body.friendly_name',
        settings: 'settings',
        client: 'client',
      },
    },
    reply: 'json',
    answer: 'recovery_codes',
  },
  {
    ...FACTOR,
    method: 'DELETE',
    path: CODES,
    summary: 'Delete the recovery codes',
    call: { function: 'drop_recovery_codes', args: { claims: 'claims', settings: 'settings', client: 'client' } },
    reply: 'json',
    answer: 'factor_id',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: `${CODES}/regenerate`,
    summary: 'Replace the recovery codes by new ones',
    call: {
      function: 'renew_recovery_codes',
      args: { claims: 'claims', settings: 'settings', client: 'client' },
    },
    reply: 'json',
    answer: 'recovery_codes',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: `${CODES}/verify`,
    summary: 'Use a recovery code, which raises the session to aal2',
    guards: ['limit.factor_verify'],
    body: { code: 'string' },
    call: {
      function: 'consume_recovery_code',
      args: { claims: 'claims', code: 'body.code', settings: 'settings', client: 'client' },
    },
    reply: 'session',
    answer: 'session',
  },
  {
    ...ADMINISTERED,
    method: 'GET',
    path: '/admin/users/{user_id}/factors',
    summary: "List a user's second factors",
    call: { function: 'list_factors', args: { claims: 'claims', user_id: 'path.user_id', settings: 'settings' } },
    reply: 'json',
    answer: 'factors',
  },
  {
    ...ADMINISTERED,
    method: 'PUT',
    path: '/admin/users/{user_id}/factors/{factor_id}',
    summary: 'Change the name or number of a second factor',
    body: { friendly_name: 'string', phone: 'string' },
    call: {
      function: 'change_factor',
      args: { ...ADMINISTERED_ARGS, friendly_name: 'body.friendly_name', phone: 'body.phone' },
    },
    reply: 'json',
    answer: 'factor',
  },
  {
    ...ADMINISTERED,
    method: 'DELETE',
    path: '/admin/users/{user_id}/factors/{factor_id}',
    summary: 'Delete a second factor',
    call: { function: 'delete_factor', args: ADMINISTERED_ARGS },
    reply: 'json',
    answer: 'factor',
  },
] as const satisfies readonly RouteRow[];
