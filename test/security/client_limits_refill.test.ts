// Capacity and refill rate of the rate limiters in LIMITED. The database clock is stopped between requests, so every
// boundary is exact.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PASSKEY_SETTINGS } from '../flows/passkeys/passkey_stack.ts';
import { freezeClock } from '../support/database/clock.ts';
import { startStack, type TestGateway } from '../support/processes/stack.ts';
import { NONEXISTENT_USER } from './routes.ts';
import { WEB3 } from './web3_refusals.ts';

const HEADER = 'X-Client-Key';
const stack = await startStack({
  worker: false,
  env: {
    SVC_RATE_LIMIT_HEADER: HEADER,
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    SVC_RATE_LIMIT_OTP: '3',
    SVC_RATE_LIMIT_TOKEN_REFRESH: '6',
    SVC_RATE_LIMIT_VERIFY: '12',
    SVC_RATE_LIMIT_ANONYMOUS_USERS: '8',
    ...PASSKEY_SETTINGS,
    SVC_RATE_LIMIT_PASSKEY: '15',
    ...WEB3,
    SVC_RATE_LIMIT_WEB3: '10',
  },
});
test.before(() => freezeClock(stack.db.sql));
test.after(() => stack.close());

const advance = (seconds: number) =>
  stack.db.sql`update public.test_clock set at = at + make_interval(secs => ${seconds})`;

interface LimiterCase {
  send: readonly [method: string, path: string, body: unknown, headers?: Record<string, string>];
  burst: number;
  /** Seconds until an empty bucket gains a token: 300 or 3600 divided by the setting. */
  every_s: number;
}
const LIMITED: Record<string, LimiterCase> = {
  token: { send: ['POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }], burst: 30, every_s: 50 },
  verify: { send: ['POST', '/verify', { type: 'email' }], burst: 30, every_s: 25 },
  sign_up: { send: ['POST', '/signup', { email: 'no address', password: 'x' }], burst: 30, every_s: 100 },
  anonymous: { send: ['POST', '/signup', {}], burst: 8, every_s: 450 },
  otp: { send: ['POST', '/otp', {}], burst: 30, every_s: 100 },
  magiclink: { send: ['POST', '/magiclink', {}], burst: 30, every_s: 100 },
  recover: { send: ['POST', '/recover', {}], burst: 30, every_s: 100 },
  resend: { send: ['POST', '/resend', {}], burst: 30, every_s: 100 },
  passkey_options: { send: ['POST', '/passkeys/authentication/options', {}], burst: 30, every_s: 20 },
  passkey_verify: { send: ['POST', '/passkeys/authentication/verify', {}], burst: 30, every_s: 20 },
  web3: { send: ['POST', '/token?grant_type=web3', { chain: 'x' }], burst: 30, every_s: 30 },
  user: { send: ['PUT', '/user', { data: {} }, NONEXISTENT_USER], burst: 30, every_s: 100 },
};

let clients = 0;
const newKey = () => `198.51.100.${++clients}`;

/** Sends `times` requests of one client. Returns how many the limiter accepts. */
async function countAccepted(
  { send: [method, path, body, headers] }: LimiterCase,
  o: { key: string; times: number; node?: TestGateway },
) {
  const answers = await Promise.all(
    Array.from({ length: o.times }, () =>
      (o.node ?? stack).request(method, path, body, { ...headers, [HEADER]: o.key }),
    ),
  );
  for (const { status, body: answer } of answers.filter((one) => one.status === 429)) {
    assert.equal(
      [status, answer.error_code, answer.msg],
      [429, 'over_request_rate_limit', 'Request rate limit reached'],
    );
  }
  const passed = answers.filter(({ status }) => status !== 429);
  for (const { status, text } of passed) assert.ok(status < 500, text);
  return passed.length;
}

for (const [name, limited] of Object.entries(LIMITED)) {
  const { burst, every_s } = limited;
  test(`${name}: ${burst} at once, then one each ${every_s} s, and never more than the burst`, async () => {
    const key = newKey();
    assert.is(await countAccepted(limited, { key, times: burst + 3 }), burst);
    await advance(every_s - 1);
    assert.is(await countAccepted(limited, { key, times: 2 }), 0, 'a second too early');
    await advance(1);
    assert.is(await countAccepted(limited, { key, times: 2 }), 1);
    await advance(3 * every_s);
    assert.is(await countAccepted(limited, { key, times: 5 }), 3);
    const other = newKey();
    assert.is(await countAccepted(limited, { key: other, times: 1 }), 1);
    await advance(3000); // longer than the bucket needs for the one token that it lacks
    assert.is(await countAccepted(limited, { key: other, times: burst + 3 }), burst);
  });
}

test('sixteen clients of one /48 use up its total; failed requests of a single client do not', async () => {
  const otp = LIMITED.otp as LimiterCase;
  const of = (net: number, times: number) => countAccepted(otp, { key: `2001:db8:9:${net}::1`, times });
  // Sends batches of 30 requests, one after another. If all were sent at once, the connection queue would reject some,
  // and the limiter would not count those.
  assert.is(await of(1, 30), 30);
  for (let turn = 0; turn < 16; turn += 1) assert.is(await of(1, 30), 0);
  for (let net = 2; net <= 16; net += 1) assert.is(await of(net, 30), 30);
  assert.is(await of(17, 1), 0);
  assert.is(await countAccepted(otp, { key: '2001:db8:a:17::1', times: 1 }), 1, 'the next /48');
});

test('anonymous: a burst above thirty follows the setting', async () => {
  const node = await stack.another({ SVC_RATE_LIMIT_ANONYMOUS_USERS: '36' });
  const anonymous = LIMITED.anonymous as LimiterCase;
  const key = newKey();
  assert.is(await countAccepted(anonymous, { key, times: 38, node }), 36);
  await advance(100);
  assert.is(await countAccepted(anonymous, { key, times: 2, node }), 1, '36 an hour: one each 100 s');
});

test('a setting of 0 allows a burst, and nothing more until the bucket is an hour old', async () => {
  const node = await stack.another({
    SVC_RATE_LIMIT_OTP: '0',
    SVC_RATE_LIMIT_TOKEN_REFRESH: '0',
    SVC_RATE_LIMIT_VERIFY: '0',
    SVC_RATE_LIMIT_ANONYMOUS_USERS: '0',
    SVC_RATE_LIMIT_PASSKEY: '0',
    SVC_RATE_LIMIT_WEB3: '0',
  });
  const keys = Object.keys(LIMITED).map((name) => [name, newKey()] as const);
  const expect = async (burst: number) => {
    for (const [name, key] of keys) {
      const passed = await countAccepted(LIMITED[name] as LimiterCase, { key, times: burst + 2, node });
      assert.is(passed, name === 'anonymous' ? 0 : burst, name);
    }
  };
  await expect(30);
  await advance(3599);
  await expect(0);
  await advance(1);
  await expect(30);
  await advance(3599);
  await expect(0);
});

test.run();
