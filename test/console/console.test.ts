// runner: when=console,gateway,core

// The console's server: access, forwarded requests, and protection against other web pages, other programs and other
// users of the machine.
import { request as httpRequest } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAccountAccess } from '../../console/server/account_access.ts';
import { createForwarder } from '../../console/server/forward.ts';
import { createLinkAccess } from '../../console/server/link_access.ts';
import { openLocalConsole, openProductionConsole } from '../../console/server/open.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import { createLog } from '../../core/log.ts';
import { startGateway } from '../../gateway/main.ts';
import { findFreePort } from '../../gateway/server/ports.ts';
import { SERVICE, SERVICE_TOKEN } from '../support/clients/admin.ts';
import { computeTotp, decodeBase32, waitForFreshTimeStep } from '../support/clients/totp.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';
import { buildConsoleRequest as ask } from './request.ts';

const PASSWORD = 'correct horse battery';
const stack = await startStack({ env: { SVC_MFA_TOTP_ENROLL_ENABLED: 'true', SVC_MFA_TOTP_VERIFY_ENABLED: 'true' } });
const log = createLog({ level: 'fatal' });
const gateway = await startGateway({ settings: stack.settings, sources: stack.sources, log, listens: false });
const local = await openLocalConsole({
  settings: stack.settings,
  log,
  handler: gateway.handler,
  port: 0,
  any_port: false,
  opens_itself: false,
  database: 'a test',
});
const port = await findFreePort();
const production = await openProductionConsole({
  settings: {
    ...stack.settings,
    console_port: port,
    console_host: '127.0.0.1',
    console_url: `http://127.0.0.1:${port}`,
  },
  log,
  handler: gateway.handler,
});
test.after(async () => {
  await local.close();
  await production.close();
  await gateway.close({ at_once: true });
  await stack.close();
});

interface ResponseParts {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: Record<string, unknown>;
}

/** Sends a request with all headers unchanged. fetch() would replace the Host header. */
function send(
  base: string,
  path: string,
  o: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<ResponseParts> {
  const url = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port: url.port, path, method: o.method ?? 'GET', headers: { Host: url.host, ...o.headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          const json = String(answer.headers['content-type']).startsWith('application/json') && text !== '';
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            body: json ? JSON.parse(text) : {},
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(o.body);
  });
}

const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
const post = (base: string, path: string, body: object, headers: Record<string, string> = {}): Promise<ResponseParts> =>
  send(base, path, { method: 'POST', headers: { ...OWN, ...headers }, body: JSON.stringify(body) });

const codeOf = (link: string | null): string => new URL(link ?? '').hash.replace('#code=', '');
const cookieIn = (answer: ResponseParts): string => String(answer.headers['set-cookie']?.[0]).split(';')[0] ?? '';

/** Signs in by a link. Returns the headers that the browser sends. */
async function signInBrowser(at = local): Promise<Record<string, string>> {
  const answer = await post(at.url, '/console/sign-in', { code: codeOf(at.link()) });
  assert.is(answer.status, 200, answer.text);
  return { ...OWN, Cookie: cookieIn(answer) };
}

test('a link signs in once, with a cookie that scripts and other sites cannot use', async () => {
  const code = codeOf(local.link());
  const first = await post(local.url, '/console/sign-in', { code });
  assert.is(first.status, 200);
  assert.match(String(first.headers['set-cookie']), /^postern-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const second = await post(local.url, '/console/sign-in', { code });
  assert.equal([second.status, second.body.error_code], [403, 'link_expired']);
  for (const wrong of ['', 'x'.repeat(43), null]) {
    assert.is((await post(local.url, '/console/sign-in', { code: wrong })).status, 403);
  }
});

test('a link ends after a minute, a session after 30 minutes without use or 8 hours in all', async () => {
  let now = 0;
  const access = createLinkAccess({ token: async () => 'token', now: () => now });
  const late = access.makeCode();
  now += 60_001;
  assert.is((await access.signIn('', ask({}, JSON.stringify({ code: late }))))?.status, 403);
  const answer = await access.signIn('', ask({}, JSON.stringify({ code: access.makeCode() })));
  const cookie = { cookie: String(answer?.headers['Set-Cookie']).split(';')[0] ?? '' };
  for (let minutes = 0; minutes < 8 * 60 - 29; minutes += 29) {
    assert.ok(await access.enter(ask(cookie)), `${minutes} minutes`);
    now += 29 * 60_000;
  }
  now += 29 * 60_000;
  assert.is(await access.enter(ask(cookie)), null, '8 hours have passed');
  const other = await access.signIn('', ask({}, JSON.stringify({ code: access.makeCode() })));
  now += 30 * 60_000;
  const idle = { cookie: String(other?.headers['Set-Cookie']).split(';')[0] ?? '' };
  assert.is(await access.enter(ask(idle)), null, 'idle for 30 minutes');
  const third = await access.signIn('', ask({}, JSON.stringify({ code: access.makeCode() })));
  const polling = { cookie: String(third?.headers['Set-Cookie']).split(';')[0] ?? '', 'x-poll': '1' };
  now += 29 * 60_000;
  assert.ok(await access.enter(ask(polling)), 'a poll within 30 minutes');
  now += 60_000;
  assert.is(await access.enter(ask(polling)), null, 'a poll is no use of the session');
});

test('the session of an account ends after 30 minutes without use or 8 hours in all, and not before', async () => {
  const ring = createKeyRing(stack.settings);
  const { refresh_token: refresh } = await confirmedUser(stack);
  let now = Date.now();
  const access = createAccountAccess({
    ring,
    forward: createForwarder({ handler: gateway.handler, trusted: [], id_header: '' }),
    verify: () => Promise.reject(new Error('no sign-in happens here')),
    roles: [],
    factor_types: ['totp'],
    captcha: false,
    secure: false,
    now: () => now,
  });
  const enter = (minutes: { opened: number; used: number }, whole = true) => {
    const [opened, used] = [now - minutes.opened * 60_000, now - minutes.used * 60_000];
    const sealed = ring.seal(JSON.stringify({ refresh, opened, used, whole }), 'console session');
    return access.enter(ask({ cookie: `postern-console=${sealed}` }));
  };
  assert.is(await enter({ opened: 60, used: 30 }), null, 'idle for 30 minutes');
  assert.is(await enter({ opened: 8 * 60, used: 1 }), null, '8 hours have passed');
  assert.is(await enter({ opened: 1, used: 1 }, false), null, 'without the second factor');
  const entered = await enter({ opened: 8 * 60 - 1, used: 29 });
  assert.match(entered?.token ?? '', /^eyJ/);
  // The new cookie is valid for another 30 minutes, but not beyond 8 hours after the sign-in.
  const cookie = { cookie: String(entered?.cookie).split(';')[0] ?? '' };
  now += 59_000;
  assert.ok(await access.enter(ask(cookie)));
  now += 1_000;
  assert.is(await access.enter(ask(cookie)), null, '8 hours have passed');
});

test('only a signed-in browser reaches the admin API, and signing out ends that', async () => {
  for (const headers of [OWN, { ...OWN, ...SERVICE }, { ...OWN, Cookie: 'postern-console=AAAA' }]) {
    const answer = await send(local.url, '/admin/users', { headers });
    assert.equal([answer.status, answer.body.error_code], [401, 'console_session_expired']);
  }
  const headers = await signInBrowser();
  const found = await send(local.url, '/admin/users?limit=1', { headers });
  assert.is(found.status, 200, found.text);
  assert.is(found.headers['access-control-allow-origin'], undefined);
  assert.is((await send(local.url, '/console/session', { method: 'DELETE', headers })).status, 200);
  assert.is((await send(local.url, '/admin/users?limit=1', { headers })).status, 401);
});

test('every answer has the id of its request, also those that the console itself gives', async () => {
  const headers = await signInBrowser();
  for (const [path, of] of Object.entries({ '/admin/me': headers, '/admin/users': {}, '/console/x': headers, '/': {} }))
    assert.match(String((await send(local.url, path, { headers: of })).headers['x-request-id']), /^[0-9a-f-]{36}$/);
});

test('with SVC_REQUEST_ID_HEADER, a forwarded answer has the id that the gateway stored', async () => {
  const settings = { ...stack.settings, request_id_header: 'X-Trace' };
  const lines: string[] = [];
  const log = createLog({ level: 'info', stream: { write: (line) => lines.push(line) } });
  const traced = await startGateway({ settings, sources: stack.sources, log, listens: false });
  const beside = await openLocalConsole({
    settings,
    log,
    handler: traced.handler,
    port: 0,
    any_port: false,
    opens_itself: false,
    database: 'x',
  });
  try {
    const headers = await signInBrowser(beside);
    for (const [sent, expected] of [
      [{ 'X-Trace': 'the-id-of-the-proxy' }, /^the-id-of-the-proxy$/],
      [{}, /^[0-9a-f-]{36}$/],
    ] as const) {
      lines.length = 0;
      const answer = await send(beside.url, '/admin/users/x', { headers: { ...headers, ...sent } });
      const id = String(answer.headers['x-request-id']);
      assert.is(answer.status, 404, answer.text);
      assert.match(id, expected);
      assert.ok(
        lines.some((line) => line.includes(id)),
        'the gateway logged the id',
      );
      assert.not.match(lines.join(''), 'refused by the console');
    }
  } finally {
    await beside.close();
    await traced.close({ at_once: true });
  }
});

test('rejects other host names, other origins, forms and frames', async () => {
  const headers = await signInBrowser();
  const asked = (more: Record<string, string>, method = 'GET') =>
    send(local.url, '/admin/users', { method, headers: { ...headers, ...more } });
  for (const Host of [
    'evil.example',
    `evil.example:${local.port}`,
    ...['localhost', `localhost:1${local.port}`, `x.localhost:${local.port}`],
  ]) {
    assert.is((await asked({ Host })).status, 403, Host);
  }
  for (const site of ['cross-site', 'same-site']) {
    assert.is((await asked({ 'Sec-Fetch-Site': site })).status, 403, site);
    assert.is(
      (await asked({ 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' })).status,
      403,
    );
    assert.is((await asked({ 'Sec-Fetch-Site': site }, 'POST')).status, 403, site);
  }
  assert.is((await asked({ 'Sec-Fetch-Site': 'none' }, 'POST')).status, 403);
  assert.is((await asked({ 'Content-Type': 'application/x-www-form-urlencoded' }, 'POST')).status, 403);
  assert.is((await asked({ 'Content-Type': 'text/plain' }, 'PUT')).status, 403);
  const opened = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
  const page = await send(local.url, '/users', { headers: { ...opened, 'Sec-Fetch-Dest': 'document' } });
  assert.is(page.status, 200, 'a link of a mail may open a page');
  const frame = await send(local.url, '/users', { headers: { ...opened, 'Sec-Fetch-Dest': 'iframe' } });
  assert.is(frame.status, 403);
  const policy = String(page.headers['content-security-policy']);
  for (const part of ["frame-ancestors 'none'", "default-src 'none'", "form-action 'none'", "trusted-types 'none'"]) {
    assert.match(policy, part);
  }
  assert.not.match(policy, 'unsafe');
  assert.is(page.headers['cross-origin-opener-policy'], 'same-origin');
});

test('the frame of a mail: only a form of the console fills it, and what it repeats can do nothing', async () => {
  const { Cookie = '' } = await signInBrowser();
  const hostile = '<script src="/main.ts"></script><img src="https://elsewhere.example/x"><p>hello</p>';
  const FORM = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'iframe', 'Content-Type': 'text/plain' };
  const fill = (headers: Record<string, string>, method = 'POST') =>
    send(local.url, '/console/frame', { method, headers, body: `html=${hostile}\r\n` });
  const shown = await fill({ ...FORM, Cookie });
  assert.is(shown.status, 200);
  assert.match(shown.text, `<base target="_blank">${hostile}`);
  const policy = String(shown.headers['content-security-policy']).split('; ');
  for (const part of [
    "default-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox',
    'img-src data:',
  ])
    assert.ok(policy.includes(part), `${part} is missing in ${policy}`);
  assert.not.ok(policy.some((part) => part.startsWith('script-src')));
  assert.is((await fill(FORM)).status, 401, 'without a session');
  assert.is((await fill({ ...FORM, Cookie, 'Sec-Fetch-Site': 'cross-site' })).status, 403, 'a form of another page');
  assert.is((await fill({ ...FORM, Cookie, 'Sec-Fetch-Dest': 'document' })).status, 403, 'not in a frame');
  assert.is((await fill({ ...FORM, Cookie }, 'PUT')).status, 403);
  const outer = await send(local.url, '/mail_frame.html');
  const around = String(outer.headers['content-security-policy']);
  for (const part of [
    "script-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
  ])
    assert.match(around, part);
  assert.not.match(around, 'unsafe');
  const foreign = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' };
  assert.is(
    (await send(local.url, '/mail_frame.html', { headers: foreign })).status,
    403,
    'in a frame of another page',
  );
});

test('a link has an unguessable host name, because browsers send a cookie to every port of a host', () => {
  assert.match(local.url, /^http:\/\/console-[0-9a-f]{16}\.localhost:\d+$/);
});

test('passes on documented calls of the admin API only, and neither links nor passwords', async () => {
  const headers = await signInBrowser();
  const { id } = await confirmedUser(stack);
  const refused: [string, string, object][] = [
    ['POST', '/admin/generate_link', { type: 'recovery', email: newEmail() }],
    ['POST', '/admin/generate_link/', { type: 'recovery', email: newEmail() }],
    ['PUT', `/admin/users/${id}`, { password: 'a new password of mine' }],
    ['POST', '/admin/users', { email: newEmail(), password_hash: '$2a$10$' }],
  ];
  for (const [method, path, body] of refused) {
    const answer = await send(local.url, path, { method, headers, body: JSON.stringify(body) });
    assert.equal([answer.status, answer.body.error_code], [403, 'not_in_console'], path);
  }
  const escaped = await send(local.url, '/admin/%67enerate_link', { method: 'POST', headers, body: '{}' });
  assert.is(escaped.body.error_code, 'bad_path');
  for (const path of ['/token?grant_type=password', '/signup', '/logout', '/user']) {
    assert.is((await send(local.url, path, { method: 'POST', headers, body: '{}' })).status, 404, path);
  }
  for (const path of ['/settings.json', '/../package.json', '/styles/../../server/open.ts', '/server/open.ts']) {
    assert.is((await send(local.url, path, { headers })).status, 404, path);
  }
  const before = await stack.post('/token?grant_type=password', { email: (await user(id)).email, password: PASSWORD });
  assert.is(before.status, 200, 'the password is the old one');
});

const user = async (id: string) => (await stack.get(`/admin/users/${id}`, SERVICE)).body as { email: string };

test('the token of the service is in no answer and no header', async () => {
  const headers = await signInBrowser();
  for (const path of ['/', '/console/session', '/admin/users?limit=5', '/main.ts']) {
    const answer = await send(local.url, path, { headers });
    assert.is(answer.status, 200, path);
    assert.not.match(JSON.stringify(answer.headers) + answer.text, /eyJ[\w-]{10,}\.eyJ/, path);
  }
});

/** Creates an administrator. `with_app` enrolls a TOTP factor and returns its secret. */
async function createAdministrator(with_app: boolean) {
  const email = newEmail();
  const made = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  await stack.request('PUT', `/admin/users/${made.body.id}`, { role: 'supabase_admin' }, SERVICE);
  const signed = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  const token = bearer(signed.body.access_token);
  if (!with_app)
    return { email, secret: Buffer.alloc(0), aal1: String(signed.body.access_token), id: String(made.body.id) };
  const app = await stack.post('/factors', { factor_type: 'totp', friendly_name: 'app' }, token);
  const secret = decodeBase32(String((app.body.totp as { secret: string }).secret));
  const challenge = await stack.post(`/factors/${app.body.id}/challenge`, {}, token);
  // Uses the code of the previous time step, so that the code of the current step stays unused for the next sign-in.
  const code = computeTotp(secret, Date.now() - 30_000);
  const verified = await stack.post(`/factors/${app.body.id}/verify`, { challenge_id: challenge.body.id, code }, token);
  assert.is(verified.status, 200, verified.text);
  return { email, secret, aal1: String(signed.body.access_token), id: String(made.body.id) };
}

test('at a production gateway, an administrator signs in with two factors, and the cookie is no credential of the API', async () => {
  await waitForFreshTimeStep();
  const admin = await createAdministrator(true);
  const first = await post(production.url, '/console/sign-in/password', { email: admin.email, password: PASSWORD });
  assert.is(first.status, 200, first.text);
  assert.not.match(first.text, 'token');
  const [factor] = first.body.factors as { id: string }[];
  const half = { ...OWN, Cookie: cookieIn(first) };
  assert.is((await send(production.url, '/admin/users', { headers: half })).status, 401, 'one factor is not enough');
  const asked = await post(production.url, '/console/sign-in/factor/challenge', { factor_id: factor?.id }, half);
  const wrong = await post(
    production.url,
    '/console/sign-in/factor',
    { factor_id: factor?.id, challenge_id: asked.body.id, code: '000000' },
    half,
  );
  assert.ok(wrong.status >= 400);
  const body = { factor_id: factor?.id, challenge_id: asked.body.id, code: computeTotp(admin.secret, Date.now()) };
  const second = await post(production.url, '/console/sign-in/factor', body, half);
  assert.is(second.status, 200, second.text);
  const whole = { ...OWN, Cookie: cookieIn(second) };
  const found = await send(production.url, '/admin/me', { headers: whole });
  assert.is(found.status, 200, found.text);
  const openAs = (id: unknown, path = '/admin/me', method = 'GET') =>
    send(production.url, path, { method, headers: { ...whole, 'X-Account': String(id) } });
  for (const [path, method] of [['/console/session', 'DELETE'], ['/admin/me']]) {
    const { status, body, headers } = await openAs('00000000-0000-4000-8000-000000000000', path, method);
    assert.equal([status, body.error_code], [409, 'console_account_changed'], 'the page of another account');
    assert.is(headers['set-cookie'], undefined);
  }
  assert.is((await openAs(found.body.user_id)).status, 200);
  const flipped = whole.Cookie.slice(0, -2) + (whole.Cookie.endsWith('A') ? 'BB' : 'AA');
  assert.is((await send(production.url, '/admin/users', { headers: { ...OWN, Cookie: flipped } })).status, 401);
  assert.is((await stack.get('/admin/users', { Cookie: whole.Cookie })).status, 401, 'the API knows no cookie');
  const ended = await send(production.url, '/console/session', { method: 'DELETE', headers: whole });
  assert.match(String(ended.headers['set-cookie']), /Max-Age=0/);
  assert.is(
    (await send(production.url, '/admin/users', { headers: whole })).status,
    401,
    'the session has ended in the database',
  );
});

test('a sign-in by a link takes no session that was given', async () => {
  const chosen = { ...OWN, Cookie: `postern-console=${'x'.repeat(43)}` };
  const others = await signInBrowser();
  for (const given of [chosen, others]) {
    const answer = await post(local.url, '/console/sign-in', { code: codeOf(local.link()) }, given);
    assert.is(answer.status, 200, answer.text);
    assert.is.not(cookieIn(answer), given.Cookie);
  }
  assert.is((await send(local.url, '/admin/users', { headers: chosen })).status, 401);
});

test('an administrator without a second factor, a user, and tokens of both do not get in', async () => {
  const single = await createAdministrator(false);
  const refused = await post(production.url, '/console/sign-in/password', { email: single.email, password: PASSWORD });
  assert.equal([refused.status, refused.body.error_code], [403, 'admin_needs_aal2']);
  assert.is(refused.headers['set-cookie'], undefined);
  const plain = await confirmedUser(stack);
  const user = await post(production.url, '/console/sign-in/password', { email: plain.email, password: PASSWORD });
  assert.equal([user.status, user.body.error_code], [403, 'not_admin']);
  for (const token of [SERVICE_TOKEN, single.aal1, plain.access_token]) {
    const headers = { ...OWN, ...bearer(token), Cookie: `postern-console=${token}` };
    assert.is((await send(production.url, '/admin/users', { headers })).status, 401);
  }
  const wrong = await post(production.url, '/console/sign-in/password', {
    email: plain.email,
    password: 'not the password',
  });
  assert.equal([wrong.status, wrong.body.error_code], [400, 'invalid_credentials']);
});

test('answers for its own address only, and with a __Host- cookie over TLS', async () => {
  const { host } = new URL(production.url);
  assert.is((await send(production.url, '/', { headers: { Host: host } })).status, 200);
  assert.is(
    (await send(production.url, '/', { headers: { Host: host.replace('127.0.0.1', 'localhost') } })).status,
    403,
  );
  const { createCookies: cookies } = await import('../../console/server/access.ts');
  assert.is(cookies(true).set('x'), '__Host-postern-console=x; Path=/; HttpOnly; SameSite=Strict; Secure');
});

test.run();
