// Effect of `serve --workers`: GET /user with one process and with two on one port, alternating. Compare the CPU time
// of all processes per request. On two cores, requests per second mean little, because Postgres and the load
// generator compete with the gateways. Usage: SECONDS=3 ROUNDS=5 node workers.ts
import { cpus } from 'node:os';
import { findFreePort } from '../gateway/server/ports.ts';
import { createDatabase } from '../test/support/database/db.ts';
import { runCli } from '../test/support/processes/process.ts';
import { stackSettings } from '../test/support/processes/stack.ts';
import { type Load, median, runLoad } from './server/load.ts';
import { treeCpu } from './server/proc.ts';

const SECONDS = Number(process.env.SECONDS ?? 3);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CONNECTIONS = 16;

const db = await createDatabase();
const start = async (workers: number) => {
  const port = await findFreePort();
  const more = {
    PORT: String(port),
    LOG_LEVEL: 'error',
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_RATE_LIMIT_EMAIL_SENT: '1000',
  };
  const running = runCli(['serve', '--workers', String(workers)], {
    env: { ...db.environment(), ...stackSettings(1), ...more },
  });
  await running.until(/serves on port/);
  return { port, running };
};
const sides = [await start(1), await start(2)] as const;
const body = JSON.stringify({ email: 'bench@example.com', password: 'correct horse battery' });
const signed = await fetch(`http://127.0.0.1:${sides[0].port}/signup`, { method: 'POST', body });
const { access_token } = (await signed.json()) as { access_token: string };
const load: Load = {
  next: () => ({ method: 'GET', path: '/user', headers: { authorization: `Bearer ${access_token}` } }),
};

console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, ${cpus().length} cores`);
const rates: [number[], number[]] = [[], []];
const costs: [number[], number[]] = [[], []];
try {
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, { port, running }] of sides.entries()) {
      const before = treeCpu(running.pid);
      const { requests, seconds } = await runLoad({ port, connections: CONNECTIONS, seconds: SECONDS, load });
      if (round === 0) continue; // warm-up
      rates[at]?.push(requests / seconds);
      costs[at]?.push((treeCpu(running.pid) - before) / requests);
    }
  }
  for (const at of [0, 1] as const)
    console.log(
      `${at + 1} process(es): ${median(rates[at]).toFixed(0)} requests/s, ${(1e6 * median(costs[at])).toFixed(0)} µs of CPU a request`,
    );
  const ratios = rates[0].map((one, at) => (rates[1][at] ?? 0) / one).sort((a, b) => a - b);
  console.log(
    `two to one: median ${median(ratios).toFixed(2)}, from ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`,
  );
} finally {
  for (const { running } of sides) await running.stop('SIGTERM');
  await db.drop();
}
process.exit(0);
