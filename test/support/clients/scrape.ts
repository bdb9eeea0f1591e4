// Scrapes metrics as Prometheus does, and parses them with a third-party parser.
import { createRequire } from 'node:module';
import type { TestGateway } from '../processes/stack_parts.ts';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

interface Family {
  name: string;
  type: string;
  metrics: { value: string; labels?: Record<string, string> }[];
}

const parse = createRequire(import.meta.url)('parse-prometheus-text-format') as
  | ((text: string) => Family[])
  | { default: (text: string) => Family[] };

/** Settings that enable the metrics endpoint for scraping. */
export const METRICS_SETTINGS = {
  SVC_METRICS_ENABLED: 'true',
  SVC_METRICS_EXPORTER: 'prometheus',
  OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
  OTEL_EXPORTER_PROMETHEUS_PORT: '0',
};

/** Returns the number of sign-in attempts with a method, by result. A result without a sample counts 0. */
export async function countSignIns(
  node: Pick<TestGateway, 'telemetry'>,
  method: string,
): Promise<Record<'ok' | 'refused' | 'error', number>> {
  const counts = { ok: 0, refused: 0, error: 0 };
  for (const { name, labels, value } of parseSamples(await scrapeMetrics(node)))
    if (name === 'postern_sign_ins_total' && labels.method === method)
      Object.assign(counts, { [String(labels.outcome)]: value });
  return counts;
}

export async function scrapeMetrics({ telemetry }: Pick<TestGateway, 'telemetry'>): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${telemetry?.prometheus_port}/metrics`);
  if (response.status !== 200) throw new Error(`metrics were answered ${response.status}`);
  return response.text();
}

const read = (text: string): Family[] => (typeof parse === 'function' ? parse : parse.default)(text);

/**
 * Returns all samples under their full names. First parses the unchanged text to check the type of each family. The
 * parser merges all series of a histogram, so the samples are read from a text without the types of histograms.
 */
export function parseSamples(text: string): Sample[] {
  const whole = read(text);
  for (const { name, type, metrics } of whole) {
    if (!['COUNTER', 'GAUGE', 'HISTOGRAM'].includes(type)) throw new Error(`${name} is served as ${type}`);
    if (metrics.length === 0) throw new Error(`${name} is served without a sample`);
  }
  const twice = whole.map(({ name }) => name).find((name, at, all) => all.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${twice} is served in two parts`);
  const families = read(text.replace(/^# TYPE \S+ histogram$/gm, ''));
  return families.flatMap(({ name, metrics }) =>
    metrics.map(({ value, labels = {} }) => ({ name, labels, value: Number(value) })),
  );
}
