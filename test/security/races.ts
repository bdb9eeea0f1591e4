// Helpers for tests of concurrent token consumption: two gateways on one database, ten uses of one token, and the
// sessions that result.
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import type { TokenRow } from '../support/database/sql_api.ts';
import {
  type Answer,
  bearer,
  newEmail,
  readRedirectFragment,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';

export const TEST_PHONE = '4915400000000';
export const PASSWORD = 'correct horse battery';
const ENV = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_PROVIDER: 'twilio',
  SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
  SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  SVC_SMS_TEST_OTP: `${TEST_PHONE}:424242`,
  SVC_RATE_LIMIT_SMS_SENT: '1000000',
  SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
  SVC_SECURITY_HASH_CONCURRENCY: '4',
};

export type TokenUse = (node: TestGateway, index: number) => Promise<Answer>;
export type ValidToken = TokenRow & { address: string };

/** Starts two gateways without a worker, with the settings that all kinds of links and codes need. */
export async function startRaceGateways(env: Record<string, string> = {}) {
  const stack = await startStack({ worker: false, env: { ...ENV, ...env } });
  const other = await stack.another();
  const nodes: readonly TestGateway[] = [stack, other];
  const { sql } = stack.db;
  let numbers = 0;
  return {
    stack,
    sql,
    newPhone: () => `491550${String(++numbers).padStart(6, '0')}`,
    /** Runs ten concurrent uses, alternating between two gateways. */
    ten: (use: TokenUse): Promise<Answer[]> =>
      Promise.all(Array.from({ length: 10 }, (_, index) => use(nodes[index % 2] as TestGateway, index))),
    /** Returns the token of a kind and starts its lifetime, as if its message had been sent. */
    async live(address: string, kind: string): Promise<ValidToken> {
      const [token] = await sql<ValidToken[]>`
        update auth.one_time_tokens set expires_at = auth_lib.clock() + valid_for
        where address = ${address} and kind = ${kind} returning *`;
      if (!token) throw new Error(`no ${kind} token for ${address}`);
      return token;
    },
    sessions: async (id: string) => (await sql`select 1 from auth.sessions where user_id = ${id}`).length,
    audited: async (id: string, action: string) =>
      (await sql`select 1 from auth.audit_log where actor_id = ${id} and ${action} = any (actions)`).length,
    /** Creates a confirmed user with a session. */
    async person() {
      const email = newEmail();
      const { body } = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
      const signedIn = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
      return { email, id: String(body.id), headers: bearer(signedIn.body.access_token) };
    },
  };
}

/**
 * Returns the user id of each session that a response opened. Asserts that every other response is a redirect or the
 * error `otp_expired`.
 */
export function openedSessions(answers: Answer[]): string[] {
  const tokens = answers.map((answer) => answer.body.access_token ?? readRedirectFragment(answer).get('access_token'));
  answers.forEach(({ status, body, text }, index) => {
    if (!tokens[index]) assert.ok(status === 303 || (status === 403 && body.error_code === 'otp_expired'), text);
  });
  return tokens.filter(Boolean).map((token) => String(claimsOf(String(token)).sub));
}
