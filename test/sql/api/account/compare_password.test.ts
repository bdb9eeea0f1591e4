// compare_password verifies a password on a standby. sign_in_with_password then uses the result.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  newEmail,
  openSqlApi,
  readMemberAt,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const WRONG: ExpectedError = [400, 'invalid_credentials', 'Invalid login credentials'];
const signIn = (args: CallArguments) =>
  sql_api.call('sign_in_with_password', { settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('sign_in_with_password', { settings: settings(), ...args }, expected, changes);

const look = async (args: CallArguments): Promise<string | null> =>
  ((await sql_api.call('compare_password', { settings: settings(), ...args })).proof as string | undefined) ?? null;

test("uses a standby's result: right, wrong, or unknown", async () => {
  const person = await createConfirmedPerson(sql_api);
  const right = await look({ email: person.email, password: person.password });
  const wrong = await look({ email: person.email, password: 'something else' });
  // sign_in_with_password does not verify the password again, so the standby's result decides.
  assert.is(
    readMemberAt(await signIn({ email: person.email, password: 'x', proof: right }), 'body.user.id'),
    person.id,
  );
  await refused({ email: person.email, password: person.password, proof: wrong }, WRONG, ['attempts']);
  const nobody = await look({ email: newEmail(), password: 'x' });
  await refused({ email: newEmail(), password: 'x', proof: nobody }, WRONG, ['attempts']);
});

test("rejects a standby's result about another hash or account, or without proof: the gateway must repeat the call", async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const password = person.password;
  const before = await look({ email: person.email, password });
  const unknown = await look({ email: newEmail(), password });
  const others = await look({ email: other.email, password: other.password });
  await sql_api.db
    .sql`update auth.passwords set hash = extensions.crypt('a new one', extensions.gen_salt('bf', 4)) where user_id = ${person.id}`;
  for (const proof of [before, unknown, others, '', 'x', 'x.y', `${before}0`]) {
    const args = { email: person.email, password, proof };
    assert.equal(
      await sql_api.changes(async () => assert.equal(await signIn(args), { proof_invalid: true }, `${proof}`)),
      [],
    );
  }
});

test("a standby's result reveals neither the account nor the match without the hash", async () => {
  const person = await createConfirmedPerson(sql_api);
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
  const { email } = await createConfirmedPerson(sql_api);
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
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db
    .sql`update auth.passwords set hash = extensions.crypt(${long}, extensions.gen_salt('bf', 4)) where user_id = ${person.id}`;
  const { email } = person;
  assert.is(
    readMemberAt(await signIn({ email, password: long, proof: await look({ email, password: long }) }), 'body.user.id'),
    person.id,
  );
  await refused({ email, password: `${long}x`, proof: await look({ email, password: `${long}x` }) }, WRONG, [
    'attempts',
  ]);
});

test.run();
