// Tests of list_templates.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('an empty list, then the templates by kind and language', async () => {
  const list = (locale = '', home = 'en') =>
    sql_api.call('list_templates', { claims: ADMIN, locale, settings: settings({ mailer_default_locale: home }) });
  assert.equal(await list(), { templates: [] });
  const set = { claims: ADMIN, settings: settings(), client, html: '<p>x</p>' };
  await sql_api.call('set_template', { ...set, kind: 'recovery', locale: 'de' });
  await sql_api.call('set_template', { ...set, kind: 'invite', subject: 'Hi', text: 'x' });
  await sql_api.call('set_template', { ...set, kind: 'recovery' });
  const common = { html: '<p>x</p>', updated_at: sql_api.now() };
  assert.equal(await list(), {
    templates: [
      { kind: 'invite', locale: '', subject: 'Hi', text: 'x', place: 1, ...common },
      { kind: 'recovery', locale: '', subject: '', text: '', place: 1, ...common },
      { kind: 'recovery', locale: 'de', subject: '', text: '', place: null, ...common },
    ],
  });
  const places = async (locale: string, home?: string) =>
    ((await list(locale, home)) as { templates: { place: number | null }[] }).templates.map(({ place }) => place);
  assert.equal(await places('de_AT'), [3, 3, 2]);
  assert.equal(await places('de-AT', 'de-AT'), [2, 2, null], 'the language of the default ends the search');
});

test('rejects other callers', () => assertAdministratorsOnly(sql_api, 'list_templates'));

test.run();
