// What every HTTP engine must do on the wire: one message boundary, bounded sizes and times, the next connection served.
// Run for one engine: POSTERN_TEST_ENGINE=node (default) or hyper-express.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../../gateway/log.ts';
import { createServer, HTTP_ENGINES, type HttpEngine } from '../../../gateway/server/server.ts';
import { BodyAborted, BodyTooLarge, type HttpRequest, type HttpResponse } from '../../../gateway/server/types.ts';
import { raw } from './raw.ts';

const MIB = 1024 * 1024;
const engine = HTTP_ENGINES.find((name) => name === process.env.POSTERN_TEST_ENGINE) ?? 'node';
const seen: { method: string; path: string; body: string }[] = [];
let slowStarted: (() => void) | undefined;

const json = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

async function handler(request: HttpRequest): Promise<HttpResponse> {
  const entry = { method: request.method, path: request.path, body: '' };
  seen.push(entry);
  if (request.path === '/throws') throw new Error('a fault of the application');
  if (request.path === '/unread') return json(401, { read: false });
  if (request.path === '/empty') return { status: 204, headers: {}, body: null };
  if (request.path === '/badheader')
    return { status: 302, headers: { Location: 'http://x/\r\nSet-Cookie: a=b' }, body: null };
  if (request.path === '/slow') {
    slowStarted?.();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return json(200, { slow: true });
  }
  try {
    const body = await request.body(MIB);
    entry.body = body.length > 200 ? `${body.length} bytes` : body.toString('utf8');
    return json(200, {
      ...entry,
      query: request.query,
      agent: request.header('User-Agent') ?? null,
      addr: request.remote_addr,
    });
  } catch (error) {
    if (error instanceof BodyTooLarge) return json(413, { limit: error.limit });
    if (error instanceof BodyAborted) return json(400, { aborted: true });
    throw error;
  }
}

const lines: string[] = [];
const log = createLog({ level: 'info', stream: { write: (line: string) => void lines.push(line) } });
const start = async (o: Partial<Parameters<typeof createServer>[0]> = {}) => {
  const server = createServer({ engine: engine as HttpEngine, handler, log, ...o });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { server, port };
};
const { server, port } = await start();

const HEAD = 'Host: x\r\n';
const next = 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n';
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';

/** A test after which, whatever was sent, the next connection is served. (A uvu hook that throws would hide its failure.) */
function wire(name: string, body: () => Promise<void>): void {
  test(name, async () => {
    seen.length = 0;
    await body();
    const answer = await raw(port, [next], { until: /\/next/ });
    assert.equal(answer.statuses, [200]);
    assert.is(seen.filter((entry) => entry.path === '/smuggled').length, 0, 'a body became a second request');
  });
}

wire('a request and its answer', async () => {
  const answer = await raw(
    port,
    [`POST /a%20b?x=1&y=%00?z HTTP/1.1\r\n${HEAD}User-Agent: me\r\nContent-Length: 5\r\n\r\nhello`],
    { until: /addr/ },
  );
  assert.equal(answer.statuses, [200]);
  assert.ok(
    answer.text.includes(
      '{"method":"POST","path":"/a%20b","body":"hello","query":"x=1&y=%00?z","agent":"me","addr":"127.0.0.1"}',
    ),
    answer.text,
  );
  assert.match(answer.text, /content-length: \d+/i);
});

wire('the absolute form is its path', async () => {
  const answer = await raw(port, [`GET http://other.example/p?q=1 HTTP/1.1\r\n${HEAD}\r\n`], { until: /addr/ });
  assert.ok(answer.text.includes('"path":"/p"') && answer.text.includes('"query":"q=1"'), answer.text);
});

wire('chunked bodies, also in single bytes', async () => {
  const text = `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n`;
  assert.ok((await raw(port, [text], { until: /addr/ })).text.includes('"body":"abcde"'));
  assert.ok((await raw(port, [...text], { until: /addr/ })).text.includes('"body":"abcde"'));
});

wire('two requests on one connection, and two at once', async () => {
  const one = `POST /1 HTTP/1.1\r\n${HEAD}Content-Length: 1\r\n\r\na`;
  const two = `POST /2 HTTP/1.1\r\n${HEAD}Content-Length: 1\r\n\r\nb`;
  assert.equal((await raw(port, [one, 50, two], { until: /"\/2"/ })).statuses, [200, 200]);
  assert.equal((await raw(port, [one + two], { until: /"\/2"/ })).statuses, [200, 200]);
});

wire('HEAD has no body, 204 has neither body nor length', async () => {
  const head = await raw(port, [`HEAD /x HTTP/1.1\r\n${HEAD}\r\n`]);
  assert.equal(head.statuses, [200]);
  assert.ok(head.text.endsWith('\r\n\r\n'), head.text);
  const empty = await raw(port, [`GET /empty HTTP/1.1\r\n${HEAD}\r\n`]);
  assert.equal(empty.statuses, [204]);
  assert.not.match(empty.text, /content-length/i);
  assert.ok(empty.text.endsWith('\r\n\r\n'));
});

const faults: [name: string, request: string][] = [
  ['two different lengths', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${smuggled}`],
  ['the same length twice', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello${smuggled}`],
  ['a list of lengths', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5, 6\r\n\r\nhello${smuggled}`],
  [
    'length and chunked',
    `POST / HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'chunked and length',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 30\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ['a negative length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n${smuggled}`],
  ['a signed length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: +5\r\n\r\nhello${smuggled}`],
  ['a hexadecimal length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 0x5\r\n\r\nhello${smuggled}`],
  ['a huge length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 99999999999999999999999999\r\n\r\nhello`],
  ['an unknown coding', `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['chunked is not last', `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
  [
    'chunked twice',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ['a space before the colon', `POST / HTTP/1.1\r\n${HEAD}Content-Length : 5\r\n\r\nhello${smuggled}`],
  ['a folded header', `POST / HTTP/1.1\r\n${HEAD}X: a\r\n b\r\nContent-Length: 5\r\n\r\nhello`],
  ['bare LF ends the request line', `POST / HTTP/1.1\n${HEAD}Content-Length: 5\r\n\r\nhello`],
  ['bare LF ends a header', `POST / HTTP/1.1\r\nHost: x\nContent-Length: 5\r\n\r\nhello${smuggled}`],
  ['bare LF ends the headers', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5\r\n\nhello${smuggled}`],
  ['bare CR in a header', `POST / HTTP/1.1\r\n${HEAD}X: a\rContent-Length: 5\r\n\r\nhello${smuggled}`],
  ['NUL in a header', `POST / HTTP/1.1\r\n${HEAD}X: a\0b\r\n\r\n${smuggled}`],
  ['a control character in a name', `GET / HTTP/1.1\r\n${HEAD}X\x01: a\r\n\r\n`],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', `GET / HTTP/1.1\r\n${HEAD}Host: y\r\n\r\n`],
  ['two Authorization headers', `GET / HTTP/1.1\r\n${HEAD}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`],
  ['a chunk size that is no number', `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n${smuggled}`],
  [
    'a chunk size with a sign',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n+3\r\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'a chunk longer than its size',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'a chunk size that overflows',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'bare LF after a chunk size',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'bare LF after a chunk',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\n0\r\n\r\n${smuggled}`,
  ],
  [
    'bare LF in a chunk extension',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3;a\nb\r\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello \r\n\r\n'],
  ['a method that is no token', `G(T / HTTP/1.1\r\n${HEAD}\r\n`],
  ['a blank in the target', `GET /a b HTTP/1.1\r\n${HEAD}\r\n`],
  ['an unknown version', `GET / HTTP/9.9\r\n${HEAD}\r\n`],
  ['HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${HEAD}\r\n${smuggled}`],
];

for (const [name, request] of faults) {
  wire(`${name}: a bare 4xx and a closed connection`, async () => {
    const answer = await raw(port, [Buffer.from(request, 'latin1')]);
    assert.is(answer.statuses.length, 1, answer.text);
    assert.ok([400, 501, 505].includes(answer.statuses[0] ?? 0), answer.text);
    assert.ok(answer.closed, 'the connection stays open');
    assert.ok(answer.text.endsWith('\r\n\r\n') || engine !== 'node', answer.text);
  });
}

wire('a request whose framing breaks never gets a 200', async () => {
  await raw(port, [`POST /broken HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`, 30, 'zz\r\n']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(
    seen.filter((entry) => entry.body !== ''),
    [],
  );
});

wire('a second request with a fault does not disturb what was answered before', async () => {
  const answer = await raw(port, [next, 50, `POST / HTTP/1.1\r\n${HEAD}Content-Length: x\r\n\r\n${smuggled}`]);
  assert.is(answer.statuses[0], 200);
  assert.ok(answer.closed);
  assert.ok(answer.statuses.length <= 2 && (answer.statuses[1] ?? 400) === 400, answer.text);
});

wire('100 kB of headers: 431 and closed', async () => {
  const big = await raw(port, [`GET / HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(100_000)}\r\n\r\n${smuggled}`]);
  assert.equal(big.statuses, [431]);
  assert.ok(big.closed);
  const many = await raw(port, [`GET / HTTP/1.1\r\n${HEAD}${'X: a\r\n'.repeat(20_000)}\r\n${smuggled}`]);
  assert.equal(many.statuses, [431]);
  assert.ok(many.closed);
});

wire('a header of 40 kB is fine: a token of 16 KiB must reach its own refusal', async () => {
  const answer = await raw(port, [`GET / HTTP/1.1\r\n${HEAD}Authorization: Bearer ${'a'.repeat(40_000)}\r\n\r\n`], {
    until: /addr/,
  });
  assert.equal(answer.statuses, [200]);
});

wire('a body of exactly 1 MiB is read', async () => {
  const answer = await raw(port, [`POST / HTTP/1.1\r\n${HEAD}Content-Length: ${MIB}\r\n\r\n`, Buffer.alloc(MIB, 97)], {
    until: /addr/,
    wait_ms: 3000,
  });
  assert.equal(answer.statuses, [200]);
  assert.ok(answer.text.includes(`${MIB} bytes`));
});

wire('1 MiB + 1 by Content-Length: 413 before the body is sent', async () => {
  const answer = await raw(port, [`POST / HTTP/1.1\r\n${HEAD}Content-Length: ${MIB + 1}\r\n\r\n`], { until: /limit/ });
  assert.equal(answer.statuses, [413]);
  assert.match(answer.text, /connection: close/i);
});

wire('1 MiB + 1 by Content-Length, sent at once: 413 arrives and the rest is not a request', async () => {
  const answer = await raw(
    port,
    [`POST / HTTP/1.1\r\n${HEAD}Content-Length: ${MIB + 1}\r\n\r\n`, Buffer.alloc(MIB + 1, 97), smuggled],
    { wait_ms: 3000 },
  );
  assert.equal(answer.statuses, [413]);
  assert.ok(answer.closed);
});

wire('chunked without a length: 413 as soon as the limit is passed, and little more is read', async () => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 97), Buffer.from('\r\n')]);
  const before = process.memoryUsage().arrayBuffers;
  const answer = await raw(
    port,
    [`POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...new Array<Buffer>(640).fill(chunk)],
    { wait_ms: 4000 },
  );
  assert.equal(answer.statuses, [413]);
  assert.ok(answer.closed);
  assert.ok(process.memoryUsage().arrayBuffers - before < 16 * MIB, 'the body was kept');
});

wire('an answer before the body was read keeps the connection in step, or closes it', async () => {
  const short = await raw(port, [`POST /unread HTTP/1.1\r\n${HEAD}Content-Length: 5\r\n\r\nhello`, next], {
    until: /\/next/,
  });
  assert.equal(short.statuses, [401, 200]);
  const long = await raw(
    port,
    [`POST /unread HTTP/1.1\r\n${HEAD}Content-Length: ${4 * MIB}\r\n\r\n`, Buffer.alloc(65_536, 97), 100, smuggled],
    { wait_ms: 2500 },
  );
  assert.equal(long.statuses, [401]);
  assert.ok(long.closed);
});

wire('Expect: 100-continue is answered, and not for a body that is too long', async () => {
  const head = `POST / HTTP/1.1\r\n${HEAD}Expect: 100-continue\r\nContent-Length: `;
  assert.equal((await raw(port, [`${head}5\r\n\r\n`, 60, 'hello'], { until: /addr/ })).statuses, [100, 200]);
  assert.equal((await raw(port, [`${head}${MIB + 1}\r\n\r\n`], { until: /limit/ })).statuses, [413]);
  const other = await raw(port, [`POST / HTTP/1.1\r\n${HEAD}Expect: x\r\nContent-Length: 5\r\n\r\n`]);
  assert.ok([200, 417].includes(other.statuses[0] ?? 200));
});

wire('a client that leaves in the middle of a body costs nothing', async () => {
  await raw(port, [`POST /left HTTP/1.1\r\n${HEAD}Content-Length: 50\r\n\r\nabc`], { wait_ms: 40 });
  await raw(port, [`GET /slow HTTP/1.1\r\n${HEAD}\r\n`], { wait_ms: 40 });
  await new Promise((resolve) => setTimeout(resolve, 350));
});

wire('an upgrade is refused or ignored, the connection stays HTTP', async () => {
  const answer = await raw(port, [
    `GET /u HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
  ]);
  assert.is.not(answer.statuses[0], 101);
  assert.ok((answer.statuses[0] ?? 0) < 500);
});

wire('a fault of the application is a bare 500, and a header with a line break is never sent', async () => {
  assert.equal((await raw(port, [`GET /throws HTTP/1.1\r\n${HEAD}\r\n`])).statuses, [500]);
  const split = await raw(port, [`GET /badheader HTTP/1.1\r\n${HEAD}\r\n`]);
  assert.equal(split.statuses, [500]);
  assert.not.match(split.text, /Set-Cookie/);
  assert.ok(lines.some((line) => line.includes('a fault of the application')));
});

wire('slow headers and slow bodies are cut off', async () => {
  const slow = await start({ limits: { headers_timeout_ms: 400, request_timeout_ms: 800 } });
  try {
    const headers = await raw(
      slow.port,
      ['GET / HTTP/1.1\r\n', ...new Array<(string | number)[]>(30).fill(['X: a\r\n', 100]).flat()],
      { wait_ms: 3000 },
    );
    assert.ok(headers.closed, 'slow headers are kept');
    assert.ok(
      headers.statuses.every((status) => status === 408 || status === 400),
      headers.text,
    );
    const silent = await raw(slow.port, [], { wait_ms: 3000 });
    assert.ok(silent.closed, 'a silent connection is kept');
    const body = await raw(
      slow.port,
      [
        `POST / HTTP/1.1\r\n${HEAD}Content-Length: 100\r\n\r\n`,
        ...new Array<(string | number)[]>(30).fill(['a', 100]).flat(),
      ],
      { wait_ms: 4000 },
    );
    assert.ok(body.closed, 'a slow body is kept');
    assert.ok(
      body.statuses.every((status) => status === 408 || status === 400),
      body.text,
    );
  } finally {
    await slow.server.close({ deadline_ms: 100 });
  }
});

wire('close lets a running request finish, drops idle connections, and takes no new one', async () => {
  const other = await start();
  const idle = raw(other.port, [], { wait_ms: 3000 });
  const kept = raw(other.port, [next], { wait_ms: 3000 });
  const started = new Promise<void>((resolve) => {
    slowStarted = resolve;
  });
  const running = raw(other.port, [`GET /slow HTTP/1.1\r\n${HEAD}\r\n`], { wait_ms: 3000 });
  await started;
  const from = Date.now();
  await other.server.close({ deadline_ms: 2000 });
  assert.ok(Date.now() - from < 1500, 'close waited for its deadline');
  const answer = await running;
  assert.equal(answer.statuses, [200]);
  assert.match(answer.text, /"slow":true/);
  assert.match(answer.text, /connection: close/i);
  assert.ok((await idle).closed);
  assert.equal((await kept).statuses, [200]);
  assert.equal((await raw(other.port, [next])).statuses, []);
});

wire('close cuts what is still running at its deadline', async () => {
  const other = await start();
  const running = raw(other.port, [`POST /x HTTP/1.1\r\n${HEAD}Content-Length: 9\r\n\r\nabc`], { wait_ms: 3000 });
  await new Promise((resolve) => setTimeout(resolve, 60));
  const from = Date.now();
  await other.server.close({ deadline_ms: 150 });
  assert.ok(Date.now() - from < 1000);
  assert.ok((await running).closed);
});

wire('a port in use is an error that says so', async () => {
  const other = createServer({ engine: engine as HttpEngine, handler, log });
  try {
    await other.listen({ host: '127.0.0.1', port });
    assert.unreachable();
  } catch (error) {
    assert.is((error as NodeJS.ErrnoException).code, 'EADDRINUSE');
  }
});

test('an engine that is not there is a sentence', () => {
  if (engine === 'node') assert.throws(() => createServer({ engine: 'hyper-express', handler, log }), /HTTP_ENGINE/);
});

test.after(() => server.close({ deadline_ms: 500 }));

test.run();
