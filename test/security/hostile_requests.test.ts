// Sends hostile texts with a valid token in all query and path parameters, in the captcha's members, and in headers.
// Each response is below 500 and well-formed, and the database logs no error. Texts in queries and paths change nothing
// but the counts of a rate limit.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { newIdentityProvider } from '../flows/sso/journey.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { type Answer, bearer, newEmail, SITE_URL, startStack, type TestGateway } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';
import { HOSTILE_TEXTS, LARGE_TEXTS, SELECTED_HOSTILE_TEXTS } from './hostile.ts';
import { FEATURES, routeName, tokenFor } from './routes.ts';
import { computeTableDigests, findServerErrors } from './side_effects.ts';

// No worker runs, so that only requests write to the tables.
const env = { SVC_REQUEST_ID_HEADER: 'X-Request-Id', ...FEATURES };
const stack = await startStack({ worker: false, env });
const PASSWORD = 'correct horse battery';
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
const person = { email: newEmail(), password: PASSWORD };
const { user, access_token } = (await auto.post('/signup', person)).body;
const mine = bearer(access_token);
test.after(() => stack.close());

// A SCIM token whose last use is in the future, so that no request updates it, and a resource of its provider.
const provider = await stack.post(
  '/admin/sso/providers',
  { type: 'saml', metadata_xml: newIdentityProvider().metadata },
  SERVICE,
);
const scim_token = await stack.post(`/admin/sso/providers/${provider.body.id}/scim-tokens`, { name: 'x' }, SERVICE);
await stack.db.sql`update auth.scim_tokens set last_used_at = now() + interval '1 day'`;
const scim = bearer(scim_token.body.token);
const provisioned = await stack.post(
  '/scim/v2/Users',
  { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: newEmail() },
  { ...scim, 'Content-Type': 'application/json' },
);
const without_scim = await stack.another({ SVC_SCIM_ENABLED: 'false' });
const headersFor = (route: Route) => (route.errors === 'scim' ? scim : tokenFor(route, mine));

const ALL: readonly Route[] = ROUTES;
const CUT = LARGE_TEXTS.map((large) => large.slice(0, 1_200).toWellFormed());
/**
 * Routes that get every text. The other routes get a selection, because all routes share one query parser and one
 * router.
 */
const EVERY_TEXT = new Set(['/admin/users', '/admin/users/{user_id}', '/admin/audit', '/verify']);
const textsFor = (route: Route) => [...(EVERY_TEXT.has(route.path) ? HOSTILE_TEXTS : SELECTED_HOSTILE_TEXTS), ...CUT];
const NIL = '00000000-0000-0000-0000-000000000000';

/** Routes that return the source of SQL functions, which contains `auth_lib`. */
const SHOW_SOURCE = new Set(['/admin/why', '/admin/rules']);
const FAULTS = /syntax error|PostgresError|relation "/;

function assertSafeResponse(answer: Answer, about: string, route?: Route): void {
  assert.ok(answer.status < 500, `${about}: ${answer.status} ${answer.text.slice(0, 300)}`);
  assert.not.match(answer.text, FAULTS, about);
  if (!SHOW_SOURCE.has(route?.path ?? '')) assert.not.match(answer.text, /auth_lib/, about);
  assert.is(answer.headers.get('set-cookie'), null, about);
}

/** Sends the texts, several at a time, and passes each response to a function. */
async function sendEachText(
  texts: readonly string[],
  send: (text: string) => Promise<Answer>,
  look: (answer: Answer, text: string) => void,
): Promise<void> {
  for (let start = 0; start < texts.length; start += 8) {
    const some = texts.slice(start, start + 8);
    const answers = await Promise.all(some.map(send));
    answers.forEach((answer, index) => {
      look(answer, some[index] as string);
    });
  }
}

/** Path with parameters of existing objects. */
const pathOf = ({ path }: Route): string =>
  path
    .replace('{user_id}', (user as { id: string }).id)
    .replace('{name}', 'bans')
    .replace('{resource}', 'Users')
    .replace('{id}', String(provisioned.body.id));

// Valid values for the other parameters of a request.
const COMPANIONS: Record<string, Record<string, string>> = {
  'GET /verify': { type: 'signup', token: 'ab'.repeat(28) },
};

for (const route of ALL.filter((row) => row.query !== undefined)) {
  test(`${routeName(route)}: hostile texts in each query parameter`, async () => {
    // Each request with a SCIM token counts against the token's rate limit, so auth.limits may change.
    const counts = route.errors === 'scim' ? ['auth.limits'] : [];
    const before = await computeTableDigests(stack.db, counts);
    const headers = headersFor(route);
    for (const name of Object.keys(route.query ?? {})) {
      const path = (text: string) =>
        `${pathOf(route)}?${new URLSearchParams({ ...COMPANIONS[routeName(route)], [name]: text })}`;
      await sendEachText(
        textsFor(route),
        (text) => stack.request(route.method, path(text), undefined, headers),
        (answer, text) => {
          const about = `${name}=${text.slice(0, 60)}`;
          assertSafeResponse(answer, about, route);
          // The token is valid, so the error concerns the parameter. A well-formed id may name no object.
          if (!['oauth_consent_not_found', 'sso_provider_not_found'].includes(String(answer.body.error_code)))
            assert.not.ok([401, 404, 405].includes(answer.status), `${about}: ${answer.text}`);
          if (route.auth !== 'none') assert.is.not(answer.status, 403, `${about}: ${answer.text}`);
          const location = answer.headers.get('location');
          if (location !== null) assert.ok(location.startsWith(`${SITE_URL}#`), location);
        },
      );
    }
    assert.equal(await computeTableDigests(stack.db, counts), before, 'something was written');
  });
}

test('hostile grant types and redirect targets', async () => {
  const forged = 'ab'.repeat(28);
  for (const [method, path, body] of [
    ['POST', '/token?grant_type=', {}],
    ['GET', `/verify?type=signup&token=${forged}&redirect_to=`, undefined],
    ['POST', '/recover?redirect_to=', {}],
    ['POST', '/admin/generate_link?redirect_to=', {}],
  ] as const) {
    await sendEachText(
      [...HOSTILE_TEXTS, ...CUT],
      (text) => stack.request(method, path + encodeURIComponent(text), body, method === 'POST' ? SERVICE : {}),
      (answer, text) => {
        assertSafeResponse(answer, path + text.slice(0, 60));
        const location = answer.headers.get('location');
        if (location !== null) assert.ok(location.startsWith(`${SITE_URL}#`), location);
      },
    );
  }
});

for (const route of ALL.filter((row) => row.path.includes('{'))) {
  test(`${routeName(route)}: hostile texts in the path`, async () => {
    const before = await computeTableDigests(stack.db);
    await sendEachText(
      textsFor(route),
      (text) => {
        const path = route.path.replace(/\{\w+\}/, encodeURIComponent(text));
        return stack.request(route.method, path, route.method === 'GET' ? undefined : {}, tokenFor(route, mine));
      },
      (answer, text) => {
        const about = `${text.slice(0, 60)}: ${answer.text.slice(0, 200)}`;
        assertSafeResponse(answer, about);
        // unlink_identity looks for the identity only if the user has another one. Otherwise it returns
        // single_identity_not_deletable for a well-formed id.
        const last = answer.body.error_code === 'single_identity_not_deletable' && text === NIL;
        assert.ok(answer.status === 404 || answer.status === 400 || last, about);
        const named = route.path === '/admin/users/{user_id}' && text !== NIL;
        if (named) assert.is(answer.body.error_code, 'validation_failed', about);
      },
    );
    assert.equal(await computeTableDigests(stack.db), before, 'something was written');
  });
}

test('hostile captcha tokens reach the provider as one form field, in both members', async () => {
  const provider = await startThirdParty();
  provider.behaviour = () => ({ body: { success: false, 'error-codes': ['bad'] } });
  const node = await stack.another({
    ...FEATURES,
    SVC_SECURITY_CAPTCHA_ENABLED: 'true',
    SVC_SECURITY_CAPTCHA_SECRET: 'the secret',
    SVC_SECURITY_CAPTCHA_URL: provider.url,
  });
  try {
    for (const [at, route] of ALL.filter(({ captcha }) => captcha).entries()) {
      const grant = route.grant_type ? `?grant_type=${route.grant_type}` : '';
      const members = [
        (text: string) => ({ captcha_token: text }),
        (text: string) => ({ gotrue_meta_security: { captcha_token: text } }),
        (text: string) => ({ gotrue_meta_security: { [text]: text }, captcha_token: text }),
      ];
      for (const body of members) {
        provider.requests.length = 0;
        // The first route gets all texts, the other routes a selection, because one function validates the parameter
        // for all routes.
        const texts = at === 0 ? [...HOSTILE_TEXTS, ...LARGE_TEXTS] : SELECTED_HOSTILE_TEXTS;
        await sendEachText(
          texts,
          (text) => node.post(route.path + grant, { email: newEmail(), ...body(text) }),
          (answer, text) => {
            assertSafeResponse(answer, `${routeName(route)}: ${text.slice(0, 60)}`);
            assert.equal([answer.status, answer.body.error_code], [400, 'captcha_failed'], answer.text);
          },
        );
        const asked = texts.map((text) => text.trim()).filter((text) => text !== '');
        assert.equal(provider.requests.map(({ form }) => form.response).sort(), asked.sort(), routeName(route));
        for (const { form } of provider.requests) {
          assert.equal([Object.keys(form).sort(), form.secret], [['remoteip', 'response', 'secret'], 'the secret']);
        }
      }
    }
  } finally {
    await provider.close();
  }
});

// One route of each kind of reply and authentication, with its status. No header may change the status.
interface RouteKind {
  send: (headers: Record<string, string>) => Promise<Answer>;
  status: number;
}
const open = (node: TestGateway): Record<string, RouteKind> => ({
  'a fixed answer': { send: (headers) => node.get('/settings', headers), status: 200 },
  'a user': { send: (headers) => node.get('/user', { ...mine, ...headers }), status: 200 },
  'a change': { send: (headers) => node.request('PUT', '/user', { data: {} }, { ...mine, ...headers }), status: 200 },
  'a sign-up': {
    send: (headers) => node.post('/signup', { email: newEmail(), password: PASSWORD }, headers),
    status: 200,
  },
  'a session': {
    send: (headers) =>
      node.post('/token?grant_type=password', { email: person.email, password: person.password }, headers),
    status: 200,
  },
  'a page of a list': {
    send: (headers) => node.get('/admin/users?per_page=2', { ...SERVICE, ...headers }),
    status: 200,
  },
  'a link': {
    send: (headers) =>
      node.post('/admin/generate_link', { type: 'recovery', email: person.email }, { ...SERVICE, ...headers }),
    status: 200,
  },
  'an invitation': {
    send: (headers) => node.post('/invite', { email: newEmail() }, { ...SERVICE, ...headers }),
    status: 200,
  },
  nothing: { send: (headers) => node.post('/logout?scope=others', undefined, { ...mine, ...headers }), status: 204 },
  'a redirect': { send: (headers) => node.get(`/verify?type=signup&token=x`, headers), status: 303 },
  'a refusal of SQL': { send: (headers) => node.post('/verify', { type: 'x', token: 'y' }, headers), status: 400 },
  'a refusal of the gateway': { send: (headers) => node.get('/user', headers), status: 401 },
  'a feature that is off': {
    send: (headers) => without_scim.get('/scim/v2/Users', { ...SERVICE, ...headers }),
    status: 404,
  },
  'an unknown path': { send: (headers) => node.get('/unknown', headers), status: 404 },
});

const HEADERS = [
  'X-JWT-AUD',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'Sb-Forwarded-For',
  'Referer',
  'redirect_to',
  'Origin',
  'X-Supabase-Api-Version',
  'X-Request-Id',
  'X-Client-Info',
  'apikey',
  'Cookie',
  'Content-Type',
  'Accept',
];
const ADDRESSES = [
  'fe80::1%eth0',
  '::ffff:1.2.3.4',
  '1.2.3.4:80',
  '[::1]:80',
  '01.02.03.04',
  '1.2.3',
  '::',
  '0x7f.1',
  '1.2.3.4/8',
  '1.2.3.4, 5.6.7.8',
  ',',
  '256.1.1.1',
  '1'.repeat(2_000),
];

/**
 * Encodes a text in UTF-8 and returns one character per byte, as node:http writes headers. Removes control characters,
 * which would be framing errors.
 */
const bytes = (text: string): string => Buffer.from(text.replace(/\p{Cc}/gu, ''), 'utf8').toString('latin1');

/** Routes that get every value: they store an address, a user agent or an audience, or build a URL from headers. */
const EVERY_VALUE = new Set(['a sign-up', 'a session', 'an invitation']);
const VALUES = [...HOSTILE_TEXTS.map(bytes), ...ADDRESSES, 'z'.repeat(5_000)];
/**
 * Number of values per header for the other routes. Each route gets different values, so that together they get all.
 */
const SHARE = 5;

for (const [at, [kind, { send, status }]] of Object.entries(open(stack)).entries()) {
  test(`hostile headers on ${kind}`, async () => {
    for (const [column, name] of HEADERS.entries()) {
      const first = (at * SHARE + column) % VALUES.length;
      const share = [...VALUES.slice(first), ...VALUES.slice(0, first)].slice(0, SHARE);
      await sendEachText(
        EVERY_VALUE.has(kind) ? VALUES : share,
        (value) => send({ [name]: value }),
        (answer, value) => {
          const about = `${name}: ${value.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 200)}`;
          assertSafeResponse(answer, about);
          // The audience selects users and is indexed, so its length is limited.
          if (name !== 'X-JWT-AUD') assert.is(answer.status, status, about);
          else if (Buffer.byteLength(value, 'latin1') <= 255 && kind === 'a sign-up')
            assert.is(answer.status, 200, about);
          const location = answer.headers.get('location');
          if (location !== null) assert.ok(location.startsWith(`${SITE_URL}`), location);
        },
      );
    }
  });
}

test('no hostile text caused an error in the database’s log or broke a log line', () => {
  assert.equal(findServerErrors(stack.db), []);
  for (const line of stack.log().trimEnd().split('\n')) assert.type(JSON.parse(line), 'object');
});

test.run();
