// With 10,000 idle sockets, other clients get no errors, memory is bounded, the number of open sockets is limited, and
// idle sockets are closed in time. `ulimit -n` must allow the test process that many.
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GENERAL } from '../../../core/settings/rows/general.ts';
import { faultTest, runFault } from '../fault_test.ts';
import { startInstallation } from '../programs.ts';

const MANY = 10_000;
const { gateway, stack, close } = await startInstallation();
test.after(close);

const memory_kb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.running.pid}/status`, 'utf8'))?.[1]);

faultTest('F-23', '10,000 idle sockets', async () => {
  const port = Number(new URL(gateway.url).port);
  const sockets: Socket[] = [];
  let closed = 0;
  const before_kb = memory_kb();
  const few = readdirSync(`/proc/${gateway.running.pid}/fd`).length;
  /** Counts the gateway's open files, because the client does not notice sockets that the listen queue dropped. */
  const held = (): number => readdirSync(`/proc/${gateway.running.pid}/fd`).length;
  let most_kb = 0;
  let most = 0;
  const ledger = await runFault('F-23', {
    stack,
    shows: null,
    async fault() {
      for (let at = 0; at < MANY; at += 1) {
        // Connects from eight addresses, so that no address runs out of ports.
        const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${1 + (at % 8)}.1` });
        // Every tenth socket sends a part of a request.
        if (at % 10 === 0) socket.on('connect', () => socket.write('GET /health HTTP/1.1\r\nHost: x\r\nX-'));
        socket.resume();
        socket.on('error', () => undefined);
        socket.on('close', () => {
          closed += 1;
        });
        sockets.push(socket);
        if (at % 200 === 0) await sleep(10);
      }
      await sleep(1_000);
      most_kb = memory_kb();
      most = held();
      console.log(`${sockets.filter((socket) => socket.readyState === 'open').length} open, ${closed} closed`);
    },
  });
  for (let wait = 0; held() > few + 50 && wait < 600; wait += 1) await sleep(100);
  const each_kb = (most_kb - before_kb) / (most - few);
  console.log(`each took ${each_kb.toFixed(1)} kB at most, ${most} were held and ${held()} are; ${memory_kb()} kB now`);
  for (const socket of sockets) socket.destroy();
  assert.ok(held() <= few + 50, 'all were closed by the gateway');
  assert.ok(each_kb < 20, `${each_kb} kB each`);
  assert.ok(most <= GENERAL.api_max_connections.default + few + 50, `${most} were held`);
  assert.is(ledger.count(/ (503|504|gone)$/), 0, 'no other client got an error');
});

test.run();
