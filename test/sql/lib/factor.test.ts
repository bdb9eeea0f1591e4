// Factors that a stranger enrolled before the owner confirmed the account: the confirmation removes them.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Args,
  client,
  newEmail,
  openSurface,
  sessionOf,
  settings,
  unconfirmed,
} from '../../support/database/surface.ts';
import { link, sentToken } from '../../support/database/tokens.ts';
import { factors, protectedPerson } from '../api/factor/factors.ts';
import { profileOf, startFlow } from '../api/provider/flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const { sql } = surface.db;

/** Creates a stranger's factor and recovery codes, which lock the owner out of an unconfirmed account. */
async function plantFactors(user_id: string): Promise<void> {
  await sql`
    insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
    select ${user_id}, gen_random_uuid(), t.type, 'verified', case t.type when 'totp' then 'sealed' end, now(), now()
    from (values ('totp'), ('recovery_code')) as t (type)`;
  await sql`insert into auth.recovery_codes (user_id, digest, created_at) values (${user_id}, auth_lib.digest('x'), now())`;
  await sql`update auth.users set factor_status = 'verified' where id = ${user_id}`;
}

/** Returns the remaining factors and recovery codes. */
async function remainingFactors(user_id: string): Promise<unknown> {
  const [row] = await sql`
    select (select count(*)::integer from auth.factors where user_id = u.id) as factors,
      (select count(*)::integer from auth.recovery_codes where user_id = u.id) as codes, u.factor_status as status
    from auth.users as u where u.id = ${user_id}`;
  return { ...row };
}
const NONE = { factors: 0, codes: 0, status: null };

/**
 * Asserts that the response contains no factor of the stranger, and that the new session can change the account without
 * a second factor.
 */
async function owns(answer: Args, user_id: string): Promise<void> {
  assert.equal(await remainingFactors(user_id), NONE);
  const { claims } = sessionOf(answer);
  assert.is(claims.aal, 'aal1');
  assert.is((answer.body as { user: Args }).user.factors, undefined);
  const change = { claims, password: 'another horse battery', settings: settings(), client };
  assert.is((await surface.call('update_user', change)).refused, undefined);
}

test('recovery of an unconfirmed account', async () => {
  const { id, email } = await unconfirmed(surface);
  await plantFactors(id);
  await surface.call('request_recovery', { email, settings: settings(), client });
  const token = link(await sentToken(surface, id, 'recovery'));
  await owns(await surface.call('verify_token', { type: 'recovery', link: token, settings: settings(), client }), id);
});

test('the link of a sign-up', async () => {
  const { id } = await unconfirmed(surface);
  await plantFactors(id);
  const token = link(await sentToken(surface, id));
  await owns(await surface.call('verify_token', { type: 'signup', link: token, settings: settings(), client }), id);
});

test('an invitation', async () => {
  const email = newEmail();
  const asked = { claims: { role: 'service_role' }, email, settings: settings(), client };
  const id = String((await surface.call('invite_user', asked)).id);
  await plantFactors(id);
  const token = link(await sentToken(surface, id));
  await owns(await surface.call('verify_token', { type: 'invite', link: token, settings: settings(), client }), id);
});

test('a sign-in with a provider that has verified the address', async () => {
  const { id, email } = await unconfirmed(surface);
  await plantFactors(id);
  const flow = await startFlow(surface.call);
  const args = { id: flow, profile: profileOf({ email }), settings: settings(), client };
  const answer = await surface.call('finish_provider_flow', args);
  assert.is((answer.body as { user: Args } | undefined)?.user.id, id, JSON.stringify(answer));
  await owns(answer, id);
});

test('a second sign-up under autoconfirm', async () => {
  const { id, email } = await unconfirmed(surface);
  await plantFactors(id);
  const args = { email, password: 'correct horse battery', settings: settings({ mailer_autoconfirm: true }), client };
  await owns(await surface.call('sign_up', args), id);
});

test('the owner of a confirmed account who recovers it keeps the factor, and has to verify it', async () => {
  const { id, email } = await protectedPerson(surface);
  const before = await remainingFactors(id);
  await surface.call('request_recovery', { email, settings: factors(), client });
  const token = link(await sentToken(surface, id, 'recovery'));
  const { claims } = sessionOf(
    await surface.call('verify_token', { type: 'recovery', link: token, settings: factors(), client }),
  );
  assert.is(claims.aal, 'aal1');
  assert.equal(await remainingFactors(id), before);
  const args = { claims, password: 'another horse battery', settings: settings(), client };
  await surface.refused('update_user', args, [
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ]);
});

test.run();
