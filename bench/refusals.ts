// Cost of storing refused requests (auth.refusals) under a flood over HTTP. Measures the CPU time of gateway and
// Postgres per request, on one database. Compares a gateway that stores refused requests (SVC_REFUSALS_PER_MINUTE,
// default 1,000) with one that does not (0). A gateway stores them once a minute, so each measurement takes longer than
// a minute. Usage: node bench/refusals.ts; ROUNDS and SECONDS shorten it, ONLY selects floods.
import { cpus } from 'node:os';
import { type Load, median, percentile } from './server/load.ts';
import { CONNECTIONS, type Measurement, measure, type Server } from './server/measure.ts';
import { prepareBenchmark, startGatewayOn, stopServer } from './server/setup.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SECONDS = Number(process.env.SECONDS ?? 61);

const JSON_BODY = { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const isRefused = (status: number): boolean => status >= 400 && status < 500;

let last = 0;
const post = (path: string, body: object | string): ReturnType<Load['next']> => ({
  method: 'POST',
  path,
  headers: JSON_BODY,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const FLOODS: Readonly<Record<string, Load>> = {
  // A new address each time, because the wrong passwords of one address are limited.
  'wrong passwords': {
    ok: isRefused,
    next: () => post('/token?grant_type=password', { email: `guess${++last}@example.com`, password: 'a wrong one' }),
  },
  'invalid refresh tokens': {
    ok: isRefused,
    next: () => post('/token?grant_type=refresh_token', { refresh_token: `not-a-token-${++last}` }),
  },
  'malformed bodies': { ok: isRefused, next: () => post('/recover', '{"email": ') },
};

const setting = await prepareBenchmark();
const without = await startGatewayOn(setting.db, { SVC_REFUSALS_PER_MINUTE: '0' });
const sum = (measured: Measurement): number => measured.gateway_us + measured.postgres_us;
const stored = async (): Promise<number> =>
  Number((await setting.db.sql`select count(*) as n from auth.refusals`)[0]?.n);

console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each, ${cpus().length} cores\n`);
console.log(
  '| flood | stored | req/s | p99 ms | gateway µs | postgres µs | with / without |\n|---|---|---|---|---|---|---|',
);
try {
  for (const [name, load] of Object.entries(FLOODS).filter(([flood]) => flood.includes(process.env.ONLY ?? ''))) {
    const measured: Record<'with' | 'without', Measurement[]> = { with: [], without: [] };
    const run = (server: Server, seconds: number) => measure(server, setting.postmaster, load, seconds);
    for (const server of [setting.gateway, without]) await run(server, 2); // warm-up
    const before = await stored();
    for (let round = 0; round < ROUNDS; round += 1)
      // The order alternates, so that a trend of the machine does not favour one side.
      for (const side of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const))
        measured[side].push(await run(side === 'with' ? setting.gateway : without, SECONDS));
    const ratio = median(measured.with.map((one, at) => sum(one) / sum(measured.without[at] as Measurement)));
    const rows = (await stored()) - before;
    for (const side of ['with', 'without'] as const) {
      const of = (read: (one: Measurement) => number, digits = 0): string =>
        median(measured[side].map(read)).toFixed(digits);
      const cells = [
        name,
        side === 'with' ? rows : 'none',
        of((one) => one.requests / one.seconds),
        of((one) => percentile(one.times, 0.99), 1),
        of((one) => one.gateway_us),
        of((one) => one.postgres_us),
        side === 'with' ? ratio.toFixed(3) : '',
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
} finally {
  await stopServer(without);
  await setting.close();
}
process.exit(0);
