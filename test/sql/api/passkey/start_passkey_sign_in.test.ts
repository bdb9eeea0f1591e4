// Tests of start_passkey_sign_in.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { relyingParty } from './ceremony.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('the options are the same for every caller, and reveal nothing', async () => {
  const answer = await sql_api.call('start_passkey_sign_in', {
    settings: relyingParty({ webauthn_challenge_expiry_duration: 20 }),
  });
  const { challenge, ...options } = answer.options as Record<string, unknown>;
  assert.is(Buffer.from(String(challenge), 'base64url').length, 32);
  assert.equal(options, { rpId: 'example.com', timeout: 300_000, userVerification: 'preferred' });
  assert.is(answer.expires_at, Date.parse(sql_api.now()) / 1000 + 20);
});

test.run();
