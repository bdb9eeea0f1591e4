// Requirements for every HTTP engine on the wire: unambiguous message boundaries, bounded sizes and times, the next
// connection served. Runs for one engine: POSTERN_TEST_ENGINE=node (default) or hyper-express.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FRAMING_FAULTS, HEAD, smuggled } from './faults.ts';
import { GAPS } from './gaps.ts';
import { engine, lines, MIB, next, seen, start } from './harness.ts';
import { raw } from './raw.ts';

const { server, port } = await start();

/** Defines a test that also checks that the next connection is served. (A failure in a uvu hook would be hidden.) */
function testOnWire(name: string, body: () => Promise<void>): void {
  const gap = engine === 'hyper-express' ? GAPS.get(name) : undefined;
  test(gap ? `${name} (known gap: ${gap})` : name, async () => {
    seen.length = 0;
    if (gap) await stillFails(body);
    else await body();
    const answer = await raw(port, [next], { until: /\/next/ });
    assert.equal(answer.statuses, [200]);
    assert.is(seen.filter((entry) => entry.path === '/smuggled').length, 0, 'a body became a second request');
  });
}

/** A gap that has been fixed must leave the list. The check after every test applies to gaps as well. */
async function stillFails(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    assert.instance(error, assert.Assertion);
    return;
  }
  assert.unreachable('this works now: take it out of gaps.ts and docs/adr/0004-http-engines.md');
}

testOnWire('a request and its answer', async () => {
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

testOnWire('the absolute form is its path', async () => {
  const answer = await raw(port, [`GET http://other.example/p?q=1 HTTP/1.1\r\n${HEAD}\r\n`], { until: /addr/ });
  assert.ok(answer.text.includes('"path":"/p"') && answer.text.includes('"query":"q=1"'), answer.text);
});

testOnWire('chunked bodies, also in single bytes', async () => {
  const text = `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n`;
  assert.ok((await raw(port, [text], { until: /addr/ })).text.includes('"body":"abcde"'));
  assert.ok((await raw(port, [...text], { until: /addr/ })).text.includes('"body":"abcde"'));
});

testOnWire('two requests on one connection, and two at once', async () => {
  const one = `POST /1 HTTP/1.1\r\n${HEAD}Content-Length: 1\r\n\r\na`;
  const two = `POST /2 HTTP/1.1\r\n${HEAD}Content-Length: 1\r\n\r\nb`;
  assert.equal((await raw(port, [one, 50, two], { until: /"\/2"/ })).statuses, [200, 200]);
  assert.equal((await raw(port, [one + two], { until: /"\/2"/ })).statuses, [200, 200]);
});

testOnWire('two at once, the first of which takes its time', async () => {
  const answer = await raw(port, [`GET /slow HTTP/1.1\r\n${HEAD}\r\n${next}`], { until: /\/next/, wait_ms: 1500 });
  assert.equal(answer.statuses, [200, 200]);
});

testOnWire('HTTP/1.0, which proxies speak to what is behind them', async () => {
  const answer = await raw(port, [`GET /old HTTP/1.0\r\n${HEAD}\r\n`], { wait_ms: 1000 });
  assert.equal(answer.statuses, [200]);
  assert.ok(answer.closed);
});

testOnWire('HEAD has no body, 204 has neither body nor length', async () => {
  const head = await raw(port, [`HEAD /x HTTP/1.1\r\n${HEAD}\r\n`]);
  assert.equal(head.statuses, [200]);
  assert.ok(head.text.endsWith('\r\n\r\n'), head.text);
  const empty = await raw(port, [`GET /empty HTTP/1.1\r\n${HEAD}\r\n`]);
  assert.equal(empty.statuses, [204]);
  assert.not.match(empty.text, /content-length/i);
  assert.ok(empty.text.endsWith('\r\n\r\n'));
});

for (const [name, request] of FRAMING_FAULTS) {
  testOnWire(`${name}: a bare 4xx and a closed connection`, async () => {
    const answer = await raw(port, [Buffer.from(request, 'latin1')]);
    assert.is(answer.statuses.length, 1, answer.text);
    assert.ok([400, 411, 501, 505].includes(answer.statuses[0] ?? 0), answer.text);
    assert.ok(answer.closed, 'the connection stays open');
    assert.ok(answer.text.endsWith('\r\n\r\n') || engine !== 'node', answer.text);
  });
}

testOnWire('a request whose framing breaks never gets a 200', async () => {
  await raw(port, [`POST /broken HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`, 30, 'zz\r\n']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(
    seen.filter((entry) => entry.body !== ''),
    [],
  );
});

testOnWire('a second request with a fault does not disturb what was answered before', async () => {
  const answer = await raw(port, [next, 50, `POST / HTTP/1.1\r\n${HEAD}Content-Length: x\r\n\r\n${smuggled}`]);
  assert.is(answer.statuses[0], 200);
  assert.ok(answer.closed);
  assert.ok(answer.statuses.length <= 2 && (answer.statuses[1] ?? 400) === 400, answer.text);
});

testOnWire('100 kB of headers: 431 and closed', async () => {
  const big = await raw(port, [`GET / HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(100_000)}\r\n\r\n${smuggled}`]);
  assert.equal(big.statuses, [431]);
  assert.ok(big.closed);
  const many = await raw(port, [`GET / HTTP/1.1\r\n${HEAD}${'X: a\r\n'.repeat(20_000)}\r\n${smuggled}`]);
  assert.equal(many.statuses, [431]);
  assert.ok(many.closed);
});

testOnWire('a header of 40 kB is fine: a token of 16 KiB must reach its own refusal', async () => {
  const answer = await raw(port, [`GET / HTTP/1.1\r\n${HEAD}Authorization: Bearer ${'a'.repeat(40_000)}\r\n\r\n`], {
    until: /addr/,
  });
  assert.equal(answer.statuses, [200]);
});

testOnWire('a body of exactly 1 MiB is read', async () => {
  const answer = await raw(port, [`POST / HTTP/1.1\r\n${HEAD}Content-Length: ${MIB}\r\n\r\n`, Buffer.alloc(MIB, 97)], {
    until: /addr/,
    wait_ms: 3000,
  });
  assert.equal(answer.statuses, [200]);
  assert.ok(answer.text.includes(`${MIB} bytes`));
});

testOnWire('1 MiB + 1 by Content-Length: 413 before the body is sent', async () => {
  const answer = await raw(port, [`POST / HTTP/1.1\r\n${HEAD}Content-Length: ${MIB + 1}\r\n\r\n`], { until: /limit/ });
  assert.equal(answer.statuses, [413]);
  assert.match(answer.text, /connection: close/i);
});

testOnWire('1 MiB + 1 by Content-Length, sent at once: 413 arrives and the rest is not a request', async () => {
  const answer = await raw(
    port,
    [`POST / HTTP/1.1\r\n${HEAD}Content-Length: ${MIB + 1}\r\n\r\n`, Buffer.alloc(MIB + 1, 97), smuggled],
    { wait_ms: 3000 },
  );
  assert.equal(answer.statuses, [413]);
  assert.ok(answer.closed);
});

testOnWire('chunked without a length: 413 as soon as the limit is passed, and little more is read', async () => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 97), Buffer.from('\r\n')]);
  const answer = await raw(
    port,
    [`POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...new Array<Buffer>(640).fill(chunk)],
    { wait_ms: 4000 },
  );
  assert.equal(answer.statuses, [413]);
  assert.ok(answer.closed);
  // 40 MiB were sent; the difference is in the kernel's buffers on both sides.
  assert.ok(answer.sent < 20 * MIB, `${answer.sent} bytes were read`);
});

testOnWire('an answer before the body was read keeps the connection in step, or closes it', async () => {
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

testOnWire('Expect: 100-continue is answered, and not for a body that is too long', async () => {
  const head = `POST / HTTP/1.1\r\n${HEAD}Expect: 100-continue\r\nContent-Length: `;
  assert.equal((await raw(port, [`${head}5\r\n\r\n`, 60, 'hello'], { until: /addr/ })).statuses, [100, 200]);
  assert.equal((await raw(port, [`${head}${MIB + 1}\r\n\r\n`], { until: /limit/ })).statuses, [413]);
  const other = await raw(port, [`POST / HTTP/1.1\r\n${HEAD}Expect: x\r\nContent-Length: 5\r\n\r\n`]);
  assert.ok([200, 417].includes(other.statuses[0] ?? 200));
});

testOnWire('a client that leaves in the middle of a body costs nothing', async () => {
  await raw(port, [`POST /left HTTP/1.1\r\n${HEAD}Content-Length: 50\r\n\r\nabc`], { wait_ms: 40 });
  await raw(port, [`GET /slow HTTP/1.1\r\n${HEAD}\r\n`], { wait_ms: 40 });
  await new Promise((resolve) => setTimeout(resolve, 350));
});

testOnWire('an upgrade is refused or ignored, the connection stays HTTP', async () => {
  const answer = await raw(port, [
    `GET /u HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
  ]);
  assert.is.not(answer.statuses[0], 101);
  assert.ok((answer.statuses[0] ?? 0) < 500);
});

testOnWire('a fault of the application is a bare 500, and a header with a line break is never sent', async () => {
  assert.equal((await raw(port, [`GET /throws HTTP/1.1\r\n${HEAD}\r\n`])).statuses, [500]);
  const split = await raw(port, [`GET /badheader HTTP/1.1\r\n${HEAD}\r\n`]);
  assert.equal(split.statuses, [500]);
  assert.not.match(split.text, /Set-Cookie/);
  assert.ok(lines.some((line) => line.includes('a fault of the application')));
});

testOnWire('slow headers and silent connections are cut off when the setting says', async () => {
  const slow = await start({ limits: { headers_timeout_ms: 400 } });
  try {
    const headers = await raw(
      slow.port,
      ['GET / HTTP/1.1\r\n', ...new Array<(string | number)[]>(30).fill(['X: a\r\n', 100]).flat()],
      { wait_ms: 3000 },
    );
    assert.ok(headers.closed, 'slow headers are kept');
    assert.is(headers.text, '', 'nothing has been asked, and nothing is answered');
    const silent = await raw(slow.port, [], { wait_ms: 3000 });
    assert.ok(silent.closed, 'a silent connection is kept');
    assert.is(silent.text, '');
  } finally {
    await slow.server.close({ deadline_ms: 100 });
  }
});

testOnWire('F-29: a body that is late is told to come again: clients end the session on 408', async () => {
  const slow = await start({ limits: { headers_timeout_ms: 400, request_timeout_ms: 800 } });
  try {
    const body = await raw(
      slow.port,
      [
        `POST / HTTP/1.1\r\n${HEAD}Content-Length: 100\r\n\r\n`,
        ...new Array<(string | number)[]>(30).fill(['a', 100]).flat(),
      ],
      { wait_ms: 4000 },
    );
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
