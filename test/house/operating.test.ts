// runner: when=docs/operating.md,cli,dev,install,deploy

// Runs each block of docs/operating.md, or parses it with the program that uses it. commands.test.ts runs the SQL
// blocks and the blocks that start with `npx postern`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import type { TestCluster } from '../support/database/cluster.ts';
import { createDebianCluster, DEBIAN_BIN } from '../support/database/debian.ts';
import { hasPooler, startPooler } from '../support/database/pooler.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { runProgram } from '../support/processes/compose_stack.ts';
import { pathWithPostern } from '../support/processes/guide.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { warningsForSettings } from '../support/processes/settings_text.ts';
import { createAuthority } from '../support/providers/certificates.ts';
import { type Block, blocksRunByTest, readBlocks } from './blocks.ts';

const blocks = readBlocks('docs/operating.md');
const seen = new Set<Block>();
const folder = temporaryFolder({ on_disk: true });
const cluster = await createDebianCluster();
const NO_DEBIAN = 'no /usr/lib/postgresql/15/bin';
test.after(async () => {
  await cluster?.stop();
  folder.remove();
});

/** Returns a function that runs commands of the document as an operator of this database. */
function createShell({ superuser_url }: TestCluster, database: string, more: Record<string, string> = {}) {
  const url = new URL(superuser_url);
  url.pathname = `/${database}`;
  const PATH = pathWithPostern(folder.path).replace(/(?=:)/, `:${DEBIAN_BIN}`);
  const env = { PATH, DATABASE_URL_MIGRATE: url.href, ...more };
  return (script: string) => runProgram('bash', ['-c', script], { cwd: folder.path, env, may_fail: true });
}

/** Returns the texts of the blocks that match, and marks the blocks as tested. */
function selectBlocks(kind: (block: Block) => boolean): string[] {
  const found = blocks.filter(kind);
  assert.ok(found.length > 0);
  for (const block of found) seen.add(block);
  return found.map(({ text }) => text);
}
const one = (kind: (block: Block) => boolean): string => {
  const found = selectBlocks(kind);
  assert.is(found.length, 1);
  return found[0] ?? '';
};

test('blocks of settings are valid and print no warning', () => {
  for (const text of selectBlocks((block) => block.language === '' && /^SVC_/.test(block.text)))
    assert.equal(warningsForSettings(text), [], text);
});

test('the processes accept the URL with TLS', () => {
  const ca = join(folder.path, 'ca.pem');
  writeFileSync(ca, createAuthority('A private authority').cert);
  const text = one((block) => block.text.startsWith('postgres://'));
  const { tls, user } = parseDatabaseUrl(text.trim().replace('/etc/postern/ca.pem', ca), {});
  assert.is(user, 'auth_gateway');
  assert.ok(tls);
});

test('the probes equal those of the kit for Kubernetes', () => {
  const probes = parse(one((block) => block.text.startsWith('livenessProbe'))) as Record<
    string,
    Record<string, unknown>
  >;
  const kit = readFileSync('deploy/kubernetes/gateway.yaml', 'utf8');
  for (const [name, probe] of Object.entries(probes)) {
    const text = new RegExp(`^ +${name}:\\n(?:( +).*\\n)(?:\\1.*\\n)*`, 'm').exec(kit)?.[0] ?? '';
    const there = (parse(text) as Record<string, Record<string, unknown>>)[name] ?? {};
    assert.is((there.httpGet as { path: string }).path, (probe.httpGet as { path: string }).path, name);
    for (const key of Object.keys(probe).filter((key) => key !== 'httpGet'))
      assert.is(there[key], probe[key], `${name}.${key}`);
  }
});

test('test/house/proxies.test.ts covers the proxies', () => {
  selectBlocks(({ language }) => language === 'nginx' || language === 'caddy');
});

/** Objects of an application that name a role. */
const NAMED_ROLES = `select p.polname || ' to ' || p.polroles::regrole[]::text from pg_policy as p where p.polrelid = 'public.notes'::regclass
  union all select c.relname || ' ' || c.relacl::text from pg_class as c where c.oid = 'public.notes'::regclass order by 1`;

test('the backup and restore commands work in order, on the same server and a new one', async () => {
  const commands = selectBlocks(
    ({ language, text }) => language === 'sh' && /pg_dump|createdb|mend\.sql|roles\.sql/.test(text),
  );
  if (cluster === null) return cannotRun('the backup of docs/operating.md', NO_DEBIAN);
  const root = new URL(cluster.superuser_url);
  root.pathname = '/app';
  await runProgram(join(DEBIAN_BIN, 'createdb'), ['--maintenance-db', cluster.superuser_url, 'app']);
  const drill = new URL(root);
  drill.pathname = '/postern_drill';
  const shell = createShell(cluster, 'app', { DRILL_URL: drill.href });
  const migrated = await shell('npx postern migrate --api-roles');
  assert.is(migrated.code, 0, migrated.stderr);
  const notes = await shell(`psql -X -d "$DATABASE_URL_MIGRATE" -v ON_ERROR_STOP=1 -c "create role reads_notes;
    create table notes (body text); alter table notes enable row level security; create policy own on notes to authenticated using (true);
    grant select on notes to authenticated, reads_notes"`);
  assert.is(notes.code, 0, notes.stderr);
  const named = async (at: typeof shell): Promise<string> =>
    (await at(`psql -X -At -d "$DRILL_URL" -c "${NAMED_ROLES}"`)).stdout;
  const made =
    await shell(`psql -X -d "$DATABASE_URL_MIGRATE" -c "insert into auth.users (id, aud, role, email, created_at, updated_at)
      values (gen_random_uuid(), 'authenticated', 'authenticated', 'ada@example.com', now(), now())"`);
  assert.is(made.code, 0, made.stderr);

  const [dump = '', roles = '', restore = '', mend = '', ...more] = commands;
  assert.equal(more, []);
  const dumped = await shell(`set -e; ${dump}`);
  assert.is(dumped.code, 0, dumped.stderr);
  const restored = await shell(restore);
  assert.is(restored.code, 1, 'doctor has found what a dump does not hold');
  assert.is(restored.stderr, '');
  const mended = await shell(`set -e; ${mend}`);
  assert.is(mended.code, 0, mended.stdout + mended.stderr);
  assert.match(mended.stdout, /count *\n-+\n +1\n/);
  const before = await named(shell);
  assert.match(before, /^notes .*authenticated=r.*reads_notes=r.*\nown to \{authenticated\}\n$/);

  const anew = await createDebianCluster();
  if (anew === null) throw new Error('there was one before');
  try {
    const copied = await createShell(anew, 'postgres')(roles);
    assert.equal(copied.stderr.match(/ERROR: .*/g), ['ERROR:  role "postgres" already exists']);
    // The restored roles have the old server's password.
    const there = new URL(anew.superuser_url);
    there.password = root.password;
    const superuser_url = there.href;
    there.pathname = '/postern_drill';
    const shell_there = createShell({ ...anew, superuser_url }, 'postgres', { DRILL_URL: there.href });
    const restored_there = await shell_there(restore);
    assert.is(restored_there.stderr, '');
    const mended_there = await shell_there(`set -e; ${mend}`);
    assert.is(mended_there.code, 0, mended_there.stdout + mended_there.stderr);
    assert.is(await named(shell_there), before);
  } finally {
    await anew.stop();
  }
});

test('the installation script leaves nothing to do, and PgBouncer with the documented settings admits its gateway', async () => {
  const print = one(({ text }) => text.startsWith('npx postern plan --install'));
  const give = one(
    ({ language, text }) => language === 'sh' && text.startsWith('psql ') && text.includes('install.sql'),
  );
  const [heading, ...lines] = one(({ text }) => text.startsWith('[pgbouncer]'))
    .trim()
    .split('\n');
  assert.is(heading, '[pgbouncer]');
  const kit = readFileSync('deploy/pgbouncer.sh', 'utf8');
  for (const line of lines) assert.ok(kit.includes(`${line}\n`), line);
  if (cluster === null) return cannotRun('an installation by psql, as docs/operating.md has it', NO_DEBIAN);
  await runProgram(join(DEBIAN_BIN, 'createdb'), ['--maintenance-db', cluster.superuser_url, 'installed']);
  const shell = createShell(cluster, 'installed');
  const made = await shell('psql -X -d "$DATABASE_URL_MIGRATE" -c "create role app_owner"');
  assert.is(made.code, 0, made.stderr);
  const installed = await shell(`set -e; ${print}${give}`);
  assert.equal([installed.code, installed.stderr], [0, '']);
  assert.match((await shell('npx postern migrate')).stderr, 'nothing to do');
  const login = await shell(`psql -X -d "$DATABASE_URL_MIGRATE" -c "alter role auth_gateway login password 'pw'"`);
  assert.is(login.code, 0, login.stderr);
  if (!hasPooler()) return cannotRun('PgBouncer with the settings of docs/operating.md', 'no pgbouncer');
  const { hostname, port } = new URL(cluster.superuser_url);
  const pooler = await startPooler({
    host: hostname,
    port,
    mode: 'session',
    users: { auth_gateway: 'pw' },
    settings: lines.join('\n'),
  });
  try {
    const url = `postgres://auth_gateway:pw@127.0.0.1:${pooler.port}/installed`;
    const asked = await shell(`psql -X -At -d ${url} -c 'select auth_api.get_release()'`);
    assert.match(asked.stdout, '"version"', asked.stderr);
  } finally {
    await pooler.stop();
  }
});

test('every block is run here or in commands.test.ts', () => {
  const left = blocksRunByTest('test/house/operating.test.ts').filter(
    ({ line }) => ![...seen].some((block) => block.line === line),
  );
  assert.equal(
    left.map(({ line, text }) => `docs/operating.md:${line}\n${text}`),
    [],
  );
});

test.run();
