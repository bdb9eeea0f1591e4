// Tests of prepare_test_mail.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;

const NO_ADDRESS = [
  422,
  'validation_failed',
  'The token belongs to no account with a confirmed email address: npx postern template send-test',
] as const;

/** Creates an administrator with a session. */
async function createAdministrator(): Promise<{ id: string; email: string; claims: CallArguments }> {
  const user = await createConfirmedPerson(sql_api);
  await sql`update auth.users set role = 'service_role', sign_up_role = null where id = ${user.id}`;
  const [row] = await sql<{ email: string }[]>`select u.email from auth.users as u where u.id = ${user.id}`;
  return { id: user.id, email: row?.email ?? '', claims: { ...user.claims, role: 'service_role' } };
}

test('returns the own address and counts the mail, without a pause between two', async () => {
  const { email, claims } = await createAdministrator();
  const args = { claims, settings: settings() };
  const tables = await sql_api.changes(async () => {
    assert.equal(await sql_api.call('prepare_test_mail', args), { to: email });
  });
  assert.equal(tables, ['attempts', 'quotas']);
  assert.equal(await sql_api.call('prepare_test_mail', args), { to: email });
});

test('ends at the limit of the address, and at the quota', async () => {
  const { claims } = await createAdministrator();
  const few = { claims, settings: settings({ rate_limit_email_per_address: { count: 1, per: 60 } }) };
  await sql_api.call('prepare_test_mail', few);
  const spaced = 'For security purposes, you can only request this after 60 seconds.';
  await sql_api.refused('prepare_test_mail', few, [429, 'over_email_send_rate_limit', spaced]);
  const none = {
    claims: (await createAdministrator()).claims,
    settings: settings({ rate_limit_email_sent: { count: 0 } }),
  };
  await sql_api.refused(
    'prepare_test_mail',
    none,
    [429, 'over_email_send_rate_limit', 'email rate limit exceeded'],
    ['attempts'],
  );
});

test('refuses without a confirmed address of an own account', async () => {
  await sql_api.refused('prepare_test_mail', { claims: ADMIN, settings: settings() }, NO_ADDRESS);
  const { id, claims } = await createAdministrator();
  // The owner of a service key may name any user in a token, but not make the service send mail to that user.
  const { session_id: _, ...without } = claims;
  await sql_api.refused('prepare_test_mail', { claims: without, settings: settings() }, NO_ADDRESS);
  await sql`update auth.users set email_confirmed_at = null where id = ${id}`;
  await sql_api.refused('prepare_test_mail', { claims, settings: settings() }, NO_ADDRESS);
});

test('sends nothing to a suppressed address', async () => {
  const { email, claims } = await createAdministrator();
  await sql_api.call('suppress_address', { claims: ADMIN, address: email, settings: settings(), client: {} });
  const text = 'Nothing is sent to its address: npx postern message suppress list';
  await sql_api.refused('prepare_test_mail', { claims, settings: settings() }, [422, 'validation_failed', text]);
});

test('administrators only', () => assertAdministratorsOnly(sql_api, 'prepare_test_mail'));

test.run();
