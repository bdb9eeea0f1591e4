// export_users: pages by id, their content, and the audit entry of each export. The round trip: test/import/.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, client, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { ADMIN, byAdmin, refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const usual = { claims: ADMIN, most: 2, with_password_hashes: false, settings: settings(), client };
const page = (more: Answer): Promise<Answer> => surface.call('export_users', { ...usual, ...more });

test('administrators only; checks the id to continue from', async () => {
  await refusesStrangers(surface, 'export_users', { most: 1 });
  await surface.refused('export_users', { ...usual, after: 'x' }, [
    400,
    'validation_failed',
    'ID must conform to the uuid v4 format',
  ]);
});

test('every user once, by id, without deleted ones; the first page is recorded, and whether it had hashes', async () => {
  const people = [
    await confirmed(surface),
    await confirmed(surface),
    await confirmed(surface),
    await confirmed(surface),
  ];
  await surface.db.sql`update auth.users set deleted_at = now() where id = ${people[0]?.id as string}`;
  const changed = await surface.changes(() => page({}));
  assert.equal(changed, ['audit_log']);
  assert.equal(await surface.audited(), byAdmin('users_exported', { password_hashes: false }));
  const ids: string[] = [];
  let after: unknown = null;
  do {
    const answer = await page({ after });
    ids.push(...(answer.users as string[]).map((text) => String((JSON.parse(text) as Answer).id)));
    after = answer.last;
  } while (after !== null);
  assert.equal(
    ids,
    people
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  );
  assert.equal(await surface.changes(() => page({ after: ids[0] })), [], 'later pages are not recorded again');
});

test('contains a password hash only on request', async () => {
  const { users } = await page({ most: 1000 });
  assert.not.match(String(users), /password_hash|\$2a\$/);
  const [text] = (await page({ most: 1, with_password_hashes: true })).users as string[];
  assert.match(String((JSON.parse(text as string) as Answer).password_hash), /^\$2a\$/);
  assert.equal(await surface.audited(), byAdmin('users_exported', { password_hashes: true }));
  const { users: rows } = await page({ most: 1, columns: ['email', 'phone', 'identities'] });
  const [[email, phone, identities] = []] = rows as string[][];
  assert.match(String(email), /@/);
  assert.equal([phone, (JSON.parse(String(identities)) as Answer[])[0]?.provider], [null, 'email']);
});

test.run();
