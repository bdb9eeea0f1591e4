// Streaming downloads and logs, and every kind of upload.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  InvalidRequestError,
  Platform,
  type PlatformError,
  RequestAbortedError,
  ResponseValidationError,
} from '../index.ts';
import { fromPath } from '../runtime/node.ts';
import { json, Loopback } from './support/server.ts';

const server = await Loopback.start();
const platform = new Platform({ serverURL: server.url, bearerToken: 't' });
const folder = mkdtempSync(join(tmpdir(), 'sdk-'));
test.after(async () => {
  rmSync(folder, { recursive: true });
  await server.stop();
});

const args = { projectId: 'p', deploymentId: 'd' };
const row = (at: number) => ({
  level: 'info',
  message: `é${at}`,
  rowId: String(at),
  source: 'serverless',
  timestampInMs: at,
  domain: 'd',
  messageTruncated: false,
  requestMethod: 'GET',
  requestPath: '/',
  responseStatusCode: 200,
});

/** Answers with the given chunks, split anywhere. */
function chunked(type: string, chunks: Uint8Array[], end = true): { closed: Promise<void> } {
  let closed: () => void;
  const gone = new Promise<void>((resolve) => {
    closed = resolve;
  });
  server.reply = async (_seen, response) => {
    response.on('close', closed);
    response.writeHead(200, { 'content-type': type });
    for (const chunk of chunks) {
      response.write(chunk);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (end) response.end();
    return undefined;
  };
  return { closed: gone };
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.unreachable('it succeeded'),
    (error: unknown) => error,
  );
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('getRuntimeLogs yields entries as they arrive, for any chunks, with and without a final newline', async () => {
  const text = Buffer.from(`${JSON.stringify(row(1))}\n\n${JSON.stringify(row(2))}\r\n${JSON.stringify(row(3))}`);
  const middle = text.indexOf('é') + 1; // half of a two-byte character
  chunked('application/stream+json', [
    text.subarray(0, middle),
    text.subarray(middle, middle + 3),
    text.subarray(middle + 3),
  ]);
  assert.equal(await all(await platform.logs.getRuntimeLogs(args)), [row(1), row(2), row(3)]);
  assert.is(server.last().headers.accept, 'application/stream+json');
});

test('leaving the loop closes the connection', async () => {
  const { closed } = chunked('application/stream+json', [Buffer.from(`${JSON.stringify(row(1))}\n`)], false);
  for await (const entry of await platform.logs.getRuntimeLogs(args)) {
    assert.is(entry.message, 'é1');
    break;
  }
  await closed;
});

test("the caller's signal ends a running stream; timeouts end with the headers", async () => {
  chunked('application/stream+json', [Buffer.from(`${JSON.stringify(row(1))}\n`)], false);
  const controller = new AbortController();
  const entries = await platform.logs.getRuntimeLogs(args, {
    signal: controller.signal,
    timeoutMs: 1000,
    attemptTimeoutMs: 1000,
  });
  setTimeout(() => controller.abort(), 1500);
  // Not RequestTimeoutError: all timeouts are over by then.
  assert.instance(await failure(all(entries)), RequestAbortedError);
});

test('an invalid line is yielded, strict reading rejects it in the loop; invalid JSON always rejects', async () => {
  chunked('application/stream+json', [Buffer.from('{"level":7}\n')]);
  const strict = platform.logs.getRuntimeLogs(args, { responseValidation: 'strict' });
  assert.instance(await failure(strict.then(all)), ResponseValidationError);
  for (const responseValidation of ['lenient', 'off'] as const) {
    chunked('application/stream+json', [Buffer.from('{"level":7}\n')]);
    const loose = await platform.logs.getRuntimeLogs(args, { responseValidation });
    assert.equal(await all(loose), [{ level: 7 } as never], responseValidation);
  }
  chunked('application/stream+json', [Buffer.from('not json\n')]);
  assert.instance(await failure(platform.logs.getRuntimeLogs(args).then(all)), ResponseValidationError);
});

const event = (at: number) => ({
  type: 'stdout',
  created: at,
  payload: { deploymentId: 'd', text: 't', id: 'i', date: at, serial: 's' },
});

test('getDeploymentEvents is an array, with stream: true an async iterable', async () => {
  server.reply = json([event(1), event(2)]);
  const list = await platform.deployments.getDeploymentEvents({ idOrUrl: 'd' });
  assert.is(list?.length, 2);
  assert.is(server.last().headers.accept, 'application/json;q=1, application/stream+json;q=0');
  for (const options of [
    { stream: true },
    { acceptHeaderOverride: 'application/stream+json', stream: true },
  ] as const) {
    chunked('application/stream+json', [Buffer.from(`${JSON.stringify(event(1))}\n${JSON.stringify(event(2))}\n`)]);
    const events = await all(await platform.deployments.getDeploymentEvents({ idOrUrl: 'd', follow: 1 }, options));
    assert.equal(
      events.map((item) => item && 'type' in item && item.type),
      ['stdout', 'stdout'],
    );
    assert.is(server.last().headers.accept, 'application/stream+json');
  }
  chunked('application/stream+json', [Buffer.from(`${JSON.stringify(event(1))}\n${JSON.stringify(event(2))}\n`)]);
  const lines = await platform.deployments.getDeploymentEvents(
    { idOrUrl: 'd' },
    { acceptHeaderOverride: 'application/stream+json' },
  );
  assert.is(lines?.length, 2, 'the header alone gives the array its type promises');
  assert.is(server.last().headers.accept, 'application/stream+json');
  server.reply = json([event(1)]);
  const same = await platform.deployments.getDeploymentEvents({ idOrUrl: 'd' }, { stream: true });
  assert.is((await all(same)).length, 1, 'a server that sends one array after all');
  chunked('application/stream+json', [Buffer.from(`${JSON.stringify(event(1))}\n`)]);
  assert.is(
    (await platform.deployments.getDeploymentEvents({ idOrUrl: 'd' }))?.length,
    1,
    'lines although none were asked for',
  );
});

test('downloadArtifact streams bytes unread; errors still have their class', async () => {
  const bytes = Buffer.alloc(300_000, 7);
  server.reply = { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: bytes };
  const stream = await platform.artifacts.downloadArtifact({ hash: 'h' });
  assert.instance(stream, ReadableStream);
  assert.equal(Buffer.from(await new Response(stream).arrayBuffer()), bytes);
  server.reply = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
  assert.instance(await platform.artifacts.downloadArtifact({ hash: 'h' }), ReadableStream);
  server.reply = json({ error: { code: 'not_found', message: 'No' } }, 404);
  assert.is(((await failure(platform.artifacts.downloadArtifact({ hash: 'h' }))) as PlatformError).message, 'No');
});

test('getDeploymentFileContents returns parsed JSON, otherwise a stream', async () => {
  server.reply = json({ data: 'aGk=' });
  assert.equal(await platform.deployments.getDeploymentFileContents({ id: 'd', fileId: 'f' }), { data: 'aGk=' });
  server.reply = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'hi' };
  const stream = await platform.deployments.getDeploymentFileContents({ id: 'd', fileId: 'f' });
  assert.is(await new Response(stream as ReadableStream).text(), 'hi');
});

test('uploads from Blob, File, ArrayBuffer, typed array, stream and path send the same bytes', async () => {
  server.reply = json({ urls: [] }, 202);
  const bytes = new Uint8Array([0, 1, 128, 255, 10]);
  const path = join(folder, 'artifact');
  writeFileSync(path, bytes);
  const bodies = {
    Blob: new Blob([bytes]),
    File: new File([bytes], 'a.txt', { type: 'text/plain' }),
    ArrayBuffer: bytes.buffer,
    'typed array': bytes,
    stream: new Blob([bytes]).stream(),
    path: await fromPath(path),
    'file URL': await fromPath(pathToFileURL(path)),
  };
  for (const [kind, requestBody] of Object.entries(bodies)) {
    await platform.artifacts.uploadArtifact({ hash: 'h', contentLength: 5, requestBody });
    const seen = server.last();
    assert.is(seen.headers['content-length'], '5', kind);
    assert.is(seen.headers['content-type'], 'application/octet-stream', kind);
    assert.equal([...seen.body], [...bytes], kind);
  }
  await platform.deployments.uploadFile({ requestBody: new Blob([bytes]).stream() });
  assert.is(server.last().headers['transfer-encoding'], 'chunked');
});

test('a large file is streamed from disk and can be sent twice', async () => {
  server.reply = json({ urls: [] });
  const path = join(folder, 'large');
  writeFileSync(path, Buffer.alloc(3_000_000, 5));
  const requestBody = await fromPath(path);
  for (let at = 0; at < 2; at++) {
    await platform.deployments.uploadFile({ contentLength: 3_000_000, requestBody });
    assert.is(server.last().body.length, 3_000_000);
  }
});

test('a plain string, a wrong length and a folder are input errors', async () => {
  const refused = async (request: unknown) => {
    const error = await failure(platform.artifacts.uploadArtifact(request as never));
    assert.instance(error, InvalidRequestError);
    return (error as Error).message;
  };
  server.seen.length = 0;
  assert.match(await refused({ hash: 'h', contentLength: 4, requestBody: 'text' }), /requestBody has the wrong type/);
  assert.match(
    await refused({ hash: 'h', contentLength: 4, requestBody: new Blob(['five!']) }),
    /is 4, but the body has 5 bytes/,
  );
  assert.match(
    await refused({ hash: 'h', contentLength: -1, requestBody: new Blob(['x']).stream() }),
    /whole number of bytes/,
  );
  assert.match(await refused({ hash: 'h', requestBody: new Blob(['x']) }), /contentLength is missing/);
  assert.is(server.seen.length, 0);
  assert.match(String(await failure(fromPath(folder))), /is not a file/);
  assert.match(String(await failure(fromPath(join(folder, 'none')))), /ENOENT/);
});

test.run();
