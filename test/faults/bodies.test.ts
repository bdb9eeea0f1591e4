// Floods of large bodies against a gateway with a small heap: the memory for bodies is bounded, other clients are
// served, and the process survives. The full run sends many times as many.
// runner: when=cli,dev,install,core,gateway,worker,sql
import { Agent, request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startInstallation } from './programs.ts';
import { FULL, row, runFault } from './stand.ts';

/** Connections of the flood, and bodies per connection. */
const CONNECTIONS = FULL ? 200 : 40;
const BODIES = FULL ? 10 : 5;
/** Upper bound of the gateway's memory: its heap, the bodies, Node itself and its buffers. */
const MOST_MB = 320;
const MIB = 1024 * 1024;

const { gateway, stack, peakMemory, close } = await startInstallation({ NODE_OPTIONS: '--max-old-space-size=96' });
test.after(close);

const memory_mb = (): number => peakMemory() / 1024;

const filled = (start: string, end: string, with_: string, bytes: number): string =>
  start + with_.repeat(Math.floor((bytes - start.length - end.length) / with_.length)) + end;

/** Bodies of the maximum length: one text, as many values as allowed, malformed JSON, one byte too many. */
const KINDS: readonly [path: string, body: string, chunked: boolean][] = [
  ['/signup', filled('{"email":"a@b.test","password":"long enough","data":{"x":"', '"}}', 'a', MIB), false],
  ['/token?grant_type=password', filled('{"email":"a@b.test","password":"p","data":{"x":"', '"}}', 'a', MIB), false],
  ['/recover', filled('{"email":"a@b.test","x":[', '0]}', `{"${'k'.repeat(44)}":1},`, MIB), false],
  ['/otp', filled('', '', '[', MIB), false],
  ['/verify', filled('{"a":"', '"}', 'a', MIB), true],
  ['/signup', filled('{"a":"', '"}', 'a', MIB + 1), true],
];

/** Sends one body of the flood. Returns the status; null if the connection was closed. */
function send(agent: Agent, path: string, body: string, chunked: boolean): Promise<number | null> {
  return new Promise((resolve) => {
    const headers = chunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const asked = request(`${gateway.url}${path}`, { method: 'POST', agent, headers });
    asked.on('error', () => resolve(null));
    asked.on('response', (answer) => {
      answer.resume();
      answer.on('close', () => resolve(answer.statusCode ?? 0));
    });
    asked.end(body);
  });
}

row('F-31', `${CONNECTIONS} connections send bodies of 1 MiB to a gateway with a heap of 96 MB`, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Map<number | null, number>();
  await runFault('F-31', {
    stack,
    users: FULL ? 20 : 6,
    shows: null,
    ledger: { patience_ms: 60_000 },
    async fault() {
      const flood = Array.from({ length: CONNECTIONS }, async (_, connection) => {
        for (let body = 0; body < BODIES; body += 1) {
          const [path, text, chunked] = KINDS[(connection + body) % KINDS.length] as (typeof KINDS)[number];
          const status = await send(agent, path, text, chunked);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      });
      await Promise.all(flood);
    },
  });
  agent.destroy();
  console.log(`F-31: ${JSON.stringify([...statuses])}; ${memory_mb().toFixed(0)} MB at most`);
  assert.is(gateway.running.child.exitCode ?? gateway.running.child.signalCode, null, gateway.running.stderr);
  // 504 if the machine is overloaded: the request deadline has passed, and clients retry as after 503.
  const allowed = new Set<number | null>([null, 200, 400, 413, 422, 429, 503, 504]);
  assert.equal(
    [...statuses.keys()].filter((status) => !allowed.has(status)),
    [],
  );
  assert.ok(memory_mb() < MOST_MB, `${memory_mb()} MB`);
});

test.run();
