// A key was removed from the key ring. A value sealed with it causes the documented error or warning of its flow, the
// log names the reason, and no request to a third party is sent. custom_faults.test.ts covers the secrets of custom
// providers, test/worker/webhooks/deliver.test.ts webhooks, and test/security/key_rotation.test.ts mails, links and
// codes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient } from '../support/clients/client.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  EXTERNAL_URL,
  readRedirectFragment,
  startStack,
} from '../support/processes/stack.ts';
import { CALLBACK, consentAndReturn, providerEnvironment } from '../support/providers/sign_in.ts';
import { newPerson, startFakeProviders } from '../support/providers/world.ts';

const PROVIDERS = ['github', 'google', 'twitter'];
const world = await startFakeProviders({ here: true });
world.register(CALLBACK);
const stack = await startStack({ env: providerEnvironment(world, PROVIDERS) });
const lost = await stack.another({ SVC_SECURITY_PEPPER: `9:${Buffer.alloc(32, 9).toString('base64')}` });
test.after(async () => {
  await stack.close();
  await world.close();
});

const WHY = 'sealed by a key that is not in SVC_SECURITY_PEPPER';
/**
 * Runs `work` and returns its result with the log. Asserts that the lines of level error are the completed requests
 * with these statuses. An exception that the gateway does not expect logs another line of this level.
 */
async function logDuring<T>(work: () => Promise<T>, errors: number[] = []): Promise<{ done: T; log: string }> {
  const before = lost.log().length;
  const done = await work();
  const log = lost.log().slice(before);
  const lines = log.trim().split('\n');
  const logged = lines.map((line) => JSON.parse(line) as { level: string; msg: string; status?: number });
  assert.equal(
    logged.filter(({ level }) => ['panic', 'fatal', 'error'].includes(level)).map(({ msg, status }) => [msg, status]),
    errors.map((status) => ['request completed', status]),
  );
  return { done, log };
}

for (const provider of PROVIDERS) {
  test(`${provider}: a flow sealed with a removed key is unknown, and the provider gets no request`, async () => {
    world.person = newPerson();
    const there = (await stack.get(`/authorize?provider=${provider}`)).headers.get('location') ?? '';
    const { to } = await world.visit(there);
    const asked = world.requests.length;
    const { done, log } = await logDuring<Answer>(() => lost.get(String(to?.href.slice(EXTERNAL_URL.length))));
    assert.is(done.status, 302);
    assert.equal(Object.fromEntries(new URL(done.headers.get('location') ?? '').searchParams), {
      error: 'invalid_request',
      error_code: 'bad_oauth_state',
      error_description: 'OAuth state not found or expired',
    });
    assert.is(readRedirectFragment(done).get('error_code'), 'bad_oauth_state');
    assert.match(log, `the flow of ${provider} is ${WHY}`);
    assert.is(world.requests.length, asked);
    const [user] = await stack.db.sql`select from auth.users where email = ${world.person.email}`;
    assert.is(user, undefined);
  });
}

test('an authenticator app whose secret was sealed with a removed key: 500, with the factor in the log, and no attempt is counted', async () => {
  const { access_token } = await confirmedUser(stack);
  const { body } = await stack.post('/factors', { factor_type: 'totp' }, bearer(access_token));
  const code = computeTotp(decodeBase32((body.totp as { secret: string }).secret), Date.now());
  const prove = async (node: typeof lost) => {
    const { body: challenge } = await node.post(`/factors/${body.id}/challenge`, {}, bearer(access_token));
    return node.post(`/factors/${body.id}/verify`, { challenge_id: challenge.id, code }, bearer(access_token));
  };
  const { done, log } = await logDuring<Answer>(() => prove(lost), [500]);
  assert.equal([done.status, done.body.error_code], [500, 'unexpected_failure']);
  assert.match(String(done.body.msg), 'check server logs');
  assert.match(log, `the secret of factor ${body.id} is ${WHY}`);
  assert.is((await prove(stack)).status, 200, 'a gateway that has the key');
});

test('a code for a session whose provider tokens were sealed with a removed key: the session without them, and a warning', async () => {
  world.person = newPerson();
  const client = createClient(lost.url, { flowType: 'pkce' });
  const sealed = await consentAndReturn(stack, {
    world,
    provider: 'github',
    flowType: 'pkce',
    client: withSignInAtStack(client),
  });
  const { done, log } = await logDuring(() => client.auth.exchangeCodeForSession(sealed.query.get('code') ?? ''));
  assert.is(done.error, null);
  assert.is(done.data.session?.user.email, world.person.email);
  assert.equal([done.data.session?.provider_token, done.data.session?.provider_refresh_token], [undefined, undefined]);
  assert.match(log, `what the provider gave for this session is ${WHY}`);
});

/** Returns a client whose provider sign-in URL leads to the gateway that has the key (`stack`). */
function withSignInAtStack(client: ReturnType<typeof createClient>): ReturnType<typeof createClient> {
  const signInWithOAuth: typeof client.auth.signInWithOAuth = async (o) => {
    const answer = await client.auth.signInWithOAuth(o);
    if (answer.data.url) answer.data.url = answer.data.url.replace(lost.url, stack.url);
    return answer;
  };
  return { ...client, auth: Object.assign(Object.create(client.auth) as typeof client.auth, { signInWithOAuth }) };
}

test.run();
