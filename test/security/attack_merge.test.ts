// Attacks on merging accounts and on the check of the current password, and attacks by the support role.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN } from '../sql/api/admin/admin.ts';
import {
  challengeFactor,
  enrollTotp,
  factorSettings,
  type TotpFactor,
  totpArguments,
  totpCode,
} from '../sql/api/factor/factors.ts';
import { createHookSchema, defineHook } from '../support/database/hooks.ts';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  errorCodeOf,
  openSqlApi,
  readSession,
  returnedErrorCode,
  settings,
} from '../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;

await createHookSchema(sql_api.db);
await defineHook(sql_api.db, 'merge_users', "return '{}';");
const MERGING = factorSettings({ hooks: { merge_users: { schema: 'app', function: 'merge_users' } } });
const merge = (claims: CallArguments, merged: CallArguments): Promise<string> =>
  errorCodeOf(sql_api.call('merge_users', { claims, merged, settings: MERGING, client }));

test('a copied token whose sign-in is old proves nothing after its thief has enrolled a factor with it', async () => {
  const victim = await createConfirmedPerson(sql_api);
  await sql_api.advance(3_000);
  const thief = await createConfirmedPerson(sql_api);
  assert.is(await merge(thief.claims, victim.claims), 'reauthentication_needed');
  const app: TotpFactor = await enrollTotp(sql_api, victim);
  const challenge = await challengeFactor(sql_api, victim, app.id);
  const answer = await sql_api.call('verify_factor', totpArguments(victim, app, challenge, totpCode(sql_api, app)));
  assert.is(await merge(thief.claims, readSession(answer).claims), 'reauthentication_needed');
});

test('a factor that is older than the session does prove the account again', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app = await enrollTotp(sql_api, person);
  const verify = async (claims: CallArguments): Promise<CallArguments> => {
    await sql_api.advance(60);
    const challenge = await challengeFactor(sql_api, { claims }, app.id);
    return readSession(
      await sql_api.call('verify_factor', totpArguments({ ...person, claims }, app, challenge, totpCode(sql_api, app))),
    ).claims;
  };
  await verify(person.claims);
  await sql_api.advance(60);
  const { email, password } = person;
  const again = readSession(
    await sql_api.call('sign_in_with_password', { email, password, settings: settings(), client }),
  );
  await sql_api.advance(1_000);
  const other = await createConfirmedPerson(sql_api);
  assert.is(await merge(other.claims, await verify(again.claims)), '');
});

test('a token of the time when an account was anonymous does not bring in the identity that was linked later', async () => {
  const on = settings({ external_anonymous_users_enabled: true });
  const planted = readSession(await sql_api.call('sign_up', { settings: on, client })).claims;
  assert.is(planted.is_anonymous, true);
  // Inserts the identity that link_identity_on_request() creates for a provider that returns no address.
  const id = String(planted.sub);
  await sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    values (${id}, 'github', gen_random_uuid(), 'stranger', '{}', ${sql_api.now()}, ${sql_api.now()})`;
  await sql`update auth.users set is_anonymous = false where id = ${id}`;
  const victim = await createConfirmedPerson(sql_api);
  assert.is(await merge(victim.claims, planted), 'reauthentication_needed');
  const [row] = await sql`select user_id from auth.identities where subject = 'stranger'`;
  assert.is(row?.user_id, id);
});

test('a number that the account that stays began to enroll does not stop a merge', async () => {
  const [kept, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  for (const [{ id }, status] of [
    [kept, 'unverified'],
    [other, 'verified'],
  ] as const)
    await sql`insert into auth.factors (user_id, id, factor_type, status, phone, created_at, updated_at)
      values (${id}, ${randomUUID()}, 'phone', ${status}, '4917012345', ${sql_api.now()}, ${sql_api.now()})`;
  await sql`update auth.users set factor_status = 'verified' where id = ${other.id}`;
  await sql`update auth.sessions set aal = 'aal2' where id = ${other.session_id}`;
  assert.is(await merge(kept.claims, { ...other.claims, aal: 'aal2' }), '');
  const rows = await sql`select status from auth.factors where user_id = ${kept.id}`;
  assert.equal(
    rows.map(({ status }) => status),
    ['verified'],
  );
});

test('an identity that came with a merge and is unlinked finds the account no more by its address', async () => {
  const [kept, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  await sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    values (${other.id}, 'github', gen_random_uuid(), 'lost account',
      ${sql.json({ email: other.email, email_verified: true })}, ${sql_api.now()}, ${sql_api.now()})`;
  assert.is(await merge(kept.claims, other.claims), '');
  const found = async (): Promise<unknown[]> => {
    const [row] = await sql`
      select auth_lib.find_accounts_of_identity('google', 'anybody', array[${other.email}]::text[], '{}') as ids`;
    return row?.ids;
  };
  assert.equal(await found(), [kept.id]);
  const [identity] = await sql`
    update auth.identities set identity_data = '{"email": "changed@example.com", "email_verified": true}'
    where subject = 'lost account' returning id`;
  assert.equal(await found(), [kept.id]);
  const gone = await sql_api.call('unlink_identity', {
    claims: kept.claims,
    identity_id: identity?.id,
    settings: MERGING,
    client,
  });
  assert.is(returnedErrorCode(gone), undefined, JSON.stringify(gone));
  assert.equal(await found(), []);
  const [row] = await sql`select count(*)::integer as n from auth.addresses where user_id = ${kept.id}`;
  assert.is(row?.n, 1);
});

const strict = settings({ security_update_password_require_current_password: true, security_max_password_failures: 3 });
const setPassword = (claims: CallArguments, password: string, current_password: string | null) =>
  sql_api.call('update_user', { claims, password, current_password, settings: strict, client });

test('the session of a recovery sets one password without the current one', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql`update auth.sessions set is_recovery = true where id = ${person.session_id}`;
  assert.is(await errorCodeOf(setPassword(person.claims, 'the new password', null)), '');
  assert.is(await errorCodeOf(setPassword(person.claims, 'that of a thief', null)), 'current_password_required');
  assert.is(await errorCodeOf(setPassword(person.claims, 'another password', 'the new password')), '');
});

test('the right current password among parallel wrong ones is refused once the limit is reached', async () => {
  const { id, claims, password } = await createConfirmedPerson(sql_api);
  const held = await sql.reserve();
  await held`begin`;
  await held`select from auth.users where id = ${id} for update`;
  const right = errorCodeOf(setPassword(claims, 'that of a thief', password));
  for (;;) {
    const [waiting] = await sql`select count(*)::integer as n from pg_locks where not granted`;
    if (waiting?.n > 0) break;
    await wait(20);
  }
  const wrong = await Promise.all(
    [1, 2, 3].map((n) => errorCodeOf(setPassword(claims, 'that of a thief', `wrong password ${n}`))),
  );
  assert.equal(wrong, ['current_password_invalid', 'current_password_invalid', 'current_password_invalid']);
  await held`rollback`;
  held.release();
  assert.is(await right, 'over_request_rate_limit');
});

test('support sees no metadata in the answer to a ban, not even to an empty one', async () => {
  const STAFF = settings({ jwt_support_roles: ['helper'] });
  const { id } = await createConfirmedPerson(sql_api);
  const change = (claims: CallArguments, more: CallArguments) =>
    sql_api.call('change_user', { claims, user_id: id, settings: STAFF, client, ...more });
  await change(ADMIN, { user_metadata: { note: 'secret' }, app_metadata: { plan: 'secret' } });
  await sql`update auth.identities set identity_data = identity_data || '{"note": "secret"}' where user_id = ${id}`;
  for (const ban_duration of ['', '1h', 'none']) {
    const answer = await change({ role: 'helper' }, { ban_duration });
    assert.is(returnedErrorCode(answer), undefined);
    assert.is(answer.id, id);
    assert.not.match(JSON.stringify(answer), 'secret');
  }
  assert.match(JSON.stringify(await change(ADMIN, { ban_duration: 'none' })), 'secret');
});

test('a password brings no account of a provider with its own linking domain into the domain of the others', async () => {
  const own = settings({
    experimental_providers_with_own_linking_domain: ['custom:acme'],
    experimental_create_email_identity_on_password_set_enabled: true,
  });
  const { id, email, claims } = await createConfirmedPerson(sql_api);
  await sql`update auth.identities set provider = 'custom:acme', subject = 'of acme' where user_id = ${id}`;
  const found = async (): Promise<unknown[]> => {
    const [row] = await sql`
      select auth_lib.find_accounts_of_identity('google', 'of google', array[${email}]::text[], ${sql.json(own as never)}) as ids`;
    return row?.ids;
  };
  assert.equal(await found(), []);
  const answer = await sql_api.call('update_user', {
    claims,
    password: 'set by whoever acme says',
    settings: own,
    client,
  });
  assert.is(returnedErrorCode(answer), undefined, JSON.stringify(answer));
  assert.equal(await found(), []);
});

test('a merge brings no address of a provider with its own linking domain into the domain of the others', async () => {
  const own = { experimental_providers_with_own_linking_domain: ['custom:acme'] };
  const found = async (email: string): Promise<unknown[]> => {
    const [row] = await sql`
      select auth_lib.find_accounts_of_identity('google', 'of google', array[${email}]::text[], ${sql.json(own)}) as ids`;
    return row?.ids;
  };
  const pair = async () => {
    const [mine, acme] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
    await sql`update auth.identities set provider = 'custom:acme', subject = ${acme.id} where user_id = ${acme.id}`;
    assert.equal([await found(mine.email), await found(acme.email)], [[mine.id], []]);
    return { mine, acme };
  };
  const { mine, acme } = await pair();
  assert.is(await merge(mine.claims, acme.claims), '');
  assert.equal([await found(mine.email), await found(acme.email)], [[mine.id], []]);
  const other = await pair();
  await sql`update auth.identities set provider = 'github', subject = ${other.mine.id} where user_id = ${other.mine.id}`;
  assert.is(await merge(other.acme.claims, other.mine.claims), '');
  assert.equal([await found(other.mine.email), await found(other.acme.email)], [[other.acme.id], []]);
});

test.run();
