// Fuzz target for the HTTP framing of the gateway: raw bytes on a connection, with an independent check of each request
// that the application gets.
import { connect } from 'node:net';
import { createLog } from '../../core/log.ts';
import { BodyAbortedError, BodyRefusedError, BodyTooLargeError } from '../../gateway/server/body_faults.ts';
import { createServer } from '../../gateway/server/server.ts';
import type { HttpRequest, HttpResponse } from '../../gateway/server/types.ts';
import { assertHolds } from './assertions.ts';
import type { FuzzTarget } from './fuzzer.ts';

const BODY_LIMIT = 4_096;
const LONGEST_MS = 3_000;
/** Statuses that the engine or the handler returns. */
const STATUSES = ['100', '200', '400', '413', '417', '431', '501', '503'];
const log = createLog({ level: 'error', stream: { write: () => undefined } });

interface SeenRequest {
  text: string;
  fault: string | null;
}

/** Returns what is wrong with the framing of a request that the application got, or null. */
function framingFault(request: HttpRequest, body: Buffer | null): string | null {
  const [length, encoding] = ['content-length', 'transfer-encoding'].map((name) => request.header(name));
  if (!/^[A-Z-]+$/.test(request.method)) return `the method ${JSON.stringify(request.method)}`;
  if (/[\0- \x7f]/.test(request.path + request.query)) return 'a control character or space in the target';
  // The engine refuses the request when it reaches its body, and closes the connection.
  if (body === null) return null;
  if (length !== undefined && encoding !== undefined) return 'both a length and a transfer encoding';
  if (length !== undefined && !/^\d+$/.test(length)) return `the length ${length}`;
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return `the transfer encoding ${encoding}`;
  if (encoding === undefined && body.length !== Number(length ?? 0)) return `${body.length} bytes of ${length}`;
  return null;
}

/** Sends the pieces to a new server. Returns the requests that the application got, and the bytes of the responses. */
async function exchangeBytes(pieces: readonly Buffer[]): Promise<{ seen: SeenRequest[]; answer: string }> {
  const seen: SeenRequest[] = [];
  const handler = async (request: HttpRequest): Promise<HttpResponse> => {
    const entry = { text: `${request.method} ${request.path}?${request.query}`, fault: null as string | null };
    seen.push(entry);
    let status = 200;
    let body: Buffer | null = null;
    try {
      body = await request.body(BODY_LIMIT);
      entry.text += ` ${body.toString('latin1')}`;
    } catch (error) {
      if (error instanceof BodyTooLargeError) status = 413;
      else if (error instanceof BodyRefusedError) status = 503;
      else if (error instanceof BodyAbortedError) status = 400;
      else throw error;
    }
    entry.fault = framingFault(request, body);
    return { status, headers: {}, body: 'ok' };
  };
  const server = createServer({ engine: 'node', handler, log });
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    return { answer: await sendAndRead(port, pieces), seen };
  } finally {
    await server.close({ deadline_ms: 0 });
  }
}

/** Sends the pieces and the end of the connection. Returns what the server sends until it ends the connection. */
async function sendAndRead(port: number, pieces: readonly Buffer[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let answer = '';
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    socket.destroy();
  }, LONGEST_MS);
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined); // the server may reset the connection; `close` follows
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve());
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
  await ended;
  clearTimeout(timer);
  assertHolds(!hangs, 'a connection stays open that the client has ended');
  return answer;
}

/** Returns the statuses of a sequence of responses. Throws if a response is not well-formed. */
function readStatuses(answer: string): string[] {
  const statuses: string[] = [];
  for (let rest = answer; rest !== ''; ) {
    const [head, , status = '', fields = ''] = /^(HTTP\/1\.1 (\d{3}) [ -~]+\r\n)/.test(rest)
      ? (/^(HTTP\/1\.1 (\d{3}) [ -~]+\r\n)((?:[\w-]+: [^\r\n]*\r\n)*)\r\n/.exec(rest) ?? [])
      : [];
    assertHolds(head !== undefined, `a response that is none: ${JSON.stringify(rest.slice(0, 200))}`);
    statuses.push(status);
    const [, length = '0'] = /^content-length: (\d+)\r$/im.exec(fields) ?? [];
    rest = rest.slice((head ?? '').length);
    // Node's own response to a request without a host has an empty body in chunks.
    if (/^transfer-encoding: chunked\r$/im.test(fields)) rest = rest.replace(/^0\r\n\r\n/, '');
    // A response to HEAD has a length and no body.
    rest = rest.startsWith('HTTP/1.1 ') ? rest : rest.slice(Number(length));
  }
  return statuses;
}

export const httpFraming: FuzzTarget = {
  name: 'HTTP framing',
  module: '/gateway/server/',
  // Each input opens two connections, each to its own server.
  brief: 40,
  seeds: [
    'POST /token?grant_type=password HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbodyGET /next HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: x\r\n\r\nHEAD /b HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://b/c?d#e HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
    'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\nx',
    'GET /without-a-host HTTP/1.1\r\n\r\n',
    'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  words: [
    ...['\r\n', '\n', '\r', '\r\n\r\n', ' ', '\t', ':', '\0', '0\r\n\r\n', 'ffffffff\r\n', '-1', '+4', '0x4', '4, 4'],
    ...[
      'Host: b\r\n',
      'Content-Length: 4\r\n',
      'Content-Length : 4\r\n',
      'Content-Length: 0\r\n',
      ' Content-Length: 9\r\n',
    ],
    ...[
      'Transfer-Encoding: chunked\r\n',
      'Transfer-Encoding: xchunked\r\n',
      'Transfer-Encoding: chunked, identity\r\n',
    ],
    ...['GET /x HTTP/1.1\r\n', 'HTTP/1.0', 'HTTP/2.0', 'CONNECT ', 'OPTIONS * ', 'Upgrade: h2c\r\n', 'Expect: x\r\n'],
  ],
  async check(input) {
    const bytes = /[^\0-\u00ff]/.test(input) ? Buffer.from(input) : Buffer.from(input, 'latin1');
    const middle = bytes.length >> 1;
    const whole = await exchangeBytes([bytes]);
    const halves = await exchangeBytes([bytes.subarray(0, middle), bytes.subarray(middle)]);
    for (const { text, fault } of [...whole.seen, ...halves.seen])
      assertHolds(fault === null, `the application gets ${fault}: ${JSON.stringify(text)}`);
    const texts = [whole, halves].map(({ seen }) => JSON.stringify(seen.map(({ text }) => text)));
    assertHolds(texts[0] === texts[1], `pieces are read in another way: ${texts.join(' and ')}`);
    for (const { answer } of [whole, halves])
      for (const status of readStatuses(answer)) assertHolds(STATUSES.includes(status), `the status ${status}`);
  },
};
