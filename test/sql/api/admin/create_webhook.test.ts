// create_webhook: administrators only; a valid URL and known kinds; an audit row.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EVENT_KINDS } from '../../../../core/hooks/event_kinds.ts';
import { openSurface } from '../../../support/database/surface.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import { CHANGING, KINDS_UNKNOWN, KINDS_WRONG, SERVER, URL_WRONG, URLS_WRONG } from './webhooks.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('administrators only', () =>
  refusesStrangers(surface, 'create_webhook', { ...SERVER, id: randomUUID(), secret: 's' }));

test('stores it with its sealed secret, and audits it without', async () => {
  const id = randomUUID();
  const changed = await surface.changes(async () => {
    const answer = await surface.call('create_webhook', { ...CHANGING, ...SERVER, id, secret: 'sealed' });
    assert.equal([answer.id, answer.url, answer.kinds], [id, SERVER.url, SERVER.kinds]);
  });
  assert.equal(changed, ['audit_log', 'webhooks']);
  assert.equal(await surface.audited(), byAdmin('webhook_created', { webhook_id: id, url: SERVER.url }));
  assert.equal((await surface.rows('auth.webhooks'))[0]?.secrets, ['sealed']);
});

test('rejects an invalid address, and unknown kinds', async () => {
  const refused = (more: object, words: typeof URL_WRONG) =>
    surface.refused('create_webhook', { ...CHANGING, ...SERVER, id: randomUUID(), secret: 's', ...more }, words);
  for (const url of URLS_WRONG) await refused({ url }, URL_WRONG);
  for (const kinds of KINDS_UNKNOWN) await refused({ kinds }, KINDS_WRONG);
});

test('accepts each kind of event that the command line offers, and the table accepts no other', async () => {
  for (const kind of EVENT_KINDS) {
    const kinds = [kind];
    const answer = await surface.call('create_webhook', {
      ...CHANGING,
      ...SERVER,
      id: randomUUID(),
      secret: 's',
      kinds,
    });
    assert.equal(answer.kinds, kinds);
  }
  const [row] = await surface.db.sql`
    select pg_get_constraintdef(c.oid) as definition from pg_constraint as c where c.conname = 'webhooks_kinds_check'`;
  const named = [...String(row?.definition).matchAll(/'([a-z_.]+)'/g)].map(([, kind]) => kind);
  assert.equal(named, [...EVENT_KINDS]);
});

test.run();
