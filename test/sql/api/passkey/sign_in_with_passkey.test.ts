// sign_in_with_passkey: users that may sign in, and the signature counter.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface, sessionOf } from '../../../support/database/surface.ts';
import { REFUSED, registered, site } from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const signIn = (passkey: object, more: object = {}) => ({
  passkey: { sign_count: 0, backed_up: false, ...passkey },
  settings: site(more),
  client,
});

test('a session of one factor, by passkey; recorded with the passkey and in the audit log', async () => {
  const person = await confirmed(surface);
  const { id } = await registered(surface, person);
  const answer = await surface.call(
    'sign_in_with_passkey',
    signIn({ user_id: person.id, id, sign_count: 3, backed_up: true }),
  );
  const { claims } = sessionOf(answer);
  assert.equal(
    [claims.aal, (claims.amr as object[]).map((one) => (one as { method: string }).method)],
    ['aal1', ['passkey']],
  );
  assert.equal(await surface.audited(), { actions: ['login'], traits: { passkey_id: id }, actor_id: person.id });
  const [row] = await surface.rows('auth.passkeys', `t.id = '${id}'`);
  assert.equal([row?.sign_count, row?.backed_up, row?.clone_warned_at], ['3', true, null]);
  assert.equal(row?.last_used_at, new Date(surface.now()));
});

test('a counter that does not grow still signs in: it is recorded with the passkey and in the log, and the highest value stays', async () => {
  const person = await confirmed(surface);
  const { id } = await registered(surface, person, { sign_count: 5 });
  const once = (sign_count: number) =>
    surface.call('sign_in_with_passkey', signIn({ user_id: person.id, id, sign_count }));
  for (const [count, warned] of [
    [6, false],
    [6, true],
    [2, true],
    [0, true],
    [7, false],
  ] as const) {
    const before = await surface.rows('auth.passkeys', `t.id = '${id}'`);
    sessionOf(await once(count));
    const traits = (await surface.audited())?.traits as Record<string, unknown>;
    const last = Number(before[0]?.sign_count);
    const warning = { clone_warning: true, sign_count: count, last_sign_count: last };
    assert.equal(traits, { passkey_id: id, ...(warned ? warning : {}) }, `${last}, ${count}`);
    const [row] = await surface.rows('auth.passkeys', `t.id = '${id}'`);
    assert.is(Number(row?.sign_count), Math.max(last, count));
    assert.is(row?.clone_warned_at !== null, warned || before[0]?.clone_warned_at !== null);
  }
  const silent = await registered(surface, person);
  for (let turn = 0; turn < 2; turn += 1)
    sessionOf(await surface.call('sign_in_with_passkey', signIn({ user_id: person.id, id: silent.id })));
  assert.equal((await surface.audited())?.traits, { passkey_id: silent.id }, 'one that does not count is not cloned');
});

test('an unconfirmed address, a ban, a deleted passkey or user: reported after the signature, and nothing is written', async () => {
  const person = await confirmed(surface);
  const { id } = await registered(surface, person);
  const args = signIn({ user_id: person.id, id });
  const set = (row: object) =>
    surface.db.sql`update auth.users set ${surface.db.sql(row as never)} where id = ${person.id}`;
  await set({ banned_until: new Date('2040-01-01') });
  await surface.refused('sign_in_with_passkey', args, [403, 'user_banned', 'User is banned']);
  await set({ phone: '4917', phone_confirmed_at: null });
  await surface.refused('sign_in_with_passkey', args, [403, 'phone_not_confirmed', 'Phone not confirmed']);
  await set({ email_confirmed_at: null });
  await surface.refused('sign_in_with_passkey', args, [403, 'email_not_confirmed', 'Email not confirmed']);
  await surface.refused('sign_in_with_passkey', signIn({ user_id: person.id, id: randomUUID() }), REFUSED);
  await surface.refused('sign_in_with_passkey', signIn({ user_id: randomUUID(), id }), REFUSED);
});

test.run();
