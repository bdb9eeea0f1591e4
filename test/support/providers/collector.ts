// An OpenTelemetry collector on loopback, over HTTP or gRPC. Decodes requests with a protobuf library that the SDK
// does not use, and stores spans and metric points.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import { keepLogLine } from '../processes/log_lines.ts';

const PROTO = `
syntax = "proto3";
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; ArrayValue array_value = 5; } }
message ArrayValue { repeated AnyValue values = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message Resource { repeated KeyValue attributes = 1; }
message Status { string message = 2; int32 code = 3; }
message Event { string name = 2; repeated KeyValue attributes = 3; }
message Link { bytes trace_id = 1; bytes span_id = 2; repeated KeyValue attributes = 4; }
message Span { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; repeated Event events = 11;
  repeated Link links = 13; Status status = 15; }
message ScopeSpans { repeated Span spans = 2; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message TraceRequest { repeated ResourceSpans resource_spans = 1; }
message NumberPoint { repeated KeyValue attributes = 7; double as_double = 4; sfixed64 as_int = 6; }
message HistogramPoint { repeated KeyValue attributes = 9; fixed64 count = 4; double sum = 5; }
message Gauge { repeated NumberPoint data_points = 1; }
message Sum { repeated NumberPoint data_points = 1; bool is_monotonic = 3; }
message Histogram { repeated HistogramPoint data_points = 1; }
message Metric { string name = 1; string description = 2; string unit = 3; Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; }
message ScopeMetrics { repeated Metric metrics = 2; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message MetricsRequest { repeated ResourceMetrics resource_metrics = 1; }
`;
const types = protobuf.parse(PROTO, { keepCase: true }).root;

/** A received span. Span kinds are 1 (internal), 2 (server), 3 (client) and 5 (consumer). Status 2 is an error. */
export interface ReceivedSpan {
  trace_id: string;
  span_id: string;
  parent_span_id: string;
  name: string;
  kind: number;
  status: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
}

export interface ReceivedPoint {
  name: string;
  attributes: Record<string, unknown>;
  /** Value of a metric point; the number of observations for a histogram. */
  value: number;
}

export type CollectorBehaviour = 'takes' | 'refuses' | 'silent';

export interface Collector {
  endpoint: string;
  spans: ReceivedSpan[];
  points: ReceivedPoint[];
  /** Returns all accepted requests as text, both decoded and as received. */
  text(): string;
  /** Headers of the last request. */
  headers: Record<string, string>;
  behaviour: CollectorBehaviour;
  /**
   * Returns true if a request with these headers is authorized. The collector rejects other requests with status 401,
   * or UNAUTHENTICATED over gRPC.
   */
  admits: (headers: Readonly<Record<string, string>>) => boolean;
  requests: number;
  /** Waits for a span that matches `fits`. */
  span(fits: (span: ReceivedSpan) => boolean, what: string): Promise<ReceivedSpan>;
  point(name: string, fits?: (attributes: Record<string, unknown>) => boolean): Promise<ReceivedPoint>;
  close(): Promise<void>;
}

type DecodedMessage = Record<string, unknown>;
const list = (value: unknown): DecodedMessage[] => (value ?? []) as DecodedMessage[];
const hex = (bytes: unknown): string => Buffer.from((bytes ?? []) as Uint8Array).toString('hex');

function toPlainValue(value: DecodedMessage): unknown {
  const array = (value.array_value as DecodedMessage | undefined)?.values;
  return array === undefined ? Object.values(value)[0] : list(array).map(toPlainValue);
}

function readAttributes(pairs: unknown): Record<string, unknown> {
  return Object.fromEntries(
    list(pairs).map(({ key, value }) => [String(key), toPlainValue((value ?? {}) as DecodedMessage)]),
  );
}

function decodeRequest(type: 'TraceRequest' | 'MetricsRequest', body: Uint8Array): DecodedMessage {
  const message_type = types.lookupType(type);
  return message_type.toObject(message_type.decode(body), { longs: Number, bytes: Buffer }) as DecodedMessage;
}

function readSpans(request: DecodedMessage): ReceivedSpan[] {
  return list(request.resource_spans).flatMap(({ resource, scope_spans }) =>
    list(scope_spans).flatMap(({ spans }) =>
      list(spans).map((span) => ({
        trace_id: hex(span.trace_id),
        span_id: hex(span.span_id),
        parent_span_id: hex(span.parent_span_id),
        name: String(span.name),
        kind: Number(span.kind),
        status: Number((span.status as DecodedMessage | undefined)?.code ?? 0),
        attributes: readAttributes(span.attributes),
        resource: readAttributes((resource as DecodedMessage | undefined)?.attributes),
      })),
    ),
  );
}

function readPoints(request: DecodedMessage): ReceivedPoint[] {
  const metrics = list(request.resource_metrics).flatMap(({ scope_metrics }) =>
    list(scope_metrics).flatMap((scope) => list(scope.metrics)),
  );
  return metrics.flatMap((metric) =>
    [metric.gauge, metric.sum, metric.histogram].flatMap((data) =>
      list((data as DecodedMessage | undefined)?.data_points).map((point) => ({
        name: String(metric.name),
        attributes: readAttributes(point.attributes),
        value: Number(point.count ?? point.as_double ?? point.as_int ?? 0),
      })),
    ),
  );
}

export async function startCollector(o: { protocol: 'http/protobuf' | 'grpc' }): Promise<Collector> {
  const texts: string[] = [];
  const collector: Collector = {
    endpoint: '',
    spans: [],
    points: [],
    text: () => texts.join('\n'),
    headers: {},
    behaviour: 'takes',
    admits: () => true,
    requests: 0,
    span: (fits, what) =>
      pollUntilFound(
        () => collector.spans.find(fits),
        () => `${what} among ${collector.spans.map(({ name }) => name).join(', ')}`,
      ),
    point: (name, fits = () => true) =>
      pollUntilFound(
        () => collector.points.findLast((point) => point.name === name && fits(point.attributes)),
        () => name,
      ),
    close: async () => undefined,
  };
  const take = (type: 'TraceRequest' | 'MetricsRequest', body: Uint8Array): void => {
    const request = decodeRequest(type, body);
    texts.push(JSON.stringify(request), JSON.stringify(readSpans(request)), Buffer.from(body).toString('latin1'));
    collector.spans.push(...readSpans(request));
    collector.points.push(...readPoints(request));
    // Exported spans and metric points are searched for secrets like log lines.
    for (const { resource, ...span } of readSpans(request)) keepLogLine(JSON.stringify({ span, resource }));
    for (const point of readPoints(request)) keepLogLine(JSON.stringify({ point }));
  };
  const { port, close } =
    o.protocol === 'grpc' ? await receiveOverGrpc(collector, take) : await receiveOverHttp(collector, take);
  collector.endpoint = `http://127.0.0.1:${port}`;
  collector.close = close;
  return collector;
}

type ReceiveRequest = (type: 'TraceRequest' | 'MetricsRequest', body: Uint8Array) => void;

async function receiveOverHttp(
  collector: Collector,
  take: ReceiveRequest,
): Promise<{ port: number; close: () => Promise<void> }> {
  const answer = (response: ServerResponse, code: number): void => void response.writeHead(code).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    collector.requests += 1;
    collector.headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    if (collector.behaviour === 'silent') return;
    if (collector.behaviour === 'refuses') return answer(response, 400);
    if (!collector.admits(collector.headers)) return answer(response, 401);
    if (request.headers['content-type'] !== 'application/x-protobuf') return answer(response, 415);
    if (request.url === '/v1/traces') take('TraceRequest', body);
    else if (request.url === '/v1/metrics') take('MetricsRequest', body);
    else return answer(response, 404);
    answer(response, 200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receiveOverGrpc(
  collector: Collector,
  take: ReceiveRequest,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new Server();
  const empty = (): Buffer => Buffer.alloc(0);
  const same = (bytes: Buffer): Buffer => bytes;
  const method = (signal: string) => ({
    Export: {
      path: `/opentelemetry.proto.collector.${signal.toLowerCase()}.v1.${signal}Service/Export`,
      requestStream: false,
      responseStream: false,
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: empty,
      responseDeserialize: same,
    },
  });
  for (const [signal, type] of [
    ['Trace', 'TraceRequest'],
    ['Metrics', 'MetricsRequest'],
  ] as const) {
    server.addService(method(signal), {
      Export(
        call: { request: Buffer; metadata: { getMap(): object } },
        done: (error: object | null, value?: object) => void,
      ) {
        collector.requests += 1;
        collector.headers = call.metadata.getMap() as Record<string, string>;
        if (collector.behaviour === 'silent') return;
        if (collector.behaviour === 'refuses') return done({ code: status.PERMISSION_DENIED });
        if (!collector.admits(collector.headers)) return done({ code: status.UNAUTHENTICATED });
        take(type, call.request);
        done(null, {});
      },
    });
  }
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { port, close: async () => server.forceShutdown() };
}

/** Polls until `look` returns a value. */
async function pollUntilFound<T>(look: () => T | undefined, what: () => string): Promise<T> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const value = look();
    if (value !== undefined) return value;
    await sleep(20);
  }
  throw new Error(`the collector did not get ${what()}`);
}
