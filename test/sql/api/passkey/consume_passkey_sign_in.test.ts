// Tests of consume_passkey_sign_in.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, type ExpectedError, openSqlApi } from '../../../support/database/sql_api.ts';
import {
  CHALLENGE_EXPIRED,
  CHALLENGE_NOT_FOUND,
  INCOMPLETE_CASES,
  INVALID_RESPONSE,
  newId,
  registerPasskey,
  requestChallenge,
  VERIFICATION_FAILED,
} from './ceremony.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('consumes a challenge once and returns the key; an unknown credential and another user’s are a wrong signature', async () => {
  for (const [args, refused] of INCOMPLETE_CASES) await sql_api.refused('consume_passkey_sign_in', args, refused);
  const person = await createConfirmedPerson(sql_api);
  const { credential_id, id } = await registerPasskey(sql_api, person);
  const asked = async (credential: object) => ({ challenge_id: await requestChallenge(sql_api), credential });
  const right = await asked({ id: credential_id, user_handle: person.id });
  const { challenge, public_key, passkey } = await sql_api.call('consume_passkey_sign_in', right);
  assert.is(String(challenge).length, 43);
  assert.is(String(public_key).length, 154);
  assert.equal(passkey, { user_id: person.id, id });
  await sql_api.refused('consume_passkey_sign_in', right, CHALLENGE_NOT_FOUND);

  const others = { challenge_id: await requestChallenge(sql_api, person), credential: right.credential };
  await sql_api.refused('consume_passkey_sign_in', others, CHALLENGE_NOT_FOUND);
  const handle: ExpectedError = [400, 'validation_failed', 'Invalid user handle in assertion'];
  const refusals: [object, ExpectedError][] = [
    [{}, INVALID_RESPONSE],
    [{ id: credential_id, user_handle: null }, handle],
    [{ id: credential_id, user_handle: 'x' }, handle],
    [{ id: newId(), user_handle: person.id }, VERIFICATION_FAILED],
    [{ id: credential_id, user_handle: randomUUID() }, VERIFICATION_FAILED],
    [{ id: credential_id, user_handle: (await createConfirmedPerson(sql_api)).id }, VERIFICATION_FAILED],
  ];
  for (const [credential, refused] of refusals) {
    await sql_api.refused('consume_passkey_sign_in', await asked(credential), refused, ['passkey_challenges']);
  }
  const late = await asked(right.credential);
  await sql_api.advance(301);
  await sql_api.refused('consume_passkey_sign_in', late, CHALLENGE_EXPIRED, ['passkey_challenges']);
});

test.run();
