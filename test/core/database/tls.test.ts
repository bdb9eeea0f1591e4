// runner: when=core/database,install/migrate

// Connections to a real Postgres with a private CA: the certificates that each sslmode accepts and rejects, with both
// drivers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import databases from '@databases/pg';
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { databasesPgOptions, parseDatabaseUrl, postgresOptions } from '../../../core/database/url.ts';
import { changeOwner, findServerAccount } from '../../../dev/embedded/binaries.ts';
import { type Cluster, freePort, initCluster, startCluster } from '../../../dev/embedded/cluster.ts';
import { createAuthority } from '../../support/providers/certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-tls-'));
const path = (name: string) => join(folder, name);
const authority = createAuthority('Test authority');
const stranger = createAuthority('Another authority');
const PASSWORD = 'pass word%/@';
const env = { HOME: folder, USER: 'nobody' };
let cluster: Cluster;
let plain: Cluster;

function writeKeyFile(name: string, text: string): string {
  writeFileSync(path(name), text, { mode: 0o600 });
  changeOwner(findServerAccount(), path(name));
  return path(name);
}

async function startTlsCluster(name: string, settings: Record<string, string>): Promise<Cluster> {
  await initCluster({ data: path(name), password: PASSWORD, durable: false });
  return startCluster({
    data: path(name),
    port: await freePort(),
    log_file: path(`${name}.log`),
    settings: { fsync: 'off', ...settings },
  });
}

const url = (host: string, port: number, parameters: string) =>
  `postgres://postgres:${encodeURIComponent(PASSWORD)}@${host}:${port}/postgres?connect_timeout=5&${parameters}`;

/** Connects with postgres.js. Returns whether the session is encrypted, or the code and message of the error. */
async function connectByPostgresJs(text: string): Promise<boolean | string> {
  const sql = postgres(postgresOptions(parseDatabaseUrl(text, env), { application_name: 'test', max: 1 }));
  try {
    const [row] =
      await sql`select coalesce((select s.ssl from pg_stat_ssl s where s.pid = pg_backend_pid()), false) as ssl`;
    return row?.ssl === true;
  } catch (error) {
    return `${(error as NodeJS.ErrnoException).code ?? ''} ${(error as Error).message}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function connectByDatabases(text: string): Promise<boolean | string> {
  const db = databases.default({
    ...databasesPgOptions(parseDatabaseUrl(text, env), { application_name: 'test' }),
    poolSize: 1,
    bigIntMode: 'number',
    onError: () => undefined,
  });
  try {
    const [row] = await db.query(
      databases.sql`select coalesce((select s.ssl from pg_stat_ssl s where s.pid = pg_backend_pid()), false) as ssl`,
    );
    return row.ssl === true;
  } catch (error) {
    return `${(error as NodeJS.ErrnoException).code ?? ''} ${(error as Error).message}`;
  } finally {
    await db.dispose();
  }
}

async function assertBothDrivers(
  host: string,
  parameters: string,
  expected: boolean | RegExp,
  on: Cluster = cluster,
): Promise<void> {
  const drivers = { byPostgres: connectByPostgresJs, byDatabases: connectByDatabases };
  await Promise.all(
    Object.entries(drivers).map(async ([driver, connect]) => {
      const got = await connect(url(host, on.port, parameters));
      const what = `${driver} ${host} ${parameters}: ${got}`;
      if (typeof expected === 'boolean') assert.is(got, expected, what);
      else assert.ok(typeof got === 'string' && expected.test(got), what);
    }),
  );
}

test.before(async () => {
  changeOwner(findServerAccount(), folder);
  const server = authority.issue('db.example', ['localhost', 'db.example']);
  const certificate = writeKeyFile('server.crt', server.cert);
  const key = writeKeyFile('server.key', server.key);
  writeKeyFile('ca.crt', authority.cert);
  writeKeyFile('other.crt', stranger.cert);
  const client = authority.issue('postgres');
  writeKeyFile('client.crt', client.cert);
  writeKeyFile('client.key', client.key);
  writeKeyFile('open.conf', 'host all all all scram-sha-256\n');
  [cluster, plain] = await Promise.all([
    startTlsCluster('data', {
      ssl: 'on',
      ssl_cert_file: certificate,
      ssl_key_file: key,
      ssl_ca_file: path('ca.crt'),
      hba_file: path('open.conf'),
    }),
    startTlsCluster('plain', { hba_file: path('open.conf') }),
  ]);
});

test('verify-full: the name of the certificate, signed by the given CA', async () => {
  const root = `sslmode=verify-full&sslrootcert=${path('ca.crt')}`;
  await assertBothDrivers('localhost', root, true);
  await assertBothDrivers(
    'localhost',
    `sslmode=verify-full&sslrootcert=${path('other.crt')}`,
    /certificate|UNABLE_TO_VERIFY|SELF_SIGNED/i,
  );
});

test('verify-full rejects an address that is not in the certificate, although "localhost" is', async () => {
  await assertBothDrivers(
    '127.0.0.1',
    `sslmode=verify-full&sslrootcert=${path('ca.crt')}`,
    /ERR_TLS_CERT_ALTNAME_INVALID|IP: 127/,
  );
});

test('verify-ca accepts any name, but no other CA', async () => {
  await assertBothDrivers('127.0.0.1', `sslmode=verify-ca&sslrootcert=${path('ca.crt')}`, true);
  await assertBothDrivers(
    '127.0.0.1',
    `sslmode=verify-ca&sslrootcert=${path('other.crt')}`,
    /certificate|UNABLE_TO_VERIFY|SELF_SIGNED/i,
  );
});

test('require encrypts without verification, and verifies if a CA is given', async () => {
  await assertBothDrivers('127.0.0.1', 'sslmode=require', true);
  await assertBothDrivers(
    '127.0.0.1',
    `sslmode=require&sslrootcert=${path('other.crt')}`,
    /certificate|UNABLE_TO_VERIFY|SELF_SIGNED/i,
  );
});

test('prefer uses TLS if available, disable never does, require rejects a server without TLS', async () => {
  await assertBothDrivers('127.0.0.1', 'sslmode=prefer', true);
  await assertBothDrivers('127.0.0.1', 'sslmode=prefer', false, plain);
  await assertBothDrivers('127.0.0.1', 'sslmode=disable', false);
  await assertBothDrivers('127.0.0.1', 'sslmode=require', /./, plain);
});

test('presents a client certificate', async () => {
  const withCertificate = `sslmode=verify-full&sslrootcert=${path('ca.crt')}&sslcert=${path('client.crt')}&sslkey=${path('client.key')}`;
  const sql = postgres(
    postgresOptions(parseDatabaseUrl(url('localhost', cluster.port, withCertificate), env), {
      application_name: 'x',
      max: 1,
    }),
  );
  try {
    const [row] = await sql`select client_dn from pg_stat_ssl where pid = pg_backend_pid()`;
    assert.is(row?.client_dn, '/CN=postgres');
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test('startup options, session parameters and role reach the session', async () => {
  const target = parseDatabaseUrl(url('127.0.0.1', plain.port, 'options=-c%20work_mem%3D5MB'), env);
  const sql = postgres(
    postgresOptions(target, {
      application_name: 'postern',
      role: 'pg_monitor',
      session: { statement_timeout: '4s', lock_timeout: '1s' },
      max: 1,
    }),
  );
  try {
    const [row] =
      await sql`select current_setting('work_mem') as work_mem, current_setting('statement_timeout') as statement_timeout,
      current_setting('lock_timeout') as lock_timeout, current_setting('application_name') as application_name, current_user::text as me`;
    assert.equal(
      { ...row },
      { work_mem: '5MB', statement_timeout: '4s', lock_timeout: '1s', application_name: 'postern', me: 'pg_monitor' },
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
});

test('several hosts: skips an unreachable one', async () => {
  const dead = await freePort();
  for (const connect of [connectByPostgresJs, connectByDatabases]) {
    assert.is(
      await connect(
        `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${dead},127.0.0.1:${plain.port}/postgres?sslmode=disable`,
      ),
      false,
    );
  }
});

test('a host that accepts and stays silent costs connect_timeout', async () => {
  const sockets: Socket[] = [];
  const silent: Server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const over: string[] = [];
  const attempt = async (seconds: number): Promise<void> => {
    const url = `postgres://u:p@127.0.0.1:${port}/d?connect_timeout=${seconds}&sslmode=disable`;
    over.push(`${seconds} s: ${await connectByPostgresJs(url)}`);
  };
  // The attempt with 600 s starts first. If both attempts had the same timeout, it would also end first.
  const patient = attempt(600);
  await attempt(1);
  assert.is(over.length, 1, over.join());
  assert.match(over[0] ?? '', /^1 s: CONNECT_TIMEOUT/);
  silent.close();
  for (const socket of sockets) socket.destroy();
  await patient;
});

test.after(async () => {
  await cluster?.stop();
  await plain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.run();
