// Metric instruments, named by OpenTelemetry's conventions where those exist.
import type { BatchObservableResult, ObservableGauge, Attributes as OtelAttributes } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { type IMetricReader, MeterProvider } from '@opentelemetry/sdk-metrics';
import { errorLogFields, type Logger } from '../../core/log.ts';
import type { Counters, Durations, GaugeName, Telemetry } from '../../core/telemetry.ts';
import { observeRuntime } from './runtime.ts';

export type Metrics = Pick<Telemetry, 'count' | 'took' | 'read' | 'close'>;

interface InstrumentOptions {
  name: string;
  description: string;
  unit?: string;
  buckets?: number[];
}

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const STATEMENT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const MESSAGE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

const COUNTERS: Readonly<Record<keyof Counters, InstrumentOptions>> = {
  requests: { name: 'http_status_codes', description: 'Requests by route and status' },
  refusals: { name: 'postern.refusals', description: 'Requests that were refused, by error code and route' },
  sign_ins: { name: 'postern.sign_ins', description: 'Sign-ins and refreshes, by how and how they ended' },
  messages: { name: 'postern.messages', description: 'Attempts to send a message, by kind, channel and outcome' },
  leak_checks: {
    name: 'postern.password.leak_check',
    description: 'Passwords that were compared with leaked ones, by outcome',
  },
  sso_sign_ins: {
    name: 'postern.sso.sign_ins',
    description: 'Sign-ins with identity providers of organizations, by provider and outcome',
  },
  sso_metadata: { name: 'postern.sso.metadata', description: 'Fetched metadata of identity providers, by outcome' },
  scim_requests: { name: 'postern.scim.requests', description: 'SCIM requests, by method, resource and status' },
};

const DURATIONS: Readonly<Record<keyof Durations, InstrumentOptions & { buckets: number[] }>> = {
  request: {
    name: 'http.server.request.duration',
    description: 'From a request to its answer',
    buckets: REQUEST_BUCKETS,
  },
  statement: {
    name: 'db.client.operation.duration',
    description: 'From the call of a function of the database to its answer, with the wait for a connection',
    buckets: STATEMENT_BUCKETS,
  },
  hash_wait: {
    name: 'postern.hash.wait.duration',
    description: 'Wait for a place to hash a password',
    buckets: STATEMENT_BUCKETS,
  },
  message: { name: 'postern.message.duration', description: 'Sending of one message', buckets: MESSAGE_BUCKETS },
};

const GAUGES: Readonly<Record<GaugeName, InstrumentOptions>> = {
  pool_connections: {
    name: 'db.client.connection.count',
    description: 'Connections by pool, used or idle',
    unit: '{connection}',
  },
  pool_max: { name: 'db.client.connection.max', description: 'Connections that a pool may have', unit: '{connection}' },
  pool_pending: {
    name: 'db.client.connection.pending_requests',
    description: 'Calls that wait for a connection',
    unit: '{request}',
  },
  hash_places: { name: 'postern.hash.places', description: 'Passwords that may be hashed at once' },
  hash_running: { name: 'postern.hash.running', description: 'Passwords that are being hashed' },
  hash_waiting: { name: 'postern.hash.waiting', description: 'Requests that wait for a place to hash' },
  log_dropped: { name: 'postern.log.dropped', description: 'Log lines that were dropped because nobody read them' },
  queue_jobs: { name: 'postern.queue.jobs', description: 'Jobs that are due, by queue' },
  queue_age: { name: 'postern.queue.age', description: 'How long the oldest job that is due has waited', unit: 's' },
  sessions_live: {
    name: 'postern.sessions.live',
    description: 'Sessions that have not ended; estimated from a sample where there are many',
  },
  sso_certificate_expires: {
    name: 'postern.sso.certificate.expires',
    description: 'Seconds since 1970 at which the last certificate of an identity provider expires',
    unit: 's',
  },
};

/** Creates the instruments whose values the readers collect. */
export function createMetrics(o: { resource: Resource; readers: IMetricReader[]; log: Logger }): Metrics {
  const provider = new MeterProvider({ resource: o.resource, readers: o.readers });
  const meter = provider.getMeter('postern');
  const counters = mapTable(COUNTERS, ({ name, description }) => meter.createCounter(name, { description }));
  const durations = mapTable(DURATIONS, ({ name, description, buckets }) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: buckets } }),
  );
  const gauges = mapTable(GAUGES, ({ name, description, unit = '' }) =>
    meter.createObservableGauge(name, { description, unit }),
  );
  observeRuntime(meter);
  const observed: ObservableGauge[] = Object.values(gauges);

  return {
    count: (name, attributes) => counters[name].add(1, attributes as OtelAttributes),
    took: (name, seconds, attributes) => durations[name].record(seconds, attributes as OtelAttributes),
    read(readings) {
      const observe = async (result: BatchObservableResult): Promise<void> => {
        try {
          for (const { gauge, value, attributes = {} } of await readings()) {
            result.observe(gauges[gauge], value, attributes);
          }
        } catch (error) {
          o.log.warn({ component: 'telemetry', error: errorLogFields(error) }, 'something could not be measured');
        }
      };
      meter.addBatchObservableCallback(observe, observed);
      return () => meter.removeBatchObservableCallback(observe, observed);
    },
    close: () => provider.shutdown(),
  };
}

function mapTable<K extends string, A, B>(table: Readonly<Record<K, A>>, make: (one: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(table).map(([key, one]) => [key, make(one)])) as Record<K, B>;
}
