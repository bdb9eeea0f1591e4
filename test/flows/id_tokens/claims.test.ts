// Claims of an ID token that decide whether the token is accepted, and whether its address is verified.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmedUser, startStack } from '../../support/processes/stack.ts';
import { ID_TOKENS, OTHER_TOKENS } from '../../support/providers/other_tokens.ts';
import {
  APPLE,
  BAD_ID_TOKEN,
  ENV,
  FACEBOOK,
  GOOGLE,
  issuers,
  KEYCLOAK,
  MICROSOFT,
  newUserClaims,
  OTHER,
  SNAPCHAT,
  signInError,
  signInWithToken,
  startIssuers,
} from './setting.ts';

await startIssuers();
const stack = await startStack({ env: ENV });
test.after(async () => {
  await stack.close();
  await issuers.close();
});

test('tokens of another kind, signed by the same key for the same client, are no ID tokens', async () => {
  for (const { header, claims } of OTHER_TOKENS)
    for (const [iss, provider, aud] of [
      [GOOGLE, 'google', 'google-web'],
      [KEYCLOAK, 'keycloak', 'keycloak-app'],
    ]) {
      const given = newUserClaims({ aud, ...claims });
      const token = issuers.at(String(iss)).idToken(given, header);
      assert.equal(
        await signInError(stack, { provider: String(provider), token }),
        BAD_ID_TOKEN,
        JSON.stringify({ header, claims }),
      );
      const rows = await stack.db.sql`select from auth.identities as i where i.email = ${String(given.email)}`;
      assert.is(rows.length, 0);
    }
  for (const { header, claims } of ID_TOKENS) {
    const token = issuers.at(KEYCLOAK).idToken(newUserClaims({ aud: 'keycloak-app', ...claims }), header);
    assert.ok(await signInWithToken(stack, { provider: 'keycloak', token }));
  }
});

test('an address without a claim that it is verified opens no account', async () => {
  const { email, id } = await confirmedUser(stack);
  for (const [iss, provider, aud, claim] of [
    [APPLE, 'apple', 'web.example', 'email_verified'],
    [MICROSOFT, 'azure', 'azure-app', 'xms_edov'],
    [FACEBOOK, 'facebook', 'facebook-app', 'email_verified'],
    [GOOGLE, 'google', 'google-web', 'email_verified'],
    [KEYCLOAK, 'keycloak', 'keycloak-app', 'email_verified'],
    [SNAPCHAT, 'snapchat', 'snapchat-app', 'email_verified'],
    [OTHER, '', 'any-app', 'email_verified'],
  ] as const)
    for (const value of [
      false,
      'false',
      0,
      null,
      1,
      '1',
      'yes',
      [true],
      ...(provider === 'facebook' ? [] : [undefined]),
    ]) {
      const others = provider === 'azure' ? {} : { xms_edov: true };
      const more = { email, verified: true, is_verified: true, phone_verified: true, ...others, [claim]: value };
      const id_token = issuers.at(iss).idToken(newUserClaims({ aud, ...more }));
      const named = provider === '' ? { issuer: iss, client_id: aud } : { provider };
      const { status, body } = await stack.post('/token?grant_type=id_token', { id_token, ...named });
      assert.equal(
        [status, body.error_code],
        [422, 'provider_email_needs_verification'],
        `${iss} ${JSON.stringify(value)}`,
      );
    }
  const rows = await stack.db.sql`select i.provider from auth.identities as i where i.user_id = ${id}`;
  assert.equal(
    rows.map((row) => row.provider),
    ['email'],
  );
});

test.run();
