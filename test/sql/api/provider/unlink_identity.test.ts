// DELETE /user/identities/{identity_id}: effects of the deletion, and identities that cannot be deleted.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { newEmail } from '../../../support/processes/stack.ts';
import { insertExternalUser } from '../../external_user.ts';
import { profileOf, startFlow } from './flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

/** Creates a user with a GitHub identity besides the e-mail identity. */
async function userWithGitHub(o: { email?: string; verified?: boolean } = {}) {
  const person = await confirmed(surface);
  const id = await startFlow(surface.call, { args: { claims: person.claims } });
  await surface.call('finish_provider_flow', { id, profile: profileOf(o), settings: settings(), client });
  const identities = await surface.rows('auth.identities', `t.user_id = '${person.id}'`);
  const idOf = (provider: string): string => String(identities.find((row) => row.provider === provider)?.id);
  return { ...person, github: idOf('github'), own: idOf('email') };
}
const CONFLICT = [
  422,
  'email_conflict_identity_not_deletable',
  'Unable to unlink identity due to email conflict',
] as const;
const args = (claims: unknown, identity_id: string) => ({ claims, identity_id, settings: settings(), client });

test('deletes an identity and recomputes providers; keeps the last', async () => {
  const person = await userWithGitHub();
  assert.equal(await surface.call('unlink_identity', args(person.claims, person.github)), {});
  assert.equal((await surface.audited())?.actions, ['identity_unlinked']);
  const [user] = await surface.rows('auth.users', `t.id = '${person.id}'`);
  assert.equal(user?.raw_app_meta_data, { provider: 'email', providers: ['email'] });
  const last = [422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'] as const;
  await surface.refused('unlink_identity', args(person.claims, person.own), last);
});

test('rejects an invalid id, another user’s, another audience, an ended session', async () => {
  const person = await userWithGitHub();
  const { claims } = person;
  await surface.refused('unlink_identity', args(claims, 'x'), [
    404,
    'validation_failed',
    'identity_id must be an UUID',
  ]);
  const other = await userWithGitHub();
  for (const id of [randomUUID(), other.github])
    await surface.refused('unlink_identity', args(claims, id), [422, 'identity_not_found', "Identity doesn't exist"]);
  const audience = { ...args(claims, person.github), audience: 'elsewhere' };
  await surface.refused('unlink_identity', audience, [
    403,
    'unexpected_audience',
    "Token audience doesn't match request audience",
  ]);
});

test('an imported identity whose email_verified is not true confirms no address', async () => {
  for (const claim of [1, '1', 'yes', 'maybe', null, [true], {}]) {
    const email = newEmail();
    const person = await userWithGitHub({ email });
    const data = surface.db.sql.json({ email, email_verified: claim });
    await surface.db.sql`update auth.identities set identity_data = ${data} where id = ${person.github}`;
    await surface.refused('unlink_identity', args(person.claims, person.own), CONFLICT);
    const [user] = await surface.rows('auth.users', `t.id = '${person.id}'`);
    assert.is(user?.email, person.email, JSON.stringify(claim));
  }
});

test('the address is deleted with the identity that it came from, and every pending link', async () => {
  const email = newEmail();
  const person = await userWithGitHub({ email });
  await surface.call('request_recovery', { email: person.email, settings: settings(), client });
  await surface.call('unlink_identity', args(person.claims, person.own));
  const [user] = await surface.rows('auth.users', `t.id = '${person.id}'`);
  assert.equal([user?.email, user?.email_confirmed_at !== null], [email, true]);
  assert.is((await surface.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`)).length, 0);
  assert.is((await surface.rows('auth.addresses', `t.value = '${person.email}'`)).length, 0);
});

test('an address that belongs to another user by now prevents the deletion', async () => {
  const email = newEmail();
  const person = await userWithGitHub({ email, verified: false });
  await insertExternalUser(surface.db.sql, { address: email, confirmed: true });
  await surface.refused('unlink_identity', args(person.claims, person.own), CONFLICT);
});

test.run();
