// prepare_test_mail: the address of the caller's own account, counted as every mail is.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { ADMIN, refusesStrangers } from './admin.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const { sql } = surface.db;

const NO_ADDRESS = [
  422,
  'validation_failed',
  'The token belongs to no account with a confirmed email address: npx postern template send-test',
] as const;

/** Creates an administrator with a session. */
async function administrator(): Promise<{ id: string; email: string; claims: Args }> {
  const user = await confirmed(surface);
  await sql`update auth.users set role = 'service_role', sign_up_role = null where id = ${user.id}`;
  const [row] = await sql<{ email: string }[]>`select u.email from auth.users as u where u.id = ${user.id}`;
  return { id: user.id, email: row?.email ?? '', claims: { ...user.claims, role: 'service_role' } };
}

test('returns the own address and counts the mail, without a pause between two', async () => {
  const { email, claims } = await administrator();
  const args = { claims, settings: settings() };
  const tables = await surface.changes(async () => {
    assert.equal(await surface.call('prepare_test_mail', args), { to: email });
  });
  assert.equal(tables, ['attempts', 'quotas']);
  assert.equal(await surface.call('prepare_test_mail', args), { to: email });
});

test('ends at the limit of the address, and at the quota', async () => {
  const { claims } = await administrator();
  const few = { claims, settings: settings({ rate_limit_email_per_address: { count: 1, per: 60 } }) };
  await surface.call('prepare_test_mail', few);
  const spaced = 'For security purposes, you can only request this after 60 seconds.';
  await surface.refused('prepare_test_mail', few, [429, 'over_email_send_rate_limit', spaced]);
  const none = { claims: (await administrator()).claims, settings: settings({ rate_limit_email_sent: { count: 0 } }) };
  await surface.refused(
    'prepare_test_mail',
    none,
    [429, 'over_email_send_rate_limit', 'email rate limit exceeded'],
    ['attempts'],
  );
});

test('refuses without a confirmed address of an own account', async () => {
  await surface.refused('prepare_test_mail', { claims: ADMIN, settings: settings() }, NO_ADDRESS);
  const { id, claims } = await administrator();
  // The holder of the key may name any user in a token, but not make the service write to that user.
  const { session_id: _, ...without } = claims;
  await surface.refused('prepare_test_mail', { claims: without, settings: settings() }, NO_ADDRESS);
  await sql`update auth.users set email_confirmed_at = null where id = ${id}`;
  await surface.refused('prepare_test_mail', { claims, settings: settings() }, NO_ADDRESS);
});

test('sends nothing to a suppressed address', async () => {
  const { email, claims } = await administrator();
  await surface.call('suppress_address', { claims: ADMIN, address: email, settings: settings(), client: {} });
  const text = 'Nothing is sent to its address: npx postern message suppress list';
  await surface.refused('prepare_test_mail', { claims, settings: settings() }, [422, 'validation_failed', text]);
});

test('administrators only', () => refusesStrangers(surface, 'prepare_test_mail'));

test.run();
