// An attacker who has only the gateway's database login cannot create an administrator or a user with a privileged
// role, with any arguments of the API's functions. An installation whose settings would create such users does not
// start.
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSqlFunctions } from '../../tools/sql_functions.ts';
import { createProfile, startFlow } from '../sql/api/provider/flow.ts';
import { walletMessage } from '../sql/api/provider/wallet.ts';
import { ADMIN, createArguments, newAssertion } from '../sql/api/sso/saml.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { api, client, SETTINGS } from '../support/database/sql_api.ts';
import { bearer, newEmail, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const stack = await startStack({ worker: false, env: { SVC_JWT_ADMIN_ROLES: 'service_role,boss' } });
const { db } = stack;
const gateway = db.login('gateway', 1);
const admin = db.login('admin', 1);
test.after(async () => {
  await Promise.all([gateway.end(), admin.end()]);
  await stack.close();
});

const MINE = { mailer_autoconfirm: true, sms_autoconfirm: true, external_anonymous_users_enabled: true };
const PHONE = { external_phone_enabled: true, sms_ready: true };
const settings = (role: string) => ({ ...SETTINGS, ...MINE, ...PHONE, jwt_default_group_name: role });

// An organization's provider with a SCIM token, and a flow. A rejected call does not consume the flow.
const organization = String((await api(admin, 'create_sso_provider', createArguments())).id);
const scim_token = await api(admin, 'create_scim_token', { ...ADMIN, id: organization, name: 'x', client });
const flow = await startFlow((name, args) => api(gateway, name, args));

const newIdToken = () => ({ digest: randomBytes(32).toString('hex'), expires_at: 4_000_000_000 });

/** Calls of all functions with which the gateway's login can create a user. */
const makers = (role: string): [string, Record<string, unknown>][] => [
  ['sign_up', { email: newEmail(), password: PASSWORD, settings: settings(role) }],
  ['sign_up', { phone: '4917612345', password: PASSWORD, settings: settings(role) }],
  ['sign_up', { settings: settings(role) }],
  ['request_otp', { email: newEmail(), settings: settings(role) }],
  ['request_otp', { phone: '4917612346', settings: settings(role) }],
  ['request_magic_link', { email: newEmail(), settings: settings(role) }],
  ['finish_provider_flow', { id: flow, profile: createProfile(), settings: settings(role) }],
  [
    'sign_in_with_id_token',
    { provider: 'google', profile: createProfile(), token: newIdToken(), settings: settings(role) },
  ],
  ['sign_in_with_web3', { message: walletMessage(), settings: settings(role) }],
  ['finish_saml_flow', { provider_id: organization, assertion: newAssertion(), settings: settings(role) }],
  [
    'create_scim_resource',
    { token_id: scim_token.id, kind: 'User', resource: { userName: newEmail() }, settings: settings(role) },
  ],
];

const SQL_FUNCTIONS = readSqlFunctions();
/** Returns true if a function can call auth_lib.default_role() to create a user. */
function canAssignDefaultRole(name: string, seen = new Set<string>()): boolean {
  if (name === 'auth_lib.default_role') return true;
  // client_claims() puts the default role into the claims of an OAuth client, and creates no user.
  if (name === 'auth_lib.client_claims' || seen.has(name)) return false;
  seen.add(name);
  return SQL_FUNCTIONS.get(name)?.calls.some((call) => canAssignDefaultRole(call.function, seen)) ?? false;
}

const users = async (): Promise<unknown[]> => [...(await db.sql`select id, role from auth.users order by id`)];

test('no function assigns a role of the admin API or a privileged server role, with any settings', async () => {
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
      const outcome = await api(gateway, name, known).catch((error: Error) => error.message);
      assert.is(outcome, 'jwt_default_group_name names a privileged role', `${name} as boss`);
    }
    assert.equal(await users(), before);
  } finally {
    await db.sql.unsafe(`drop role ${bypass}`);
  }
});

test('with an ordinary role, each of these calls creates a user; no other function of the gateway assigns a role', async () => {
  const calls = makers('reader');
  for (const [name, args] of calls) {
    const before = (await users()).length;
    const answer = await api(gateway, name, args);
    assert.is((await users()).length, before + 1, `${name}: ${JSON.stringify(answer)}`);
  }
  const [row] = await db.sql`select count(*)::integer as n from auth.users where role = 'reader'`;
  assert.is(row?.n, calls.length);
  const granted = await gateway<{ name: string }[]>`
    select distinct 'auth_api.' || proname as name from pg_proc
    where pronamespace = 'auth_api'::regnamespace and has_function_privilege(oid, 'execute')`;
  const assigning = granted.map(({ name }) => name).filter((name) => canAssignDefaultRole(name));
  assert.equal(assigning.sort(), [...new Set(calls.map(([name]) => `auth_api.${name}`))].sort());
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
