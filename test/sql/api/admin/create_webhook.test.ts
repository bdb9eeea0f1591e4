// Tests of create_webhook.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EVENT_KINDS } from '../../../../core/hooks/event_kinds.ts';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import { INVALID_KINDS, INVALID_URL, INVALID_URLS, UNKNOWN_KINDS, WEBHOOK, WRITE_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('administrators only', () =>
  assertAdministratorsOnly(sql_api, 'create_webhook', { ...WEBHOOK, id: randomUUID(), secret: 's' }));

test('stores a webhook with its sealed secret, and audits it without the secret', async () => {
  const id = randomUUID();
  const changed = await sql_api.changes(async () => {
    const answer = await sql_api.call('create_webhook', { ...WRITE_ARGUMENTS, ...WEBHOOK, id, secret: 'sealed' });
    assert.equal([answer.id, answer.url, answer.kinds], [id, WEBHOOK.url, WEBHOOK.kinds]);
  });
  assert.equal(changed, ['audit_log', 'webhooks']);
  assert.equal(await sql_api.audited(), adminAuditEntry('webhook_created', { webhook_id: id, url: WEBHOOK.url }));
  assert.equal((await sql_api.rows('auth.webhooks'))[0]?.secrets, ['sealed']);
});

test('rejects an invalid address, and unknown kinds', async () => {
  const refused = (more: object, words: typeof INVALID_URL) =>
    sql_api.refused(
      'create_webhook',
      { ...WRITE_ARGUMENTS, ...WEBHOOK, id: randomUUID(), secret: 's', ...more },
      words,
    );
  for (const url of INVALID_URLS) await refused({ url }, INVALID_URL);
  for (const kinds of UNKNOWN_KINDS) await refused({ kinds }, INVALID_KINDS);
});

test('accepts each kind of event that the command line offers, and the table accepts no other', async () => {
  for (const kind of EVENT_KINDS) {
    const kinds = [kind];
    const answer = await sql_api.call('create_webhook', {
      ...WRITE_ARGUMENTS,
      ...WEBHOOK,
      id: randomUUID(),
      secret: 's',
      kinds,
    });
    assert.equal(answer.kinds, kinds);
  }
  const [row] = await sql_api.db.sql`
    select pg_get_constraintdef(c.oid) as definition from pg_constraint as c where c.conname = 'webhooks_kinds_check'`;
  const named = [...String(row?.definition).matchAll(/'([a-z_.]+)'/g)].map(([, kind]) => kind);
  assert.equal(named, [...EVENT_KINDS]);
});

test.run();
