// check_ban_duration and duration_seconds: durations in Go's format, error messages, and linear run time.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

async function callCheckBanDuration(duration: string | null): Promise<string | null> {
  const [row] = await sql_api.db.sql<{ text: string | null }[]>`
    select auth_lib.check_ban_duration(${duration}) -> 'refused' ->> 'message' as text`;
  return row?.text ?? null;
}

test('durations and their seconds', async () => {
  const known: Record<string, number> = {
    '24h': 86400,
    '1h30m': 5400,
    '1.5h': 5400,
    '300ms': 0.3,
    '+1h': 3600,
    '-1h30m': -5400,
    '.5s': 0.5,
    '5.s': 5,
    '1h1h': 7200,
    '1us': 0.000001,
    '1µs': 0.000001,
    '1μs': 0.000001,
    '1000000ns': 0.001,
    '0s': 0,
    '0': 0,
    '2562047h': 9223369200,
  };
  for (const [duration, seconds] of Object.entries(known)) {
    assert.is(await callCheckBanDuration(duration), null, duration);
    const [row] = await sql_api.db.sql<{ n: number }[]>`
      select auth_lib.duration_seconds(${duration})::float8 as n`;
    assert.is(row?.n, seconds, duration);
  }
  for (const duration of [null, '', 'none', '+0', '-0']) assert.is(await callCheckBanDuration(duration), null);
});

test('rejects anything else, in the words of the reference', async () => {
  const faults: Record<string, string> = {
    '1d': 'unknown unit "d" in duration "1d"',
    '1H': 'unknown unit "H" in duration "1H"',
    '1h30x': 'unknown unit "x" in duration "1h30x"',
    '1h-5m': 'unknown unit "h-" in duration "1h-5m"',
    '1 h': 'unknown unit " h" in duration "1 h"',
    '24h ': 'unknown unit "h " in duration "24h "',
    '1e3s': 'unknown unit "e" in duration "1e3s"',
    '10': 'missing unit in duration "10"',
    '1h10': 'missing unit in duration "1h10"',
    '-5': 'missing unit in duration "-5"',
    abc: 'invalid duration "abc"',
    NONE: 'invalid duration "NONE"',
    ' 24h': 'invalid duration " 24h"',
    '-': 'invalid duration "-"',
    '.': 'invalid duration "."',
    '.s': 'invalid duration ".s"',
    h: 'invalid duration "h"',
    '--1h': 'invalid duration "--1h"',
    '٢h': 'invalid duration "٢h"',
    '2562048h': 'invalid duration "2562048h"',
    '9999999999999999999h': 'invalid duration "9999999999999999999h"',
    infinity: 'invalid duration "infinity"',
  };
  for (const [duration, text] of Object.entries(faults)) {
    assert.is(await callCheckBanDuration(duration), `invalid format for ban duration: time: ${text}`, duration);
  }
});

// With a backtracking pattern, this test would exceed the runner's timeout.
test('rejects durations of a million characters without backtracking', async () => {
  for (const part of ['1h', '1', '1.', 'h', '1h1', '.']) {
    const text = await callCheckBanDuration(part.repeat(1_000_000 / part.length));
    assert.match(String(text), /^invalid format for ban duration: time: /, part);
  }
});

test.run();
