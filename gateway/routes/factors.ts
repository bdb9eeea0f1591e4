// Rows of second factors and recovery codes.
import type { Route } from './row.ts';

const FACTOR = { tag: 'account', auth: 'user', pool: 'fast', reply: 'json' } as const satisfies Partial<Route>;

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
  pool: 'admin',
  reply: 'json',
} as const satisfies Partial<Route>;
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
    summary: 'Begin to enrol a second factor',
    guards: ['body'],
    body: { factor_type: 'string', friendly_name: 'string', phone: 'string', issuer: 'string' },
    required: ['factor_type'],
    call: {
      function: 'enroll_factor',
      args: {
        claims: 'claims',
        id: 'opened.id',
        factor_type: 'body.factor_type',
        friendly_name: 'body.friendly_name',
        phone: 'body.phone',
        issuer: 'body.issuer',
        secret: 'opened.secret',
        settings: 'settings',
        client: 'client',
      },
    },
    factor: 'enroll',
    answer: 'enrolled',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: '/factors/{factor_id}/challenge',
    summary: 'Ask a second factor for its proof',
    guards: ['limiter', 'body'],
    body: { channel: 'string' },
    body_optional: true,
    limiter: 'factor_challenge',
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
    answer: 'challenge',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: '/factors/{factor_id}/verify',
    summary: 'Prove a second factor, for a session of aal2',
    guards: ['limiter', 'body'],
    body: { challenge_id: 'string', code: 'string', webauthn: 'object' },
    limiter: 'factor_verify',
    take: { function: 'prepare_factor_verification', args: ANSWERED },
    call: { function: 'verify_factor', args: { ...ANSWERED, proof: 'opened.proof', code_keys: 'code_keys' } },
    factor: 'verify',
    reply: 'session',
    answer: 'session',
  },
  {
    ...FACTOR,
    method: 'DELETE',
    path: '/factors/{factor_id}',
    summary: 'Unenrol a second factor',
    guards: [],
    call: {
      function: 'unenroll_factor',
      args: { claims: 'claims', factor_id: 'path.factor_id', settings: 'settings', client: 'client' },
    },
    answer: 'factor_id',
  },
  {
    ...FACTOR,
    method: 'GET',
    path: CODES,
    summary: 'Show how many recovery codes are left',
    guards: [],
    call: { function: 'get_recovery_codes', args: { claims: 'claims', settings: 'settings' } },
    answer: 'recovery_status',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: CODES,
    summary: 'Make recovery codes',
    guards: ['body'],
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
    answer: 'recovery_codes',
  },
  {
    ...FACTOR,
    method: 'DELETE',
    path: CODES,
    summary: 'Give the recovery codes up',
    guards: [],
    call: { function: 'drop_recovery_codes', args: { claims: 'claims', settings: 'settings', client: 'client' } },
    answer: 'factor_id',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: `${CODES}/regenerate`,
    summary: 'Make recovery codes that replace the former ones',
    guards: [],
    call: {
      function: 'renew_recovery_codes',
      args: { claims: 'claims', settings: 'settings', client: 'client' },
    },
    answer: 'recovery_codes',
  },
  {
    ...FACTOR,
    method: 'POST',
    path: `${CODES}/verify`,
    summary: 'Use a recovery code, for a session of aal2',
    guards: ['limiter', 'body'],
    body: { code: 'string' },
    limiter: 'factor_verify',
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
    guards: [],
    call: { function: 'list_factors', args: { claims: 'claims', user_id: 'path.user_id', settings: 'settings' } },
    answer: 'factors',
  },
  {
    ...ADMINISTERED,
    method: 'PUT',
    path: '/admin/users/{user_id}/factors/{factor_id}',
    summary: 'Change the name or number of a second factor',
    guards: ['body'],
    body: { friendly_name: 'string', phone: 'string' },
    call: {
      function: 'change_factor',
      args: { ...ADMINISTERED_ARGS, friendly_name: 'body.friendly_name', phone: 'body.phone' },
    },
    answer: 'factor',
  },
  {
    ...ADMINISTERED,
    method: 'DELETE',
    path: '/admin/users/{user_id}/factors/{factor_id}',
    summary: 'Delete a second factor',
    guards: [],
    call: { function: 'delete_factor', args: ADMINISTERED_ARGS },
    answer: 'factor',
  },
] as const satisfies readonly Route[];
