// Lag of a standby: how long it has lacked WAL that the primary has.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLagMeter } from '../../../gateway/database/lag.ts';

test('no lag before the first position of the primary is known', () => {
  assert.is(createLagMeter().of('0/1', 1_000), 0);
});

test('a primary that is idle for a long time causes no lag', () => {
  const lag = createLagMeter();
  for (let at = 0; at < 10_000; at += 250) lag.note('1/A0', at);
  assert.is(lag.of('1/A0', 10_000), 0);
  assert.is(lag.of('1/9F', 10_000), 10_000, 'one that lacks something lacks it since then');
});

test('the lag counts from the oldest position that the standby lacks', () => {
  const lag = createLagMeter();
  for (const [lsn, at] of [
    ['0/10', 0],
    ['0/20', 250],
    ['0/30', 500],
  ] as const)
    lag.note(lsn, at);
  assert.equal(
    ['0/F', '0/10', '0/2F', '0/30', '1/0'].map((lsn) => lag.of(lsn, 600)),
    [600, 350, 100, 0, 0],
  );
});

test('compares positions as numbers: 0/FFFFFFFF comes before 1/0, and 9/0 before 10/0', () => {
  const lag = createLagMeter();
  lag.note('10/0', 0);
  assert.equal(
    ['9/0', 'F/FFFFFFFF', '10/0'].map((lsn) => lag.of(lsn, 5)),
    [5, 5, 0],
  );
});

test('a new primary behind the former one starts a new history', () => {
  const lag = createLagMeter();
  lag.note('0/50', 0);
  lag.note('0/40', 100);
  assert.equal([lag.of('0/40', 200), lag.of('0/30', 200)], [0, 100]);
});

test('the history is bounded, and a longer lag is reported as the length of the history', () => {
  const lag = createLagMeter();
  for (let n = 1; n <= 1_000; n += 1) lag.note(`0/${n.toString(16)}`, n * 250);
  assert.is(lag.of('0/0', 250_000), 239 * 250);
});

test.run();
