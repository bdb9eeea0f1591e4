// Traces: sampling, span context and export.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { getNumberFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Settings } from '../../core/settings/table.ts';
import {
  type Attributes,
  errorType,
  type IncomingRequest,
  type Telemetry,
  type WatchedRequest,
} from '../../core/telemetry.ts';

export type Traces = Pick<Telemetry, 'request' | 'within' | 'job' | 'annotate' | 'traceparent' | 'close'>;

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;
/** Maximum length and number of attributes, and number of events. Normal values are single words. */
const LIMITS = { attributeValueLengthLimit: 200, attributeCountLimit: 32, eventCountLimit: 8 };
const propagator = new W3CTraceContextPropagator();

/** Returns the sampler that the settings select. */
function samplerOf({ otel_traces_sampler: name, otel_traces_sampler_arg: share }: Settings): Sampler {
  const kind = name.replace('parentbased_', '');
  const root =
    kind === 'always_on'
      ? new AlwaysOnSampler()
      : kind === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Creates the spans of requests, jobs and the work in them. */
export function createTraces(o: { settings: Settings; resource: Resource; exporter: SpanExporter }): Traces {
  const processor = new BatchSpanProcessor({
    exporter: o.exporter,
    ...optionalMember('scheduledDelayMillis', getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY')),
    ...optionalMember('maxQueueSize', getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE')),
    ...optionalMember('maxExportBatchSize', getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE')),
    ...optionalMember('exportTimeoutMillis', getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT')),
  });
  const provider = new TracerProvider({
    resource: o.resource,
    sampler: samplerOf(o.settings),
    spanProcessors: [processor],
    spanLimits: LIMITS,
  });
  const tracer = provider.getTracer('postern');
  const current = new AsyncLocalStorage<Context>();
  const spanNow = (): OtelSpan | undefined => {
    const context = current.getStore();
    return context && trace.getSpan(context);
  };

  const during = async <T>(span: OtelSpan, context: Context, run: () => Promise<T>): Promise<T> => {
    try {
      return await current.run(trace.setSpan(context, span), run);
    } catch (error) {
      markAsFailed(span, errorType(error));
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    request: (request) => requestSpan(tracer, current, request),
    within(work, run) {
      const context = current.getStore();
      if (context === undefined) return run();
      const kind = KINDS[work.kind ?? 'internal'];
      const span = tracer.startSpan(work.name, { kind, attributes: work.attributes ?? {} }, context);
      return during(span, context, run);
    },
    job(queue, data, run) {
      const attributes = {
        'messaging.system': 'pg_boss',
        'messaging.destination.name': queue,
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
      };
      const context = contextOf(data);
      return during(
        tracer.startSpan(`process ${queue}`, { kind: SpanKind.CONSUMER, attributes }, context),
        context,
        run,
      );
    },
    annotate(attributes, error) {
      const span = spanNow();
      if (span === undefined) return;
      span.setAttributes(attributes);
      if (error !== undefined) markAsFailed(span, error);
    },
    traceparent: () => headerOf(spanNow()),
    close: () => provider.shutdown(),
  };
}

function optionalMember<K extends string>(name: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, number>);
}

function markAsFailed(span: OtelSpan, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Starts the span of a request. It is renamed when the route is known. */
function requestSpan(tracer: Tracer, current: AsyncLocalStorage<Context>, request: IncomingRequest): WatchedRequest {
  const parent = propagator.extract(ROOT_CONTEXT, request, {
    // Ignore tracestate, with which a client could send arbitrary text to the collector.
    get: ({ header }, name) => (name === 'traceparent' ? header(name) : undefined),
    keys: () => [],
  });
  const { method } = request;
  const attributes: Attributes = { 'http.request.method': method, 'http.method': method, 'url.scheme': 'http' };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  const context = trace.setSpan(parent, span);
  return {
    run: (work) => current.run(context, work),
    end({ route, status, attributes: more, error }) {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.route': route, 'http.response.status_code': status, ...more });
      if (error !== undefined) markAsFailed(span, error);
      span.end();
    },
  };
}

/** Returns the traceparent header of a recorded span. */
function headerOf(span: OtelSpan | undefined): string | undefined {
  if (span === undefined || !span.isRecording()) return undefined;
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = (traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
  return `00-${traceId}-${spanId}-${flags}`;
}

/** Returns the parent context that a job contains. */
function contextOf(data: unknown): Context {
  const { traceparent } = (data ?? {}) as { traceparent?: unknown };
  if (typeof traceparent !== 'string') return ROOT_CONTEXT;
  return propagator.extract(
    ROOT_CONTEXT,
    { traceparent },
    { get: (from, name) => from[name as 'traceparent'], keys: Object.keys },
  );
}
