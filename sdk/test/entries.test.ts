// Log entries as lines or as one array: each is one entry, in order, validated alike, and none is kept in memory.
// runner: alone (it measures the heap and sets flags of V8)
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Platform, ResponseValidationError } from '../index.ts';
import { Cutter } from '../runtime/cutter.ts';
import { entriesOf } from '../runtime/lines.ts';
import { liveHeap } from './support/heap.ts';
import { json, Loopback } from './support/server.ts';

const server = await Loopback.start();
const platform = new Platform({ serverURL: server.url });
test.after(() => server.stop());

const args = { projectId: 'p', deploymentId: 'd' };
const row = (at: number, more: object = {}) => ({
  ...{ level: 'info', message: `é "[{,}]" \\ ${at}`, rowId: String(at), source: 'serverless', timestampInMs: at },
  ...{ domain: 'd', messageTruncated: false, requestMethod: 'GET', requestPath: '/', responseStatusCode: 200 },
  ...more,
});
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at, { nested: { list: [[at], []] } }));

async function read(options = {}): Promise<{ entries: unknown[]; error?: unknown }> {
  const entries: unknown[] = [];
  try {
    for await (const entry of await platform.logs.getRuntimeLogs(args, options)) entries.push(entry);
    return { entries };
  } catch (error) {
    return { entries, error };
  }
}

/** Answers with the text in pieces of `size` bytes. */
function inPieces(type: string, text: string, size: number): void {
  const bytes = Buffer.from(text);
  server.reply = async (_seen, response) => {
    response.writeHead(200, { 'content-type': type });
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
    return undefined;
  };
}

test('one JSON array is read as its elements, for any type and layout', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'application/stream+json'])
    for (const text of [JSON.stringify(rows(3)), `\n ${JSON.stringify(rows(3), null, 2)}\r\n`]) {
      server.reply = { status: 200, headers: { 'content-type': type }, body: text };
      assert.equal(await read(), { entries: rows(3) });
    }
  server.reply = json([]);
  assert.equal(await read(), { entries: [] });
  server.reply = json([row(1)]);
  assert.equal(await read(), { entries: [row(1)] });
});

test('an array may be split anywhere', async () => {
  for (const size of [1, 7]) {
    inPieces('application/json', JSON.stringify(rows(2), null, 1), size);
    assert.equal(await read(), { entries: rows(2) });
  }
});

test('strict reading validates each element like a line; entries before an invalid one are returned', async () => {
  const bad = { ...row(1), message: 7 };
  for (const body of [JSON.stringify([row(0), bad, row(2)]), [row(0), bad].map((x) => JSON.stringify(x)).join('\n')]) {
    server.reply = { status: 200, headers: { 'content-type': 'application/json' }, body };
    const { entries, error } = await read({ responseValidation: 'strict' });
    assert.equal(entries, [row(0)]);
    assert.instance(error, ResponseValidationError);
    assert.equal((error as ResponseValidationError).rawValue, bad);
  }
  server.reply = json([row(0), bad, row(2)]);
  for (const responseValidation of ['lenient', 'off'] as const)
    assert.equal(await read({ responseValidation }), { entries: [row(0), bad, row(2)] });
  server.reply = json([[row(0)]]);
  const { error } = await read({ responseValidation: 'strict' });
  assert.instance(error, ResponseValidationError, 'an array within is no entry');
});

test('half an array, or an invalid one, is an error even without validation', async () => {
  const whole = JSON.stringify([row(0), row(1)]);
  for (const body of [whole.slice(0, -1), whole.slice(0, -9), `${whole}]`, `${whole}}`, '[', '[{]}]', '[1}', '[,]']) {
    server.reply = { status: 200, headers: { 'content-type': 'application/json' }, body };
    const { error } = await read({ responseValidation: 'off' });
    assert.instance(error, ResponseValidationError, body);
  }
});

test('yields the first elements while the array is still being sent; leaving closes the connection', async () => {
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    closed = resolve;
  });
  server.reply = (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(`[${JSON.stringify(row(0))},`);
    response.on('close', closed);
    return undefined;
  };
  for await (const entry of await platform.logs.getRuntimeLogs(args)) {
    assert.equal(entry, row(0));
    break;
  }
  await gone;
});

test('events requested as a stream, or sent as lines, may be one array too', async () => {
  const event = (at: number) => ({ type: 'stdout', created: at, payload: { deploymentId: 'd', text: 't', id: 'i' } });
  const headers = { 'content-type': 'application/stream+json' };
  server.reply = { status: 200, headers, body: JSON.stringify([event(1), event(2)], null, 2) };
  const off = { responseValidation: 'off' } as const;
  const list = await platform.deployments.getDeploymentEvents({ idOrUrl: 'd' }, off);
  assert.equal(list, [event(1), event(2)] as never);
  const streamed: unknown[] = [];
  const events = await platform.deployments.getDeploymentEvents({ idOrUrl: 'd' }, { ...off, stream: true });
  for await (const item of events) streamed.push(item);
  assert.equal(streamed, [event(1), event(2)]);
});

test('the cutter yields the same entries for any split of a text', () => {
  const text = `{"a":"\\\\\\"["}\n\n[1,"a,]\\"", [2,[3]],{"b":[{}]} ]\n"end"`;
  const whole = entriesOf(text);
  assert.equal(
    whole.map((entry) => JSON.parse(entry) as unknown),
    [{ a: '\\"[' }, 1, 'a,]"', [2, [3]], { b: [{}] }, 'end'],
  );
  for (let first = 0; first <= text.length; first++) {
    const cutter = new Cutter();
    const found = [text.slice(0, first), '', text.slice(first)].flatMap((part) => [...cutter.push(part)]);
    assert.equal([...found, ...cutter.end()], whole, `cut at ${first}`);
  }
});

test('memory is bounded: of 200 MB of entries, as lines and as an array, none is kept', () => {
  const piece = `${JSON.stringify(row(1, { pad: 'x'.repeat(1000) }))}`;
  for (const separator of ['\n', ',']) {
    const cutter = new Cutter();
    let count = 0;
    let most = 0;
    if (separator === ',') [...cutter.push('[')];
    const before = liveHeap();
    for (let at = 0; at < 160_000; at++) {
      for (const _ of cutter.push(`${piece}${separator}`)) count++;
      if (at % 10_000 === 0) most = Math.max(most, liveHeap() - before);
    }
    assert.is(count, 160_000);
    assert.ok(most < 1e6, `${most} bytes`);
  }
});

test.run();
