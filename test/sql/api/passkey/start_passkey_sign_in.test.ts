// start_passkey_sign_in: the same options for every caller.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { site } from './ceremony.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('the options are the same for every caller, and reveal nothing', async () => {
  const answer = await surface.call('start_passkey_sign_in', {
    settings: site({ webauthn_challenge_expiry_duration: 20 }),
  });
  const { challenge, ...options } = answer.options as Record<string, unknown>;
  assert.is(Buffer.from(String(challenge), 'base64url').length, 32);
  assert.equal(options, { rpId: 'example.com', timeout: 300_000, userVerification: 'preferred' });
  assert.is(answer.expires_at, Date.parse(surface.now()) / 1000 + 20);
});

test.run();
