// Random argument values by kind of parameter: no malformed URL and no header injection, otherwise a clear input error.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HTTPClient, InvalidRequestError, Platform } from '../index.ts';

const rounds = 10_000;

// A small generator of its own, so that a failure can be reproduced.
let state = 20261121;
function random(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

const pieces = [
  ...[
    '.',
    '..',
    '/',
    '\\',
    '?',
    '#',
    '%',
    '%2e',
    '%2E%2e',
    '&',
    '=',
    ';',
    ':',
    '@',
    '+',
    ' ',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\0',
  ],
  ...[
    '\x7f',
    '\x80',
    'é',
    'ÿ',
    '€',
    '😀',
    '\ud800',
    '\udfff',
    '\u2028',
    '\ufeff',
    "'",
    '"',
    '<',
    '>',
    '{',
    '}',
    '|',
    '^',
    '`',
  ],
  ...[
    'a',
    'Z',
    '0',
    '__proto__',
    'constructor',
    'http://evil.example',
    '//evil.example',
    'X-Evil: 1',
    '\r\nX-Evil: 1',
    '',
  ],
];
const text = () => Array.from({ length: random(6) }, () => pick(pieces)).join('');

function odd(): unknown {
  const makers: (() => unknown)[] = [
    text,
    text,
    text,
    text,
    text,
    text,
    () => random(2 ** 31) - 2 ** 30,
    () => pick([0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7, Number.MAX_SAFE_INTEGER]),
    () => pick([true, false, null, undefined]),
    () => pick([1n, Symbol('s'), () => 1]),
    () => [text(), text()],
    () => ({ [text() || 'k']: text() }),
    () => new Date(pick([0, Number.NaN, 1e12])),
    () => Object.create(null),
  ];
  return pick(makers)();
}

let sent: Request | undefined;
const httpClient = new HTTPClient({
  fetcher: async (request) => {
    sent = request;
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  },
});
const base = 'https://api.example';
const platform = new Platform({ serverURL: base, bearerToken: 'secret', httpClient, responseValidation: 'off' });

interface Outcome {
  request: Request | undefined;
}

/** Asserts that a request was sent, or that the error is an InvalidRequestError with a message. */
async function attempt(call: () => Promise<unknown>): Promise<Outcome> {
  sent = undefined;
  try {
    await call();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    assert.is(sent, undefined, 'an input error was raised after sending');
    assert.ok(error.issues.length > 0);
    assert.match(error.message, /^Invalid request: <root>/);
    assert.match(error.pretty(), /issues? found/);
    assert.not.match(error.message, /secret/);
  }
  return { request: sent };
}

const counts = new Map<string, number>();
function kind(name: string, run: () => Promise<Outcome>): void {
  test(`${name}: ${rounds} random values`, async () => {
    let passed = 0;
    for (let at = 0; at < rounds; at++) if ((await run()).request) passed++;
    counts.set(name, passed);
    assert.ok(passed > rounds / 20, `only ${passed} made a request: the generator tests nothing`);
    assert.ok(passed < rounds, 'nothing was refused: the generator tests nothing');
  });
}

kind('path parameters', async () => {
  const [first, second] = [odd(), odd()];
  const args = { deploymentId: first, checkId: second } as { deploymentId: string; checkId: string };
  const outcome = await attempt(() => platform.checks.getCheck(args));
  if (outcome.request) {
    const url = new URL(outcome.request.url);
    assert.is(url.origin, base);
    assert.is(url.search + url.hash, '');
    const segments = url.pathname.split('/').map(decodeURIComponent);
    assert.equal(segments, ['', 'v1', 'deployments', first, 'checks', second]);
  }
  return outcome;
});

kind('query parameters', async () => {
  const given = {
    app: odd(),
    limit: odd(),
    rollbackCandidate: odd(),
    projectIds: odd(),
    teamId: odd(),
    [text()]: odd(),
  };
  // Most values do not fit most types; some are left out so that some calls succeed.
  for (const key of Object.keys(given)) if (random(3)) delete given[key];
  const args = given as unknown as Record<string, never>;
  const outcome = await attempt(() => platform.deployments.getDeployments(args));
  if (outcome.request) {
    const url = new URL(outcome.request.url);
    assert.is(url.origin + url.pathname, `${base}/v7/deployments`);
    assert.is(url.hash, '');
    const names = ['app', 'limit', 'projectIds', 'rollbackCandidate', 'teamId'];
    const want = names.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]);
    });
    // URLSearchParams decodes lone surrogates as U+FFFD; none may have been sent.
    assert.equal([...url.searchParams], want);
  }
  return outcome;
});

function checkHeaders(request: Request, own: Record<string, string>): void {
  const known = new Set([
    'accept',
    'authorization',
    'user-agent',
    'content-type',
    'content-length',
    ...Object.keys(own),
  ]);
  for (const [name, value] of request.headers) {
    assert.ok(known.has(name), `header ${name} came from a value`);
    assert.not.match(value, /[\r\n\0]/);
  }
  for (const [name, value] of Object.entries(own)) {
    assert.is(request.headers.get(name), value.replace(/^[\t ]+|[\t ]+$/g, ''));
  }
}

kind('header parameters', async () => {
  const tag = odd();
  const ci = odd();
  const args = { hash: 'h', xArtifactTag: tag, xArtifactClientCi: ci, contentLength: 1, requestBody: new Blob(['x']) };
  const outcome = await attempt(() => platform.artifacts.uploadArtifact(args as never));
  if (outcome.request) {
    const own: Record<string, string> = {};
    if (tag !== undefined) own['x-artifact-tag'] = String(tag);
    if (ci !== undefined) own['x-artifact-client-ci'] = String(ci);
    checkHeaders(outcome.request, own);
  }
  return outcome;
});

kind('headers of the call and the token', async () => {
  const value = text();
  const token = text();
  const client = new Platform({ serverURL: base, bearerToken: token, httpClient, responseValidation: 'off' });
  const outcome = await attempt(() => client.webhooks.getWebhooks({}, { headers: { 'x-own': value } }));
  if (outcome.request) checkHeaders(outcome.request, { 'x-own': value });
  return outcome;
});

kind('body members', async () => {
  const body: Record<string, unknown> = { name: odd() };
  const extra = text() || 'extra';
  if (random(2)) body[extra] = random(4) ? text() : odd();
  const outcome = await attempt(() => platform.projects.updateProject({ idOrName: 'p', requestBody: body as never }));
  if (outcome.request) {
    const read = JSON.parse(await outcome.request.text()) as Record<string, unknown>;
    assert.is(read.name, body.name);
    assert.is(new URL(outcome.request.url).pathname, '/v9/projects/p');
    checkHeaders(outcome.request, {});
  }
  return outcome;
});

kind('upload bodies', async () => {
  const bytes = [new Blob([text()]), new ArrayBuffer(3), new Uint8Array(4), new Blob(['s']).stream()];
  const body = random(2) ? pick(bytes) : odd();
  const outcome = await attempt(() => platform.deployments.uploadFile({ requestBody: body as Blob }));
  if (outcome.request && body !== undefined) {
    assert.ok(bytes.includes(body as Blob), 'something other than bytes was taken');
    assert.is(outcome.request.headers.get('content-type'), 'application/octet-stream');
  }
  return outcome;
});

kind('whole argument objects', async () => {
  const args = random(2) ? { id: text() || 'x' } : odd();
  const outcome = await attempt(() => platform.webhooks.getWebhook(args as { id: string }));
  if (outcome.request) {
    assert.equal(new URL(outcome.request.url).pathname.split('/').map(decodeURIComponent), [
      '',
      'v1',
      'webhooks',
      (args as { id: string }).id,
    ]);
  }
  return outcome;
});

test.run();
