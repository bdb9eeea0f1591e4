// Tests of set_template.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, client, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, adminAuditEntry, assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = (more: CallArguments): CallArguments => ({ claims: ADMIN, settings: settings(), client, ...more });
const set = (more: CallArguments) => sql_api.call('set_template', args(more));
const stored = () => sql_api.rows('auth.templates');

test('sets, replaces and removes; each is audited', async () => {
  const tables = await sql_api.changes(() => set({ kind: 'confirmation', locale: 'de_AT', html: '<p>a</p>' }));
  assert.equal(tables, ['audit_log', 'templates']);
  assert.equal(await sql_api.audited(), adminAuditEntry('template_set', { kind: 'confirmation', locale: 'de-at' }));
  await set({ kind: 'confirmation', locale: 'de-AT', html: '<p>b</p>', subject: 'S', text: 'T' });
  const [row, ...more] = await stored();
  assert.equal(more, []);
  assert.equal([row?.locale, row?.html, row?.subject, row?.text], ['de-at', '<p>b</p>', 'S', 'T']);
  assert.equal(await set({ kind: 'confirmation', locale: 'de-at' }), { kind: 'confirmation', locale: 'de-at' });
  assert.equal(await sql_api.audited(), adminAuditEntry('template_removed', { kind: 'confirmation', locale: 'de-at' }));
  assert.equal(await stored(), []);
});

test('rejects an unknown kind, language or template, and one that is too long', async () => {
  const refused = (more: CallArguments, status: number, code: string, text: string) =>
    sql_api.refused('set_template', args(more), [status, code, text]);
  for (const kind of [null, '', 'sms', 'phone_change', 'confirmation_notification', 'Confirmation']) {
    await refused({ kind, html: 'x' }, 400, 'validation_failed', 'There is no mail of this kind');
  }
  for (const locale of ['d', 'de-', '-de', 'deutsch-land-ist-gross-x', 'de at', "de';--", 'de-äö']) {
    await refused(
      { kind: 'invite', locale, html: 'x' },
      400,
      'validation_failed',
      'A language is written as in de or de-AT',
    );
  }
  const long = 'A template cannot be longer than 262144 bytes: subject, HTML and text together';
  await refused({ kind: 'invite', html: 'ä'.repeat(131_073) }, 400, 'validation_failed', long);
  await refused({ kind: 'invite', html: 'x'.repeat(262_143), text: 'xx' }, 400, 'validation_failed', long);
  await refused({ kind: 'invite', locale: 'de' }, 404, 'not_found', 'There is no such template');
});

test('administrators only', () => assertAdministratorsOnly(sql_api, 'set_template', { kind: 'invite', html: 'x' }));

test.run();
