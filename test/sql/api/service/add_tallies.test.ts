// add_tallies adds the gateways' request counts by hour, method and result, merges old hours into days and deletes old
// days. Failed requests are stored with a digest in place of the address.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, newEmail, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const today = sql_api.now().slice(0, 10);
const dayBefore = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
const add = (tallies: object[], refusals: object[] = []) => sql_api.call('add_tallies', { tallies, refusals });
const kept = async () =>
  (
    await sql_api.db
      .sql`select day::text, hour, kind, name, outcome, count::integer from auth.tallies order by 1, 2, 3, 4, 5`
  ).map((row) => Object.values(row));

test('adds two calls, and two rows of one; days, methods and outcomes are separate', async () => {
  const password = { day: today, hour: 9, kind: 'sign_in', name: 'password', outcome: 'ok' };
  await add([{ ...password, count: 2 }]);
  await add([
    { ...password, count: 3 },
    { ...password, count: 1 },
    { ...password, outcome: 'refused', count: 1 },
    { ...password, day: dayBefore(1), count: 4 },
    { ...password, hour: 10, count: 5 },
  ]);
  assert.equal(await kept(), [
    [dayBefore(1), 9, 'sign_in', 'password', 'ok', 4],
    [today, 9, 'sign_in', 'password', 'ok', 6],
    [today, 9, 'sign_in', 'password', 'refused', 1],
    [today, 10, 'sign_in', 'password', 'ok', 5],
  ]);
});

test('ignores days far in the past or future, and invalid counts; truncates long words', async () => {
  await sql_api.db.sql`truncate auth.tallies`;
  const row = { hour: 0, kind: 'refusal', name: 'x'.repeat(300), outcome: '/user', count: 1 };
  await add([
    { ...row, day: dayBefore(3) },
    { ...row, day: dayBefore(-3) },
    { ...row, day: today, count: 0 },
    { ...row, day: today, count: -5 },
    { ...row, day: today },
  ]);
  assert.equal(await kept(), [[today, 0, 'refusal', 'x'.repeat(100), '/user', 1]]);
});

test('deletes rows of more than 400 days ago', async () => {
  await sql_api.db
    .sql`insert into auth.tallies values (${dayBefore(401)}, -1, 'refusal', 'a', 'b', 1), (${dayBefore(400)}, -1, 'refusal', 'a', 'b', 1)`;
  await add([]);
  assert.equal(
    (await kept()).map(([day]) => day),
    [dayBefore(400), today],
  );
});

test('folds the hours of days of more than 14 days ago into one row of the day', async () => {
  await sql_api.db.sql`truncate auth.tallies`;
  await sql_api.db.sql`insert into auth.tallies (day, hour, kind, name, outcome, count)
    select d.day::date, h.hour, 'latency', '/user', '5', 1
    from (values (${dayBefore(15)}::date), (${dayBefore(14)}::date)) as d (day), generate_series(0, 23) as h (hour)`;
  await sql_api.db.sql`insert into auth.tallies values (${dayBefore(15)}, -1, 'latency', '/user', '5', 100)`;
  await add([]);
  const rows = await kept();
  assert.equal(rows[0], [dayBefore(15), -1, 'latency', '/user', '5', 124]);
  assert.is(rows.length, 25);
});

const refusal = { request_id: 'r', route: '/token', code: 'invalid_credentials', status: 400 };
const refusals = () => sql_api.db.sql`select * from auth.refusals order by request_id`;

test('a refused request: the user is the caller, or the one whom the address finds; the address is a digest', async () => {
  const { id, email } = await createConfirmedPerson(sql_api);
  const other = await createConfirmedPerson(sql_api);
  const unknown = newEmail();
  await add(
    [],
    [
      {
        ...refusal,
        request_id: '1',
        at: sql_api.now(),
        address: email.toUpperCase(),
        function: 'f',
        name: 'n',
        ip: '192.0.2.1',
      },
      { ...refusal, request_id: '2', user_id: id, address: other.email },
      { ...refusal, request_id: '3', address: unknown },
      { ...refusal, request_id: '4', user_id: '00000000-0000-4000-8000-000000000000' },
      { ...refusal, request_id: '5', address: 'neither' },
    ],
  );
  const rows = await refusals();
  assert.equal(
    rows.map((row) => row.user_id),
    [id, id, null, null, null],
  );
  const digest = (address: string) => createHash('sha256').update(`refusal:${address}`).digest('hex');
  const stored = rows.map(({ address_digest }) => (address_digest as Buffer | null)?.toString('hex') ?? null);
  assert.equal(stored.slice(0, 4), [digest(email), digest(other.email), digest(unknown), null]);
  assert.equal([rows[0]?.function, rows[0]?.name, rows[0]?.ip], ['f', 'n', '192.0.2.1']);
  assert.not.match(JSON.stringify(rows), unknown);
});

test('a refused request: times of a wrong clock, and long texts', async () => {
  await sql_api.db.sql`delete from auth.refusals`;
  const times = ['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];
  await add(
    [],
    times.map((at) => ({ ...refusal, at, request_id: 'x'.repeat(500), user_agent: 'x'.repeat(5_000) })),
  );
  const rows = await refusals();
  assert.is(rows.length, times.length);
  for (const row of rows) {
    assert.is((row.at as Date).toISOString(), new Date(sql_api.now()).toISOString());
    assert.equal([String(row.request_id).length, String(row.user_agent).length], [200, 1_000]);
  }
});

test.run();
