// runner: alone (telemetry sets OTEL_ variables in process.env)

// Traces behind PgBouncer: application_name is reset at the end of a transaction, so no other client of the server
// connection has it.
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../support/database/db.ts';
import { hasPooler, startPooler } from '../../support/database/pooler.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { confirmedUser, startStack } from '../../support/processes/stack.ts';
import { startCollector } from '../../support/providers/collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('F-12: traced calls work through a pooler in transaction mode and leave no name for the next client', async () => {
  if (!hasPooler()) return cannotRun('traces behind PgBouncer', 'pgbouncer is not installed');
  const closing: (() => Promise<unknown>)[] = [];
  try {
    await recordTraces(closing);
  } finally {
    // Closes everything even after a failed start, because open handles would keep the process alive.
    for (const close of closing.reverse()) await close();
  }
});

async function recordTraces(closing: (() => Promise<unknown>)[]): Promise<void> {
  const db = await createDatabase();
  closing.push(() => db.drop());
  const roles = ['gateway', 'admin', 'worker'] as const;
  const urls = roles.map((role) => new URL(db.url(role)));
  const { hostname: host, port } = new URL(db.superuser_url);
  const users = Object.fromEntries(urls.map(({ username, password }) => [username, password]));
  const pooler = await startPooler({ host, port, mode: 'transaction', users, pool_size: 1 });
  closing.push(() => pooler.stop());
  for (const url of urls) url.port = String(pooler.port);
  const collector = await startCollector({ protocol: 'http/protobuf' });
  closing.push(() => collector.close());
  const [gateway = '', admin = '', worker = ''] = urls.map((url) => url.href);
  const stack = await startStack({
    db: { ...db, drop: async () => undefined },
    env: {
      ...{ DATABASE_URL_GATEWAY: gateway, DATABASE_URL_ADMIN: admin, DATABASE_URL_WORKER: worker },
      ...{ DATABASE_URL_LISTEN: db.url('worker'), SVC_DB_PREPARE: 'false' },
      ...{ SVC_TRACING_ENABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
    },
  });
  closing.push(() => stack.close());
  const other = postgres(gateway, { max: 1, prepare: false, connection: { application_name: 'another client' } });
  closing.push(() => other.end());
  const user = await confirmedUser(stack);
  let { refresh_token } = user;
  for (let turn = 0; turn < 5; turn += 1) {
    const refreshing = stack.post(
      '/token?grant_type=refresh_token',
      { refresh_token },
      { traceparent: `00-${TRACE}-00f067aa0ba902b${turn}-01` },
    );
    // The pooler has one server connection for this role, which both clients share.
    const [seen] = await other`select current_setting('application_name') as name`;
    assert.is(seen?.name, 'another client');
    const { status, body } = await refreshing;
    assert.is(status, 200);
    refresh_token = String(body.refresh_token);
  }
  await collector.span(
    ({ name, trace_id }) => name === 'SELECT auth_api.refresh_session' && trace_id === TRACE,
    'a refresh',
  );
  const job = await collector.span(({ name }) => name === 'process mail', 'the mail of the sign-up');
  const asked = await collector.span(({ span_id }) => span_id === job.parent_span_id, 'what it hangs on');
  assert.is(asked.name, 'SELECT auth_api.sign_up');
}

test.run();
