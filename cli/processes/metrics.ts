// One port for Prometheus where several processes serve: each is asked on a port of this machine, and its name put to its numbers.
import { type MetricsPort, openMetricsPort } from '../../core/metrics_port.ts';

const { get } = process.getBuiltinModule('node:http');

/** The numbers of one process, in Prometheus' text format. */
export interface Numbers {
  process: number;
  text: string;
}

/** Shorter than the time that Prometheus waits by default, so that the others' numbers still arrive. */
const PATIENCE_MS = 5_000;

/** All series, each with its process; what describes a name is said once, before all of its series. */
export function mergeMetrics(all: readonly Numbers[]): string {
  const families = new Map<string, { said: string[]; series: string[] }>();
  for (const { process, text } of all) {
    let family = { said: [] as string[], series: [] as string[] };
    const described = new Set<string>();
    for (const line of text.split('\n')) {
      const name = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        if (!families.has(name)) described.add(name);
        family = families.get(name) ?? { said: [], series: [] };
        families.set(name, family);
        if (described.has(name)) family.said.push(line);
      } else if (line !== '' && !line.startsWith('#')) {
        family.series.push(named(line, process));
      }
    }
  }
  const lines = [...families.values()].flatMap(({ said, series }) => [...said, ...series]);
  return `${lines.join('\n')}\n`;
}

/** A series with the label `process`. */
function named(line: string, process: number): string {
  const [name = ''] = /^[\w:]+/.exec(line) ?? [];
  const rest = line.slice(name.length);
  const label = `process="${process}"`;
  if (!rest.startsWith('{')) return `${name}{${label}}${rest}`;
  return rest.startsWith('{}') ? `${name}{${label}${rest.slice(1)}` : `${name}{${label},${rest.slice(1)}`;
}

/** Answers Prometheus. Rejects with the socket's error where the port cannot be had. */
export function serveMetrics(o: {
  host: string;
  port: number;
  /** Of the processes that answer now. */
  ports: () => readonly { process: number; port: number }[];
  /** What the first process itself has to say. */
  own: () => string;
}): Promise<MetricsPort> {
  const answer = async (): Promise<string> => {
    const asked = await Promise.all(o.ports().map(async ({ process, port }) => ({ process, text: await ask(port) })));
    return o.own() + mergeMetrics(asked);
  };
  return openMetricsPort({ host: o.host, port: o.port, exclusive: false }, (_, response) => {
    void answer().then((text) => response.setHeader('Content-Type', 'text/plain; version=0.0.4').end(text));
  });
}

/** Empty where the process is gone or hangs: that it does not serve is among the numbers of the first one. */
function ask(port: number): Promise<string> {
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
