// Every operation of the OpenAPI document responds as described, with success and, if it can fail, with an error. Most
// errors are requested in both formats.
import { createHash, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildOpenApiDocument } from '../../../gateway/openapi/document.ts';
import { ROUTES } from '../../../gateway/routes/table.ts';
import { PASSKEY_SETTINGS } from '../../flows/passkeys/passkey_stack.ts';
import { newPerson, startGitHubMock } from '../../flows/providers/mock.ts';
import { parseSamlRequest, responseParts, startMetadataServer } from '../../flows/sso/journey.ts';
import { WEB3 } from '../../security/web3_refusals.ts';
import { createHookSchema, functionHookSettings } from '../../support/database/hooks.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  EXTERNAL_URL,
  JWT_SECRET,
  newEmail,
  readRedirectFragment,
  startStack,
} from '../../support/processes/stack.ts';
import { type DnsRecords, startDnsServer } from '../../support/providers/dns.ts';
import { base64Xml, createSamlIdp } from '../../support/providers/saml_idp.ts';
import { SAML_SETTINGS } from '../../support/providers/saml_settings.ts';
import { callReadOperations, callWriteOperations } from './console.ts';
import { PROVIDER } from './custom_provider.ts';
import { callExportOperations } from './exports.ts';
import { callFactorOperations } from './factors.ts';
import { callOauthOperations } from './oauth.ts';
import { callPasskeyOperations } from './passkeys.ts';
import { omitEachRequiredMember } from './required.ts';
import { callSessionOperations } from './sessions.ts';
import { callWalletOperations } from './wallets.ts';

const github = await startGitHubMock();
const zones: Record<string, DnsRecords> = {};
const dns = await startDnsServer(zones);
const stack = await startStack({
  env: {
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    SVC_SMS_TEST_OTP: '4915100001:111111,4915100002:222222',
    SVC_RATE_LIMIT_HEADER: 'x-client',
    SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'true',
    ...functionHookSettings('merge_users'),
    SVC_EXTERNAL_KEPT_TOKENS: 'github',
    SVC_OAUTH_SERVER_ENABLED: 'true',
    SVC_OAUTH_SERVER_DEVICE_ENABLED: 'true',
    SVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
    ...github.env,
    ...PASSKEY_SETTINGS,
    ...WEB3,
    ...SAML_SETTINGS,
    SVC_SSO_DNS: dns.address,
    SVC_SCIM_ENABLED: 'true',
  },
});
test.after(async () => {
  await stack.close();
  await github.close();
  await dns.close();
});
await createHookSchema(stack.db);

const serviceToken = await new SignJWT({ role: 'service_role' })
  .setProtectedHeader({ alg: 'HS256' })
  .sign(new TextEncoder().encode(JWT_SECRET));
const admin = bearer(serviceToken);
const password = 'correct horse battery';

/** Statuses seen for each operation. The test stack validates each response. */
const seen = new Map<string, Set<number>>();
const ask = async (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  template = path.split('?', 1)[0],
): Promise<Answer> => {
  const answer = await stack.request(method, path, body, headers);
  const name = `${method} ${template}`;
  seen.set(name, (seen.get(name) ?? new Set()).add(answer.status));
  return answer;
};
const fine = async (...request: Parameters<typeof ask>): Promise<Answer> => {
  const answer = await ask(...request);
  assert.ok(answer.status < 400, `${request[0]} ${request[1]}: ${answer.status} ${answer.text}`);
  return answer;
};
/** Asserts the same error status in both formats. */
const refused = async (status: number, ...[method, path, body, headers = {}, template]: Parameters<typeof ask>) => {
  const first = await ask(method, path, body, headers, template);
  const later = { ...headers, 'X-Supabase-Api-Version': '2024-01-01' };
  const second = await ask(method, path, body, later, template);
  assert.equal([first.status, second.status], [status, status], `${method} ${path}: ${first.text}`);
  assert.is(second.body.code, first.body.error_code);
  assert.is(second.headers.get('X-Supabase-Api-Version'), '2024-01-01');
};

test('service documents are served as derived', async () => {
  for (const path of ['/health', '/ready', '/settings', '/.well-known/jwks.json', '/.well-known/openid-configuration'])
    await fine('GET', path);
  await stack.db.sql`update auth.release set min_gateway = '999.0.0'`;
  await refused(503, 'GET', '/ready');
  await stack.db.sql`update auth.release set min_gateway = '0.1.0'`;
  const { body, headers } = await fine('GET', '/openapi.json');
  const { version } = body.info as { version: string };
  assert.equal(
    body,
    JSON.parse(JSON.stringify(buildOpenApiDocument(ROUTES, { version, url: EXTERNAL_URL, prefix: '/auth/v1' }))),
  );
  assert.is(headers.get('cache-control'), 'public, max-age=600');
  await stack.request('POST', '/health');
  await stack.request('GET', '/no/such/path');
});

test('sign-up', async () => {
  await fine('POST', '/signup', { email: newEmail(), password });
  await fine('POST', '/signup', { data: { a: null } });
  await fine('POST', '/signup', { phone: '+4915100001', password });
  await refused(422, 'POST', '/signup', { email: newEmail(), password: 'short' });
  await refused(400, 'POST', '/signup', 'no json');
  const automatic = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
  const { body } = await automatic.post('/signup', { email: newEmail(), password });
  assert.ok(body.access_token);
  const taken = await confirmedUser(stack);
  await fine('POST', '/signup', { email: taken.email, password });
});

test('requests for messages', async () => {
  await fine('POST', '/otp', { email: newEmail() });
  assert.is((await fine('POST', '/otp', { phone: '4915100002' })).body.message_id, 'test-otp');
  await fine('POST', '/magiclink', { email: newEmail() });
  await fine('POST', '/recover', { email: newEmail() });
  await fine('POST', '/resend', { type: 'signup', email: newEmail() });
  await refused(422, 'POST', '/otp', { email: newEmail(), create_user: false });
  await refused(422, 'POST', '/magiclink', { email: '' });
  await refused(400, 'POST', '/magiclink', '');
  await refused(400, 'POST', '/recover', { email: '' });
  await refused(400, 'POST', '/resend', { type: 'x', email: newEmail() });
});

test('redemption of links and codes, including an e-mail change with two mails', async () => {
  const email = newEmail();
  await fine('POST', '/signup', { email, password });
  const { code } = await stack.mail(email);
  await refused(403, 'POST', '/verify', { type: 'signup', email, token: '000000' === code ? '000001' : '000000' });
  const session = await fine('POST', '/verify', { type: 'signup', email, token: code });
  await refused(400, 'POST', '/verify', {});
  const token = bearer(session.body.access_token);
  const next = newEmail();
  assert.is((await fine('PUT', '/user', { email: next }, token)).body.new_email, next);
  const half = await fine('POST', '/verify', {
    type: 'email_change',
    email: next,
    token: (await stack.mail(next)).code,
  });
  assert.is(half.body.code, '200');
  const old = await stack.mail(email, 2);
  await fine('POST', '/verify', { type: 'email_change', email, token: old.code });
  await fine('POST', '/verify', { type: 'sms', phone: '4915100001', token: '111111' });

  const other = newEmail();
  await fine('POST', '/otp', { email: other });
  const { path } = await stack.mail(other);
  for (const when of ['unused', 'used: told by the redirect']) assert.is((await fine('GET', path)).status, 303, when);
  await refused(400, 'GET', '/verify?type=signup');
});

test('the user’s own account', async () => {
  const person = await confirmedUser(stack);
  const token = bearer(person.access_token);
  await fine('GET', '/user', undefined, token);
  await fine('PUT', '/user', { data: { nothing: null, deep: [1, { a: null }] } }, token);
  await fine('GET', '/reauthenticate', undefined, token);
  await refused(429, 'GET', '/reauthenticate', undefined, token);
  await refused(422, 'PUT', '/user', { password: person.password }, token);
  await refused(400, 'POST', '/logout?scope=x', undefined, token);
  assert.is((await fine('POST', '/logout', undefined, token)).status, 204);
});

test('sessions', async () => {
  const person = await confirmedUser(stack);
  const { email } = person;
  const right = await fine('POST', '/token?grant_type=password', { email, password: person.password });
  assert.is(right.body.weak_password, null);
  const strict = await stack.another({ SVC_PASSWORD_MIN_LENGTH: '40' });
  const weak = await strict.post('/token?grant_type=password', { email, password: person.password });
  assert.equal((weak.body.weak_password as { reasons: string[] }).reasons, ['length']);
  await fine('POST', '/token?grant_type=refresh_token', { refresh_token: right.body.refresh_token });
  const verifier = randomBytes(48).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const flow = newEmail();
  await fine('POST', '/otp', { email: flow, code_challenge, code_challenge_method: 's256' });
  const { headers } = await fine('GET', (await stack.mail(flow)).path);
  const auth_code = new URL(headers.get('location') ?? '').searchParams.get('code');
  await fine('POST', '/token?grant_type=pkce', { auth_code, code_verifier: verifier });
  await refused(400, 'POST', '/token?grant_type=password', { email, password: 'wrong' });
  await refused(400, 'POST', '/token?grant_type=refresh_token', { refresh_token: 'x' });
  await refused(404, 'POST', '/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' });
  await callWalletOperations({ stack, fine, refused, admin });
  for (const grant of ['', 'x']) await refused(400, 'POST', `/token?grant_type=${grant}`, {});
  assert.is((await ask('POST', '/token?grant_type=id_token', {})).body.error, 'invalid request');
  for (let i = 0; i < 40; i += 1) await ask('POST', '/token?grant_type=pkce', {}, { 'x-client': '192.0.2.1' });
  await refused(429, 'POST', '/token?grant_type=pkce', {}, { 'x-client': '192.0.2.1' });
});

test('the export of a user', () => callExportOperations({ stack, fine, refused, admin }));

test('listing and ending sessions', () => callSessionOperations({ stack, fine, refused, admin }));

test('showing the service', () => callReadOperations({ stack, fine, refused, admin }));

test('acting on messages, addresses, templates and webhooks', () =>
  callWriteOperations({ stack, fine, refused, admin }));

test('external providers and identities', async () => {
  const there = await fine('GET', '/authorize?provider=github');
  const callback = github.consent(there.headers.get('location') ?? '', newPerson());
  const access_token = readRedirectFragment(await fine('GET', callback)).get('access_token');
  await fine('POST', '/callback', 'state=x');
  await refused(400, 'GET', '/authorize?provider=x');
  const token = bearer(access_token);
  const code_verifier = 'v'.repeat(43);
  const path = `/user/identities/authorize?provider=github&code_challenge=${code_verifier}&code_challenge_method=plain`;
  await fine('GET', path, undefined, token);
  const { body } = await fine('GET', `${path}&skip_http_redirect=true`, undefined, token);
  const back = await fine('GET', github.consent(String(body.url), newPerson()));
  const auth_code = new URL(back.headers.get('location') ?? '').searchParams.get('code');
  await fine('POST', '/token?grant_type=pkce', { auth_code, code_verifier });
  const { identities } = (await fine('GET', '/user', undefined, token)).body as {
    identities: { identity_id: string }[];
  };
  const template = '/user/identities/{identity_id}';
  const kept = `/user/identities/${identities[1]?.identity_id}/token`;
  await fine('GET', kept, undefined, token, `${template}/token`);
  await refused(404, 'GET', '/user/identities/x/token', undefined, token, `${template}/token`);
  await fine('DELETE', `/user/identities/${identities[1]?.identity_id}`, undefined, token, template);
});

test('passkeys', () => callPasskeyOperations({ stack, ask, fine, admin }));

test('second factors', () => callFactorOperations({ stack, fine, admin }));

test('administration', async () => {
  const email = newEmail();
  const template = '/admin/users/{user_id}';
  const created = await fine('POST', '/admin/users', { email, email_confirm: true, ban_duration: '1h' }, admin);
  const path = `/admin/users/${created.body.id}`;
  const id = '3f1c9f8e-51a5-4f5b-a7a0-6d8f3c0b9a11';
  await fine('POST', `/admin/users/${id}`, { phone: '4917012345' }, admin, template);
  await fine('GET', `/admin/users/${id}/factors`, undefined, admin, '/admin/users/{user_id}/factors');
  await fine('GET', path, undefined, admin, template);
  await fine('PUT', path, { user_metadata: { a: 1 } }, admin, template);
  await fine('GET', '/admin/users?per_page=1', undefined, admin);
  await fine('GET', '/admin/audit', undefined, admin);
  const invited = newEmail();
  await fine('POST', '/invite', { email: invited }, admin);
  await fine('POST', '/admin/generate_link', { type: 'magiclink', email }, admin);
  await refused(422, 'POST', '/admin/users', { email }, admin);
  await refused(404, 'POST', '/admin/users/x', {}, admin, template);
  await refused(404, 'GET', '/admin/users/x', undefined, admin, template);
  await refused(400, 'PUT', path, { ban_duration: '1d' }, admin, template);
  await refused(400, 'GET', '/admin/users?page=x', undefined, admin);
  await refused(400, 'GET', '/admin/audit?query=x:y', undefined, admin);
  await refused(422, 'POST', '/invite', { email }, admin);
  await refused(400, 'POST', '/admin/generate_link', { type: 'x', email }, admin);
  await fine('DELETE', path, { should_soft_delete: true }, admin, template);
  await fine('DELETE', `/admin/users/${id}`, undefined, admin, template);
  await refused(404, 'DELETE', `/admin/users/${id}`, undefined, admin, template);
});

test('custom providers', async () => {
  const template = '/admin/custom-providers/{identifier}';
  const one = `/admin/custom-providers/${PROVIDER.identifier}`;
  await fine('POST', '/admin/custom-providers', PROVIDER, admin);
  await fine('GET', '/admin/custom-providers', undefined, admin);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    await fine(method, one, method === 'PUT' ? { name: 'New' } : undefined, admin, template);
  }
});

test('single sign-on', async () => {
  const idp = createSamlIdp();
  const template = '/admin/sso/providers/{provider_id}';
  const server = await startMetadataServer();
  try {
    server.serve({ body: idp.metadata.replace('https://idp.example.com/sso?tenant=1', server.url) });
    const given = { type: 'saml', metadata_url: server.url, domains: ['routes.example'] };
    const { body } = await fine('POST', '/admin/sso/providers', given, admin);
    await fine('GET', '/admin/sso/providers', undefined, admin);
    const one = `/admin/sso/providers/${body.id}`;
    await fine('GET', one, undefined, admin, template);
    await fine('PUT', one, { name: 'New' }, admin, template);
    await fine('POST', `${one}/metadata`, undefined, admin, `${template}/metadata`);
    await fine('POST', `${one}/test`, undefined, admin, `${template}/test`);
    const domain = `${template}/domains/{domain}`;
    await fine('PUT', `${one}/domains/routes.example`, { verified: true }, admin, domain);
    const [{ verification }] = body.domains as [{ verification: { name: string; value: string } }];
    zones[verification.name] = { txt: [verification.value] };
    await fine('POST', `${one}/domains/routes.example/verify`, undefined, admin, `${domain}/verify`);
    await fine('GET', '/sso/saml/metadata');
    const request = parseSamlRequest(
      String((await fine('POST', '/sso', { domain: 'routes.example', skip_http_redirect: true })).body.url),
    );
    const form = { SAMLResponse: base64Xml(idp.respond(responseParts(request))), RelayState: request.relay };
    await fine('POST', '/sso/saml/acs', new URLSearchParams(form).toString());
    await fine('DELETE', one, undefined, admin, template);
  } finally {
    server.close();
  }
});

test('provisioning', async () => {
  const { body } = await fine(
    'POST',
    '/admin/sso/providers',
    { type: 'saml', metadata_xml: createSamlIdp().metadata },
    admin,
  );
  const template = '/admin/sso/providers/{provider_id}/scim-tokens';
  const tokens = `/admin/sso/providers/${body.id}/scim-tokens`;
  const made = (await fine('POST', tokens, { name: 'x' }, admin, template)).body;
  await fine('GET', tokens, undefined, admin, template);
  const token = { ...bearer(made.token), 'Content-Type': 'application/json' };
  const all = '/scim/v2/{resource}';
  const one = '/scim/v2/{resource}/{id}';
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
  await fine('GET', '/scim/v2/Users', undefined, token, all);
  const user = (await fine('POST', '/scim/v2/Users', { schemas, userName: newEmail() }, token, all)).body;
  const path = `/scim/v2/Users/${user.id}`;
  const search = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'] };
  const patch = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'add', path: 'title', value: 'x' }],
  };
  await fine('GET', path, undefined, token, one);
  await fine('PUT', path, { schemas, userName: newEmail() }, token, one);
  await fine('PATCH', path, patch, token, one);
  await fine('POST', '/scim/v2/Users/.search', search, token, one);
  await fine('DELETE', path, undefined, token, one);
  for (const method of ['GET', 'POST'])
    assert.is((await ask(method, '/scim/v2/Users', undefined, {}, all)).status, 401);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    assert.is((await ask(method, path, undefined, {}, one)).status, 401);
  await fine('DELETE', `${tokens}/${made.id}`, undefined, admin, `${template}/{token_id}`);
});

test('a missing and an invalid token', async () => {
  for (const row of ROUTES.filter(({ auth }) => auth !== 'none')) {
    const path = row.path.replaceAll(/\{\w+\}/g, 'x');
    await refused(401, row.method, path, undefined, {}, row.path);
    await refused(403, row.method, path, undefined, bearer('a.b.c'), row.path);
  }
});

test('a too long body, and an unavailable database', async () => {
  await refused(413, 'POST', '/otp', 'x'.repeat(1024 * 1024 + 1));
  await stack.db.sql.begin(async (sql) => {
    await sql`lock table auth.users in access exclusive mode`;
    await refused(503, 'POST', '/recover', { email: newEmail() });
  });
});

test('merging accounts', async () => {
  const [kept, other] = [await confirmedUser(stack), await confirmedUser(stack)];
  const merged = { access_token: other.access_token };
  await fine('POST', '/user/merge', merged, bearer(kept.access_token));
  await refused(403, 'POST', '/user/merge', merged, bearer(kept.access_token));
});
test('signing users of OAuth clients in', () => callOauthOperations({ stack, ask, admin }));

test('reports a missing required member, absent and null', () => omitEachRequiredMember({ stack, ask, admin }));

test('every operation was tested', () => {
  for (const { method, path } of ROUTES) {
    const statuses = [...(seen.get(`${method} ${path}`) ?? [])];
    assert.ok(
      statuses.some((status) => status < 400),
      `${method} ${path} has not succeeded`,
    );
    const fails =
      ![
        '/health',
        '/settings',
        '/openapi.json',
        '/callback',
        '/sso/saml/metadata',
        '/sso/saml/acs',
        '/oauth/providers',
      ].includes(path) && !path.startsWith('/.well-known/');
    assert.is(
      statuses.some((status) => status >= 400),
      fails,
      `${method} ${path} has not refused`,
    );
  }
});

test.run();
