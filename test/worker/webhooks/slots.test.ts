// Slow and silent webhook servers hold no delivery slot that others need, in random orders of jobs and responses.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { classifyResponse, createWebhookSlots, SHARED_SLOT_MS } from '../../../worker/webhooks/slots.ts';

const SHARED = 4;
const TIMEOUT_MS = 10_000;

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface DeliveryJob {
  server: string;
  queued_at: number;
  due_at: number;
}

/**
 * Simulates a worker with a fake clock: jobs in order, the shared slots, and servers that respond after some time or
 * never.
 */
function simulate(o: { jobs: DeliveryJob[]; answersAfter: (server: string, at: number) => number; end: number }) {
  let now = 0;
  const slots = createWebhookSlots(() => now);
  const queue = [...o.jobs];
  const events: { at: number; run: () => void }[] = [];
  const at = (when: number, run: () => void): void => void events.push({ at: when, run });
  const lags = new Map<string, number[]>();
  const busy = new Map<string, number>();
  const seen = { shared: 0, longest: 0, most: new Map<string, number>(), looks: 0 };
  const delivered = (job: DeliveryJob): void => {
    lags.set(job.server, [...(lags.get(job.server) ?? []), now - job.queued_at]);
  };
  const start = (job: DeliveryJob): void => {
    const { server } = job;
    seen.looks += 1;
    const place = slots.enter(server);
    if (place instanceof Date) {
      queue.push({ ...job, due_at: place.getTime() });
      return;
    }
    const began = now;
    let shared = place === 'shared';
    const leave = (): void => {
      if (!shared) return;
      shared = false;
      seen.shared -= 1;
      seen.longest = Math.max(seen.longest, now - began);
    };
    if (shared) seen.shared += 1;
    busy.set(server, (busy.get(server) ?? 0) + 1);
    if (place === 'own') seen.most.set(server, Math.max(seen.most.get(server) ?? 0, busy.get(server) ?? 0));
    const takes = o.answersAfter(server, now);
    const answered = takes < TIMEOUT_MS;
    if (takes >= SHARED_SLOT_MS) {
      at(now + SHARED_SLOT_MS, () => {
        slots.late(server);
        leave();
      });
    }
    at(now + Math.min(takes, TIMEOUT_MS), () => {
      leave();
      busy.set(server, (busy.get(server) ?? 1) - 1);
      slots.end(server, classifyResponse(answered, now - began));
      if (answered) delivered(job);
      else queue.push({ ...job, due_at: now + 5_000 });
    });
  };
  for (; now < o.end; now += 1) {
    for (const event of events.filter((one) => one.at <= now)) {
      events.splice(events.indexOf(event), 1);
      event.run();
    }
    for (let looked = 0; looked < 3 && seen.shared < SHARED; looked += 1) {
      const next = queue.findIndex(({ due_at }) => due_at <= now);
      if (next < 0) break;
      start(queue.splice(next, 1)[0] as DeliveryJob);
    }
  }
  return { lags, seen };
}

const jobsOf = (server: string, count: number, every_ms: number): DeliveryJob[] =>
  Array.from({ length: count }, (_, n) => ({ server, queued_at: n * every_ms, due_at: n * every_ms }));
const inOrder = (jobs: DeliveryJob[]): DeliveryJob[] => jobs.sort((a, b) => a.queued_at - b.queued_at);
const slowest = (lags: number[] = []): number => Math.max(0, ...lags);

test('a healthy server does not wait for slow or silent servers', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = createRandom(seed);
    const others = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, n) => `other ${n}`);
    const delays = new Map(others.map((name) => [name, random() < 0.5 ? 20_000 : 300 + random() * 9_000]));
    const jobs = [
      ...jobsOf('healthy', 100, 100),
      ...others.flatMap((name) => jobsOf(name, 20 + Math.floor(random() * 80), Math.floor(random() * 200))),
    ];
    const { lags, seen } = simulate({
      jobs: inOrder(jobs),
      answersAfter: (server) => delays.get(server) ?? 5 + random() * 40,
      end: 15_000,
    });
    assert.ok(seen.longest <= SHARED_SLOT_MS, `seed ${seed}: a shared slot was held for ${seen.longest} ms`);
    for (const [name, most] of seen.most) assert.ok(most <= 4 + SHARED, `seed ${seed}: ${name} had ${most} deliveries`);
    // A healthy server waits at most while each slow or silent server is detected, which takes SHARED_SLOT_MS.
    const bound = (others.length + 2) * SHARED_SLOT_MS;
    assert.is(lags.get('healthy')?.length, 100, `seed ${seed}`);
    assert.ok(slowest(lags.get('healthy')) <= bound, `seed ${seed}: ${slowest(lags.get('healthy'))} ms`);
  }
});

test('checks jobs that wait for slow servers a bounded number of times', () => {
  const jobs = Array.from({ length: 10 }, (_, n) => jobsOf(`silent ${n}`, 200, 0)).flat();
  const { seen } = simulate({ jobs, answersAfter: () => 20_000, end: 60_000 });
  // Each job is fetched once, and retries are limited to 50 per second.
  assert.ok(seen.looks < 2_000 + 60 * 50 + 500, String(seen.looks));
});

test('a server that answers in time again shares the slots again', () => {
  const { lags } = simulate({
    jobs: jobsOf('ill', 200, 100),
    answersAfter: (_, at) => (at < 3_000 ? 20_000 : 5),
    end: 40_000,
  });
  assert.is(lags.get('ill')?.length, 200);
  assert.ok(slowest(lags.get('ill')?.slice(-20)) < 20_000);
});

test.run();
