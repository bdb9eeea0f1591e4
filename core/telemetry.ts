// What the processes tell of themselves while they work: spans and measurements. Here is what needs no package; the SDK stands
// behind it in optional/telemetry/, which is loaded where traces or metrics are switched on. Elsewhere there is no such object.

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One piece of work, as a span says it. No part of it is a value that somebody has sent. */
export interface Work {
  name: string;
  kind?: 'internal' | 'client';
  attributes?: Attributes;
}

/** Of a request, what its span begins with. */
export interface Incoming {
  readonly method: string;
  header(name: string): string | undefined;
}

/** A request on its way. */
export interface WatchedRequest {
  /** Does its work within its span. */
  run<T>(work: () => T): T;
  /** Ends the span. `route` is the path of its row in the table of routes, or `noroute`. */
  end(o: { route: string; status: number; attributes: Attributes; error?: string | undefined }): void;
}

/** What is counted, and by what. The values are words of ours: routes, codes, kinds. */
export interface Counters {
  requests: { code: number; 'http.route': string };
  refusals: { error_code: string; 'http.route': string };
  sign_ins: { method: string; outcome: 'ok' | 'refused' | 'error' };
  messages: { kind: string; channel: string; outcome: string };
}

/** How long something took, in seconds. */
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
  | 'sessions_live';

/** What a look at something has shown. */
export interface Reading {
  gauge: GaugeName;
  value: number;
  attributes?: Attributes;
}

export interface Telemetry {
  /** A request has come. */
  request(request: Incoming): WatchedRequest;
  /** Does work within a span below the current one; where there is none it is only done. What it rejects with fails the span. */
  within<T>(work: Work, run: () => Promise<T>): Promise<T>;
  /** Handles a job of a queue within a span below the request that it comes of, if the job says which. */
  job<T>(queue: string, data: unknown, run: () => Promise<T>): Promise<T>;
  /** Says more of the current span; `error` is a word or a code, never a message, which could quote what was sent. */
  annotate(attributes: Attributes, error?: string): void;
  /** The current span as the header `traceparent`; undefined where it is not recorded. */
  traceparent(): string | undefined;
  count<K extends keyof Counters>(name: K, attributes: Counters[K]): void;
  took<K extends keyof Durations>(name: K, seconds: number, attributes: Durations[K]): void;
  /** Is asked at each collection. What it rejects with is logged, and costs its readings only. Answers what ends it. */
  read(readings: () => Promise<readonly Reading[]>): () => void;
  close(): Promise<void>;
}

/** The word for an error in spans and measurements: its code, or its class; never its message. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[\w-]{1,40}$/.test(cause.code)) return cause.code;
  }
  return error.name;
}

/** The function that a statement calls, as spans name it: `auth_api.sign_up` of `select "auth_api".sign_up(…)`. */
export function functionOf(statement: string): string {
  return /^\s*select ("?[\w$]+"?\.\w+)\(/.exec(statement)?.[1]?.replaceAll('"', '') ?? 'statement';
}

/** Asks the database within a span, and measures it. */
export function statementSpan<T>(telemetry: Telemetry, name: string, run: () => Promise<T>): Promise<T> {
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
