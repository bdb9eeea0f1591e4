// Metrics of Node.js: event loop, heap, CPU, memory.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import type { Meter } from '@opentelemetry/api';

const NANO = 1e-9;
const MICRO = 1e-6;

/** Adds the instruments of the runtime, whose values are read at each collection. */
export function observeRuntime(meter: Meter): void {
  const seconds = { unit: 's' };
  const bytes = { unit: 'By' };
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const gauges = {
    mean: meter.createObservableGauge('nodejs.eventloop.delay.mean', {
      ...seconds,
      description: 'Mean delay of the event loop',
    }),
    p99: meter.createObservableGauge('nodejs.eventloop.delay.p99', {
      ...seconds,
      description: '99 of 100 delays are shorter',
    }),
    max: meter.createObservableGauge('nodejs.eventloop.delay.max', {
      ...seconds,
      description: 'Longest delay of the event loop',
    }),
  };
  let seen: { mean: number; p99: number; max: number } | undefined;
  meter.addBatchObservableCallback((result) => {
    // There may be no measurement between two collections. The mean is then NaN.
    if (delay.count > 0) seen = { mean: delay.mean, p99: delay.percentile(99), max: delay.max };
    delay.reset();
    for (const name of ['mean', 'p99', 'max'] as const) if (seen) result.observe(gauges[name], seen[name] * NANO);
  }, Object.values(gauges));

  let last = performance.eventLoopUtilization();
  meter
    .createObservableGauge('nodejs.eventloop.utilization', {
      unit: '1',
      description: 'Share of time the event loop was busy',
    })
    .addCallback((result) => {
      const now = performance.eventLoopUtilization();
      result.observe(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    });
  meter
    .createObservableGauge('v8js.memory.heap.used', { ...bytes, description: 'Used heap by space' })
    .addCallback((result) => {
      for (const space of getHeapSpaceStatistics())
        result.observe(space.space_used_size, { 'v8js.heap.space.name': space.space_name });
    });
  meter
    .createObservableGauge('postern.heap.limit', { ...bytes, description: 'The heap may grow to this' })
    .addCallback((result) => result.observe(getHeapStatistics().heap_size_limit));
  meter
    .createObservableCounter('process.cpu.time', { ...seconds, description: 'Processor time by mode' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user * MICRO, { 'cpu.mode': 'user' });
      result.observe(system * MICRO, { 'cpu.mode': 'system' });
    });
  meter
    .createObservableGauge('process.memory.usage', { ...bytes, description: 'Memory that the process occupies' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter
    .createObservableGauge('process.uptime', { ...seconds, description: 'Time since the start' })
    .addCallback((result) => result.observe(process.uptime()));
  meter
    .createObservableGauge('postern.running', { description: '1 while the process runs' })
    .addCallback((result) => result.observe(1));
}
