// The disk of the database fills up while users are at work: 503 until there is room again, and nothing acknowledged is
// lost, although Postgres itself may have crashed for want of room for its log.
// runner: timeout=300 when=cli,dev,install,core,gateway,worker,sql
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccount, giveTo } from '../../dev/embedded/binaries.ts';
import { cannotRun } from '../support/cannot_run.ts';
import { createDatabase, type TestDatabase } from '../support/db.ts';
import { createFaultServer, type FaultServer } from './server.ts';
import { FULL, row, startFaultStack, under } from './stand.ts';
import { ask } from './within.ts';

const SIZE_MB = 288;
/** How often the server is looked at before it counts as lost. */
const LOOKS = 400;

/** A small file system of its own; null where this user may not mount one. */
function mountSmall(): { folder: string; filler: string; free(): number; unmount(): void } | null {
  const path = mkdtempSync(join(tmpdir(), `postern-test-${process.pid}-disk-`));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', path]);
  if (status !== 0) {
    rmSync(path, { recursive: true });
    return null;
  }
  const folder = join(path, 'server');
  mkdirSync(folder);
  giveTo(findAccount(), path);
  giveTo(findAccount(), folder);
  return {
    folder,
    filler: join(path, 'filler'),
    free: () => statfsSync(path).bavail * statfsSync(path).bsize,
    unmount() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Takes all the room there is; Postgres may be faster with the last of it. */
function fill(disk: { filler: string; free(): number }): void {
  try {
    writeFileSync(disk.filler, Buffer.alloc(Math.max(1, disk.free())), { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Whether the log takes a new file; what the server says where it does not. */
const writes = (db: TestDatabase): Promise<true | string> =>
  ask(db, (sql) => sql`select pg_switch_wal(), pg_logical_emit_message(true, 'room', '')`).then(
    () => true,
    (error: Error) => error.message,
  );

/** What a service manager does, and a check of the server's health where that does not see enough. */
async function tend(server: FaultServer, said: string): Promise<void> {
  // Seen of PostgreSQL 18.4: a recovery that fails with its last file, for want of room, takes its process along, and the
  // server goes on for ever without one.
  if (/not yet accepting connections/.test(said) && !server.recovering) await server.halt('immediate');
  if (!server.running) await server.start();
}

row('F-18', 'the disk of data and WAL is full', async () => {
  const disk = mountSmall();
  if (disk === null) return cannotRun('F-18', 'this user may not mount a tmpfs');
  const server = await createFaultServer({
    folder: disk.folder,
    settings: { min_wal_size: '32MB', max_wal_size: '48MB', wal_recycle: 'off', wal_init_zero: 'on' },
  });
  const db = await createDatabase({ server });
  const stack = await startFaultStack({ db });
  try {
    await under('F-18', {
      stack,
      async fault() {
        for (let time = 0; time < (FULL ? 10 : 3); time += 1) {
          // Postgres takes what is left, then a new WAL file has no room: it ends, and its restart may end as well.
          fill(disk);
          await ask(
            db,
            (sql) => sql`select pg_switch_wal(), pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`,
          ).catch(() => undefined);
          await sleep(300);
        }
        rmSync(disk.filler);
        // Where it crashed by the full disk, which may come to light only now, somebody starts it again.
        for (let look = 0, said = await writes(db); said !== true; look += 1, said = await writes(db)) {
          assert.ok(look < LOOKS, `the server takes no writes again: ${said}`);
          await tend(server, said);
          await sleep(50);
        }
      },
    });
  } finally {
    await stack.close().catch(() => undefined); // a server that did not survive is what the test has told already
    await server.stop();
    disk.unmount();
  }
});

test.run();
