// runner: when=sql,gateway,core

// Users share connections to the gateway, alternately and concurrently. No response contains the data or tokens of
// another user.
import { Agent, type IncomingMessage, request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../support/clients/client.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

/** Number of rounds of the first test. The second test runs a thirtieth. `npm run test:soak` raises the number. */
const ROUNDS = Number(process.env.POSTERN_SOAK_ROUNDS ?? 1_250);
const stack = await startStack({ worker: false, env: { SVC_MAILER_AUTOCONFIRM: 'true' } });
/** Connections to the gateway: one in the first test, four in the second. */
let agent = new Agent({ keepAlive: true, maxSockets: 1 });
test.after(async () => {
  agent.destroy();
  await stack.close();
});

/** Sends a request on a shared connection. Returns the body of the response, which must have status 200. */
async function send(method: string, path: string, token?: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const sent = request(`${stack.url}${path}`, { agent, method, headers }, resolve).on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  assert.is(response.statusCode, 200, text);
  return JSON.parse(text);
}

class AlternatingUser {
  readonly email = newEmail();
  id = '';
  session = '';
  access = '';
  refresh = '';

  async signUp(): Promise<void> {
    this.take(await send('POST', '/signup', undefined, { email: this.email, password: 'correct horse battery' }));
  }

  take(body: Record<string, unknown>): void {
    const { sub, session_id, email } = claimsOf(String(body.access_token)) as Record<string, string>;
    this.id ||= String(sub);
    this.session ||= String(session_id);
    assert.equal([sub, session_id, email], [this.id, this.session, this.email]);
    assert.is((body.user as { id: string }).id, this.id);
    this.access = String(body.access_token);
    this.refresh = String(body.refresh_token);
  }

  async look(): Promise<void> {
    const user = await send('GET', '/user', this.access);
    assert.equal([user.id, user.email], [this.id, this.email]);
  }

  async refreshed(): Promise<void> {
    this.take(await send('POST', '/token?grant_type=refresh_token', undefined, { refresh_token: this.refresh }));
  }
}

test('two users alternate on one connection: each gets the own user and tokens', async () => {
  const [one, other] = [new AlternatingUser(), new AlternatingUser()];
  await one.signUp();
  await other.signUp();
  assert.is.not(one.id, other.id);
  assert.is.not(one.session, other.session);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
    await first.look();
    await second.refreshed();
    await second.look();
    await first.refreshed();
  }
});

test('two users at once, whose requests share statements: each gets the own user and tokens', async () => {
  agent.destroy();
  agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const visitors = Array.from({ length: 12 }, () => new AlternatingUser());
  for (const visitor of visitors) await visitor.signUp();
  for (let round = 0; round < Math.ceil(ROUNDS / 30); round += 1) {
    await Promise.all(
      visitors.map((visitor, index) => (index % 2 === round % 2 ? visitor.look() : visitor.refreshed())),
    );
  }
});

test.run();
