// The first failed check of explain_sign_in equals the error of a real sign-in with the correct password, in each
// combination of the states below.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REMEDIES } from '../../../../gateway/rules/remedies.ts';
import { type CallArguments, client, newEmail, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;
const password = 'correct horse battery';

/** Properties of an account and of the settings, each present or absent. */
const STATES = [
  'known',
  'has_password',
  'banned',
  'deactivated',
  'confirmed',
  'locked',
  'enabled',
  'other_audience',
  'external',
  'enforced',
] as const;
/** Further properties, which are combined with some of STATES only. */
const RARE_STATES = ['anonymous', 'administrator', 'deleted'] as const;
/** `known`, and the properties that make a difference even if the account does not exist. */
const OF_ADDRESSES: readonly string[] = ['known', 'locked', 'enabled', 'enforced'];
const ENFORCED_DOMAIN = 'enforced.example.com';
type AccountProperties = Readonly<
  Record<(typeof STATES)[number], boolean> & Partial<Record<(typeof RARE_STATES)[number], boolean>>
>;

let phones = 0;

async function createAccount(kind: 'email' | 'phone', states: AccountProperties): Promise<string> {
  const email = states.enforced ? newEmail().replace(/@.*/, `@${ENFORCED_DOMAIN}`) : newEmail();
  const address = kind === 'email' ? email : `4915112${String(++phones).padStart(6, '0')}`;
  if (states.known) {
    const { id } = await sql_api.call('create_user', {
      claims: ADMIN,
      [kind]: address,
      password,
      [`${kind}_confirm`]: states.confirmed,
      aud: states.other_audience ? 'elsewhere' : 'authenticated',
      settings: settings(),
      client,
    });
    const user = String(id);
    if (!states.has_password) await sql`delete from auth.passwords where user_id = ${user}`;
    if (!states.has_password) await sql`delete from auth.pending_passwords where user_id = ${user}`;
    if (states.banned)
      await sql`update auth.users set banned_until = auth_lib.clock() + interval '1 hour' where id = ${user}`;
    if (states.deactivated)
      await sql`update auth.users set deprovisioned_at = auth_lib.clock(), is_sso_user = true where id = ${user}`;
    if (states.anonymous) await sql`update auth.users set is_anonymous = true where id = ${user}`;
    if (states.administrator) await sql`update auth.users set role = 'service_role' where id = ${user}`;
    if (states.deleted)
      await sql_api.call('delete_user', {
        claims: ADMIN,
        user_id: user,
        should_soft_delete: true,
        settings: settings(),
        client,
      });
    // An external identity has the address, which is not the user's primary address.
    if (states.external && kind === 'email') await sql`update auth.users set email = 'x' || email where id = ${user}`;
  }
  if (states.locked) {
    await sql`insert into auth.attempts (digest, failures, failing_since, unknown, touched_at)
      values (auth_lib.attempt_digest('password', auth_lib.password_counter_key(${kind}, ${address})), 100, auth_lib.clock(), ${!states.known}, auth_lib.clock())`;
  }
  return address;
}

interface ExplainedCheck {
  rule: string;
  ok: boolean;
  name: string | null;
  code: string | null;
}

/** Asserts that the first failed check equals the error of a sign-in. Returns the name of the error, or `ok`. */
async function compareWithSignIn(kind: 'email' | 'phone', states: AccountProperties): Promise<string> {
  const address = await createAccount(kind, states);
  const own = settings({ external_email_enabled: states.enabled, external_phone_enabled: states.enabled });
  const { checks, user_id } = await sql_api.call('explain_sign_in', { claims: ADMIN, address, settings: own });
  const first = (checks as ExplainedCheck[]).find(({ ok }) => !ok);
  // Does not use sql_api.call(), which removes the error's name.
  const [row] = await sql`select auth_api.sign_in_with_password(email => ${kind === 'email' ? address : null},
    phone => ${kind === 'phone' ? address : null}, password => ${password}, audience => null,
    settings => ${sql.json(own as never)}, client => ${sql.json(client as never)}) as answer`;
  const told = row?.answer.refused as { name: string; code: string } | undefined;
  const what = `${kind} ${JSON.stringify(states)}`;
  assert.equal([first?.name ?? null, first?.code ?? null], [told?.name ?? null, told?.code ?? null], what);
  assert.is(user_id !== null, states.known && !states.deleted, what);
  return first?.name ?? 'ok';
}

test.before(async () => {
  await sql`with p as (insert into auth.sso_providers (id, entity_id, metadata_xml, certificates, sso_url, fetched_at, created_at, updated_at)
      values (gen_random_uuid(), 'https://idp.example.com', 'x', '[{}]', 'https://idp.example.com/sso', now(), now(), now()) returning id)
    insert into auth.sso_domains (domain, provider_id, verified_at, verified_by, enforced, created_at)
    select ${ENFORCED_DOMAIN}, p.id, now(), 'dns', true, now() from p`;
});

test('every combination of states: the first failing check is what a sign-in answers', async () => {
  const seen = new Set<string>();
  for (const kind of ['email', 'phone'] as const) {
    for (let bits = 0; bits < 2 ** STATES.length; bits++) {
      const states = Object.fromEntries(
        STATES.map((name, at) => [name, (bits & (1 << at)) !== 0]),
      ) as AccountProperties;
      // If the account does not exist, its other properties make no difference.
      if (!states.known && STATES.some((name) => states[name] && !OF_ADDRESSES.includes(name))) continue;
      if (states.enforced && (kind === 'phone' || states.other_audience)) continue;
      seen.add(await compareWithSignIn(kind, states));
    }
  }
  assert.equal([...seen].sort(), [
    'banned_at_login',
    'deprovisioned_at_login',
    'email_logins_disabled',
    'email_not_confirmed',
    'invalid_credentials',
    'ok',
    'phone_logins_disabled',
    'phone_not_confirmed',
    'sso_required',
    'too_many_attempts',
  ]);
  for (const name of seen) if (name !== 'ok') assert.ok(REMEDIES[name], `${name} has a remedy`);
});

test('anonymous and soft-deleted accounts, and administrators at an enforced domain', async () => {
  const combined = ['has_password', 'banned', 'confirmed', 'enforced', ...RARE_STATES] as const;
  const none = Object.fromEntries(STATES.map((name) => [name, ['known', 'enabled'].includes(name)]));
  const of = (...on: string[]) =>
    ({ ...none, ...Object.fromEntries(on.map((name) => [name, true])) }) as AccountProperties;
  for (const kind of ['email', 'phone'] as const)
    for (let bits = 0; bits < 2 ** combined.length; bits++)
      await compareWithSignIn(kind, of(...combined.filter((_, at) => (bits & (1 << at)) !== 0)));
  const usual = ['has_password', 'confirmed'];
  assert.is(await compareWithSignIn('email', of(...usual, 'enforced')), 'sso_required');
  assert.is(await compareWithSignIn('email', of(...usual, 'enforced', 'administrator')), 'ok');
  assert.is(await compareWithSignIn('email', of(...usual, 'deleted')), 'invalid_credentials');
});

test('reports that a right password is refused if it is known as leaked', async () => {
  const email = await createAccount('email', {
    ...({} as AccountProperties),
    known: true,
    has_password: true,
    confirmed: true,
  });
  const explain = async (more: CallArguments) =>
    (await sql_api.call('explain_sign_in', { claims: ADMIN, address: email, settings: settings(more) })).refuses_leaked;
  assert.is(await explain({}), false);
  assert.is(await explain({ password_hibp_enabled: true, password_hibp_at_sign_in: true }), false);
  const change = { password_hibp_enabled: true, password_hibp_at_sign_in: true, password_hibp_require_change: true };
  assert.is(await explain(change), true);
  const answer = await sql_api
    .call('sign_in_with_password', {
      email,
      password,
      leaked: true,
      settings: settings(change),
      client,
    })
    .catch((error: Error) => ({ refused: { code: error.message } }));
  assert.match(JSON.stringify(answer), 'weak_password');
});

test('lists the checks after the first error too, whether a hook decides, and a suppressed address', async () => {
  const states: CallArguments = Object.fromEntries(
    STATES.map((name) => [name, ['known', 'enabled', 'banned', 'deactivated', 'has_password'].includes(name)]),
  );
  const email = await createAccount('email', states as unknown as AccountProperties);
  await sql`insert into auth.suppressions (address, reason, created_at) values (${email}, 'bounced', now())`;
  const hooks = { password_verification_attempt: { uri: 'x' } };
  const shown = await sql_api.call('explain_sign_in', {
    claims: ADMIN,
    address: email.toUpperCase(),
    settings: settings({ hooks }),
  });
  assert.equal(
    (shown.checks as ExplainedCheck[]).map(({ rule, name }) => [rule, name]),
    [
      ['check_login_address', null],
      ['check_password_failures', null],
      ['find_password_user', null],
      ['stored_hash', null],
      ['check_sso_account', null],
      ['check_password_account', 'banned_at_login'],
      ['check_password_account', 'deprovisioned_at_login'],
      ['check_password_account', 'email_not_confirmed'],
    ],
  );
  assert.equal([shown.address, shown.hooked, shown.suppressed], [email, true, 'bounced']);
});

test.run();
