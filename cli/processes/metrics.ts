// Serves the metrics of several processes on one Prometheus port. Scrapes each process on a loopback port and adds the
// label `process`.
import { type MetricsPort, openMetricsPort } from '../../core/metrics_port.ts';

const { get } = process.getBuiltinModule('node:http');

/** Metrics of one process in Prometheus' text format. */
export interface ProcessMetrics {
  process: number;
  text: string;
}

/**
 * Scrape timeout in ms. Shorter than Prometheus' default, so that a hanging process does not affect the metrics of the
 * others.
 */
const PATIENCE_MS = 5_000;

/** Merges the series of all processes, with HELP and TYPE once per metric. */
export function mergeMetrics(all: readonly ProcessMetrics[]): string {
  const families = new Map<string, { comments: string[]; series: string[] }>();
  for (const { process, text } of all) {
    let family = { comments: [] as string[], series: [] as string[] };
    const described = new Set<string>();
    for (const line of text.split('\n')) {
      const name = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        if (!families.has(name)) described.add(name);
        family = families.get(name) ?? { comments: [], series: [] };
        families.set(name, family);
        if (described.has(name)) family.comments.push(line);
      } else if (line !== '' && !line.startsWith('#')) {
        family.series.push(withProcessLabel(line, process));
      }
    }
  }
  const lines = [...families.values()].flatMap(({ comments, series }) => [...comments, ...series]);
  return `${lines.join('\n')}\n`;
}

/** Adds the label `process` to a series. */
function withProcessLabel(line: string, process: number): string {
  const [name = ''] = /^[\w:]+/.exec(line) ?? [];
  const rest = line.slice(name.length);
  const label = `process="${process}"`;
  if (!rest.startsWith('{')) return `${name}{${label}}${rest}`;
  return rest.startsWith('{}') ? `${name}{${label}${rest.slice(1)}` : `${name}{${label},${rest.slice(1)}`;
}

/** Opens the Prometheus port. Rejects with the socket's error if that fails. */
export function serveMetrics(o: {
  host: string;
  port: number;
  /** Ports of the serving processes. */
  ports: () => readonly { process: number; port: number }[];
  /** Metrics of the first process. */
  own: () => string;
}): Promise<MetricsPort> {
  const answer = async (): Promise<string> => {
    const asked = await Promise.all(
      o.ports().map(async ({ process, port }) => ({ process, text: await scrapeProcess(port) })),
    );
    return o.own() + mergeMetrics(asked);
  };
  return openMetricsPort({ host: o.host, port: o.port, exclusive: false }, (_, response) => {
    void answer().then((text) => response.setHeader('Content-Type', 'text/plain; version=0.0.4').end(text));
  });
}

/** Scrapes a process. Returns '' if the process does not respond. */
function scrapeProcess(port: number): Promise<string> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, agent: false, timeout: PATIENCE_MS }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', () => resolve(''));
      response.on('end', () => resolve(Buffer.concat(parts).toString()));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(''));
  });
}
