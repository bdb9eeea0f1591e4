// runner: when=cli,dev,install,core,gateway,worker,sql

// Sends floods of large bodies to a gateway with a small heap. The memory for bodies is bounded, other clients get
// responses, and the process survives. `npm run test:faults` sends ten times as many bodies.
import { Agent, request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { faultTest, IS_FULL_RUN, runFault } from './fault_test.ts';
import { startInstallation } from './programs.ts';

/** Number of connections of the flood, and of bodies per connection. */
const CONNECTIONS = IS_FULL_RUN ? 200 : 40;
const BODIES = IS_FULL_RUN ? 10 : 5;
/** Upper bound in MB of the gateway's memory: heap, bodies, and Node with its buffers. */
const MOST_MB = 320;
const MIB = 1024 * 1024;

const { gateway, stack, peakMemory, close } = await startInstallation({ NODE_OPTIONS: '--max-old-space-size=96' });
test.after(close);

const memory_mb = (): number => peakMemory() / 1024;

const filled = (start: string, end: string, with_: string, bytes: number): string =>
  start + with_.repeat(Math.floor((bytes - start.length - end.length) / with_.length)) + end;

/**
 * Bodies of the maximum length (1 MiB): one long text, more values than allowed, or malformed JSON. The last body is
 * one byte longer than the maximum.
 */
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

faultTest('F-31', `${CONNECTIONS} connections send bodies of 1 MiB to a gateway with a heap of 96 MB`, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Map<number | null, number>();
  await runFault('F-31', {
    stack,
    users: IS_FULL_RUN ? 20 : 6,
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
  // On an overloaded machine, the gateway returns 504 after the request timeout. Clients retry after 504 as after 503.
  const allowed = new Set<number | null>([null, 200, 400, 413, 422, 429, 503, 504]);
  assert.equal(
    [...statuses.keys()].filter((status) => !allowed.has(status)),
    [],
  );
  assert.ok(memory_mb() < MOST_MB, `${memory_mb()} MB`);
});

test.run();
