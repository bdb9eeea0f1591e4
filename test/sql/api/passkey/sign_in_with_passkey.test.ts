// Tests of sign_in_with_passkey.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi, readSession } from '../../../support/database/sql_api.ts';
import { registerPasskey, relyingParty, VERIFICATION_FAILED } from './ceremony.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const signIn = (passkey: object, more: object = {}) => ({
  passkey: { sign_count: 0, backed_up: false, ...passkey },
  settings: relyingParty(more),
  client,
});

test('a session of one factor, by passkey; recorded with the passkey and in the audit log', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await registerPasskey(sql_api, person);
  const answer = await sql_api.call(
    'sign_in_with_passkey',
    signIn({ user_id: person.id, id, sign_count: 3, backed_up: true }),
  );
  const { claims } = readSession(answer);
  assert.equal(
    [claims.aal, (claims.amr as object[]).map((one) => (one as { method: string }).method)],
    ['aal1', ['passkey']],
  );
  assert.equal(await sql_api.audited(), { actions: ['login'], traits: { passkey_id: id }, actor_id: person.id });
  const [row] = await sql_api.rows('auth.passkeys', `t.id = '${id}'`);
  assert.equal([row?.sign_count, row?.backed_up, row?.clone_warned_at], ['3', true, null]);
  assert.equal(row?.last_used_at, new Date(sql_api.now()));
});

test('a counter that does not grow still signs in: it is recorded with the passkey and in the log, and the highest value stays', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await registerPasskey(sql_api, person, { sign_count: 5 });
  const once = (sign_count: number) =>
    sql_api.call('sign_in_with_passkey', signIn({ user_id: person.id, id, sign_count }));
  for (const [count, warned] of [
    [6, false],
    [6, true],
    [2, true],
    [0, true],
    [7, false],
  ] as const) {
    const before = await sql_api.rows('auth.passkeys', `t.id = '${id}'`);
    readSession(await once(count));
    const traits = (await sql_api.audited())?.traits as Record<string, unknown>;
    const last = Number(before[0]?.sign_count);
    const warning = { clone_warning: true, sign_count: count, last_sign_count: last };
    assert.equal(traits, { passkey_id: id, ...(warned ? warning : {}) }, `${last}, ${count}`);
    const [row] = await sql_api.rows('auth.passkeys', `t.id = '${id}'`);
    assert.is(Number(row?.sign_count), Math.max(last, count));
    assert.is(row?.clone_warned_at !== null, warned || before[0]?.clone_warned_at !== null);
  }
  const silent = await registerPasskey(sql_api, person);
  for (let turn = 0; turn < 2; turn += 1)
    readSession(await sql_api.call('sign_in_with_passkey', signIn({ user_id: person.id, id: silent.id })));
  assert.equal((await sql_api.audited())?.traits, { passkey_id: silent.id }, 'one that does not count is not cloned');
});

test('an unconfirmed address, a ban, a deleted passkey or user: reported after the signature, and nothing is written', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await registerPasskey(sql_api, person);
  const args = signIn({ user_id: person.id, id });
  const set = (row: object) =>
    sql_api.db.sql`update auth.users set ${sql_api.db.sql(row as never)} where id = ${person.id}`;
  await set({ banned_until: new Date('2040-01-01') });
  await sql_api.refused('sign_in_with_passkey', args, [403, 'user_banned', 'User is banned']);
  await set({ phone: '4917', phone_confirmed_at: null });
  await sql_api.refused('sign_in_with_passkey', args, [403, 'phone_not_confirmed', 'Phone not confirmed']);
  await set({ email_confirmed_at: null });
  await sql_api.refused('sign_in_with_passkey', args, [403, 'email_not_confirmed', 'Email not confirmed']);
  await sql_api.refused('sign_in_with_passkey', signIn({ user_id: person.id, id: randomUUID() }), VERIFICATION_FAILED);
  await sql_api.refused('sign_in_with_passkey', signIn({ user_id: randomUUID(), id }), VERIFICATION_FAILED);
});

test.run();
