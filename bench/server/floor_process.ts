// The baseline server ("floor"): a minimal implementation with the HTTP engine and the Postgres driver of the measured
// gateway. Each route reads and writes rows as a request of its kind does, with handwritten prepared statements, and
// returns a constant.
import postgres from 'postgres';
import { parseDatabaseUrl, postgresOptions } from '../../core/database/url.ts';
import { createLog } from '../../core/log.ts';
import { createServer } from '../../gateway/server/server.ts';
import type { HttpHandler } from '../../gateway/server/types.ts';

const env = (name: string): string => process.env[name] ?? '';
const target = parseDatabaseUrl(env('DATABASE_URL'), {});
const sql = postgres(postgresOptions(target, { application_name: 'floor', max: 8 }));
/** As many users and sessions as load connections, used in rotation, so that requests rarely wait for the same row. */
const people = JSON.parse(env('BENCH_PEOPLE')) as { user: string; session: string }[];
let turn = 0;
const next = (): { user: string; session: string } =>
  people[turn++ % people.length] as { user: string; session: string };
const prepared = { prepare: true } as const;

const USER = 'select u.* from auth.users as u where u.id = $1';
const IDENTITIES = 'select i.* from auth.identities as i where i.user_id = $1 order by i.created_at';
const LOCK = 'select s.* from auth.sessions as s where s.user_id = $1 and s.id = $2 for no key update';
const ROTATE = `update auth.sessions as s set counter = s.counter + 1, rotated_at = now(), refreshed_at = now(),
  user_agent = $3, ip = '127.0.0.1' where s.user_id = $1 and s.id = $2 returning s.*`;
const AUDIT = `insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, ip)
  values (now(), gen_random_uuid(), $1, $2, '{token_refreshed,token_revoked}', '127.0.0.1')`;
const METADATA =
  'update auth.users as u set raw_user_meta_data = $2::jsonb, updated_at = now() where u.id = $1 returning u.*';
const PAGE = `select u.* from auth.users as u where u.aud = 'authenticated' order by u.created_at desc, u.id limit 50`;
const COUNT = `select count(*) from auth.users as u where u.aud = 'authenticated'`;
const PAGE_IDENTITIES = `select i.* from auth.identities as i where i.user_id in (
  select u.id from auth.users as u where u.aud = 'authenticated' order by u.created_at desc, u.id limit 50)`;

const run = (text: string, values: readonly unknown[]) => sql.unsafe(text, values as never[], prepared);

type Person = ReturnType<typeof next>;

const ROUTES: Record<string, (person: Person) => Promise<unknown>> = {
  '/user': async ({ user }) => {
    await run(USER, [user]);
    await run(IDENTITIES, [user]);
  },
  '/refresh': async ({ user, session }) => {
    await run(LOCK, [user, session]);
    await run(USER, [user]);
    await run(IDENTITIES, [user]);
    await run(ROTATE, [user, session, 'bench']);
    await run(AUDIT, [user, 'bench@example.com']);
  },
  '/update': async ({ user }) => {
    await run(USER, [user]);
    await run(METADATA, [user, { n: 1 }]);
    await run(IDENTITIES, [user]);
    await run(AUDIT, [user, 'bench@example.com']);
  },
  '/list': async () => {
    await run(COUNT, []);
    await run(PAGE, []);
    await run(PAGE_IDENTITIES, []);
  },
};

const body = JSON.stringify({ constant: 'x'.repeat(900) });
const handler: HttpHandler = async (request) => {
  await request.body(1024 * 1024);
  await ROUTES[request.path]?.(next());
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
};

const server = createServer({ engine: 'node', handler, log: createLog({ level: 'error' }) });
const { port } = await server.listen({ host: '127.0.0.1', port: 0 });
process.on('SIGTERM', () => void server.close({ deadline_ms: 1000 }).then(() => process.exit(0)));
process.send?.({ port });
