// An attacker who has only the gateway's database login cannot create an administrator or a user with a privileged
// role, whatever arguments the attacker passes to the functions of the API. An installation whose settings would create
// such users does not start.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { api, SETTINGS } from '../support/database/sql_api.ts';
import { bearer, newEmail, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const stack = await startStack({ worker: false, env: { SVC_JWT_ADMIN_ROLES: 'service_role,boss' } });
const { db } = stack;
const gateway = db.login('gateway', 1);
test.after(async () => {
  await gateway.end();
  await stack.close();
});

const MINE = { mailer_autoconfirm: true, sms_autoconfirm: true, external_anonymous_users_enabled: true };
const PHONE = { external_phone_enabled: true, sms_ready: true };
const settings = (role: string) => ({ ...SETTINGS, ...MINE, ...PHONE, jwt_default_group_name: role });

/**
 * Calls of the functions that create a user from an address, or an anonymous user. Functions of providers, wallets and
 * organizations also create users, and need more arguments than a role.
 */
const makers = (role: string): [string, Record<string, unknown>][] => [
  ['sign_up', { email: newEmail(), password: PASSWORD, settings: settings(role) }],
  ['sign_up', { phone: '4917612345', password: PASSWORD, settings: settings(role) }],
  ['sign_up', { settings: settings(role) }],
  ['request_otp', { email: newEmail(), settings: settings(role) }],
  ['request_otp', { phone: '4917612346', settings: settings(role) }],
  ['request_magic_link', { email: newEmail(), settings: settings(role) }],
];

const users = async (): Promise<unknown[]> => [...(await db.sql`select id, role from auth.users order by id`)];

test('no function assigns a role of the admin API or a privileged server role, whatever its settings', async () => {
  const [{ superuser } = {}] = await db.sql`select rolname as superuser from pg_roles where rolsuper limit 1`;
  const bypass = `bypass_${Date.now()}`;
  await db.sql.unsafe(`create role ${bypass} bypassrls`);
  try {
    const before = await users();
    for (const role of ['service_role', 'supabase_admin', String(superuser), 'auth_owner', bypass]) {
      for (const [name, args] of makers(role)) {
        const outcome = await api(gateway, name, args).catch((error: Error) => error.message);
        assert.is(outcome, 'jwt_default_group_name names a privileged role', `${name} as ${role}`);
      }
    }
    for (const [name, args] of makers('boss')) {
      const known = { ...args, settings: { ...(args.settings as object), jwt_admin_roles: ['boss'] } };
      assert.ok(
        await api(gateway, name, known).then(
          () => false,
          () => true,
        ),
        name,
      );
    }
    assert.equal(await users(), before);
  } finally {
    await db.sql.unsafe(`drop role ${bypass}`);
  }
});

test('a role of the gateway’s JWT_ADMIN_ROLES that the login hides from SQL makes no administrator over HTTP', async () => {
  const email = newEmail();
  const args = { email, password: PASSWORD, settings: { ...settings('boss'), jwt_admin_roles: ['nobody'] } };
  const made = await api(gateway, 'sign_up', args);
  assert.is((made.claims as { role: string }).role, 'boss');
  const session = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  assert.is(session.status, 200);
  const answer = await stack.get('/admin/users', bearer(session.body.access_token));
  assert.equal([answer.status, answer.body.error_code], [403, 'not_admin']);
});

test('an administrator of the API can assign such a role', async () => {
  const email = newEmail();
  await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true, role: 'boss' }, SERVICE);
  const session = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  assert.is((await stack.get('/admin/users', bearer(session.body.access_token))).status, 200);
});

test('an installation with a privileged default role does not start', async () => {
  for (const role of ['postgres', 'auth_owner']) {
    const started = stack.another({ SVC_JWT_DEFAULT_GROUP_NAME: role });
    const outcome = await started.then(
      () => 'started',
      (error: Error) => error.message,
    );
    assert.match(outcome, /^SVC_JWT_DEFAULT_GROUP_NAME is "\w+", which in this server is a superuser/);
  }
});

test.run();
