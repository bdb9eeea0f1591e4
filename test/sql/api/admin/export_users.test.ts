// export_users: pages by id, their content, and the audit entry of each export. test/import tests the import of an
// export.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN, adminAuditEntry, assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const usual = { claims: ADMIN, most: 2, with_password_hashes: false, settings: settings(), client };
const page = (more: CallResult): Promise<CallResult> => sql_api.call('export_users', { ...usual, ...more });

test('administrators only; checks the id to continue from', async () => {
  await assertAdministratorsOnly(sql_api, 'export_users', { most: 1 });
  await sql_api.refused('export_users', { ...usual, after: 'x' }, [
    400,
    'validation_failed',
    'ID must conform to the uuid v4 format',
  ]);
});

test('every user once, by id, without deleted ones; the first page is recorded, and whether it had hashes', async () => {
  const people = [
    await createConfirmedPerson(sql_api),
    await createConfirmedPerson(sql_api),
    await createConfirmedPerson(sql_api),
    await createConfirmedPerson(sql_api),
  ];
  await sql_api.db.sql`update auth.users set deleted_at = now() where id = ${people[0]?.id as string}`;
  const changed = await sql_api.changes(() => page({}));
  assert.equal(changed, ['audit_log']);
  assert.equal(await sql_api.audited(), adminAuditEntry('users_exported', { password_hashes: false }));
  const ids: string[] = [];
  let after: unknown = null;
  do {
    const answer = await page({ after });
    ids.push(...(answer.users as string[]).map((text) => String((JSON.parse(text) as CallResult).id)));
    after = answer.last;
  } while (after !== null);
  assert.equal(
    ids,
    people
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  );
  assert.equal(await sql_api.changes(() => page({ after: ids[0] })), [], 'later pages are not recorded again');
});

test('contains a password hash only on request', async () => {
  const { users } = await page({ most: 1000 });
  assert.not.match(String(users), /password_hash|\$2a\$/);
  const [text] = (await page({ most: 1, with_password_hashes: true })).users as string[];
  assert.match(String((JSON.parse(text as string) as CallResult).password_hash), /^\$2a\$/);
  assert.equal(await sql_api.audited(), adminAuditEntry('users_exported', { password_hashes: true }));
  const { users: rows } = await page({ most: 1, columns: ['email', 'phone', 'identities'] });
  const [[email, phone, identities] = []] = rows as string[][];
  assert.match(String(email), /@/);
  assert.equal([phone, (JSON.parse(String(identities)) as CallResult[])[0]?.provider], [null, 'email']);
});

test.run();
