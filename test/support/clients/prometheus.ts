// Runs the Prometheus server of Debian's archive. It scrapes one target and evaluates the expressions of Postern's
// alerts and dashboards.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { findDebianProgram } from '../database/debian_archive.ts';
import { untilListening } from '../processes/listening.ts';
import { temporaryFolder } from '../processes/process.ts';

export interface Prometheus {
  /** Evaluates an expression and returns the current series. */
  query(expr: string): Promise<{ metric: Record<string, string>; value: number }[]>;
  /** Waits for this number of further scrapes without an error. */
  fetched(times: number): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the path of promtool, or the reason why promtool is unavailable. */
export function findPromtool(): { program: string } | { cannot: string } {
  return findDebianProgram('promtool', { package: 'prometheus', path: 'usr/bin/promtool' });
}

/** Runs promtool and returns its exit code and output. */
export function runPromtool(program: string, args: string[], input = ''): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
  return { code: status, output: `${stdout}${stderr}` };
}

/** Starts a Prometheus server that scrapes a port on loopback. */
export async function startPrometheus(tool: string, o: { target: number }): Promise<Prometheus> {
  const folder = temporaryFolder({ on_disk: true });
  const [config, port] = [join(folder.path, 'prometheus.yml'), await findFreePort()];
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s' },
      scrape_configs: [{ job_name: 'postern', static_configs: [{ targets: [`127.0.0.1:${o.target}`] }] }],
    }),
  );
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder.path, 'data')}`];
  const child = spawn(join(dirname(tool), 'prometheus'), [...args, `--web.listen-address=127.0.0.1:${port}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    const { data, error } = (await response.json()) as { data: T; error?: string };
    if (error !== undefined) throw new Error(error);
    return data;
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    folder.remove();
  };
  const ready = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      (r) => r.ok,
      () => false,
    );
  await untilListening(child, ready, () => output.slice(-2_000)).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  type Targets = { activeTargets: { health: string; lastError: string; lastScrape: string }[] };
  return {
    async query(expr) {
      type Result = { result: { metric: Record<string, string>; value: [number, string] }[] };
      const { result } = await ask<Result>(`/api/v1/query?query=${encodeURIComponent(expr)}`);
      return result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }));
    },
    async fetched(times) {
      const seen = new Set<string>();
      let fault = '';
      // Counts scrapes instead of waiting a fixed time, because a slow machine may skip some. A target whose response
      // cannot be parsed never becomes "up".
      for (let looks = 0; looks < 1_500 && seen.size <= times; looks += 1) {
        const [target] = (await ask<Targets>('/api/v1/targets')).activeTargets;
        fault = target?.lastError ?? '';
        if (target?.health === 'up') seen.add(target.lastScrape);
        await sleep(20);
      }
      if (seen.size <= times) throw new Error(`nothing was fetched: ${fault} ${output.slice(-2_000)}`);
    },
    stop,
  };
}
