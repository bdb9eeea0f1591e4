// While a listener does not read, the server's notification queue can become full. Sign-out must still succeed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, type TestCluster } from '../support/database/cluster.ts';
import { createDatabase, makeTemplate, type TestDatabase } from '../support/database/db.ts';

let server: TestCluster;
let db: TestDatabase;
test.before(async () => {
  server = await createCluster({ settings: { max_notify_queue_pages: '64' }, template: makeTemplate }); // the minimum: half a megabyte
  db = await createDatabase({ server });
});
test.after(async () => {
  await db?.drop();
  await server?.stop();
});

/** Creates a user with a session. Returns both ids. */
async function createSession(): Promise<{ sub: string; session_id: string }> {
  const [sub, session_id] = [crypto.randomUUID(), crypto.randomUUID()];
  await db.sql`insert into auth.users (id, aud, role, email, created_at, updated_at)
    values (${sub}, 'authenticated', 'authenticated', ${`${sub}@example.com`}, now(), now())`;
  await db.sql`insert into auth.sessions (user_id, id, amr, created_at) values (${sub}, ${session_id}, '[]', now())`;
  return { sub, session_id };
}

async function signOut(): Promise<string> {
  const { sub, session_id } = await createSession();
  const claims = { sub, session_id, exp: 4_000_000_000, role: 'authenticated', aud: 'authenticated' };
  await db.sql`select auth_api.sign_out(${db.sql.json(claims)}, null, '{}', '{}')`;
  const [row] = await db.sql`select revoked_reason from auth.sessions where id = ${session_id}`;
  assert.is(row?.revoked_reason, 'logout');
  return session_id;
}

/** Sends notifications of `bytes` bytes until the queue is full. */
async function fillNotificationQueue(bytes: number): Promise<void> {
  const piece = 'x'.repeat(bytes);
  for (let turn = 0; turn < 1000; turn += 1) {
    const full = await db.sql`select pg_notify('filler', ${piece + turn})`.then(
      () => false,
      () => true,
    );
    if (full) return;
  }
  throw new Error('the queue is not full');
}

test('a listener that never reads does not prevent signing out', async () => {
  const notified: string[] = [];
  const silent = await db.sql.reserve();
  await silent`listen postern_session_ended`;
  await silent`begin`; // notifications are delivered between transactions, and this one does not end
  for (const bytes of [7000, 700, 10]) await fillNotificationQueue(bytes);
  await signOut();
  await silent`rollback`;
  silent.release();
  await db.sql.listen('postern_session_ended', (id) => notified.push(id));
  const id = await signOut();
  await db.sql.notify('postern_session_ended', 'mark');
  for (let look = 0; look < 1000 && !notified.includes('mark'); look += 1) await db.sql`select`;
  assert.equal(notified, [id, 'mark'], 'notifications continue once the listener has read');
});

test.run();
