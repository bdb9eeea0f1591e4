// Checks the environment of a cell: server version, schema, installing role, connecting roles, pooler and TLS.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LAYOUT, roleName } from '../support/database/layout.ts';
import { bearer, confirmedUser, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const { sql } = stack.db;
test.after(() => stack.close());

interface BackendConnection {
  user: string;
  name: string;
  tls: boolean;
}

/** Returns Postern's connections as pg_stat_activity lists them. */
async function listConnections(): Promise<BackendConnection[]> {
  return sql<BackendConnection[]>`
    select a.usename::text as user, a.application_name as name, coalesce(s.ssl, false) as tls
    from pg_stat_activity as a left join pg_stat_ssl as s on s.pid = a.pid
    where a.datname = ${stack.db.name} and a.application_name like 'postern %' and a.application_name <> 'postern test'`;
}

test('the server has the version of the cell', async () => {
  const [row] = await sql`select current_setting('server_version_num')::int / 10000 as major`;
  if (LAYOUT.server !== null) assert.is(row?.major, LAYOUT.server);
});

test('only the named schemas exist, and the installing role is that of the cell', async () => {
  const schemas = (await sql`select nspname::text as name from pg_namespace where nspname ~ '^(auth|tenant)'`).map(
    (row) => String(row.name),
  );
  const ours = ['', '_api', '_lib', '_queue'].map((end) => `${LAYOUT.namespace}${end}`);
  assert.equal(schemas.sort(), ours.sort());
  if (LAYOUT.migrator === null) return;
  const [owner] = await sql`
    select r.rolname::text as name, r.rolsuper as super, r.rolcreaterole as creates
    from pg_database as d join pg_roles as r on r.oid = d.datdba where d.datname = ${stack.db.name}`;
  const superuser = LAYOUT.migrator.attributes.includes('superuser');
  assert.is(owner?.name, LAYOUT.migrator.name);
  assert.is(owner?.super, superuser);
});

test('each process connects as its login role, or as the single user of the cell', async () => {
  const { access_token } = await confirmedUser(stack);
  await Promise.all(Array.from({ length: 20 }, () => stack.get('/user', bearer(access_token))));
  const found = await listConnections();
  const users = new Set(found.map((backend) => backend.user));
  const single = LAYOUT.login_roles ? null : (LAYOUT.migrator?.name ?? 'postgres');
  for (const user of users) {
    if (single === null) assert.ok([roleName('gateway'), roleName('admin'), roleName('worker')].includes(user), user);
    else assert.is(user, single);
  }
  assert.ok(users.has(single ?? roleName('gateway')));
  assert.is(/unprotected: this process/.test(stack.log()), single !== null);
});

test('every connection uses TLS if the cell does', async () => {
  if (LAYOUT.url_parameters === '') return;
  const found = await listConnections();
  assert.ok(found.length > 0);
  for (const backend of found) assert.ok(backend.tls, `${backend.user} ${backend.name}`);
});

test('behind a pooler the server has no more connections than the pools, for any number of callers', async () => {
  if (LAYOUT.pooler === null) return;
  const { access_token, refresh_token } = await confirmedUser(stack);
  let most = 0;
  const answers = Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      index % 2
        ? stack.get('/user', bearer(access_token))
        : stack.post('/token?grant_type=refresh_token', { refresh_token }),
    ),
  );
  for (let look = 0; look < 10; look += 1) {
    const mine = (await listConnections()).filter((backend) => backend.user === roleName('gateway'));
    most = Math.max(most, mine.length);
    await sleep(10);
  }
  for (const answer of await answers) assert.is(answer.status, 200, answer.text);
  assert.ok(most > 0 && most <= LAYOUT.pooler.pool_size, `${most} connections`);
});

test('the worker listens, or logs that it polls', async () => {
  const polls = LAYOUT.pooler !== null && !LAYOUT.pooler.direct_listen;
  for (let look = 0; look < 60 && polls && !/every 0\.5 s/.test(stack.log()); look += 1) await sleep(100);
  assert.is(/every 0\.5 s/.test(stack.log()), polls);
  const listening = (await listConnections()).some((backend) => backend.name === 'postern listen');
  if (!polls) assert.ok(listening);
});

test.run();
