// check_metadata: limits stored metadata to 10240 bytes on every route that writes them, before anything is written;
// longer ones from earlier may stay and be shortened.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  confirmed,
  type Expected,
  newEmail,
  openSurface,
  sessionOf,
  settings,
  unconfirmed,
} from '../../support/database/surface.ts';
import { newPhone, phones } from '../phone.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const MOST = 10_240;
const ADMIN = { role: 'service_role' };
const TOO_LONG: Expected = [
  400,
  'validation_failed',
  'Metadata cannot be longer than 10240 bytes: user_metadata and app_metadata together, as JSON',
];
const MAIL = { provider: 'email', providers: ['email'] };
const SMS = { provider: 'phone', providers: ['phone'] };
const PASSWORD = 'correct horse battery';
const open = (more: Args = {}) => phones({ external_anonymous_users_enabled: true, ...more });

/** Returns the size of a value as Postgres prints it. */
async function bytes(value: Args): Promise<number> {
  const [row] = await surface.db.sql<{ n: number }[]>`
    select octet_length(${surface.db.sql.json(value as never)}::jsonb::text) as n`;
  return Number(row?.n);
}

/** Returns a text that fills the metadata, together with app, up to the limit. */
async function filler(metadata: Args, app: Args): Promise<string> {
  const left = MOST - (await bytes({ ...metadata, pad: '' })) - (await bytes(app));
  return 'ä'.repeat(Math.floor(left / 2)) + 'x'.repeat(left % 2);
}

/** Returns the size of the metadata stored for a user. */
async function stored(id: unknown): Promise<number> {
  const [row] = await surface.db.sql<{ n: number }[]>`
    select octet_length(u.raw_user_meta_data::text) + octet_length(u.raw_app_meta_data::text) as n from auth.users as u
    where u.id = ${String(id)}`;
  return Number(row?.n);
}
const idOf = async (kind: 'email' | 'phone', value: string): Promise<unknown> =>
  (await surface.rows('auth.users', `t.${kind} = '${value}'`))[0]?.id;

interface Case {
  name: string;
  function: string;
  args: Args;
  /** Members that the server adds. `sub` is replaced with the new user's id before the comparison. */
  added?: Args;
  app?: Args;
}

const SUB = { sub: '00000000-0000-0000-0000-000000000000', email_verified: false, phone_verified: false };

/** Every way to create a user with an address. */
function sources(): Case[] {
  const list: Case[] = [];
  const add = (name: string, fn: string, args: Args, added: Args = {}, app: Args = MAIL) =>
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

for (const source of sources()) {
  test(`${source.name}: accepts the maximum, and no byte more`, async () => {
    const pad = await filler(source.added ?? {}, source.app ?? {});
    await surface.refused(source.function, { ...source.args, data: { pad: `${pad}x` } }, TOO_LONG);
    const answer = await surface.call(source.function, { ...source.args, data: { pad } });
    assert.not.ok('refused' in answer, JSON.stringify(answer).slice(0, 200));
    const { email, phone } = source.args as { email?: string; phone?: string };
    assert.is(await stored(email ? await idOf('email', email) : await idOf('phone', String(phone))), MOST);
  });
}

test('/signup without an address', async () => {
  const pad = await filler({}, {});
  const args = { settings: open(), client };
  await surface.refused('sign_up', { ...args, data: { pad: `${pad}x` } }, TOO_LONG);
  const { claims } = sessionOf(await surface.call('sign_up', { ...args, data: { pad } }));
  assert.is(await stored(claims.sub), MOST);
});

test('the response is the same for known addresses, whose metadata a sign-up does not change', async () => {
  const data = { pad: 'x'.repeat(MOST) };
  for (const { email } of [await confirmed(surface), await unconfirmed(surface)]) {
    await surface.refused('sign_up', { email, password: PASSWORD, data, settings: open() }, TOO_LONG);
    await surface.refused('request_otp', { email, data, settings: open() }, TOO_LONG);
    await surface.refused('request_magic_link', { email, data, settings: open() }, TOO_LONG);
  }
});

test('POST /admin/users: both metadata together', async () => {
  const create = { claims: ADMIN, email: newEmail(), settings: settings(), client };
  const app_metadata = { plan: 'p'.repeat(3000), gone: null };
  const pad = await filler({}, { ...MAIL, plan: app_metadata.plan });
  await surface.refused('create_user', { ...create, app_metadata, user_metadata: { pad: `${pad}x` } }, TOO_LONG);
  await surface.refused(
    'create_user',
    { ...create, app_metadata, user_metadata: { pad }, email_confirm: true },
    TOO_LONG,
  );
  const user = await surface.call('create_user', { ...create, app_metadata, user_metadata: { pad } });
  assert.is(await stored(user.id), MOST);
});

/** The same change by the user (PUT /user) and by an administrator, who name the metadata differently. */
async function changes(): Promise<{ id: string; call: string; args: Args; data: string }[]> {
  const [own, other] = [await confirmed(surface), await confirmed(surface)];
  return [
    { id: own.id, call: 'update_user', args: { claims: own.claims }, data: 'data' },
    { id: other.id, call: 'change_user', args: { claims: ADMIN, user_id: other.id }, data: 'user_metadata' },
  ];
}
const metadataOf = async (id: string): Promise<{ user: Args; app: Args }> => {
  const [row] = await surface.rows('auth.users', `t.id = '${id}'`);
  return { user: row?.raw_user_meta_data as Args, app: row?.raw_app_meta_data as Args };
};

test('PUT /user and PUT /admin/users: the size after merging', async () => {
  for (const { id, call, args, data } of await changes()) {
    const common = { ...args, settings: settings({ jwt_admin_group_name: 'authenticated' }), client };
    const { user, app } = await metadataOf(id);
    const pad = await filler({ ...user, first: 'x'.repeat(4000) }, app);
    await surface.call(call, { ...common, [data]: { first: 'x'.repeat(4000) } });
    const more = { password: 'quite another one', email: newEmail() };
    await surface.refused(call, { ...common, ...more, [data]: { pad: `${pad}x` } }, TOO_LONG);
    await surface.refused(call, { ...common, app_metadata: { first: 'x'.repeat(9000) } }, TOO_LONG);
    await surface.call(call, { ...common, [data]: { pad } });
    assert.is(await stored(id), MOST);
    await surface.refused(call, { ...common, app_metadata: { a: 1 } }, TOO_LONG);
    await surface.call(call, { ...common, [data]: { first: null, other: 'x'.repeat(3900) } });
  }
});

test('oversized from earlier: may stay and be shortened, but not grow', async () => {
  for (const { id, call, args, data } of await changes()) {
    const common = { ...args, settings: settings(), client };
    await surface.db
      .sql`update auth.users set raw_user_meta_data = jsonb_build_object('pad', repeat('x', 30000)) where id = ${id}`;
    await surface.refused(call, { ...common, [data]: { more: 1 } }, TOO_LONG);
    await surface.refused(call, { ...common, [data]: { pad: 'x'.repeat(30_001) } }, TOO_LONG);
    for (const change of [{}, { [data]: {} }, { email: newEmail() }, { [data]: { pad: 'y'.repeat(20_000) } }]) {
      assert.is((await surface.call(call, { ...common, ...change })).id, id);
    }
    assert.ok((await stored(id)) < 21_000);
    await surface.call(call, { ...common, [data]: { pad: null } });
    assert.ok((await stored(id)) < 200);
  }
});

test('generate_link of type signup for an unconfirmed user: the size after merging; an invitation changes nothing', async () => {
  const person = await unconfirmed(surface, { data: { first: 'x'.repeat(6000) } });
  const link = { claims: ADMIN, email: person.email, settings: settings(), client };
  const data = { second: 'x'.repeat(6000) };
  await surface.refused('generate_link', { ...link, type: 'signup', data }, TOO_LONG);
  for (const args of [
    { type: 'invite', data },
    { type: 'signup', data: { ...data, first: null } },
  ]) {
    assert.is((await surface.call('generate_link', { ...link, ...args })).id, person.id);
  }
});

test('a number counts in decimal notation, the longest form in a token', async () => {
  const huge = '{"n": 1e10300}';
  const [row] = await surface.db.sql<{ refused: boolean }[]>`
    select auth_lib.check_metadata(${huge}::text::jsonb, '{}', null) is not null as refused`;
  assert.is(row?.refused, true);
});

test.run();
