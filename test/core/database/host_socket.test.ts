// With a list of hosts, some of them silent, refusing or unsuitable, the driver connects to the first suitable one.

import { once } from 'node:events';
import { createServer } from 'node:net';
import postgres, { type Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDatabaseUrl, postgresOptions } from '../../../core/database/url.ts';
import { createDatabase } from '../../support/database/db.ts';
import { findNonEphemeralPort } from '../../support/processes/process.ts';
import { startDroppingHost, startSilentHost } from '../../support/providers/silent_host.ts';

const db = await createDatabase({ template: 'empty' });
test.after(() => db.drop());
const real = new URL(db.superuser_url);

/** Returns the URL of the database with other hosts before its own. */
function urlWithHosts(ports: number[], parameters = ''): string {
  const hosts = [...ports.map((port) => `127.0.0.1:${port}`), real.host].join();
  return `${db.superuser_url.replace(real.host, hosts)}?connect_timeout=1${parameters}`;
}
const open = (text: string, max = 1): Sql =>
  postgres(postgresOptions(parseDatabaseUrl(text, {}), { application_name: 'test', max }));

const one = (sql: Sql) => sql<{ one: number }[]>`select 1 as one`.then(([row]) => row?.one);
const fault = (sql: Sql): Promise<NodeJS.ErrnoException | null> =>
  sql`select 1`.then(
    () => null,
    (error) => error,
  );

for (const [what, make] of Object.entries({
  'accepts and says nothing': startSilentHost,
  'drops packets': startDroppingHost,
})) {
  test(`a first host that ${what} costs its timeout once, with any target_session_attrs`, async () => {
    for (const parameters of ['', '&target_session_attrs=read-write', '&sslmode=disable']) {
      const silent = await make();
      const sql = open(urlWithHosts([silent.port], parameters));
      assert.is(await one(sql), 1);
      assert.ok(silent.connections <= 1, `tried ${silent.connections} times`);
      await sql.end();
      await silent.close();
    }
  });
}

test('a pool starts with the host that last worked, and so do its replacement and the pool of another role', async () => {
  const silent = await startSilentHost();
  const sql = open(urlWithHosts([silent.port]));
  await one(sql);
  await sql.end();
  const tried = silent.connections;
  const again = open(urlWithHosts([silent.port]));
  assert.is(await one(again), 1);
  assert.is(silent.connections, tried);
  await again.end();
  await silent.close();
});

test('skips a host that refuses, one that is starting and one that is full', async () => {
  const busy = createServer((socket) => {
    socket.on('error', () => undefined);
    // The client sends the SSL request, then the startup message.
    socket.once('data', () => {
      socket.write('N');
      socket.once('data', () => {
        const fields = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0';
        const head = Buffer.alloc(5);
        head.write('E');
        head.writeUInt32BE(4 + fields.length, 1);
        socket.end(Buffer.concat([head, Buffer.from(fields)]));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const sql = open(urlWithHosts([await findNonEphemeralPort(), (busy.address() as { port: number }).port]));
  assert.is(await one(sql), 1);
  await sql.end();
  busy.close();
});

test('if no host answers, the attempt ends with the error of one of them', async () => {
  const silent = await startSilentHost();
  const closed = await findNonEphemeralPort();
  const dead = db.superuser_url.replace(real.host, `127.0.0.1:${silent.port},127.0.0.1:${closed}`);
  const sql = open(`${dead}?connect_timeout=1`);
  assert.match((await fault(sql))?.code ?? '', /^(ECONNREFUSED|CONNECT_TIMEOUT)$/);
  assert.ok(silent.connections > 0);
  await sql.end({ timeout: 1 });
  const alone = open(`${db.superuser_url.replace(real.host, `127.0.0.1:${silent.port}`)}?connect_timeout=1`);
  assert.is((await fault(alone))?.code, 'CONNECT_TIMEOUT');
  await alone.end({ timeout: 1 });
  await silent.close();
});

test('a wrong password is an error, and no other host is tried', async () => {
  const hosts = `${real.hostname}:${real.port},127.0.0.1:${await findNonEphemeralPort()}`;
  const wrong = `postgres://postern_nobody:x@${hosts}${real.pathname}`;
  const sql = open(wrong);
  assert.match((await fault(sql))?.code ?? '', /^28/);
  await sql.end({ timeout: 1 });
});

test('no suitable host: a primary is no standby, and a missing preferred standby falls back to the primary', async () => {
  const sql = open(`${db.superuser_url}?target_session_attrs=standby`);
  assert.match((await fault(sql))?.message ?? '', /is not standby/);
  await sql.end({ timeout: 1 });
  const preferred = open(`${db.superuser_url}?target_session_attrs=prefer-standby`);
  assert.is(await one(preferred), 1);
  await preferred.end();
});

test('a pool that is closed while it connects closes its sockets', async () => {
  const silent = await startSilentHost();
  const sql = open(`${db.superuser_url.replace(real.host, `127.0.0.1:${silent.port}`)}?connect_timeout=60`, 4);
  const running = Promise.all(Array.from({ length: 4 }, () => fault(sql)));
  while (silent.connections < 4) await new Promise((resolve) => setTimeout(resolve, 10));
  await sql.end({ timeout: 0 });
  for (const error of await running) assert.is(error?.code, 'CONNECTION_DESTROYED');
  await silent.close();
});

test('supports many statements at once, large answers, LISTEN, and a connection that the server ends', async () => {
  const sql = open(db.superuser_url, 3);
  const sums = await Promise.all(Array.from({ length: 60 }, (_, n) => sql`select ${n}::int + 1 as n`));
  assert.equal(
    sums.map(([row]) => row?.n),
    Array.from({ length: 60 }, (_, n) => n + 1),
  );
  const [large] = await sql`select repeat('x', 3000000) as text, ${'y'.repeat(2_000_000)}::text as back`;
  assert.equal([large?.text.length, large?.back.length], [3_000_000, 2_000_000]);
  const heard: string[] = [];
  await sql.listen('told', (payload) => heard.push(payload));
  await sql`select pg_notify('told', 'a')`;
  for (let look = 0; heard.length === 0 && look < 100; look += 1) await new Promise((done) => setTimeout(done, 10));
  assert.equal(heard, ['a']);
  const [mine] = await sql`select pg_backend_pid() as pid`;
  await db.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test' and datname = ${db.name}`;
  for (let attempt = 0; ; attempt += 1) {
    const [row] = await sql`select pg_backend_pid() as pid`.catch(() => []);
    if (row && row.pid !== mine?.pid) break;
    assert.ok(attempt < 20);
  }
  await sql.end({ timeout: 1 });
});

test.run();
