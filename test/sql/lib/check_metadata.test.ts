// check_metadata limits a user's metadata to 10240 bytes for each function that takes metadata from a caller, before
// any write. Longer metadata that are already stored may stay and may be shortened.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  newEmail,
  openSqlApi,
  readSession,
  settings,
} from '../../support/database/sql_api.ts';
import { newPhone, phoneSettings } from '../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const MOST = 10_240;
const ADMIN = { role: 'service_role' };
const TOO_LONG: ExpectedError = [
  400,
  'validation_failed',
  'Metadata cannot be longer than 10240 bytes: user_metadata and app_metadata together, as JSON',
];
const MAIL = { provider: 'email', providers: ['email'] };
const SMS = { provider: 'phone', providers: ['phone'] };
const PASSWORD = 'correct horse battery';
const open = (more: CallArguments = {}) => phoneSettings({ external_anonymous_users_enabled: true, ...more });

/** Returns the size in bytes of a value as Postgres prints it. */
async function sizeInBytes(value: CallArguments): Promise<number> {
  const [row] = await sql_api.db.sql<{ n: number }[]>`
    select octet_length(${sql_api.db.sql.json(value as never)}::jsonb::text) as n`;
  return Number(row?.n);
}

/** Returns a text that fills the metadata up to the limit. app_metadata counts as well. */
async function fillingText(metadata: CallArguments, app: CallArguments): Promise<string> {
  const left = MOST - (await sizeInBytes({ ...metadata, pad: '' })) - (await sizeInBytes(app));
  return 'ä'.repeat(Math.floor(left / 2)) + 'x'.repeat(left % 2);
}

/** Returns the size in bytes of a user's stored metadata. */
async function storedSize(id: unknown): Promise<number> {
  const [row] = await sql_api.db.sql<{ n: number }[]>`
    select octet_length(u.raw_user_meta_data::text) + octet_length(u.raw_app_meta_data::text) as n from auth.users as u
    where u.id = ${String(id)}`;
  return Number(row?.n);
}
const idOf = async (kind: 'email' | 'phone', value: string): Promise<unknown> =>
  (await sql_api.rows('auth.users', `t.${kind} = '${value}'`))[0]?.id;

interface MetadataCase {
  name: string;
  function: string;
  args: CallArguments;
  /** Members that the server adds. `sub` is replaced by the new user's id before the comparison. */
  added?: CallArguments;
  app?: CallArguments;
}

const SUB = { sub: '00000000-0000-0000-0000-000000000000', email_verified: false, phone_verified: false };

/** Returns ways to create a user with an address. */
function createCases(): MetadataCase[] {
  const list: MetadataCase[] = [];
  const add = (name: string, fn: string, args: CallArguments, added: CallArguments = {}, app: CallArguments = MAIL) =>
    list.push({ name, function: fn, args: { settings: open(), client, ...args }, added, app });
  const mail = () => {
    const email = newEmail();
    return { args: { email, password: PASSWORD }, own: { ...SUB, email } };
  };
  const asked = () => {
    const email = newEmail();
    return { args: { email }, own: { ...SUB, email } };
  };
  const [one, two, three, four] = [mail(), mail(), asked(), asked()];
  add('/signup', 'sign_up', one.args, one.own);
  const auto = { settings: open({ mailer_autoconfirm: true }) };
  add('/signup, autoconfirmed', 'sign_up', { ...two.args, ...auto }, { ...two.own, email_verified: true });
  add('/signup by phone', 'sign_up', { phone: newPhone(), password: PASSWORD }, SUB, SMS);
  add('/otp', 'request_otp', three.args, three.own);
  add('/otp by phone', 'request_otp', { phone: newPhone() }, SUB, SMS);
  add('/magiclink', 'request_magic_link', four.args, four.own);
  const admin = { claims: ADMIN };
  add('/invite', 'invite_user', { ...admin, email: newEmail() });
  for (const type of ['signup', 'magiclink', 'invite']) {
    add(`generate_link ${type}`, 'generate_link', { ...admin, type, email: newEmail(), password: PASSWORD });
  }
  return list;
}

for (const source of createCases()) {
  test(`${source.name}: accepts the maximum, and no byte more`, async () => {
    const pad = await fillingText(source.added ?? {}, source.app ?? {});
    await sql_api.refused(source.function, { ...source.args, data: { pad: `${pad}x` } }, TOO_LONG);
    const answer = await sql_api.call(source.function, { ...source.args, data: { pad } });
    assert.not.ok('refused' in answer, JSON.stringify(answer).slice(0, 200));
    const { email, phone } = source.args as { email?: string; phone?: string };
    assert.is(await storedSize(email ? await idOf('email', email) : await idOf('phone', String(phone))), MOST);
  });
}

test('/signup without an address', async () => {
  const pad = await fillingText({}, {});
  const args = { settings: open(), client };
  await sql_api.refused('sign_up', { ...args, data: { pad: `${pad}x` } }, TOO_LONG);
  const { claims } = readSession(await sql_api.call('sign_up', { ...args, data: { pad } }));
  assert.is(await storedSize(claims.sub), MOST);
});

test('the response is the same for known addresses, whose metadata a sign-up does not change', async () => {
  const data = { pad: 'x'.repeat(MOST) };
  for (const { email } of [await createConfirmedPerson(sql_api), await createUnconfirmedPerson(sql_api)]) {
    await sql_api.refused('sign_up', { email, password: PASSWORD, data, settings: open() }, TOO_LONG);
    await sql_api.refused('request_otp', { email, data, settings: open() }, TOO_LONG);
    await sql_api.refused('request_magic_link', { email, data, settings: open() }, TOO_LONG);
  }
});

test('POST /admin/users: both metadata together', async () => {
  const create = { claims: ADMIN, email: newEmail(), settings: settings(), client };
  const app_metadata = { plan: 'p'.repeat(3000), gone: null };
  const pad = await fillingText({}, { ...MAIL, plan: app_metadata.plan });
  await sql_api.refused('create_user', { ...create, app_metadata, user_metadata: { pad: `${pad}x` } }, TOO_LONG);
  await sql_api.refused(
    'create_user',
    { ...create, app_metadata, user_metadata: { pad }, email_confirm: true },
    TOO_LONG,
  );
  const user = await sql_api.call('create_user', { ...create, app_metadata, user_metadata: { pad } });
  assert.is(await storedSize(user.id), MOST);
});

/** Returns the same change by the user (PUT /user) and by an administrator. */
async function accountChangeCases(): Promise<{ id: string; call: string; args: CallArguments; data: string }[]> {
  const [own, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  return [
    { id: own.id, call: 'update_user', args: { claims: own.claims }, data: 'data' },
    { id: other.id, call: 'change_user', args: { claims: ADMIN, user_id: other.id }, data: 'user_metadata' },
  ];
}
const metadataOf = async (id: string): Promise<{ user: CallArguments; app: CallArguments }> => {
  const [row] = await sql_api.rows('auth.users', `t.id = '${id}'`);
  return { user: row?.raw_user_meta_data as CallArguments, app: row?.raw_app_meta_data as CallArguments };
};

test('PUT /user and PUT /admin/users: the size after merging', async () => {
  for (const { id, call, args, data } of await accountChangeCases()) {
    const common = { ...args, settings: settings({ jwt_admin_group_name: 'authenticated' }), client };
    const { user, app } = await metadataOf(id);
    const pad = await fillingText({ ...user, first: 'x'.repeat(4000) }, app);
    await sql_api.call(call, { ...common, [data]: { first: 'x'.repeat(4000) } });
    const more = { password: 'quite another one', email: newEmail() };
    await sql_api.refused(call, { ...common, ...more, [data]: { pad: `${pad}x` } }, TOO_LONG);
    await sql_api.refused(call, { ...common, app_metadata: { first: 'x'.repeat(9000) } }, TOO_LONG);
    await sql_api.call(call, { ...common, [data]: { pad } });
    assert.is(await storedSize(id), MOST);
    await sql_api.refused(call, { ...common, app_metadata: { a: 1 } }, TOO_LONG);
    await sql_api.call(call, { ...common, [data]: { first: null, other: 'x'.repeat(3900) } });
  }
});

test('oversized from earlier: may stay and be shortened, but not grow', async () => {
  for (const { id, call, args, data } of await accountChangeCases()) {
    const common = { ...args, settings: settings(), client };
    await sql_api.db
      .sql`update auth.users set raw_user_meta_data = jsonb_build_object('pad', repeat('x', 30000)) where id = ${id}`;
    await sql_api.refused(call, { ...common, [data]: { more: 1 } }, TOO_LONG);
    await sql_api.refused(call, { ...common, [data]: { pad: 'x'.repeat(30_001) } }, TOO_LONG);
    for (const change of [{}, { [data]: {} }, { email: newEmail() }, { [data]: { pad: 'y'.repeat(20_000) } }]) {
      assert.is((await sql_api.call(call, { ...common, ...change })).id, id);
    }
    assert.ok((await storedSize(id)) < 21_000);
    await sql_api.call(call, { ...common, [data]: { pad: null } });
    assert.ok((await storedSize(id)) < 200);
  }
});

test('generate_link of type signup for an unconfirmed user: the size after merging; an invitation changes nothing', async () => {
  const person = await createUnconfirmedPerson(sql_api, { data: { first: 'x'.repeat(6000) } });
  const link = { claims: ADMIN, email: person.email, settings: settings(), client };
  const data = { second: 'x'.repeat(6000) };
  await sql_api.refused('generate_link', { ...link, type: 'signup', data }, TOO_LONG);
  for (const args of [
    { type: 'invite', data },
    { type: 'signup', data: { ...data, first: null } },
  ]) {
    assert.is((await sql_api.call('generate_link', { ...link, ...args })).id, person.id);
  }
});

test('a number counts in decimal notation, the longest form in a token', async () => {
  const huge = '{"n": 1e10300}';
  const [row] = await sql_api.db.sql<{ refused: boolean }[]>`
    select auth_lib.check_metadata(${huge}::text::jsonb, '{}', null) is not null as refused`;
  assert.is(row?.refused, true);
});

test.run();
