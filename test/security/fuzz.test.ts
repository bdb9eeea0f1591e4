// Sends random requests to all routes. Every response is below 500 and well-formed, and the database logs no error.
// POSTERN_TEST_SEED sets the seed, which is printed. POSTERN_FUZZ_REQUESTS sets the number of requests.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { codeOf, leaseQueuedMessages, ring } from '../support/database/sql_api.ts';
import { bearer, newEmail, type Stack, startStack } from '../support/processes/stack.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { createRandom, readSeed } from './random.ts';
import { findServerErrors } from './side_effects.ts';

const REQUESTS = Number(process.env.POSTERN_FUZZ_REQUESTS ?? 600);
const AT_ONCE = 6;
/**
 * Password of the users. The fuzzer also sends it under names that are not secret, and responses and logs repeat those
 * values. The search for leaked secrets in logs therefore ignores it (see test/support/processes/sent_secrets.ts).
 */
const PASSWORD = 'a-password-that-is-sent-everywhere';
const ALL: readonly Route[] = ROUTES;

let stack: Stack;
test.before(async () => {
  stack = await startStack({
    worker: false,
    env: {
      SVC_EXTERNAL_PHONE_ENABLED: 'true',
      SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
      SVC_SMS_PROVIDER: 'twilio',
      SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
      SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
      SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
      SVC_SMS_TEST_OTP: '491705000002:123456',
      SVC_RATE_LIMIT_SMS_SENT: '1000000',
      SVC_MAILER_EXTERNAL_HOSTS: 'auth.example.com',
    },
  });
});
test.after(() => stack.close());

const PHONES = ['491705000001', '+491705000002', '491705000003'];

interface KnownValues {
  emails: string[];
  ids: string[];
  strings: string[];
  access_token: string;
}

/** Returns values that pass more checks than random ones: existing addresses, passwords, links, codes and tokens. */
async function createKnownValues(): Promise<KnownValues> {
  const emails = [newEmail(), newEmail()];
  const strings = [
    PASSWORD,
    'signup',
    'email',
    'recovery',
    'magiclink',
    'invite',
    'email_change',
    'email_change_new',
    'sms',
    'phone_change',
    'whatsapp',
    '24h',
    'none',
    's256',
    'plain',
    'c'.repeat(43),
  ];
  for (const email of emails) {
    await stack.post('/signup', { email, password: PASSWORD });
    const [token] = await leaseQueuedMessages(stack.db.sql, email);
    if (token) strings.push(codeOf(token), ring.sealLink(token.id), `pkce_${ring.sealLink(token.id)}`);
  }
  const email = newEmail();
  await stack.post('/otp', { email });
  const [token] = await leaseQueuedMessages(stack.db.sql, email);
  const session = await stack.post('/verify', { type: 'email', email, token: token ? codeOf(token) : '' });
  strings.push(String(session.body.refresh_token), String(session.body.access_token), ...PHONES, '123456');
  const ids = [String((session.body.user as { id: string }).id), '00000000-0000-0000-0000-000000000000'];
  const [phone] = PHONES;
  const made = await stack.post('/admin/users', { phone, phone_confirm: true }, SERVICE);
  ids.push(String(made.body.id));
  return { emails: [...emails, email], ids, strings, access_token: String(session.body.access_token) };
}

function createRequestGenerator(pick: (below: number) => number, { emails, ids, strings, access_token }: KnownValues) {
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const chance = (percent: number): boolean => pick(100) < percent;
  const text = (): string => {
    switch (pick(6)) {
      case 0:
        return one(HOSTILE_TEXTS);
      case 1:
        return one(strings);
      case 2:
        return one(emails);
      case 3:
        return String.fromCodePoint(...Array.from({ length: pick(40) }, () => pick(0x11_0000)));
      case 4:
        return one(strings).slice(0, pick(60));
      default:
        return one(['a', '0', '\\', '%', '\u0000', '\ud800']).repeat(pick(300));
    }
  };
  const json = (depth: number): unknown => {
    switch (pick(depth > 4 ? 6 : 8)) {
      case 0:
        return null;
      case 1:
        return chance(50);
      case 2:
        return one([0, -0, 1, -1, 1e308, 5e-324, 2 ** 53, 0.1, pick(1_000_000)]);
      case 6:
        return Array.from({ length: pick(4) }, () => json(depth + 1));
      case 7:
        return Object.fromEntries(Array.from({ length: pick(4) }, () => [text(), json(depth + 1)]));
      default:
        return text();
    }
  };
  const likely = (name: string, kind: string): unknown => {
    if (chance(20)) return json(0);
    if (name === 'email') return chance(70) ? one(emails) : text();
    if (name === 'phone') return chance(70) ? one(PHONES) : text();
    if (name === 'id') return chance(50) ? one(ids) : text();
    if (kind === 'object') return { a: json(1), [text()]: json(1) };
    if (kind === 'boolean') return chance(50);
    return chance(50) ? one(strings) : text();
  };
  const body = (route: Route): string | undefined => {
    if (chance(5)) return undefined;
    const skipped = one(['email', 'phone']);
    const members = Object.entries(route.body ?? { x: 'string' }).filter(([name]) => chance(60) && name !== skipped);
    const whole = JSON.stringify(Object.fromEntries(members.map(([name, kind]) => [name, likely(name, kind)])));
    if (chance(10)) return whole.slice(0, pick(whole.length + 1));
    if (chance(10)) return whole.replace(/[":,{}]/, one(['', '"', '[', '\u0000', '\\u0000', '\\ud834', '1e999']));
    return chance(5) ? JSON.stringify(json(0)) : whole;
  };
  const encoded = (): string =>
    chance(60) ? encodeURIComponent(text().toWellFormed()) : text().replace(/[^!$&-;=?-Z_a-z%]/gu, '%f0');
  const path = (route: Route): string => {
    const plain = route.path.replace(/\{\w+\}/g, () => (chance(60) ? one(ids) : encoded().replaceAll('/', '%2f')));
    const base = chance(8) ? one(['/', '', '//', '/.', '/%2e', `/${encoded()}`]) + plain : plain;
    const grant = route.grant_type ? [`grant_type=${chance(95) ? route.grant_type : encoded()}`] : [];
    const names = [...Object.keys(route.query ?? {}), 'redirect_to', 'x'];
    const query = [...grant, ...names.filter(() => chance(40)).map((name) => `${name}=${encoded()}`)];
    return `${base}?${query.join('&')}`.replace(/[#\s]/g, '');
  };
  const headers = (route: Route): Record<string, string> => {
    const names = [
      'X-JWT-AUD',
      'User-Agent',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'Referer',
      'redirect_to',
      'Origin',
      'X-Supabase-Api-Version',
      'Content-Type',
    ];
    const value = (): string =>
      Buffer.from(
        text()
          .replace(/\p{Cc}/gu, '')
          .toWellFormed(),
      )
        .toString('latin1')
        .trim();
    const random = names.filter(() => chance(12)).map((name) => [name, value()]);
    // Routes that need a token usually get a valid one, so that requests pass the authentication. For admin routes this
    // is the service token. For other routes it is a user's token, or in one case of five the service token.
    const good = route.auth === 'admin' || chance(20) ? SERVICE : bearer(access_token);
    const auth = chance(route.auth === 'none' ? 20 : 85) ? (chance(90) ? good : bearer(value())) : {};
    return { ...Object.fromEntries(random), ...auth };
  };
  return () => {
    const route = one(ALL);
    const method = chance(95) ? route.method : one(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);
    return { method, path: path(route), headers: headers(route), body: method === 'GET' ? undefined : body(route) };
  };
}

test('no request of a random walk gets 500 or more', async () => {
  const seed = readSeed();
  const next = createRequestGenerator(createRandom(seed), await createKnownValues());
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, next);
    await Promise.all(
      requests.map(async (request) => {
        const about = `seed ${seed}, after ${sent}: ${JSON.stringify(request).slice(0, 1_000)}`;
        const { method, path, body, headers } = request;
        const answer = await stack
          .request(method, path.startsWith('/') ? path : `/${path}`, body, headers)
          .catch((error: Error) => {
            throw new Error(`${error.message}: ${String(error.cause)}; ${about}`);
          });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        assert.ok(answer.status < 500, `${answer.status} ${answer.text}; ${about}`);
        if (answer.status >= 400) {
          // OAuth routes and the ID token grant return OAuth errors: `error` with a description.
          const { code, error_code, message, error } = answer.body;
          assert.type(error ?? (message === undefined ? error_code : code), 'string', `${answer.text}; ${about}`);
        }
      }),
    );
  }
  console.log(
    `${REQUESTS} requests, seed ${seed}: ${[...statuses]
      .sort()
      .map(([status, n]) => `${n} × ${status}`)
      .join(', ')}`,
  );
  assert.equal(findServerErrors(stack.db), [], `seed ${seed}`);
  for (const line of stack.log().trimEnd().split('\n')) assert.type(JSON.parse(line), 'object', `seed ${seed}`);
  assert.is((await stack.get('/health')).status, 200);
});

test.run();
