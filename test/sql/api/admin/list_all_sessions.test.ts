// Tests of list_all_sessions.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN } from './admin.ts';
import { adminCalls, LIMIT_ERROR } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;
const { ask, refused } = adminCalls(sql_api);

type ListedSession = { id: string; user_id: string; email: string; ip: string | null };
const list = async (args: CallArguments): Promise<ListedSession[]> =>
  (await ask('list_all_sessions', args)).sessions as ListedSession[];

test('by user, network and time; ended and old sessions are left out; page by page', async () => {
  const [ada, ben] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  await sql`delete from auth.sessions`;
  await sql`insert into auth.sessions (user_id, id, amr, ip, created_at, revoked_at, revoked_reason, not_after)
    select case when n % 2 = 0 then ${ada.id}::uuid else ${ben.id}::uuid end, gen_random_uuid(), '[]', ('192.0.2.' || n)::inet,
      auth_lib.clock() - n * interval '1 hour', case when n = 5 then auth_lib.clock() end, case when n = 5 then 'admin' end,
      case when n = 6 then auth_lib.clock() - interval '1 second' end
    from generate_series(1, 30) as n`;
  const places = async (args: CallArguments) => (await list(args)).map(({ ip }) => Number(ip?.split('.')[3]));
  const all = Array.from({ length: 30 }, (_, at) => at + 1).filter((n) => n !== 5 && n !== 6);
  assert.equal(
    await places({}),
    all.filter((n) => n <= 24),
  );
  assert.equal(
    await places({ user_id: ada.id }),
    all.filter((n) => n % 2 === 0),
  );
  assert.equal(await places({ since: '2031-05-01T09:00:00Z' }), [1, 2, 3]);
  assert.equal(await places({ ip: '192.0.2.0/29' }), [1, 2, 3, 4, 7]);
  assert.equal(await places({ user_id: ben.id, ip: '192.0.2.29' }), [29]);
  const [first] = await list({});
  assert.equal([first?.user_id, first?.email], [ben.id, ben.email]);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask('list_all_sessions', { most: '5', cursor });
    paged.push(...(page.sessions as ListedSession[]).map(({ id }) => id));
    cursor = (page.pagination as { next_cursor?: string }).next_cursor;
  } while (cursor !== undefined);
  assert.equal(
    paged,
    (await list({})).map(({ id }) => id),
  );
  const staff = settings({ jwt_support_roles: ['helper'] });
  const helper = { claims: { role: 'helper' }, settings: staff };
  assert.is((await list({ ...helper, user_id: ada.id })).length, 14);
  await sql_api.refused('list_all_sessions', helper, [
    403,
    'insufficient_right',
    'The role does not have the right list',
  ]);
});

test('refuses parameters that are none', async () => {
  await refused('list_all_sessions', { most: '1001' }, LIMIT_ERROR);
  await refused('list_all_sessions', { ip: 'x' }, 'Bad Search Parameters: ip is an address or a network');
  await refused('list_all_sessions', { user_id: 'x' }, 'Bad Search Parameters: user_id is an id');
  await sql_api.refused('list_all_sessions', { claims: { role: 'x' }, settings: settings() }, [
    403,
    'not_admin',
    'User not allowed',
  ]);
  assert.ok((await list({ claims: ADMIN })).length > 0);
});

test.run();
