// Retries: their conditions, waits and limits.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ConnectionError,
  HTTPClient,
  InvalidRequestError,
  Platform,
  PlatformError,
  RequestAbortedError,
  RequestTimeoutError,
} from '../index.ts';
import { backoff, retriesStatus, retryAfter, retryPlan, wait } from '../runtime/retry.ts';
import { json, Loopback, type Reply } from './support/server.ts';

const server = await Loopback.start();
test.after(() => server.stop());

const quick = { strategy: 'backoff', backoff: { initialInterval: 1, maxInterval: 5, maxElapsedTime: 1000 } } as const;
/** Longer than the runner's timeout. */
const slow = { strategy: 'backoff', backoff: { initialInterval: 600_000, maxInterval: 600_000 } } as const;
const busy: Reply = { status: 503, body: 'busy' };

function client(more: ConstructorParameters<typeof Platform>[0] = {}): Platform {
  server.seen.length = 0;
  return new Platform({ serverURL: server.url, bearerToken: 't', ...more });
}

/** Fails `times` times with the reply, then succeeds. */
function failing(times: number, reply: Reply = busy): void {
  let left = times;
  server.reply = () => (left-- > 0 ? reply : json([]));
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.unreachable('the call succeeded'),
    (error: unknown) => error,
  );
}

test('nothing is retried by default', async () => {
  failing(1);
  assert.instance(await failure(client().webhooks.getWebhooks()), PlatformError);
  assert.is(server.seen.length, 1);
});

test("retryConfig and retries work for client and call; the call's value overrides", async () => {
  failing(2);
  assert.equal(await client({ retries: quick }).webhooks.getWebhooks(), []);
  failing(2);
  assert.equal(await client({ retryConfig: quick }).webhooks.getWebhooks(), []);
  failing(2);
  assert.equal(await client().webhooks.getWebhooks({}, { retries: quick }), []);
  failing(2);
  assert.equal(await client().webhooks.getWebhooks({}, { retryConfig: quick }), []);
  assert.is(server.seen.length, 3);
  failing(2);
  const none = client({ retryConfig: quick }).webhooks.getWebhooks({}, { retries: { strategy: 'none' } });
  assert.is(((await failure(none)) as PlatformError).statusCode, 503);
  assert.is(server.seen.length, 1);
});

test('retries 429, 500, 502, 503 and 504, or the given codes', async () => {
  const plan = retryPlan(quick, undefined);
  const codes = [400, 401, 403, 404, 408, 409, 429, 500, 501, 502, 503, 504];
  assert.equal(
    codes.filter((code) => retriesStatus(plan, code)),
    [429, 500, 502, 503, 504],
  );
  const asked = retryPlan(quick, ['409', '5XX']);
  assert.equal(
    codes.filter((code) => retriesStatus(asked, code)),
    [409, 500, 501, 502, 503, 504],
  );
  failing(1, { status: 409, body: '' });
  assert.equal(await client({ retryConfig: quick }).webhooks.getWebhooks({}, { retryCodes: ['409'] }), []);
});

test('waits grow by the exponent, with jitter of at most a quarter', () => {
  const plan = retryPlan(
    { strategy: 'backoff', backoff: { initialInterval: 100, exponent: 2, maxInterval: 1000 } },
    undefined,
  );
  assert.equal(
    [0, 1, 2, 3, 4].map((at) => backoff(plan, at, undefined, () => 0)),
    [100, 200, 400, 800, 1000],
  );
  assert.equal(
    [0, 1, 2].map((at) => backoff(plan, at, undefined, () => 1)),
    [75, 150, 300],
  );
  assert.is(backoff(plan, 0, 5000), 5000, 'what the API asks for is not cut short by maxInterval');
  assert.is(backoff(plan, 3, 0), 0);
});

test('a partial backoff keeps the other defaults', () => {
  const { initialInterval, maxInterval, exponent, maxElapsedTime } = retryPlan(
    { strategy: 'backoff', backoff: { initialInterval: 7 } },
    undefined,
  );
  assert.equal([initialInterval, maxInterval, exponent, maxElapsedTime], [7, 60_000, 1.5, 3_600_000]);
});

const zone = process.env.TZ;
test.after(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('parses Retry-After in every format', () => {
  // One of the dates has no zone and means GMT, in any time zone.
  process.env.TZ = 'Asia/Tokyo';
  const now = Date.parse('Sun, 06 Nov 1994 08:49:30 GMT');
  const read = (value: string, name = 'retry-after') => retryAfter(new Headers({ [name]: value }), now);
  assert.is(read('7'), 7000);
  assert.is(read('0'), 0);
  assert.is(read('0.25'), 250);
  assert.is(read('1500', 'retry-after-ms'), 1500);
  assert.is(read('Sun, 06 Nov 1994 08:49:37 GMT'), 7000);
  assert.is(read('Sunday, 06-Nov-94 08:49:37 GMT'), 7000);
  assert.is(read('Sun Nov  6 08:49:37 1994'), 7000);
  assert.is(read('Sun, 06 Nov 1994 08:49:00 GMT'), 0, 'a date that has passed');
  for (const nonsense of ['', 'soon', '-5', '1e9', 'NaN', '2027']) {
    assert.is(read(nonsense), nonsense === '2027' ? 2_027_000 : undefined, nonsense);
  }
  assert.is(retryAfter(new Headers()), undefined);
});

test('Retry-After replaces the computed wait', async () => {
  failing(1, { status: 429, headers: { 'retry-after': '0.05' }, body: '' });
  assert.equal(await client({ retryConfig: slow }).webhooks.getWebhooks(), []);
  const eager = { strategy: 'backoff', backoff: { initialInterval: 1, maxInterval: 600_000 } } as const;
  const controller = new AbortController();
  server.reply = () => {
    setTimeout(() => controller.abort(), 100);
    return { status: 429, headers: { 'retry-after': '600' } };
  };
  const call = client({ retryConfig: eager }).webhooks.getWebhooks({}, { signal: controller.signal });
  assert.instance(await failure(call), RequestAbortedError);
  assert.is(server.seen.length, 1);
});

test('never starts a wait that would exceed maxElapsedTime; the last answer is the outcome', async () => {
  failing(9);
  const config = { strategy: 'backoff', backoff: { ...slow.backoff, maxElapsedTime: 400_000 } } as const;
  const error = await failure(client({ retryConfig: config }).webhooks.getWebhooks());
  assert.is((error as PlatformError).body, 'busy');
  assert.is(server.seen.length, 1);
});

test('an abort ends the wait at once', async () => {
  failing(9);
  const controller = new AbortController();
  const call = client({ retryConfig: slow }).webhooks.getWebhooks({}, { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  assert.instance(await failure(call), RequestAbortedError);
});

test("a wait longer than a timer's maximum is not shortened to zero", async () => {
  const long = 2 ** 40;
  const controller = new AbortController();
  const waiting = await Promise.race([
    wait(long, controller.signal).then(
      () => false,
      () => false,
    ),
    new Promise((resolve) => setTimeout(() => resolve(true), 50)),
  ]);
  controller.abort();
  assert.ok(waiting, 'wait()');
  const late = new AbortController();
  server.reply = () => {
    // From the answer on, not from the call: on a busy machine it takes a while to arrive.
    setTimeout(() => late.abort(new DOMException('', 'TimeoutError')), 100);
    return { status: 503, headers: { 'retry-after': '9999999999' }, body: '' };
  };
  const config = { strategy: 'backoff', backoff: { maxInterval: long, maxElapsedTime: Infinity } } as const;
  const call = client({ retryConfig: config }).webhooks.getWebhooks({}, { signal: late.signal });
  assert.instance(await failure(call), RequestTimeoutError);
  assert.is(server.seen.length, 1);
  const plan = retryPlan({ strategy: 'backoff', backoff: { initialInterval: 0, exponent: 1e300 } }, undefined);
  assert.is(backoff(plan, 9, undefined), 0);
});

test('rejects times that are no number of at least 0 before sending anything', async () => {
  for (const value of [Number.NaN, -1, '5' as unknown as number]) {
    for (const name of ['initialInterval', 'maxInterval', 'exponent', 'maxElapsedTime']) {
      const config = { strategy: 'backoff', backoff: { [name]: value } } as const;
      const error = await failure(client({ retryConfig: config }).webhooks.getWebhooks());
      assert.instance(error, InvalidRequestError);
      assert.match((error as Error).message, new RegExp(`options.${name} must be a number of at least 0`));
    }
    for (const name of ['timeoutMs', 'attemptTimeoutMs']) {
      for (const call of [
        client({ [name]: value }).webhooks.getWebhooks(),
        client().webhooks.getWebhooks({}, { [name]: value }),
      ])
        assert.instance(await failure(call), InvalidRequestError);
    }
    assert.is(server.seen.length, 0);
  }
});

test('the overall timeout ends the wait too', async () => {
  failing(9);
  const call = client({ retryConfig: slow, timeoutMs: 60 }).webhooks.getWebhooks();
  assert.instance(await failure(call), RequestTimeoutError);
});

test('retries lost connections only on request', async () => {
  let calls = 0;
  const fetcher = async (request: Request) => {
    if (calls++ < 2) throw Object.assign(new TypeError('fetch failed'), { cause: new Error('reset') });
    return fetch(request);
  };
  server.reply = json([]);
  const httpClient = new HTTPClient({ fetcher });
  assert.instance(await failure(client({ httpClient, retryConfig: quick }).webhooks.getWebhooks()), ConnectionError);
  assert.is(calls, 1);
  calls = 0;
  const also = { ...quick, retryConnectionErrors: true };
  assert.equal(await client({ httpClient, retryConfig: also }).webhooks.getWebhooks(), []);
  assert.is(calls, 3);
});

test('retries an attempt that times out on request, and requests the token again', async () => {
  let tokens = 0;
  let left = 1;
  server.reply = () => (left-- > 0 ? new Promise(() => undefined) : json([]));
  const config = { ...quick, retryConnectionErrors: true };
  const bearerToken = async () => `t${++tokens}`;
  const platform = client({ bearerToken, retryConfig: config, attemptTimeoutMs: 80 });
  assert.equal(await platform.webhooks.getWebhooks(), []);
  assert.equal(
    server.seen.map(({ headers }) => headers.authorization),
    ['Bearer t1', 'Bearer t2'],
  );
});

test('a body that can be read again is sent again, a one-shot stream is not retried', async () => {
  const args = { xNowSize: undefined, requestBody: new Blob(['again']) };
  failing(1);
  const uploads = client({ retryConfig: quick }).deployments;
  server.reply = (
    (left) => () =>
      left-- > 0 ? busy : json({ urls: [] })
  )(1);
  await uploads.uploadFile(args);
  assert.equal(
    server.seen.map(({ body }) => body.toString()),
    ['again', 'again'],
  );
  failing(9);
  server.seen.length = 0;
  const stream = new Blob(['once']).stream();
  const error = await failure(uploads.uploadFile({ requestBody: stream }));
  assert.is((error as PlatformError).statusCode, 503);
  assert.equal(
    server.seen.map(({ body }) => body.toString()),
    ['once'],
  );
});

test('the body of a failed attempt is drained, so that its connection is reused', async () => {
  const sockets = new Set<unknown>();
  let left = 5;
  server.reply = (_seen, response) => {
    sockets.add(response.socket);
    return left-- > 0 ? { status: 503, body: 'x'.repeat(200_000) } : json([]);
  };
  await client({ retryConfig: quick }).webhooks.getWebhooks();
  assert.is(server.seen.length, 6);
  assert.ok(sockets.size <= 2, `${sockets.size} connections`);
});

test.run();
