// Metrics as Prometheus scrapes them, parsed by a third-party parser, and as an OpenTelemetry collector receives them
// over gRPC.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { findUnknownNames } from '../../support/clients/conventions.ts';
import { parseSamples, type Sample, scrapeMetrics } from '../../support/clients/scrape.ts';
import { bearer, confirmedUser, newEmail, type Stack, startStack } from '../../support/processes/stack.ts';
import { startCollector } from '../../support/providers/collector.ts';

let stack: Stack;
test.before(async () => {
  stack = await startStack({
    env: {
      SVC_METRICS_ENABLED: 'true',
      SVC_METRICS_EXPORTER: 'prometheus',
      SVC_RATE_LIMIT_HEADER: 'x-real-ip',
      SVC_RATE_LIMIT_VERIFY: '1',
      OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
      OTEL_EXPORTER_PROMETHEUS_PORT: '0',
    },
  });
});
test.after(async () => {
  await stack?.close();
});

const read = async (): Promise<Sample[]> => parseSamples(await scrapeMetrics(stack));
const value = (all: readonly Sample[], name: string, labels: Record<string, string>): number | undefined =>
  all.find((one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text))
    ?.value;

test('serves metrics on a separate port at / and /metrics, and nothing else', async () => {
  const url = `http://127.0.0.1:${stack.telemetry?.prometheus_port}`;
  for (const path of ['/', '/metrics', '/metrics?a=b']) {
    const response = await fetch(url + path);
    assert.is(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(await response.text(), /^postern_running 1$/m);
  }
  assert.is((await fetch(`${url}/health`)).status, 404);
  assert.is((await fetch(url, { method: 'POST' })).status, 405);
  for (const path of ['/metrics', '/auth/v1/metrics']) assert.is((await fetch(stack.url + path)).status, 404);
});

test('has requests by route and status, errors by limit, and sign-ins by method and outcome', async () => {
  const before = await read();
  const user = await confirmedUser(stack);
  const password = { email: user.email, password: user.password };
  await stack.post('/token?grant_type=password', password);
  await stack.post('/token?grant_type=password', { ...password, password: 'wrong' });
  await stack.post('/token?grant_type=refresh_token', { refresh_token: user.refresh_token });
  await stack.post('/token?grant_type=NONSENSE', {});
  await stack.get(`/no/such/${newEmail()}`);
  await stack.get(`/admin/users/${newEmail()}`, SERVICE);
  let status = 0;
  for (let asked = 0; asked < 50 && status !== 429; asked += 1) {
    const guess = { type: 'email', email: user.email, token: '123456' };
    ({ status } = await stack.post('/verify', guess, { 'x-real-ip': '203.0.113.9' }));
  }
  assert.is(status, 429);
  const after = await read();
  const grew = (name: string, labels: Record<string, string>): number =>
    (value(after, name, labels) ?? 0) - (value(before, name, labels) ?? 0);
  assert.is(grew('postern_sign_ins_total', { method: 'password', outcome: 'ok' }), 1);
  assert.is(grew('postern_sign_ins_total', { method: 'password', outcome: 'refused' }), 1);
  assert.is(grew('postern_sign_ins_total', { method: 'refresh_token', outcome: 'ok' }), 1);
  assert.is(grew('postern_sign_ins_total', { method: 'link_or_code', outcome: 'ok' }), 1);
  assert.is(grew('postern_refusals_total', { error_code: 'over_request_rate_limit', http_route: '/verify' }), 1);
  assert.is(grew('postern_refusals_total', { error_code: 'invalid_credentials', http_route: '/token' }), 2);
  assert.is(grew('http_status_codes_total', { code: '404', http_route: 'noroute' }), 1);
  assert.is(grew('http_status_codes_total', { code: '404', http_route: '/admin/users/{user_id}' }), 1);
  const token = { http_request_method: 'POST', http_route: '/token', http_response_status_code: '200' };
  assert.is(grew('http_server_request_duration_count', token), 2);
  const sign_in = { db_stored_procedure_name: 'auth_api.sign_in_with_password' };
  assert.ok(grew('db_client_operation_duration_count', sign_in) >= 2);
  assert.ok(grew('postern_hash_wait_duration_count', { outcome: 'served' }) >= 3);
});

test('has pools, the hash queue, queues, messages, live sessions and the runtime', async () => {
  await confirmedUser(stack);
  const all = await read();
  for (const pool of ['fast', 'hash', 'admin']) {
    const labels = { db_client_connection_pool_name: pool };
    const most = value(all, 'db_client_connection_max', labels) ?? 0;
    const [used = -1, idle = -1] = ['used', 'idle'].map(
      (state) => value(all, 'db_client_connection_count', { ...labels, db_client_connection_state: state }) ?? -1,
    );
    assert.ok(most > 0);
    assert.is(used + idle, most);
    assert.is(value(all, 'db_client_connection_pending_requests', labels), 0);
  }
  assert.ok((value(all, 'postern_hash_places', {}) ?? 0) > 0);
  assert.is(value(all, 'postern_hash_waiting', {}), 0);
  for (const queue of ['mail', 'sms', 'hooks', 'webhooks', 'logouts'])
    assert.is(value(all, 'postern_queue_jobs', { messaging_destination_name: queue }), 0, queue);
  const sent = { kind: 'confirmation', channel: 'mail', outcome: 'sent' };
  assert.ok((value(all, 'postern_messages_total', sent) ?? 0) >= 1);
  assert.type(value(all, 'postern_sessions_live', {}), 'number');
  for (const name of ['nodejs_eventloop_delay_p99', 'v8js_memory_heap_used', 'process_memory_usage'])
    assert.ok((value(all, name, {}) ?? -1) >= 0, name);
  assert.ok((value(all, 'process_cpu_time_total', { cpu_mode: 'user' }) ?? 0) > 0);
  assert.is(value(all, 'target_info', { service_name: 'postern', auth_version: '0.0.0-test' }), 1);
});

test('F-20: input of clients creates no new series', async () => {
  const send = async (name: string): Promise<void> => {
    await stack.get(`/${name}/${name}`);
    await stack.request('GET', `/admin/users/${name}`, undefined, SERVICE);
    await stack.post(`/token?grant_type=${name}`, { email: `${name}@example.com`, password: name });
    await stack.get('/user', bearer(name));
    await stack.get(`/verify?type=${name}&token=${name}&redirect_to=http://${name}.example`);
  };
  await send('first');
  const names = async (): Promise<Set<string>> =>
    new Set((await read()).map(({ name, labels }) => `${name}${JSON.stringify(labels)}`));
  const before = await names();
  for (let made = 0; made < 10; made += 1) await send(`other${made}`);
  assert.equal(
    [...(await names())].filter((one) => !before.has(one)),
    [],
  );
});

test('no label contains an address, a token or user input', async () => {
  const text = await scrapeMetrics(stack);
  assert.not.match(text, /@|eyJ|203\.0\.113|example\.com|other\d|first/);
  const labels = parseSamples(text).flatMap(({ name, labels: all }) =>
    name === 'target_info' ? [] : Object.values(all),
  );
  assert.not(labels.some((one) => /[0-9a-f]{8}-[0-9a-f]{4}|^(\d+\.){3}\d+$/.test(one)));
});

for (const protocol of ['grpc', 'http/protobuf'] as const) {
  test(`pushes the same metrics and the traces over ${protocol}`, async () => {
    const collector = await startCollector({ protocol });
    const pushing = await stack.another({
      SVC_METRICS_EXPORTER: 'opentelemetry',
      SVC_TRACING_ENABLED: 'true',
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=one',
      OTEL_METRIC_EXPORT_INTERVAL: '100',
    });
    try {
      await pushing.get('/settings');
      const name = 'http.server.request.duration';
      const point = await collector.point(name, (found) => found['http.route'] === '/settings');
      assert.is(point.attributes['http.response.status_code'], 200);
      assert.is(point.value, 1);
      await collector.point('postern.hash.places');
      const span = await collector.span((one) => one.name === 'GET /settings', 'the request');
      assert.is(span.attributes['http.response.status_code'], 200);
      assert.is(collector.headers['x-tenant'], 'one');
      assert.equal(findUnknownNames(['http.request.method', 'http.server.duration'], 'metrics'), [
        'http.request.method',
        'http.server.duration',
      ]);
      const names = collector.points.map((one) => one.name);
      assert.equal(findUnknownNames(names, 'metrics'), []);
      const labels = collector.points
        .filter((one) => !one.name.startsWith('postern.'))
        .flatMap(({ attributes }) => Object.keys(attributes));
      assert.equal(findUnknownNames(labels, 'attributes'), []);
    } finally {
      await pushing.close();
      await pushing.telemetry?.close();
      await collector.close();
    }
  });
}

test('the sum of two gateways counts each request once, and only the worker reports on the database', async () => {
  const gateways = [await stack.another(), await stack.another()] as const;
  const user = await confirmedUser(stack);
  const sign = (at: 0 | 1, password: string) =>
    gateways[at].post('/token?grant_type=password', { email: user.email, password });
  await Promise.all([
    ...Array.from({ length: 7 }, () => gateways[0].get('/settings')),
    ...Array.from({ length: 5 }, () => gateways[1].get('/settings')),
    ...[0, 0, 1, 1, 1].map((at) => sign(at as 0 | 1, user.password)),
    ...[0, 1].map((at) => sign(at as 0 | 1, 'wrong')),
  ]);
  const [one, other] = [parseSamples(await scrapeMetrics(gateways[0])), parseSamples(await scrapeMetrics(gateways[1]))];
  const each = (name: string, labels: Record<string, string>) => [one, other].map((all) => value(all, name, labels));
  assert.equal(each('http_status_codes_total', { http_route: '/settings', code: '200' }), [7, 5]);
  assert.equal(each('postern_sign_ins_total', { method: 'password', outcome: 'ok' }), [2, 3]);
  assert.equal(each('postern_refusals_total', { error_code: 'invalid_credentials', http_route: '/token' }), [1, 1]);
  for (const [code, counts] of [
    ['200', [2, 3]],
    ['400', [1, 1]],
  ] as const)
    assert.equal(
      each('http_server_request_duration_count', { http_route: '/token', http_response_status_code: code }),
      counts,
    );
  // Each request series occurs once per gateway. The instance label distinguishes them.
  const instances = [one, other].map(
    (all) => all.find(({ name }) => name === 'target_info')?.labels.service_instance_id,
  );
  assert.is(new Set(instances).size, 2);
  assert.ok(instances.every((instance) => /^[0-9a-f-]{36}$/.test(String(instance))));
  const database = ({ name }: Sample): boolean => /^postern_(?:sessions|queue)_/.test(name);
  assert.equal([...one, ...other].filter(database), []);
  const live = (await read()).filter(({ name }) => name === 'postern_sessions_live');
  assert.is(live.length, 1);
});

test.run();
