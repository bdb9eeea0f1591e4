// Interface for spans and metrics. optional/telemetry implements it with OpenTelemetry, and is loaded only if traces
// or metrics are on.

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Describes a span. It contains no value that a client sent. */
export interface SpanOptions {
  name: string;
  kind?: 'internal' | 'client';
  attributes?: Attributes;
}

/** Values of a request that are known when its span starts. */
export interface IncomingRequest {
  readonly method: string;
  header(name: string): string | undefined;
}

/** A request in progress. */
export interface WatchedRequest {
  /** Runs work within the request's span. */
  run<T>(work: () => T): T;
  /** Ends the span. `route` is the path in the route table, or `noroute`. */
  end(o: { route: string; status: number; attributes: Attributes; error?: string | undefined }): void;
}

/** Counters and their attributes. All attribute values are from fixed sets: routes, codes, kinds, stored providers. */
export interface Counters {
  requests: { code: number; 'http.route': string };
  refusals: { error_code: string; 'http.route': string };
  sign_ins: { method: string; outcome: 'ok' | 'refused' | 'error' };
  messages: { kind: string; channel: string; outcome: string };
  /** Outcomes of leak checks. open: no response, password accepted. closed: no response, password rejected. */
  leak_checks: { outcome: 'hit' | 'miss' | 'open' | 'closed' };
  sso_sign_ins: { provider: string; outcome: string };
  /** Fetched metadata of organizations' identity providers. */
  sso_metadata: { outcome: 'stored' | 'failed' };
  scim_requests: { method: string; resource: string; status: number };
}

/** Durations in seconds. */
export interface Durations {
  request: {
    'http.request.method': string;
    'http.route': string;
    'http.response.status_code': number;
    'error.type'?: string;
  };
  statement: StatementAttributes & { 'error.type'?: string };
  hash_wait: { outcome: 'served' | 'refused' };
  message: { channel: string; outcome: string };
}

type StatementAttributes = {
  'db.system.name': string;
  'db.operation.name': string;
  'db.stored_procedure.name': string;
};

export type GaugeName =
  | 'pool_connections'
  | 'pool_max'
  | 'pool_pending'
  | 'hash_places'
  | 'hash_running'
  | 'hash_waiting'
  | 'log_dropped'
  | 'queue_jobs'
  | 'queue_age'
  | 'sessions_live'
  | 'sso_certificate_expires';

/** A gauge value, read when metrics are collected. */
export interface GaugeReading {
  gauge: GaugeName;
  value: number;
  attributes?: Attributes;
}

export interface Telemetry {
  /** Starts the span of a request. */
  request(request: IncomingRequest): WatchedRequest;
  /** Runs work in a child span of the current span, if there is one. A rejection marks the span as failed. */
  within<T>(work: SpanOptions, run: () => Promise<T>): Promise<T>;
  /** Handles a job in a span whose parent is the request that queued it, if the job names it. */
  job<T>(queue: string, data: unknown, run: () => Promise<T>): Promise<T>;
  /** Adds attributes to the current span. `error` is a code and never a message, which could quote client input. */
  annotate(attributes: Attributes, error?: string): void;
  /** Returns the current span as a `traceparent` header; undefined if it is not recorded. */
  traceparent(): string | undefined;
  count<K extends keyof Counters>(name: K, attributes: Counters[K]): void;
  took<K extends keyof Durations>(name: K, seconds: number, attributes: Durations[K]): void;
  /**
   * Registers a function that returns gauge values at each collection. If the function rejects, the error is logged and
   * its values are missing. Returns the function that unregisters it.
   */
  read(readings: () => Promise<readonly GaugeReading[]>): () => void;
  close(): Promise<void>;
}

/** Returns the type of an error for spans and metrics: its code or class, never its message. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[\w-]{1,40}$/.test(cause.code)) return cause.code;
  }
  return error.name;
}

/**
 * Returns the function that a statement calls, such as `auth_api.sign_up` for `select "auth_api".sign_up(…)`;
 * `statement` for other statements.
 */
export function sqlFunctionName(statement: string): string {
  return /^\s*select ("?[\w$]+"?\.\w+)\(/.exec(statement)?.[1]?.replaceAll('"', '') ?? 'statement';
}

/** Runs a statement in a span and records its duration. */
export function withStatementSpan<T>(telemetry: Telemetry, name: string, run: () => Promise<T>): Promise<T> {
  const attributes: StatementAttributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.stored_procedure.name': name,
  };
  const began = performance.now();
  const measure = (more: { 'error.type'?: string } = {}): void =>
    telemetry.took('statement', (performance.now() - began) / 1000, { ...attributes, ...more });
  return telemetry.within({ name: `SELECT ${name}`, kind: 'client', attributes }, async () => {
    try {
      const answer = await run();
      measure();
      return answer;
    } catch (error) {
      measure({ 'error.type': errorType(error) });
      throw error;
    }
  });
}
