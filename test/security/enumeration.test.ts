// Responses do not reveal whether an address has an account, with three exceptions of supabase/auth: requests that must
// not create an account (create_user: false), a user's request for a new address, and POST /signup under autoconfirm.
// The same requests for unknown, unconfirmed, confirmed and banned addresses return the same statuses, and headers and
// members of the same names. Failed sign-ins return identical bytes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { createMovableClock } from '../support/database/clock.ts';
import { computeArgon2Hash } from '../support/database/foreign_hashes.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  newEmail,
  type Stack,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
let stack: Stack;
/** A gateway on the same database with autoconfirm of addresses and phone numbers. */
let auto: TestGateway;
let forward: (by: string) => Promise<void>;

test.before(async () => {
  stack = await startStack();
  auto = await stack.another({
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_SMS_AUTOCONFIRM: 'true',
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
  });
  forward = await createMovableClock(stack.db.sql);
});
test.after(() => stack.close());

const STATES = {
  unknown: async () => newEmail(),
  unconfirmed: async () => {
    const email = newEmail();
    await stack.post('/signup', { email, password: PASSWORD });
    return email;
  },
  confirmed: async () => (await confirmedUser(stack, { password: PASSWORD })).email,
  'confirmed, without a password': async () => {
    const email = newEmail();
    await stack.post('/otp', { email });
    await stack.get((await stack.mail(email)).path);
    return email;
  },
  banned: async () => {
    const { email, id } = await confirmedUser(stack, { password: PASSWORD });
    await stack.db.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;
    return email;
  },
  'imported with a hash of another system': async () => {
    const email = newEmail();
    const body = { email, password_hash: computeArgon2Hash(PASSWORD), email_confirm: true };
    assert.is((await stack.post('/admin/users', body, SERVICE)).status, 200);
    return email;
  },
} as const;

/**
 * Returns the parts of a response that must not reveal the state of an account: status, names of headers and members,
 * content type, error code, app_metadata, and the message with its first number masked.
 */
function comparableParts(answer: Answer): object {
  const members = (value: unknown): unknown =>
    Object.entries(value as object)
      .map(([key, inner]) => (key === 'app_metadata' ? [key, inner] : key))
      .sort();
  return {
    status: answer.status,
    headers: [...answer.headers.keys()].sort(),
    type: answer.headers.get('content-type'),
    error: answer.headers.get('x-sb-error-code'),
    members: members(answer.body),
    msg: String(answer.body.msg ?? '').replace(/\d+/, 'N'),
  };
}

const REQUESTS: Record<string, { path: string; body: (email: string) => object; statuses: number[] }> = {
  'POST /signup': { path: '/signup', body: (email) => ({ email, password: PASSWORD }), statuses: [200, 429] },
  'POST /signup, another password': {
    path: '/signup',
    body: (email) => ({ email, password: `${PASSWORD}!` }),
    statuses: [200, 429],
  },
  'POST /recover': { path: '/recover', body: (email) => ({ email }), statuses: [200, 429] },
  'POST /otp': { path: '/otp', body: (email) => ({ email }), statuses: [200, 429] },
  'POST /magiclink': { path: '/magiclink', body: (email) => ({ email }), statuses: [200, 429] },
  'POST /resend': { path: '/resend', body: (email) => ({ type: 'signup', email }), statuses: [200, 429] },
  'POST /verify, a wrong code': {
    path: '/verify',
    body: (email) => ({ type: 'email', email, token: '000000' }),
    statuses: [403, 403],
  },
};

/** Sends a request twice for each state of an address. Returns what a caller can compare, by state. */
async function compareStates(
  node: TestGateway,
  { path, body, statuses }: { path: string; body: (email: string) => object; statuses: number[] },
): Promise<Record<string, object[]>> {
  const seen: Record<string, object[]> = {};
  for (const [state, make] of Object.entries(STATES)) {
    const email = await make();
    await forward('901 seconds');
    const answers = [await node.post(path, body(email)), await node.post(path, body(email))];
    assert.equal(
      answers.map((answer) => answer.status),
      statuses,
      `${state}: ${answers.map((answer) => answer.text)}`,
    );
    seen[state] = answers.map(comparableParts);
  }
  return seen;
}

for (const [name, request] of Object.entries(REQUESTS)) {
  test(`${name}, twice, returns the same for unknown, unconfirmed, confirmed and banned addresses`, async () => {
    const seen = await compareStates(stack, request);
    for (const state of Object.keys(STATES)) assert.equal(seen[state], seen.unknown, state);
  });
}

for (const [name, request] of Object.entries(REQUESTS).filter(([, { path }]) => path !== '/signup')) {
  test(`${name}, under autoconfirm, returns the same for every state of an address too`, async () => {
    const seen = await compareStates(auto, request);
    for (const state of Object.keys(STATES)) assert.equal(seen[state], seen.unknown, state);
  });
}

test('POST /signup under autoconfirm differs, as intended: user_already_exists, in the same bytes for every account', async () => {
  const visible = ({ status, text, headers }: Answer) => JSON.stringify([status, text, [...headers.keys()].sort()]);
  const created: object[] = [];
  const refused = new Map<string, string>();
  for (const [state, make] of Object.entries(STATES)) {
    const email = await make();
    const answer = await auto.post('/signup', { email, password: `${PASSWORD} of another` });
    // The caller becomes the owner of an unconfirmed account, as of a new account for an unknown address.
    if (state === 'unknown' || state === 'unconfirmed') {
      assert.is(answer.status, 200, answer.text);
      created.push(comparableParts(answer));
    } else refused.set(state, visible(answer));
  }
  assert.equal(created[0], created[1]);
  assert.is(new Set(refused.values()).size, 1, [...refused].join('\n'));
  assert.match([...refused.values()][0] as string, /^\[422,.*user_already_exists/);
  const by_phone = { phone: `49${Date.now()}`, password: PASSWORD };
  const answers = [await auto.post('/signup', by_phone), await auto.post('/signup', by_phone)];
  assert.equal(
    answers.map(({ status, body }) => [status, body.error_code]),
    [
      [200, undefined],
      [400, 'user_already_exists'],
    ],
  );
});

test('failed sign-ins return the same bytes for every state of an account, in both body formats', async () => {
  const headers: Record<string, string>[] = [{}, { 'X-Supabase-Api-Version': '2024-01-01' }];
  for (const [node, header] of headers.flatMap((one) => [[stack, one] as const, [auto, one] as const])) {
    const seen = new Map<string, string>();
    for (const [state, make] of Object.entries(STATES)) {
      const email = await make();
      for (const password of ['wrong', '', 'x'.repeat(73), 'x'.repeat(5000)]) {
        const answer = await node.post('/token?grant_type=password', { email, password }, header);
        const visible = [answer.status, answer.text, [...answer.headers.keys()].sort()];
        seen.set(`${state}, ${password.length} bytes`, JSON.stringify(visible));
      }
    }
    assert.is(new Set(seen.values()).size, 1, [...seen].join('\n'));
    assert.match([...seen.values()][0] as string, /^\[400,.*invalid_credentials/);
  }
});

test('a wrong code, a used one and a code for an unknown address return the same bytes', async () => {
  const answers = new Set<string>();
  const post = async (email: string, token: string): Promise<void> => {
    const answer = await stack.post('/verify', { type: 'email', email, token });
    answers.add(JSON.stringify([answer.status, answer.text, [...answer.headers.keys()].sort()]));
  };
  for (const make of Object.values(STATES)) await post(await make(), '000000');
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const { code } = await stack.mail(email);
  assert.is((await stack.post('/verify', { type: 'email', email, token: code })).status, 200);
  await post(email, code);
  await post(email, 'x'.repeat(4000));
  assert.is(answers.size, 1, [...answers].join('\n'));
});

test('a sign-up right after the confirmation returns a fake user: 200, a new id each time, no identities, no mail', async () => {
  const user = await confirmedUser(stack);
  const first = await stack.post('/signup', { email: user.email, password: PASSWORD, data: { a: 1 } });
  assert.is(first.status, 200, first.text);
  assert.equal(first.body.identities, []);
  assert.equal(first.body.user_metadata, { a: 1 }, 'what was sent, and nothing of the account');
  await forward('901 seconds');
  const second = await stack.post('/signup', { email: user.email, password: PASSWORD });
  assert.is(second.status, 200);
  assert.is(new Set([user.id, first.body.id, second.body.id]).size, 3);
  // Counts queued mails in the database, because received mails arrive later and could be missed.
  const messages = await stack.db.sql`select kind from auth.messages where to_address = ${user.email}`;
  assert.equal(
    messages.map(({ kind }) => kind),
    ['confirmation'],
    'its own, from before',
  );
  const fresh = await stack.post('/signup', { email: newEmail(), password: PASSWORD });
  assert.equal(Object.keys(first.body).sort(), Object.keys(fresh.body).sort());
  assert.is(first.body.role, fresh.body.role);
});

test('requesting a link without creating a user differs, as intended', async () => {
  const statuses = [];
  for (const state of ['unknown', 'unconfirmed', 'confirmed'] as const) {
    const email = await STATES[state]();
    statuses.push((await stack.post('/otp', { email, create_user: false })).status);
  }
  assert.equal(statuses, [422, 200, 200]);
});

test('changing the own address differs, as intended: a session, also an anonymous one, learns that an address is taken', async () => {
  const node = await stack.another({ SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' });
  const anonymous = await node.post('/signup', {});
  assert.is(anonymous.status, 200, anonymous.text);
  for (const token of [anonymous.body.access_token, (await confirmedUser(stack)).access_token]) {
    const put = (email: string) => node.request('PUT', '/user', { email }, bearer(token));
    for (const state of ['unconfirmed', 'confirmed', 'banned'] as const) {
      const taken = await put(await STATES[state]());
      assert.equal([taken.status, taken.body.error_code], [422, 'email_exists'], state);
    }
    assert.is((await put(await STATES.unknown())).status, 200);
  }
});

test.run();
