// add_tallies: adds the gateways' counts by day, method and outcome; deletes old days; accepts only counts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const today = surface.now().slice(0, 10);
const dayBefore = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
const add = (tallies: object[]) => surface.call('add_tallies', { tallies });
const kept = async () =>
  (
    await surface.db.sql`select day::text, kind, name, outcome, count::integer from auth.tallies order by 1, 2, 3, 4`
  ).map((row) => Object.values(row));

test('adds two calls, and two rows of one; days, methods and outcomes are separate', async () => {
  const password = { day: today, kind: 'sign_in', name: 'password', outcome: 'ok' };
  await add([{ ...password, count: 2 }]);
  await add([
    { ...password, count: 3 },
    { ...password, count: 1 },
    { ...password, outcome: 'refused', count: 1 },
    { ...password, day: dayBefore(1), count: 4 },
  ]);
  assert.equal(await kept(), [
    [dayBefore(1), 'sign_in', 'password', 'ok', 4],
    [today, 'sign_in', 'password', 'ok', 6],
    [today, 'sign_in', 'password', 'refused', 1],
  ]);
});

test('ignores days far in the past or future, and invalid counts; truncates long words', async () => {
  await surface.db.sql`truncate auth.tallies`;
  const row = { kind: 'refusal', name: 'x'.repeat(300), outcome: '/user', count: 1 };
  await add([
    { ...row, day: dayBefore(3) },
    { ...row, day: dayBefore(-3) },
    { ...row, day: today, count: 0 },
    { ...row, day: today, count: -5 },
    { ...row, day: today },
  ]);
  assert.equal(await kept(), [[today, 'refusal', 'x'.repeat(100), '/user', 1]]);
});

test('deletes rows of more than 400 days ago', async () => {
  await surface.db
    .sql`insert into auth.tallies values (${dayBefore(401)}, 'refusal', 'a', 'b', 1), (${dayBefore(400)}, 'refusal', 'a', 'b', 1)`;
  await add([]);
  assert.equal(
    (await kept()).map(([day]) => day),
    [dayBefore(400), today],
  );
});

test.run();
