// suppress_address: nothing more is sent to the address, and responses to callers do not reveal it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, client, openSurface, settings, unconfirmed } from '../../../support/database/surface.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import { CHANGING, jobsOf, lease, userWithMail } from './messages.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const suppress = (address: unknown, reason: unknown = null) =>
  surface.call('suppress_address', { ...CHANGING, address, reason });

test('administrators only; rejects an invalid address', async () => {
  await refusesStrangers(surface, 'suppress_address', { address: 'a@example.com' });
  const wrong = (address: unknown, message: string) =>
    surface.refused('suppress_address', { ...CHANGING, address }, [400, 'validation_failed', message]);
  await wrong(null, 'An email address is required');
  await wrong('@', 'Unable to validate email address: invalid format');
  await wrong(`${'a'.repeat(300)}@example.com`, 'An email address is too long');
  await wrong('12ab', 'Invalid phone number format (E.164 required)');
});

test('stores it in normalized form, with the reason, audited; a second reason replaces the first', async () => {
  assert.equal(await suppress('Bounced@Example.com'), { address: 'bounced@example.com' });
  assert.equal(await surface.audited(), byAdmin('address_suppressed', { address: 'bounced@example.com' }));
  await suppress('bounced@example.com', 'complained');
  assert.equal(await suppress('+49 170 1234567'), { address: '491701234567' });
  const rows = await surface.rows('auth.suppressions');
  assert.equal(
    rows.map(({ address, reason }) => [address, reason]),
    [
      ['bounced@example.com', 'complained'],
      ['491701234567', 'by an administrator'],
    ],
  );
});

test('a message to it is created with its job, ends before sending, and the same tables are written', async () => {
  const email = 'bounced-before@example.com';
  await suppress(email, 'over');
  const sign_up = (address: string) =>
    surface.call('sign_up', { email: address, password: 'correct horse battery', settings: settings(), client });
  let [held, free]: Args[] = [{}, {}];
  const writtenHeld = await surface.changes(async () => {
    held = await sign_up(email);
  });
  const writtenFree = await surface.changes(async () => {
    free = await sign_up('not-bounced@example.com');
  });
  assert.equal(writtenHeld, writtenFree);
  const shape = (answer: Args) =>
    JSON.stringify(answer)
      .replaceAll(/"[0-9a-f-]{36}"/g, '')
      .replaceAll(/(not-)?bounced(-before)?@/g, '');
  assert.is(shape(held ?? {}), shape(free ?? {}));
  const [message] = await surface.rows('auth.messages', `t.to_address = '${email}'`);
  assert.equal(
    [message?.state, message?.last_error, message?.tries],
    ['skipped', 'nothing is sent to this address: over', 0],
  );
  assert.is(await jobsOf(surface, String(message?.id)), 1);
  assert.equal(await lease(surface, String(message?.id)), { nothing: 'skipped' });
});

test('requested again within the spacing, both get the same response', async () => {
  await surface.advance(3600);
  const { email } = await unconfirmed(surface);
  await suppress(email);
  await surface.advance(3600);
  const recover = (address: string) =>
    surface.call('request_recovery', { email: address, settings: settings(), client });
  const other = await unconfirmed(surface);
  await surface.advance(3600);
  for (const _ of [1, 2]) assert.equal(await recover(email), await recover(other.email));
});

test('a waiting message ends when the worker leases it', async () => {
  const { id, email } = await userWithMail(surface);
  await suppress(email, 'late');
  assert.equal(await lease(surface, id), { nothing: 'expired' });
  const [message] = await surface.rows('auth.messages', `t.id = '${id}'`);
  assert.is(message?.last_error, 'nothing is sent to this address: late');
});

test.run();
