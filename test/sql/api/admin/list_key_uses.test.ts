// list_key_uses: when each key was used, by the counts of the gateways.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { refusesStrangers } from './admin.ts';
import { CHANGING } from './webhooks.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const { claims, settings } = CHANGING as unknown as { claims: object; settings: object };

test('administrators only', () => refusesStrangers(surface, 'list_key_uses'));

test('the first and the last hour of each use, also after the hours were folded into days', async () => {
  assert.equal(await surface.call('list_key_uses', { claims, settings }), { uses: [] });
  await surface.db.sql`insert into auth.tallies (day, hour, kind, name, outcome, count) values
    ('2026-01-02', 5, 'key', 'jwt a', 'signs', 1), ('2026-01-02', 9, 'key', 'jwt a', 'signs', 7), ('2026-01-03', 1, 'key', 'jwt a', 'verifies', 1),
    ('2025-12-01', -1, 'key', 'pepper 1', 'seals', 3), ('2026-01-02', 5, 'latency', 'jwt a', '5', 1)`;
  assert.equal((await surface.call('list_key_uses', { claims, settings })).uses, [
    { key: 'jwt a', use: 'signs', since: '2026-01-02T05:00:00.0Z', last: '2026-01-02T09:00:00.0Z' },
    { key: 'jwt a', use: 'verifies', since: '2026-01-03T01:00:00.0Z', last: '2026-01-03T01:00:00.0Z' },
    { key: 'pepper 1', use: 'seals', since: '2025-12-01T00:00:00.0Z', last: '2025-12-01T23:00:00.0Z' },
  ]);
});

test.run();
