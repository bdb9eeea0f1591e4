// runner: when=cli,import,install,sql

// The memory of a file import does not grow with the file, and every faulty line is named.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor } from '../cli/admin.ts';
import { createDatabase } from '../support/database/db.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { assertMemoryBounded, type MeasuredRun, runMeasured } from './measured.ts';

const folder = temporaryFolder();
test.after(() => folder.remove());

test('import csv names each of many faulty lines, prints its position after each ten thousand, and keeps no line in memory', async () => {
  const db = await createDatabase();
  const runs: MeasuredRun[] = [];
  try {
    for (const users of [2_000, 24_000]) {
      const file = join(folder.path, 'users.csv');
      const data = `"{""text"": ""${'x'.repeat(1_000)}""}"`;
      const row = (n: number): string => `user${n}@example.com,${n % 2 === 0 ? 'true' : 'perhaps'},${data}\n`;
      writeFileSync(
        file,
        `email,email_confirm,user_metadata\n${Array.from({ length: users }, (_, n) => row(n)).join('')}`,
      );
      const ran = await runMeasured(
        folder.path,
        ['import', 'csv', file],
        environmentFor(db),
        /^users\.csv, line|^\d+ users: |^Dry run/,
      );
      assert.is(ran.code, 1);
      const faults = ran.outputs.filter((line) =>
        /^users\.csv, line \d+, column email_confirm: must be true or false$/.test(line),
      );
      assert.equal([faults.length, new Set(faults).size], [users / 2, users / 2]);
      const progress = ran.outputs.filter((line) => /^\d+ users: /.test(line));
      const lines = Array.from(
        { length: Math.floor(users / 10_000) },
        (_, n) => `${(n + 1) * 10_000} users: ${(n + 1) * 5_000} new, 0 already present, ${(n + 1) * 5_000} rejected`,
      );
      assert.equal(progress, lines);
      assert.is(
        ran.outputs.filter(
          (line) =>
            line === `Dry run, nothing was written: ${users / 2} new, 0 already present, ${users / 2} rejected.`,
        ).length,
        1,
      );
      runs.push(ran);
    }
    const file = join(folder.path, 'users.csv');
    const summary = await runMeasured(
      folder.path,
      ['import', 'csv', file, '--summary'],
      environmentFor(db),
      /^users\.csv, line|^Dry run/,
    );
    assert.equal(
      summary.outputs.map((line) => line.slice(0, 7)),
      ['Dry run'],
    );
  } finally {
    await db.drop();
  }
  assertMemoryBounded('import csv', runs[0] as MeasuredRun, runs[1] as MeasuredRun, 8);
});

test.run();
