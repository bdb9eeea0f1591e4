// Timeouts, aborts, hooks and the debug logger.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type ClientOptions,
  HTTPClient,
  type Logger,
  Platform,
  RequestAbortedError,
  RequestTimeoutError,
  UnexpectedClientError,
} from '../index.ts';
import { json, Loopback } from './support/server.ts';

const server = await Loopback.start();
test.after(() => server.stop());

const client = (more: ClientOptions = {}) =>
  new Platform({ serverURL: server.url, bearerToken: 'top-secret', ...more });
const never = () => new Promise<undefined>(() => undefined);

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.unreachable('the call succeeded'),
    (error: unknown) => error,
  );
}

test("timeoutMs limits the whole call; the call's value overrides the client's", async () => {
  server.reply = never;
  assert.instance(await failure(client({ timeoutMs: 50 }).webhooks.getWebhooks()), RequestTimeoutError);
  assert.instance(
    await failure(client({ timeoutMs: 600_000 }).webhooks.getWebhooks({}, { timeoutMs: 30 })),
    RequestTimeoutError,
  );
});

test("a timeout longer than a timer's maximum does not fire at once", async () => {
  server.reply = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return json([]);
  };
  assert.equal(await client({ timeoutMs: 2 ** 31, attemptTimeoutMs: 2 ** 40 }).webhooks.getWebhooks(), []);
});

test('timeoutMs covers the body too', async () => {
  server.reply = (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    return undefined;
  };
  assert.instance(await failure(client({ timeoutMs: 60 }).webhooks.getWebhooks()), RequestTimeoutError);
});

test('attemptTimeoutMs limits each attempt, timeoutMs all of them', async () => {
  server.reply = never;
  server.seen.length = 0;
  const retryConfig = {
    strategy: 'backoff',
    backoff: { initialInterval: 1, maxInterval: 2, maxElapsedTime: Infinity },
    retryConnectionErrors: true,
  } as const;
  // Only timeoutMs ends these attempts.
  const call = client({ retryConfig, attemptTimeoutMs: 20, timeoutMs: 400 }).webhooks.getWebhooks();
  assert.instance(await failure(call), RequestTimeoutError);
  // Only attemptTimeoutMs ends the first two of these.
  server.reply = () => (server.seen.length > 2 ? json([]) : never());
  server.seen.length = 0;
  assert.equal(await client({ retryConfig, attemptTimeoutMs: 200 }).webhooks.getWebhooks(), []);
});

test("timeouts and the caller's signal work together", async () => {
  server.reply = never;
  const controller = new AbortController();
  const options = { signal: controller.signal };
  assert.instance(await failure(client({ timeoutMs: 30 }).webhooks.getWebhooks({}, options)), RequestTimeoutError);
  setTimeout(() => controller.abort(), 30);
  assert.instance(await failure(client({ timeoutMs: 60_000 }).webhooks.getWebhooks({}, options)), RequestAbortedError);
  server.seen.length = 0;
  assert.instance(await failure(client().webhooks.getWebhooks({}, options)), RequestAbortedError);
  assert.is(server.seen.length, 0, 'nothing is sent under a signal that has fired');
  assert.instance(await failure(client().webhooks.getWebhooks({}, { fetchOptions: options })), RequestAbortedError);
  assert.instance(
    await failure(client().webhooks.getWebhooks({}, { signal: AbortSignal.timeout(20) })),
    RequestTimeoutError,
  );
});

test('a timeout ends the call even if the fetcher or the token function ignores signals', async () => {
  const deaf = new HTTPClient({ fetcher: () => new Promise(() => undefined) });
  assert.instance(
    await failure(client({ httpClient: deaf, timeoutMs: 30 }).webhooks.getWebhooks()),
    RequestTimeoutError,
  );
  const bearerToken = () => new Promise<string>(() => undefined);
  assert.instance(await failure(client({ bearerToken, timeoutMs: 30 }).webhooks.getWebhooks()), RequestTimeoutError);
});

test('signals and timeouts work without AbortSignal.any', async () => {
  const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any')!;
  Object.defineProperty(AbortSignal, 'any', { value: undefined, configurable: true });
  try {
    server.reply = json([]);
    assert.equal(await client({ timeoutMs: 5000 }).webhooks.getWebhooks(), []);
    server.reply = never;
    const controller = new AbortController();
    const call = client({ timeoutMs: 60_000 }).webhooks.getWebhooks({}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    assert.instance(await failure(call), RequestAbortedError);
    assert.instance(
      await failure(client().webhooks.getWebhooks({}, { signal: controller.signal })),
      RequestAbortedError,
    );
    assert.instance(await failure(client({ attemptTimeoutMs: 30 }).webhooks.getWebhooks()), RequestTimeoutError);
  } finally {
    Object.defineProperty(AbortSignal, 'any', any);
  }
});

test('hooks run in order, may replace the request, get answers and errors', async () => {
  server.reply = json([]);
  const seen: string[] = [];
  const httpClient = new HTTPClient()
    .addHook('beforeRequest', (request) => {
      seen.push('first');
      const next = new Request(request, { signal: AbortSignal.timeout(5000) });
      next.headers.set('x-custom', 'value');
      return next;
    })
    .addHook('beforeRequest', async (request) => {
      seen.push(`second ${request.headers.get('x-custom')}`);
    })
    .addHook('response', (response, request) => {
      seen.push(`response ${response.status} ${request.headers.get('x-custom')}`);
    });
  await client({ httpClient }).webhooks.getWebhooks();
  assert.equal(seen, ['first', 'second value', 'response 200 value']);
  assert.is(server.last().headers['x-custom'], 'value');
});

test('requestError runs for network failures and for response hooks that throw; hooks can be removed and cloned', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown, request: Request) => {
    errors.push([String(error), request.method]);
  };
  const httpClient = new HTTPClient({ fetcher: () => Promise.reject(new TypeError('fetch failed')) });
  httpClient.addHook('requestError', note);
  await failure(client({ httpClient }).webhooks.getWebhooks());
  assert.equal(errors, [['TypeError: fetch failed', 'GET']]);
  const copy = httpClient.clone();
  httpClient.removeHook('requestError', note).removeHook('requestError', note);
  await failure(client({ httpClient }).webhooks.getWebhooks());
  assert.is(errors.length, 1);
  await failure(client({ httpClient: copy }).webhooks.getWebhooks());
  assert.is(errors.length, 2);
  server.reply = json([]);
  const strict = new HTTPClient()
    .addHook('requestError', note)
    .addHook('response', () => Promise.reject(new Error('hook')));
  await failure(client({ httpClient: strict }).webhooks.getWebhooks());
  assert.equal(errors.at(-1), ['Error: hook', 'GET']);
  assert.throws(() => new HTTPClient().addHook('nonsense' as 'response', () => undefined), /Unknown hook: nonsense/);
  assert.throws(() => new HTTPClient().addHook('toString' as 'response', () => undefined), /Unknown hook/);
});

test('a response hook that throws ends the call and closes its connection, whether the body was read or not', async () => {
  for (const read of [false, true]) {
    const gone = new Promise<void>((resolve) => {
      server.reply = (_seen, response) => {
        response.on('close', resolve);
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"half":');
        if (read) response.end('1}');
        return undefined;
      };
    });
    const httpClient = new HTTPClient().addHook('response', async (response) => {
      if (read) await response.text();
      throw new Error('not this one');
    });
    const strict = new Platform({ serverURL: server.url, httpClient });
    const error = await failure(strict.webhooks.getWebhooks());
    assert.instance(error, UnexpectedClientError);
    assert.is(((error as Error).cause as Error).message, 'not this one');
    await gone;
  }
});

test('hooks run for each attempt', async () => {
  let left = 2;
  let hooks = 0;
  server.reply = () => (left-- > 0 ? { status: 503 } : json([]));
  const httpClient = new HTTPClient().addHook('beforeRequest', () => {
    hooks++;
  });
  const retryConfig = { strategy: 'backoff', backoff: { initialInterval: 1 } } as const;
  await client({ httpClient, retryConfig }).webhooks.getWebhooks();
  assert.is(hooks, 3);
});

class Recorder implements Logger {
  readonly lines: string[] = [];
  #depth = 0;
  group(label = ''): void {
    this.lines.push('  '.repeat(this.#depth++) + label);
  }
  groupEnd(): void {
    this.#depth--;
  }
  log(...parts: unknown[]): void {
    const words = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
    this.lines.push('  '.repeat(this.#depth) + words.join(' '));
  }
}

const secretAnswer = { bearerToken: 'fresh-token', token: { id: 'i' } };

test('the debug logger prints request and answer in order, with secrets masked', async () => {
  server.reply = {
    ...json(secretAnswer),
    headers: { 'content-type': 'application/json', 'set-cookie': 'sid=cookie-value' },
  };
  const debugLogger = new Recorder();
  const platform = client({ debugLogger, responseValidation: 'off' });
  const options = { headers: { cookie: 'sid=cookie-value' } };
  await platform.authentication.createAuthToken({ requestBody: { name: 'n' } }, options);
  const text = debugLogger.lines.join('\n');
  assert.match(
    text,
    /^> Request: POST http:.*\/v3\/user\/tokens\n {2}Headers:\n[\s\S]* {4}authorization: \*\*\*[\s\S]* {2}Body:\n {4}\{"name":"n"\}\n< Response: POST http/,
  );
  assert.match(
    text,
    /< Response: [\s\S]* {2}Status Code: 200 "?OK"?\n {2}Headers:\n[\s\S]* {2}Body:\n {4}\{"bearerToken":"\*\*\*","token":\{"id":"i"\}\}$/,
  );
  assert.not.match(text, /top-secret|fresh-token|cookie-value/);
});

test('logSecrets prints secrets unmasked; streams are named, not read', async () => {
  server.reply = json(secretAnswer);
  const debugLogger = new Recorder();
  await client({ debugLogger, logSecrets: true, responseValidation: 'off' }).authentication.createAuthToken({
    requestBody: { name: 'n' },
  });
  assert.match(debugLogger.lines.join('\n'), /authorization: Bearer top-secret[\s\S]*fresh-token/);
  server.reply = { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: 'bytes' };
  const stream = await client({ debugLogger }).artifacts.downloadArtifact({ hash: 'h' });
  assert.match(debugLogger.lines.join('\n'), /<application\/octet-stream>/);
  assert.is(await new Response(stream).text(), 'bytes');
});

test('recognizes the lost-connection errors of every runtime, and no error of the caller', async () => {
  const nameOf = async (thrown: Error) => {
    const httpClient = new HTTPClient({ fetcher: () => Promise.reject(thrown) });
    return new Platform({ httpClient }).webhooks.getWebhooks().catch((error: Error) => error.name);
  };
  // Node, Chromium, Firefox, Safari, Deno, workerd
  for (const lost of [
    new TypeError('fetch failed'),
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Load failed'),
    new TypeError('error sending request for url'),
    new Error('Network connection lost.'),
  ])
    assert.is(await nameOf(lost), 'ConnectionError', lost.message);
  for (const other of [new Error('the socket of the lamp'), new TypeError('x is not a function'), new Error('fetch')])
    assert.is(await nameOf(other), 'UnexpectedClientError', other.message);
});

test.run();
