// runner: timeout=900

// Sign-in by SAML with a real Keycloak, which reads our metadata and signs and encrypts with code that is not ours. It
// downloads 160 MB and takes minutes, so it runs only when named: `npm test -- test/flows/sso/long`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../../../support/processes/cannot_run.ts';
import { type Answer, bearer, readRedirectFragment } from '../../../support/processes/stack.ts';
import { type Keycloak, startKeycloak } from '../../../support/providers/keycloak.ts';
import { type FilledForm, followAndFillForms } from '../../../support/providers/places.ts';
import { startTlsFront, type TlsFront } from '../../../support/providers/tls_front.ts';
import { newPerson } from '../../../support/providers/world.ts';
import { ACS, fetchUser, redirectErrors, startSsoStack } from '../journey.ts';

const PASSWORD = 'correct horse battery';
const front = await startTlsFront();
const realm = `${front.url}/realms/main`;
const keycloak = await startKeycloak(realm, ACS);
if (typeof keycloak === 'string') {
  front.close();
  test('Keycloak', () => cannotRun('sign-in by SAML with a real Keycloak', keycloak));
} else await withKeycloak(keycloak, front);

async function withKeycloak(idp: Keycloak, tls: TlsFront): Promise<void> {
  const server = createServer(idp.answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  tls.to((server.address() as AddressInfo).port);
  const sso = await startSsoStack({ SVC_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' });
  const { stack } = sso;
  test.after(async () => {
    await stack.close();
    tls.close();
    server.close();
    server.closeAllConnections();
    await idp.close();
  });

  const configure = await idp.addService((await stack.get('/sso/saml/metadata')).text);
  const metadata_url = `${realm}/protocol/saml/descriptor`;
  const provider_id = await sso.add({ metadata: '' } as never, { metadata_url, metadata_xml: undefined });
  const person = newPerson();
  await idp.add(person, PASSWORD);

  /** Signs in on Keycloak's page. Returns the form that the browser brings back. */
  const visit = async (login = person.login): Promise<Record<string, string>> => {
    const { url } = await sso.depart({ provider_id });
    let brought: Record<string, string> = {};
    await followAndFillForms(url, ACS, (page): FilledForm | null => {
      const action = / action="([^"]+)"/i.exec(page)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x3a;', ':');
      if (action === undefined) return null;
      if (page.includes('kc-form-login')) return { action, fields: { username: login, password: PASSWORD } };
      const fields = [...page.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/gi)];
      brought = Object.fromEntries(fields.map(([, name, value]) => [name, value]));
      return { action, fields: brought };
    });
    assert.ok(brought.SAMLResponse, 'Keycloak returned no response');
    return brought;
  };
  const signIn = async (login?: string): Promise<Answer> => sso.post(await visit(login));
  const xmlOf = (form: Record<string, string>): string => Buffer.from(form.SAMLResponse ?? '', 'base64').toString();

  test('it reads our metadata, verifies our signed request and signs people in; the second time too', async () => {
    const first = await fetchUser(stack, await signIn());
    assert.equal([first.email, first.is_sso_user], [person.email, true]);
    const second = await fetchUser(stack, await signIn());
    assert.is(second.id, first.id);
    const other = newPerson();
    await idp.add(other, PASSWORD);
    assert.is.not((await fetchUser(stack, await signIn(other.login))).id, first.id);
  });

  test('it signs the response, the assertion or both', async () => {
    for (const [response, assertion] of [
      ['true', 'false'],
      ['false', 'true'],
      ['true', 'true'],
    ] as const) {
      await configure({
        'saml.encrypt': 'false',
        'saml.server.signature': response,
        'saml.assertion.signature': assertion,
      });
      const form = await visit();
      const signatures = xmlOf(form).match(/<(?:\w+:)?SignedInfo/g)?.length;
      assert.is(signatures, response === assertion ? 2 : 1);
      assert.is((await fetchUser(stack, await sso.post(form))).email, person.email, `${response} ${assertion}`);
    }
  });

  test('an encrypted assertion is read with GCM; without a signed response CBC is refused', async () => {
    const GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
    const encryption = (algorithm: string, response: string) => ({
      'saml.encrypt': 'true',
      'saml.encryption.algorithm': algorithm,
      'saml.encryption.keyAlgorithm': 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      'saml.encryption.digestMethod': 'http://www.w3.org/2000/09/xmldsig#sha1',
      'saml.server.signature': response,
      'saml.assertion.signature': 'true',
    });
    for (const response of ['true', 'false']) {
      await configure(encryption(GCM, response));
      const form = await visit();
      assert.match(xmlOf(form), /<(?:\w+:)?EncryptedAssertion/);
      assert.match(xmlOf(form), GCM);
      assert.is((await fetchUser(stack, await sso.post(form))).email, person.email, `response signed: ${response}`);
    }
    await configure(encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'false'));
    const form = await visit();
    assert.match(xmlOf(form), 'aes128-cbc');
    assert.match(redirectErrors(await sso.post(form)).error_description ?? '', /decryption$/);
    await configure({ 'saml.encrypt': 'false', 'saml.server.signature': 'true' });
  });

  test('its keys change: the metadata are fetched once, and the same person gets in', async () => {
    const before = await fetchUser(stack, await signIn());
    await idp.rotate();
    const asked = () => stack.db.sql`select asked_at from auth.sso_providers where id = ${provider_id}`;
    await stack.db.sql`update auth.sso_providers set asked_at = now() - interval '6 minutes' where id = ${provider_id}`;
    const [old] = await asked();
    assert.is((await fetchUser(stack, await signIn())).id, before.id);
    const [fetched] = await asked();
    assert.is.not(String(fetched?.asked_at), String(old?.asked_at));
    const [entry] = await stack.db.sql`
      select from auth.audit_log
      where 'sso_metadata_refreshed' = any (actions) and traits ->> 'provider' = ${`sso:${provider_id}`}`;
    assert.ok(entry);
    assert.is((await fetchUser(stack, await signIn())).id, before.id);
  });

  test('logout here ends the session; logout at Keycloak ends none here, and the next sign-in works', async () => {
    const values = readRedirectFragment(await signIn());
    const token = values.get('access_token') ?? '';
    assert.is((await stack.post('/logout?scope=local', {}, bearer(token))).status, 204);
    const refused = await stack.post('/token?grant_type=refresh_token', { refresh_token: values.get('refresh_token') });
    assert.is(refused.status, 400, refused.text);
    const next = readRedirectFragment(await signIn());
    await idp.endSessions(person.login);
    // Our metadata has no endpoint for single logout, so Keycloak does not notify us.
    assert.not.match((await stack.get('/sso/saml/metadata')).text, 'SingleLogoutService');
    const live = await stack.post('/token?grant_type=refresh_token', { refresh_token: next.get('refresh_token') });
    assert.is(live.status, 200, live.text);
    assert.is((await fetchUser(stack, await signIn())).email, person.email);
  });

  test('a response that was changed on its way is refused', async () => {
    const form = await visit();
    const changed = xmlOf(form).replaceAll(person.email as string, 'eve@example.com');
    assert.is.not(changed, xmlOf(form));
    const refused = await sso.post({ ...form, SAMLResponse: Buffer.from(changed).toString('base64') });
    assert.match(redirectErrors(refused).error_description ?? '', /signature$/);
    assert.is((await fetchUser(stack, await sso.post(form))).email, person.email);
  });
}

test.run();
