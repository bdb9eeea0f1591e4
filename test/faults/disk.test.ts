// runner: when=cli,dev,install,core,gateway,worker,sql

// The disk of the database fills up during user activity, and Postgres may crash without space for WAL. No acknowledged
// write is lost, and requests succeed again when there is space.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeOwner, findServerAccount } from '../../dev/embedded/binaries.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { faultTest, IS_FULL_RUN, runFault, startFaultStack } from './fault_test.ts';
import { createFaultServer, type FaultServer } from './server.ts';
import { queryNewConnection } from './with_timeout.ts';

const SIZE_MB = 288;
/** Number of checks before the test fails. */
const LOOKS = 400;

/** Mounts a small file system. Returns null if this user may not mount one. */
function mountSmallFileSystem(): { folder: string; filler: string; free(): number; unmount(): void } | null {
  const path = mkdtempSync(join(tmpdir(), `postern-test-${process.pid}-disk-`));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', path]);
  if (status !== 0) {
    rmSync(path, { recursive: true });
    return null;
  }
  const folder = join(path, 'server');
  mkdirSync(folder);
  changeOwner(findServerAccount(), path);
  changeOwner(findServerAccount(), folder);
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

/** Fills the disk. Ignores ENOSPC, because Postgres may use the last bytes first. */
function fillDisk(disk: { filler: string; free(): number }): void {
  try {
    writeFileSync(disk.filler, Buffer.alloc(Math.max(1, disk.free())), { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Returns true if Postgres can write WAL to a new file; otherwise the server's error. */
const writes = (db: TestDatabase): Promise<true | string> =>
  queryNewConnection(db, (sql) => sql`select pg_switch_wal(), pg_logical_emit_message(true, 'room', '')`).then(
    () => true,
    (error: Error) => error.message,
  );

/** Restarts the server as a service manager does, and also after failures that only a health check detects. */
async function restartIfDown(server: FaultServer, reason: string): Promise<void> {
  // PostgreSQL 18.4 hangs if its recovery process fails on the last file for lack of space: the process exits, and the
  // server continues without it.
  if (/not yet accepting connections/.test(reason) && !server.recovering) await server.halt('immediate');
  if (!server.running) await server.start();
}

faultTest('F-18', 'the disk of data and WAL is full', async () => {
  const disk = mountSmallFileSystem();
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
        for (let time = 0; time < (IS_FULL_RUN ? 10 : 3); time += 1) {
          // Postgres uses the remaining space, then cannot create a new WAL file and stops. Its restart may stop as
          // well.
          fillDisk(disk);
          await queryNewConnection(
            db,
            (sql) => sql`select pg_switch_wal(), pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`,
          ).catch(() => undefined);
          await sleep(300);
        }
        rmSync(disk.filler);
        // The full disk may crash the server at any later moment, so the server is restarted if necessary.
        for (let look = 0, result = await writes(db); result !== true; look += 1, result = await writes(db)) {
          assert.ok(look < LOOKS, `the server still accepts no writes: ${result}`);
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
