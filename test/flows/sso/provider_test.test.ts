// POST /admin/sso/providers/{provider_id}/test: each check, once with a provider that passes the check and once with a
// provider that fails it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { bearer, readRedirectFragment, type TestGateway } from '../../support/processes/stack.ts';
import { base64Xml, createSamlIdp, type SamlIdp } from '../../support/providers/saml_idp.ts';
import { newIdentityProvider, responseParts, startMetadataServer, startSsoStack } from './journey.ts';

const { stack, add, change, signIn, count } = await startSsoStack();
const server = await startMetadataServer();
test.after(async () => {
  server.close();
  await stack.close();
});

const PATH = '/admin/sso/providers';
type Finding = { check: string; state: string; says: string; advice: string };

/** Returns metadata whose sign-in page is the test's server. */
const local = (idp: SamlIdp): string => idp.metadata.replace('https://idp.example.com/sso?tenant=1', server.url);
const byUrl = async (idp: SamlIdp, more: object = {}): Promise<string> => {
  server.serve({ body: local(idp) });
  const made = await stack.post(PATH, { type: 'saml', metadata_url: server.url, ...more }, SERVICE);
  assert.is(made.status, 201, made.text);
  return String(made.body.id);
};
const check = async (id: string, body?: object, node: TestGateway = stack) => {
  const answer = await node.post(`${PATH}/${id}/test`, body, SERVICE);
  assert.is(answer.status, 200, answer.text);
  return answer.body as { provider: string; ok: boolean; ms: number; findings: Finding[] };
};
const states = ({ findings }: { findings: Finding[] }) => findings.map((one) => [one.check, one.state]);
const finding = ({ findings }: { findings: Finding[] }, name: string): Finding | undefined =>
  findings.find((one) => one.check === name);

test('a good provider passes every check; the test is audited', async () => {
  const id = await byUrl(newIdentityProvider(), { domains: ['good.example'] });
  const found = await check(id);
  assert.equal([found.provider, found.ok, typeof found.ms], [`sso:${id}`, true, 'number']);
  assert.equal(states(found), [
    ['settings', 'ok'],
    ['metadata', 'ok'],
    ['certificate', 'ok'],
    ['redirect', 'ok'],
    ['clock', 'ok'],
  ]);
  assert.is(finding(found, 'settings')?.says, 'enabled, for good.example');
  const [entry] = await stack.db.sql`
    select l.actions, l.traits from auth.audit_log as l order by l.created_at desc, l.id desc limit 1`;
  assert.equal([entry?.actions, entry?.traits], [['provider_tested'], { provider: `sso:${id}` }]);
});

test('metadata: unreachable, of another entity, unusable, with new certificates', async () => {
  const idp = newIdentityProvider();
  const id = await byUrl(idp);
  for (const [answer, state, says] of [
    [{ status: 500, body: '' }, 'failed', /cannot be fetched: the server answered 500/],
    [{ body: newIdentityProvider().metadata }, 'failed', /names another entity ID/],
    [{ body: 'x' }, 'failed', /cannot be used/],
    [
      { body: newIdentityProvider().metadata.replace(/entityID="[^"]*"/, `entityID="${idp.entityId}"`) },
      'warning',
      /new certificates/,
    ],
  ] as const) {
    server.serve(answer);
    const found = await check(id);
    assert.is(finding(found, 'metadata')?.state, state);
    assert.match(finding(found, 'metadata')?.says ?? '', says);
    assert.is(found.ok, state !== 'failed');
    assert.not.match(JSON.stringify(found), /</);
  }
});

test('metadata as XML: not fetched; an end in the past is reported', async () => {
  const idp = newIdentityProvider();
  const xml = local(idp).replace('entityID=', 'validUntil="2001-01-01T00:00:00Z" entityID=');
  const id = await add({ ...idp, metadata: xml });
  const found = await check(id);
  assert.equal(states(found).slice(1, 3), [
    ['metadata', 'ok'],
    ['metadata', 'warning'],
  ]);
});

/** Returns an identity provider whose certificate expires on January 1 of `year`. */
function newExpiringProvider(year: number): SamlIdp {
  const idp = newIdentityProvider();
  const before = idp.certificate.toString('base64');
  const der = Buffer.from(idp.certificate.toString('latin1').replace('21700101', `${year}0101`), 'latin1');
  return { ...idp, certificate: der, metadata: idp.metadata.replace(before, der.toString('base64')) };
}

test('certificates: expired, and with a key that is too short', async () => {
  const old = newExpiringProvider(2020);
  const expired = await check(await add({ ...old, metadata: local(old) }));
  assert.match(finding(expired, 'certificate')?.says ?? '', /expired 2020-01-01/);
  assert.equal([finding(expired, 'certificate')?.state, expired.ok], ['warning', true]);
  const short = createSamlIdp({ entityId: 'https://short.example', bits: 1024 });
  const weak = await check(await add({ ...short, metadata: local(short) }));
  assert.equal([finding(weak, 'certificate')?.state, weak.ok], ['failed', false]);
  const both = local(short).replace(
    '<md:SingleSignOnService',
    `${/<md:KeyDescriptor.*<\/md:KeyDescriptor>/.exec(old.metadata)?.[0]}<md:SingleSignOnService`,
  );
  const id = await add({ ...short, metadata: both.replaceAll(short.entityId, 'https://both.example') });
  const mixed = await check(id);
  assert.equal(
    mixed.findings.filter((one) => one.check === 'certificate').map(({ state }) => state),
    ['warning', 'warning'],
  );
});

test('the sign-in page and its clock', async () => {
  const idp = newIdentityProvider();
  const id = await byUrl(idp);
  const at = (seconds: number) => ({ Date: new Date(Date.now() + seconds * 1000).toUTCString() });
  server.serve({ body: local(idp), headers: at(300) });
  const ahead = finding(await check(id), 'clock');
  assert.is(ahead?.state, 'warning');
  assert.match(ahead?.says ?? '', /its clock is (299|300|301) s ahead of this server's/);
  server.serve({ body: local(idp), headers: at(-50) });
  assert.match(finding(await check(id), 'clock')?.says ?? '', /behind/);
  assert.is(finding(await check(id), 'clock')?.state, 'ok', 'within SVC_SAML_CLOCK_SKEW');
  server.serve({ status: 503, body: '' });
  assert.is(finding(await check(id), 'redirect')?.state, 'warning');
  const closed = await stack.another({ SVC_SAML_ALLOWED_NETWORKS: '' });
  const asked = server.asked();
  const far = await check(id, undefined, closed);
  assert.equal(
    [finding(far, 'redirect')?.state, finding(far, 'metadata')?.state, finding(far, 'clock'), server.asked()],
    ['unknown', 'failed', undefined, asked],
  );
  assert.match(finding(far, 'redirect')?.says ?? '', /is in a private network from here/);
});

test('a disabled provider is reported', async () => {
  const id = await byUrl(newIdentityProvider());
  await change(id, { disabled: true });
  assert.match(finding(await check(id), 'settings')?.says ?? '', /disabled: nobody can sign in/);
});

test('a response is judged by each rule, as XML and as base64, and signs nobody in', async () => {
  const idp = newIdentityProvider();
  const id = await byUrl(idp);
  const parts = responseParts(null, { requestId: '_r1' });
  const good = await check(id, { response: idp.respond(parts), request_id: '_r1' });
  assert.equal(finding(good, 'response'), {
    check: 'response',
    state: 'ok',
    says: 'every rule is met; attributes: mail',
    advice: '',
  });
  const wrong = base64Xml(idp.respond({ ...parts, audience: 'https://x.example' }));
  assert.match(finding(await check(id, { response: wrong, request_id: '_r1' }), 'response')?.says ?? '', /^audience: /);
  const unasked = await check(id, { response: idp.respond(parts) });
  assert.match(finding(unasked, 'response')?.says ?? '', /^in_response_to: /);
  assert.match(finding(await check(id, { response: '%' }), 'response')?.says ?? '', /^malformed: /);
  assert.equal([unasked.ok, await count('users'), await count('consumed_assertions')], [false, 0, 0]);
});

test('for administrators only; unknown providers, and SAML off', async () => {
  const idp = newIdentityProvider();
  const id = await byUrl(idp);
  const token = readRedirectFragment(await signIn(idp, id)).get('access_token') ?? '';
  const asked = server.asked();
  assert.is((await stack.post(`${PATH}/${id}/test`)).status, 401);
  assert.is((await stack.post(`${PATH}/${id}/test`, undefined, bearer(token))).status, 403);
  const unknown = await stack.post(`${PATH}/none/test`, undefined, SERVICE);
  assert.equal([unknown.status, unknown.body.error_code], [404, 'sso_provider_not_found']);
  const off = await stack.another({ SVC_SAML_ENABLED: 'false' });
  assert.is((await off.post(`${PATH}/${id}/test`, undefined, SERVICE)).body.error_code, 'saml_provider_disabled');
  assert.is(server.asked(), asked);
});

test.run();
