// Users of a database and their list, for tests of user blocks (page counts).
import * as assert from 'uvu/assert';
import type { TestDatabase } from '../../../support/database/db.ts';

export const AUD = 'authenticated';
const ADMIN = JSON.stringify({ role: 'service_role' });

export function userListHelpers(db: TestDatabase) {
  /** Inserts `count` users of an audience. Two of every three have the same time. */
  const add = (count: number, aud = AUD, ago = '1 day') => db.sql`
    insert into auth.users (id, aud, role, created_at, updated_at)
    select gen_random_uuid(), ${aud}, 'authenticated', now() - ${ago}::interval + (n - n % 3 / 2) * interval '1 ms', now()
    from generate_series(1, ${count}::integer) as n`;

  /** Creates `blocks` blocks, from the oldest user on. Each block covers `instants` creation times. */
  const block = (blocks: number, instants: number, aud = AUD) => db.sql`
    insert into auth.user_blocks (aud, until, users, counted_at)
    select ${aud}, max(n.created_at), sum(n.users), now()
    from (
      select u.created_at, count(*) as users, (row_number() over (order by u.created_at) - 1) / ${instants}::integer as place
      from auth.users as u where u.aud = ${aud} group by u.created_at) as n
    where n.place < ${blocks}::integer group by n.place`;

  /** Makes the daily count due. */
  const grow_old = () => db.sql`update auth.user_blocks set counted_at = now() - interval '2 days'`;

  async function maintainBlocks(most = 100_000): Promise<{ closed: number; counted: number }> {
    const [row] = await db.sql`select auth_api.maintain_user_list_counts(most => ${most}) as done`;
    return row?.done;
  }

  async function listUsers(page: number, size: number, sort = 'created_at desc', aud = AUD) {
    const [row] = await db.sql`
      select auth_api.list_users(claims => ${ADMIN}::text::jsonb, page => ${String(page)}, per_page => ${String(size)}, sort => ${sort},
        filter => null, audience => ${aud}, settings => '{}')::json as answer`;
    const { body, total } = (row as { answer: { body: { users: { id: string }[] }; total: number } }).answer;
    return { ids: body.users.map(({ id }) => id), total };
  }

  /** Asserts that every page in both orders, and one page after the last, match the sorted list of all users. */
  async function assertPages(size: number, aud = AUD): Promise<void> {
    const newest = await db.sql`select u.id from auth.users as u where u.aud = ${aud} order by u.created_at desc, u.id`;
    const oldest = await db.sql`select u.id from auth.users as u where u.aud = ${aud} order by u.created_at, u.id desc`;
    for (const [sort, rows] of [
      ['created_at desc', newest],
      ['created_at asc', oldest],
    ] as const) {
      const ids = rows.map((row) => row.id as string);
      for (let page = 1; page <= Math.ceil(ids.length / size) + 1; page += 1) {
        const found = await listUsers(page, size, sort, aud);
        assert.equal(found.ids, ids.slice((page - 1) * size, page * size), `${sort}, page ${page}`);
        assert.is(Number(found.total), ids.length);
      }
    }
  }

  const deletion = (id: string): string =>
    `select auth_api.delete_user(claims => '${ADMIN}', user_id => '${id}', should_soft_delete => false, settings => '{}', client => '{}') as answer`;
  async function deleteUser(id: string): Promise<void> {
    const [row] = await db.sql.unsafe(deletion(id));
    assert.equal(row?.answer, {});
  }

  return { add, block, grow_old, keep: maintainBlocks, list: listUsers, assertPages, deletion, remove: deleteUser };
}
