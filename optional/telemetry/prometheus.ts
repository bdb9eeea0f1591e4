// Serves the metrics of this process to Prometheus.
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';
import { type MetricsPort, openMetricsPort } from '../../core/metrics_port.ts';

export interface PrometheusServer extends MetricsPort {
  reader: IMetricReader;
}

/** Starts the server. Rejects with the socket's error if the port cannot be opened. */
export async function startPrometheus(o: { host: string; port: number }): Promise<PrometheusServer> {
  const reader = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  // Each process of `serve --workers` has its own port. The first process collects from the others.
  const opened = await openMetricsPort({ ...o, exclusive: true }, (request, response) =>
    reader.getMetricsRequestHandler(request, response),
  );
  return { reader, ...opened };
}
