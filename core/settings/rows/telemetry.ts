// Settings of telemetry: traces, metrics and their exporters. The SDK reads other OTEL_ variables itself.
import { bool, choice, float, int, type Row, text, url } from '../row.ts';

const bare = (name: string) => ({ names: [name] as const });

const PAIRS = 'must be name=value pairs with commas between them, percent-encoded';

/**
 * Returns the row of a setting with headers. They are validated and kept as text for the SDK, and contain the
 * collector's token.
 */
function headers(name: string, doc: string): Row<string> {
  const parse = (value: string): string => {
    const pairs = value.split(',').filter((pair) => pair.trim() !== '');
    // The error does not contain the value. The exporter's own error would quote an invalid header with its token.
    if (pairs.every((pair) => /^\s*[\w!#$%&'*+.^`|~-]+\s*=(?:[ -$&-~]|%[2-6][\dA-Fa-f]|%7[\dA-Ea-e])*$/.test(pair)))
      return value;
    throw new Error(PAIRS);
  };
  return { ...text('', doc, { ...bare(name), secret: true }), parse };
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Returns the row of a setting whose value is a list of percent-encoded `name=value` pairs, as in OpenTelemetry. */
function attributes(doc: string, more: object): Row<Record<string, string>> {
  const parse = (value: string): Record<string, string> =>
    Object.fromEntries(
      value
        .split(',')
        .filter((pair) => pair.trim() !== '')
        .map((pair) => {
          const [, name, pair_value] = /^\s*([^=\s]+)\s*=\s*([^=]*?)\s*$/.exec(pair) ?? [];
          if (name === undefined || pair_value === undefined) throw new Error(PAIRS);
          return [decodeURIComponent(name), decodeURIComponent(pair_value)];
        }),
    );
  return { type: 'map, name=value', parse, default: {}, doc, ...more };
}

/** Other programs use DEBUG for their own logs, so any value except 1, t and true counts as false. */
const DEBUG: Row<boolean> = {
  ...bool(false, "Log the messages of OpenTelemetry's SDK, at level debug.", {
    names: ['DEBUG', 'SVC_DEBUG', 'GOTRUE_DEBUG'],
  }),
  parse: (value) => /^(1|t|true)$/i.test(value),
};

export const TELEMETRY = {
  tracing_enabled: bool(false, 'Record traces. docs/telemetry.md describes them.'),
  tracing_exporter: choice(['opentelemetry'], 'opentelemetry', 'Exporter of traces: OTLP.'),
  metrics_enabled: bool(false, 'Record metrics.'),
  metrics_exporter: choice(
    ['opentelemetry', 'prometheus'],
    'opentelemetry',
    'Exporter of metrics: pushed by OTLP, or scraped by Prometheus.',
  ),
  metrics_sessions_interval: int(60, 'Seconds between two counts of live sessions by the worker; 0: never.', {
    min: 0,
  }),
  log_audit_events: bool(
    false,
    'Also write audit entries and sign-ins to the log of the worker, at level info. docs/telemetry.md describes them.',
  ),
  otel_exporter_prometheus_host: text('0.0.0.0', 'Address of the endpoint for Prometheus.', {
    ...bare('OTEL_EXPORTER_PROMETHEUS_HOST'),
    default_text: '`0.0.0.0`; the embedded start: `127.0.0.1`',
  }),
  otel_exporter_prometheus_port: int(9100, 'Port of the endpoint for Prometheus, `/` and `/metrics`.', {
    ...bare('OTEL_EXPORTER_PROMETHEUS_PORT'),
    min: 0,
    max: 65535,
  }),
  otel_exporter_otlp_protocol: choice(['http/protobuf', 'grpc'], 'http/protobuf', 'OTLP protocol.', {
    ...bare('OTEL_EXPORTER_OTLP_PROTOCOL'),
  }),
  otel_exporter_otlp_endpoint: url('URL of the collector; `v1/traces` and `v1/metrics` are appended for HTTP.', {
    ...bare('OTEL_EXPORTER_OTLP_ENDPOINT'),
    default_text: '`http://localhost:4318`, with grpc `http://localhost:4317`',
  }),
  otel_exporter_otlp_headers: headers(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers sent to the collector, as `name=value` separated by commas.',
  ),
  otel_exporter_otlp_traces_headers: headers('OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'Headers sent with traces only.'),
  otel_exporter_otlp_metrics_headers: headers('OTEL_EXPORTER_OTLP_METRICS_HEADERS', 'Headers sent with metrics only.'),
  otel_service_name: text('postern', 'Name of this service.', bare('OTEL_SERVICE_NAME')),
  otel_resource_attributes: attributes(
    'Resource attributes of this process, as `name=value` separated by commas; `auth.version` is always set.',
    bare('OTEL_RESOURCE_ATTRIBUTES'),
  ),
  otel_traces_sampler: choice(SAMPLERS, 'parentbased_always_on', 'Sampler that selects the recorded requests.', {
    ...bare('OTEL_TRACES_SAMPLER'),
  }),
  otel_traces_sampler_arg: float(1, 'Fraction of traces that a sampler with `traceidratio` records.', {
    ...bare('OTEL_TRACES_SAMPLER_ARG'),
    min: 0,
    max: 1,
  }),
  otel_metric_export_interval: int(60_000, 'Milliseconds between two pushes of metrics.', {
    ...bare('OTEL_METRIC_EXPORT_INTERVAL'),
    min: 100,
  }),
  debug: DEBUG,
} as const;
