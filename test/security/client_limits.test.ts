// Rate limits per client (RATE_LIMIT_HEADER): token buckets in the database that two gateways share.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PASSKEY_SETTINGS } from '../flows/passkeys/passkey_stack.ts';
import { createMovableClock } from '../support/database/clock.ts';
import { type Answer, newEmail, type Stack, startStack, type TestGateway } from '../support/processes/stack.ts';
import { SAML_SETTINGS } from '../support/providers/saml_settings.ts';
import { LIMITED_REQUESTS, type LimitedRequest as Request, tokenForPath } from './limited.ts';
import { WEB3 } from './web3_refusals.ts';

const HEADER = 'X-Client-Key';
const BURST = 30;
let stack: Stack;
let second: TestGateway;
let forward: (by: string) => Promise<void>;

test.before(async () => {
  stack = await startStack({
    worker: false,
    env: {
      ...PASSKEY_SETTINGS,
      ...WEB3,
      ...SAML_SETTINGS,
      SVC_RATE_LIMIT_HEADER: HEADER,
      SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
      SVC_OAUTH_SERVER_ENABLED: 'true',
      SVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
      SVC_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER: '30',
      SVC_RATE_LIMIT_SSO: '15',
      SVC_SAML_RATE_LIMIT_ASSERTION: '15',
    },
  });
  second = await stack.another();
  forward = await createMovableClock(stack.db.sql);
});
test.after(() => stack.close());

let clients = 0;
function newClientKey(): string {
  clients += 1;
  return `198.51.100.${clients}`;
}

async function send([method, path, body]: Request, key: string | undefined, times: number): Promise<Answer[]> {
  const token = tokenForPath(path);
  const headers: Record<string, string> = key === undefined ? token : { ...token, [HEADER]: key };
  const answers: Answer[] = [];
  for (let start = 0; start < times; start += 10) {
    const some = Array.from({ length: Math.min(10, times - start) }, (_, index) =>
      (index % 2 === 0 ? stack : second).request(method, path, body, headers),
    );
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

const refused = (answers: Answer[]): number => answers.filter((answer) => answer.status === 429).length;

for (const [name, request] of Object.entries(LIMITED_REQUESTS)) {
  test(`${name}: allows a burst of thirty over two gateways, then returns 429 for this client and limiter only`, async () => {
    const key = newClientKey();
    assert.is(refused(await send(request, key, BURST + 6)), 6);
    assert.is(refused(await send(request, newClientKey(), 1)), 0, 'another client');
    for (const [other, another] of Object.entries(LIMITED_REQUESTS)) {
      if (other !== name) assert.is(refused(await send(another, key, 1)), 0, `${other} has a bucket of its own`);
    }
  });
}

test('GET and POST /verify share one bucket, and four of the grants share one', async () => {
  const key = newClientKey();
  await send(['GET', '/verify?type=signup&token=x'], key, BURST / 2);
  assert.is(refused(await send(LIMITED_REQUESTS.verify as Request, key, BURST / 2 + 2)), 2);
  const grants: Request[] = [
    ['POST', '/token?grant_type=password', {}],
    ['POST', '/token?grant_type=refresh_token', {}],
    ['POST', '/token?grant_type=pkce', {}],
    ['POST', '/token?grant_type=id_token', {}],
  ];
  const client = newClientKey();
  for (const grant of grants) await send(grant, client, Math.ceil(BURST / grants.length));
  for (const grant of grants) assert.is(refused(await send(grant, client, 1)), 1);
});

test('a bucket refills with time, up to its burst', async () => {
  const key = newClientKey();
  const request = LIMITED_REQUESTS.otp as Request; // 30 in 300 s: one every 10 s
  assert.is(refused(await send(request, key, BURST + 1)), 1);
  await forward('9 seconds');
  assert.is(refused(await send(request, key, 1)), 1);
  await forward('21 seconds');
  assert.is(refused(await send(request, key, 4)), 1, 'three more after 30 s');
  await forward('3 hours');
  assert.is(refused(await send(request, key, BURST + 2)), 2);
});

test('returns supabase/auth’s error in both formats without Retry-After, and does not run the guarded call', async () => {
  const key = newClientKey();
  const email = newEmail();
  await send(['POST', '/signup', { email: 'x', password: 'x' }], key, BURST);
  const [answer] = await send(['POST', '/signup', { email, password: 'correct horse' }], key, 1);
  assert.equal(answer?.body, { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' });
  assert.is(answer?.headers.get('retry-after'), null);
  const modern = await stack.post(
    '/signup',
    { email, password: 'x' },
    { [HEADER]: key, 'X-Supabase-Api-Version': '2024-01-01' },
  );
  assert.equal(modern.body, { code: 'over_request_rate_limit', message: 'Request rate limit reached' });
  assert.is((await stack.db.sql`select 1 from auth.addresses where value = ${email}`).length, 0);
});

test('a random first element, another spelling and another address of the same /64 use one bucket', async () => {
  const request = LIMITED_REQUESTS.recover as Request;
  const key = newClientKey();
  let made = 0;
  const forged = Array.from({ length: BURST + 5 }, () => `203.0.113.${++made}, ${key}:${4000 + made}`);
  const answers = await Promise.all(forged.map((value) => stack.request(...request, { [HEADER]: value })));
  assert.is(refused(answers), 5);
  const inside = Array.from({ length: BURST + 5 }, (_, at) => `2001:DB8:7:7:${at.toString(16)}::${at + 1}`);
  const neighbours = await Promise.all(inside.map((value) => stack.request(...request, { [HEADER]: value })));
  assert.is(refused(neighbours), 5);
  assert.is(refused(await send(request, '2001:db8:7:8::1', 1)), 0, 'the next /64');
});

test('uses the connection’s address if the header is missing or cannot be parsed', async () => {
  const request = LIMITED_REQUESTS.magiclink as Request;
  const unreadable = ['a', '', ' , ,', '999.1.1.1', '::ffff:', 'x'.repeat(8000)];
  for (const value of unreadable) assert.is(refused(await send(request, value, BURST / 6)), 0);
  assert.is(refused(await send(request, undefined, 1)), 1);
  assert.is(refused(await send(request, newClientKey(), 1)), 0);
});

test('a setting determines which proxies are trusted', async () => {
  const node = await stack.another({ SVC_RATE_LIMIT_TRUSTED_PROXIES: '2' });
  const key = newClientKey();
  const ask = (value: string) => node.request('POST', '/resend', {}, { [HEADER]: value });
  const answers = [];
  for (let at = 0; at < BURST + 3; at += 1) answers.push(await ask(`10.0.0.${at}, ${key}, 104.16.0.${at}`));
  assert.is(refused(answers), 3);
});

test('routes without a limiter stay unlimited', async () => {
  const key = newClientKey();
  for (const [method, path] of [
    ['GET', '/health'],
    ['GET', '/settings'],
    ['GET', '/user'],
    ['POST', '/logout'],
  ] as const) {
    assert.is(refused(await send([method, path], key, BURST + 5)), 0, path);
  }
});

test('stores no header value', async () => {
  await send(LIMITED_REQUESTS.otp as Request, newClientKey(), 1);
  const rows = await stack.db.sql<{ row: string }[]>`select l::text as row from auth.limits as l`;
  assert.ok(rows.length > 0);
  for (const { row } of rows) assert.not.match(row, /198\.51/);
});

test('a malformed body uses no token of /signup', async () => {
  // On /signup, the body selects the limiter. A malformed body selects none, so it uses no token of either limiter.
  const key = newClientKey();
  await send(['POST', '/signup', '{"email":'], key, BURST + 5);
  assert.is(refused(await send(LIMITED_REQUESTS.sign_up as Request, key, 1)), 0);
  assert.is(refused(await send(LIMITED_REQUESTS.anonymous as Request, key, 1)), 0);
});

test('disabled anonymous sign-ups get their own error, also beyond their rate limit', async () => {
  const off = await stack.another({
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'false',
    SVC_RATE_LIMIT_HEADER: 'X-Client',
    SVC_RATE_LIMIT_ANONYMOUS_USERS: '1',
  });
  for (let count = 0; count < 4; count += 1) {
    const { body } = await off.post('/signup', {}, { 'X-Client': newClientKey() });
    assert.is(body.error_code, 'anonymous_provider_disabled');
  }
});

test.run();
