// Requirements for the HTTP engines: unambiguous message boundaries, limited sizes and times, and a response to the
// next connection. known_failures.ts lists those that hyper-express does not meet. POSTERN_TEST_ENGINE selects the engine: node
// (default) or hyper-express.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FRAMING_FAULTS, HOST_HEADER, SMUGGLED_REQUEST } from './faults.ts';
import { engine, logLines, MIB, NEXT_REQUEST, receivedRequests, startServer } from './harness.ts';
import { KNOWN_FAILURES } from './known_failures.ts';
import { sendRaw } from './raw.ts';

const { server, port } = await startServer();
/** Header of a request whose whole response a test reads, until the server closes the connection. */
const CLOSE = 'Connection: close\r\n';

/**
 * Defines a test that also checks that the server responds to the next connection and parsed no body as a request. With
 * hyper-express, a test that known_failures.ts lists must fail.
 */
function testOnWire(name: string, body: () => Promise<void>): void {
  const gap = engine === 'hyper-express' ? KNOWN_FAILURES.get(name) : undefined;
  test(gap ? `${name} (known gap: ${gap})` : name, async () => {
    receivedRequests.length = 0;
    if (gap) await assertStillFails(body);
    else await body();
    const answer = await sendRaw(port, [NEXT_REQUEST], { until: /\/next/ });
    assert.equal(answer.statuses, [200]);
    assert.is(
      receivedRequests.filter((entry) => entry.path === '/smuggled').length,
      0,
      'a body became a second request',
    );
  });
}

/** Asserts that a known failure still fails. A failure that has been fixed must be removed from the list. */
async function assertStillFails(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    assert.instance(error, assert.Assertion);
    return;
  }
  assert.unreachable('this works now: take it out of known_failures.ts and docs/adr/0004-http-engines.md');
}

testOnWire('a request and its answer', async () => {
  const answer = await sendRaw(
    port,
    [`POST /a%20b?x=1&y=%00?z HTTP/1.1\r\n${HOST_HEADER}User-Agent: me\r\nContent-Length: 5\r\n\r\nhello`],
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

testOnWire('the absolute form is its path', async () => {
  const answer = await sendRaw(port, [`GET http://other.example/p?q=1 HTTP/1.1\r\n${HOST_HEADER}\r\n`], {
    until: /addr/,
  });
  assert.ok(answer.text.includes('"path":"/p"') && answer.text.includes('"query":"q=1"'), answer.text);
});

testOnWire('chunked bodies, also in single bytes', async () => {
  const text = `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n`;
  assert.ok((await sendRaw(port, [text], { until: /addr/ })).text.includes('"body":"abcde"'));
  assert.ok((await sendRaw(port, [...text], { until: /addr/ })).text.includes('"body":"abcde"'));
});

testOnWire('two requests on one connection, and two at once', async () => {
  const one = `POST /1 HTTP/1.1\r\n${HOST_HEADER}Content-Length: 1\r\n\r\na`;
  const two = `POST /2 HTTP/1.1\r\n${HOST_HEADER}Content-Length: 1\r\n\r\nb`;
  assert.equal((await sendRaw(port, [one, 50, two], { until: /"\/2"/ })).statuses, [200, 200]);
  assert.equal((await sendRaw(port, [one + two], { until: /"\/2"/ })).statuses, [200, 200]);
});

testOnWire('two at once, the first of which takes its time', async () => {
  const answer = await sendRaw(port, [`GET /slow HTTP/1.1\r\n${HOST_HEADER}\r\n${NEXT_REQUEST}`], {
    until: /\/next/,
  });
  assert.equal(answer.statuses, [200, 200]);
});

testOnWire('HTTP/1.0, which proxies speak to what is behind them', async () => {
  const answer = await sendRaw(port, [`GET /old HTTP/1.0\r\n${HOST_HEADER}\r\n`]);
  assert.equal(answer.statuses, [200]);
  assert.ok(answer.closed);
});

testOnWire('HEAD has no body, 204 has neither body nor length', async () => {
  const head = await sendRaw(port, [`HEAD /x HTTP/1.1\r\n${HOST_HEADER}${CLOSE}\r\n`]);
  assert.equal(head.statuses, [200]);
  assert.ok(head.text.endsWith('\r\n\r\n'), head.text);
  const empty = await sendRaw(port, [`GET /empty HTTP/1.1\r\n${HOST_HEADER}${CLOSE}\r\n`]);
  assert.equal(empty.statuses, [204]);
  assert.not.match(empty.text, /content-length/i);
  assert.ok(empty.text.endsWith('\r\n\r\n'));
});

for (const [name, request] of FRAMING_FAULTS) {
  testOnWire(`${name}: a bare 4xx and a closed connection`, async () => {
    const answer = await sendRaw(port, [Buffer.from(request, 'latin1')]);
    assert.is(answer.statuses.length, 1, answer.text);
    assert.ok([400, 411, 501, 505].includes(answer.statuses[0] ?? 0), answer.text);
    assert.ok(answer.closed, 'the connection stays open');
    assert.ok(answer.text.endsWith('\r\n\r\n') || engine !== 'node', answer.text);
  });
}

testOnWire('a request whose framing breaks never gets a 200', async () => {
  await sendRaw(port, [
    `POST /broken HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`,
    30,
    'zz\r\n',
  ]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(
    receivedRequests.filter((entry) => entry.body !== ''),
    [],
  );
});

testOnWire('a second request with a fault does not disturb what was answered before', async () => {
  const answer = await sendRaw(port, [
    NEXT_REQUEST,
    50,
    `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: x\r\n\r\n${SMUGGLED_REQUEST}`,
  ]);
  assert.is(answer.statuses[0], 200);
  assert.ok(answer.closed);
  assert.ok(answer.statuses.length <= 2 && (answer.statuses[1] ?? 400) === 400, answer.text);
});

testOnWire('100 kB of headers: 431 and closed', async () => {
  const big = await sendRaw(port, [
    `GET / HTTP/1.1\r\n${HOST_HEADER}X: ${'a'.repeat(100_000)}\r\n\r\n${SMUGGLED_REQUEST}`,
  ]);
  assert.equal(big.statuses, [431]);
  assert.ok(big.closed);
  const many = await sendRaw(port, [
    `GET / HTTP/1.1\r\n${HOST_HEADER}${'X: a\r\n'.repeat(20_000)}\r\n${SMUGGLED_REQUEST}`,
  ]);
  assert.equal(many.statuses, [431]);
  assert.ok(many.closed);
});

testOnWire('a header of 40 kB is fine: a token of 16 KiB must reach its own refusal', async () => {
  const answer = await sendRaw(
    port,
    [`GET / HTTP/1.1\r\n${HOST_HEADER}Authorization: Bearer ${'a'.repeat(40_000)}\r\n\r\n`],
    {
      until: /addr/,
    },
  );
  assert.equal(answer.statuses, [200]);
});

testOnWire('a body of exactly 1 MiB is read', async () => {
  const answer = await sendRaw(
    port,
    [`POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: ${MIB}\r\n\r\n`, Buffer.alloc(MIB, 97)],
    {
      until: /addr/,
    },
  );
  assert.equal(answer.statuses, [200]);
  assert.ok(answer.text.includes(`${MIB} bytes`));
});

testOnWire('1 MiB + 1 by Content-Length: 413 before the body is sent', async () => {
  const answer = await sendRaw(port, [`POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: ${MIB + 1}\r\n\r\n`], {
    until: /limit/,
  });
  assert.equal(answer.statuses, [413]);
  assert.match(answer.text, /connection: close/i);
});

testOnWire('1 MiB + 1 by Content-Length, sent at once: 413 arrives and the rest is not a request', async () => {
  const answer = await sendRaw(port, [
    `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: ${MIB + 1}\r\n\r\n`,
    Buffer.alloc(MIB + 1, 97),
    SMUGGLED_REQUEST,
  ]);
  assert.equal(answer.statuses, [413]);
  assert.ok(answer.closed);
});

testOnWire('chunked without a length: 413 as soon as the limit is passed, and little more is read', async () => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 97), Buffer.from('\r\n')]);
  const answer = await sendRaw(port, [
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\n`,
    ...new Array<Buffer>(640).fill(chunk),
  ]);
  assert.equal(answer.statuses, [413]);
  assert.ok(answer.closed);
  // The client offers 40 MiB. `sent` includes the bytes in the kernel's buffers on both sides.
  assert.ok(answer.sent < 20 * MIB, `${answer.sent} bytes were read`);
});

testOnWire('an answer before the body was read keeps the connection in step, or closes it', async () => {
  const short = await sendRaw(
    port,
    [`POST /unread HTTP/1.1\r\n${HOST_HEADER}Content-Length: 5\r\n\r\nhello`, NEXT_REQUEST],
    {
      until: /\/next/,
    },
  );
  assert.equal(short.statuses, [401, 200]);
  const long = await sendRaw(port, [
    `POST /unread HTTP/1.1\r\n${HOST_HEADER}Content-Length: ${4 * MIB}\r\n\r\n`,
    Buffer.alloc(65_536, 97),
    100,
    SMUGGLED_REQUEST,
  ]);
  assert.equal(long.statuses, [401]);
  assert.ok(long.closed);
});

testOnWire('Expect: 100-continue is answered, and not for a body that is too long', async () => {
  const head = `POST / HTTP/1.1\r\n${HOST_HEADER}Expect: 100-continue\r\nContent-Length: `;
  assert.equal((await sendRaw(port, [`${head}5\r\n\r\n`, 60, 'hello'], { until: /addr/ })).statuses, [100, 200]);
  assert.equal((await sendRaw(port, [`${head}${MIB + 1}\r\n\r\n`], { until: /limit/ })).statuses, [413]);
  const other = await sendRaw(port, [
    `POST / HTTP/1.1\r\n${HOST_HEADER}Expect: x\r\n${CLOSE}Content-Length: 5\r\n\r\n`,
  ]);
  assert.ok([200, 417].includes(other.statuses[0] ?? 200));
});

testOnWire('a client that leaves in the middle of a body costs nothing', async () => {
  await sendRaw(port, [`POST /left HTTP/1.1\r\n${HOST_HEADER}Content-Length: 50\r\n\r\nabc`], { wait_ms: 40 });
  await sendRaw(port, [`GET /slow HTTP/1.1\r\n${HOST_HEADER}\r\n`], { wait_ms: 40 });
  await new Promise((resolve) => setTimeout(resolve, 350));
});

testOnWire('an upgrade is refused or ignored, the connection stays HTTP', async () => {
  const answer = await sendRaw(
    port,
    [`GET /u HTTP/1.1\r\n${HOST_HEADER}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`],
    { until: /\r\n\r\n/ },
  );
  assert.is.not(answer.statuses[0], 101);
  assert.ok((answer.statuses[0] ?? 0) < 500);
});

testOnWire('a fault of the application is a bare 500, and a header with a line break is never sent', async () => {
  assert.equal((await sendRaw(port, [`GET /throws HTTP/1.1\r\n${HOST_HEADER}${CLOSE}\r\n`])).statuses, [500]);
  const split = await sendRaw(port, [`GET /badheader HTTP/1.1\r\n${HOST_HEADER}${CLOSE}\r\n`]);
  assert.equal(split.statuses, [500]);
  assert.not.match(split.text, /Set-Cookie/);
  assert.ok(logLines.some((line) => line.includes('a fault of the application')));
});

testOnWire('slow headers and silent connections are cut off when the setting says', async () => {
  const slow = await startServer({ limits: { headers_timeout_ms: 400 } });
  try {
    const headers = await sendRaw(slow.port, [
      'GET / HTTP/1.1\r\n',
      ...new Array<(string | number)[]>(30).fill(['X: a\r\n', 100]).flat(),
    ]);
    assert.ok(headers.closed, 'slow headers are kept');
    assert.is(headers.text, '', 'nothing has been asked, and nothing is answered');
    const silent = await sendRaw(slow.port, []);
    assert.ok(silent.closed, 'a silent connection is kept');
    assert.is(silent.text, '');
  } finally {
    await slow.server.close({ deadline_ms: 100 });
  }
});

testOnWire('F-29: a body that is late is told to come again: clients end the session on 408', async () => {
  const slow = await startServer({ limits: { headers_timeout_ms: 400, request_timeout_ms: 800 } });
  try {
    const body = await sendRaw(slow.port, [
      `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 100\r\n\r\n`,
      ...new Array<(string | number)[]>(30).fill(['a', 100]).flat(),
    ]);
    assert.ok(body.closed, 'a slow body is kept');
    assert.equal(body.statuses, [503], body.text);
    assert.match(body.text, /\r\nretry-after: 1\r\n/i);
    assert.match(body.text, /\r\nconnection: close\r\n/i);
  } finally {
    await slow.server.close({ deadline_ms: 100 });
  }
});

test.after(() => server.close({ deadline_ms: 500 }));

test.run();
