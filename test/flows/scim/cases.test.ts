// The protocol of SCIM 2.0 over HTTP, with the requests that Okta's SPEC test and Entra's validator send: discovery,
// tokens, pages, filters, PATCH and errors. A number in a title identifies the same case in all test files of this
// folder.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { bearer, EXTERNAL_URL, newEmail } from '../../support/processes/stack.ts';
import { assertScimError, type Body, ENTERPRISE, PATCH_OP, type Resource, startScimStack, USER } from './client.ts';

const world = await startScimStack();
const { stack, client, accountOf } = world;
test.after(() => stack.close());

const own = await client();
const other = await client();
const { send, user, group, patch, find } = own;

const get = async (path: string): Promise<Resource> => (await send('GET', path)).body as Resource;
const ids = (list: readonly Resource[]): string[] => list.map(({ id }) => id);

test('1: the discovery needs no token and refuses a filter', async () => {
  const config = await stack.get('/scim/v2/ServiceProviderConfig');
  assert.is(config.headers.get('content-type'), 'application/scim+json; charset=utf-8');
  const { patch: p, bulk, filter, sort, etag, changePassword } = config.body as Record<string, Body>;
  assert.equal(
    [config.status, p, bulk, filter, sort, etag, changePassword],
    [
      200,
      { supported: true },
      { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      { supported: true, maxResults: 200 },
      { supported: false },
      { supported: true },
      { supported: false },
    ],
  );
  for (const [path, total] of [
    ['ResourceTypes', 2],
    ['Schemas', 3],
  ] as const) {
    const list = await stack.get(`/scim/v2/${path}`);
    assert.equal([list.status, list.body.totalResults], [200, total]);
    for (const { id, meta } of list.body.Resources as Resource[]) {
      const one = await stack.get(`/scim/v2/${path}/${id}`);
      assert.equal([one.status, one.body.id], [200, id]);
      assert.ok(meta.location.endsWith(`/scim/v2/${path}/${id}`));
    }
    assertScimError(await stack.get(`/scim/v2/${path}?filter=x`), 403);
    assertScimError(await stack.get(`/scim/v2/${path}/x`), 404);
  }
});

test('2: off is 404 in the usual form; unknown paths and methods have the form of SCIM', async () => {
  const off = await stack.another({ SVC_SCIM_ENABLED: 'false' });
  for (const path of ['Users', 'ServiceProviderConfig', 'Groups/x']) {
    const { status, body } = await off.get(`/scim/v2/${path}`, bearer(own.token));
    assert.equal([status, body.error_code, body.msg], [404, 'feature_disabled', 'SCIM server is disabled']);
  }
  for (const path of ['', '/users', '/Users/a/b', '/Nothing', '/Nothing/x'])
    assertScimError(await send('GET', path), 404);
  const post = await send('POST', '/Schemas', {});
  assertScimError(post, 405);
  assert.is(post.headers.get('allow'), 'GET');
  assertScimError(await send('DELETE', '/Users'), 405);
  assertScimError(await send('POST', '/Users/x', {}), 405);
  assertScimError(await send('POST', '/Bulk', {}), 501);
  assertScimError(await send('GET', '/Me'), 501);
});

test('3: a missing, wrong, foreign, deleted or expired token is 401, one of a disabled provider 403', async () => {
  const refused = async (headers: Record<string, string>, status = 401) => {
    const answer = await stack.get('/scim/v2/Users', headers);
    assertScimError(answer, status);
    if (status === 401) assert.is(answer.headers.get('www-authenticate'), 'Bearer realm="scim"');
  };
  await refused({});
  await refused(bearer('x'));
  await refused(SERVICE);
  await refused({ Authorization: `Basic ${Buffer.from(`x:${own.token}`).toString('base64')}` });
  await refused(bearer(`${own.token.slice(0, -1)}${own.token.endsWith('A') ? 'B' : 'A'}`));
  const path = `/admin/sso/providers/${own.provider}/scim-tokens`;
  const deleted = await world.tokenFor(own.provider);
  const foreign = `/admin/sso/providers/${other.provider}/scim-tokens/${deleted.id}`;
  assert.is((await stack.request('DELETE', foreign, undefined, SERVICE)).status, 404);
  assert.is((await stack.get('/scim/v2/Users', bearer(deleted.token))).status, 200);
  assert.is((await stack.request('DELETE', `${path}/${deleted.id}`, undefined, SERVICE)).status, 204);
  await refused(bearer(deleted.token));
  const short = await world.tokenFor(own.provider, { expires_at: '2099-01-01T00:00:00Z' });
  await stack.db.sql`update auth.scim_tokens set expires_at = now() - interval '1 s' where id = ${String(short.id)}`;
  await refused(bearer(short.token));
  const disabled = await client();
  await world.change(disabled.provider, { disabled: true });
  await refused(bearer(disabled.token), 403);
  await send('GET', '/Users');
  const { tokens } = (await stack.get(path, SERVICE)).body as { tokens: Body[] };
  assert.not.match(JSON.stringify(tokens), own.token);
  assert.ok(tokens.find(({ id }) => id === own.token_id)?.last_used_at);
});

test('4, 5: a page and a user have the members that Okta reads', async () => {
  const made = await user({ name: { givenName: 'Ada', familyName: 'Lovelace' } });
  const { status, body } = await send('GET', '/Users?count=1&startIndex=1');
  assert.equal(
    [status, body.schemas, body.startIndex, body.itemsPerPage, typeof body.totalResults],
    [200, ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], 1, 1, 'number'],
  );
  const shown = (await get(`/Users/${made.id}`)) as Resource & { name: Body; emails: Body[] };
  assert.equal(
    [shown.id, shown.name, shown.active, shown.emails[0]?.value],
    [made.id, { givenName: 'Ada', familyName: 'Lovelace' }, true, made.userName],
  );
  assert.is(shown.meta.location, `${EXTERNAL_URL}/scim/v2/Users/${made.id}`);
});

test('6, 7: an unknown name finds nothing, an unknown id is 404', async () => {
  const { body } = await send('GET', `/Users?filter=${encodeURIComponent('userName eq "nobody@x.example"')}`);
  assert.equal([body.totalResults, body.Resources], [0, []]);
  for (const id of [randomUUID(), 'x', (await other.user()).id])
    assertScimError(await send('GET', `/Users/${id}`), 404);
});

test('8, 9, 10: application/json, the same name again, the name in capitals', async () => {
  const userName = newEmail();
  const body = { schemas: [USER], userName, emails: [{ value: userName, primary: true }], externalId: randomUUID() };
  const made = await send('POST', '/Users', body, { 'Content-Type': 'application/json; charset=utf-8' });
  assert.equal([made.status, made.body.active], [201, true], made.text);
  assert.is(made.headers.get('location'), (made.body as Resource).meta.location);
  assertScimError(await send('POST', '/Users', { ...body, userName: userName.toUpperCase() }), 409, 'uniqueness');
  assertScimError(await send('POST', '/Users', { ...body, userName: newEmail() }), 409, 'uniqueness');
  assert.equal(ids(await find('Users', `userName eq "${userName.toUpperCase()}"`)), [(made.body as Resource).id]);
});

test('11: groups are listed', async () => {
  const { status, body } = await send('GET', '/Groups');
  assert.equal([status, Array.isArray(body.Resources)], [200, true]);
});

test('12: PUT replaces, and keeps active where it is absent', async () => {
  const made = await user({ title: 'Countess' });
  const { userName, emails } = made;
  const put = (more: Body) => send('PUT', `/Users/${made.id}`, { schemas: [USER], userName, emails, ...more });
  const off = await put({ active: false });
  assert.equal([off.status, off.body.active, off.body.title], [200, false, undefined]);
  assert.is((await put({ title: 'Back' })).body.active, false);
  assert.is((await put({ active: true })).body.active, true);
  assertScimError(await put({ id: randomUUID() }), 400, 'mutability');
});

test('15, 16: Entra finds users by name, external id, address and two at once, also deactivated ones', async () => {
  const externalId = randomUUID();
  const made = await user({ externalId });
  for (const filter of [
    `userName eq "${made.userName}"`,
    `externalId eq "${externalId}"`,
    `emails[type eq "work"].value eq "${made.userName}"`,
    `emails.value eq "${made.userName}"`,
    `emails eq "${made.userName}"`,
    `userName eq "${made.userName}" and externalId eq "${externalId}"`,
    `id eq "${made.id}"`,
  ]) {
    assert.equal(ids(await find('Users', filter)), [made.id], filter);
    assert.equal(await other.find('Users', filter), [], filter);
  }
  assert.equal(await find('Users', `externalId eq "${externalId.toUpperCase()}"`), []);
  await patch(`/Users/${made.id}`, { op: 'Replace', path: 'active', value: false });
  assert.is((await get(`/Users/${made.id}`)).active, false);
  assert.is((await find('Users', `userName eq "${made.userName}"`))[0]?.active, false);
});

test('21, 33: one wrong operation changes nothing, and each error has its kind', async () => {
  const made = await user();
  const path = `/Users/${made.id}`;
  const refused = async (scimType: string, ...operations: readonly object[]) => {
    assertScimError(
      await patch(path, { op: 'replace', path: 'title', value: 'changed' }, ...operations),
      400,
      scimType,
    );
    assert.is((await get(path)).title, undefined, JSON.stringify(operations));
  };
  await refused('invalidPath', { op: 'replace', path: 'nothing', value: 'x' });
  await refused('invalidPath', { op: 'replace', path: 'emails[type eq "work"].nothing', value: 'x' });
  await refused('invalidPath', { op: 'replace', path: 'title[type eq "work"]', value: 'x' });
  await refused('invalidFilter', { op: 'replace', path: 'emails[type is "work"].value', value: 'x' });
  await refused('noTarget', { op: 'remove' });
  await refused('noTarget', { op: 'replace', path: 'emails[type ne "work"].value', value: newEmail() });
  await refused('invalidValue', { op: 'remove', path: 'userName' });
  await refused('invalidValue', { op: 'replace', path: 'active', value: 'perhaps' });
  await refused('invalidValue', { op: 'replace', path: 'userName', value: ['x'] });
  await refused('invalidSyntax', { op: 'move', path: 'title', value: 'x' });
  for (const name of ['id', 'meta', 'groups', 'meta.version', 'groups[value eq "x"]']) {
    await refused('mutability', { op: 'replace', path: name, value: 'x' });
  }
  assertScimError(await patch(path), 400, 'invalidSyntax');
  assertScimError(
    await patch(path, ...Array.from({ length: 101 }, () => ({ op: 'add', path: 'title', value: 'x' }))),
    400,
    'invalidSyntax',
  );
  assertScimError(await send('PATCH', path, { schemas: [USER], Operations: [] }), 400, 'invalidSyntax');
});

test('22, 24: groups without members, and by a member', async () => {
  const made = await user();
  const name = `Team ${randomUUID()}`;
  const team = await group(name, [made.id]);
  const without = await send('GET', `/Groups/${team.id}?excludedAttributes=members`);
  assert.equal([without.body.displayName, without.body.members], [name, undefined]);
  const query = `filter=${encodeURIComponent(`displayName eq "${name.toUpperCase()}"`)}&excludedAttributes=members`;
  const { body } = await send('GET', `/Groups?${query}`);
  assert.equal([body.totalResults, (body.Resources as Resource[])[0]?.members], [1, undefined]);
  const at = (member: string) => find('Groups', `id eq "${team.id}" and members eq "${member}"`);
  assert.equal([(await at(made.id)).length, (await at((await user()).id)).length], [1, 0]);
  assert.equal(
    ((await get(`/Users/${made.id}`)).groups as Body[]).map(({ value, display }) => [value, display]),
    [[team.id, name]],
  );
});

test('28: pages, of 201 users and while one more is added', async () => {
  const paging = await client();
  for (let made = 0; made < 200; made += 20) await Promise.all(Array.from({ length: 20 }, () => paging.user()));
  await paging.user();
  const page = async (query: string) =>
    (await paging.send('GET', `/Users?${query}`)).body as Body & { Resources: Resource[] };
  for (const [query, start, count] of [
    ['startIndex=0', 1, 100],
    ['startIndex=-1&count=5', 1, 5],
    ['startIndex=202', 202, 0],
    ['startIndex=99999999999999', 1_000_000_000, 0],
    ['count=0', 1, 0],
    ['count=-1', 1, 0],
    ['count=10000', 1, 200],
    ['startIndex=200&filter=userName%20pr', 200, 2],
  ] as const) {
    const { totalResults, startIndex, itemsPerPage, Resources } = await page(query);
    assert.equal([totalResults, startIndex, itemsPerPage, Resources.length], [201, start, count, count], query);
  }
  assertScimError(await paging.send('GET', '/Users?count=x'), 400, 'invalidValue');
  const seen: string[] = [];
  for (let start = 1; start <= 202; start += 50) {
    seen.push(...ids((await page(`startIndex=${start}&count=50`)).Resources));
    if (start === 51) await paging.user();
  }
  assert.is(new Set(seen).size, 202);
  assert.is(seen.length, 202, 'none twice');
});

test('29, 30: filters: operators, precedence, quoting, and what is refused', async () => {
  const odd = await client();
  const make = (userName: string, more: Body = {}) =>
    odd.user({ userName, emails: [{ value: newEmail(), type: 'work' }], ...more });
  const a = await make('a"b\\c', { title: 'Alpha 🚀', active: true });
  const b = await make('bravo', { title: 'beta', active: false, [ENTERPRISE]: { department: 'Engines' } });
  const found = async (filter: string) => ids(await odd.find('Users', filter));
  for (const [filter, expected] of [
    ['userName eq "a\\"b\\\\c"', [a.id]],
    ['title co "🚀"', [a.id]],
    ['TITLE SW "ALPHA"', [a.id]],
    ['title ew "TA"', [b.id]],
    ['title ne "beta"', [a.id]],
    ['active eq true', [a.id]],
    ['active ne "True"', [b.id]],
    ['not (active eq true)', [b.id]],
    ['title pr and not (title eq "beta")', [a.id]],
    ['title eq null', []],
    [`${ENTERPRISE}:department eq "engines"`, [b.id]],
    [`${USER}:userName eq "BRAVO"`, [b.id]],
    ['userName eq "bravo" or title eq "x" and active eq true', [b.id]],
    ['(userName eq "bravo" or title pr) and active eq true', [a.id]],
    ['emails[type eq "work" and value pr]', [a.id, b.id]],
    ['emails.type eq "home"', []],
    ['meta.lastModified gt "2020-01-01T00:00:00Z"', [a.id, b.id]],
    ['meta.created lt "2020-01-01T00:00:00Z"', []],
    ['userName gt "b"', [b.id]],
    [`title eq "'; drop table auth.users; --"`, []],
    [`userName eq "x' or '1'='1"`, []],
    [`id eq "x"`, []],
  ] as const) {
    assert.equal(await found(filter), [...expected], filter);
  }
  for (const filter of [
    'userName eq',
    'foo eq 1',
    'active co "t"',
    'userName',
    'userName eq bravo',
    'userName eq 1',
    'userName eq "x" and',
    '(userName eq "x"',
    'userName eq "x")',
    'userName xx "x"',
    'userName eq "x',
    'name eq "x"',
    'password eq "x"',
    'title[type eq "x"]',
    'meta.lastModified gt "yesterday"',
    'meta.lastModified gt "2026-99-99T00:00:00Z"',
    "userName eq 'x'",
    'userName eq "\\u0000"',
    Array.from({ length: 21 }, () => 'title pr').join(' or '),
    `${'('.repeat(12)}title pr${')'.repeat(12)}`,
    `userName eq "${'x'.repeat(5000)}"`,
  ]) {
    assertScimError(await odd.send('GET', `/Users?filter=${encodeURIComponent(filter)}`), 400, 'invalidFilter');
  }
});

test('31: attributes and excludedAttributes', async () => {
  const made = await user({ name: { givenName: 'Ada', familyName: 'L' }, title: 'x' });
  const names = async (query: string) => {
    const shown = await get(`/Users/${made.id}?${query}`);
    return [Object.keys(shown).sort(), shown.name] as const;
  };
  assert.equal((await names('attributes=userName,NAME.givenName,nothing'))[0], ['id', 'name', 'schemas', 'userName']);
  assert.equal((await names('attributes=name.givenName'))[1], { givenName: 'Ada' });
  assert.equal((await names('excludedAttributes=name.givenName,id'))[1], { familyName: 'L' });
  assert.ok((await names('excludedAttributes=id'))[0].includes('id'));
  assertScimError(await send('GET', `/Users/${made.id}?attributes=title&excludedAttributes=name`), 400, 'invalidValue');
  const search = await send('POST', '/Users/.search', {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    filter: `userName eq "${made.userName}"`,
    attributes: ['title'],
    count: 1,
  });
  assert.equal(
    [search.status, search.body.Resources],
    [200, [{ schemas: [USER], id: made.id, title: 'x' }]],
    search.text,
  );
});

test('32: If-Match and If-None-Match', async () => {
  const made = await user();
  const path = `/Users/${made.id}`;
  const { version } = made.meta;
  const body = { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'title', value: 'x' }] };
  const first = await send('PATCH', path, body, { 'If-Match': version });
  assert.is(first.status, 200, first.text);
  assert.is(first.headers.get('etag'), (first.body as Resource).meta.version);
  for (const [method, sent] of [
    ['PATCH', body],
    ['PUT', { schemas: [USER], userName: made.userName }],
    ['DELETE', undefined],
  ] as const) {
    assertScimError(await send(method, path, sent, { 'If-Match': version }), 412);
  }
  assert.is((await send('PATCH', path, body, { 'If-Match': '*' })).status, 200);
  const now = (await get(path)).meta.version;
  assert.is((await send('GET', path, undefined, { 'If-None-Match': now })).status, 304);
  assert.is((await send('GET', path, undefined, { 'If-None-Match': version })).status, 200);
});

test('34: lists in PATCH: equal values once, one primary, removal', async () => {
  const made = await user();
  const path = `/Users/${made.id}`;
  const [first] = made.emails as [Body];
  const home = { value: newEmail(), type: 'home' };
  const emails = async (...operations: readonly object[]) => {
    const answer = await patch(path, ...operations);
    assert.is(answer.status, 200, answer.text);
    return answer.body.emails as Body[];
  };
  assert.equal(await emails({ op: 'add', path: 'emails', value: [first, home] }), [first, home]);
  const primary = { ...home, value: newEmail(), type: 'other', primary: true };
  const { primary: _, ...demoted } = first;
  assert.equal(await emails({ op: 'add', path: 'emails', value: primary }), [demoted, home, primary]);
  assert.is((await accountOf(made.id)).email, primary.value);
  assert.equal(await emails({ op: 'remove', path: 'emails[type eq "HOME"]' }), [demoted, primary]);
  assert.equal(await emails({ op: 'remove', path: 'emails[type eq "home"]' }), [demoted, primary]);
  assert.equal(await emails({ op: 'replace', path: 'emails[type eq "work"].primary', value: true }), [
    { ...demoted, primary: true },
    { value: primary.value, type: 'other' },
  ]);
  assert.equal(await emails({ op: 'replace', value: { emails: [home] } }), [home]);
  assertScimError(
    await patch(path, { op: 'remove', path: 'emails' }, { op: 'replace', path: 'userName', value: 'x' }),
    400,
    'invalidValue',
  );
});

test('35, 36: bodies', async () => {
  const raw = (body: string, type = 'application/scim+json') =>
    stack.request('POST', '/scim/v2/Users', body, { ...bearer(own.token), 'Content-Type': type });
  assertScimError(await raw('{'), 400, 'invalidSyntax');
  assertScimError(await raw('[]'), 400, 'invalidSyntax');
  assertScimError(await raw('{}'), 400, 'invalidSyntax');
  assertScimError(await raw('{"schemas": ["x"], "userName": "x"}'), 400, 'invalidSyntax');
  assertScimError(await raw('{}', 'text/plain'), 415);
  assertScimError(await raw(`{"x": "${'x'.repeat(2_000_000)}"}`), 413);
  assertScimError(
    await raw(`{"schemas": ["${USER}"], "x": ${'['.repeat(200)}${']'.repeat(200)}}`),
    400,
    'invalidSyntax',
  );
  const post = (more: Body) => send('POST', '/Users', { schemas: [USER], userName: newEmail(), ...more });
  assertScimError(await post({ displayName: 'x'.repeat(17_000) }), 400, 'invalidValue');
  assertScimError(await post({ title: '\0' }), 400, 'invalidSyntax');
  assertScimError(await post({ userName: 'no address' }), 400, 'invalidValue');
  assertScimError(await post({ userName: '' }), 400, 'invalidValue');
  assertScimError(await post({ userName: 'x'.repeat(256) }), 400, 'invalidValue');
  assertScimError(await post({ emails: [{ value: 'no address' }] }), 400, 'invalidValue');
  assertScimError(
    await post({ emails: Array.from({ length: 21 }, () => ({ value: newEmail() })) }),
    400,
    'invalidValue',
  );
  assertScimError(
    await post({ emails: [1, 2].map(() => ({ value: newEmail(), primary: true })) }),
    400,
    'invalidValue',
  );
  const odd = await post({ TITLE: 'x', NickName: null, Foo: 1, password: 'secret', roles: ['admin'], ims: null });
  assert.equal(
    [odd.status, odd.body.title, odd.body.nickName, odd.body.roles],
    [201, 'x', undefined, [{ value: 'admin' }]],
    odd.text,
  );
  assert.not.match(odd.text, /secret|Foo/);
});

test.run();
