// An older release serves while a newer one changes busy tables during a long transaction of another client. Then both
// serve side by side. No request fails. On a busy machine a request may wait for a lock for 4 s and get 503, which
// clients retry, as the administrator and the simulated users do here. test/flows/rebuild_under_load.test.ts shows
// that the change itself causes no 503.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { SERVICE } from '../../support/clients/admin.ts';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { LAYOUT } from '../../support/database/layout.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { runCli, runToEnd } from '../../support/processes/process.ts';
import { createRequests, type Stack, stackSettings } from '../../support/processes/stack.ts';
import { type MailServer, startMailServer } from '../../support/providers/mail_server.ts';
import { FAULT_ENV, faultTest, runFault } from '../fault_test.ts';
import { type PosternProcess, startPosternProcesses } from '../programs.ts';
import { CHANGES_OF_BUSY_TABLES, findOlderCommit, writeNextRelease, writeTreeOfCommit } from '../trees.ts';
import { untilTrue } from '../with_timeout.ts';

const commit = findOlderCommit();
let db: TestDatabase;
let sink: MailServer;
const programs: PosternProcess[] = [];
const stopped: (() => Promise<unknown>)[] = [];
const running: { stop(signal?: NodeJS.Signals): Promise<number | null> }[] = [];

test.before.each(async () => {
  // The first createDatabase() on a server sets the passwords of the roles.
  await (await createDatabase()).drop();
  db = await createDatabase({ template: 'empty' });
  sink = await startMailServer();
});
test.after.each(async () => {
  for (const stop of stopped.splice(0)) await stop();
  for (const program of programs.splice(0)) await program.running.stop('SIGKILL');
  for (const one of running.splice(0)) await one.stop('SIGKILL');
  await sink.close();
  await db.drop();
});

/** Maximum number of requests of the administrator for one list. */
const MOST_TRIES = 10;

/**
 * Starts an administrator that lists users continuously, and retries after 503. Returns a function that stops it and
 * returns the number of lists by their last status.
 */
function startAdministrator(urls: () => readonly string[]): () => Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  let stopping = false;
  const work = (async () => {
    for (let turn = 0; !stopping; turn += 1) {
      const url = `${urls()[turn % urls().length]}/admin/users?per_page=20`;
      let status = 503;
      for (let tries = 0; status === 503 && tries < MOST_TRIES; tries += 1)
        ({ status } = await fetch(url, { headers: SERVICE, signal: AbortSignal.timeout(60_000) }).catch(() => ({
          status: 0,
        })));
      counts.set(status, (counts.get(status) ?? 0) + 1);
      await sleep(20);
    }
  })();
  return async () => {
    stopping = true;
    await work;
    return counts;
  };
}

if (commit === null)
  cannotRun('an older commit beside this one', 'no repository with a commit that this tree continues');
else {
  faultTest(
    'F-28',
    'columns, constraints and indexes are added to hot tables behind a long transaction, next to an older commit',
    async () => {
      const [older, newer] = [writeTreeOfCommit(commit), writeNextRelease(CHANGES_OF_BUSY_TABLES)].map((folder) =>
        join(folder, 'cli/main.ts'),
      );
      assert.ok(older && newer);
      const env = db.environment();
      const first = await runToEnd(['migrate'], { env, main: older });
      assert.is(first.code, 0, first.stderr);
      const o = { db, smtp_port: sink.port };
      programs.push(
        ...(await startPosternProcesses([
          ['worker', { ...o, main: older }],
          ['serve', { ...o, main: older }],
        ])),
      );
      // The newer release starts before its migration and waits for it.
      const port = String(await findFreePort());
      const waiting = runCli(['serve'], {
        env: { ...env, ...stackSettings(sink.port), ...FAULT_ENV, PORT: port },
        main: newer,
      });
      running.push(waiting);
      await waiting.until(/npx postern migrate/);
      const urls = [programs[1]?.url ?? ''];
      const stack = { url: urls[0] ?? '', db, sink, ...createRequests(urls[0] ?? '') } as Stack;
      const administrator = startAdministrator(() => urls);
      stopped.push(administrator);
      const ledger = await runFault('F-28', {
        stack,
        shows: null,
        ledger: { urls: () => urls, passwords: true },
        async fault() {
          const holder = await db.sql.reserve();
          await holder.unsafe('begin; select count(*) from auth.users');
          const migrating = runCli(['migrate'], { env, main: newer });
          running.push(migrating);
          await migrating.until(/is in use by process \d+ .*retrying \(3 of/);
          await holder.unsafe('commit');
          holder.release();
          assert.is(await migrating.exited, 0, migrating.stderr);
          await waiting.until(/serves on port/);
          urls.push(`http://127.0.0.1:${port}`);
          const answered = (): number => waiting.stderr.split('"msg":"request completed"').length - 1;
          await untilTrue('the newer one answers', () => answered() >= 40);
        },
      });
      const counts = await administrator();
      console.log(`beside ${commit.slice(0, 7)}: the slowest answer after ${ledger.slowest_ms.toFixed(0)} ms`);
      assert.is(ledger.count(/ (gone|5(?!03)\d\d)$/), 0, 'no request failed, apart from those that clients retry');
      assert.equal([...counts.keys()], [200]);
      const [valid] = await db.sql<{ valid: boolean }[]>`
      select bool_and(i.indisvalid) as valid from pg_index as i join pg_class as c on c.oid = i.indexrelid
      where c.relname like '%next_word_idx' and c.relnamespace = ${LAYOUT.namespace}::regnamespace`;
      assert.is(valid?.valid, true);
    },
  );
}

test.run();
