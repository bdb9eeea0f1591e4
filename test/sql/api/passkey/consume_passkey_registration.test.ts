// Tests of consume_passkey_registration.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi, type SqlPerson } from '../../../support/database/sql_api.ts';
import {
  ANONYMOUS,
  addSecondFactor,
  CHALLENGE_EXPIRED,
  CHALLENGE_NOT_FOUND,
  INCOMPLETE_CASES,
  INVALID_RESPONSE,
  NEEDS_AAL2,
  relyingParty,
  requestChallenge,
  SESSION_ENDED,
} from './ceremony.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const take = ({ claims }: SqlPerson, args: object) => ({ claims, settings: relyingParty(), ...args });
const sent = { id: '00', user_handle: null };

test('a challenge is consumed once, by its user, before it expires; a wrong answer consumes it', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  for (const [args, refused] of INCOMPLETE_CASES)
    await sql_api.refused('consume_passkey_registration', take(person, args), refused);
  const challenge_id = await requestChallenge(sql_api, person);
  const args = { challenge_id, credential: sent };
  await sql_api.refused('consume_passkey_registration', take(other, args), CHALLENGE_NOT_FOUND);
  const sign_in = { challenge_id: await requestChallenge(sql_api), credential: sent };
  await sql_api.refused('consume_passkey_registration', take(person, sign_in), CHALLENGE_NOT_FOUND);
  const { challenge } = await sql_api.call('consume_passkey_registration', take(person, args));
  assert.is(Buffer.from(String(challenge), 'base64url').length, 32);
  await sql_api.refused('consume_passkey_registration', take(person, args), CHALLENGE_NOT_FOUND);

  const unreadable = take(person, { challenge_id: await requestChallenge(sql_api, person), credential: {} });
  await sql_api.refused('consume_passkey_registration', unreadable, INVALID_RESPONSE, ['passkey_challenges']);
  await sql_api.refused('consume_passkey_registration', unreadable, CHALLENGE_NOT_FOUND);

  const late = take(person, { challenge_id: await requestChallenge(sql_api, person), credential: sent });
  await sql_api.advance(301);
  await sql_api.refused('consume_passkey_registration', late, CHALLENGE_EXPIRED, ['passkey_challenges']);
});

test('rejects an anonymous user, and an ended session', async () => {
  const anonymous = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`update auth.users set is_anonymous = true where id = ${anonymous.id}`;
  const ended = await createConfirmedPerson(sql_api);
  await sql_api.call('sign_out', { claims: ended.claims, scope: 'local', settings: relyingParty(), client });
  for (const [{ claims }, refused] of [
    [anonymous, ANONYMOUS],
    [ended, SESSION_ENDED],
  ] as const)
    await sql_api.refused('consume_passkey_registration', { claims, settings: relyingParty() }, refused);
});

test('a user with a second factor needs aal2', async () => {
  const person = await createConfirmedPerson(sql_api);
  const args = take(person, { challenge_id: await requestChallenge(sql_api, person), credential: sent });
  await addSecondFactor(sql_api, person);
  await sql_api.refused('consume_passkey_registration', args, NEEDS_AAL2);
});

test.run();
