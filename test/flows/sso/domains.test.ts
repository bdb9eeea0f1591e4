// runner: when=gateway,sql,core/saml
// Domains of organizations over HTTP: verification by DNS, and enforced SSO from the client's view.
import { createClient } from '@supabase/supabase-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { type Answer, confirmedUser } from '../../support/processes/stack.ts';
import { type DnsRecords, startDnsServer } from '../../support/providers/dns.ts';
import { fetchUser, newIdentityProvider, redirectErrors, startSsoStack } from './journey.ts';

const zones: Record<string, DnsRecords> = {};
const dns = await startDnsServer(zones);
const sso = await startSsoStack({ SVC_SSO_DNS: dns.address });
const { stack } = sso;
test.after(async () => {
  await stack.close();
  await dns.close();
});

let last = 0;
async function createOrganization(domain = `org${++last}.example`) {
  const idp = newIdentityProvider();
  const id = await sso.add(idp, { domains: [domain] });
  const path = `/admin/sso/providers/${id}/domains/${encodeURIComponent(domain)}`;
  return { idp, id, domain, path };
}
const put = (path: string, body: object): Promise<Answer> => stack.request('PUT', path, body, SERVICE);

test('a domain is verified by its TXT record, and says which', async () => {
  const { id, domain, path } = await createOrganization();
  const { body } = await stack.get(`/admin/sso/providers/${id}`, SERVICE);
  const [{ verification, enforced }] = body.domains as [{ verification: Record<string, string>; enforced: boolean }];
  assert.equal([verification.name, enforced], [`_postern.${domain}`, false]);
  const verify = () => stack.post(`${path}/verify`, undefined, SERVICE);
  const missing = await verify();
  assert.equal([missing.status, missing.body.error_code], [422, 'sso_domain_not_verified']);
  assert.equal(dns.asked, [`TXT _postern.${domain}`]);
  for (const txt of [[], ['v=spf1 -all'], [`${verification.value}0`], ['x'.repeat(600)]]) {
    zones[`_postern.${domain}`] = { txt };
    assert.is((await verify()).status, 422, txt.join());
  }
  assert.is((await put(path, { enforced: true })).body.error_code, 'sso_domain_not_verified');
  zones[`_postern.${domain}`] = { txt: ['v=spf1 -all', String(verification.value)] };
  const verified = await verify();
  assert.equal([verified.status, verified.body.verified_by], [200, 'dns'], verified.text);
  assert.is((await put(path, { enforced: true })).body.enforced, true);
  zones[`_postern.${domain}`] = { fault: 'failure' };
  const failing = await verify();
  assert.equal([failing.status, failing.headers.get('retry-after')], [503, '1'], failing.text);
});

test('an international domain in any spelling of the path', async () => {
  const { id } = await createOrganization('bücher.example');
  for (const name of ['bücher.example', 'BÜCHER.example.', 'xn--bcher-kva.example']) {
    const answer = await put(`/admin/sso/providers/${id}/domains/${encodeURIComponent(name)}`, { verified: true });
    assert.equal([answer.status, answer.body.domain], [200, 'xn--bcher-kva.example'], name);
  }
});

test('an enforced domain: clients get the provider to sign in with, and sign in there', async () => {
  const { idp, id, domain, path } = await createOrganization();
  const email = `ada@${domain}`;
  const password = 'correct horse battery';
  const before = await confirmedUser(stack, { email, password });
  await put(path, { verified: true, enforced: true });
  for (const [route, body] of [
    ['/token?grant_type=password', { email, password }],
    ['/token?grant_type=password', { email, password: 'wrong' }],
    ['/signup', { email: `new@${domain}`, password }],
    ['/otp', { email }],
    ['/magiclink', { email }],
    ['/recover', { email }],
    ['/resend', { type: 'signup', email }],
  ] as const) {
    const answer = await stack.post(route, body);
    const { code, error_code, msg, provider_id } = answer.body;
    assert.equal(
      { code, error_code, msg, provider_id },
      { code: 403, error_code: 'sso_required', msg: 'Sign in with your organization', provider_id: id },
      route,
    );
  }
  const { auth } = createClient(stack.url, 'anon', { auth: { persistSession: false, autoRefreshToken: false } });
  const { error } = await auth.signInWithPassword({ email, password });
  assert.is(error?.code, 'sso_required');
  // The earlier session stays valid.
  const { refresh_token } = before;
  assert.is((await stack.post('/token?grant_type=refresh_token', { refresh_token })).status, 200);
  const user = await fetchUser(stack, await sso.signIn(idp, id, { attributes: { mail: email } }));
  assert.equal([user.email, user.is_sso_user], [email, true]);
  // Without enforcement, the password works again, because it was never deleted.
  await put(path, { enforced: false });
  assert.is((await stack.post('/token?grant_type=password', { email, password })).status, 200);
});

test('a provider of another organization that claims the domain', async () => {
  const { domain, path } = await createOrganization();
  await put(path, { verified: true, enforced: true });
  const rival = newIdentityProvider();
  const rivalId = await sso.add(rival, { email_domains: 'any' });
  const taken = await stack.request('PUT', `/admin/sso/providers/${rivalId}`, { domains: [domain] }, SERVICE);
  assert.is(taken.body.error_code, 'sso_domain_already_exists');
  const answer = await sso.signIn(rival, rivalId, { attributes: { mail: `ceo@${domain}` } });
  assert.equal(redirectErrors(answer), {
    error: 'access_denied',
    error_code: 'sso_required',
    error_description: 'Sign in with your organization',
  });
  assert.is(
    (await stack.post(`/admin/sso/providers/${rivalId}/domains/${domain}/verify`, undefined, SERVICE)).status,
    404,
  );
});

test('a mail link from before enforcement leads to the app with the error', async () => {
  const { domain, path } = await createOrganization();
  const user = await confirmedUser(stack, { email: `late@${domain}` });
  await stack.post('/magiclink', { email: user.email });
  const mail = await stack.mail(user.email, 2);
  await put(path, { verified: true, enforced: true });
  const answer = await stack.get(mail.path);
  assert.is(answer.status, 303, answer.text);
  const location = new URL(answer.headers.get('location') ?? '');
  assert.is(new URLSearchParams(location.hash.slice(1)).get('error_code'), 'sso_required', location.href);
});

test('rejects other callers', async () => {
  const { path } = await createOrganization();
  const user = await confirmedUser(stack);
  const callers: Record<string, string>[] = [{}, { Authorization: `Bearer ${user.access_token}` }];
  for (const headers of callers) {
    assert.ok([401, 403].includes((await stack.request('PUT', path, { enforced: true }, headers)).status));
    assert.ok([401, 403].includes((await stack.post(`${path}/verify`, undefined, headers)).status));
  }
});

test.run();
