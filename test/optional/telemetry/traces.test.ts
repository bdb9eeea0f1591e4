// runner: alone (telemetry sets OTEL_ variables in process.env)

// Traces as a collector receives them: recorded requests, their names in the database, and data that no span contains.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCombinedStatement } from '../../../gateway/database/shared_statement.ts';
import { SERVICE } from '../../support/clients/admin.ts';
import { findUnknownNames } from '../../support/clients/conventions.ts';
import { bearer, confirmedUser, newEmail, type Stack, startStack } from '../../support/processes/stack.ts';
import { type Collector, startCollector } from '../../support/providers/collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

let collector: Collector;
let stack: Stack;
const hook = createServer((request, response) => {
  request
    .resume()
    .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"decision":"continue"}'));
});

test.before(async () => {
  collector = await startCollector({ protocol: 'http/protobuf' });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const { port } = hook.address() as AddressInfo;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
  stack = await startStack({
    env: {
      SVC_TRACING_ENABLED: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
      OTEL_SERVICE_NAME: 'auth-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,team=a%2Cb',
      SVC_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED: 'true',
      SVC_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI: `http://127.0.0.1:${port}/hook?key=QUERYSECRET`,
      SVC_HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS: 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
  });
});
test.after(async () => {
  await stack?.close();
  await collector?.close();
  hook.close();
});

test('respects the decision of a caller not to sample', async () => {
  const unsampled = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  await stack.get('/settings', { traceparent: `00-${unsampled}-${PARENT}-00` });
  await stack.get('/settings', { traceparent: `00-${TRACE.replace('4', '5')}-${PARENT}-01` });
  await collector.span(({ trace_id }) => trace_id === TRACE.replace('4', '5'), 'the later request');
  assert.not(collector.spans.some(({ trace_id }) => trace_id === unsampled));
});

test('the transaction’s name contains the trace, and prepared statements still work', async () => {
  const { sql } = stack.db;
  await sql`create function public.told_name() returns trigger language plpgsql security definer as $$
    begin insert into public.named values (current_setting('application_name')); return new; end $$`;
  await sql`create table public.named (name text)`;
  await sql`create trigger named after insert on auth.users for each row execute function public.told_name()`;
  for (let made = 0; made < 3; made += 1)
    assert.is((await stack.post('/signup', { email: newEmail(), password: 'correct horse battery' })).status, 200);
  await sql`drop trigger named on auth.users`;
  const names = (await sql`select name from public.named`).map(({ name }) => String(name));
  assert.is(names.length, 3);
  for (const name of names) {
    const [, trace_id, span_id] = /^postern 00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(name) ?? [];
    const span = await collector.span((one) => one.span_id === span_id, name);
    assert.equal([span.trace_id, span.name], [trace_id, 'SELECT auth_api.sign_up']);
  }
  const left = await sql`select application_name from pg_stat_activity where application_name like 'postern 00-%'`;
  assert.equal([...left], [], 'nothing of it stays behind in the connection');
});

test('traced calls that share a statement are named by their own traces, and so is what they queue', async () => {
  const { sql } = stack.db;
  await sql`create function public.told(at bigint, same text) returns text language plpgsql as $$
    begin return auth_lib.enqueue('hooks', jsonb_build_object('at', at))::text || ' ' || current_setting('application_name'); end $$`;
  const shared = buildCombinedStatement('public', 'told', {
    writes: true,
    parameters: [
      { name: 'at', form: 'bigint' },
      { name: 'same', form: 'same' },
    ],
  }).named();
  const calls = Array.from({ length: 20 }, (_, at) => [
    at,
    's',
    `postern 00-${TRACE}-${String(at).padStart(16, '0')}-01`,
  ]);
  const jobs = await sql.begin(async (within) => {
    const rows = await within.unsafe(shared.text.replace('($1)', '($1::text::jsonb)'), shared.values(calls) as never[]);
    assert.equal(
      rows.map(({ answer }) => String(answer).slice(37)),
      calls.map(([, , name]) => name),
    );
    const queued = await within`
      select (data ->> 'at')::integer as at, data ->> 'traceparent' as traceparent from auth_queue.job where data ? 'at' order by 1`;
    await within`delete from auth_queue.job where data ? 'at'`;
    return queued;
  });
  assert.equal(
    jobs.map(({ traceparent }) => `postern ${traceparent}`),
    calls.map(([, , name]) => name),
  );
});

test('concurrent requests keep their traces separate', async () => {
  // If a hook is configured, requests do not share a statement.
  const node = await stack.another({ SVC_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED: 'false' });
  const { sql } = stack.db;
  const users: Awaited<ReturnType<typeof confirmedUser>>[] = [];
  for (let made = 0; made < 6; made += 1) users.push(await confirmedUser(stack));
  await sql`create table public.renamed (user_id uuid, name text)`;
  await sql`create function public.renamed() returns trigger language plpgsql security definer as $$
    begin insert into public.renamed values (new.user_id, current_setting('application_name')); return new; end $$`;
  await sql`create trigger renamed after update on auth.sessions for each row execute function public.renamed()`;
  const traces = users.map((_, at) => `${at + 1}`.repeat(32));
  try {
    const path = '/token?grant_type=refresh_token';
    const refresh = ({ refresh_token }: (typeof users)[number], at: number) =>
      node.post(path, { refresh_token }, { traceparent: `00-${traces[at]}-${PARENT}-01` });
    for (const { status } of await Promise.all(users.map(refresh))) assert.is(status, 200);
    const rows = await sql`select user_id, name from public.renamed`;
    assert.is(rows.length, users.length);
    for (const [at, { id }] of users.entries()) {
      const name = String(rows.find(({ user_id }) => user_id === id)?.name);
      assert.match(name, new RegExp(`^postern 00-${traces[at]}-[0-9a-f]{16}-01$`));
      const span = await collector.span((one) => name.includes(one.span_id), name);
      assert.equal([span.name, span.trace_id], ['SELECT auth_api.refresh_session', traces[at]]);
    }
  } finally {
    await sql`drop trigger renamed on auth.sessions`;
  }
});

test('every attribute has its current conventional name, except those of supabase/auth and our own', async () => {
  await collector.span(({ name }) => name === 'process mail', 'the mail of a sign-up');
  const names = collector.spans.flatMap(({ attributes, resource }) => Object.keys({ ...attributes, ...resource }));
  assert.ok(names.includes('db.stored_procedure.name') && names.includes('messaging.operation.type'));
  const kept = /^http\.route\.params?\.|^oauth\.grant_type$|^team$/;
  assert.equal(
    findUnknownNames(names, 'attributes').filter((name) => !kept.test(name)),
    [],
  );
});

test('no span contains an unknown path, user input in one, or a tracestate', async () => {
  const stated = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=STATESECRET' };
  await stack.get('/no/such/PATHSECRET', stated);
  await stack.get('/admin/users/TYPEDSECRET', { ...SERVICE, ...stated });
  const lost = await collector.span(({ name }) => name === 'GET noroute', 'the unknown path');
  assert.equal([lost.attributes['http.route'], lost.attributes['url.path']], ['noroute', undefined]);
  await collector.span(({ attributes }) => attributes['url.path'] === '/admin/users/{user_id}', 'the typed id');
  assert.not(/QUERYSECRET|PATHSECRET|TYPEDSECRET|STATESECRET/.test(collector.text()));
});

test('exported data contain no address, token, code, password or IP of a person', async () => {
  const user = await confirmedUser(stack);
  const signed_in = await stack.post('/token?grant_type=password', { email: user.email, password: user.password });
  await stack.post('/token?grant_type=password', { email: user.email, password: 'WRONGSECRET' });
  await stack.post('/token?grant_type=refresh_token', { refresh_token: user.refresh_token });
  await stack.get('/user', bearer(signed_in.body.access_token));
  await collector.span(({ name }) => name === 'GET /user', 'the last request');
  const text = collector.text();
  assert.match(text, /SELECT auth_api\.sign_in_with_password/);
  const values = collector.spans.flatMap((span) => Object.entries(span.attributes));
  assert.not(values.some(([, value]) => /@|eyJ|\$2[aby]\$/.test(String(value))));
  const addresses = values.filter(
    ([name, value]) => name !== 'server.address' && /^(\d+\.){3}\d+$|::/.test(String(value)),
  );
  assert.equal(addresses, []);
  for (const secret of [user.email, user.password, user.access_token, user.refresh_token, 'WRONGSECRET', 'example.com'])
    assert.not(text.includes(secret), secret);
});

test.run();
