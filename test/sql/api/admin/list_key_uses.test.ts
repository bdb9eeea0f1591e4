// Tests of list_key_uses.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeClient } from '../../../support/database/oauth.ts';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { assertAdministratorsOnly } from './admin.ts';
import { WRITE_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { claims, settings } = WRITE_ARGUMENTS as unknown as { claims: object; settings: object };

test('administrators only', () => assertAdministratorsOnly(sql_api, 'list_key_uses'));

const usesAfter = async (rows: string): Promise<unknown> => {
  await sql_api.db.sql`delete from auth.tallies`;
  await sql_api.db.sql.unsafe(`insert into auth.tallies (day, hour, kind, name, outcome, count) values ${rows}`);
  return (await sql_api.call('list_key_uses', { claims, settings })).uses;
};

test('the first and the last hour of each use, also after the hours were folded into days', async () => {
  assert.equal(await sql_api.call('list_key_uses', { claims, settings }), {
    uses: [],
    client_secrets: [],
    former_secrets_until: null,
  });
  const uses = await usesAfter(`
    ('2026-01-02', 5, 'key', 'jwt a', 'signs', 1), ('2026-01-02', 9, 'key', 'jwt a', 'signs', 7), ('2026-01-03', 1, 'key', 'jwt a', 'verifies', 1),
    ('2025-12-01', -1, 'key', 'pepper 1', 'seals', 3), ('2026-01-02', 5, 'latency', 'jwt a', '5', 1)`);
  assert.equal(uses, [
    { key: 'jwt a', use: 'signs', since: '2026-01-02T05:00:00.0Z', last: '2026-01-02T09:00:00.0Z', missed: null },
    { key: 'jwt a', use: 'verifies', since: '2026-01-03T01:00:00.0Z', last: '2026-01-03T01:00:00.0Z', missed: null },
    { key: 'pepper 1', use: 'seals', since: '2025-12-01T00:00:00.0Z', last: '2025-12-01T23:00:00.0Z', missed: null },
  ]);
});

test('the last hour in which one of two gateways did not know a new key', async () => {
  const both = (hour: number, news: string): string => `
    ('2026-01-02', ${hour}, 'key', 'pepper 1', 'seals', 120), ('2026-01-02', ${hour}, 'key', 'pepper 2', 'opens', ${news})`;
  const missed = async (...hours: string[]): Promise<unknown> => {
    const uses = (await usesAfter(hours.join())) as { key: string; missed: string | null }[];
    return uses.find(({ key }) => key === 'pepper 2')?.missed;
  };
  assert.is(await missed(both(5, '120'), both(6, '120')), null);
  assert.is(await missed(both(5, '60'), both(6, '120')), '2026-01-02T05:00:00.0Z');
  assert.is(await missed(both(5, '60'), both(6, '60')), '2026-01-02T06:00:00.0Z');
  const before = `('2026-01-01', -1, 'key', 'pepper 1', 'seals', 2880)`;
  assert.is(await missed(before, both(5, '120')), null, 'before the first use');
  const changing = `('2026-01-02', 7, 'key', 'pepper 1', 'seals', 70), ('2026-01-02', 7, 'key', 'pepper 1', 'opens', 50),
    ('2026-01-02', 7, 'key', 'pepper 2', 'seals', 50), ('2026-01-02', 7, 'key', 'pepper 2', 'opens', 70)`;
  assert.is(await missed(both(5, '120'), changing), null);
});

test('clients of an administrator by the key of their secret, and the end of the last former secret', async () => {
  const { sql } = sql_api.db;
  await sql_api.at('2026-01-05T00:00:00Z');
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.push(await makeClient(sql));
  const [old, renewed, deleted, registered] = ids as [string, string, string, string];
  const public_client = await makeClient(sql, { client_type: 'public' });
  await sql`update auth.oauth_clients set secret_key_id = 1 where id in (${old}, ${deleted}, ${registered}, ${public_client})`;
  await sql`update auth.oauth_clients set secret_key_id = 2 where id = ${renewed}`;
  await sql`update auth.oauth_clients set deleted_at = now() where id = ${deleted}`;
  await sql`update auth.oauth_clients set registration_type = 'dynamic' where id = ${registered}`;
  const read = async () => {
    const { client_secrets, former_secrets_until } = await sql_api.call('list_key_uses', { claims, settings });
    return [client_secrets, former_secrets_until];
  };
  const counts = [
    { key_id: 1, clients: 1 },
    { key_id: 2, clients: 1 },
  ];
  assert.equal(await read(), [counts, null]);
  await sql`update auth.oauth_clients set previous_secret_until = '2026-01-06T00:00:00Z' where id = ${renewed}`;
  assert.equal(await read(), [counts, '2026-01-06T00:00:00.0Z']);
  await sql_api.at('2026-01-07T00:00:00Z');
  assert.equal(await read(), [counts, null]);
});

test.run();
