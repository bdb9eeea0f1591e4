// Measures whether response times reveal that an address has an account. Requests known and unknown addresses in random
// order over one connection, each address once. Prints medians in milliseconds and the p value of a two-sided
// Mann-Whitney test; below 0.01 the times differ. Usage: node bench/known_addresses.ts; environment: PAIRS, ONLY (part
// of a case's name), SLOT (SECURITY_EVEN_ANSWERS in seconds; 0 measures the work itself), COST (bcrypt cost; with 4,
// hashing hides the least), RECORDED (SECURITY_AUDIT_REFUSED_SIGN_INS).
import { Agent } from 'node:http';
import { SETTINGS } from '../core/settings/table.ts';
import { startStack } from '../test/support/processes/stack.ts';
import { type LoadRequest, median, sendLoadRequest } from './server/load.ts';

const PAIRS = Number(process.env.PAIRS ?? 1_000);
const PASSWORD = 'correct horse battery';
const PKCE = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' };

const stack = await startStack({
  worker: false,
  env: {
    SVC_SECURITY_BCRYPT_COST: process.env.COST ?? '10',
    SVC_SECURITY_AUDIT_REFUSED_SIGN_INS:
      process.env.RECORDED ?? String(SETTINGS.security_audit_refused_sign_ins.default),
    SVC_SECURITY_EVEN_ANSWERS: process.env.SLOT ?? String(SETTINGS.security_even_answers.default),
  },
});
const port = Number(new URL(stack.url).port);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Creates users. If `confirmed` is false, their addresses are unconfirmed. */
async function makeUsers(prefix: string, confirmed: boolean): Promise<void> {
  const at = confirmed ? 'now()' : 'null';
  await stack.db.sql.unsafe(`
    with made as (
      insert into auth.users (id, aud, role, sign_up_role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'authenticated', '${prefix}' || n || '@example.com', ${at},
        '{"provider": "email", "providers": ["email"]}', '{}', now(), now()
      from generate_series(0, ${PAIRS - 1}) as n returning id, email),
    addressed as (
      insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
      select 'email', m.email, m.id, true, ${at}, now() from made as m)
    insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select m.id, 'email', gen_random_uuid(), m.id::text, jsonb_build_object('sub', m.id, 'email', m.email), now(), now() from made as m`);
}

interface Case {
  name: string;
  path: string;
  body(email: string): object;
  /** True if the known address is unconfirmed. */
  unconfirmed?: true;
  /** Expected status (default: 200). */
  status?: number;
}

const CASES: readonly Case[] = [
  { name: 'recover', path: '/recover', body: (email) => ({ email }) },
  { name: 'recover, PKCE', path: '/recover', body: (email) => ({ email, ...PKCE }) },
  { name: 'magiclink', path: '/magiclink', body: (email) => ({ email }) },
  { name: 'otp', path: '/otp', body: (email) => ({ email }) },
  { name: 'resend', path: '/resend', body: (email) => ({ type: 'signup', email }), unconfirmed: true },
  { name: 'resend, confirmed', path: '/resend', body: (email) => ({ type: 'signup', email }) },
  {
    name: 'wrong password',
    path: '/token?grant_type=password',
    body: (email) => ({ email, password: PASSWORD }),
    status: 400,
  },
  { name: 'signup', path: '/signup', body: (email) => ({ email, password: PASSWORD }) },
];

async function measureRequestTime(shot: LoadRequest, expected = 200): Promise<number> {
  const started = performance.now();
  const { status, text } = await sendLoadRequest(agent, port, shot);
  const took = performance.now() - started;
  if (status !== expected) throw new Error(`${shot.path} answered ${status}: ${text}`);
  return took;
}

/** Returns the p value of a two-sided Mann-Whitney test (normal approximation). */
function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))];
  all.sort((a, b) => a.value - b.value);
  const sum = all.reduce((total, { first }, at) => total + (first ? at + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const z = (sum - (n * (n + m + 1)) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normalDistribution(Math.abs(z)));
}

/** Returns the cumulative normal distribution (Abramowitz and Stegun 26.2.17; error below 1e-7). */
function normalDistribution(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

try {
  for (const { name, path, body, unconfirmed, status } of CASES.filter((one) =>
    one.name.includes(process.env.ONLY ?? ''),
  )) {
    const prefix = `${name.toLowerCase().replace(/\W/g, '')}-`;
    await makeUsers(prefix, unconfirmed === undefined);
    await stack.db.sql.unsafe('vacuum analyze auth.users, auth.addresses, auth.identities, auth.attempts');
    const shotOf = (email: string): LoadRequest => ({ method: 'POST', path, body: JSON.stringify(body(email)) });
    for (let warm = 0; warm < 50; warm += 1) {
      await measureRequestTime(shotOf(`warm-${prefix}${warm}@example.com`), status);
    }
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < PAIRS; n += 1) {
      const kinds = ['known', 'unknown'] as const;
      for (const kind of Math.random() < 0.5 ? kinds : kinds.toReversed()) {
        times[kind].push(
          await measureRequestTime(shotOf(`${kind === 'known' ? '' : 'no-'}${prefix}${n}@example.com`), status),
        );
      }
    }
    const p = mannWhitney(times.known, times.unknown);
    const [known, unknown] = [times.known, times.unknown].map((list) => median(list).toFixed(2));
    console.log(`${name.padEnd(18)} known ${known}  unknown ${unknown}  p ${p < 1e-6 ? '< 1e-6' : p.toFixed(4)}`);
  }
} finally {
  agent.destroy();
  await stack.close();
}
