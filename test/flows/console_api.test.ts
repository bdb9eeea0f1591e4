// The admin API that the console uses, over HTTP: request ids, rejected requests, explanations, rules, reports and
// roles.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE, signToken } from '../support/clients/admin.ts';
import { type Answer, bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ env: { SVC_JWT_SUPPORT_ROLES: 'helper', SVC_JWT_AUDITOR_ROLES: 'viewer' } });
test.after(() => stack.close());

const get = (path: string, headers: Record<string, string> = SERVICE): Promise<Answer> => stack.get(path, headers);
const HELPER = bearer(signToken({ role: 'helper' }));
const VIEWER = bearer(signToken({ role: 'viewer' }));

/** Attempts a sign-in of a banned user. Then stops the gateway, which stores the audit entry. */
async function attemptBannedSignIn(): Promise<{ id: string; email: string; request_id: string }> {
  const user = await confirmedUser(stack);
  const node = await stack.another({});
  await stack.request('PUT', `/admin/users/${user.id}`, { ban_duration: '1h' }, SERVICE);
  const answer = await node.post('/token?grant_type=password', { email: user.email, password: user.password });
  assert.equal([answer.status, answer.body.error_code], [400, 'user_banned']);
  assert.not.match(answer.text, 'banned_at_login');
  await node.stop();
  return { id: user.id, email: user.email, request_id: answer.headers.get('x-request-id') ?? '' };
}

test('every answer has the id of its request, which scripts of other origins may read', async () => {
  const seen = new Set<string>();
  for (const path of ['/health', '/settings', '/user', '/nowhere', '/admin/me', '/.well-known/jwks.json']) {
    const { headers } = await stack.get(path, { Origin: 'https://app.example.com' });
    const id = headers.get('x-request-id') ?? '';
    assert.match(id, /^[0-9a-f-]{36}$/, path);
    assert.match(headers.get('access-control-expose-headers') ?? '', 'X-Request-Id');
    seen.add(id);
  }
  assert.is(seen.size, 6);
  const node = await stack.another({ SVC_REQUEST_ID_HEADER: 'x-trace' });
  assert.is((await node.get('/health', { 'x-trace': 'abc' })).headers.get('x-request-id'), 'abc');
  assert.is((await node.get('/health')).headers.get('x-request-id'), null);
});

test('a refused request is found by its id, by the user and by the address, with the rule and the way to it', async () => {
  const { id, email, request_id } = await attemptBannedSignIn();
  const why = (await get(`/admin/why?q=${request_id}`)).body;
  assert.is(why.kind, 'request');
  const [refusal] = why.refusals as { name: string; function: string; route: string; user_id: string }[];
  assert.equal(
    [refusal?.name, refusal?.function, refusal?.route, refusal?.user_id],
    ['banned_at_login', 'sign_in_with_password', '/token', id],
  );
  const { way, rule, others, remedies } = why.last as {
    way: string[];
    others: string[];
    rule: Record<string, unknown>;
    remedies: { says: string }[];
  };
  assert.equal(way, ['auth_api.sign_in_with_password', 'auth_lib.check_password_account']);
  assert.equal(others, []);
  assert.equal([rule.name, rule.file], ['auth_lib.check_password_account', 'sql/lib/attempt.sql']);
  const line = String(rule.source).split('\n')[Number(rule.deciding_line) - Number(rule.line)] ?? '';
  assert.match(line, "refusal('banned_at_login')");
  assert.equal(
    remedies.map(({ says }) => says),
    ['End the ban.'],
  );

  const listed = (await get(`/admin/refusals?user_id=${id}`)).body.refusals as { request_id: string }[];
  assert.is(listed[0]?.request_id, request_id);
  const timeline = (await get(`/admin/users/${id}/timeline?kind=refusal`)).body.entries as { request_id: string }[];
  assert.is(timeline[0]?.request_id, request_id);

  const address = (await get(`/admin/why?q=${encodeURIComponent(email)}`, HELPER)).body;
  assert.equal([address.kind, address.user_id], ['address', id]);
  const failing = (address.checks as { ok: boolean; rule: string; name: string }[]).filter(({ ok }) => !ok);
  assert.equal(
    failing.map(({ rule: named, name }) => [named, name]),
    [['auth_lib.check_password_account', 'banned_at_login']],
  );
  assert.equal((address.refusals as { request_id: string }[])[0]?.request_id, request_id);
  const unknown = (await get(`/admin/why?address=${newEmail()}`)).body;
  assert.equal([unknown.user_id, unknown.refusals], [null, []]);
});

test('an address is explained as a sign-in would use it, with its spaces', async () => {
  const { email } = await confirmedUser(stack);
  const explain = async (query: string) => {
    const { kind, address, checks } = (await get(`/admin/why?${query}`)).body;
    return [kind, address, (checks as { ok: boolean }[]).every(({ ok }) => ok)];
  };
  for (const text of [` ${email} `, `${email}\t`, ' ']) {
    const answer = await stack.post('/token?grant_type=password', { email: text, password: 'correct horse battery' });
    assert.is(answer.body.error_code, 'invalid_credentials');
    assert.equal((await explain(`address=${encodeURIComponent(text)}`))[2], false, JSON.stringify(text));
  }
  assert.equal(await explain(`address=${encodeURIComponent(email)}`), ['address', email, true]);
  // A search text is trimmed, and the response has the address that was used.
  assert.equal(await explain(`q=${encodeURIComponent(` ${email} `)}`), ['address', email, true]);
});

test('a refusal of the OAuth server is found by its own code; `other` is the code of hooks and triggers', async () => {
  const node = await stack.another({ SVC_OAUTH_SERVER_ENABLED: 'true' });
  const form = new URLSearchParams({ grant_type: 'authorization_code', client_id: randomUUID(), code: 'x' });
  const answer = await fetch(`${node.url}/oauth/token`, { method: 'POST', body: form });
  const { error } = (await answer.json()) as { error: string };
  assert.equal([answer.status, error], [401, 'invalid_client']);
  await node.stop();
  const why = (await get(`/admin/why?q=${answer.headers.get('x-request-id')}`)).body;
  assert.equal(
    (why.refusals as { code: string; name: string }[]).map(({ code, name }) => [code, name]),
    [['invalid_client', 'oauth_client_unauthenticated']],
  );
  const code = (await get('/admin/why?q=invalid_client')).body;
  assert.equal([code.kind, code.times], ['code', 1]);
  const other = (await get('/admin/why?q=other')).body;
  assert.equal([other.kind, other.errors, other.times], ['code', [], 0]);
  assert.is((await get('/admin/why?q=invalid%20nonce')).body.kind, 'code');
});

test('a request that the gateway refused names no rule, and an error of several rules names all of them', async () => {
  const node = await stack.another();
  const email = newEmail();
  await node.post('/signup', { email, password: 'correct horse battery' });
  const { path } = await stack.mail(email);
  await node.get(path);
  const [malformed, used] = [await node.get('/verify?token=abc&type=signup'), await node.get(path)];
  await node.stop();
  const explained = async ({ headers }: Answer): Promise<Record<string, unknown>> =>
    (await get(`/admin/why?q=${headers.get('x-request-id')}`)).body.last as Record<string, unknown>;
  const { refusal, rule, way, others } = await explained(malformed);
  assert.equal([(refusal as { name: string }).name, rule, way, others], ['link_expired', null, [], []]);
  const last = await explained(used);
  assert.is((last.refusal as { name: string }).name, 'link_expired');
  assert.is((last.rule as { name: string }).name, 'auth_api.follow_link');
  assert.equal(last.others, ['auth_lib.sign_in_by_token', 'auth_lib.check_token']);
});

test('a sign-in that would fail names the rule that returns the error, with its line', async () => {
  const without = (await stack.post('/admin/users', { email: newEmail(), email_confirm: true }, SERVICE)).body;
  for (const address of [newEmail(), String(without.email)]) {
    const { rule } = (await get(`/admin/why?address=${encodeURIComponent(address)}`)).body;
    const { name, source, line, deciding_line } = rule as Record<string, unknown>;
    assert.is(name, 'auth_api.sign_in_with_password');
    assert.match(
      String(source).split('\n')[Number(deciding_line) - Number(line)] ?? '',
      "refusal('invalid_credentials')",
    );
  }
});

test('why: a code, a name, a user, nothing, no question', async () => {
  const { id } = await confirmedUser(stack);
  const code = (await get('/admin/why?q=user_banned')).body;
  assert.is(code.kind, 'code');
  assert.equal(
    (code.errors as { name: string }[]).map(({ name }) => name),
    [
      'banned_caller',
      'banned_at_login',
      'deprovisioned_at_login',
      'banned_at_refresh',
      'banned_at_verify',
      'banned_at_passkey',
    ],
  );
  for (const { name, remedies } of code.errors as { name: string; remedies: object[] }[])
    assert.ok(remedies.length > 0, `${name} has a remedy`);
  assert.is((await get('/admin/why?q=email_not_confirmed')).body.kind, 'code');
  assert.equal((await get(`/admin/why?q=${id}`)).body, { kind: 'user', q: id, user_id: id });
  for (const [q, searched] of Object.entries({ no_such_code: 'code', 404: 'id' }))
    assert.equal((await get(`/admin/why?q=${q}`)).body, { kind: 'nothing', q, searched });
  assert.is((await get('/admin/why')).status, 400);
});

test('rules: search, refusers, one function; the second request costs no body', async () => {
  const all = (await get('/admin/rules')).body.rules as { name: string; comment: string; callers: string[] }[];
  assert.ok(all.length > 500);
  const uid = all.find(({ name }) => name === 'auth.uid');
  assert.match(uid?.comment ?? '', "The user id (claim sub) of the request's access token", 'from COMMENT ON');
  const found = (await get('/admin/rules?search=Wrong%20Passwords')).body.rules as { name: string }[];
  assert.ok(found.some(({ name }) => name === 'auth_lib.check_password_failures'));
  const refusers = (await get('/admin/rules?refuses=banned_at_login')).body.rules as { name: string }[];
  assert.equal(
    refusers.map(({ name }) => name),
    ['auth_lib.check_password_account'],
  );
  for (const { name } of all) {
    const one = await get(`/admin/rules/${name}`);
    if (name === 'auth_lib.clock') continue;
    assert.equal([one.status, one.body.as_released], [200, true], name);
  }
  await stack.db
    .sql`create or replace function auth_lib.is_banned(person auth.users) returns boolean language sql stable as 'select false'`;
  assert.is((await get('/admin/rules/auth_lib.is_banned')).body.as_released, false);
  const first = await get('/admin/rules/auth_lib.is_banned');
  const again = await get('/admin/rules/auth_lib.is_banned', {
    ...SERVICE,
    'If-None-Match': first.headers.get('etag') ?? '',
  });
  assert.equal([again.status, again.text], [304, '']);
});

test('errors: all, one, none', async () => {
  const { errors } = (await get('/admin/errors')).body as { errors: { name: string; functions: string[] }[] };
  assert.ok(errors.length > 250);
  const one = (await get('/admin/errors/otp_expired')).body;
  assert.is(one.code, 'otp_expired');
  assert.is((await get('/admin/errors/nothing')).status, 404);
  const other = await get('/admin/errors/other');
  assert.equal([other.status, other.body.errors], [200, []], 'the refusals of hooks are counted under this code');
});

test('reports: every one runs as the auditor, those with a period for that period', async () => {
  const { reports } = (await get('/admin/reports', VIEWER)).body as {
    reports: { name: string; parameters: string[] }[];
  };
  assert.equal(
    reports.filter(({ parameters }) => parameters.length > 0).map(({ name }) => name),
    ['latency_by_hour', 'messages_by_hour', 'refusals_by_hour', 'sign_ins_by_hour'],
  );
  for (const { name } of reports) {
    const answer = await get(`/admin/reports/${name}`, VIEWER);
    assert.is(answer.status, 200, `${name} ${answer.text}`);
    assert.ok((answer.body.columns as string[]).length > 0, name);
  }
  const PEOPLE = ['account', 'address', 'email', 'phone', 'to_address', 'user_id'];
  const own = (await get('/admin/reports', HELPER)).body as { reports: { name: string }[] };
  const shown = new Set(own.reports.map(({ name }) => name));
  for (const { name } of reports) {
    const { columns } = (await get(`/admin/reports/${name}`, VIEWER)).body as { columns: string[] };
    const people = columns.some((column) => PEOPLE.includes(column));
    const answer = await get(`/admin/reports/${name}`, HELPER);
    assert.equal([answer.status, shown.has(name)], people ? [403, false] : [200, true], `${name}: ${columns}`);
    if (people) assert.is(answer.body.error_code, 'insufficient_right');
  }
  const span = 'since=2026-01-01T00:00:00Z&until=2026-02-01T00:00:00Z&step=day';
  const answer = (await get(`/admin/reports/refusals_by_hour?${span}`)).body;
  assert.match(
    String(answer.sql),
    "timestamptz '2026-01-01T00:00:00.000Z' as since, timestamptz '2026-02-01T00:00:00.000Z' as until, text 'day' as step",
  );
  assert.equal([answer.rows, answer.reads], [[], ['tallies']]);
  for (const wrong of ['step=week', 'since=x', `since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z`, "until=2026'"])
    assert.is((await get(`/admin/reports/refusals_by_hour?${wrong}`)).status, 400, wrong);
  assert.is((await get('/admin/reports/..%2f..%2fpackage')).status, 404);
  assert.is((await get('/admin/reports/bans', bearer(signToken({ role: 'anon' })))).status, 403);
});

test('figures: 304 while nothing has changed', async () => {
  const first = await get('/admin/figures');
  assert.is(first.status, 200);
  const tag = { 'If-None-Match': first.headers.get('etag') ?? '' };
  const second = await get('/admin/figures', { ...SERVICE, ...tag });
  assert.ok([200, 304].includes(second.status));
  assert.is((await get('/admin/figures', { ...SERVICE, 'If-None-Match': '"x"' })).status, 200);
});

test('the audit log by key over HTTP', async () => {
  const { id } = await confirmedUser(stack);
  const page = (await get(`/admin/audit?user_id=${id}&limit=1`)).body as {
    entries: object[];
    pagination: { has_more: boolean };
  };
  assert.equal([page.entries.length, page.pagination.has_more], [1, true]);
  assert.ok(Array.isArray((await get('/admin/audit?per_page=1')).body));
});

test('support and auditor may only do what their rights in GET /admin/me allow', async () => {
  assert.equal((await get('/admin/me', HELPER)).body.rights, ['read', 'support']);
  assert.equal((await get('/admin/me', VIEWER)).body.rights, ['read', 'list']);
  const { id } = await confirmedUser(stack);
  const ended = await stack.request('DELETE', `/admin/users/${id}/sessions`, undefined, HELPER);
  assert.is(ended.status, 204);
  const refused = await stack.request('DELETE', `/admin/users/${id}/sessions`, undefined, VIEWER);
  assert.equal([refused.status, refused.body.error_code], [403, 'insufficient_right']);
  assert.is((await get('/admin/users', HELPER)).body.error_code, 'insufficient_right');
  assert.is((await get('/admin/users', VIEWER)).status, 200);
});

test.run();
