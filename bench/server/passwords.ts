// Cost of passwords: throughput compared with a plain crypt() loop, latency of other requests during many sign-ins,
// fairness between clients, and whether response times distinguish known from unknown accounts.
import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import postgres from 'postgres';
import { type Load, median, percentile, runLoad, sendLoadRequest } from './load.ts';
import { CONNECTIONS } from './measure.ts';
import { type BenchmarkSetup, COST } from './setup.ts';

type Print = (cells: readonly string[]) => void;

function signInLoad(setting: BenchmarkSetup): Load {
  return {
    next: (at) => {
      const person = setting.people[at % setting.people.length];
      return {
        method: 'POST',
        path: '/token?grant_type=password',
        body: JSON.stringify({ email: person?.email, password: person?.password }),
      };
    },
  };
}

/**
 * Returns the hashes per second of plain crypt() calls, with as many callers as the gateway hashes concurrently by
 * default.
 */
async function measureCryptLoop(url: string, seconds: number): Promise<number> {
  const callers = availableParallelism();
  const sql = postgres(url, { max: callers, onnotice: () => undefined });
  const [{ salt } = { salt: '' }] = await sql`select extensions.gen_salt('bf', ${COST}) as salt`;
  const until = performance.now() + seconds * 1000;
  let hashes = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        await sql`select extensions.crypt('correct horse battery', ${salt})`;
        hashes += 1;
      }
    }),
  );
  const rate = hashes / ((performance.now() - began) / 1000);
  await sql.end();
  return rate;
}

export async function comparePasswordThroughput(
  setting: BenchmarkSetup,
  o: { seconds: number; rounds: number; print: Print },
): Promise<void> {
  const cases: [string, (round: number) => Load][] = [
    ['password sign-in', () => signInLoad(setting)],
    ['sign-up', (round) => signUpLoad(round)],
  ];
  o.print(['', 'req/s', 'p50 ms', 'p99 ms', 'crypt()/s', 'ratio']);
  for (const [name, load] of cases) {
    const rates: number[] = [];
    const floors: number[] = [];
    const times: number[] = [];
    for (let round = 0; round < o.rounds; round += 1) {
      const outcome = await runLoad({
        port: setting.gateway.port,
        connections: CONNECTIONS,
        seconds: o.seconds,
        load: load(round),
      });
      rates.push(outcome.requests / outcome.seconds);
      times.push(...outcome.times);
      floors.push(await measureCryptLoop(setting.db.superuser_url, o.seconds));
    }
    times.sort((a, b) => a - b);
    o.print([
      name,
      median(rates).toFixed(1),
      percentile(times, 0.5).toFixed(0),
      percentile(times, 0.99).toFixed(0),
      median(floors).toFixed(1),
      median(rates.map((rate, round) => rate / (floors[round] ?? Number.NaN))).toFixed(2),
    ]);
  }
}

function signUpLoad(round: number): Load {
  let count = 0;
  return {
    next: (at) => ({
      method: 'POST',
      path: '/signup',
      body: JSON.stringify({ email: `new${round}x${at}x${count++}@example.com`, password: 'correct horse battery' }),
    }),
  };
}

/** Refreshes sessions every 5 ms: alone, and while 100 connections sign in with a password. */
export async function latencyUnderSignIns(
  setting: BenchmarkSetup,
  o: { seconds: number; rounds: number; print: Print },
): Promise<void> {
  o.print(['refresh p99 ms', 'idle', '100 sign-ins', 'ratio']);
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < o.rounds; round += 1) {
    idle.push(await measureRefreshP99(setting, o.seconds));
    const flood = runLoad({
      port: setting.gateway.port,
      connections: 100,
      seconds: o.seconds,
      load: signInLoad(setting),
      ok: (status) => status === 200 || status === 503, // 503: the hash queue is full
    });
    busy.push(await measureRefreshP99(setting, o.seconds));
    await flood;
  }
  o.print(['', median(idle).toFixed(1), median(busy).toFixed(1), (median(busy) / median(idle)).toFixed(2)]);
}

async function measureRefreshP99(setting: BenchmarkSetup, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  const running: Promise<void>[] = [];
  const refresh = async (at: number): Promise<void> => {
    const person = setting.people[at];
    if (person === undefined) return;
    const start = performance.now();
    const answer = await sendLoadRequest(agent, setting.gateway.port, {
      method: 'POST',
      path: '/token?grant_type=refresh_token',
      body: JSON.stringify({ refresh_token: person.refresh_token }),
    });
    times.push(performance.now() - start);
    if (answer.status !== 200) throw new Error(`refresh answered ${answer.status}: ${answer.text}`);
    person.refresh_token = (JSON.parse(answer.text) as { refresh_token: string }).refresh_token;
  };
  for (let count = 0; performance.now() < until; count += 1) {
    // One refresh at a time per person, so that no token is used twice concurrently.
    running[count % CONNECTIONS] = (running[count % CONNECTIONS] ?? Promise.resolve()).then(() =>
      refresh(count % CONNECTIONS),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(running);
  agent.destroy();
  times.sort((a, b) => a - b);
  return percentile(times, 0.99);
}

/** Alternates wrong passwords for known and unknown accounts. Returns false if the medians differ by more than 5%. */
export async function compareUnknownUserTiming(
  setting: BenchmarkSetup,
  o: { tries: number; print: Print },
): Promise<boolean> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const known: number[] = [];
  const unknown: number[] = [];
  const attempt = async (email: string): Promise<number> => {
    const start = performance.now();
    const answer = await sendLoadRequest(agent, setting.gateway.port, {
      method: 'POST',
      path: '/token?grant_type=password',
      body: JSON.stringify({ email, password: 'wrong password' }),
    });
    if (answer.status !== 400) throw new Error(`a wrong password answered ${answer.status}: ${answer.text}`);
    return performance.now() - start;
  };
  for (let count = 0; count < o.tries; count += 1) {
    // Rotate the accounts, because a hundred wrong passwords for one account would reach its attempt limit.
    const turn = count % CONNECTIONS;
    const [first, second] = count % 2 === 0 ? [known, unknown] : [unknown, known];
    const email = (list: number[]) => (list === known ? `bench${turn}@example.com` : `nobody${turn}@example.com`);
    first.push(await attempt(email(first)));
    second.push(await attempt(email(second)));
  }
  agent.destroy();
  const difference = Math.abs(median(known) / median(unknown) - 1);
  o.print([`wrong password, ${o.tries} tries`, 'known ms', 'unknown ms', 'difference']);
  o.print(['', median(known).toFixed(2), median(unknown).toFixed(2), `${(difference * 100).toFixed(1)} %`]);
  return difference <= 0.05;
}

const HONEST_TRIES = 25;
const FLOODING = 60;

/**
 * Measures sign-ins of another client while one client floods the gateway over sixty connections, and then a hundred
 * concurrent sign-ins. Returns false if more than half of either group fail.
 */
export async function checkSignInFairness(setting: BenchmarkSetup, o: { print: Print }): Promise<boolean> {
  const attempt = async (agent: Agent, body: object): Promise<{ status: number; ms: number }> => {
    const start = performance.now();
    const shot = { method: 'POST', path: '/token?grant_type=password', body: JSON.stringify(body) };
    const { status } = await sendLoadRequest(agent, setting.gateway.port, shot);
    return { status, ms: performance.now() - start };
  };
  const own = (at: number) => {
    const { email, password } = setting.people[at % setting.people.length] as BenchmarkSetup['people'][number];
    return { email, password };
  };
  const tell = (name: string, answers: readonly { status: number; ms: number }[]): boolean => {
    const good = answers.filter(({ status }) => status === 200);
    const times = good.map(({ ms }) => ms).sort((a, b) => a - b);
    const cells = [percentile(times, 0.5), percentile(times, 0.99)].map((ms) => ms.toFixed(0));
    o.print([name, `${good.length} of ${answers.length}`, ...cells]);
    return good.length * 2 >= answers.length;
  };
  o.print(['sign-ins that work', '', 'p50 ms', 'p99 ms']);
  // Two local addresses count as two clients.
  const flooding = new Agent({ keepAlive: true, localAddress: '127.0.0.66' });
  const honest = new Agent({ keepAlive: true, localAddress: '127.0.0.7' });
  let over = false;
  const flood = Array.from({ length: FLOODING }, async (_, at) => {
    for (let sent = 0; !over && sent < 10_000; sent += 1) {
      await attempt(flooding, { email: `flood${at}@example.com`, password: `wrong ${sent}` });
    }
  });
  const answers = [];
  for (let at = 0; at < HONEST_TRIES; at += 1) answers.push(await attempt(honest, own(at)));
  over = true;
  await Promise.all(flood);
  const fair = tell('beside a flood of 60', answers);
  const rush = await Promise.all(Array.from({ length: 100 }, (_, at) => attempt(honest, own(at))));
  const served = tell('a hundred at once', rush);
  for (const agent of [flooding, honest]) agent.destroy();
  return fair && served;
}
