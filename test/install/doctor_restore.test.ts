// runner: when=cli,core/doctor,install,sql,docs/for-dbas.md

// A dump restored on a server without Postern's roles: after one psql run of doctor's script, doctor finds nothing.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import { blocksRunByTest } from '../house/blocks.ts';
import { createDebianCluster, DEBIAN_BIN, psql } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { runProgram } from '../support/processes/compose_stack.ts';
import { pathWithPostern } from '../support/processes/guide.ts';
import { connect, expectMigrationRefused, withDatabase } from './migration_database.ts';

const [old, fresh] = [await createDebianCluster(), await createDebianCluster()];
const folder = mkdtempSync(join(tmpdir(), 'postern-dump-'));
test.after(async () => {
  await old?.stop();
  await fresh?.stop();
  rmSync(folder, { recursive: true });
});
const names = { namespace: 'auth', role_prefix: 'auth', log: () => undefined };
const logins = { gateway: 'auth_gateway', admin: 'auth_admin', worker: 'auth_worker', auditor: 'auth_auditor' };

function runPostgresProgram(program: string, ...args: string[]): { status: number | null; stderr: string } {
  return spawnSync(join(DEBIAN_BIN, program), args, { encoding: 'utf8' });
}

async function runDoctor(url: string): Promise<{ code: number; text: string }> {
  const settings = readDatabaseSettings(readEnvironment({ env: { DATABASE_URL_MIGRATE: url }, file: null }));
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  return { code: await doctorCommand({ settings, json: false, print: say, log: say }), text: lines.join('\n') };
}

test("doctor's script repairs a restore into a new server, with and without owners and privileges", async () => {
  if (old === null || fresh === null) return cannotRun('a restore into a new server', 'no /usr/lib/postgresql/15/bin');
  await migrate({ ...names, logins, target: parseDatabaseUrl(old.superuser_url, {}) });
  const source = connect(old.superuser_url, 1);
  await source.unsafe(`insert into auth.users (id, aud, role, email, created_at, updated_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'ada@example.com', now(), now())`);
  await source.end();
  const dump = join(folder, 'dump');
  const dumped = runPostgresProgram('pg_dump', '-Fc', '-f', dump, old.superuser_url);
  assert.is(dumped.status, 0, dumped.stderr);

  const root = connect(fresh.superuser_url, 1);
  try {
    for (const [at, options] of [[], ['--no-owner'], ['--no-owner', '--no-privileges']].entries()) {
      const name = `restored_${at}`;
      await root.unsafe(`create database ${name} template template0`);
      const url = withDatabase(fresh.superuser_url, name);
      // The roles are missing, so some statements of pg_restore fail. pg_restore executes the other statements.
      runPostgresProgram('pg_restore', ...options, '-d', url, dump);
      const sql = connect(url, 1);
      assert.match(
        await expectMigrationRefused(migrate({ ...names, logins, target: parseDatabaseUrl(url, {}) })),
        /After a restore without roles/,
      );

      const found = await runDoctor(url);
      assert.is(found.code, 1);
      if (at === 0) assert.match(found.text, /^create role auth_owner nologin noinherit;$/m);
      assert.match(found.text, /^alter schema auth owner to auth_owner;$/m);
      const ran = psql(url, `\\set ON_ERROR_STOP on\n${found.text}`);
      assert.is(ran?.code, 0, ran?.output);
      const after = await runDoctor(url);
      assert.is(after.code, 0, after.text);

      const target = parseDatabaseUrl(url, {});
      assert.is((await migrate({ ...names, logins, target })).changed, false);
      assert.is((await sql`select count(*)::int as users from auth.users`)[0]?.users, 1);
      await sql.end();
      await root.unsafe(`drop database ${name} with (force)`);
      await root.unsafe('drop role auth_owner, auth_gateway, auth_admin, auth_worker, auth_auditor');
    }
  } finally {
    await root.end();
  }
});

// The previous test has left the roles auth_hooks and auth_triggers. Objects of these roles are restored with rights
// that the owner cannot revoke.
test('the commands of docs/for-dbas.md, in their order: doctor finds nothing more', async () => {
  const [restore, mend, ...more] = blocksRunByTest('test/install/doctor_restore.test.ts').map(({ text }) => text);
  assert.equal(more, []);
  if (old === null || fresh === null)
    return cannotRun('the restore of docs/for-dbas.md', 'no /usr/lib/postgresql/15/bin');
  const dumped = runPostgresProgram('pg_dump', '-Fc', '-f', join(folder, 'postern.dump'), old.superuser_url);
  assert.is(dumped.status, 0, dumped.stderr);
  const root = connect(fresh.superuser_url, 1);
  await root.unsafe('create database postern template template0');
  await root.end();
  const env = {
    PATH: `${DEBIAN_BIN}:${pathWithPostern(folder)}`,
    DATABASE_URL_MIGRATE: withDatabase(fresh.superuser_url, 'postern'),
  };
  const typed = (script = '') => runProgram('bash', ['-c', script], { cwd: folder, env, may_fail: true });
  const restored = await typed(restore);
  assert.is(restored.code, 1, 'doctor has found what a dump does not hold');
  assert.match(restored.stderr, 'role "auth_owner" does not exist');
  const mended = await typed(`set -e; ${mend}`);
  assert.is(mended.code, 0, mended.stdout + mended.stderr);
  assert.match(mended.stdout, /healthy/);
});

test.run();
