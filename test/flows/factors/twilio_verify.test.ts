// Phone factors whose codes Twilio Verify generates and checks, with auth-js and a real worker.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, claimsOf, expectData } from '../../support/clients/client.ts';
import { bearer, startStack } from '../../support/processes/stack.ts';
import { startTwilioVerify } from '../../support/providers/twilio_verify.ts';
import { createPerson, type PersonWithClient, sessionOfClient } from './app.ts';

const EXPIRED = [403, 'otp_expired', 'Token has expired or is invalid'] as const;
const twilio = await startTwilioVerify();
const stack = await startStack({
  env: { ...twilio.env, SVC_MFA_PHONE_ENROLL_ENABLED: 'true', SVC_MFA_PHONE_VERIFY_ENABLED: 'true' },
});
test.after(async () => {
  await stack.close();
  await twilio.close();
});
test.before.each(() => {
  twilio.requests.length = 0;
  twilio.instead = undefined;
});

let numbers = 0;
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const missed = async (factor_id: string): Promise<number> => {
  const [row] = await stack.db.sql<{ n: number }[]>`
    select coalesce(sum(cardinality(missed)), 0)::integer as n from auth.attempts
    where digest = auth_lib.attempt_digest('factor', ${factor_id})`;
  return row?.n ?? 0;
};

/** Creates a user with a challenged phone factor. Returns the code that the Twilio fake sent. */
async function createChallengedPerson(channel: 'sms' | 'whatsapp' = 'sms') {
  const someone: PersonWithClient = await createPerson(stack);
  const phone = `4915800${String(++numbers).padStart(5, '0')}`;
  const { id: factorId } = expectData(await someone.client.mfa.enroll({ factorType: 'phone', phone }));
  const { id: challengeId } = expectData(await someone.client.mfa.challenge({ factorId, channel }));
  for (let looks = 0; ; looks += 1) {
    const [message] = await stack.db.sql`select state, last_error from auth.messages where to_address = ${phone}`;
    if (message?.state === 'sent') break;
    assert.ok(looks < 600, `the message is ${message?.state}: ${message?.last_error}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const verify = (code: string) => someone.client.mfa.verify({ factorId, challengeId, code });
  return { ...someone, phone, factorId, challengeId, code: twilio.codeOf(phone), verify };
}

test('Twilio’s code raises the session, once; a wrong one counts as an attempt, the right one does not', async () => {
  const { phone, code, verify, factorId, client } = await createChallengedPerson('whatsapp');
  assertClientError(await verify(wrong(code)), EXPIRED);
  assert.is(await missed(factorId), 1);
  const session = expectData(await verify(code));
  assert.equal((claimsOf(session.access_token).amr as { method: string }[])[0]?.method, 'mfa/phone');
  assert.is(claimsOf((await sessionOfClient(client)).access_token).aal, 'aal2');
  assert.is(await missed(factorId), 1);
  assert.equal(
    twilio.requests.map(({ form }) => form),
    [
      { To: `+${phone}`, Channel: 'whatsapp' },
      { To: `+${phone}`, Code: wrong(code) },
      { To: `+${phone}`, Code: code },
    ],
  );
  assertClientError(await verify(code), [422, 'mfa_ip_address_mismatch', /./]);
  assert.is(twilio.asked('VerificationCheck'), 2, 'the challenge is used, so Twilio is not asked');
});

test('Twilio gets at most five checks per challenge, and none for an invalid code', async () => {
  const { code, verify } = await createChallengedPerson();
  for (let guess = 0; guess < 5; guess += 1) assertClientError(await verify(wrong(code)), EXPIRED);
  assert.is(twilio.asked('VerificationCheck'), 5);
  assertClientError(await verify(code), EXPIRED);
  assert.is(twilio.asked('VerificationCheck'), 5);
  const fresh = await createChallengedPerson();
  assertClientError(await fresh.verify('12345x'), EXPIRED);
  assert.is(twilio.asked('VerificationCheck'), 5);
});

test('while Twilio is down no session is raised, and the code is valid afterwards', async () => {
  const { code, factorId, challengeId, client, verify } = await createChallengedPerson();
  const token = bearer((await sessionOfClient(client)).access_token);
  for (const answer of ['cut', { status: 500 }, { body: 'no json' }, { status: 302 }] as const) {
    twilio.instead = () => answer;
    const refused = await stack.post(`/factors/${factorId}/verify`, { challenge_id: challengeId, code }, token);
    assert.equal([refused.status, refused.body.error_code], [503, 'unexpected_failure'], refused.text);
  }
  assert.is(await missed(factorId), 4, 'each of these attempts counts');
  twilio.instead = undefined;
  assert.is(claimsOf(expectData(await verify(code)).access_token).aal, 'aal2');
});

test('a code that we would have generated is invalid', async () => {
  const { challengeId, verify } = await createChallengedPerson();
  const { ring } = await import('../../support/database/sql_api.ts');
  const [row] = await stack.db.sql`select key_id, digits from auth.challenges where id = ${challengeId}`;
  const own = ring.code({ key_id: row?.key_id, token_id: challengeId, generation: 1, digits: row?.digits });
  assertClientError(await verify(own), EXPIRED);
});

test('of parallel requests with Twilio’s code one raises the session', async () => {
  const { code, factorId, challengeId, client } = await createChallengedPerson();
  const token = bearer((await sessionOfClient(client)).access_token);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      stack.post(`/factors/${factorId}/verify`, { challenge_id: challengeId, code }, token),
    ),
  );
  assert.is(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join('\n'));
});

test.run();
