// Reading answers: the seven rules of tolerance, error classes and their members, and data they never contain.
import { inspect } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type ClientOptions,
  ConnectionError,
  type Drift,
  HTTPClient,
  Platform,
  PlatformBadRequestError,
  PlatformError,
  PlatformRateLimitError,
  RequestAbortedError,
  RequestTimeoutError,
  ResponseValidationError,
  UnexpectedClientError,
} from '../index.ts';
import { check, newTrial } from '../runtime/check.ts';
import { choice } from '../runtime/choice.ts';
import { planOf } from '../runtime/plan.ts';
import type { Schema } from '../runtime/schema.ts';
import { turn } from '../runtime/turn.ts';

type Init = { status?: number; headers?: Record<string, string> };

function answering(body: unknown, init: Init = {}, options: ClientOptions = {}): Platform {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...init.headers };
  const fetcher = async () => new Response(text, { ...init, headers });
  return new Platform({ bearerToken: 'top-secret', httpClient: new HTTPClient({ fetcher }), ...options });
}

async function failure<T>(call: Promise<unknown>): Promise<T> {
  return call.then(
    () => assert.unreachable('the call succeeded'),
    (error: unknown) => error as T,
  ) as Promise<T>;
}

const created = '2026-01-31T12:00:00.000Z';
const alias = { uid: 'u', alias: 'a.example', created };
const aliases = (patch: object = {}) => ({ aliases: [{ ...alias, ...patch }] });
const list = (platform: Platform) => platform.aliases.listDeploymentAliases({ id: 'd' });

test('rule 1: unknown members are kept, at every depth, including one named __proto__', async () => {
  const more = JSON.stringify({ ...alias, brand_new: { a_b: [1] } });
  const answer = await list(answering(`{"aliases":[${more}],"__proto__":{"x":1},"some-more":true}`));
  assert.equal(Object.keys(answer), ['aliases', '__proto__', 'some-more']);
  assert.is(Object.getPrototypeOf(answer), Object.prototype);
  assert.equal(answer.aliases[0], { ...alias, created: new Date(created), brand_new: { a_b: [1] } } as never);
});

test('rule 2: an unknown enum value is accepted', async () => {
  const bypass = { createdAt: 1, createdBy: 'u', scope: 'a-scope-of-tomorrow' };
  const answer = await list(answering(aliases({ protectionBypass: { k: bypass } })));
  assert.equal(answer.aliases[0]?.protectionBypass, { k: bypass });
});

const read = (schema: Schema, value: unknown) => {
  const [plan, trial] = [planOf(schema, false), newTrial(false)];
  check(plan, value, trial);
  return { value: turn(plan, value), issues: trial.issues };
};
const text: Schema = { type: 'string' };

test('rule 3: a union is selected by the discriminating literal, then by the most members, and drops nothing', () => {
  const tagged: Schema = {
    by: choice,
    oneOf: [
      {
        type: 'object',
        properties: { kind: { enum: ['a'] }, at: { type: 'string', format: 'date-time' } },
        required: ['kind'],
      },
      { type: 'object', properties: { kind: { enum: ['b'] }, at: text }, required: ['kind'] },
    ],
  };
  const time = '2026-01-01T00:00:00.000Z';
  assert.equal(read(tagged, { kind: 'b', at: time, x: 1 }), { value: { kind: 'b', at: time, x: 1 }, issues: [] });
  assert.equal(read(tagged, { kind: 'a', at: time }).value, { kind: 'a', at: new Date(time) });
  assert.equal(read(tagged, { kind: 'new', at: 'soon', x_y: 1 }), {
    value: { kind: 'new', at: 'soon', x_y: 1 },
    issues: [],
  });
  const counted: Schema = {
    by: choice,
    oneOf: [
      { type: 'object', properties: { a: text } },
      { type: 'object', properties: { a: text, 'b-c': text } },
    ],
  };
  assert.equal(read(counted, { a: '1', 'b-c': '2', d: 3 }).value, { a: '1', bC: '2', d: 3 });
  // If the literal's branch is not satisfied, its issues are reported.
  const strict: Schema = {
    by: choice,
    oneOf: [{ type: 'object', properties: { k: { enum: ['a'] }, n: text }, required: ['k', 'n'] }, text],
  };
  assert.equal(
    read(strict, { k: 'a' }).issues.map(({ path, code }) => ({ path, code })),
    [{ path: ['n'], code: 'required' }],
  );
  const loose: Schema = {
    by: choice,
    oneOf: [{ ...strict.oneOf![0] }, { type: 'object', properties: { k: text, n: text } }],
  };
  assert.is(read(loose, { k: 'a' }).issues.length, 1, 'a looser branch does not excuse it');
  assert.is(read(loose, { k: 'b' }).issues.length, 0);
  assert.equal(
    read(strict, 7).issues.map(({ code }) => code),
    ['union'],
  );
});

test('a date becomes a Date only if it is a complete time with its offset', () => {
  const time: Schema = { type: 'string', format: 'date-time' };
  for (const good of [created, '2026-01-31T13:00:00+01:00', '2026-01-31T12:00Z', '2026-01-31T11:00:00.000000-0100'])
    assert.equal(read(time, good), { value: new Date(created), issues: [] });
  for (const bad of [
    '1',
    'soon 5',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-13-31T12:00:00Z',
    'x 2026-01-31T12:00:00Z',
  ]) {
    const { value, issues } = read(time, bad);
    assert.equal([value, issues.map(({ want }) => want)], [bad, ['date-time']], 'it stays the text it is');
  }
});

test('rule 4: strict reading turns a wrong type into a ResponseValidationError with all received data', async () => {
  const body = aliases({ uid: undefined, alias: 7 });
  const strict = { responseValidation: 'strict' } as const;
  const error = await failure<ResponseValidationError>(
    list(answering(body, { headers: { 'x-vercel-id': 'id-1' } }, strict)),
  );
  assert.instance(error, ResponseValidationError);
  assert.instance(error, PlatformError);
  assert.equal(error.rawValue, JSON.parse(JSON.stringify(body)));
  assert.equal(error.value, { aliases: [{ alias: 7, created: new Date(created) }] });
  assert.equal([error.statusCode, error.requestId, error.body], [200, 'id-1', JSON.stringify(body)]);
  assert.match(error.pretty(), /┌ 2 issues found:[\s\S]*uid\]: is missing/);
  assert.match(error.pretty(), /aliases\[0\]\.alias\]: has the wrong type[\s\S]*Want: string[\s\S]*Got: number/);
});

test('a body that is the error itself, as from the registrar, sets error and message; data$ stays undefined', async () => {
  for (const [body, code] of [
    [{ status: 400, code: 'domain_too_short', message: 'Too short' }, 'domain_too_short'],
    [{ _tag: 'HttpApiDecodeError', issues: [], message: 'Too short' }, 'HttpApiDecodeError'],
  ] as const) {
    const error = await failure<PlatformError>(list(answering(body, { status: 400 })));
    assert.instance(error, PlatformBadRequestError);
    assert.equal([error.message, error.error?.code, error.data$], ['Too short', code, undefined]);
  }
  for (const body of [{ code: 7, message: 'm' }, { code: 'c' }, [], 'null']) {
    const error = await failure<PlatformError>(list(answering(body, { status: 400 })));
    assert.is(error.error, undefined);
  }
});

test('rule 6: the error class depends only on the status', async () => {
  for (const body of ['', '<html>', '{"error":7}', '[]', '{"error":{"code":"x"}}']) {
    const error = await failure<PlatformError>(
      list(answering(body, { status: 400, headers: { 'content-type': 'text/html' } })),
    );
    assert.instance(error, PlatformBadRequestError);
    assert.is(error.data$, undefined);
    assert.match(error.message, /^API error occurred: Status 400 Content-Type text\/html\. Body: /);
  }
});

test('empty and broken JSON are validation errors, another content type a PlatformError', async () => {
  for (const [body, message] of [
    ['', /is empty/],
    ['{', /is not JSON/],
  ] as const) {
    const error = await failure<ResponseValidationError>(list(answering(body)));
    assert.instance(error, ResponseValidationError);
    assert.match(error.message, message);
    assert.is(error.rawValue, body);
  }
  const page = await failure<PlatformError>(list(answering('<html>', { headers: { 'content-type': 'text/html' } })));
  assert.is(page.constructor, PlatformError);
  assert.match(page.message, /Unexpected content type text\/html with status 200\. Body: <html>/);
});

test('JSON under another content type is read and reported; strict rejects it', async () => {
  const plain = { headers: { 'content-type': 'text/plain; charset=utf-8' } };
  const heard: Drift[] = [];
  const body = JSON.stringify(aliases());
  const read = await list(answering(body, plain, { onDrift: (drift) => heard.push(drift) }));
  assert.is(read.aliases.length, 1);
  const issues = heard.flatMap((drift) => drift.issues.map(({ code, path, message }) => ({ code, path, message })));
  assert.equal(issues, [{ code: 'type', path: [], message: 'came as text/plain; charset=utf-8' }]);
  assert.is((await list(answering(body, plain, { responseValidation: 'off' }))).aliases.length, 1);
  const strict = await failure<PlatformError>(list(answering(body, plain, { responseValidation: 'strict' })));
  assert.is(strict.constructor, PlatformError);
});

test('an undeclared success is read, an undeclared failure is a PlatformError', async () => {
  assert.is((await list(answering(aliases(), { status: 201 }))).aliases.length, 1);
  const teapot = await failure<PlatformError>(
    list(answering({ error: { code: 'tea', message: 'Short' } }, { status: 418 })),
  );
  assert.equal([teapot.constructor, teapot.message, teapot.error?.code], [PlatformError, 'Short', 'tea']);
});

test('an error has every member of the answer’s error, and the request without the token', async () => {
  const error = {
    code: 'rate_limited',
    message: 'Slow down',
    limit: { remaining: 0, reset: 1, resetMs: 1000, total: 10 },
  };
  const found = await failure<PlatformRateLimitError>(list(answering({ error }, { status: 429 })));
  assert.instance(found, PlatformRateLimitError);
  assert.instance(found, Error);
  assert.is(found.name, 'PlatformRateLimitError');
  assert.is(found.message, 'Slow down');
  assert.is(found.statusCode, 429);
  assert.is(found.headers.get('content-type'), 'application/json');
  assert.is(found.body, JSON.stringify({ error }));
  assert.instance(found.rawResponse, Response);
  assert.equal(found.data$, { error });
  assert.is(found.error?.limit?.total, 10);
  assert.equal(found.request, { method: 'GET', url: 'https://api.vercel.com/v2/deployments/d/aliases' });
  assert.not.match(inspect(found, { depth: 9, showHidden: true }), /top-secret/);
});

test('a 403 has the base class', async () => {
  const found = await failure<PlatformError>(
    list(answering({ error: { code: 'forbidden', message: 'No' } }, { status: 403 })),
  );
  assert.equal([found.constructor, found.error?.code], [PlatformError, 'forbidden']);
});

test('classifies network failures', async () => {
  const thrown = async (error: unknown) => {
    const httpClient = new HTTPClient({ fetcher: () => Promise.reject(error) });
    return failure(list(new Platform({ httpClient })));
  };
  for (const message of [
    'fetch failed',
    'Failed to fetch',
    'Load failed',
    'NetworkError when attempting to fetch resource.',
  ]) {
    assert.instance(await thrown(new TypeError(message)), ConnectionError);
  }
  assert.instance(await thrown(Object.assign(new Error('x'), { code: 'ECONNRESET' })), ConnectionError);
  assert.instance(await thrown(new DOMException('x', 'AbortError')), RequestAbortedError);
  assert.instance(await thrown(new DOMException('x', 'TimeoutError')), RequestTimeoutError);
  assert.instance(await thrown(new TypeError('x is not a function')), UnexpectedClientError);
  const real = await failure<ConnectionError>(list(new Platform({ serverURL: 'http://127.0.0.1:1' })));
  assert.instance(real, ConnectionError);
  assert.ok(real.cause);
});

test('an exception of a token function or a hook never counts as a lost connection, and is not retried', async () => {
  const errors = [
    Object.assign(new Error('no such file'), { code: 'ENOENT' }),
    new TypeError("Cannot read properties of undefined (reading 'connection')"),
    new DOMException('x', 'TimeoutError'),
    Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
  ];
  const retryConfig = { strategy: 'backoff', backoff: { initialInterval: 1 }, retryConnectionErrors: true } as const;
  for (const error of errors) {
    let thrown = 0;
    const fail = () => {
      if (thrown++ < 1) throw error;
    };
    const fetcher = async () => Response.json(aliases());
    const seen: unknown[] = [];
    const lost = new HTTPClient({ fetcher: () => Promise.reject(new TypeError('fetch failed')) });
    for (const options of [
      { bearerToken: async () => fail() ?? 't', httpClient: new HTTPClient({ fetcher }) },
      { httpClient: new HTTPClient({ fetcher }).addHook('beforeRequest', fail) },
      {
        httpClient: new HTTPClient({ fetcher }).addHook('response', fail).addHook('requestError', (raw) => {
          seen.push(raw);
        }),
      },
      { httpClient: lost.addHook('requestError', fail) },
    ]) {
      thrown = 0;
      const found = await failure<UnexpectedClientError>(list(new Platform({ ...options, retryConfig })));
      assert.is(found.constructor, UnexpectedClientError, String(error));
      assert.is(found.cause, error);
      assert.is(thrown, 1);
    }
    assert.equal(seen, [error]);
  }
  const fetcher = () => Promise.reject(errors[0]);
  assert.is(
    (await failure<Error>(list(new Platform({ httpClient: new HTTPClient({ fetcher }) })))).name,
    'UnexpectedClientError',
  );
});

test('a deeply nested answer ends in an error, without a crash', async () => {
  const deep = `${'{"type":"directory","name":"n","mode":1,"children":['.repeat(20_000)}${']}'.repeat(20_000)}`;
  const call = answering(`[${deep}]`).deployments.listDeploymentFiles({ id: 'd' });
  assert.instance(await failure(call), Error);
});

test.run();
