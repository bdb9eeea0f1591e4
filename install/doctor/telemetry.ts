// Checks from this machine that the OpenTelemetry collector is reachable, and that no other program uses the Prometheus
// port.
import { connect } from 'node:net';
import { type Finding, findingWithAdvice } from '../../core/doctor/finding.ts';
import type { Check } from './check_context.ts';

export interface TelemetrySettings {
  tracing_enabled?: boolean;
  metrics_enabled?: boolean;
  metrics_exporter?: string;
  otel_exporter_prometheus_port?: number;
  otel_exporter_otlp_endpoint?: string;
}

const PATIENCE_MS = 2_000;

export function createTelemetryCheck(settings: TelemetrySettings): Check {
  const prometheus = settings.metrics_enabled === true && settings.metrics_exporter === 'prometheus';
  const otlp = settings.tracing_enabled === true || (settings.metrics_enabled === true && !prometheus);
  return async () => [
    ...(prometheus ? await checkPrometheusPort(settings.otel_exporter_prometheus_port ?? 0) : []),
    ...(otlp && settings.otel_exporter_otlp_endpoint ? await checkCollector(settings.otel_exporter_otlp_endpoint) : []),
  ];
}

/**
 * Finds another program on the Prometheus port. If the port refuses connections, there is no finding, because the
 * processes may be stopped or on another machine.
 */
async function checkPrometheusPort(port: number): Promise<Finding[]> {
  if (port === 0) return [];
  let text: string;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    text = await answer.text();
  } catch (error) {
    if (errorCodeOrMessage((error as Error).cause) === 'ECONNREFUSED') return [];
    text = '';
  }
  if (/^target_info\{|^postern_/m.test(text)) return [];
  const finding = `port ${port} for Prometheus is used by another program on this machine`;
  return [
    findingWithAdvice('telemetry', finding, 'stop that program, or set OTEL_EXPORTER_PROMETHEUS_PORT to a free port'),
  ];
}

function checkCollector(endpoint: string): Promise<Finding[]> {
  const url = new URL(endpoint);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port, timeout: PATIENCE_MS });
    const end = (why: string | null): void => {
      socket.destroy();
      const advice = 'start it, or set OTEL_EXPORTER_OTLP_ENDPOINT to its address; telemetry is lost until then';
      const finding = `the collector at ${url.hostname}:${port} cannot be reached: ${why}`;
      resolve(why === null ? [] : [findingWithAdvice('telemetry', finding, advice)]);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end('no answer'));
    socket.once('error', (error) => end(errorCodeOrMessage(error)));
  });
}

function errorCodeOrMessage(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code ?? message ?? 'no answer';
}
