// One Prometheus port for several processes: scrapes each on a loopback port and adds the label `process` to its series.
import { type MetricsPort, openMetricsPort } from '../../core/metrics_port.ts';

const { get } = process.getBuiltinModule('node:http');

/** Metrics of one process in Prometheus' text format. */
export interface ProcessMetrics {
  process: number;
  text: string;
}

/** Shorter than Prometheus' default scrape timeout, so that one hanging process does not lose the metrics of all. */
const PATIENCE_MS = 5_000;

/** Merges the series of all processes, with HELP and TYPE of a metric once before its series. */
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

/** Serves Prometheus. Rejects with the socket's error if the port cannot be opened. */
export function serveMetrics(o: {
  host: string;
  port: number;
  /** Ports of the processes that serve now. */
  ports: () => readonly { process: number; port: number }[];
  /** Metrics of the first process itself. */
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

/** Scrapes a process. Returns '' if it does not answer; the first process' metrics show how many serve. */
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
