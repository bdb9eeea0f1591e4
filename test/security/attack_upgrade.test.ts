// An account that somebody prepared on an earlier release by unlinking an identity: it has a password and another
// person's unconfirmed address.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/admin.ts';
import { bearer, confirmedUser, fragment, newEmail, startStack } from '../support/stack.ts';

const stack = await startStack();
test.after(() => stack.close());
const { sql } = stack.db;
const migration = readFileSync(new URL('../../sql/migrations/0038-access-epoch.sql', import.meta.url), 'utf8');

/** The tables before migration 0038. */
const BEFORE = `
  alter table auth.users drop column access_epoch, drop column owned_without_address, add column administered_at timestamptz;
  alter table auth.flow_states drop constraint flow_states_access_epoch_check;
  alter table auth.flow_states drop column access_epoch, drop column linking_session_id, drop column profile;
  alter table auth.one_time_tokens drop column provider;
  alter table auth.addresses drop column given_by_administrator;`;

test('the upgrade leaves no password of a stranger in an account without an owner, and takes none from others', async () => {
  const stranger = await confirmedUser(stack);
  const prepared = newEmail();
  const made = { email: prepared, password: 'from an administrator' };
  assert.is((await stack.post('/admin/users', made, SERVICE)).status, 200);
  const other = await confirmedUser(stack);
  const victim = newEmail();
  await sql.begin(async (tx) => {
    await tx.unsafe(BEFORE);
    // The effect of unlinking the e-mail identity in the presence of an identity with an unverified address.
    await tx`update auth.addresses set value = ${victim}, verified_at = null where user_id = ${stranger.id}`;
    await tx`update auth.users set email = ${victim}, email_confirmed_at = null where id = ${stranger.id}`;
    await tx`update auth.identities set provider = 'github', identity_data = ${tx.json({ email: victim, email_verified: false })}
      where user_id = ${stranger.id}`;
    await tx.unsafe(migration);
  });

  const signIn = (email: string, password: string) => stack.post('/token?grant_type=password', { email, password });
  assert.is((await stack.post('/otp', { email: victim })).status, 200);
  const owner = fragment(await stack.get((await stack.mail(victim)).path));
  const { body } = await stack.get('/user', bearer(owner.get('access_token')));
  assert.is(body.email, victim);
  assert.is((await signIn(victim, stranger.password)).body.error_code, 'invalid_credentials');

  assert.is((await signIn(other.email, other.password)).status, 200);
  await stack.post('/otp', { email: prepared });
  await stack.get((await stack.mail(prepared)).path);
  assert.is((await signIn(prepared, made.password)).status, 200);
});

test.run();
