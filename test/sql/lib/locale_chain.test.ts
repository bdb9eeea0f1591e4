// locale_chain returns the languages in which a mail template is searched, in order.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../support/database/db.ts';
import { queueMail } from '../../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

const chain = async (chosen: string | null, languages: string | null, home = 'en'): Promise<string[]> =>
  (
    await db.sql`
      select auth_lib.locale_chain(${chosen}, ${languages}, jsonb_build_object('mailer_default_locale', ${home}::text)) as chain`
  )[0]?.chain;

test('the user’s own, then the request’s, each followed by its parents, up to the default language', async () => {
  assert.equal(await chain(null, null), ['']);
  assert.equal(await chain('de_AT', null), ['de-at', 'de', '']);
  assert.equal(await chain(null, 'fr-ca,fr,de'), ['fr-ca', 'fr', 'fr', 'de', '']);
  assert.equal(await chain('nl', 'zh-hant-tw'), ['nl', 'zh-hant-tw', 'zh-hant', 'zh', '']);
  assert.equal(
    await chain('de', 'en-us,en,fr'),
    ['de', 'en-us', 'en', ''],
    'who reads English gets the English default',
  );
  assert.equal(await chain(null, 'en,fr', 'fr'), ['en', 'fr', '']);
});

test('skips invalid languages', async () => {
  for (const nonsense of ['', '*', 'de at', "de'; drop table", 'x', '-', '--', 'ä', 'de-', 'a'.repeat(5_000)]) {
    assert.equal(await chain(nonsense, 'fr'), ['fr', ''], nonsense);
  }
  assert.equal(await chain(null, `${'de-at,'.repeat(60)}fr`), [
    ...Array.from({ length: 7 }, () => ['de-at', 'de']).flat(),
    '',
  ]);
});

test('lease_message returns the template of the first language that has one', async () => {
  const set = (kind: string, locale: string) => db.sql`
    insert into auth.templates values (${kind}, ${locale}, '', ${`<p>${locale}</p>`}, '', now())`;
  await set('confirmation', 'de');
  await set('recovery', '');
  const found = async (data: Record<string, unknown>, languages: string | null): Promise<string | undefined> => {
    const queued = await queueMail(db, { data });
    await db.sql`update auth.messages set languages = ${languages} where id = ${queued.message_id}`;
    const [row] = await db.sql<{ taken: { template: { locale: string; html: string } | null } }[]>`
      select auth_api.lease_message(${queued.message_id}, 1, '{"mailer_default_locale": "en"}') as taken`;
    const template = row?.taken.template;
    if (template) assert.is(template.html, `<p>${template.locale}</p>`);
    return template?.locale;
  };
  assert.is(await found({}, null), undefined);
  assert.is(await found({ locale: 'de-CH' }, null), 'de');
  assert.is(await found({ locale: 7 }, 'de'), 'de');
  assert.is(await found({ locale: ['de'] }, 'fr'), undefined);
  assert.is(await found({ locale: 'en' }, 'de'), undefined);
  await set('confirmation', 'de-ch');
  await set('confirmation', '');
  assert.is(await found({ locale: 'de-CH' }, null), 'de-ch');
  assert.is(await found({ locale: 'fr' }, 'en,de'), '');
  assert.is(await found({}, 'it'), '');
});

test.run();
