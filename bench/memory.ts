// Memory of `postern start` without Postgres, idle and after many requests, with the duration of the start and the CPU
// time per request. Usage: node bench/memory.ts [requests, default a million]. V8 flags (node --flag bench/memory.ts)
// also apply to the server. One request in ten is a refresh, the others are GET /user. Shared pages are counted
// proportionally (Pss).
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../gateway/server/ports.ts';
import { type LoadRequest, runLoad } from './server/load.ts';
import { processCpu } from './server/proc.ts';

const CONNECTIONS = 16;
const STRETCH_S = 10;
const IDLE_AFTER_MS = 10_000;
const program = fileURLToPath(new URL('../cli/postern.mjs', import.meta.url));
const requests = Number(process.argv[2] ?? 1_000_000);

interface Memory {
  pss: number;
  rss: number;
  files: number;
}

function readMemory(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return { pss: mb('Pss'), rss: mb('Rss'), files: mb('Pss_File') };
}

/** Returns the memory of a process and its descendants except Postgres. */
function treeMemory(root: number): Memory {
  const sum = readMemory(root);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let status = '';
    try {
      status = readFileSync(`/proc/${pid}/status`, 'utf8');
    } catch {
      continue; // it exited after the listing
    }
    if (!status.includes(`\nPPid:\t${root}\n`) || status.startsWith('Name:\tpostgres\n')) continue;
    const child = treeMemory(Number(pid));
    for (const key of ['pss', 'rss', 'files'] as const) sum[key] += child[key];
  }
  return sum;
}

function printMemory(when: string, { pss, rss, files }: Memory, more = ''): void {
  const [a, b, c] = [pss, rss, files].map((mb) => mb.toFixed(0).padStart(5));
  console.log(`${when.padEnd(28)}${a} MB Pss, of files ${c}; ${b} MB Rss ${more}`);
}

const folder = mkdtempSync(join(tmpdir(), 'postern-memory-'));
const port = await findFreePort();

async function startServer() {
  const began = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, program, 'start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SVC_DATA_DIR: join(folder, 'data'),
      SVC_MAILER_AUTOCONFIRM: 'true',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  // Read stdout to the end, because the server exits when its stdout closes.
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Ctrl-C')) resolve();
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${said}`)));
  });
  return {
    pid: child.pid ?? 0,
    seconds: (performance.now() - began) / 1000,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

interface Reply {
  access_token: string;
  refresh_token: string;
}

async function signUp(number: number): Promise<Reply> {
  const answer = await fetch(`http://127.0.0.1:${port}/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `memory${number}@example.com`, password: 'correct horse battery' }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Reply;
}

try {
  let server = await startServer();
  await sleep(IDLE_AFTER_MS);
  printMemory('idle after an install', treeMemory(server.pid), `(start ${server.seconds.toFixed(1)} s)`);
  await server.stop();
  server = await startServer();
  await sleep(IDLE_AFTER_MS);
  printMemory('idle', treeMemory(server.pid), `(start ${server.seconds.toFixed(1)} s)`);

  const sessions: Reply[] = [];
  for (let number = 0; number < CONNECTIONS; number++) sessions.push(await signUp(number));
  const sent = sessions.map(() => 0);
  const refreshes = (connection: number): boolean => (sent[connection] ?? 0) % 10 === 0;
  const load = {
    next(connection: number): LoadRequest {
      sent[connection] = (sent[connection] ?? 0) + 1;
      const session = sessions[connection] as Reply;
      if (!refreshes(connection))
        return { method: 'GET', path: '/user', headers: { authorization: `Bearer ${session.access_token}` } };
      const body = JSON.stringify({ refresh_token: session.refresh_token });
      return {
        method: 'POST',
        path: '/token?grant_type=refresh_token',
        headers: { 'content-type': 'application/json' },
        body,
      };
    },
    done(connection: number, { text }: { text: string }) {
      if (refreshes(connection)) sessions[connection] = JSON.parse(text) as Reply;
    },
  };
  const cpu = processCpu(server.pid);
  let done = 0;
  let peak = treeMemory(server.pid);
  while (done < requests) {
    done += (await runLoad({ port, connections: CONNECTIONS, seconds: STRETCH_S, load })).requests;
    const now = treeMemory(server.pid);
    if (now.pss > peak.pss) peak = now;
  }
  const per = ((processCpu(server.pid) - cpu) * 1e6) / done;
  printMemory(`after ${done} requests`, treeMemory(server.pid), `(${per.toFixed(0)} µs of CPU each)`);
  printMemory('highest between stretches', peak);
  await sleep(IDLE_AFTER_MS);
  printMemory('idle again', treeMemory(server.pid));
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
