// migrate --app-owner grants the application's rights to the named role instead of the database owner. Running it
// again, for the same role or another one, revokes nothing. test/flows/supabase_sql.test.ts tests the use of the
// rights.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import { environmentFor } from '../cli/admin.ts';
import { createDatabase } from '../support/database/db.ts';

const db = await createDatabase({ template: 'empty' });
const { sql } = db;
const [OWNER, APP, MORE] = ['owner', 'app', 'more'].map((name) => `${name}_of_${db.name}`) as [string, string, string];
const ROLES = [OWNER, APP, MORE];
await sql.unsafe(ROLES.map((role) => `create role ${role} nologin`).join('; '));
await sql.unsafe(`alter database ${db.name} owner to ${OWNER}; grant create on schema public to ${APP}, ${MORE}`);
test.after(async () => {
  await sql.unsafe(`alter database ${db.name} owner to current_user; drop owned by ${ROLES.join(', ')} cascade`);
  await sql.unsafe(ROLES.map((role) => `drop role ${role}`).join('; '));
  await db.drop();
});

let tables = 0;
/** Creates a table that references users, as an application does. Returns the error message of Postgres, or ''. */
const builds = (role: string): Promise<string> =>
  sql
    .begin(async (tx) => {
      tables += 1;
      await tx.unsafe(`set local role ${role}; create table public.t${tables} (id uuid references auth.users)`);
    })
    .then(
      () => '',
      (error: Error) => error.message,
    );
const sees = async (role: string): Promise<number> =>
  (
    (await sql.begin(async (tx) => {
      await tx.unsafe(`grant select (id) on auth.users to ${role}; set local role ${role}`);
      return await tx.unsafe('select count(id)::int as users from auth.users');
    })) as unknown as [{ users: number }]
  )[0].users;
const policy = () =>
  sql`select p.polroles::regrole[]::text as roles, p.oid from pg_policy as p where p.polrelid = 'auth.users'::regclass`;

test('a new installation grants the rights to the named role, and not to the database owner', async () => {
  await migrate({ ...db.migration(), app_owner: APP });
  await sql`insert into auth.users (id, aud, role, email, created_at, updated_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'ada@example.com', now(), now())`;
  assert.is(await builds(APP), '');
  assert.is(await sees(APP), 1);
  assert.match(await builds(OWNER), 'permission denied for');
  await sql.unsafe(`grant usage on schema auth to ${OWNER}`);
  assert.is(await sees(OWNER), 0, 'a mistaken grant shows no row');
  await sql.unsafe(`revoke usage on schema auth from ${OWNER}; revoke select (id) on auth.users from ${OWNER}`);
});

test('a second run changes nothing, not even the policy', async () => {
  const before = [...(await policy())];
  await migrate({ ...db.migration(), app_owner: APP });
  assert.equal([...(await policy())], before);
  assert.match(await builds(OWNER), 'permission denied for');
});

test('another role gets the same rights, and the first keeps its own', async () => {
  await migrate({ ...db.migration(), app_owner: MORE });
  assert.equal([await builds(MORE), await builds(APP)], ['', '']);
  assert.equal([await sees(MORE), await sees(APP)], [1, 1]);
  assert.match(await builds(OWNER), 'permission denied for');
});

test('doctor finds nothing about these rights', async () => {
  const settings = readDatabaseSettings(readEnvironment({ env: environmentFor(db), file: null }));
  const lines: string[] = [];
  const outputs = { print: (line: string) => lines.push(line), log: (line: string) => lines.push(line) };
  assert.is(await doctorCommand({ settings, json: false, ...outputs }), 0, lines.join('\n'));
});

test.run();
