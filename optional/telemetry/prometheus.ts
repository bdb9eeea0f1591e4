// Answers Prometheus with the numbers of this process.
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';
import { type MetricsPort, openMetricsPort } from '../../core/metrics_port.ts';

export interface PrometheusServer extends MetricsPort {
  reader: IMetricReader;
}

/** Rejects with the socket's error where the port cannot be had. */
export async function startPrometheus(o: { host: string; port: number }): Promise<PrometheusServer> {
  const reader = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  // Each process of `serve --workers` has a port of its own, which the first one asks.
  const opened = await openMetricsPort({ ...o, exclusive: true }, (request, response) =>
    reader.getMetricsRequestHandler(request, response),
  );
  return { reader, ...opened };
}
