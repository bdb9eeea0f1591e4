// renew_provider_token replaces the tokens that were leased, and checks the caller again.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

async function storeProviderTokens() {
  const person = await createConfirmedPerson(sql_api);
  const id = randomUUID();
  await sql`insert into auth.provider_tokens (user_id, provider, identity_id, id, sealed, renewable, leased_until, updated_at)
    select i.user_id, i.provider, i.id, ${id}, 'first', true, ${sql_api.now()}, ${sql_api.now()}
    from auth.identities as i where i.user_id = ${person.id}`;
  const [identity] = await sql`select i.id from auth.identities as i where i.user_id = ${person.id}`;
  return { ...person, tokens: id, identity_id: String(identity?.id) };
}
const stored = async (user_id: string) =>
  (
    await sql`select id, sealed, renewable, leased_until, expires_at from auth.provider_tokens where user_id = ${user_id}`
  )[0];
type StoredTokens = Awaited<ReturnType<typeof storeProviderTokens>>;
const renew = (person: StoredTokens, outcome: string, tokens: object | null = null, more: CallArguments = {}) =>
  sql_api.call('renew_provider_token', {
    ...{ claims: person.claims, identity_id: person.identity_id, id: person.tokens, tokens, outcome },
    settings: settings(),
    ...more,
  });

test('renewed tokens replace those that were renewed, and end the lease', async () => {
  const person = await storeProviderTokens();
  const tokens = { id: randomUUID(), sealed: 'second', renewable: false, expires_in: 60 };
  await renew(person, 'renewed', tokens);
  const expires_at = new Date(Date.parse(sql_api.now()) + 60_000);
  assert.equal(
    { ...(await stored(person.id)) },
    {
      id: tokens.id,
      sealed: 'second',
      renewable: false,
      leased_until: null,
      expires_at,
    },
  );
  await renew(person, 'renewed', { ...tokens, sealed: 'late' });
  assert.is((await stored(person.id))?.sealed, 'second', 'newer tokens stay');
});

test('a fault prolongs the lease, a gateway that cannot renew ends it, and the end of the access deletes the tokens', async () => {
  const [person, other] = [await storeProviderTokens(), await storeProviderTokens()];
  await renew(person, 'failed');
  const until = new Date(Date.parse(sql_api.now()) + 30_000);
  assert.equal((await stored(person.id))?.leased_until, until);
  await renew(person, 'unread');
  assert.is((await stored(person.id))?.leased_until, null);
  await renew(person, 'ended');
  assert.is(await stored(person.id), undefined);
  assert.ok((await stored(other.id))?.leased_until);
});

test('the outcome is stored for the current owner of the identity; the caller needs the right to a lease', async () => {
  const code = async (change: (person: StoredTokens) => Promise<CallArguments | undefined>) => {
    const person = await storeProviderTokens();
    const tokens = { id: randomUUID(), sealed: 'second', renewable: true, expires_in: 60 };
    const more = await change(person);
    const answer = await renew(person, 'renewed', tokens, more);
    const [row] = await sql`select sealed from auth.provider_tokens where id = ${tokens.id}`;
    assert.is(row?.sealed, 'second');
    return returnedErrorCode(answer);
  };
  const claims =
    (more: CallArguments) =>
    async (person: StoredTokens): Promise<CallArguments> => ({ claims: { ...person.claims, ...more } });
  for (const more of [{ sub: '' }, { sub: 'x' }, { session_id: 'x' }, { exp: 1 }])
    assert.is(await code(claims(more)), 'bad_jwt', JSON.stringify(more));
  assert.is(await code(claims({ sub: randomUUID() })), 'user_not_found');
  assert.is(await code(claims({ client_id: randomUUID() })), 'insufficient_scope');
  assert.is(await code(async () => ({ audience: 'elsewhere' })), 'unexpected_audience');
  for (const [changes, expected] of [
    [`update auth.sessions set revoked_at = now(), revoked_reason = 'factor' where user_id = $1`, 'session_not_found'],
    [`update auth.users set banned_until = 'infinity' where id = $1`, 'user_banned'],
    [`update auth.users set factor_status = 'verified' where id = $1`, 'insufficient_aal'],
    ['update auth.users set email_confirmed_at = null where id = $1', 'email_not_confirmed'],
  ] as const)
    assert.is(await code(({ id }) => sql.unsafe(changes, [id]).then(() => undefined)), expected);
  const moved = async (person: StoredTokens) => {
    const to = await createConfirmedPerson(sql_api);
    await sql`delete from auth.identities where user_id = ${to.id}`;
    await sql`update auth.identities set user_id = ${to.id} where user_id = ${person.id}`;
    return undefined;
  };
  assert.is(await code(moved), 'not_found');
});

test('kept tokens are resealed with a new key', async () => {
  const person = await storeProviderTokens();
  const sealed = Buffer.from([7, 1, 2, 3]).toString('base64url');
  await sql`update auth.provider_tokens set sealed = ${sealed} where user_id = ${person.id}`;
  const claims = { role: 'service_role' };
  const listed = async (key_id: number) => {
    const answer = await sql_api.call('list_sealed', { claims, key_id, most: 100, settings: settings() });
    return (answer.sealed as { kind: string; id: string }[]).filter(({ id }) => id === person.tokens);
  };
  assert.equal(
    (await listed(8)).map(({ kind }) => kind),
    ['provider_token'],
  );
  assert.equal(await listed(7), []);
  const change = { kind: 'provider_token', id: person.tokens, before: [sealed], after: ['resealed'] };
  const { replaced } = await sql_api.call('replace_sealed', { claims, changes: [change], settings: settings() });
  assert.equal([replaced, (await stored(person.id))?.sealed], [1, 'resealed']);
});

test.run();
