// Rows of lists name the error with which their action is refused. Each row is compared with the action itself, for an
// administrator, support and an auditor.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sqlErrors } from '../../../../tools/sql_refusals.ts';
import { matchingErrorNames } from '../../../support/database/seen_errors.ts';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { queueEvent } from '../../../support/providers/webhooks.ts';
import { organizationHelpers } from '../sso/organization.ts';
import { ADMIN } from './admin.ts';
import { createUserWithMail, finishMessage, leaseMessage } from './messages.ts';
import { createWebhook } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;

const STAFF = settings({ jwt_support_roles: ['helper'], jwt_auditor_roles: ['reader'] });
const CALLERS: Readonly<Record<string, CallArguments>> = {
  administrator: { claims: ADMIN, settings: STAFF },
  support: { claims: { role: 'helper' }, settings: STAFF },
  auditor: { claims: { role: 'reader' }, settings: STAFF },
};

interface Row {
  id: string;
  user_id: string;
  details?: Record<string, unknown>;
}

/** Returns the name of the error with which a call is refused, or null. */
async function errorOf(name: string, caller: CallArguments, args: CallArguments): Promise<unknown> {
  const { refused } = await sql_api.call(name, { ...caller, ...args, client });
  if (refused === undefined) return null;
  const { status, code, message: text } = refused as { status: number; code: string; message: string };
  return matchingErrorNames(sqlErrors(), { status, code, text }).join();
}

const setRole = (user_id: string, role: string) => sql`update auth.users set role = ${role} where id = ${user_id}`;

test('messages: sent, being sent, suppressed, void, of a second factor, of an administrator, and others', async () => {
  for (const [who, caller] of Object.entries(CALLERS)) {
    const made: Record<string, { id: string; user_id: string; email: string }> = {};
    for (const state of ['failed', 'queued', 'sent', 'sending', 'suppressed', 'used', 'replaced', 'mfa', 'privileged'])
      made[state] = await createUserWithMail(sql_api);
    const of = (state: string) => made[state] ?? { id: '', user_id: '', email: '' };
    for (const state of ['failed', 'suppressed', 'used', 'replaced', 'privileged']) {
      await leaseMessage(sql_api, of(state).id);
      await finishMessage(sql_api, of(state).id, 'rejected', '554 no');
    }
    for (const state of ['sent', 'sending']) await leaseMessage(sql_api, of(state).id);
    await finishMessage(sql_api, of('sent').id, 'sent', '');
    await sql_api.call('suppress_address', { ...CALLERS.administrator, address: of('suppressed').email, client });
    await sql`delete from auth.one_time_tokens where user_id = ${of('used').user_id}`;
    await sql`update auth.one_time_tokens set generation = generation + 1 where user_id = ${of('replaced').user_id}`;
    await sql`update auth.messages set kind = 'mfa' where id = ${of('mfa').id}`;
    await setRole(of('privileged').user_id, 'service_role');
    const found: Record<string, unknown> = {};
    for (const [state, { id, user_id, email }] of Object.entries(made)) {
      const { messages } = await sql_api.call('list_messages', { ...caller, address: email });
      const [row] = messages as { retry_refused: unknown }[];
      const { entries } = await sql_api.call('get_timeline', { ...caller, user_id, kind: 'message' });
      const [entry] = entries as Row[];
      assert.is(entry?.details?.retry_refused, row?.retry_refused, `${who}: ${state} in the timeline`);
      found[state] = row?.retry_refused;
      const refused = await errorOf('retry_message', caller, { message_id: id });
      if (who === 'auditor') assert.is.not(row?.retry_refused, null, state);
      else assert.is(row?.retry_refused, refused, `${who}: ${state}`);
    }
    assert.equal(found, {
      failed: who === 'auditor' ? 'right_missing' : null,
      queued: who === 'auditor' ? 'right_missing' : null,
      sent: 'message_is_sent',
      sending: 'message_is_sent',
      suppressed: 'message_suppressed',
      used: 'message_is_void',
      replaced: 'message_is_void',
      mfa: 'message_is_void',
      privileged: { administrator: null, support: 'support_target', auditor: 'right_missing' }[who],
    });
  }
});

test('webhook events: failed, being delivered, and of an administrator', async () => {
  await createWebhook(sql_api);
  for (const [who, caller] of Object.entries(CALLERS)) {
    const people = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
    const [ada, root] = people.map(({ id }) => id) as [string, string];
    await sql`delete from auth.webhook_events`;
    for (const user_id of [ada, root]) await queueEvent(sql_api.db, user_id);
    await sql`update auth.webhook_events set state = 'failed', finished_at = auth_lib.clock() where user_id = ${ada}`;
    await setRole(root, 'service_role');
    const rows: Record<string, Row & CallArguments> = {};
    for (const user_id of [ada, root]) {
      const { events } = await sql_api.call('list_webhook_events', { ...caller, user_id });
      for (const row of events as (Row & CallArguments)[]) rows[user_id] = row;
    }
    const expected = who === 'auditor' ? 'right_missing' : null;
    assert.equal(rows[ada]?.retry_refused, expected, who);
    assert.equal(rows[root]?.retry_refused, who === 'support' ? 'support_target' : expected, who);
    for (const row of Object.values(rows))
      assert.is(row.retry_refused, await errorOf('retry_webhook_event', caller, { event_id: row.id }), who);
    await sql`update auth.webhook_events set state = 'sending', leased_until = auth_lib.clock() + interval '1 minute',
      waits_since = auth_lib.clock(), finished_at = null where user_id = ${ada}`;
    const later = await sql_api.call('list_webhook_events', { ...caller, user_id: ada });
    assert.is((later.events as CallArguments[])[0]?.retry_refused, 'webhook_event_is_sent', who);
  }
});

test('sessions: of a user and of an administrator', async () => {
  for (const [who, caller] of Object.entries(CALLERS)) {
    const [ada, root] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
    await setRole(root.id, 'service_role');
    for (const { id: user_id } of [ada, root]) {
      const { sessions } = await sql_api.call('list_all_sessions', { ...caller, user_id });
      const [row] = sessions as (Row & CallArguments)[];
      assert.ok(row, who);
      const refused = await errorOf('end_sessions', caller, { user_id, session_id: row.id });
      assert.is(row.revoke_refused, refused, who);
      const named = { administrator: null, support: user_id === root.id ? 'support_target' : null };
      assert.is(refused, named[who as 'support'] ?? (who === 'auditor' ? 'right_missing' : null), who);
    }
  }
});

test('users: mail_refused is null exactly if a recovery mail is queued, and names the error that the caller of /recover gets', async () => {
  const { organization, enforce } = await organizationHelpers(sql_api);
  const [ordinary, enforced, displayed, sso] = await Promise.all(
    [1, 2, 3, 4].map(() => createConfirmedPerson(sql_api)),
  );
  assert.ok(ordinary && enforced && displayed && sso);
  const { id, domain } = await organization();
  const email = `ada@${domain}`;
  await sql`update auth.addresses set value = ${email} where user_id = ${enforced.id}`;
  await sql`update auth.users set email = ${email} where id = ${enforced.id}`;
  await enforce(id, domain);
  // Without these rows, the addresses find no account.
  await sql`delete from auth.addresses where user_id in ${sql([displayed.id, sso.id])}`;
  await sql`update auth.users set is_sso_user = true where id = ${sso.id}`;
  const off = { settings: { ...STAFF, external_email_enabled: false } };
  for (const [who, caller] of Object.entries(CALLERS)) {
    const found: Record<string, unknown> = {};
    for (const [what, person, more] of [
      ['ordinary', ordinary, {}],
      ['enforced', enforced, {}],
      ['displayed', displayed, {}],
      ['sso', sso, {}],
      ['off', ordinary, off],
    ] as const) {
      const args = { ...caller, ...more };
      const user = await sql_api.call('get_user_by_id', { ...args, user_id: person.id });
      found[what] = user.mail_refused;
      await sql_api.advance(3_600);
      await sql`delete from auth.messages where user_id = ${person.id}`;
      const answer = await errorOf('request_recovery', { settings: args.settings }, { email: user.email });
      const [{ mails } = { mails: 0 }] =
        await sql`select count(*)::integer as mails from auth.messages where user_id = ${person.id}`;
      assert.is(user.mail_refused === undefined, mails === 1, `${who}: ${what}`);
      assert.is(answer, ['enforced', 'off'].includes(what) ? user.mail_refused : null, `${who}: ${what}`);
    }
    assert.equal(
      found,
      {
        ordinary: undefined,
        enforced: 'sso_required',
        displayed: 'user_not_found',
        sso: 'user_sso_managed',
        off: 'email_recovery_disabled',
      },
      who,
    );
  }
});

test.run();
