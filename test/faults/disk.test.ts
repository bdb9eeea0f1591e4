// The disk of the database fills up during user activity: 503 until there is space again, and nothing acknowledged is
// lost, although Postgres may crash when it has no space for WAL.
// runner: timeout=300 when=cli,dev,install,core,gateway,worker,sql
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccount, giveTo } from '../../dev/embedded/binaries.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { createFaultServer, type FaultServer } from './server.ts';
import { FULL, row, runFault, startFaultStack } from './stand.ts';
import { ask } from './within.ts';

const SIZE_MB = 288;
/** Number of checks before the server counts as lost. */
const LOOKS = 400;

/** Mounts a small file system; returns null if this user may not mount one. */
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

/** Fills the disk. Postgres may take the last bytes first. */
function fill(disk: { filler: string; free(): number }): void {
  try {
    writeFileSync(disk.filler, Buffer.alloc(Math.max(1, disk.free())), { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Returns true if WAL can be written to a new file; otherwise the server's error. */
const writes = (db: TestDatabase): Promise<true | string> =>
  ask(db, (sql) => sql`select pg_switch_wal(), pg_logical_emit_message(true, 'room', '')`).then(
    () => true,
    (error: Error) => error.message,
  );

/** Acts as a service manager and, for failures that a service manager does not detect, as a health check. */
async function restartIfDown(server: FaultServer, reason: string): Promise<void> {
  // Observed with PostgreSQL 18.4: if a recovery fails on its last file for lack of space, its process exits, and the
  // server continues forever without one.
  if (/not yet accepting connections/.test(reason) && !server.recovering) await server.halt('immediate');
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
    await runFault('F-18', {
      stack,
      async fault() {
        for (let time = 0; time < (FULL ? 10 : 3); time += 1) {
          // Postgres uses the remaining space, then cannot create a new WAL file: it stops, and its restart may stop as
          // well.
          fill(disk);
          await ask(
            db,
            (sql) => sql`select pg_switch_wal(), pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`,
          ).catch(() => undefined);
          await sleep(300);
        }
        rmSync(disk.filler);
        // The full disk may have crashed the server, perhaps only now. Then restart it.
        for (let look = 0, result = await writes(db); result !== true; look += 1, result = await writes(db)) {
          assert.ok(look < LOOKS, `the server takes no writes again: ${result}`);
          await restartIfDown(server, result);
          await sleep(50);
        }
      },
    });
  } finally {
    await stack.close().catch(() => undefined); // the test has already failed if the server did not survive
    await server.stop();
    disk.unmount();
  }
});

test.run();
