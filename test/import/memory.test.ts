// runner: when=cli,import,install,sql

// The memory of an import does not grow with its size: peak memory of the process at two sizes, and its progress
// output.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createGotrueDatabase, PEPPER } from '../support/database/gotrue/gotrue_database.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { assertMemoryBounded, type MeasuredRun, runMeasured } from './measured.ts';

const folder = temporaryFolder();
test.after(() => folder.remove());

test('a dry run names each of many rows that are not imported, and keeps no row in memory', async () => {
  const stand = await createGotrueDatabase({ people: 20 });
  const env = { DATABASE_URL: stand.db.superuser_url, SVC_SECURITY_PEPPER: PEPPER };
  const runs: MeasuredRun[] = [];
  try {
    for (const [first, last] of [
      [1, 2_000],
      [2_001, 120_000],
    ] as const) {
      await stand.db
        .sql`insert into auth.refresh_tokens (token, user_id, revoked) select 'lost' || n, gotrue_fixture.id(1, 'user'), false
        from generate_series(${first}::int, ${last}::int) as n`;
      const ran = await runMeasured(
        folder.path,
        ['import', 'gotrue'],
        env,
        /^(Not imported: refresh_tokens \d+|refresh_tokens +\d+ +it has no session)/,
      );
      assert.is(ran.code, 0);
      assert.is(ran.outputs.length, last + 1);
      assert.is(new Set(ran.outputs).size, last + 1, 'each once');
      assert.match(
        String(ran.outputs.at(-1)),
        new RegExp(`^refresh_tokens +${last} +it has no session`),
        'the number comes last',
      );
      runs.push(ran);
    }
    const summary = await runMeasured(
      folder.path,
      ['import', 'gotrue', '--summary'],
      env,
      /^Not imported: |^refresh_tokens/,
    );
    assert.equal([summary.code, summary.outputs.length], [0, 1]);
    const file = join(folder.path, 'rows.jsonl');
    const into_file = await runMeasured(
      folder.path,
      ['import', 'gotrue', '--rows', file],
      env,
      /^Not imported: |^refresh_tokens/,
    );
    assert.equal([into_file.code, into_file.outputs.length], [0, 1]);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    assert.is(lines.length, 120_000);
    const { id, ...rest } = JSON.parse(lines[0] ?? '') as Record<string, string>;
    const reason = 'it has no session, so GoTrue refuses it too';
    assert.equal(rest, { verdict: 'stays', source: 'refresh_tokens', reason });
    assert.match(String(id), /^\d+$/);
    const nowhere = await runMeasured(
      folder.path,
      ['import', 'gotrue', '--rows', join(folder.path, 'none', 'rows')],
      env,
      /./,
    );
    assert.is(nowhere.code, 1);
    assert.match(nowhere.outputs.join('\n'), /^The rows cannot be written to .*\/none\/rows \(ENOENT\)\.$/);
  } finally {
    await stand.db.drop();
  }
  assertMemoryBounded('dry run', runs[0] as MeasuredRun, runs[1] as MeasuredRun, 8);
});

test('an import prints the number of copied users after each range, and needs no more memory for more of them', async () => {
  const runs: MeasuredRun[] = [];
  for (const people of [2_000, 14_000]) {
    const stand = await createGotrueDatabase({ people });
    try {
      // Adds secrets, because each passes through the importing process.
      await stand.db
        .sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        select gotrue_fixture.id(n, 'totp'), gotrue_fixture.id(n, 'user'), repeat('long name ', 20), 'totp', 'verified', now(), now(), repeat('JBSWY3DPEHPK3PXP', 8)
        from generate_series(1, ${people}::int) as n`;
      await stand.db.sql.unsafe('analyze');
      const env = { DATABASE_URL: stand.db.superuser_url, SVC_SECURITY_PEPPER: PEPPER };
      const ran = await runMeasured(
        folder.path,
        ['import', 'gotrue', '--apply', '--yes'],
        env,
        /^copied .* of |^factors: |^The import is done/,
      );
      const all = people.toLocaleString('en');
      const ranges = Array.from({ length: people / 2_000 }, (_, n) => ((n + 1) * 2_000).toLocaleString('en'));
      assert.equal(
        ran.outputs.slice(0, -2),
        ranges.map((done) => `copied ${done} of ${all} users with their rows`),
      );
      assert.match(String(ran.outputs.at(-2)), new RegExp(`^factors: ${all} rows, checksum`));
      assert.match(String(ran.outputs.at(-1)), /^The import is done/);
      assert.is(ran.code, 0);
      runs.push(ran);
    } finally {
      await stand.db.drop();
    }
  }
  // The larger run has 12,000 more secrets. They would take 38 MB if the process kept them.
  assertMemoryBounded('import', runs[0] as MeasuredRun, runs[1] as MeasuredRun, 8);
});

test.run();
