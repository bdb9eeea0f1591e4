// compare_password: a standby's check of a password, and its use in sign_in_with_password.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  confirmed,
  type Expected,
  member,
  newEmail,
  openSurface,
  settings,
} from '../../../support/database/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const WRONG: Expected = [400, 'invalid_credentials', 'Invalid login credentials'];
const signIn = (args: Args) => surface.call('sign_in_with_password', { settings: settings(), client, ...args });
const refused = (args: Args, expected: Expected, changes: string[] = []) =>
  surface.refused('sign_in_with_password', { settings: settings(), ...args }, expected, changes);

const look = async (args: Args): Promise<string | null> =>
  ((await surface.call('compare_password', { settings: settings(), ...args })).seen as string | undefined) ?? null;

test("uses a standby's result: right, wrong, or unknown", async () => {
  const person = await confirmed(surface);
  const right = await look({ email: person.email, password: person.password });
  const wrong = await look({ email: person.email, password: 'something else' });
  // The password is not checked again, so the standby's result decides.
  assert.is(member(await signIn({ email: person.email, password: 'x', seen: right }), 'body.user.id'), person.id);
  await refused({ email: person.email, password: person.password, seen: wrong }, WRONG, ['attempts']);
  const nobody = await look({ email: newEmail(), password: 'x' });
  await refused({ email: newEmail(), password: 'x', seen: nobody }, WRONG, ['attempts']);
});

test("rejects a standby's result about another hash or account, or without proof: the gateway must repeat the call", async () => {
  const [person, other] = [await confirmed(surface), await confirmed(surface)];
  const password = person.password;
  const before = await look({ email: person.email, password });
  const unknown = await look({ email: newEmail(), password });
  const others = await look({ email: other.email, password: other.password });
  await surface.db
    .sql`update auth.passwords set hash = extensions.crypt('a new one', extensions.gen_salt('bf', 4)) where user_id = ${person.id}`;
  for (const seen of [before, unknown, others, '', 'x', 'x.y', `${before}0`]) {
    const args = { email: person.email, password, seen };
    assert.equal(await surface.changes(async () => assert.equal(await signIn(args), { unseen: true }, `${seen}`)), []);
  }
});

test("a standby's result reveals neither the account nor the match without the hash", async () => {
  const person = await confirmed(surface);
  const texts = [
    await look({ email: person.email, password: person.password }),
    await look({ email: person.email, password: person.password }),
    await look({ email: person.email, password: 'something else' }),
    await look({ email: newEmail(), password: 'x' }),
  ];
  assert.is(new Set(texts).size, 4);
  for (const text of texts) assert.match(String(text), /^[0-9a-f-]{36}\.[0-9a-f]{64}$/);
});

test('a standby leaves requests rejected before hashing to the primary', async () => {
  const { email } = await confirmed(surface);
  const off = settings({ external_email_enabled: false });
  assert.is(await look({ email, password: 'x', settings: off }), null);
  assert.is(await look({ email, phone: '12', password: 'x' }), null);
  assert.is(await look({ password: 'x' }), null);
  const one = settings({ security_max_password_failures: 1 });
  await refused({ email, password: 'x', settings: one }, WRONG, ['attempts']);
  assert.is(await look({ email, password: 'x', settings: one }), null);
});

test('72 bytes: a longer password never matches on a standby either', async () => {
  const long = 'p'.repeat(72);
  const person = await confirmed(surface);
  await surface.db
    .sql`update auth.passwords set hash = extensions.crypt(${long}, extensions.gen_salt('bf', 4)) where user_id = ${person.id}`;
  const { email } = person;
  assert.is(
    member(await signIn({ email, password: long, seen: await look({ email, password: long }) }), 'body.user.id'),
    person.id,
  );
  await refused({ email, password: `${long}x`, seen: await look({ email, password: `${long}x` }) }, WRONG, [
    'attempts',
  ]);
});

test.run();
