// Rights of the roles in the admin API: every function requires the right in rights.ts, and random callers can do only
// what their rights allow.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, readSeed } from '../../../security/random.ts';
import {
  type CallArguments,
  type CallResult,
  client,
  newEmail,
  openSqlApi,
  resultOrError,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN } from './admin.ts';
import { REQUIRED_RIGHTS } from './rights.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;

const STAFF = settings({ jwt_support_roles: ['helper'], jwt_auditor_roles: ['viewer'] });
const ROLES: Readonly<Record<string, readonly string[]>> = {
  service_role: ['read', 'list', 'support', 'administer'],
  helper: ['read', 'support'],
  viewer: ['read', 'list'],
  authenticated: [],
};

/** Names of functions that check the administrator's right, from their source files. */
const CHECKED = readdirSync(new URL('../../../../sql/api/admin', import.meta.url)).flatMap((file) => {
  const text = readFileSync(new URL(`../../../../sql/api/admin/${file}`, import.meta.url), 'utf8');
  return text.includes('auth_lib.check_admin(') ? [file.replace('.sql', '')] : [];
});

const told = (answer: CallResult): CallArguments => (answer.refused ?? {}) as CallArguments;
const call = async (name: string, args: CallArguments): Promise<CallArguments> =>
  told(await resultOrError(sql_api.call(name, { settings: STAFF, ...args })));
/** Returns true if the call passed the check of rights. It may then fail because of its missing arguments. */
const isAllowed = async (name: string, role: string): Promise<boolean> => {
  try {
    return (await call(name, { claims: { role } })).code !== 'insufficient_right';
  } catch (error) {
    // SQLSTATEs that null arguments cause after the check.
    return ['23502', '22004', '22023'].includes(String((error as { code?: string }).code));
  }
};

/** Creates a user with a role and a session. */
async function createMember(role: string, o: { factor?: boolean; aal?: 'aal1' | 'aal2' } = {}) {
  const { id } = await sql_api.call('create_user', {
    claims: ADMIN,
    email: newEmail(),
    email_confirm: true,
    role,
    settings: STAFF,
    client,
  });
  const session_id = randomUUID();
  const aal = o.aal ?? 'aal1';
  await sql`insert into auth.sessions (user_id, id, amr, aal, created_at) values (${id as string}, ${session_id}, '[]', ${aal}, auth_lib.clock())`;
  if (o.factor) await sql`update auth.users set factor_status = 'verified' where id = ${id as string}`;
  return { id: String(id), claims: { sub: id, role, aal, session_id } as CallArguments };
}

test('the table of rights names every function that checks an administrator', () => {
  assert.equal(Object.keys(REQUIRED_RIGHTS).sort(), CHECKED.sort());
});

test('the page of the roles documents the right of each as the functions check it', () => {
  const page = readFileSync(new URL('../../../../docs/administration.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| (yes|no)[^|]* \| (yes|no)[^|]* \| (yes|no)[^|]* \|$/gm)];
  const documented = rows.map(([, right, ...roles]) => [right, roles.map((role) => role === 'yes')]);
  const checked = ['service_role', 'helper', 'viewer'].map((role) => ROLES[role] ?? []);
  assert.equal(
    documented,
    ['read', 'list', 'support', 'administer'].map((right) => [right, checked.map((rights) => rights.includes(right))]),
  );
});

test('every function refuses a role without its right, and no other', async () => {
  for (const [name, right] of Object.entries(REQUIRED_RIGHTS)) {
    for (const [role, rights] of Object.entries(ROLES)) {
      if (rights.includes(right)) {
        assert.ok(await isAllowed(name, role), `${name} ${role}`);
        continue;
      }
      const { message } = await call(name, { claims: { role } });
      const expected = rights.length === 0 ? 'User not allowed' : `The role does not have the right ${right}`;
      assert.is(message, expected, `${name} ${role}`);
    }
  }
});

/** Actions of the support role on a target user. */
const ACTIONS: Readonly<Record<string, CallArguments>> = {
  end_sessions: {},
  change_user: { ban_duration: '1h' },
};

test('random callers and targets: only what the table allows', async () => {
  const seed = readSeed();
  console.log(`seed ${seed}`);
  const below = createRandom(seed);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const target = { ordinary: await createMember('authenticated'), privileged: await createMember('service_role') };
  const names = [...Object.keys(ACTIONS), 'get_user_by_id', 'list_sessions', 'delete_user_passkey', 'export_user'];
  const callers = [];
  for (const role of Object.keys(ROLES)) {
    for (const aal of ['aal1', 'aal2'] as const)
      for (const factor of [false, true])
        callers.push({ role, aal, factor, ...(await createMember(role, { aal, factor })) });
    callers.push({ role, aal: 'service', factor: false, id: '', claims: { role } as CallArguments });
  }
  for (let round = 0; round < 300; round++) {
    const caller = oneOf(callers);
    const name = oneOf(names);
    const whom = oneOf(['ordinary', 'privileged'] as const);
    const right = name === 'change_user' ? 'support' : (REQUIRED_RIGHTS[name] ?? '');
    const rights = ROLES[caller.role] ?? [];
    await sql`delete from auth.attempts`;
    const answer = await call(name, { user_id: target[whom].id, ...ACTIONS[name], claims: caller.claims });
    const expected =
      rights.length === 0
        ? 'not_admin'
        : caller.factor && caller.aal === 'aal1'
          ? 'insufficient_aal'
          : !rights.includes(right) || (ACTIONS[name] && caller.role === 'helper' && whom === 'privileged')
            ? 'insufficient_right'
            : undefined;
    const got = ['not_admin', 'insufficient_aal', 'insufficient_right'].includes(String(answer.code))
      ? answer.code
      : undefined;
    assert.is(got, expected, `seed ${seed}: ${caller.role} ${caller.aal} factor=${caller.factor} ${name} ${whom}`);
  }
});

test('a role that the user has lost, or that a sign-up gave, has no right', async () => {
  const helper = await createMember('helper');
  const other = await createMember('authenticated');
  const look = () => call('get_user_by_id', { claims: helper.claims, user_id: other.id });
  assert.is((await look()).code, undefined);
  await sql`update auth.users set sign_up_role = role where id = ${helper.id}`;
  assert.is((await look()).code, 'not_admin');
  await sql`update auth.users set sign_up_role = null, role = 'authenticated' where id = ${helper.id}`;
  assert.is((await look()).code, 'not_admin');
  await sql`update auth.users set role = 'viewer' where id = ${helper.id}`;
  assert.is((await look()).code, undefined);
  assert.is((await call('end_sessions', { claims: helper.claims, user_id: other.id })).code, 'insufficient_right');
});

test('support acts on no user whose role is privileged', async () => {
  const claims = { role: 'helper' };
  const { id: user_id } = await createMember('service_role');
  for (const [name, args] of Object.entries(ACTIONS)) {
    await sql_api.refused(name, { claims, user_id, settings: STAFF, ...args }, [
      403,
      'insufficient_right',
      'Support cannot act on a user with a privileged role',
    ]);
  }
});

test('support bans for at most 24 hours, and ends no longer ban of an administrator', async () => {
  const { claims } = await createMember('helper');
  const { id: user_id } = await createMember('authenticated');
  const ban = (ban_duration: string, by = claims, more: CallArguments = {}) =>
    call('change_user', { claims: by, user_id, ban_duration, ...more });
  assert.equal(await ban('24h'), {});
  assert.equal(await ban('none'), {});
  const TOO_LONG = [
    403,
    'insufficient_right',
    'Support can only ban for at most 24 hours, and end such a ban',
  ] as const;
  for (const duration of ['24h1s', '876000h'])
    await sql_api.refused('change_user', { claims, user_id, ban_duration: duration, settings: STAFF }, TOO_LONG);
  assert.equal(await ban('100h', ADMIN), {});
  for (const duration of ['none', '1h']) assert.is((await ban(duration)).code, 'insufficient_right');
  for (const more of [
    { role: 'helper' },
    { email: newEmail() },
    { password: 'correct horse battery' },
    { user_metadata: {} },
  ]) {
    assert.is((await ban('1h', claims, more)).message, 'The role does not have the right administer');
  }
});

test('support acts 60 times an hour, over all actions; an administrator without limit', async () => {
  const { claims } = await createMember('helper');
  const { id: user_id } = await createMember('authenticated');
  for (let done = 0; done < 60; done++) assert.equal(await call('end_sessions', { claims, user_id }), {});
  const limit = [429, 'over_request_rate_limit', 'Support can act 60 times an hour'] as const;
  await sql_api.refused('end_sessions', { claims, user_id, settings: STAFF }, limit);
  await sql_api.refused('change_user', { claims, user_id, ban_duration: '1h', settings: STAFF }, limit);
  assert.equal(await call('end_sessions', { claims: ADMIN, user_id }), {});
  await sql_api.advance(3_601);
  assert.equal(await call('end_sessions', { claims, user_id }), {});
});

test('support and auditors see what the table says: metadata, lists, exact addresses', async () => {
  const email = newEmail();
  const { id: user_id } = await sql_api.call('create_user', {
    claims: ADMIN,
    email,
    email_confirm: true,
    user_metadata: { note: 'private' },
    app_metadata: { plan: 'gold' },
    settings: STAFF,
    client,
  });
  const shown = async (role: string) => {
    const one = await sql_api.call('get_user_by_id', { claims: { role }, user_id, settings: STAFF });
    const found = await sql_api.call('list_users', { claims: { role }, email, settings: STAFF });
    const [listed] = (found.body as { users: CallResult[] }).users;
    assert.is(listed?.id, user_id);
    assert.equal(listed?.user_metadata, one.user_metadata);
    assert.is(
      (await sql_api.call('find_user_by_address', { claims: { role }, address: email, settings: STAFF })).id,
      user_id,
    );
    return [one.user_metadata, one.app_metadata];
  };
  const apps = { provider: 'email', providers: ['email'] };
  assert.equal(await shown('viewer'), [
    { note: 'private', email_verified: true },
    { plan: 'gold', ...apps },
  ]);
  assert.equal(await shown('helper'), [{}, apps]);
  for (const more of [
    {},
    { search: 'person' },
    { email, search: 'p' },
    { provider: 'email' },
    { filter: 'p' },
    { page: '1' },
  ]) {
    const refused = await call('list_users', { claims: { role: 'helper' }, ...more });
    assert.is(refused.message, 'The role does not have the right list', JSON.stringify(more));
  }
});

test('support sees messages and suppressions of an exact address, and those of nobody else', async () => {
  const [one, other] = [newEmail(), newEmail()];
  const { id: user_id } = await sql_api.call('create_user', { claims: ADMIN, email: one, settings: STAFF, client });
  for (const to of [one, other]) {
    await sql`insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state,
        last_error, expires_at, finished_at, created_at)
      values (gen_random_uuid(), ${String(user_id)}, 'invite', 'mail', ${to}, 1, '', '', 'failed', ${`550 <${to}> unknown`},
        ${sql_api.now()}, ${sql_api.now()}, ${sql_api.now()})`;
    await sql`insert into auth.suppressions (address, reason, created_at) values (${to}, 'bounced', ${sql_api.now()})`;
  }
  for (const name of ['list_messages', 'list_suppressions']) {
    const list = async (role: string, address: string | null): Promise<string> =>
      JSON.stringify(await sql_api.call(name, { claims: { role }, address, settings: STAFF }));
    for (const address of [null, ''])
      assert.match(await list('helper', address), 'The role does not have the right list', name);
    // A text that is no address is a filter that nothing matches.
    for (const address of ['+', ' ']) assert.not.match(await list('helper', address), /@|right list/, name);
    const found = await list('helper', one);
    assert.match(found, one);
    assert.not.match(found, other);
    const seen = await list('viewer', null);
    for (const address of [one, other]) assert.match(seen, address);
  }
});

test.run();
