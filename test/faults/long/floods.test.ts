// Load spikes at a gateway with little memory: 500 sign-ins, and thousands of sessions that refresh at once. Rejected
// requests get 503 with Retry-After, and no session is lost.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createUserBeforeFault, faultTest, runFault } from '../fault_test.ts';
import { startInstallation } from '../programs.ts';
import { PASSWORD } from '../user_simulation.ts';

/** Number of sessions that refresh at once. */
const SESSIONS = Number(process.env.POSTERN_STORM_SESSIONS ?? 2_000);
/** Number of connections that the sessions share. A process may open only a limited number of files. */
const SOCKETS = Math.min(SESSIONS, 19_000);
/** Heap size in MB of the gateway. The default suits the default number of connections. */
const HEAP_MB = process.env.POSTERN_STORM_HEAP_MB ?? '96';
const CONNECTIONS = process.env.POSTERN_STORM_CONNECTIONS;
const storm = new Agent({ keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: SOCKETS });

// bcrypt cost of production, and little memory.
const { db, gateway, stack, peakMemory, close } = await startInstallation({
  SVC_SECURITY_BCRYPT_COST: '10',
  NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  ...(CONNECTIONS ? { SVC_API_MAX_CONNECTIONS: CONNECTIONS } : {}),
});
test.after(close);

const quantile = (times: number[], share: number): number =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

interface TimedStatus {
  status: number;
  ms: number;
  retry_after: string | null;
  body: Record<string, unknown>;
}

async function sendTimedRequest(path: string, body: object): Promise<TimedStatus> {
  const started = performance.now();
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const parsed = (await answer.json()) as Record<string, unknown>;
  const retry_after = answer.headers.get('retry-after');
  return { status: answer.status, ms: performance.now() - started, retry_after, body: parsed };
}

faultTest('F-24', '500 sign-ins at once: refreshes succeed, and rejected requests get Retry-After', async () => {
  const users = [];
  for (let n = 0; n < 5; n += 1) users.push(await createUserBeforeFault(stack));
  const [refresher, ...others] = users;
  let refresh_token = refresher?.refresh_token;
  const times: number[] = [];
  let flooding = true;
  const refreshing = (async () => {
    while (flooding) {
      const response = await sendTimedRequest('/token?grant_type=refresh_token', { refresh_token });
      assert.is(response.status, 200, JSON.stringify(response.body));
      refresh_token = String(response.body.refresh_token);
      times.push(response.ms);
      await sleep(20);
    }
  })();
  const sign_ins = await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      sendTimedRequest('/token?grant_type=password', { email: others[n % others.length]?.email, password: PASSWORD }),
    ),
  ).finally(() => {
    flooding = false;
    return refreshing;
  });
  const good = sign_ins.filter(({ status }) => status === 200);
  for (const response of sign_ins.filter(({ status }) => status !== 200)) {
    assert.is(response.status, 503, JSON.stringify(response.body));
    assert.match(response.retry_after ?? '', /^\d+$/);
  }
  console.log(
    `F-24: ${good.length} of 500 signed in, the last after ${quantile(
      good.map(({ ms }) => ms),
      1,
    ).toFixed(0)} ms; ` +
      `${times.length} refreshes, p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
  );
  assert.ok(good.length > 0);
});

/**
 * Sends a refresh over a kept-alive connection of the agent `storm`. Returns null if the connection broke.
 */
function refreshOverSocket(refresh_token: string): Promise<{ status: number; retry_after: string | null } | null> {
  const body = JSON.stringify({ refresh_token });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const asked = request(`${gateway.url}/token?grant_type=refresh_token`, { method: 'POST', headers, agent: storm });
    asked.on('error', () => resolve(null));
    asked.on('response', (answer) => {
      answer.resume();
      answer.on('close', () => {
        const retry_after = answer.headers['retry-after'] ?? null;
        resolve(answer.complete ? { status: answer.statusCode ?? 0, retry_after } : null);
      });
    });
    asked.end(body);
  });
}

faultTest('F-29', `${SESSIONS} sessions refresh at the same moment and retry when rejected`, async () => {
  const { email } = await createUserBeforeFault(stack);
  const [user] = await db.sql<{ id: string }[]>`select user_id as id from auth.addresses where value = ${email}`;
  // Creates sessions without hashing a password for each: copies of an existing session, each with its own token.
  const { createKeyRing } = await import('../../../core/keys/ring.ts');
  const { readEnvironment, readSettings } = await import('../../../core/settings/reading.ts');
  const { stackSettings: environment } = await import('../../support/processes/stack.ts');
  const { settings } = readSettings(readEnvironment({ env: { ...db.environment(), ...environment(1) }, file: null }));
  const ring = createKeyRing(settings);
  const made = await db.sql<{ id: string; counter: number }[]>`
    insert into auth.sessions select (jsonb_populate_record(null::auth.sessions, to_jsonb(s) || jsonb_build_object('id', gen_random_uuid()))).*
    from (select * from auth.sessions where user_id = ${user?.id ?? ''} limit 1) as s, generate_series(1, ${SESSIONS}::integer)
    returning id, counter::int`;
  const started = performance.now();
  const tries: number[] = [];
  /** Number of responses by status. `closed` counts broken connections. */
  const counts_by_status: Record<string, number> = {};
  const ends = await Promise.all(
    made.map(async ({ id, counter }) => {
      const refresh_token = ring.sealRefresh({ user_id: user?.id ?? '', session_id: id, counter });
      for (let attempt = 1; ; attempt += 1) {
        const response = await refreshOverSocket(refresh_token);
        const what = String(response?.status ?? 'closed');
        counts_by_status[what] = (counts_by_status[what] ?? 0) + 1;
        // auth-js retries after 504 as after 503. A gateway on an overloaded machine may return 504.
        if (!['closed', '503', '504'].includes(what)) {
          tries.push(attempt);
          return what;
        }
        assert.is(gateway.running.child.exitCode ?? gateway.running.child.signalCode, null, gateway.running.stderr);
        if (what === '503') assert.match(response?.retry_after ?? '', /^\d+$/);
        // Exponential backoff, as in auth-js, with jitter.
        await sleep(200 * 2 ** Math.min(attempt, 5) * (0.5 + Math.random()));
      }
    }),
  );
  const took = performance.now() - started;
  console.log(
    `F-29: all ${SESSIONS} after ${took.toFixed(0)} ms, at most ${Math.max(...tries)} tries each; ` +
      `${JSON.stringify(counts_by_status)}; ${peakMemory()} kB at most`,
  );
  assert.equal([...new Set(ends)], ['200']);
});

faultTest('F-31', 'a gateway with a heap of 96 MB survives the load', async () => {
  await runFault('F-31', {
    stack,
    users: 40,
    shows: null,
    ledger: { patience_ms: 60_000 },
    fault: () => sleep(15_000),
  });
  console.log(`F-31: ${peakMemory()} kB at most`);
});

test.run();
