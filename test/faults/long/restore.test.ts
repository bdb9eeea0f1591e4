// The database is restored to an earlier moment. Later changes are lost or undone as documented, and no other user is
// affected.
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeOwner, findServerAccount } from '../../../dev/embedded/binaries.ts';
import { createDatabase, openRenamingPool } from '../../support/database/db.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { bearer, newEmail, startStack } from '../../support/processes/stack.ts';
import { createUserBeforeFault, faultTest } from '../fault_test.ts';
import { createFaultServer, hasDebian } from '../server.ts';
import { PASSWORD } from '../user_simulation.ts';
import { untilTrue } from '../with_timeout.ts';

faultTest('F-35', 'point-in-time recovery from a base backup and the archive', async () => {
  if (!hasDebian()) return cannotRun('F-35', 'no pg_basebackup');
  const archive = mkdtempSync(join(tmpdir(), `postern-test-${process.pid}-archive-`));
  changeOwner(findServerAccount(), archive);
  const server = await createFaultServer({
    debian: true,
    settings: { archive_mode: 'on', archive_command: `cp %p ${archive}/%f`, wal_level: 'replica' },
  });
  const db = await createDatabase({ server });
  const stack = await startStack({ keeps_time_limits: true, db });
  const folder = mkdtempSync(join(tmpdir(), `postern-test-${process.pid}-`));
  changeOwner(findServerAccount(), folder);
  const data = join(folder, 'data');
  await server.run('pg_basebackup', ['-D', data, '-d', server.superuser_url, '-X', 'none', '-c', 'fast']);
  const [kept, rotated, left] = [
    await createUserBeforeFault(stack),
    await createUserBeforeFault(stack),
    await createUserBeforeFault(stack),
  ];
  await sleep(1_100);
  const [moment] = await db.sql<{ at: string }[]>`select clock_timestamp()::text as at`;
  await sleep(1_100);
  // Changes that the restore undoes: one user refreshes twice, one signs out, one signs up.
  const refresh = (refresh_token: unknown, to = stack) => to.post('/token?grant_type=refresh_token', { refresh_token });
  const once = await refresh(rotated.refresh_token);
  const twice = await refresh(once.body.refresh_token);
  assert.is((await stack.post('/logout', undefined, bearer(left.access_token))).status, 204);
  const late = newEmail();
  await stack.post('/signup', { email: late, password: PASSWORD });
  await db.sql`select pg_switch_wal()`;
  await sleep(1_000);
  await stack.close();
  await server.halt('fast');

  appendFileSync(
    join(data, 'postgresql.conf'),
    `\nrestore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment?.at}'\nrecovery_target_action = 'promote'\n`,
  );
  writeFileSync(join(data, 'recovery.signal'), '');
  changeOwner(findServerAccount(), join(data, 'recovery.signal'));
  mkdirSync(join(data, 'pg_wal', 'archive_status'), { recursive: true });
  const restored = await createFaultServer({ folder, copy_of: { server, data } });
  const sql = openRenamingPool(db.superuser_url.replace(`:${server.port}/`, `:${restored.port}/`), 1);
  await untilTrue(
    'the restored server leads',
    async () => (await sql`select pg_is_in_recovery() as still`)[0]?.still === false,
  );
  const there = await startStack({
    keeps_time_limits: true,
    db: { ...db, ...restoredDatabase(db, server.port, restored.port), sql, drop: () => sql.end({ timeout: 1 }) },
  });
  try {
    assert.is((await refresh(kept.refresh_token, there)).status, 200, 'who did nothing notices nothing');
    assert.is((await refresh(twice.body.refresh_token, there)).status, 200, 'a token ahead of its row goes on');
    assert.is(
      (await refresh(left.refresh_token, there)).status,
      200,
      'a sign-out after the moment is undone: documented',
    );
    assert.equal([...(await sql`select from auth.addresses where value = ${late}`)], [], 'a sign-up after it is gone');
    assert.is((await there.post('/signup', { email: late, password: PASSWORD })).status, 200, 'and can be made again');
  } finally {
    await there.close();
    await restored.stop();
    await server.stop();
  }
});

function restoredDatabase(
  db: { url(role: 'gateway'): string; environment(): Record<string, string> },
  from: number,
  to: number,
) {
  const moved = Object.entries(db.environment()).map(([name, url]) => [name, url.replace(`:${from}/`, `:${to}/`)]);
  return { environment: () => Object.fromEntries(moved) as Record<string, string> };
}

test.run();
