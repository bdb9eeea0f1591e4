// Starts OpenTelemetry's SDK as the settings say. Only imported where traces or metrics are switched on.
import { randomUUID } from 'node:crypto';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { Logger } from '../../core/log.ts';
import { type Around, watchOutgoing } from '../../core/outgoing.ts';
import type { Settings } from '../../core/settings/table.ts';
import { errorType, type Telemetry } from '../../core/telemetry.ts';
import { metricExporter, setVariables, spanExporter } from './exporters.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startPrometheus } from './prometheus.ts';
import { createTraces, type Traces } from './traces.ts';

export interface StartedTelemetry extends Telemetry {
  /** The port on which Prometheus is answered; null where it is not. */
  prometheus_port: number | null;
}

/** What waits is delivered within this at the end, or dropped. */
const CLOSE_MS = 3_000;

/** Traces that nobody wants: work is only done. */
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

/** Starts what the settings switch on. Rejects with the socket's error where the port for Prometheus cannot be had. */
export async function startTelemetry(o: {
  settings: Settings;
  log: Logger;
  version: string;
}): Promise<StartedTelemetry> {
  const { settings, log } = o;
  setVariables(settings);
  tellSdk(settings, log);
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
  const reader = prometheus?.reader ?? (settings.metrics_enabled ? await pushing(settings, log) : null);
  const metrics = reader ? createMetrics({ resource, readers: [reader], log }) : NO_METRICS;
  watchOutgoing(settings.tracing_enabled ? aroundOutgoing(traces) : null);
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
      watchOutgoing(null);
      await within(CLOSE_MS, Promise.allSettled([traces.close(), metrics.close(), prometheus?.close()]));
    },
  };
}

/** What the SDK says goes to the log where that is asked for: it may quote the collector. Failures are told by the exporters. */
function tellSdk({ debug }: Settings, log: Logger): void {
  const say = (message: string): void => log.debug({ component: 'telemetry', said: message }, 'OpenTelemetry');
  setGlobalErrorHandler((error) => debug && say(`error: ${errorType(error)}`));
  if (!debug) diag.disable();
  else
    diag.setLogger(
      { error: say, warn: say, info: say, debug: say, verbose: say },
      { logLevel: DiagLogLevel.DEBUG, suppressOverrideMessage: true },
    );
}

/** What is said of this process with everything that leaves it. Several processes are told apart by the instance. */
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

async function pushing(settings: Settings, log: Logger): Promise<PeriodicExportingMetricReader> {
  const every = settings.otel_metric_export_interval;
  return new PeriodicExportingMetricReader({
    exporter: await metricExporter(settings, log),
    exportIntervalMillis: every,
    exportTimeoutMillis: Math.min(every, 10_000),
  });
}

/** A span for each request to somebody else. Path and query stay out: they may be keys, and some hold what was typed. */
function aroundOutgoing(traces: Traces): Around {
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

/** Waits, but not longer: a collector that does not answer must not hold up the end. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
