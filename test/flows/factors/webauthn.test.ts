// WebAuthn second factors with auth-js and a software authenticator.
import type { GoTrueClient } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Authenticator, type AuthenticatorModel, type ResponseDeviation } from '../../support/clients/authenticator.ts';
import { assertClientError, claimsOf } from '../../support/clients/client.ts';
import { startStack } from '../../support/processes/stack.ts';
import { expectData, WEBAUTHN_SETTINGS } from '../passkeys/passkey_stack.ts';
import { createPerson, sessionOfClient } from './app.ts';

const stack = await startStack({ env: WEBAUTHN_SETTINGS });
test.after(() => stack.close());

const RP = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] };

interface WebauthnChallenge {
  id: string;
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: Record<string, unknown> } };
}

/**
 * Returns the challenge of a factor as the server sends it. The client converts members to bytes for the browser, and
 * this function converts them back.
 */
async function requestChallenge(client: GoTrueClient, factorId: string): Promise<WebauthnChallenge> {
  const { id, webauthn } = expectData(await client.mfa.challenge({ factorId, webauthn: RP }));
  const bytes = (value: unknown) => (value instanceof ArrayBuffer ? Buffer.from(value).toString('base64url') : value);
  const text = JSON.stringify(webauthn, (_, value) => bytes(value));
  return { id, webauthn: JSON.parse(text) as WebauthnChallenge['webauthn'] };
}

/** Responds to the challenge with a credential that has toJSON(), as in a browser. */
async function answerChallenge(
  client: GoTrueClient,
  factorId: string,
  device: Authenticator,
  o: { lie?: ResponseDeviation; to?: WebauthnChallenge } = {},
) {
  const { id, webauthn } = o.to ?? (await requestChallenge(client, factorId));
  const options = webauthn.credential_options.publicKey as never;
  const made = webauthn.type === 'create' ? device.create(options, o.lie) : device.get(options, o.lie);
  const credential_response = { ...made, toJSON: () => made } as never;
  return client.mfa.verify({
    factorId,
    challengeId: id,
    webauthn: { ...RP, type: webauthn.type, credential_response },
  });
}

async function enrollWebauthn(client: GoTrueClient, model: AuthenticatorModel = {}, friendlyName = 'key') {
  const { id: factorId } = expectData(await client.mfa.enroll({ factorType: 'webauthn', friendlyName }));
  return { factorId, device: new Authenticator(model) };
}

const WRONG = [422, 'mfa_verification_failed', /.+/] as const;
const MODELS: AuthenticatorModel[] = [{ attestation: 'packed with x5c' }, { kind: 'RS256', verifies: false }];

for (const model of MODELS) {
  test(`${JSON.stringify(model)}: enrolled, verified, aal2; and verified again in another session`, async () => {
    const { client } = await createPerson(stack);
    const { factorId, device } = await enrollWebauthn(client, model);
    expectData(await answerChallenge(client, factorId, device));
    const claims = claimsOf((await sessionOfClient(client)).access_token);
    assert.equal([claims.aal, (claims.amr as { method: string }[])[0]?.method], ['aal2', 'mfa/webauthn']);
    const { webauthn } = await requestChallenge(client, factorId);
    assert.is(webauthn.type, 'request');
    expectData(await answerChallenge(client, factorId, device));
    const { totp, all } = expectData(await client.mfa.listFactors());
    assert.equal(
      [totp.length, all.map(({ factor_type, status }) => [factor_type, status])],
      [0, [['webauthn', 'verified']]],
    );
  });
}

test('forged and repeated answers are 422, and none is 500', async () => {
  const { client } = await createPerson(stack);
  const { factorId, device } = await enrollWebauthn(client);
  const lies: ResponseDeviation[] = [
    { origin: 'https://evil.example' },
    { rp_id: 'evil.example' },
    { challenge: 'AAAA' },
    { present: false },
  ];
  for (const lie of lies)
    assertClientError(await answerChallenge(client, factorId, new Authenticator(), { lie }), WRONG);
  expectData(await answerChallenge(client, factorId, device));
  for (const lie of lies) assertClientError(await answerChallenge(client, factorId, device, { lie }), WRONG);
  const to = await requestChallenge(client, factorId);
  expectData(await answerChallenge(client, factorId, device, { to }));
  const gone = [422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'] as const;
  assertClientError(await answerChallenge(client, factorId, device, { to }), gone);
});

test('rejects an oversized key, and accepts one of 8192 bits', async () => {
  const { client } = await createPerson(stack);
  const { factorId } = await enrollWebauthn(client);
  const device = new Authenticator();
  for (const modulus of [2_048, 15_000])
    assertClientError(await answerChallenge(client, factorId, device, { lie: { modulus } }), WRONG);
  expectData(
    await answerChallenge(client, factorId, device, {
      lie: { modulus: 1_024, id: Buffer.alloc(1_023).toString('base64url') },
    }),
  );
});

test('a verified factor does not change its key, and another’s key does not replace it', async () => {
  const { client } = await createPerson(stack);
  const { factorId, device } = await enrollWebauthn(client);
  const [one, two] = [await requestChallenge(client, factorId), await requestChallenge(client, factorId)];
  expectData(await answerChallenge(client, factorId, device, { to: one }));
  assertClientError(await answerChallenge(client, factorId, new Authenticator(), { to: two }), WRONG);
  expectData(await answerChallenge(client, factorId, device));
});

test('the log gives the reason for a rejected answer, and reports a possible clone', async () => {
  const { client, id } = await createPerson(stack);
  const { factorId, device } = await enrollWebauthn(client);
  const last = () => {
    const lines = stack
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return lines.findLast(({ path }) => path === `/factors/${factorId}/verify`) ?? {};
  };
  assertClientError(
    await answerChallenge(client, factorId, device, { lie: { origin: 'https://evil.example' } }),
    WRONG,
  );
  assert.match(String(last().reason), /^Unexpected registration response origin/);
  expectData(await answerChallenge(client, factorId, device));
  const clone = device.clone();
  expectData(await answerChallenge(client, factorId, device));
  expectData(await answerChallenge(client, factorId, device));
  assert.is(last().level, 'info');
  expectData(await answerChallenge(client, factorId, clone));
  const warning = {
    factor_id: factorId,
    factor_type: 'webauthn',
    clone_warning: true,
    sign_count: 1,
    last_sign_count: 2,
  };
  const { level, factor_id, factor_type, clone_warning, sign_count, last_sign_count } = last();
  assert.equal([level, { factor_id, factor_type, clone_warning, sign_count, last_sign_count }], ['warning', warning]);
  const [row] = await stack.db.sql`
    select traits from auth.audit_log where actor_id = ${id} and actions = '{verification_attempted}'
    order by created_at desc limit 1`;
  assert.equal(row?.traits, { ...warning, valid: true });
  const [factor] = await stack.db
    .sql`select credential -> 'sign_count' as count from auth.factors where id = ${factorId}`;
  assert.is(factor?.count, 2, 'the highest stays');
});

test('of 100 parallel answers to one challenge one raises the session', async () => {
  const { client } = await createPerson(stack);
  const { factorId, device } = await enrollWebauthn(client);
  const { id: challenge_id, webauthn } = await requestChallenge(client, factorId);
  const credential_response = device.create(webauthn.credential_options.publicKey as never);
  const { access_token } = await sessionOfClient(client);
  const body = { challenge_id, webauthn: { type: 'create', credential_response } };
  const headers = { Authorization: `Bearer ${access_token}` };
  const all = await Promise.all(
    Array.from({ length: 100 }, () => stack.post(`/factors/${factorId}/verify`, body, headers)),
  );
  assert.is(all.filter(({ status }) => status === 200).length, 1);
  assert.equal([...new Set(all.map(({ status }) => status))].sort(), [200, 422]);
});

test.run();
