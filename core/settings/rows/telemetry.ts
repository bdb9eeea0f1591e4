// What the processes tell of themselves: traces and metrics, and where they go. Further variables of OpenTelemetry, which begin
// with OTEL_ and have no row, are read by its SDK.
import { bool, choice, float, int, type Row, text, url } from '../row.ts';

const bare = (name: string) => ({ names: [name] as const });

const PAIRS = 'must be name=value pairs with commas between them, percent-encoded';

/** Headers hold the token that a collector asks for; checked here and kept as text, which the SDK reads. */
function headers(name: string, doc: string): Row<string> {
  const parse = (value: string): string => {
    const pairs = value.split(',').filter((pair) => pair.trim() !== '');
    // What cannot be sent would be told by whoever sends it: in a name with anything else in it the token may stand.
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

/** `name=value` pairs, percent-encoded, as OpenTelemetry writes them. */
function attributes(doc: string, more: object): Row<Record<string, string>> {
  const parse = (value: string): Record<string, string> =>
    Object.fromEntries(
      value
        .split(',')
        .filter((pair) => pair.trim() !== '')
        .map((pair) => {
          const [, name, said] = /^\s*([^=\s]+)\s*=\s*([^=]*?)\s*$/.exec(pair) ?? [];
          if (name === undefined || said === undefined) throw new Error(PAIRS);
          return [decodeURIComponent(name), decodeURIComponent(said)];
        }),
    );
  return { type: 'map, name=value', parse, default: {}, doc, ...more };
}

/** Other programs use this name for what they log: whatever is not a yes is a no. */
const DEBUG: Row<boolean> = {
  ...bool(false, "Log what OpenTelemetry's SDK says of itself, at level debug.", {
    names: ['DEBUG', 'SVC_DEBUG', 'GOTRUE_DEBUG'],
  }),
  parse: (value) => /^(1|t|true)$/i.test(value),
};

export const TELEMETRY = {
  tracing_enabled: bool(false, 'Record traces. docs/telemetry.md says what they hold.'),
  tracing_exporter: choice(['opentelemetry'], 'opentelemetry', 'How traces leave: by OTLP.'),
  metrics_enabled: bool(false, 'Measure.'),
  metrics_exporter: choice(
    ['opentelemetry', 'prometheus'],
    'opentelemetry',
    'How measurements leave: pushed by OTLP, or fetched by Prometheus.',
  ),
  metrics_sessions_interval: int(60, 'Seconds between two counts of live sessions by the worker; 0 is never.', {
    min: 0,
  }),
  log_audit_events: bool(
    false,
    'Write audit entries and sign-ins into the log of the worker, too, at level info. docs/telemetry.md says what they hold.',
  ),
  otel_exporter_prometheus_host: text('0.0.0.0', 'Address on which Prometheus is answered.', {
    ...bare('OTEL_EXPORTER_PROMETHEUS_HOST'),
    default_text: '`0.0.0.0`; the embedded start: `127.0.0.1`',
  }),
  otel_exporter_prometheus_port: int(9100, 'Port on which Prometheus is answered, at `/` and `/metrics`.', {
    ...bare('OTEL_EXPORTER_PROMETHEUS_PORT'),
    min: 0,
    max: 65535,
  }),
  otel_exporter_otlp_protocol: choice(['http/protobuf', 'grpc'], 'http/protobuf', 'How OTLP is spoken.', {
    ...bare('OTEL_EXPORTER_OTLP_PROTOCOL'),
  }),
  otel_exporter_otlp_endpoint: url('The collector; `v1/traces` and `v1/metrics` are appended where HTTP is spoken.', {
    ...bare('OTEL_EXPORTER_OTLP_ENDPOINT'),
    default_text: '`http://localhost:4318`, with grpc `http://localhost:4317`',
  }),
  otel_exporter_otlp_headers: headers(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'What the collector is sent besides, as `name=value` with commas between them.',
  ),
  otel_exporter_otlp_traces_headers: headers('OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'The same, with traces alone.'),
  otel_exporter_otlp_metrics_headers: headers(
    'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
    'The same, with measurements alone.',
  ),
  otel_service_name: text('postern', 'Name of this service.', bare('OTEL_SERVICE_NAME')),
  otel_resource_attributes: attributes(
    'What else is said of this process, as `name=value` with commas between them; `auth.version` is there already.',
    bare('OTEL_RESOURCE_ATTRIBUTES'),
  ),
  otel_traces_sampler: choice(SAMPLERS, 'parentbased_always_on', 'Which requests are recorded.', {
    ...bare('OTEL_TRACES_SAMPLER'),
  }),
  otel_traces_sampler_arg: float(1, 'The share of traces that a sampler with `traceidratio` records.', {
    ...bare('OTEL_TRACES_SAMPLER_ARG'),
    min: 0,
    max: 1,
  }),
  otel_metric_export_interval: int(60_000, 'Milliseconds between two pushes of measurements.', {
    ...bare('OTEL_METRIC_EXPORT_INTERVAL'),
    min: 100,
  }),
  debug: DEBUG,
} as const;
