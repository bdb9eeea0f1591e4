// HTTP hooks with auth-js: signed requests, a timeout of five seconds, and no database connection held during the
// request.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { HOOK_SECRET, serverHookSettings } from '../support/database/hooks.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';
import { type Behaviour, type ReceivedRequest, startThirdParty } from '../support/providers/third_party.ts';
import { isSigned } from '../support/providers/webhooks.ts';

const SECOND = `v1,whsec_${Buffer.alloc(24, 5).toString('base64')}`;
const PASSWORD = 'correct horse battery';
const server = await startThirdParty();
const HOOKS = ['custom_access_token', 'before_user_created', 'after_user_created', 'password_verification_attempt'];
const stack = await startStack({
  env: {
    ...serverHookSettings(server.url, ...HOOKS),
    SVC_HOOK_CUSTOM_ACCESS_TOKEN_SECRETS: `${HOOK_SECRET}|${SECOND}`,
    SVC_MAILER_AUTOCONFIRM: 'true',
    // With a reuse interval of 0 s, a refresh token that is used again revokes its session at once.
    SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '0',
  },
});
const { sql } = stack.db;
test.after(async () => {
  await stack.close();
  await server.close();
});

type Event = {
  metadata: { name: string };
  claims: Record<string, unknown>;
  user: { id: string; email: string };
  authentication_method: string;
};
const eventOf = ({ body }: ReceivedRequest): Event => JSON.parse(body) as Event;
const asked = (name: string) => server.requests.filter(({ path }) => path === `/${name}`);

/** Makes every hook return its expected response. `odd` has other responses by hook name. */
function setHookResponses(odd: Record<string, Behaviour> = {}): void {
  server.requests.length = 0;
  server.behaviour = (request) => {
    const name = request.path.slice(1);
    const own = odd[name];
    if (own) return own(request);
    if (name === 'custom_access_token')
      return { body: { claims: { ...eventOf(request).claims, plan: 'gold' } }, headers: JSON_TYPE };
    if (name === 'password_verification_attempt') return { body: { decision: 'continue' }, headers: JSON_TYPE };
    return { body: {}, headers: JSON_TYPE };
  };
}
const JSON_TYPE = { 'content-type': 'application/json' };

async function storedRows(): Promise<unknown> {
  const [row] = await sql`select (select md5(string_agg(u::text, ' ' order by u.id)) from auth.users as u) as users,
    (select md5(string_agg(s::text, ' ' order by s.id)) from auth.sessions as s) as sessions,
    (select count(*) from auth.addresses) as addresses`;
  return { ...row };
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

test('sign-up, sign-in and refresh call the hooks, with the user and session that result', async () => {
  setHookResponses();
  const { auth } = createClient(stack.url);
  const email = newEmail();
  const session = sessionOf(await auth.signUp({ email, password: PASSWORD }));
  const claims = claimsOf(session.access_token);
  assert.is(claims.plan, 'gold');
  const [before] = asked('before_user_created').map(eventOf);
  assert.equal([before?.user.id, before?.user.email], [session.user.id, email]);
  const events = asked('custom_access_token').map(eventOf);
  assert.equal(
    events.map(({ claims: shown, authentication_method }) => [shown.session_id, authentication_method]),
    [[claims.session_id, 'password']],
  );
  assert.equal(
    (await sql`select id::text from auth.sessions where user_id = ${session.user.id}`).map(({ id }) => id as string),
    [String(claims.session_id)],
  );
  const refreshed = sessionOf(await auth.refreshSession());
  assert.is(claimsOf(refreshed.access_token).plan, 'gold');
  assert.equal(
    asked('custom_access_token').map((request) => eventOf(request).authentication_method),
    ['password', 'token_refresh'],
  );
  expectData(await createClient(stack.url).auth.signInWithPassword({ email, password: PASSWORD }));
  assert.is(asked('before_user_created').length, 1);
  assert.is(asked('password_verification_attempt').length, 1);
});

test('signs a request according to Standard Webhooks, once with each secret', async () => {
  setHookResponses();
  sessionOf(await createClient(stack.url).auth.signUp({ email: newEmail(), password: PASSWORD }));
  const [request] = asked('custom_access_token');
  assert.ok(request);
  for (const secret of [HOOK_SECRET, SECOND]) assert.ok(isSigned(request, secret.replace('v1,', '')));
  assert.not(isSigned(request, `whsec_${Buffer.alloc(24, 6).toString('base64')}`));
  assert.not(isSigned({ ...request, body: `${request.body} ` }, HOOK_SECRET.replace('v1,', '')));
  assert.is(String(request.headers['webhook-signature']).split(' ').length, 2);
  assert.is(request.headers['content-type'], 'application/json');
  assert.is(request.headers['accept-encoding'], 'identity');
  assert.is(request.method, 'POST');
});

const JSON_BODY =
  (body: unknown, status = 200): Behaviour =>
  () => ({ status, body, headers: JSON_TYPE });
const FAULTY: Readonly<Record<string, readonly [answer: Behaviour, status: number, code: string, message: RegExp]>> = {
  'answers 400': [() => ({ status: 400, body: 'x' }), 500, 'unexpected_failure', /^Invalid payload sent to hook$/],
  'answers 401': [() => ({ status: 401 }), 500, 'unexpected_failure', /^Hook requires authorization token$/],
  'answers 503 once and for all': [
    () => ({ status: 503 }),
    500,
    'unexpected_failure',
    /^Service currently unavailable due to hook$/,
  ],
  'answers 418': [() => ({ status: 418 }), 500, 'unexpected_failure', /status code returned from hook: 418$/],
  redirects: [
    () => ({ status: 302, headers: { location: `${server.url}/elsewhere` } }),
    500,
    'unexpected_failure',
    /from hook: 302$/,
  ],
  'answers a page': [
    () => ({ headers: { 'content-type': 'text/html' }, body: '<p>' }),
    400,
    'hook_payload_invalid_content_type',
    /^Invalid JSON response\. Received content-type: text\/html$/,
  ],
  'answers what is no JSON': [
    () => ({ headers: JSON_TYPE, body: '{' }),
    500,
    'unexpected_failure',
    /^Error unmarshaling JSON output\.$/,
  ],
  'answers null': [JSON_BODY(null), 500, 'unexpected_failure', /^Error unmarshaling/],
  'answers a list': [JSON_BODY([]), 500, 'unexpected_failure', /^Error unmarshaling/],
  'answers a text that Postgres cannot hold': [
    JSON_BODY({ claims: { x: '\0' } }),
    500,
    'unexpected_failure',
    /^Error unmarshaling/,
  ],
  'answers too much': [JSON_BODY({ x: 'x'.repeat(204_800) }), 422, 'hook_payload_over_size_limit', /204800 bytes$/],
  'answers nothing': [() => ({ status: 204 }), 500, 'unexpected_failure', /^output claims field is missing$/],
  'answers without a subject': [
    JSON_BODY({ claims: { role: 'service_role' } }),
    500,
    'unexpected_failure',
    /sub is required/,
  ],
  refuses: [JSON_BODY({ error: { http_code: 403, message: 'not today' } }), 403, 'unknown', /^not today$/],
  'refuses by its status too': [JSON_BODY({ error: { message: 'not today' } }, 403), 403, 'unknown', /^not today$/],
  'refuses with the status of a success': [
    JSON_BODY({ error: { http_code: 200, message: 'no' } }),
    500,
    'unexpected_failure',
    /^no$/,
  ],
  'cuts every connection': [
    () => 'cut',
    422,
    'hook_timeout_after_retry',
    /^Failed to reach hook after maximum retries$/,
  ],
  hangs: [() => 'hang', 422, 'hook_timeout', /^Failed to reach hook within maximum time of 5\.000000 seconds$/],
};

for (const [what, [answer, status, code, message]] of Object.entries(FAULTY)) {
  test(`F-16: a server that ${what} lets no one in, and a session is unchanged`, async () => {
    setHookResponses();
    const email = newEmail();
    const { body } = await stack.post('/signup', { email, password: PASSWORD });
    const before = await storedRows();
    let idle = 0;
    setHookResponses({
      custom_access_token: async (request) => {
        const [row] = await sql`select count(*)::int as busy from pg_stat_activity
          where usename = 'auth_gateway' and datname = current_database() and state like 'idle in transaction%'`;
        idle = Math.max(idle, row?.busy as number);
        return answer(request);
      },
    });
    const both = await Promise.all([
      stack.post('/token?grant_type=password', { email, password: PASSWORD }),
      stack.post('/token?grant_type=refresh_token', { refresh_token: body.refresh_token }),
    ]);
    assert.equal(
      both.map((one) => [one.status, one.body.error_code]),
      [[status, code], status === 403 ? [403, 'unknown'] : [503, 'unexpected_failure']],
      both[0].text,
    );
    for (const one of both) assert.match(String(one.body.msg), message);
    assert.is(idle, 0);
    assert.equal(await storedRows(), before);
    setHookResponses();
    const again = await stack.post('/token?grant_type=refresh_token', { refresh_token: body.refresh_token });
    assert.is(again.status, 200, again.text);
  });
}

test('retries a server that requests it: three times at most, two seconds apart', async () => {
  let left = 1;
  setHookResponses({
    before_user_created: () =>
      left-- > 0 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 202, body: {}, headers: JSON_TYPE },
  });
  const answer = await stack.post('/signup', { email: newEmail(), password: PASSWORD });
  assert.is(answer.status, 200, answer.text);
  const ids = asked('before_user_created').map(({ headers }) => headers['webhook-id']);
  assert.is(new Set(ids).size, 2);
});

test('a server that rejects a user, or cannot be reached, prevents the creation', async () => {
  for (const odd of [
    JSON_BODY({ error: { http_code: 422, message: 'by invitation only' } }),
    () => ({ status: 500 }),
  ]) {
    setHookResponses({ before_user_created: odd as Behaviour });
    const before = await storedRows();
    const answer = await stack.post('/signup', { email: newEmail(), password: PASSWORD });
    assert.ok([422, 500].includes(answer.status), answer.text);
    assert.equal(await storedRows(), before);
  }
});

test("the after hook's server gets the created user, with retries until it answers", async () => {
  const email = newEmail();
  let failures = 1;
  const seen: unknown[] = [];
  setHookResponses({
    after_user_created: async (request) => {
      const { user } = eventOf(request);
      // Ignores the user of an earlier test.
      if (user.email !== email) return { body: {}, headers: JSON_TYPE };
      const [row] = await sql`select count(*)::int as there from auth.users where id = ${user.id}`;
      seen.push(row?.there);
      return failures-- > 0 ? { status: 500 } : { body: {}, headers: JSON_TYPE };
    },
  });
  assert.is((await stack.post('/signup', { email, password: PASSWORD })).status, 200);
  for (let looks = 0; looks < 300 && seen.length < 2; looks += 1) await new Promise((done) => setTimeout(done, 50));
  assert.equal(seen, [1, 1]);
});

test.run();
