// runner: alone when=cli,import,install,sql,docs/coming-from-supabase.md

// Runs each command of docs/coming-from-supabase.md as a reader pastes it, on a database of GoTrue. Runs alone, because
// the commands run in this process with the reader's environment.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { main } from '../../cli/program.ts';
import { environmentFor } from '../cli/admin.ts';
import { createDatabase } from '../support/database/db.ts';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { createGotrueDatabase } from '../support/database/gotrue/gotrue_database.ts';
import { openGuide } from '../support/processes/guide.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { type CapturedRun, runCaptured } from './captured.ts';

const FILE = 'docs/coming-from-supabase.md';
const stand = await createGotrueDatabase({ people: 12, files: ['odd'] });
const DROP_READER = `do $$ begin drop role if exists postern_reader; end $$`;
const folder = temporaryFolder();
test.after(async () => {
  folder.remove();
  await stand.db.drop();
  await target.drop();
  // A guide that failed early has created no role.
  const made = await there.db.sql`select 1 from pg_roles where rolname = 'postern_reader'`;
  if (made.length > 0) await there.db.sql.unsafe(`drop owned by postern_reader; drop role postern_reader`);
  await there.db.drop();
});

const bin = join(folder.path, 'bin');
mkdirSync(bin);
writeFileSync(
  join(bin, 'npx'),
  `#!/bin/sh\n[ "$1" = postern ] || exit 64; shift; exec '${process.execPath}' '${resolve('cli/postern.mjs')}' "$@"\n`,
);
chmodSync(join(bin, 'npx'), 0o755);

const there = await createGotrueDatabase({ people: 5 });
const target = await createDatabase({ template: 'empty' });
const old = new URL(there.db.superuser_url);
writeFileSync(join(folder.path, '.pgpass'), `*:*:*:postern_reader:choose-a-password\n`, { mode: 0o600 });
const env = {
  PATH: `${bin}:${process.env.PATH}`,
  HOME: folder.path,
  DATABASE_URL: stand.db.url('migrate'),
  SVC_SECURITY_PEPPER: `1:${Buffer.alloc(32, 7).toString('base64')}`,
};
const placed = (text: string): string =>
  text.replace('@old.example.com:5432/postgres', `@${old.host}${old.pathname}${old.search}`);
const guide = openGuide(FILE, {
  folder: folder.path,
  place: placed,
  env,
  languages: {
    sql: async (_, text) => {
      // Roles belong to the server, so the role of an earlier run may exist.
      await there.db.sql.unsafe(`${DROP_READER}; ${text}`);
      return { code: 0, stdout: '', stderr: '' };
    },
  },
});

/** Runs, in this process, the command in the next block that contains `part`. */
async function runBlock(part: string, url: string): Promise<CapturedRun> {
  guide.skip(part);
  const command =
    guide
      .text(part)
      .split('\n')
      .find((line) => line.includes(part)) ?? '';
  const [npx, postern, ...args] = command.replace('"$GOTRUE_URL"', url).split(' ');
  assert.equal([npx, postern], ['npx', 'postern']);
  const home = process.cwd();
  process.chdir(folder.path);
  const done = await runCaptured(() => main(args)).finally(() => process.chdir(home));
  assert.is(done.code, 0, done.err);
  return done;
}

test('no output contains the password of the other database, even if it is wrong', async () => {
  const wrong = new URL(there.db.superuser_url);
  wrong.username = 'postern_reader';
  wrong.password = 'a-wrong-secret';
  Object.assign(process.env, environmentFor(target));
  const { code, out, err } = await runCaptured(() => main(['import', 'gotrue', '--from', wrong.href]));
  assert.is(code, 1);
  assert.match(
    err,
    /^The database of --from cannot be reached: password authentication failed for user "postern_reader"/,
  );
  assert.not.match(out + err, /a-wrong-secret/);
  for (const [args, why] of [
    [['--follow'], /--follow needs --from/],
    [['--from', wrong.href, '--revert'], /--from cannot be used with --revert/],
    [['--from', `${wrong.href}?nothing=1`], /The database URL cannot be read: unknown parameter "nothing"/],
    [['--from', wrong.href, '--follow', '--every', 'soon'], /--every must be a number of seconds/],
  ] as const) {
    const result = await runCaptured(() => main(['import', 'gotrue', ...args]));
    assert.is.not(result.code, 0);
    assert.match(result.err, why);
    assert.not.match(result.out + result.err, /a-wrong-secret/);
  }
});

test('the commands of the guide, in its order: check, import, revert, import and commit', async () => {
  const before = await dumpDatabase(stand.db.sql);
  await guide.next('look.txt');
  const look = readFileSync(join(folder.path, 'look.txt'), 'utf8');
  assert.match(
    look,
    /^Rows that are changed or not imported\n(Imported with changes|Kept in kept_rows): [a-z_]+ [0-9a-f-]{36}: /,
  );
  assert.match(look, /\nImported\n[\s\S]*users +32\n/);
  assert.match(look, /\nNot imported\n[\s\S]*its user does not exist/);
  assert.match(look, /redirected to the new tables\n[\s\S]*foreign key +profiles_id_fkey on public\.profiles/);
  assert.match(look, /Nothing was changed\. To import, run "npx postern import gotrue --apply"\.\n$/);
  assert.match((await guide.next('grep')).stdout, /^Not imported: [a-z_]+ .+: .+\n/);
  assert.equal(compareDumps(before, await dumpDatabase(stand.db.sql)), []);

  const applied = await guide.next('--apply');
  assert.match(applied.stderr, /users: 32 rows, checksum -?\d+\n[\s\S]*The import is done\./);
  assert.match((await guide.next('--revert')).stderr, /as it was before the import/);
  assert.equal(compareDumps(before, await dumpDatabase(stand.db.sql)), []);

  assert.match((await guide.next('--commit')).stderr, /The import is kept/);
  const [gone] = await stand.db
    .sql`select to_regnamespace('auth_gotrue') is null as gone, (select count(*)::int from auth.users) as users`;
  assert.equal(gone, { gone: true, users: 32 });
});

test('from another database: a reading role, check, follow until stopped, import, commit', async () => {
  env.DATABASE_URL = target.url('migrate');
  Object.assign(process.env, env);
  await guide.next('create role postern_reader');
  await guide.next('GOTRUE_URL');
  const url = placed('postgres://postern_reader@old.example.com:5432/postgres');
  const look = await runBlock('--from "$GOTRUE_URL" --summary', url);
  assert.match(
    look.out,
    /^Imported\n[\s\S]*users +5\n[\s\S]*Nothing was changed\. To import, run the same command with --apply\.\n$/,
  );

  const [command = ''] = guide.text('--follow').split('\n');
  guide.skip('--follow');
  const child = spawn('bash', ['-c', `exec ${command}`], {
    env: { ...env, GOTRUE_URL: url },
    cwd: folder.path,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  for await (const chunk of child.stderr) {
    output += String(chunk);
    if (/ s ago\n/.test(output)) child.kill('SIGINT');
  }
  assert.match(output, /^round 1: fetched .*5 rows of users.*\n.* s ago\nStopped\./);

  await there.db.sql`update auth.users set email = 'moved@example.com' where id = gotrue_fixture.id(2, 'user')`;
  const applied = await runBlock('--from "$GOTRUE_URL" --apply', url);
  assert.match(applied.err, /users: 5 rows, checksum -?\d+\n[\s\S]*The import is done\./);
  assert.match((await runBlock('import gotrue --commit', url)).err, /The import is kept/);
  const [moved] = await target.sql`select to_regnamespace('auth_gotrue') is null as gone,
    (select count(*)::int from auth.users as u where u.email = 'moved@example.com') as users`;
  assert.equal(moved, { gone: true, users: 1 });
  assert.equal(guide.left(), []);
});

test.run();
