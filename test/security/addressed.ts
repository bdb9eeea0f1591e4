// Requests that name an address, for tests that compare addresses with an account ("known") and without one. Also
// creates such accounts.
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { computeArgon2Hash } from '../support/database/foreign_hashes.ts';
import type { Stack } from '../support/processes/stack.ts';

export const PASSWORD = 'correct horse battery';
/** Password of the known accounts that have one. No case sends it. */
export const STORED_PASSWORD = 'another horse battery';
const PKCE = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' };

/** Settings with which each case returns its expected status. No SMS is sent, because no worker runs. */
export const ADDRESSED_SETTINGS = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_PROVIDER: 'twilio',
  SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SVC_SMS_TWILIO_AUTH_TOKEN: 'secret-of-twilio',
  SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  SVC_RATE_LIMIT_EMAIL_SENT: '1000000',
  SVC_RATE_LIMIT_SMS_SENT: '1000000',
};

export interface AddressedCase {
  name: string;
  /** Path of the route, with its query. */
  path: string;
  kind: 'email' | 'phone';
  body(address: string): object;
  /** True if the known address is unconfirmed. */
  unconfirmed?: true;
  /**
   * Hash of the known account's password. `above_cost`: a bcrypt hash whose cost is the configured cost plus this
   * number. `foreign`: a hash of another system. Without `hash`, the account has no password.
   */
  hash?: { above_cost: number } | { foreign: string };
  /** Request that is sent first, with the same address. */
  before?: { path: string; body(address: string): object };
  /**
   * Describes the statements that run only for a known address. Only allowed on a route whose error responses are
   * delayed to the end of a time slot.
   */
  works?: string;
  /** Expected status (default: 200). */
  status?: number;
}

const recover = { path: '/recover', body: (email: string) => ({ email }) };
const signIn = {
  path: '/token?grant_type=password',
  body: (email: string) => ({ email, password: PASSWORD }),
  status: 400,
};

export const ADDRESSED_CASES: readonly AddressedCase[] = [
  { name: 'recover', kind: 'email', ...recover },
  { name: 'recover with PKCE', kind: 'email', path: '/recover', body: (email) => ({ email, ...PKCE }) },
  { name: 'magiclink', kind: 'email', path: '/magiclink', body: (email) => ({ email }) },
  { name: 'otp', kind: 'email', path: '/otp', body: (email) => ({ email }) },
  { name: 'otp by phone', kind: 'phone', path: '/otp', body: (phone) => ({ phone }) },
  {
    name: 'resend, unconfirmed',
    kind: 'email',
    path: '/resend',
    body: (email) => ({ type: 'signup', email }),
    unconfirmed: true,
  },
  { name: 'resend, confirmed', kind: 'email', path: '/resend', body: (email) => ({ type: 'signup', email }) },
  {
    name: 'resend by phone',
    kind: 'phone',
    path: '/resend',
    body: (phone) => ({ type: 'sms', phone }),
    unconfirmed: true,
  },
  { name: 'signup', kind: 'email', path: '/signup', body: (email) => ({ email, password: PASSWORD }) },
  { name: 'signup by phone', kind: 'phone', path: '/signup', body: (phone) => ({ phone, password: PASSWORD }) },
  {
    name: 'wrong password',
    kind: 'email',
    hash: { above_cost: 0 },
    ...signIn,
  },
  {
    name: 'wrong password by phone',
    kind: 'phone',
    hash: { above_cost: 0 },
    path: '/token?grant_type=password',
    body: (phone) => ({ phone, password: PASSWORD }),
    status: 400,
  },
  { name: 'account without a password', kind: 'email', ...signIn },
  {
    name: 'wrong code',
    kind: 'email',
    path: '/verify',
    body: (email) => ({ type: 'email', email, token: '000000' }),
    status: 403,
  },
  {
    name: 'wrong code by phone',
    kind: 'phone',
    path: '/verify',
    body: (phone) => ({ type: 'sms', phone, token: '000000' }),
    status: 403,
  },
  {
    name: 'wrong code after recover',
    kind: 'email',
    path: '/verify',
    body: (email) => ({ type: 'recovery', email, token: '000000' }),
    before: recover,
    works: 'a token counts the wrong code',
    status: 403,
  },
];

/**
 * Requests with a wrong password of an account whose hash is not bcrypt of the configured cost. Such a request takes
 * longer than the same request for an unknown address, as the pages about security and about imports state.
 */
export const DOCUMENTED_DIFFERENCES: readonly AddressedCase[] = [
  { name: 'bcrypt of a higher cost', kind: 'email', hash: { above_cost: 2 }, ...signIn },
  {
    name: 'argon2id',
    kind: 'email',
    hash: { foreign: computeArgon2Hash(STORED_PASSWORD, { memory: 19_456, passes: 2 }) },
    ...signIn,
  },
];

/** Returns the public routes whose function gets an address from the body, as `path` or `path?grant_type=…`. */
export function addressedRoutes(): string[] {
  return (ROUTES as readonly Route[])
    .filter(({ auth, calls }) => {
      const sources = calls.flatMap(({ args }) => Object.values(args ?? {}));
      return auth === 'none' && sources.some((one) => /^body\.(email|phone)$/.test(one));
    })
    .map(({ path, grant_type }) => (grant_type === undefined ? path : `${path}?grant_type=${grant_type}`));
}

/**
 * POST routes whose responses are delayed to the end of a time slot: the path, and whether all responses or only errors
 * are delayed.
 */
export const DELAYED_ROUTES: ReadonlyMap<string, Route['even']> = new Map(
  (ROUTES as readonly Route[]).flatMap(({ even, path, method }) => (even && method === 'POST' ? [[path, even]] : [])),
);

/** Returns an address made of a prefix and a number. A phone number contains four digits computed from the prefix. */
export function addressOf(kind: AddressedCase['kind'], prefix: string, number: number): string {
  if (kind === 'email') return `${prefix}-${number}@example.com`;
  const digits = [...prefix].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_000, 0) + 1_000;
  return `49${digits}${String(number).padStart(6, '0')}`;
}

/** Creates accounts with these addresses. `cost` is the configured cost of bcrypt. */
export async function createAddressedAccounts(
  stack: Stack,
  { kind, unconfirmed, hash }: Pick<AddressedCase, 'kind' | 'unconfirmed' | 'hash'>,
  addresses: readonly string[],
  cost: number,
): Promise<void> {
  const at = unconfirmed ? 'null' : 'now()';
  await stack.db.sql.unsafe(
    `with made as (
      insert into auth.users (id, aud, role, sign_up_role, ${kind}, ${kind}_confirmed_at, raw_app_meta_data,
        raw_user_meta_data, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'authenticated', address, ${at},
        '{"provider": "${kind}", "providers": ["${kind}"]}', '{}', now(), now()
      from unnest($1::text[]) as address returning id, ${kind} as address),
    addressed as (
      insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
      select '${kind}', m.address, m.id, true, ${at}, now() from made as m)
    insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select m.id, '${kind}', gen_random_uuid(), m.id::text, jsonb_build_object('sub', m.id, '${kind}', m.address),
      now(), now() from made as m`,
    [addresses as string[]],
  );
  if (hash === undefined) return;
  const stored = 'foreign' in hash ? hash.foreign : await computeBcryptHash(stack, cost + hash.above_cost);
  await stack.db.sql.unsafe(
    `insert into auth.passwords (user_id, hash, updated_at)
    select a.user_id, $2, now() from auth.addresses as a where a.kind = $3 and a.value = any ($1)`,
    [addresses as string[], stored, kind],
  );
}

async function computeBcryptHash({ db }: Stack, cost: number): Promise<string> {
  const [row] = await db.sql<{ hash: string }[]>`
    select extensions.crypt(${STORED_PASSWORD}, extensions.gen_salt('bf', ${cost})) as hash`;
  return row?.hash ?? '';
}
