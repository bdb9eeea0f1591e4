// Sends hostile texts in each member of each body, except booleans. Each response has a status below 500. Metadata is
// stored unchanged. No text is interpreted as a header, a log line or a statement, and none causes an error in the
// database's log. hostile_requests.test.ts covers queries, paths and headers.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import {
  type Answer,
  bearer,
  newEmail,
  SITE_URL,
  type Stack,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';
import { keyOf, requestBodies } from './bodies.ts';
import { HOSTILE_TEXTS, LARGE_TEXTS, SELECTED_HOSTILE_TEXTS } from './hostile.ts';
import { FEATURES, fillPath, routeName, tokenFor } from './routes.ts';
import { COUNTER_TABLES, computeTableDigests, findServerErrors } from './side_effects.ts';

let stack: Stack;
/** Gateway with phone sign-in enabled. The gateway of `stack` rejects phone numbers before it parses them. */
let phones: TestGateway;
let person: { id: string; token: unknown };
test.before(async () => {
  stack = await startStack({ worker: false, env: FEATURES });
  phones = await stack.another({
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_SMS_PROVIDER: 'twilio',
    SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
    SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
    SVC_RATE_LIMIT_SMS_SENT: '1000000',
  });
  const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
  const { body } = await auto.post('/signup', { email: newEmail(), password: 'correct horse battery' });
  person = { id: String((body.user as { id: string }).id), token: body.access_token };
});
test.after(() => stack.close());

const ALL: readonly Route[] = ROUTES;
const send = (node: TestGateway, route: Route, body: unknown): Promise<Answer> =>
  node.request(route.method, fillPath(route, person.id), body, tokenFor(route, bearer(person.token)));

const BASES = requestBodies(() => person.token);

function assertSafeResponse(answer: Answer, about: string): void {
  assert.ok(answer.status < 500, `${about}: ${answer.status} ${answer.text.slice(0, 300)}`);
  assert.not.match(answer.text, /syntax error|PostgresError|relation "|auth_lib/, about);
  assert.is(answer.headers.get('set-cookie'), null, about);
}

let numbers = 0;
const newPhone = () => `491704${String(++numbers).padStart(6, '0')}`;
// Bodies with a phone number, by keyOf().
const PHONE_BASES: Record<string, () => object> = {
  '/signup': () => ({ phone: newPhone(), password: 'correct horse battery' }),
  '/token?grant_type=password': () => ({ phone: newPhone(), password: 'x' }),
  '/verify': () => ({ type: 'sms', phone: newPhone(), token: '123456' }),
  '/otp': () => ({ phone: newPhone() }),
  '/resend': () => ({ type: 'sms', phone: newPhone() }),
  '/user': () => ({ phone: newPhone() }),
  '/factors': () => ({ factor_type: 'phone', phone: newPhone() }),
  '/admin/users/{user_id}/factors/{factor_id}': () => ({ phone: newPhone() }),
  '/admin/users': () => ({ phone: newPhone() }),
  '/admin/users/{user_id}': () => ({ phone: newPhone() }),
};

/**
 * Routes that get all of HOSTILE_TEXTS, because they store or look up most of their input. The others get a selection.
 */
const EVERY_TEXT = new Set(['/signup', '/user', '/token?grant_type=password', '/admin/users']);

/** Replaces one member of a valid body at a time by each hostile text, and sends the body. */
async function sendHostileMembers(node: TestGateway, route: Route, base: () => object): Promise<void> {
  const members = Object.entries(route.body ?? {}).filter(([, kind]) => kind !== 'boolean');
  const sent = [...(EVERY_TEXT.has(keyOf(route)) ? HOSTILE_TEXTS : SELECTED_HOSTILE_TEXTS), ...LARGE_TEXTS];
  for (const [name, kind] of members) {
    const values = sent.map((text) => {
      if (kind === 'strings') return [text];
      return kind === 'string' ? text : { [text.slice(0, 200)]: text, list: [text], full_name: text };
    });
    for (let start = 0; start < values.length; start += 8) {
      const some = values.slice(start, start + 8);
      const answers = await Promise.all(some.map((value) => send(node, route, { ...base(), [name]: value })));
      answers.forEach((answer, index) => {
        assertSafeResponse(answer, `${name}: ${JSON.stringify(some[index]).slice(0, 80)}`);
      });
    }
  }
}

for (const route of ALL.filter((row) => row.body !== undefined)) {
  test(`${routeName(route)}: hostile texts in each member`, () =>
    sendHostileMembers(stack, route, BASES[keyOf(route)] as () => object));
}

test('every route with a body has a test body that reaches far into its function', () => {
  const rows = ALL.filter((row) => row.body !== undefined).map(keyOf);
  assert.equal(
    rows.filter((key) => BASES[key] === undefined),
    [],
  );
});

test('every route that accepts a phone is tested with one', () => {
  const taking = ALL.filter((row) => row.body !== undefined && 'phone' in row.body).map(keyOf);
  assert.equal([...new Set(taking)].sort(), Object.keys(PHONE_BASES).sort());
});

for (const route of ALL.filter((row) => row.body !== undefined && 'phone' in row.body)) {
  test(`${routeName(route)}, by phone: hostile texts in each member`, () =>
    sendHostileMembers(phones, route, PHONE_BASES[keyOf(route)] as () => object));
}

test('returns metadata as it was sent, including keys of objects', async () => {
  for (const text of HOSTILE_TEXTS) {
    const data = { [text]: text, __proto__x: [text], n: 1e308, deep: { a: { b: [null, -0.5, 12345678901234] } } };
    const answer = await stack.post('/signup', { email: newEmail(), password: 'correct horse battery', data });
    assert.is(answer.status, 200, answer.text);
    const kept = answer.body.user_metadata as Record<string, unknown>;
    for (const [key, value] of Object.entries(data)) assert.equal(kept[key], value, key);
  }
});

test('user metadata cannot set identity, verification or a role', async () => {
  const data = {
    sub: 'x',
    email: 'victim@example.com',
    phone: '1',
    email_verified: true,
    phone_verified: true,
    iss: 'x',
    provider_id: 'x',
    role: 'service_role',
    app_metadata: { role: 'admin' },
    aud: 'x',
    is_anonymous: true,
  };
  for (const path of ['/signup', '/otp', '/magiclink']) {
    const email = newEmail();
    const answer = await stack.post(path, {
      email,
      password: 'correct horse battery',
      data,
      app_metadata: { a: 1 },
      role: 'admin',
      aud: 'x',
    });
    assert.is(answer.status, 200);
    const [user] = await stack.db
      .sql`select u.*, i.identity_data, i.email as identity_email from auth.users u join auth.identities i on i.user_id = u.id where u.email = ${email}`;
    assert.equal(user?.raw_app_meta_data, { provider: 'email', providers: ['email'] });
    assert.equal(
      [user?.role, user?.aud, user?.is_anonymous, user?.email_confirmed_at],
      ['authenticated', 'authenticated', false, null],
    );
    for (const held of [user?.raw_user_meta_data, user?.identity_data]) {
      assert.equal([held.sub, held.email, held.email_verified, held.phone_verified], [user?.id, email, false, false]);
    }
    assert.equal([user?.identity_data.iss, user?.identity_data.provider_id], [undefined, undefined]);
    assert.is(user?.identity_email, email);
  }
});

test('line breaks in a redirect target with an allowed host reach no header and no mail', async () => {
  const breaks = ['%0d%0aSet-Cookie:%20a=b', '%0a', '%0d', '%09', '%00', '%e2%80%a8', '%0d%0a%0d%0a<html>'];
  for (const text of breaks) {
    const target = encodeURIComponent(`${SITE_URL}/`) + text;
    const answer = await stack.get(`/verify?type=signup&token=${'ab'.repeat(28)}&redirect_to=${target}`);
    assertSafeResponse(answer, text);
    assert.is(answer.status, 303, text);
    const email = newEmail();
    assertSafeResponse(await stack.post(`/otp?redirect_to=${target}`, { email }), text);
    const [message] = await stack.db.sql`select redirect_to from auth.messages where to_address = ${email}`;
    assert.not.match(String(message?.redirect_to), /[\r\n\t\0]/, text);
  }
});

test('a hostile request that fails changes only counters', async () => {
  const before = await computeTableDigests(stack.db, COUNTER_TABLES);
  for (const text of HOSTILE_TEXTS) {
    const answers = await Promise.all([
      stack.post('/signup', { email: text, password: 'correct horse battery' }),
      stack.post('/otp', { email: `${text}@example.com`, code_challenge: text }),
      stack.post('/token?grant_type=password', { email: text, password: text }),
      stack.post('/token?grant_type=pkce', { auth_code: text, code_verifier: text }),
      stack.post('/token?grant_type=refresh_token', { refresh_token: text }),
      stack.post('/verify', { type: text, token: text, email: 'a@example.com' }),
      stack.post('/verify', { type: 'signup', token_hash: text }),
    ]);
    for (const answer of answers) assert.ok(answer.status >= 400 && answer.status < 500, `${text}: ${answer.text}`);
  }
  assert.equal(await computeTableDigests(stack.db, COUNTER_TABLES), before);
});

test('no hostile text caused an error in the database’s log or broke a log line', () => {
  assert.equal(findServerErrors(stack.db), []);
  for (const node of [stack, phones]) {
    for (const line of node.log().trimEnd().split('\n')) assert.type(JSON.parse(line), 'object');
  }
});

test.run();
