// Cells of the test matrix: the environment of each, and the test files that run in it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeOwner, findServerAccount } from '../../dev/embedded/binaries.ts';
import { FOLDERS, findTests } from '../run.ts';
import { createCluster, rolePassword, type TestCluster } from '../support/database/cluster.ts';
import { createDebianCluster, DEBIAN_BIN } from '../support/database/debian.ts';
import type { Layout } from '../support/database/layout.ts';
import { hasPooler, startPooler } from '../support/database/pooler.ts';
import { createAuthority } from '../support/providers/certificates.ts';

/** A started environment. */
export interface PreparedEnvironment {
  /** Null if the test files start their own server. */
  server: TestCluster | null;
  layout: Partial<Layout>;
  stop(): Promise<void>;
}

export interface MatrixCell {
  name: string;
  about: string;
  /** Substrings of test file paths. */
  files: readonly string[];
  /** Timeout of the cell in seconds; 15 minutes by default. */
  deadline_s?: number;
  /** Timeout in seconds of a test file that sets none. */
  file_deadline_s?: number;
  /** npm script that runs the files; `test` by default. */
  script?: string;
  /** True if the cell runs the whole suite. It then runs only if its exact name is given. */
  on_request?: boolean;
  /** Starts the environment. Returns a reason if the cell cannot run on this machine. */
  prepare(): Promise<PreparedEnvironment | string>;
}

const EVERYTHING = ['test/matrix/', 'test/flows/'];

/** Substrings of the paths of test files that do not depend on a pooler, with the reason. */
export const FILES_WITHOUT_POOLER: Readonly<Record<string, string>> = {
  'sdk/': 'clients of HTTP, which know of no database',
  'test/cli/start.test': 'postern start with a Postgres of its own, before which nobody puts a pooler',
  'test/cli/start_faults': 'the same',
  'test/cli/start_database':
    'one URL for all, by which it migrates too: that refuses a pooler (test/install/pooler.test.ts); with one: test/cli/pooled_serve.test.ts',
  'test/dev/embedded': 'the same',
  'test/cli/administration_embedded': 'the same',
  'test/cli/fresh_clone': 'the same, from a clone',
  'test/deploy/': 'the kit has a PgBouncer of its own',
};

const wholeSuite = (): string[] =>
  findTests(FOLDERS, []).filter((file) => !Object.keys(FILES_WITHOUT_POOLER).some((part) => file.includes(part)));
const DEPLOYER = { name: 'postern_deployer', attributes: 'createdb createrole' };

/** A superuser who can connect only over TLS, unlike the tests' own superuser. */
const TLS_MIGRATOR = { name: 'postern_dba', attributes: 'superuser' };

const stopping = (server: TestCluster, layout: Partial<Layout>): PreparedEnvironment => ({
  server,
  layout,
  stop: () => server.stop(),
});

async function prepareEmbedded(layout: Partial<Layout>): Promise<PreparedEnvironment> {
  return stopping(await createCluster(), { ...layout, server: 18 });
}

async function prepareDebian(layout: Partial<Layout>): Promise<PreparedEnvironment | string> {
  const server = await createDebianCluster({ max_connections: '300' });
  return server === null ? `no ${DEBIAN_BIN}` : stopping(server, { ...layout, server: 15 });
}

async function prepareBehindPooler(o: {
  pool_size: number;
  direct_listen: boolean;
}): Promise<PreparedEnvironment | string> {
  if (!hasPooler()) return 'pgbouncer is not installed';
  const server = await createCluster();
  const { hostname: host, port } = new URL(server.superuser_url);
  const roles = ['gateway', 'admin', 'worker', 'auditor'].map((role) => `auth_${role}`);
  const users = Object.fromEntries(roles.map((role) => [role, rolePassword(server)]));
  const ignores = ['statement_timeout'];
  const pooler = await startPooler({ host, port, mode: 'transaction', users, pool_size: o.pool_size, ignores });
  return {
    server,
    layout: { pooler: { port: pooler.port, ...o }, server: 18 },
    async stop() {
      await pooler.stop();
      await server.stop();
    },
  };
}

async function prepareTls(): Promise<PreparedEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'postern-matrix-tls-'));
  // Deletes the folder even if the run is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const account = findServerAccount();
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    changeOwner(account, path);
    return path;
  };
  changeOwner(account, folder);
  const authority = createAuthority('Private authority of a test');
  const { cert, key } = authority.issue('localhost', ['localhost', '127.0.0.1']);
  const ca = write('ca.crt', authority.cert);
  const server = await createCluster({
    settings: {
      ssl: 'on',
      ssl_cert_file: write('server.crt', cert),
      ssl_key_file: write('server.key', key),
      // Only the tests' own superuser may connect without TLS.
      hba_file: write('hba.conf', 'host all postgres all scram-sha-256\nhostssl all all all scram-sha-256\n'),
    },
  });
  return {
    server,
    layout: { url_parameters: `sslmode=verify-full&sslrootcert=${ca}`, migrator: TLS_MIGRATOR, server: 18 },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const own = (layout: Partial<Layout> = {}): PreparedEnvironment => ({
  server: null,
  layout,
  stop: async () => undefined,
});

function hasScript(name: string): boolean {
  const path = new URL('../../package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(path, 'utf8')) as { scripts: Record<string, string> };
  return Object.hasOwn(scripts, name);
}

export const CELLS: readonly MatrixCell[] = [
  {
    name: 'postgres-18',
    about: 'embedded PostgreSQL 18, login roles, installed by a superuser, node:http',
    files: EVERYTHING,
    prepare: () => prepareEmbedded({}),
  },
  {
    name: 'postgres-15',
    about: 'the same on PostgreSQL 15 of Debian',
    files: EVERYTHING,
    prepare: () => prepareDebian({}),
  },
  {
    name: 'engines',
    about: 'node:http and hyper-express, each on the wire and through the flows',
    files: ['test/gateway/server/', 'test/flows/', 'test/matrix/core'],
    script: 'test:engine',
    prepare: async () => (hasScript('test:engine') ? own() : 'there is no script test:engine in package.json'),
  },
  {
    name: 'namespace',
    about: 'SVC_DB_NAMESPACE=tenant1: schemas and roles of another name',
    files: EVERYTHING,
    prepare: () => prepareEmbedded({ namespace: 'tenant1' }),
  },
  {
    name: 'pgbouncer',
    about: 'PgBouncer in transaction mode, SVC_DB_PREPARE=false, the worker listens directly',
    files: EVERYTHING,
    prepare: () => prepareBehindPooler({ pool_size: 20, direct_listen: true }),
  },
  {
    name: 'pgbouncer-polling',
    about: 'the same, but the worker has no direct URL and polls',
    files: EVERYTHING,
    prepare: () => prepareBehindPooler({ pool_size: 20, direct_listen: false }),
  },
  {
    name: 'pgbouncer-2',
    about: 'PgBouncer with two connections per role and database',
    files: EVERYTHING,
    prepare: () => prepareBehindPooler({ pool_size: 2, direct_listen: true }),
  },
  {
    name: 'pgbouncer-all',
    about: 'the whole suite, but for what has nothing to do with a pooler, through PgBouncer as in pgbouncer',
    files: wholeSuite(),
    on_request: true,
    deadline_s: 3_600,
    file_deadline_s: 400,
    prepare: () => prepareBehindPooler({ pool_size: 20, direct_listen: true }),
  },
  {
    name: 'tls',
    about: 'sslmode=verify-full with a private authority, for migrate and every process',
    files: EVERYTHING,
    prepare: prepareTls,
  },
  {
    name: 'managed-18',
    about: 'installed as "login createdb createrole", login roles, PostgreSQL 18',
    files: EVERYTHING,
    prepare: () => prepareEmbedded({ migrator: DEPLOYER }),
  },
  {
    name: 'managed-18-single',
    about: 'the same, and served by that one user: a single DATABASE_URL',
    files: EVERYTHING,
    prepare: () => prepareEmbedded({ migrator: DEPLOYER, login_roles: false }),
  },
  {
    name: 'managed-15',
    about: 'installed as "login createdb createrole", login roles, PostgreSQL 15',
    files: EVERYTHING,
    prepare: () => prepareDebian({ migrator: DEPLOYER }),
  },
  {
    name: 'managed-15-single',
    about: 'the same, and served by that one user: a single DATABASE_URL',
    files: EVERYTHING,
    prepare: () => prepareDebian({ migrator: DEPLOYER, login_roles: false }),
  },
  {
    name: 'embedded',
    about: 'postern start with a database of its own',
    files: ['test/matrix/core', 'test/matrix/processes', 'test/cli/start.test.ts', 'test/dev/embedded.test.ts'],
    prepare: async () => own({ embedded: true }),
  },
];

/**
 * Selects cells. An exact name selects that cell; another name selects every cell whose name contains it. Cells with
 * `on_request` need their exact name.
 */
export function chooseCells(names: readonly string[]): readonly MatrixCell[] {
  const known = new Set(CELLS.map((cell) => cell.name));
  const parts = names.length === 0 ? [''] : names.filter((name) => !known.has(name));
  return CELLS.filter(
    (cell) => names.includes(cell.name) || (!cell.on_request && parts.some((part) => cell.name.includes(part))),
  );
}
