// If one of several programs fails to start, all are stopped.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { startPosternProcesses } from './programs.ts';

const children = (): string[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);

test('reports a program that fails to start and stops the others', async () => {
  const db = await createDatabase();
  const before = children();
  try {
    const o = { db, smtp_port: 1 };
    const failed = await startPosternProcesses([
      ['serve', o],
      ['serve', { ...o, env: { SVC_JWT_SECRET: '' } }],
    ]).then(
      () => '',
      (error: Error) => error.message,
    );
    assert.match(failed, /SVC_JWT_SECRET: is required/);
    assert.equal(
      children().filter((pid) => !before.includes(pid)),
      [],
    );
  } finally {
    await db.drop();
  }
});

test.run();
