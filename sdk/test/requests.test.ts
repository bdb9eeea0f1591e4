// Building requests: guards for paths, the server's URL, headers, tokens, teams, and options of fetch.
import { inspect } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ClientOptions, HTTPClient, InvalidRequestError, Platform } from '../index.ts';
import { methodOf, prepare } from './support/calls.ts';
import { readFacts } from './support/facts.ts';

let last: Request | undefined;
const httpClient = new HTTPClient({
  fetcher: async (request) => {
    last = request;
    return new Response('[]', { headers: { 'content-type': 'application/json' } });
  },
});
const client = (options: ClientOptions = {}) => new Platform({ httpClient, bearerToken: 'secret', ...options });
const sentUrl = () => last!.url;

async function refused(call: Promise<unknown>, pattern: RegExp): Promise<InvalidRequestError> {
  last = undefined;
  const error = await call.then(
    () => assert.unreachable('the call was made'),
    (reason: unknown) => reason,
  );
  assert.instance(error, InvalidRequestError);
  assert.match((error as Error).message, pattern);
  assert.is(last, undefined);
  return error as InvalidRequestError;
}

for (const id of ['', '.', '..']) {
  test(`rejects a path value of ${JSON.stringify(id)}`, async () => {
    await refused(client().deployments.deleteDeployment({ id }), /<root>\.id must not be empty, "\." or "\.\."/);
  });
}

test('the same guard applies to every path parameter of every operation', async () => {
  for (const fact of readFacts()) {
    for (const param of fact.params.filter(({ in: place }) => place === 'path')) {
      const { args } = prepare(fact, false);
      await refused(
        methodOf(client(), fact)({ ...args, [param.argName]: '..' }),
        new RegExp(`<root>\\.${param.argName} `),
      );
    }
  }
});

test('an error names what is wrong, contains the arguments and formats them', async () => {
  const args = { id: 7, requestBody: { alias: true } };
  const error = await refused(
    client().aliases.assignAlias(args as never),
    /id has the wrong type.*alias has the wrong type/s,
  );
  assert.is(error.rawValue, args);
  assert.is(error.issues.length, 2);
  assert.match(
    error.pretty(),
    /┌ 2 issues found:\n│ • \[<root>\.id\]: has the wrong type \(type\)\n│ {5}Want: string\n│ {5}Got: number/,
  );
});

test('input: checks types, required members and enums; accepts unknown members and either spelling', async () => {
  const { security, dns, authentication } = client({ responseValidation: 'off' });
  await refused(security.getActiveAttackStatus({} as never), /projectId is missing/);
  await refused(
    client().integrations.getConfigurations({ view: 'other' as 'account' }),
    /view is not one of the allowed values/,
  );
  await refused(client().webhooks.getWebhooks(null as never), /<root> has the wrong type/);
  await refused(dns.getRecords({ domain: 'd', limit: null as never }), /limit has the wrong type/);
  const body = { code: 'c', clientId: 'i', client_secret: 's', grantType: 'authorization_code', fancyNew: { a_b: 1 } };
  await authentication.exchangeSsoToken(body as never);
  const { clientId: client_id, grantType: grant_type, ...rest } = body;
  assert.equal(JSON.parse(await last!.text()), { ...rest, client_id, grant_type });
});

test('a union loses no member of a body, and adds none', async () => {
  const { domains, teams } = client({ responseValidation: 'off' });
  const transfer = {
    name: 'a.b',
    method: 'transfer-in',
    authCode: 'x',
    expectedPrice: 5,
    cdnEnabled: true,
    zone: false,
  };
  await domains.createOrTransferDomain({ requestBody: transfer as never });
  assert.equal(JSON.parse(await last!.text()), transfer);
  await domains.patchDomain({ domain: 'a.b', requestBody: { op: 'move-out', destination: 'me' } as never });
  assert.equal(JSON.parse(await last!.text()), { op: 'move-out', destination: 'me' });
  await teams.updateTeamMember({ teamId: 't', uid: 'u', requestBody: { confirmed: true } });
  assert.equal(JSON.parse(await last!.text()), { confirmed: true }, 'a default role would demote the member');
});

test('sends dates as ISO text with milliseconds', async () => {
  const requestBody = {
    acceptedPolicies: { policy: { eula: new Date(0), privacy: '2026-01-01T00:00:00Z', other: new Date(1) } },
  };
  await client({ responseValidation: 'off' }).projects.acceptProjectTransferRequest({ code: 'c', requestBody });
  const sent = JSON.parse(await last!.text()) as { acceptedPolicies: { policy: unknown } };
  assert.equal(sent.acceptedPolicies.policy, {
    eula: '1970-01-01T00:00:00.000Z',
    privacy: '2026-01-01T00:00:00Z',
    other: '1970-01-01T00:00:00.001Z',
  });
  const wrong = { acceptedPolicies: { policy: { eula: new Date(Number.NaN), privacy: new Date(0) } } };
  await refused(
    client().projects.acceptProjectTransferRequest({ code: 'c', requestBody: wrong }),
    /eula has the wrong type/,
  );
});

test('the server URL keeps its path and query; invalid ones are rejected at once', async () => {
  await client({ serverURL: 'https://x.example/base//' }).webhooks.getWebhooks();
  assert.is(sentUrl(), 'https://x.example/base/v1/webhooks');
  await client().webhooks.getWebhooks();
  assert.is(sentUrl(), 'https://api.vercel.com/v1/webhooks');
  await client({ serverURL: 'https://x.example?a=1' }).webhooks.getWebhooks({ projectId: 'p' });
  assert.is(sentUrl(), 'https://x.example/v1/webhooks?a=1&projectId=p');
  await client().webhooks.getWebhooks({}, { serverURL: new URL('http://call.example') });
  assert.is(sentUrl(), 'http://call.example/v1/webhooks');
  for (const serverURL of ['', 'nonsense', 'ftp://x.example', 'file:///etc'])
    assert.throws(() => client({ serverURL }), TypeError);
  assert.throws(
    () => client({ serverURL: 'https://user:pass@x.example' }),
    (error: Error) => !error.message.includes('pass@'),
  );
  assert.throws(() => client({ serverIdx: 1 }), RangeError);
  await refused(client().webhooks.getWebhooks({}, { serverURL: 'nonsense' }), /not a valid URL/);
});

test('sorts query keys, repeats the key for arrays, omits empty arrays and undefined', async () => {
  const { aliases, deployments } = client({ responseValidation: 'off' });
  await aliases.listAliases({ until: 2, domain: ['b', 'a&'], limit: undefined, projectId: '' });
  assert.is(new URL(sentUrl()).search, '?domain=b&domain=a%26&projectId=&until=2');
  await deployments.getDeployments({ projectIds: [], rollbackCandidate: false });
  assert.is(new URL(sentUrl()).search, '?rollbackCandidate=false');
});

test('tokens: text, function, complete header, none; control characters are rejected without printing the token', async () => {
  const authorization = async (bearerToken: ClientOptions['bearerToken']) => {
    await client({ bearerToken }).webhooks.getWebhooks();
    return last!.headers.get('authorization');
  };
  assert.is(await authorization('t'), 'Bearer t');
  assert.is(await authorization(async () => 'later'), 'Bearer later');
  assert.is(await authorization(() => 'now'), 'Bearer now');
  assert.is(await authorization('bearer as-is'), 'bearer as-is');
  assert.is(await authorization(''), null);
  assert.is(await authorization(undefined), null);
  const error = await refused(client({ bearerToken: 'top\nsecret' }).webhooks.getWebhooks(), /bearerToken/);
  assert.not.match(inspect(error, { depth: 9 }), /top/);
  await client().webhooks.getWebhooks({}, { headers: { Authorization: 'Basic x' } });
  assert.is(last!.headers.get('authorization'), 'Basic x');
});

test('groups are created once, on first use, and cannot be replaced', () => {
  const platform = client();
  assert.is(platform.projects, platform.projects);
  assert.is.not(platform.projects, client().projects);
  assert.throws(() => Object.assign(platform, { projects: undefined }), TypeError);
});

test('printing a client does not print its token', () => {
  assert.not.match(inspect(client({ bearerToken: 'top-secret' }), { depth: 9 }), /top-secret/);
  assert.not.match(JSON.stringify(client({ bearerToken: 'top-secret' })), /top-secret/);
});

test('headers: the call overrides all except User-Agent; no cookie, no content type without a body', async () => {
  const headers = { accept: 'text/plain', 'user-agent': 'mine', 'x-a': '1' };
  await client().webhooks.getWebhooks({}, { headers, fetchOptions: { headers: { 'x-a': '0', 'x-b': '2' } } });
  const { headers: sent } = last!;
  assert.equal([sent.get('accept'), sent.get('x-a'), sent.get('x-b')], ['text/plain', '1', '2']);
  assert.match(sent.get('user-agent')!, /^postern-platform\//);
  assert.equal([sent.get('cookie'), sent.get('content-type')], [null, null]);
  await client({ userAgent: 'app/1' }).webhooks.getWebhooks();
  assert.is(last!.headers.get('user-agent'), 'app/1');
  await client({ responseValidation: 'off' }).certs.issueCert({});
  assert.equal([last!.headers.get('content-type'), last!.body], [null, null]);
});

test('a header given twice keeps both values; the call still overrides fetchOptions', async () => {
  const fetchOptions = { headers: [['x-a', 'old']] as [string, string][] };
  const headers: [string, string][] = [
    ['x-a', '1'],
    ['X-A', '2'],
  ];
  await client().webhooks.getWebhooks({}, { fetchOptions, headers });
  assert.is(last!.headers.get('x-a'), '1, 2');
});

test('rejects options that are no object', async () => {
  for (const options of [null, 7]) {
    await refused(client().webhooks.getWebhooks({}, options as never), /options must be an object/);
  }
});

test('members of RequestInit pass through, at the top and in fetchOptions', async () => {
  await client().webhooks.getWebhooks({}, { cache: 'no-store', fetchOptions: { redirect: 'manual' } });
  assert.equal([last!.cache, last!.redirect], ['no-store', 'manual']);
  await refused(client().webhooks.getWebhooks({}, { cache: 'nonsense' as RequestCache }), /options/);
});

test('teamId and slug of the client are sent to the 304 operations that accept both', async () => {
  const platform = client({ teamId: 'team_1', slug: 'acme', responseValidation: 'off' });
  let scoped = 0;
  const operations = readFacts().filter((fact) => !fact.clientLevel);
  const once = new Map(operations.map((fact) => [fact.functionName, fact]));
  for (const fact of once.values()) {
    const query = new Set(fact.params.filter(({ in: place }) => place === 'query').map(({ name }) => name));
    const both = query.has('teamId') && query.has('slug');
    const { args } = prepare(fact, false);
    await methodOf(
      platform,
      fact,
    )(...(args ? [args] : [])).then(undefined, (error: unknown) => {
      if (error instanceof InvalidRequestError) throw error; // answers do not matter here
    });
    const sent = new URL(sentUrl()).searchParams;
    assert.equal([sent.get('teamId'), sent.get('slug')], both ? ['team_1', 'acme'] : [null, null], fact.functionName);
    if (both) scoped++;
  }
  assert.is(scoped, 304);
});

test('a team named in the call replaces the whole default', async () => {
  const platform = client({ teamId: 'team_1', slug: 'acme' });
  await platform.webhooks.getWebhooks({ slug: 'other' });
  assert.is(new URL(sentUrl()).search, '?slug=other');
  await platform.webhooks.getWebhooks({ teamId: 'team_2' });
  assert.is(new URL(sentUrl()).search, '?teamId=team_2');
  await platform.webhooks.getWebhooks({ teamId: undefined });
  assert.is(new URL(sentUrl()).search, '?slug=acme&teamId=team_1');
});

test('getTeamMembers has its teamId; getProject exists', async () => {
  const platform = client({ responseValidation: 'off' });
  await platform.teams.getTeamMembers({ teamId: 'team_1', role: 'OWNER' });
  assert.is(new URL(sentUrl()).pathname + new URL(sentUrl()).search, '/v3/teams/team_1/members?role=OWNER');
  await refused(platform.teams.getTeamMembers({} as never), /teamId is missing/);
  await platform.projects.getProject({ idOrName: 'a/b' });
  assert.equal([last!.method, new URL(sentUrl()).pathname], ['GET', '/v9/projects/a%2Fb']);
});

test.run();
