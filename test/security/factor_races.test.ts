// A hundred parallel factor verifications through two gateways: one raises its session to aal2, or none once the attempt
// limit is reached.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../support/clients/client.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { ring } from '../support/database/sql_api.ts';
import { type Answer, bearer, startStack, type TestGateway } from '../support/processes/stack.ts';

const stack = await startStack({
  worker: false,
  env: {
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_MFA_PHONE_ENROLL_ENABLED: 'true',
    SVC_MFA_PHONE_VERIFY_ENABLED: 'true',
    SVC_SMS_PROVIDER: 'twilio',
    SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
    SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  },
});
const other = await stack.another();
test.after(() => stack.close());

const nodes: readonly TestGateway[] = [stack, other];
const hundred = (use: (node: TestGateway, index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 100 }, (_, index) => use(nodes[index % 2] as TestGateway, index)));

/** Creates a user with an unverified TOTP factor. */
async function createPersonWithTotp() {
  const { body } = await stack.post('/signup', {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'correct horse',
  });
  const token = bearer(body.access_token);
  const { body: factor } = await stack.post('/factors', { factor_type: 'totp' }, token);
  const secret = decodeBase32((factor.totp as { secret: string }).secret);
  const path = `/factors/${String(factor.id)}`;
  const challenge = async () => {
    const answer = await stack.post(`${path}/challenge`, {}, token);
    assert.is(answer.status, 200, answer.text);
    return String(answer.body.id);
  };
  return {
    id: String((body.user as Answer['body']).id),
    token,
    path,
    challenge,
    code: () => computeTotp(secret, Date.now()),
  };
}

/**
 * Returns the `aal` of each session that a response opened. Asserts that every other response has one of the error
 * `codes`.
 */
function aalOfOpenedSessions(answers: readonly Answer[], codes: readonly string[]): string[] {
  for (const { status, body, text } of answers) {
    assert.ok(status === 200 || (status < 500 && codes.includes(String(body.error_code))), text);
  }
  return answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => String(claimsOf(String(body.access_token)).aal));
}

test('one app code with a separate challenge each time opens one session', async () => {
  const { token, path, challenge, code } = await createPersonWithTotp();
  const challenges = await Promise.all(Array.from({ length: 100 }, challenge));
  const typed = code();
  const answers = await hundred((node, index) =>
    node.post(`${path}/verify`, { challenge_id: challenges[index], code: typed }, token),
  );
  const refusals = ['mfa_verification_failed', 'over_request_rate_limit', 'insufficient_aal'];
  assert.equal(aalOfOpenedSessions(answers, refusals), ['aal2']);
});

test('one challenge opens one session', async () => {
  const { token, path, challenge, code } = await createPersonWithTotp();
  const answer = { challenge_id: await challenge(), code: code() };
  const answers = await hundred((node) => node.post(`${path}/verify`, answer, token));
  assert.equal(aalOfOpenedSessions(answers, ['mfa_ip_address_mismatch', 'mfa_verification_failed']), ['aal2']);
});

test('one phone code opens one session', async () => {
  const { id, token } = await createPersonWithTotp();
  const factor = await stack.post('/factors', { factor_type: 'phone', phone: '+4915400000001' }, token);
  const path = `/factors/${String(factor.body.id)}`;
  const challenge_id = String((await stack.post(`${path}/challenge`, {}, token)).body.id);
  const [row] = await stack.db.sql`select key_id, digits from auth.challenges where id = ${challenge_id}`;
  const code = ring.code({ key_id: row?.key_id, token_id: challenge_id, generation: 1, digits: row?.digits });
  const answers = await hundred((node) => node.post(`${path}/verify`, { challenge_id, code }, token));
  assert.equal(aalOfOpenedSessions(answers, ['mfa_ip_address_mismatch', 'mfa_verification_failed']), ['aal2']);
  const [session] = await stack.db.sql`select counter::int from auth.sessions where user_id = ${id}`;
  assert.is(session?.counter, 2, 'raised once: one pair of tokens');
});

test('one recovery code opens one session', async () => {
  const { id, token, path, challenge, code } = await createPersonWithTotp();
  const first = await stack.post(`${path}/verify`, { challenge_id: await challenge(), code: code() }, token);
  const strong = bearer(first.body.access_token);
  const { body } = await stack.post('/factors/recovery-codes', {}, strong);
  const [recovery] = body.codes as string[];
  const answers = await hundred((node) => node.post('/factors/recovery-codes/verify', { code: recovery }, strong));
  assert.equal(aalOfOpenedSessions(answers, ['mfa_verification_failed', 'mfa_recovery_codes_locked']), ['aal2']);
  const [row] = await stack.db.sql`select count(*)::integer as left from auth.recovery_codes where user_id = ${id}`;
  assert.is(row?.left, 9);
});

test('no more than ten wrong codes are compared, and then the right one fails too', async () => {
  const { id, token, path, challenge, code } = await createPersonWithTotp();
  const challenge_id = await challenge();
  const answers = await hundred((node) => node.post(`${path}/verify`, { challenge_id, code: '0000000' }, token));
  assert.equal(aalOfOpenedSessions(answers, ['mfa_verification_failed', 'over_request_rate_limit']), []);
  const compared = answers.filter(({ body }) => body.error_code === 'mfa_verification_failed').length;
  assert.is(compared, 10);
  const right = await stack.post(`${path}/verify`, { challenge_id, code: code() }, token);
  assert.is(right.body.error_code, 'over_request_rate_limit');
  const [row] = await stack.db.sql`
    select count(*)::integer as count from auth.audit_log
    where actor_id = ${id} and 'verification_attempted' = any (actions) and traits ->> 'valid' = 'false'`;
  assert.is(row?.count, 10);
});

test('a session that ends during the verification of its factor is not raised', async () => {
  const { id, token, path, challenge, code } = await createPersonWithTotp();
  const challenge_id = await challenge();
  let answer: Promise<Answer> | undefined;
  await stack.db.sql.begin(async (sql) => {
    await sql`update auth.sessions set revoked_at = now(), revoked_reason = 'reuse' where user_id = ${id}`;
    answer = stack.post(`${path}/verify`, { challenge_id, code: code() }, token);
    for (let looks = 0; ; looks += 1) {
      const [row] = await stack.db.sql`select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (row?.waiting === 1) break;
      assert.ok(looks < 500, 'nobody waits');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  const { status, body } = (await answer) as Answer;
  assert.equal([status, body.error_code], [403, 'session_not_found']);
  const [row] = await stack.db.sql`select status, used_step from auth.factors where user_id = ${id}`;
  assert.equal({ ...row }, { status: 'unverified', used_step: null });
});

test.run();
