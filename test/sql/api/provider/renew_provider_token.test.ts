// renew_provider_token: stores the renewed tokens of its caller alone, and only over those that were renewed.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, confirmed, openSurface, settings } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

async function kept() {
  const person = await confirmed(surface);
  const id = randomUUID();
  await sql`insert into auth.provider_tokens (user_id, provider, identity_id, id, sealed, renewable, leased_until, updated_at)
    select i.user_id, i.provider, i.id, ${id}, 'first', true, ${surface.now()}, ${surface.now()}
    from auth.identities as i where i.user_id = ${person.id}`;
  return { ...person, tokens: id };
}
const stored = async (user_id: string) =>
  (
    await sql`select id, sealed, renewable, leased_until, expires_at from auth.provider_tokens where user_id = ${user_id}`
  )[0];
const renew = (claims: Args, id: string, tokens: object | null, gone = false) =>
  surface.call('renew_provider_token', { claims, id, tokens, gone });

test('renewed tokens replace those that were renewed, and end the lease', async () => {
  const person = await kept();
  const tokens = { id: randomUUID(), sealed: 'second', renewable: false, expires_in: 60 };
  await renew(person.claims, person.tokens, tokens);
  const expires_at = new Date(Date.parse(surface.now()) + 60_000);
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
  await renew(person.claims, person.tokens, { ...tokens, sealed: 'late' });
  assert.is((await stored(person.id))?.sealed, 'second', 'newer tokens stay');
});

test('a fault ends the lease, the end of the access deletes the tokens, and nobody else’s are touched', async () => {
  const [person, other] = [await kept(), await kept()];
  await renew(other.claims, person.tokens, null, true);
  await renew(other.claims, person.tokens, null);
  assert.ok((await stored(person.id))?.leased_until);
  await renew(person.claims, person.tokens, null);
  assert.is((await stored(person.id))?.leased_until, null);
  await renew(person.claims, person.tokens, null, true);
  assert.is(await stored(person.id), undefined);
});

test('kept tokens are resealed with a new key', async () => {
  const person = await kept();
  const sealed = Buffer.from([7, 1, 2, 3]).toString('base64url');
  await sql`update auth.provider_tokens set sealed = ${sealed} where user_id = ${person.id}`;
  const claims = { role: 'service_role' };
  const listed = async (key_id: number) => {
    const answer = await surface.call('list_sealed', { claims, key_id, most: 100, settings: settings() });
    return (answer.sealed as { kind: string; id: string }[]).filter(({ id }) => id === person.tokens);
  };
  assert.equal(
    (await listed(8)).map(({ kind }) => kind),
    ['provider_token'],
  );
  assert.equal(await listed(7), []);
  const change = { kind: 'provider_token', id: person.tokens, before: [sealed], after: ['resealed'] };
  const { replaced } = await surface.call('replace_sealed', { claims, changes: [change], settings: settings() });
  assert.equal([replaced, (await stored(person.id))?.sealed], [1, 'resealed']);
});

test.run();
