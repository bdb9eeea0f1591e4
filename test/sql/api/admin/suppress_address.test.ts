// Tests of suppress_address.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createUnconfirmedPerson,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import { countJobs, createUserWithMail, leaseMessage, WRITE_ARGUMENTS } from './messages.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const suppress = (address: unknown, reason: unknown = null) =>
  sql_api.call('suppress_address', { ...WRITE_ARGUMENTS, address, reason });

test('administrators only; rejects an invalid address', async () => {
  await assertAdministratorsOnly(sql_api, 'suppress_address', { address: 'a@example.com' });
  const wrong = (address: unknown, message: string) =>
    sql_api.refused('suppress_address', { ...WRITE_ARGUMENTS, address }, [400, 'validation_failed', message]);
  await wrong(null, 'An email address is required');
  await wrong('@', 'Unable to validate email address: invalid format');
  await wrong(`${'a'.repeat(300)}@example.com`, 'An email address is too long');
  await wrong('12ab', 'Invalid phone number format (E.164 required)');
});

test('stores it in normalized form, with the reason, audited; a second reason replaces the first', async () => {
  assert.equal(await suppress('Bounced@Example.com'), { address: 'bounced@example.com' });
  assert.equal(await sql_api.audited(), adminAuditEntry('address_suppressed', { address: 'bounced@example.com' }));
  await suppress('bounced@example.com', 'complained');
  assert.equal(await suppress('+49 170 1234567'), { address: '491701234567' });
  const rows = await sql_api.rows('auth.suppressions');
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
    sql_api.call('sign_up', { email: address, password: 'correct horse battery', settings: settings(), client });
  let [held, free]: CallArguments[] = [{}, {}];
  const writtenHeld = await sql_api.changes(async () => {
    held = await sign_up(email);
  });
  const writtenFree = await sql_api.changes(async () => {
    free = await sign_up('not-bounced@example.com');
  });
  assert.equal(writtenHeld, writtenFree);
  const shape = (answer: CallArguments) =>
    JSON.stringify(answer)
      .replaceAll(/"[0-9a-f-]{36}"/g, '')
      .replaceAll(/(not-)?bounced(-before)?@/g, '');
  assert.is(shape(held ?? {}), shape(free ?? {}));
  const [message] = await sql_api.rows('auth.messages', `t.to_address = '${email}'`);
  assert.equal(
    [message?.state, message?.last_error, message?.tries],
    ['skipped', 'nothing is sent to this address: over', 0],
  );
  assert.is(await countJobs(sql_api, String(message?.id)), 1);
  assert.equal(await leaseMessage(sql_api, String(message?.id)), { nothing: 'skipped' });
});

test('requested again within the spacing, both get the same response', async () => {
  await sql_api.advance(3600);
  const { email } = await createUnconfirmedPerson(sql_api);
  await suppress(email);
  await sql_api.advance(3600);
  const recover = (address: string) =>
    sql_api.call('request_recovery', { email: address, settings: settings(), client });
  const other = await createUnconfirmedPerson(sql_api);
  await sql_api.advance(3600);
  for (const _ of [1, 2]) assert.equal(await recover(email), await recover(other.email));
});

test('a waiting message ends when the worker leases it', async () => {
  const { id, email } = await createUserWithMail(sql_api);
  await suppress(email, 'late');
  assert.equal(await leaseMessage(sql_api, id), { nothing: 'expired' });
  const [message] = await sql_api.rows('auth.messages', `t.id = '${id}'`);
  assert.is(message?.last_error, 'nothing is sent to this address: late');
});

test.run();
