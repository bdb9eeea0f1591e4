// Requests that name an address or a user, while the account is deleted or gets another address. Each waits for the
// lock on the user, and then acts on the account that has the address.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runBehindLock } from '../../support/database/run_behind_lock.ts';
import {
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  newEmail,
  openSqlApi,
  readMemberAt,
  resultOrError,
  returnedErrorCode,
} from '../../support/database/sql_api.ts';
import { relyingParty } from '../api/passkey/ceremony.ts';
import { createConfirmedPhone, newPhone, phoneSettings } from '../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const ADMIN = { role: 'service_role' };
const PASSWORD = 'given by the administrator';
const request = (name: string, args: CallArguments) => (): Promise<CallResult> =>
  resultOrError(
    sql_api.call(name, {
      ...(name === 'generate_link' ? { claims: ADMIN } : {}),
      settings: phoneSettings(),
      client,
      ...args,
    }),
  );
const deletion = (id: string): string => `delete from auth.users where id = '${id}'`;
const move = (id: string, kind: string, value: string): string =>
  `select auth_lib.lock_user('${id}'), auth_lib.set_address('${id}', '${kind}', '${value}', true)`;
/** Runs the request while another transaction changes the user. */
async function during(change: string, call: () => Promise<CallResult>): Promise<CallResult> {
  const [answer] = await runBehindLock(sql_api.db, change, [call]);
  return answer as CallResult;
}
const tokensOf = async (id: unknown): Promise<unknown[]> =>
  (await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`)).map(({ address }) => address);

test('a generated link never belongs to an account that gets another address meanwhile', async () => {
  for (const type of ['magiclink', 'recovery', 'signup', 'invite', 'email_change_new', 'email_change_current']) {
    const { id, email } = await createConfirmedPerson(sql_api);
    const args = { type, email, new_email: newEmail(), password: PASSWORD };
    const answer = await during(move(id, 'email', newEmail()), request('generate_link', args));
    assert.equal(await tokensOf(id), [], type);
    const creates = ['magiclink', 'signup', 'invite'].includes(type);
    assert.is(returnedErrorCode(answer), creates ? undefined : 'user_not_found', type);
    if (!creates) continue;
    assert.is.not(answer.id, id, type);
    assert.equal([answer.email, await tokensOf(answer.id)], [email, [email]], type);
  }
});

test('a generated link for an account that is deleted meanwhile belongs to a new account with its password', async () => {
  for (const type of ['magiclink', 'recovery', 'signup', 'invite']) {
    const { id, email } = await createConfirmedPerson(sql_api);
    const answer = await during(deletion(id), request('generate_link', { type, email, password: PASSWORD }));
    if (type === 'recovery') assert.is(returnedErrorCode(answer), 'user_not_found');
    else assert.equal([answer.email, await tokensOf(answer.id)], [email, [email]], type);
    const passwords = await sql_api.rows('auth.passwords', `t.user_id = '${answer.id ?? id}'`);
    assert.is(passwords.length, type === 'signup' ? 1 : 0, type);
  }
});

const ROUTES: Record<string, (email: string) => [name: string, args: CallArguments]> = {
  '/magiclink': (email) => ['request_magic_link', { email }],
  '/otp': (email) => ['request_otp', { email }],
  '/recover': (email) => ['request_recovery', { email }],
  '/resend': (email) => ['resend', { type: 'signup', email }],
  '/signup': (email) => ['sign_up', { email, password: PASSWORD }],
};
for (const [route, of] of Object.entries(ROUTES)) {
  test(`${route} responds as for an unknown address when the account is deleted or gets another address meanwhile`, async () => {
    for (const changeOf of [deletion, (id: string) => move(id, 'email', newEmail())]) {
      const { id, email } = await createConfirmedPerson(sql_api);
      const [name, args] = of(email);
      const answer = await during(changeOf(id), request(name, args));
      assert.is(returnedErrorCode(answer), undefined, JSON.stringify(answer));
      assert.equal(await tokensOf(id), []);
      const [made] = await sql_api.rows('auth.users', `t.email = '${email}'`);
      const creates = ['/magiclink', '/otp', '/signup'].includes(route);
      assert.equal(made === undefined ? [] : await tokensOf(made.id), creates ? [email] : []);
    }
  });
}

test('a code by SMS goes to the requested number only, when the account is deleted or gets another number meanwhile', async () => {
  for (const changeOf of [deletion, (id: string) => move(id, 'phone', newPhone())]) {
    const { id, phone } = await createConfirmedPhone(sql_api);
    await sql_api.advance(120);
    const answer = await during(changeOf(id), request('request_otp', { phone }));
    assert.is(returnedErrorCode(answer), undefined, JSON.stringify(answer));
    assert.is(typeof readMemberAt(answer, 'message_id'), 'string');
    assert.equal(await tokensOf(id), []);
    const [made] = await sql_api.rows('auth.users', `t.phone = '${phone}'`);
    assert.equal(await tokensOf(made?.id), [phone]);
  }
});

test('a passkey or an identity link that starts while its user is deleted is refused', async () => {
  const id = randomUUID();
  const flow = { id, provider: 'github', redirect_to: 'http://localhost:3000', verifier: 'sealed' };
  for (const [name, args] of Object.entries({ start_passkey_registration: {}, start_identity_link: flow })) {
    const { id: user_id, claims } = await createConfirmedPerson(sql_api);
    const call = () => resultOrError(sql_api.call(name, { claims, settings: relyingParty(), ...args }));
    assert.is(returnedErrorCode(await during(deletion(user_id), call)), 'user_not_found', name);
  }
});

test.run();
