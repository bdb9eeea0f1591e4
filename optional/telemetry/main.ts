// Starts the OpenTelemetry SDK. Loaded only if traces or metrics are on.
import { randomUUID } from 'node:crypto';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { Logger } from '../../core/log.ts';
import { type RequestWrapper, setRequestWrapper } from '../../core/outgoing.ts';
import type { Settings } from '../../core/settings/table.ts';
import { errorType, type Telemetry } from '../../core/telemetry.ts';
import { metricExporter, setVariables, spanExporter } from './exporters.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startPrometheus } from './prometheus.ts';
import { createTraces, type Traces } from './traces.ts';

export interface StartedTelemetry extends Telemetry {
  /** Port for Prometheus; null if it is off. */
  prometheus_port: number | null;
}

/** Time in milliseconds to deliver pending data at shutdown. The rest is dropped. */
const CLOSE_MS = 3_000;

/** Implementation without spans, if traces are off. */
const NO_TRACES: Traces = {
  request: () => ({ run: (work) => work(), end: () => undefined }),
  within: (_, run) => run(),
  job: (_queue, _data, run) => run(),
  annotate: () => undefined,
  traceparent: () => undefined,
  close: async () => undefined,
};

const NO_METRICS: Metrics = {
  count: () => undefined,
  took: () => undefined,
  read: () => () => undefined,
  close: async () => undefined,
};

/** Starts traces and metrics as configured. Rejects with the socket's error if the Prometheus port cannot be opened. */
export async function startTelemetry(o: {
  settings: Settings;
  log: Logger;
  version: string;
}): Promise<StartedTelemetry> {
  const { settings, log } = o;
  setVariables(settings);
  logSdkMessages(settings, log);
  const resource = resourceOf(settings, o.version);
  const prometheus =
    settings.metrics_enabled && settings.metrics_exporter === 'prometheus'
      ? await startPrometheus({
          host: settings.otel_exporter_prometheus_host,
          port: settings.otel_exporter_prometheus_port,
        })
      : null;
  const traces = settings.tracing_enabled
    ? createTraces({ settings, resource, exporter: await spanExporter(settings, log) })
    : NO_TRACES;
  const reader = prometheus?.reader ?? (settings.metrics_enabled ? await createPushReader(settings, log) : null);
  const metrics = reader ? createMetrics({ resource, readers: [reader], log }) : NO_METRICS;
  setRequestWrapper(settings.tracing_enabled ? createOutgoingWrapper(traces) : null);
  log.info(
    {
      component: 'telemetry',
      traces: settings.tracing_enabled,
      metrics: settings.metrics_enabled ? settings.metrics_exporter : false,
      ...(prometheus ? { prometheus_port: prometheus.port } : {}),
    },
    'telemetry is on',
  );
  return {
    ...traces,
    ...metrics,
    prometheus_port: prometheus?.port ?? null,
    async close() {
      setRequestWrapper(null);
      await waitAtMost(CLOSE_MS, Promise.allSettled([traces.close(), metrics.close(), prometheus?.close()]));
    },
  };
}

/**
 * Logs messages of the SDK only if `debug` is set, because they may quote the collector. The exporters log failures.
 */
function logSdkMessages({ debug }: Settings, log: Logger): void {
  const say = (message: string): void => log.debug({ component: 'telemetry', said: message }, 'OpenTelemetry');
  setGlobalErrorHandler((error) => debug && say(`error: ${errorType(error)}`));
  if (!debug) diag.disable();
  else
    diag.setLogger(
      { error: say, warn: say, info: say, debug: say, verbose: say },
      { logLevel: DiagLogLevel.DEBUG, suppressOverrideMessage: true },
    );
}

/** Returns the attributes of this process. The instance id distinguishes several processes. */
function resourceOf(settings: Settings, version: string): Resource {
  return defaultResource().merge(
    resourceFromAttributes({
      'service.instance.id': randomUUID(),
      'auth.version': version,
      ...settings.otel_resource_attributes,
      'service.name': settings.otel_service_name,
    }),
  );
}

async function createPushReader(settings: Settings, log: Logger): Promise<PeriodicExportingMetricReader> {
  const every = settings.otel_metric_export_interval;
  return new PeriodicExportingMetricReader({
    exporter: await metricExporter(settings, log),
    exportIntervalMillis: every,
    exportTimeoutMillis: Math.min(every, 10_000),
  });
}

/** Records a span for each outgoing request. Omits path and query, which may contain keys or user input. */
function createOutgoingWrapper(traces: Traces): RequestWrapper {
  return ({ target, method, traced }, send) => {
    const { hostname, port, protocol } = target;
    const attributes = {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'url.scheme': protocol.slice(0, -1),
    };
    return traces.within({ name: method, kind: 'client', attributes }, async () => {
      const traceparent = traced ? traces.traceparent() : undefined;
      const response = await send(traceparent === undefined ? {} : { traceparent });
      const { status } = response;
      traces.annotate({ 'http.response.status_code': status }, status >= 400 ? String(status) : undefined);
      return response;
    });
  };
}

/** Waits for work up to a timeout, so that an unresponsive collector does not delay the shutdown. */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
