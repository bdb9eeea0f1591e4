// runner: alone (telemetry sets OTEL_ variables in process.env)

// Spans and their parents as a collector receives them over HTTP and gRPC: from the caller to a SQL function, through
// the queue to a mail, and to a hook server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { confirmedUser, newEmail, type Stack, startStack } from '../../support/processes/stack.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../../support/providers/collector.ts';

const [INTERNAL, SERVER, CLIENT, CONSUMER] = [1, 2, 3, 5];
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

let collector: Collector;
let stack: Stack;
const asked: { traceparent: string | undefined }[] = [];
const hook = createServer((request, response) => {
  asked.push({ traceparent: request.headers.traceparent as string | undefined });
  request
    .resume()
    .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"decision":"continue"}'));
});

test.before(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
});
const stop = async (): Promise<void> => {
  await stack?.close();
  await collector?.close();
};
test.after(async () => {
  await stop();
  hook.close();
});

const within = (span: ReceivedSpan, name: string): Promise<ReceivedSpan> =>
  collector.span((one) => one.parent_span_id === span.span_id && one.name === name, `${name} below ${span.name}`);

for (const protocol of ['http/protobuf', 'grpc'] as const) {
  test(`over ${protocol}: starts a stack with its own collector`, async () => {
    await stop();
    collector = await startCollector({ protocol });
    const { port } = hook.address() as AddressInfo;
    stack = await startStack({
      env: {
        SVC_TRACING_ENABLED: 'true',
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
        OTEL_SERVICE_NAME: 'auth-test',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,team=a%2Cb',
        SVC_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED: 'true',
        SVC_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI: `http://127.0.0.1:${port}/hook?key=QUERYSECRET`,
        SVC_HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS: 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      },
    });
    // Keeps a copy of the data of each job, because a finished job is deleted.
    await stack.db.sql`create table public.queued (data jsonb)`;
    await stack.db.sql`create function public.keep_data() returns trigger language plpgsql security definer as '
      begin insert into public.queued values (new.data); return null; end'`;
    await stack.db
      .sql`create trigger keep_data after insert on auth_queue.job for each row execute function public.keep_data()`;
    assert.is((await stack.get('/health')).status, 200);
  });

  test(`over ${protocol}: a request is a span named by its route, with the caller’s span as parent`, async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const headers = { ...SERVICE, traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1' };
    assert.is((await stack.get(`/admin/users/${id}?secret=QUERYSECRET`, headers)).status, 404);
    const span = await collector.span(
      ({ trace_id, kind }) => trace_id === TRACE && kind === SERVER,
      'the span of the request',
    );
    assert.is(span.name, 'GET /admin/users/{user_id}');
    assert.equal([span.kind, span.parent_span_id, span.status], [SERVER, PARENT, 0]);
    assert.equal(span.attributes, {
      'http.request.method': 'GET',
      'http.method': 'GET',
      'url.scheme': 'http',
      'http.route': '/admin/users/{user_id}',
      'url.path': `/admin/users/${id}`,
      'http.response.status_code': 404,
      'http.route.params.user_id': id,
      'http.route.param.user_id': id,
      error_code: 'user_not_found',
    });
    const { 'service.instance.id': instance, ...resource } = span.resource;
    assert.match(String(instance), /^[0-9a-f-]{36}$/);
    assert.is(resource['service.name'], 'auth-test');
    assert.is(resource['auth.version'], '0.0.0-test');
    assert.equal([resource['deployment.environment.name'], resource.team], ['test', 'a,b']);
    assert.is(collector.headers['x-tenant'], 'a b');
    const call = await within(span, 'SELECT auth_api.get_user_by_id');
    assert.equal([call.kind, call.trace_id], [CLIENT, TRACE]);
    assert.equal(call.attributes, {
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.stored_procedure.name': 'auth_api.get_user_by_id',
    });
  });

  test(`over ${protocol}: a mail’s span is connected through the queue to the request that queued it`, async () => {
    const email = newEmail();
    await stack.post('/signup', { email, password: 'correct horse battery' });
    await stack.mail(email);
    const request = await collector.span(({ name }) => name === 'POST /signup', 'the sign-up');
    const call = await within(request, 'SELECT auth_api.sign_up');
    const wait = await within(call, 'wait for a hash place');
    assert.is(wait.kind, INTERNAL);
    const job = await within(call, 'process mail');
    assert.equal([job.kind, job.trace_id], [CONSUMER, request.trace_id]);
    assert.equal(job.attributes, {
      'messaging.system': 'pg_boss',
      'messaging.destination.name': 'mail',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'postern.message.kind': 'confirmation',
      'postern.message.channel': 'mail',
      'postern.message.outcome': 'sent',
    });
    await within(job, 'SELECT auth_api.lease_message');
    await within(job, 'send mail');
    await within(job, 'SELECT auth_api.finish_message');
    const [row] = await stack.db.sql`select data from public.queued where data ? 'traceparent' limit 1`;
    assert.equal(Object.keys(row?.data).sort(), ['generation', 'message_id', 'traceparent', 'user_id']);
  });

  test(`over ${protocol}: an outgoing request is a span without path or query; the operator's own hook gets the trace`, async () => {
    const user = await confirmedUser(stack);
    asked.length = 0;
    await stack.post('/token?grant_type=password', { email: user.email, password: user.password });
    const span = await collector.span(
      (one) => one.name === 'POST' && one.attributes['server.port'] === (hook.address() as AddressInfo).port,
      'the call of the hook',
    );
    assert.is(span.kind, CLIENT);
    assert.equal(Object.keys(span.attributes).sort(), [
      'http.request.method',
      'http.response.status_code',
      'server.address',
      'server.port',
      'url.scheme',
    ]);
    assert.equal(asked, [{ traceparent: `00-${span.trace_id}-${span.span_id}-01` }]);
  });
}

test.run();
