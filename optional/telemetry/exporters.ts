// OTLP exporters of spans and metrics. A protocol is loaded only if it is used. Logs once that the collector is
// unreachable, and once that it is reachable again. Spans wait in a bounded queue. Data that could not be sent is
// dropped.
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { errorType } from '../../core/telemetry.ts';

/** Sets the environment variables that the SDK reads, because Postern's settings may come from a file. */
export function setVariables(settings: Settings): void {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: settings.otel_exporter_otlp_endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: settings.otel_exporter_otlp_headers,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: settings.otel_exporter_otlp_traces_headers,
    OTEL_EXPORTER_OTLP_METRICS_HEADERS: settings.otel_exporter_otlp_metrics_headers,
  };
  for (const [name, value] of Object.entries(variables)) {
    if (value === '') delete process.env[name];
    else process.env[name] = value;
  }
}

function protocolOf(signal: 'TRACES' | 'METRICS', settings: Settings): string {
  return process.env[`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`] || settings.otel_exporter_otlp_protocol;
}

export async function spanExporter(settings: Settings, log: Logger): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocolOf('TRACES', settings) === 'grpc'
      ? await import('@opentelemetry/exporter-trace-otlp-grpc')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return logFailures('traces', new OTLPTraceExporter(), log);
}

export async function metricExporter(settings: Settings, log: Logger): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    protocolOf('METRICS', settings) === 'grpc'
      ? await import('@opentelemetry/exporter-metrics-otlp-grpc')
      : await import('@opentelemetry/exporter-metrics-otlp-proto');
  return logFailures('metrics', new OTLPMetricExporter(), log);
}

interface Exporter<T> {
  export(items: T, done: (result: ExportResult) => void): void;
}

/** Makes an exporter log its first failure and the next success. */
function logFailures<T, E extends Exporter<T>>(signal: string, exporter: E & Exporter<T>, log: Logger): E {
  const send = exporter.export.bind(exporter);
  let failing = false;
  exporter.export = (items: T, done: (result: ExportResult) => void) =>
    send(items, (result) => {
      const failed = result.code !== ExportResultCode.SUCCESS;
      const line = { component: 'telemetry', signal };
      if (failed && !failing) {
        // Log only the error type, because the collector's response may quote its input.
        log.warn(
          { ...line, reason: errorType(result.error) },
          'the collector does not take telemetry; it is dropped meanwhile',
        );
      } else if (!failed && failing) log.info(line, 'the collector takes telemetry again');
      failing = failed;
      done(result);
    });
  return exporter;
}
