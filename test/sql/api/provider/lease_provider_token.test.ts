// lease_provider_token: the errors of the caller and of the identity, and who gets the lease.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, client, confirmed, openSurface, refusedCode, settings } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

/** Creates a user with an identity whose tokens expire in some seconds; null: the provider does not say. */
async function kept(expires_in: number | null, renewable = true) {
  const person = await confirmed(surface);
  const [identity] = await sql`select i.id from auth.identities as i where i.user_id = ${person.id}`;
  await sql`insert into auth.provider_tokens (user_id, provider, identity_id, id, sealed, renewable, expires_at, updated_at)
    values (${person.id}, 'email', ${identity?.id}, gen_random_uuid(), 'sealed', ${renewable},
      ${surface.now()}::timestamptz + make_interval(secs => ${expires_in}), ${surface.now()})`;
  return { ...person, identity_id: String(identity?.id) };
}
const lease = (person: { claims: Args; identity_id: string }, more: Args = {}) =>
  surface.call('lease_provider_token', {
    claims: person.claims,
    identity_id: person.identity_id,
    settings: settings(),
    ...more,
  });

test('the caller and the identity are checked', async () => {
  const person = await kept(3_600);
  const other = await kept(3_600);
  for (const [more, code] of [
    [{ claims: { ...person.claims, sub: '' } }, 'bad_jwt'],
    [{ claims: { ...person.claims, sub: 'x' } }, 'bad_jwt'],
    [{ claims: { ...person.claims, session_id: 'x' } }, 'bad_jwt'],
    [{ claims: { ...person.claims, exp: 1 } }, 'bad_jwt'],
    [{ audience: 'elsewhere' }, 'unexpected_audience'],
    [{ identity_id: 'x' }, 'validation_failed'],
    [{ identity_id: other.identity_id }, 'not_found'],
  ] as const) {
    assert.is(refusedCode(await lease(person, more)), code, JSON.stringify(more));
  }
  await sql`update auth.users set factor_status = 'verified' where id = ${person.id}`;
  assert.is(refusedCode(await lease(person)), 'insufficient_aal');
  await sql`update auth.users set email_confirmed_at = null where id = ${other.id}`;
  assert.is(refusedCode(await lease(other)), 'email_not_confirmed');
});

test('one caller gets the lease; others get the token until it has expired, and the lease ends', async () => {
  const person = await kept(60);
  assert.is((await lease(person)).renew, true);
  assert.is((await lease(person)).renew, false);
  await sql`update auth.provider_tokens set expires_at = ${surface.now()} where user_id = ${person.id}`;
  assert.equal((await lease(person)).refused, {
    status: 503,
    code: 'unexpected_failure',
    message: 'The token is being renewed, please retry after a moment.',
  });
  await surface.advance(31);
  assert.is((await lease(person)).renew, true);
});

test('a token that lasts, one without an end, and one that cannot be renewed are returned as they are', async () => {
  for (const person of [await kept(61), await kept(null), await kept(30, false)]) {
    const { renew, sealed, provider } = await lease(person);
    assert.equal([renew, sealed, provider], [false, 'sealed', 'email']);
  }
  const person = await kept(0, false);
  assert.is(refusedCode(await lease(person)), 'not_found');
  assert.is(client.ip, '192.0.2.7');
});

test.run();
