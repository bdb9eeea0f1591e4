// Tests of unlink_identity.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { newEmail } from '../../../support/processes/stack.ts';
import { insertExternalUser } from '../../external_user.ts';
import { createProfile, startFlow } from './flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

/** Creates a user with an e-mail and a GitHub identity. */
async function createUserWithGitHub(o: { email?: string; verified?: boolean } = {}) {
  const person = await createConfirmedPerson(sql_api);
  const id = await startFlow(sql_api.call, { args: { claims: person.claims } });
  await sql_api.call('finish_provider_flow', { id, profile: createProfile(o), settings: settings(), client });
  const identities = await sql_api.rows('auth.identities', `t.user_id = '${person.id}'`);
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
  const person = await createUserWithGitHub();
  const [before] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  assert.equal(before?.raw_app_meta_data, { provider: 'email', providers: ['email', 'github'] });
  assert.equal(await sql_api.call('unlink_identity', args(person.claims, person.github)), {});
  assert.equal((await sql_api.audited())?.actions, ['identity_unlinked']);
  const [user] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  assert.equal(user?.raw_app_meta_data, { provider: 'email', providers: ['email'] });
  const last = [422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'] as const;
  await sql_api.refused('unlink_identity', args(person.claims, person.own), last);
});

test('rejects an invalid id, another user’s, another audience, an ended session', async () => {
  const person = await createUserWithGitHub();
  const { claims } = person;
  await sql_api.refused('unlink_identity', args(claims, 'x'), [
    404,
    'validation_failed',
    'identity_id must be an UUID',
  ]);
  const other = await createUserWithGitHub();
  for (const id of [randomUUID(), other.github])
    await sql_api.refused('unlink_identity', args(claims, id), [422, 'identity_not_found', "Identity doesn't exist"]);
  const audience = { ...args(claims, person.github), audience: 'elsewhere' };
  await sql_api.refused('unlink_identity', audience, [
    403,
    'unexpected_audience',
    "Token audience doesn't match request audience",
  ]);
});

test('an imported identity whose email_verified is not true confirms no address', async () => {
  for (const claim of [1, '1', 'yes', 'maybe', null, [true], {}]) {
    const email = newEmail();
    const person = await createUserWithGitHub({ email });
    const data = sql_api.db.sql.json({ email, email_verified: claim });
    await sql_api.db.sql`update auth.identities set identity_data = ${data} where id = ${person.github}`;
    await sql_api.refused('unlink_identity', args(person.claims, person.own), CONFLICT);
    const [user] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
    assert.is(user?.email, person.email, JSON.stringify(claim));
  }
});

test('the address is deleted with the identity that it came from, and every pending link', async () => {
  const email = newEmail();
  const person = await createUserWithGitHub({ email });
  await sql_api.call('request_recovery', { email: person.email, settings: settings(), client });
  await sql_api.call('unlink_identity', args(person.claims, person.own));
  const [user] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  assert.equal([user?.email, user?.email_confirmed_at !== null], [email, true]);
  assert.is((await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`)).length, 0);
  assert.is((await sql_api.rows('auth.addresses', `t.value = '${person.email}'`)).length, 0);
});

test('an address that belongs to another user by now prevents the deletion', async () => {
  const email = newEmail();
  const person = await createUserWithGitHub({ email, verified: false });
  await insertExternalUser(sql_api.db.sql, { address: email, confirmed: true });
  await sql_api.refused('unlink_identity', args(person.claims, person.own), CONFLICT);
});

test.run();
