// Runs a load and measures the CPU time of the server process and of Postgres.
import type { ChildProcess } from 'node:child_process';
import { type Load, type LoadResult, runLoad } from './load.ts';
import { processCpu, treeCpu } from './proc.ts';

export interface Server {
  process: ChildProcess;
  port: number;
}

export interface Measurement extends LoadResult {
  /** CPU time in microseconds per request. */
  gateway_us: number;
  postgres_us: number;
}

export const CONNECTIONS = 16;

export async function measure(server: Server, postmaster: number, load: Load, seconds: number): Promise<Measurement> {
  const pid = server.process.pid ?? 0;
  const before = { gateway: processCpu(pid), postgres: treeCpu(postmaster) };
  const outcome = await runLoad({ port: server.port, connections: CONNECTIONS, seconds, load });
  const per = (seconds_used: number): number => (seconds_used * 1e6) / outcome.requests;
  return {
    ...outcome,
    gateway_us: per(processCpu(pid) - before.gateway),
    postgres_us: per(treeCpu(postmaster) - before.postgres),
  };
}
