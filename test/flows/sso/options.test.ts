// Options of a provider that change the request to it, or the responses that it may send: signed requests,
// authentication contexts, scoping and signature algorithms.
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import type { Answer, TestGateway } from '../../support/processes/stack.ts';
import type { ResponseParts, SamlIdp } from '../../support/providers/saml_idp.ts';
import {
  fetchUser,
  newIdentityProvider,
  redirectErrors,
  responseParts,
  SAML_PRIVATE_KEY,
  startSsoStack,
} from './journey.ts';

const { stack, add, change, depart, bring, signIn } = await startSsoStack();
test.after(() => stack.close());

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#';
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';
const MFA = 'https://refeds.org/profile/mfa';

const rejected = (answer: Answer, word: string): void =>
  assert.is(redirectErrors(answer).error_description, `SAML Assertion is not valid: ${word}`);
const withContext = (uri: string): Partial<ResponseParts> => ({ change: (xml) => xml.replace(PASSWORD, uri) });

test('requests are signed, unless the provider says otherwise', async () => {
  const idp = newIdentityProvider();
  const provider_id = await add(idp);
  const signed = await depart({ provider_id });
  const query = signed.url.search.slice(1);
  const text = query.slice(query.indexOf('SAMLRequest='), query.indexOf('&Signature='));
  const key = createPublicKey({ key: Buffer.from(SAML_PRIVATE_KEY, 'base64'), format: 'der', type: 'pkcs1' });
  const signature = Buffer.from(signed.url.searchParams.get('Signature') ?? '', 'base64');
  assert.ok(verify('sha256', Buffer.from(text), key, signature));
  const { body } = await change(provider_id, { sign_requests: false });
  assert.is(body.sign_requests, false);
  const plain = await depart({ provider_id });
  assert.equal([...plain.url.searchParams.keys()], ['tenant', 'SAMLRequest', 'RelayState']);
  await fetchUser(stack, await bring(idp.respond(responseParts(plain)), plain.relay));
  assert.is((await change(provider_id, { sign_requests: true })).body.sign_requests, true);
  assert.ok((await depart({ provider_id })).url.searchParams.has('Signature'));
});

test('a requested authentication context is required of the response', async () => {
  const idp = newIdentityProvider();
  const provider_id = await add(idp, { requested_authn_context: [MFA, 'urn:x?a=1&b=2'] });
  const { xml } = await depart({ provider_id });
  assert.match(
    xml,
    `<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef>${MFA}</saml:AuthnContextClassRef>` +
      '<saml:AuthnContextClassRef>urn:x?a=1&amp;b=2</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>',
  );
  rejected(await signIn(idp, provider_id), 'authn_statement');
  rejected(await signIn(idp, provider_id, withContext(`${MFA}x`)), 'authn_statement');
  rejected(
    await signIn(idp, provider_id, {
      change: (text) => text.replace(/<saml:AuthnContextClassRef>.*?<\/saml:AuthnContextClassRef>/, ''),
    }),
    'authn_statement',
  );
  await fetchUser(stack, await signIn(idp, provider_id, withContext(MFA)));
  await fetchUser(stack, await signIn(idp, provider_id, withContext('urn:x?a=1&amp;b=2')));
  await change(provider_id, { idp_initiated: true });
  rejected(await bring(idp.respond(responseParts(null)), ''), 'authn_statement');
  await fetchUser(stack, await bring(idp.respond(responseParts(null, withContext(MFA))), ''));
  const { body } = await change(provider_id, { requested_authn_context: [] });
  assert.is(body.requested_authn_context, undefined);
  assert.not.match((await depart({ provider_id })).xml, 'RequestedAuthnContext');
  await fetchUser(stack, await signIn(idp, provider_id));
});

test('scoping names the providers behind this one, after the context', async () => {
  const provider_id = await add(newIdentityProvider(), {
    scoping: ['https://school.example/idp', 'urn:school:two'],
    requested_authn_context: [PASSWORD],
  });
  assert.match(
    (await depart({ provider_id })).xml,
    /<\/samlp:RequestedAuthnContext><samlp:Scoping><samlp:IDPList><samlp:IDPEntry ProviderID="https:\/\/school\.example\/idp"\/><samlp:IDPEntry ProviderID="urn:school:two"\/><\/samlp:IDPList><\/samlp:Scoping><\/samlp:AuthnRequest>$/,
  );
  assert.equal((await change(provider_id, { name: 'Schools' })).body.scoping, [
    'https://school.example/idp',
    'urn:school:two',
  ]);
});

test('allowed algorithms: another one is refused, of the response and of the assertion', async () => {
  const idp = newIdentityProvider();
  const provider_id = await add(idp, { allowed_algorithms: ['rsa-sha512', 'ecdsa-sha256'] });
  const strong = { algorithm: { signature: `${MORE}rsa-sha512` } };
  for (const sign of ['response', 'assertion', 'both'] as const) {
    rejected(await signIn(idp, provider_id, { sign }), 'algorithm');
    await fetchUser(stack, await signIn(idp, provider_id, { sign, ...strong }));
  }
  const { body } = await change(provider_id, { allowed_algorithms: [] });
  assert.is(body.allowed_algorithms, undefined);
  await fetchUser(stack, await signIn(idp, provider_id));
});

test('SHA-1 needs the setting, and a provider whose algorithms name it or are not limited', async () => {
  const old = await stack.another({ SVC_SAML_ALLOW_SHA1: 'true' });
  const at = async (node: TestGateway, idp: SamlIdp, provider_id: string, algorithm: ResponseParts['algorithm']) => {
    const request = await depart({ provider_id }, node);
    return bring(idp.respond(responseParts(request, { algorithm })), request.relay, node);
  };
  const sha1 = { signature: `${SHA1}rsa-sha1`, digest: `${SHA1}sha1` };
  const digest = { digest: `${SHA1}sha1` };
  for (const [allowed_algorithms, signature_in, digest_in] of [
    [undefined, true, true],
    [['rsa-sha1', 'rsa-sha256'], true, true],
    [['rsa-sha256'], false, false],
  ] as const) {
    const idp = newIdentityProvider();
    const id = await add(idp, allowed_algorithms === undefined ? {} : { allowed_algorithms });
    for (const [algorithm, allowed] of [
      [sha1, signature_in],
      [digest, digest_in],
    ] as const) {
      const answer = await at(old as TestGateway, idp, id, algorithm);
      if (allowed) await fetchUser(stack, answer);
      else rejected(answer, 'algorithm');
      rejected(await at(stack, idp, id, algorithm), 'algorithm');
    }
  }
});

test('refuses values that cannot be meant, and changes nothing', async () => {
  const id = await add(newIdentityProvider(), { scoping: ['urn:one'] });
  const uris = (name: string) => `${name} must be a list of at most 10 URIs`;
  const names = 'rsa-sha1, rsa-sha256, rsa-sha384, rsa-sha512, ecdsa-sha256, ecdsa-sha384';
  for (const [members, message] of [
    [{ scoping: ['x'] }, uris('scoping')],
    [{ scoping: ['urn:a b'] }, uris('scoping')],
    [{ scoping: ['urn:a"b'] }, uris('scoping')],
    [{ scoping: [`urn:${'x'.repeat(1021)}`] }, uris('scoping')],
    [{ scoping: Array.from({ length: 11 }, (_, n) => `urn:${n}`) }, uris('scoping')],
    [{ requested_authn_context: [''] }, uris('requested_authn_context')],
    [{ allowed_algorithms: ['rsa-sha256', 'hmac-sha1'] }, `allowed_algorithms must be of ${names}`],
  ] as const) {
    const answer = await change(id, members);
    assert.equal([answer.status, answer.body.msg], [400, message]);
  }
  assert.is((await change(id, { scoping: 'urn:x' })).status, 400);
  assert.equal((await stack.get(`/admin/sso/providers/${id}`, SERVICE)).body.scoping, ['urn:one']);
});

test.run();
