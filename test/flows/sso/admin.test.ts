// /admin/sso/providers over HTTP: fetched and given metadata, and URLs that an administrator may not make the server
// request.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { bearer, readRedirectFragment } from '../../support/processes/stack.ts';
import { newIdentityProvider, startMetadataServer, startSsoStack } from './journey.ts';

const { stack, add, change, depart, signIn } = await startSsoStack();
const server = await startMetadataServer();
test.after(async () => {
  server.close();
  await stack.close();
});

const PATH = '/admin/sso/providers';
const create = (members: object, node = stack) => node.post(PATH, { type: 'saml', ...members }, SERVICE);
const refused = async (members: object, expected: readonly [number, string, string], node = stack) => {
  const { status, body } = await create(members, node);
  assert.equal([status, body.error_code, body.msg], expected);
};
const invalid = (message: string) => [400, 'validation_failed', message] as const;

test('creates, changes and deletes a provider by its metadata URL', async () => {
  const idp = newIdentityProvider();
  server.serve({ body: idp.metadata });
  const domains = ['life.example', 'lebensläufe.example'];
  const made = await create({ metadata_url: server.url, domains, resource_id: 'life' });
  assert.is(made.status, 201, made.text);
  const saml = made.body.saml as Record<string, unknown>;
  assert.equal([saml.entity_id, saml.metadata_url, saml.metadata_xml], [idp.entityId, server.url, idp.metadata]);
  const shown = await stack.get(`${PATH}/resource_LIFE`, SERVICE);
  assert.equal(shown.body, made.body);
  for (const domain of [...domains, 'LEBENSLÄUFE.example.', 'xn--lebenslufe-w5a.example']) {
    const { items } = (await stack.get(`${PATH}?domain=${encodeURIComponent(domain)}`, SERVICE)).body as {
      items: { id: string }[];
    };
    assert.equal(
      items.map(({ id }) => id),
      [made.body.id],
      domain,
    );
  }
  const changed = await change(String(made.body.id), { disabled: true, name: 'Life' });
  assert.equal([changed.status, changed.body.disabled, changed.body.name], [200, true, 'Life']);
  const off = await stack.post('/sso', { domain: 'life.example' });
  assert.equal([off.status, off.body.error_code], [404, 'sso_provider_disabled']);
  const refreshed = await stack.post(`${PATH}/${made.body.id}/metadata`, undefined, SERVICE);
  assert.is(refreshed.status, 200, refreshed.text);
  const gone = await stack.request('DELETE', `${PATH}/${made.body.id}`, undefined, SERVICE);
  assert.equal([gone.status, gone.body.id], [200, made.body.id]);
  const again = await stack.request('DELETE', `${PATH}/${made.body.id}`, undefined, SERVICE);
  assert.equal([again.status, again.body.error_code], [404, 'sso_provider_not_found']);
});

test('metadata that cannot be fetched or used', async () => {
  const fetched = (message: string) => [400, 'saml_metadata_fetch_failed', message] as const;
  server.serve({ status: 404, body: 'x' });
  await refused(
    { metadata_url: server.url },
    fetched(`HTTP 404 error fetching SAML Metadata from URL '${server.url}'`),
  );
  server.serve({ status: 302, body: '', headers: { Location: 'http://127.0.0.1/' } });
  await refused(
    { metadata_url: server.url },
    fetched(`HTTP 302 error fetching SAML Metadata from URL '${server.url}'`),
  );
  const nowhere = 'https://localhost:1/x';
  await refused({ metadata_url: nowhere }, fetched(`SAML Metadata could not be fetched from URL '${nowhere}'`));
  server.serve({ body: Buffer.alloc(20_000_000, 0x20) });
  await refused({ metadata_url: server.url }, invalid('SAML Metadata cannot be used: more than 1000000 bytes'));
  server.serve({ body: Buffer.from('<a>\xff</a>', 'latin1') });
  await refused({ metadata_url: server.url }, [
    400,
    'validation_failed',
    'SAML Metadata XML contains invalid UTF-8 characters, which are not supported at this time',
  ]);
  await refused({ metadata_xml: 'no xml' }, invalid('SAML Metadata is not valid XML'));
  await refused(
    { metadata_xml: '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/">' },
    invalid('SAML Metadata is not valid XML'),
  );
  const { metadata, entityId } = newIdentityProvider();
  await refused(
    { metadata_xml: metadata.replace(entityId, '') },
    invalid('SAML Metadata does not contain an EntityID'),
  );
  const role = /<md:IDPSSODescriptor.*<\/md:IDPSSODescriptor>/s.exec(metadata)?.[0] as string;
  await refused(
    { metadata_xml: metadata.replace(role, '') },
    invalid('SAML Metadata does not contain any IDPSSODescriptor'),
  );
  await refused(
    { metadata_xml: metadata.replace(role, role + role) },
    invalid('SAML Metadata contains multiple IDPSSODescriptors'),
  );
  await refused(
    { metadata_xml: metadata.replace('https://idp.example.com/sso', 'http://idp.example.com/sso') },
    invalid('SAML Metadata cannot be used: it has no HTTPS address for a sign-in by redirect (HTTP-Redirect)'),
  );
  await refused(
    { metadata_xml: metadata.replace('<md:KeyDescriptor', 'x<md:KeyDescriptor') },
    invalid('SAML Metadata cannot be used: text inside IDPSSODescriptor'),
  );
  const info = /<ds:KeyInfo.*?<\/ds:KeyInfo>/s.exec(metadata)?.[0] as string;
  await refused(
    { metadata_xml: metadata.replace(info, info + info) },
    invalid('SAML Metadata cannot be used: KeyInfo more than once'),
  );
});

test('private networks: no request leaves, by address and by name', async () => {
  const closed = await stack.another({ SVC_SAML_ALLOWED_NETWORKS: '' });
  server.serve({ body: newIdentityProvider().metadata });
  const asked = server.asked();
  for (const metadata_url of [
    server.url,
    server.url.replace('localhost', '127.0.0.1'),
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data/',
  ])
    await refused(
      { metadata_url },
      [400, 'saml_metadata_fetch_failed', `SAML Metadata could not be fetched from URL '${metadata_url}'`],
      closed as typeof stack,
    );
  assert.is(server.asked(), asked);
});

test('metadata as Entra ID and AD FS publish them: a signature, other roles, comments, a byte order mark', async () => {
  const { metadata, entityId } = newIdentityProvider();
  const WSFED =
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706"';
  const other = `<md:RoleDescriptor ${WSFED} xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706"/>`;
  const service =
    '<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:AssertionConsumerService ' +
    'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/acs" index="0"/></md:SPSSODescriptor>';
  const signature =
    '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo/><SignatureValue>AAAA</SignatureValue></Signature>';
  const metadata_xml = `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<!-- made by the provider -->${metadata
    .replace('<md:IDPSSODescriptor', `${signature}${other}${service}\n  <md:IDPSSODescriptor`)
    .replace('</md:EntityDescriptor>', `${other}</md:EntityDescriptor>`)}\n`;
  const made = await create({ metadata_xml });
  assert.is(made.status, 201, made.text);
  const saml = made.body.saml as { entity_id: string; metadata: { sso_url: string; certificates: object[] } };
  assert.equal(
    [saml.entity_id, saml.metadata.sso_url, saml.metadata.certificates.length],
    [entityId, 'https://idp.example.com/sso?tenant=1', 1],
  );
});

test('an end of metadata that is no time of SAML is ignored', async () => {
  for (const end of ['+012345-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', 'January 99999', '9999-12-31T23:59:59Z']) {
    const { metadata } = newIdentityProvider();
    const made = await create({ metadata_xml: metadata.replace('entityID=', `validUntil="${end}" entityID=`) });
    assert.is(made.status, 201, `${end} ${made.text}`);
  }
});

test('an aggregate needs the entity id of one', async () => {
  const [one, two] = [newIdentityProvider(), newIdentityProvider()];
  const metadata_xml = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${one.metadata}${two.metadata}</md:EntitiesDescriptor>`;
  await refused(
    { metadata_xml },
    invalid('SAML Metadata cannot be used: it holds several identity providers; name one by entity_id'),
  );
  const made = await create({ metadata_xml, entity_id: two.entityId });
  assert.is((made.body.saml as { entity_id: string }).entity_id, two.entityId);
});

test('metadata as XML have no address to refresh', async () => {
  const id = await add(newIdentityProvider());
  const answer = await stack.post(`${PATH}/${id}/metadata`, undefined, SERVICE);
  assert.equal([answer.status, answer.body.msg], [400, 'The metadata of this provider were given as XML']);
});

test('SAML off: reading and deleting still work', async () => {
  const id = await add(newIdentityProvider());
  const off = await stack.another({ SVC_SAML_ENABLED: 'false' });
  assert.is((await off.get(`${PATH}/${id}`, SERVICE)).status, 200);
  for (const [method, path] of [
    ['POST', PATH],
    ['PUT', `${PATH}/${id}`],
    ['POST', `${PATH}/${id}/metadata`],
  ] as const) {
    const answer = await off.request(method, path, {}, SERVICE);
    assert.equal([answer.status, answer.body.error_code], [404, 'saml_provider_disabled'], path);
  }
  assert.is((await off.request('DELETE', `${PATH}/${id}`, undefined, SERVICE)).status, 200);
});

test('a deleted provider ends its sessions; end_sessions=false keeps them', async () => {
  for (const query of ['', '?end_sessions=false']) {
    const idp = newIdentityProvider();
    const id = await add(idp);
    const refresh_token = readRedirectFragment(await signIn(idp, id)).get('refresh_token');
    await depart({ provider_id: id });
    await stack.request('DELETE', `${PATH}/${id}${query}`, undefined, SERVICE);
    const answer = await stack.post('/token?grant_type=refresh_token', { refresh_token });
    assert.is(answer.status, query === '' ? 400 : 200);
  }
});

test('rejects other callers', async () => {
  const idp = newIdentityProvider();
  const token = readRedirectFragment(await signIn(idp, await add(idp))).get('access_token') ?? '';
  for (const headers of [{}, bearer(token)])
    assert.ok([401, 403].includes((await stack.get(PATH, headers as Record<string, string>)).status));
});

test.run();
