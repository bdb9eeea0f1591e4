// Passkeys with the real client and an authenticator in software: registering, signing in, and what is refused.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Model } from '../../support/authenticator.ts';
import { claimsOf } from '../../support/client.ts';
import { good, passkeyClient, registered, sentAs, signedIn, startPasskeys } from './stage.ts';

const stack = await startPasskeys();
test.after(() => stack.close());

const MODELS: Record<string, Model> = {
  'ES256 without a statement': {},
  'RS256 without a statement': { kind: 'RS256' },
  'EdDSA without a statement': { kind: 'EdDSA' },
  'ES256, packed': { attestation: 'packed' },
  'RS256, packed': { kind: 'RS256', attestation: 'packed' },
  'ES256, packed with the certificate of its model': { attestation: 'packed with x5c' },
  'a touch without a PIN': { verifies: false },
  'one that does not count': { counts: false },
  'from a domain below': { origin: 'http://app.localhost:3000' },
};

for (const [name, model] of Object.entries(MODELS)) {
  test(`${name}: registered, and signs in`, async () => {
    const person = await signedIn(stack);
    const { authenticator, passkey } = await registered(person.auth, model);
    assert.is(passkey.friendly_name, 'Passkey');
    const auth = passkeyClient(stack);
    const { challenge_id, options } = good(await auth.passkey.startAuthentication());
    const credential = sentAs<never>(authenticator.get(options as never));
    const { session, user } = good(await auth.passkey.verifyAuthentication({ challengeId: challenge_id, credential }));
    assert.is(user?.id, person.id);
    const claims = claimsOf(session?.access_token ?? '');
    assert.equal([claims.aal, (claims.amr as { method: string }[])[0]?.method], ['aal1', 'passkey']);
  });
}

test.run();
