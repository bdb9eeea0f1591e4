// The confirmation of an account by its owner removes second factors that an attacker enrolled before.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createUnconfirmedPerson,
  newEmail,
  openSqlApi,
  readSession,
  settings,
} from '../../support/database/sql_api.ts';
import { findSentToken, toUnsealedLink } from '../../support/database/tokens.ts';
import { createPersonWithTotp, factorSettings } from '../api/factor/factors.ts';
import { createProfile, startFlow } from '../api/provider/flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;

/** Creates an attacker's factor and recovery codes, which lock the owner out of an unconfirmed account. */
async function insertAttackersFactors(user_id: string): Promise<void> {
  await sql`
    insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
    select ${user_id}, gen_random_uuid(), t.type, 'verified', case t.type when 'totp' then 'sealed' end, now(), now()
    from (values ('totp'), ('recovery_code')) as t (type)`;
  await sql`insert into auth.recovery_codes (user_id, digest, created_at) values (${user_id}, auth_lib.digest('x'), now())`;
  await sql`update auth.users set factor_status = 'verified' where id = ${user_id}`;
}

/** Returns the numbers of remaining factors and recovery codes, and the user's factor status. */
async function countRemainingFactors(user_id: string): Promise<unknown> {
  const [row] = await sql`
    select (select count(*)::integer from auth.factors where user_id = u.id) as factors,
      (select count(*)::integer from auth.recovery_codes where user_id = u.id) as codes, u.factor_status as status
    from auth.users as u where u.id = ${user_id}`;
  return { ...row };
}
const NONE = { factors: 0, codes: 0, status: null };

/**
 * Asserts that the response contains no factor of the attacker, and that the new session can change the account without
 * a second factor.
 */
async function assertOwnerControls(answer: CallArguments, user_id: string): Promise<void> {
  assert.equal(await countRemainingFactors(user_id), NONE);
  const { claims } = readSession(answer);
  assert.is(claims.aal, 'aal1');
  assert.is((answer.body as { user: CallArguments }).user.factors, undefined);
  const change = { claims, password: 'another horse battery', settings: settings(), client };
  assert.is((await sql_api.call('update_user', change)).refused, undefined);
}

test('recovery of an unconfirmed account', async () => {
  const { id, email } = await createUnconfirmedPerson(sql_api);
  await insertAttackersFactors(id);
  await sql_api.call('request_recovery', { email, settings: settings(), client });
  const token = toUnsealedLink(await findSentToken(sql_api, id, 'recovery'));
  await assertOwnerControls(
    await sql_api.call('verify_token', { type: 'recovery', link: token, settings: settings(), client }),
    id,
  );
});

test('the link of a sign-up', async () => {
  const { id } = await createUnconfirmedPerson(sql_api);
  await insertAttackersFactors(id);
  const token = toUnsealedLink(await findSentToken(sql_api, id));
  await assertOwnerControls(
    await sql_api.call('verify_token', { type: 'signup', link: token, settings: settings(), client }),
    id,
  );
});

test('an invitation', async () => {
  const email = newEmail();
  const asked = { claims: { role: 'service_role' }, email, settings: settings(), client };
  const id = String((await sql_api.call('invite_user', asked)).id);
  await insertAttackersFactors(id);
  const token = toUnsealedLink(await findSentToken(sql_api, id));
  await assertOwnerControls(
    await sql_api.call('verify_token', { type: 'invite', link: token, settings: settings(), client }),
    id,
  );
});

test('a sign-in with a provider that has verified the address', async () => {
  const { id, email } = await createUnconfirmedPerson(sql_api);
  await insertAttackersFactors(id);
  const flow = await startFlow(sql_api.call);
  const args = { id: flow, profile: createProfile({ email }), settings: settings(), client };
  const answer = await sql_api.call('finish_provider_flow', args);
  assert.is((answer.body as { user: CallArguments } | undefined)?.user.id, id, JSON.stringify(answer));
  await assertOwnerControls(answer, id);
});

test('a second sign-up under autoconfirm', async () => {
  const { id, email } = await createUnconfirmedPerson(sql_api);
  await insertAttackersFactors(id);
  const args = { email, password: 'correct horse battery', settings: settings({ mailer_autoconfirm: true }), client };
  await assertOwnerControls(await sql_api.call('sign_up', args), id);
});

test('the owner of a confirmed account who recovers it keeps the factor, and has to verify it', async () => {
  const { id, email } = await createPersonWithTotp(sql_api);
  const before = await countRemainingFactors(id);
  await sql_api.call('request_recovery', { email, settings: factorSettings(), client });
  const token = toUnsealedLink(await findSentToken(sql_api, id, 'recovery'));
  const { claims } = readSession(
    await sql_api.call('verify_token', { type: 'recovery', link: token, settings: factorSettings(), client }),
  );
  assert.is(claims.aal, 'aal1');
  assert.equal(await countRemainingFactors(id), before);
  const args = { claims, password: 'another horse battery', settings: settings(), client };
  await sql_api.refused('update_user', args, [
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ]);
});

test.run();
