// Environment of the server benchmarks: a database with users, and gateway and baseline server (floor) in separate
// processes.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '../../test/support/database/db.ts';
import { type CheckedOutTree, checkOut, migrateWith, THIS_TREE } from './checked_out_tree.ts';
import { GATEWAY_SETTINGS, JWT_SECRET } from './gateway_settings.ts';
import { CONNECTIONS, type Server } from './measure.ts';

const PASSWORD = 'correct horse battery';

export interface Person {
  email: string;
  password: string;
  access_token: string;
  refresh_token: string;
  user: string;
  session: string;
}

/** A gateway with its own database and users. */
export interface MeasuredGateway {
  db: TestDatabase;
  gateway: Server;
  people: Person[];
}

export interface BenchmarkSetup extends MeasuredGateway {
  postmaster: number;
  floor: Server;
  /** Gateway of another commit. */
  against?: MeasuredGateway;
  admin_token: string;
  close(): Promise<void>;
}

export const COST = 10;

export async function prepareBenchmark(commit?: string): Promise<BenchmarkSetup> {
  const other = commit === undefined ? undefined : checkOut(commit);
  const ours = await createMeasuredGateway(THIS_TREE);
  const against = other && (await createMeasuredGateway(other));
  const [backend] = await ours.db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  // The baseline server increments the counters of sessions, so it needs sessions of its own. Otherwise the gateway's
  // refresh tokens would become old.
  const floored = await signUpAll(ours.gateway.port, 'floor');
  const floor = await startServer(THIS_TREE, 'floor_process.ts', {
    DATABASE_URL: ours.db.superuser_url,
    BENCH_PEOPLE: JSON.stringify(floored.map(({ user, session }) => ({ user, session }))),
  });
  return {
    ...ours,
    ...(against ? { against } : {}),
    postmaster: readParentPid(backend?.pid ?? 0),
    floor,
    admin_token: await signAdminToken(),
    async close() {
      await stopServer(floor);
      for (const side of against ? [ours, against] : [ours]) {
        await stopServer(side.gateway);
        await side.db.drop();
      }
      other?.remove();
    },
  };
}

/** Creates a gateway with an empty database that the tree's own CLI migrates. */
async function createMeasuredGateway(tree: CheckedOutTree): Promise<MeasuredGateway> {
  await setRolePasswords();
  const db = await createDatabase({ template: 'empty' });
  migrateWith(tree, db.superuser_url);
  // BENCH_ENV (JSON) applies to this tree only, to measure the cost of a setting by comparison with the same commit.
  const more = tree === THIS_TREE ? (JSON.parse(process.env.BENCH_ENV ?? '{}') as Record<string, string>) : {};
  const gateway = await startServer(tree, 'gateway_process.ts', { ...environment(db), ...more });
  const people = await signUpAll(gateway.port, 'bench');
  await addOtherUsers(db);
  return { db, gateway, people };
}

/** Creates and drops a migrated database, which also sets the passwords of the server's roles. */
async function setRolePasswords(): Promise<void> {
  const db = await createDatabase();
  await db.drop();
}

/** Starts another gateway on the database, with additional settings. */
export const startGatewayOn = (db: TestDatabase, more: Readonly<Record<string, string>>): Promise<Server> =>
  startServer(THIS_TREE, 'gateway_process.ts', { ...environment(db), ...more });

async function signUpAll(port: number, name: string): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < CONNECTIONS; at += 1) people.push(await signUp(port, `${name}${at}@example.com`));
  return people;
}

export async function stopServer({ process: child }: Server): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

function environment(db: TestDatabase): Record<string, string> {
  return {
    DATABASE_URL: db.superuser_url,
    DATABASE_URL_GATEWAY: db.url('gateway'),
    DATABASE_URL_ADMIN: db.url('admin'),
    ...GATEWAY_SETTINGS,
  };
}

async function startServer({ folder }: CheckedOutTree, file: string, env: Record<string, string>): Promise<Server> {
  const child: ChildProcess = fork(join(folder, 'bench/server', file), {
    env: { PATH: process.env.PATH ?? '', ...env },
    // PROFILE=FOLDER writes a CPU profile of each process into the folder.
    execArgv: process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : [],
  });
  process.once('exit', () => child.kill());
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, port: message.port };
}

async function signUp(port: number, email: string): Promise<Person> {
  const response = await fetch(`http://127.0.0.1:${port}/signup`, {
    method: 'POST',
    body: JSON.stringify({ email, password: PASSWORD, data: { name: 'Bench' } }),
  });
  const body = (await response.json()) as { access_token: string; refresh_token: string; user: { id: string } };
  if (!response.ok) throw new Error(`sign-up answered ${response.status}`);
  const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1] ?? '', 'base64url').toString());
  return { ...body, email, password: PASSWORD, user: body.user.id, session: claims.session_id };
}

/**
 * Adds other users, so that lists and indexes are not empty. They have the same audience, because lists are read per
 * audience.
 */
async function addOtherUsers(db: TestDatabase): Promise<void> {
  // The other commit may be older than the current column names.
  const [before] = await db.sql`
    select from pg_attribute as a where a.attrelid = 'auth.users'::regclass and a.attname = 'user_metadata'`;
  const app = before ? 'app_metadata' : 'raw_app_meta_data';
  const user = before ? 'user_metadata' : 'raw_user_meta_data';
  await db.sql`
    with made as (
      insert into auth.users (id, aud, role, email, ${db.sql(app)}, ${db.sql(user)}, email_confirmed_at, created_at, updated_at)
      select gen_random_uuid(), (select min(u.aud) from auth.users as u), 'authenticated', 'crowd' || n || '@example.com',
        '{"provider": "email", "providers": ["email"]}', '{"name": "Crowd"}', now(), now() - n * interval '1 s', now()
      from generate_series(1, 20000) as n
      returning id, email),
    known as (
      insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
      select 'email', email, id, true, now(), now() from made)
    insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select id, 'email', gen_random_uuid(), id::text, jsonb_build_object('sub', id, 'email', email), now(), now() from made`;
  await db.sql`vacuum analyze`;
}

async function signAdminToken(): Promise<string> {
  const { SignJWT } = await import('jose');
  return new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(JWT_SECRET));
}

function readParentPid(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}
