// One call for each error of rights, templates, rules, messages, suppressions and webhooks. refusals.test.ts runs the
// calls.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { api, type CallResult } from '../support/database/sql_api.ts';
import { newEmail } from '../support/processes/stack.ts';
import { type Caller, type RejectedCall, withSettings } from './refusal_cases.ts';

const ADMIN: CallResult = { role: 'service_role' };
/** Claims of the support role without a user. The action limit then applies to the role. */
const SUPPORT: CallResult = { role: 'helper' };
const BUSY_SUPPORT: CallResult = { role: 'busy_helper' };
const STAFF = withSettings({ jwt_support_roles: [SUPPORT.role, BUSY_SUPPORT.role] });
/** Maximum number of actions of the support role per hour. */
const SUPPORT_ACTIONS = 60;

const TEMPLATE = { kind: 'invite', locale: 'de', html: '<p>Hello</p>' };
const WEBHOOK = { url: 'https://example.com/hook', kinds: ['user.created'] };

export function administrationCases(o: {
  sql: () => Sql;
  person: () => Promise<Caller>;
}): Record<string, RejectedCall> {
  const admin =
    (name: string, args: CallResult): RejectedCall =>
    () =>
      api(o.sql(), name, { claims: ADMIN, ...args });
  const support = (name: string, args: CallResult, claims = SUPPORT): Promise<CallResult> =>
    api(o.sql(), name, { claims, ...STAFF, ...args });
  const setTemplate = (more: CallResult): RejectedCall => admin('set_template', { ...TEMPLATE, ...more });
  const createWebhook = (more: CallResult): RejectedCall =>
    admin('create_webhook', { ...WEBHOOK, id: randomUUID(), secret: 'sealed', ...more });
  /** Signs a user up. Returns the ids of the user and the queued mail, and the address. */
  const waiting = async () => {
    const email = newEmail();
    const { id: user_id } = await api(o.sql(), 'sign_up', { email, password: 'correct horse battery' });
    const [row] = await o.sql()<{ id: string }[]>`select id from auth.messages where user_id = ${String(user_id)}`;
    if (!row) throw new Error('no message was queued');
    return { message_id: row.id, user_id: String(user_id), email };
  };

  return {
    right_missing: async () => support('delete_user', { user_id: (await o.person()).id }),
    support_target: async () => {
      const { id } = await o.person();
      await o.sql()`update auth.users set role = 'service_role' where id = ${id}`;
      return support('end_sessions', { user_id: id });
    },
    support_ban: async () => support('change_user', { user_id: (await o.person()).id, ban_duration: '24h1s' }),
    support_limit: async () => {
      const act = { user_id: (await o.person()).id };
      for (let done = 0; done < SUPPORT_ACTIONS; done++) {
        const { refused } = await support('end_sessions', act, BUSY_SUPPORT);
        if (refused) throw new Error(`action ${done + 1} was refused`);
      }
      return support('end_sessions', act, BUSY_SUPPORT);
    },

    template_kind: setTemplate({ kind: 'sms' }),
    template_locale: setTemplate({ locale: 'd' }),
    template_too_long: setTemplate({ html: 'x'.repeat(262_145) }),
    template_not_found: setTemplate({ html: null }),
    rule_not_found: admin('get_rule', { name: 'auth_api.x' }),

    message_not_found: admin('get_message', { message_id: randomUUID() }),
    message_is_sent: async () => {
      const { message_id } = await waiting();
      await o.sql()`select auth_api.lease_message(id, generation, '{}') from auth.messages where id = ${message_id}`;
      await o.sql()`select auth_api.finish_message(${message_id}, 1, 'sent', '')`;
      return admin('drop_message', { message_id })();
    },
    message_is_void: async () => {
      const { message_id, user_id } = await waiting();
      await o.sql()`delete from auth.one_time_tokens where user_id = ${user_id}`;
      return admin('retry_message', { message_id })();
    },
    message_suppressed: async () => {
      const { message_id, email } = await waiting();
      await admin('suppress_address', { address: email })();
      return admin('retry_message', { message_id })();
    },
    test_mail_without_address: admin('prepare_test_mail', {}),
    suppression_not_found: admin('unsuppress_address', { address: newEmail() }),

    webhook_not_found: admin('delete_webhook', { webhook_id: randomUUID() }),
    webhook_url: createWebhook({ url: 'example.com' }),
    webhook_kinds: createWebhook({ kinds: ['user.lost'] }),
    webhook_event_not_found: admin('drop_webhook_event', { event_id: randomUUID() }),
    webhook_event_is_sent: async () => {
      const { id: webhook_id } = await createWebhook({})();
      const { id: user_id } = await o.person();
      const [event] = await o.sql()<{ id: string }[]>`
        select id, auth_api.lease_webhook_event(webhook_id, user_id, place, '{}')
        from auth.webhook_events where webhook_id = ${String(webhook_id)} and user_id = ${user_id}`;
      if (!event) throw new Error('no event was queued');
      await o.sql()`select auth_api.finish_webhook_event(${event.id}, 1, 'delivered', null, null, '{}')`;
      return admin('retry_webhook_event', { event_id: event.id })();
    },
  };
}
