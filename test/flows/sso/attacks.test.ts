// Attacks on POST /sso/saml/acs by outsiders and by dishonest identity providers, with real signatures. A rejected
// response adds no row to users, sessions or consumed_assertions, and no XML reaches a redirect or the log.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRedirectFragment } from '../../support/processes/stack.ts';
import { createForgedResponses, encodePublicKey, signWithHmac } from '../../support/providers/saml_forgeries.ts';
import { base64Xml, encryptAssertion, type ResponseParts } from '../../support/providers/saml_idp.ts';
import { redirectTarget } from '../providers/journey.ts';
import {
  ACS,
  APP,
  fetchUser,
  newIdentityProvider,
  redirectErrors,
  responseParts,
  startMetadataServer,
  startSsoStack,
} from './journey.ts';

const { stack, add, change, depart, bring, post, signIn, count } = await startSsoStack();
test.after(() => stack.close());

const idp = newIdentityProvider();
const stranger = newIdentityProvider();
const provider_id = await add(idp);

const rows = async () => [await count('users'), await count('sessions'), await count('consumed_assertions')];

/**
 * Asserts that a response is rejected with a reason and adds no row to users, sessions or consumed_assertions, and that a
 * valid response to the same request still works.
 */
async function assertRejected(
  word: string | RegExp,
  respond: (parts: ResponseParts) => string,
  { more = {}, name = '' }: { more?: Partial<ResponseParts>; name?: string } = {},
): Promise<void> {
  const request = await depart({ provider_id });
  const parts = responseParts(request, { nameId: 'ada', ...more });
  const before = await rows();
  const back = await bring(respond(parts), request.relay);
  const errors = redirectErrors(back);
  assert.is(errors.error_code, 'validation_failed', name);
  if (typeof word === 'string') assert.is(errors.error_description, `SAML Assertion is not valid: ${word}`, name);
  else assert.match(errors.error_description ?? '', word, name);
  assert.is(redirectTarget(back).origin + redirectTarget(back).pathname, APP, name);
  assert.not.match(back.headers.get('location') ?? '', /samlp|%3C|</, name);
  assert.equal(await rows(), before, name);
  const good = await bring(idp.respond(responseParts(request)), request.relay);
  assert.ok(readRedirectFragment(good).get('access_token'), `${name}: the flow still works`);
}

for (const sign of ['response', 'assertion', 'both'] as const) {
  test(`signed by the provider, ${sign}: in; by another key: refused`, async () => {
    await fetchUser(stack, await signIn(idp, provider_id, { sign }));
    await assertRejected(
      'signature',
      (parts) => stranger.respond({ ...parts, sign }).replaceAll(stranger.entityId, idp.entityId),
      {
        name: sign,
      },
    );
  });

  test(`wrapped signatures, ${sign}`, async () => {
    const request = await depart({ provider_id });
    const good = idp.respond(responseParts(request, { id: `_w${sign}`, sign, nameId: 'ada' }));
    const before = await rows();
    for (const [name, xml] of Object.entries(createForgedResponses(good, `_w${sign}`))) {
      const back = await bring(xml, request.relay);
      assert.match(redirectErrors(back).error_description ?? '', /^SAML Assertion is not valid: \w+$/, name);
    }
    assert.equal(await rows(), before);
    assert.ok(readRedirectFragment(await bring(good, request.relay)).get('access_token'));
  });
}

test('unsigned, and signed with what is not allowed', async () => {
  const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
  await assertRejected('unsigned', (parts) => idp.respond({ ...parts, sign: 'none' }));
  await assertRejected('algorithm', (parts) =>
    idp.respond({ ...parts, algorithm: { signature: `${DSIG}rsa-sha1`, digest: `${DSIG}sha1` } }),
  );
  await assertRejected('algorithm', (parts) =>
    idp.respond(parts).replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', `${DSIG}hmac-sha1`),
  );
});

test("hmac-sha1 keyed with the provider's certificate: refused", async () => {
  for (const [name, key] of Object.entries(encodePublicKey(idp.certificate))) {
    await assertRejected(
      'algorithm',
      (parts) => signWithHmac(idp.respond({ ...parts, id: '_h', sign: 'none' }), '_h', key),
      { name },
    );
  }
});

test('document types and entities: refused, without a request to elsewhere', async () => {
  const outside = await startMetadataServer();
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
  const bomb = `<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">${entities}]>`;
  for (const head of [
    bomb,
    `<!DOCTYPE x SYSTEM "${outside.url}">`,
    `<!DOCTYPE x [<!ENTITY % p SYSTEM "${outside.url}"> %p;]>`,
    '<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>',
  ]) {
    await assertRejected('malformed', (parts) => head + idp.respond(parts));
  }
  await assertRejected('malformed', (parts) => idp.respond(parts).replace('>ada<', '>ad<!-- -->a<'));
  assert.is(outside.asked(), 0);
  outside.close();
});

test('a provider that refuses a sign-in sends no assertion: the app gets its status', async () => {
  await assertRejected('status: request_denied', (parts) =>
    idp
      .respond({ ...parts, sign: 'none' })
      .replace(/<saml:Assertion .*<\/saml:Assertion>/s, '')
      .replace(
        /<samlp:StatusCode [^>]*>/,
        '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode>',
      ),
  );
});

test('for another service, another address, another request, another time', async () => {
  await assertRejected('audience', (parts) => idp.respond({ ...parts, audience: 'https://other.example.com' }));
  await assertRejected('subject_confirmation', (parts) =>
    idp.respond({
      ...parts,
      change: (xml) => xml.replace(`Recipient="${ACS}"`, 'Recipient="https://other.example.com/acs"'),
    }),
  );
  await assertRejected('destination', (parts) =>
    idp.respond({
      ...parts,
      sign: 'both',
      change: (xml) => xml.replace(`Destination="${ACS}"`, 'Destination="https://x.example/"'),
    }),
  );
  await assertRejected('in_response_to', (parts) => idp.respond({ ...parts, requestId: '_other' }));
  await assertRejected('in_response_to', (parts) => idp.respond({ ...parts, requestId: null }));
  await assertRejected('issue_instant', (parts) =>
    idp.respond({
      ...parts,
      change: (xml) =>
        xml.replace(
          /( ID="_r[^"]*" Version="2.0" IssueInstant=")[^"]*/,
          `$1${new Date(Date.now() - 200_000).toISOString()}`,
        ),
    }),
  );
  await assertRejected('issue_instant', (parts) => idp.respond({ ...parts, now: Date.now() - 400_000 }));
  await assertRejected('conditions', (parts) => idp.respond({ ...parts, now: Date.now() + 120_000 }));
  await assertRejected('issuer', (parts) =>
    idp.respond(parts).replace(`<saml:Issuer>${idp.entityId}`, '<saml:Issuer>https://evil.example.com'),
  );
});

test('a response of another flow, and of another provider', async () => {
  const [one, two] = [await depart({ provider_id }), await depart({ provider_id })];
  const back = await bring(idp.respond(responseParts(one)), two.relay);
  assert.is(redirectErrors(back).error_description, 'SAML Assertion is not valid: in_response_to');
  const other = newIdentityProvider();
  await add(other);
  const foreign = await bring(other.respond(responseParts(one)), one.relay);
  assert.match(redirectErrors(foreign).error_description ?? '', /: (issuer|signature)$/);
});

test('50 parallel posts of one assertion at two gateways open one session', async () => {
  const second = await stack.another();
  const request = await depart({ provider_id });
  const xml = idp.respond(responseParts(request, { nameId: 'parallel' }));
  const before = await count('sessions');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => bring(xml, request.relay, n % 2 === 0 ? stack : second)),
  );
  assert.is(answers.filter((answer) => readRedirectFragment(answer).has('access_token')).length, 1);
  assert.is(await count('sessions'), before + 1);
});

test('a made-up response does not use up a flow; a used, unknown or odd RelayState', async () => {
  const request = await depart({ provider_id });
  const xml = idp.respond(responseParts(request));
  assert.is(
    redirectErrors(await bring('<x/>', request.relay)).error_description,
    'SAML Assertion is not valid: malformed',
  );
  const empty = await post({ RelayState: request.relay });
  assert.is(redirectErrors(empty).error_description, 'SAMLResponse is missing');
  assert.is(redirectTarget(empty).origin + redirectTarget(empty).pathname, APP);
  assert.is(redirectErrors(await post({ RelayState: '' })).error_description, 'SAMLResponse is missing');
  assert.ok(readRedirectFragment(await bring(xml, request.relay)).get('access_token'));
  const used = redirectErrors(await post({ RelayState: request.relay }));
  assert.is(used.error_code, 'saml_relay_state_not_found');
  const again = redirectErrors(await bring(xml, request.relay));
  assert.equal(
    [again.error, again.error_code, again.error_description],
    ['server_error', 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?'],
  );
  assert.is(
    redirectErrors(await bring(xml, 'nothing')).error_description,
    'SAML RelayState is not a valid UUID or URL',
  );
  const artifact = redirectErrors(await post({ SAMLart: 'x' }));
  assert.is(artifact.error_description, 'SAML Artifact response can only be used with SP initiated flow');
  assert.is((await stack.get('/sso/saml/acs')).status, 405);
});

test('a flow that has expired, or whose provider is disabled: the app that began it gets the error', async () => {
  const other = newIdentityProvider();
  const id = await add(other);
  const request = await depart({ provider_id: id });
  const assertTold = async (code: string) => {
    const back = await bring(other.respond(responseParts(request)), request.relay);
    assert.is(redirectErrors(back).error_code, code);
    assert.is(redirectTarget(back).origin + redirectTarget(back).pathname, APP);
  };
  await change(id, { disabled: true });
  await assertTold('sso_provider_disabled');
  await change(id, { disabled: false });
  await stack.db
    .sql`update auth.flow_states set created_at = created_at - interval '11 minutes' where id = ${request.relay}`;
  await assertTold('saml_relay_state_expired');
});

test('sign-ins that the provider starts: off, then on for this provider; the same assertion once', async () => {
  const tile = newIdentityProvider();
  const id = await add(tile);
  const unasked = () => tile.respond(responseParts(null));
  const off = redirectErrors(await bring(unasked(), ''));
  assert.is(off.error_description, 'SAML Assertion is not valid: in_response_to');
  assert.is((await change(id, { idp_initiated: true })).status, 200);
  const xml = unasked();
  const back = await bring(xml, `${APP}?from=tile`);
  assert.is(redirectTarget(back).search, '?from=tile');
  await fetchUser(stack, back);
  assert.is(redirectErrors(await bring(xml, '')).error_description, 'SAML Assertion is not valid: replayed');
  // A response to a request is not accepted as an unsolicited response.
  const request = await depart({ provider_id: id });
  assert.is(
    redirectErrors(await bring(tile.respond(responseParts(request)), '')).error_description,
    'SAML Assertion is not valid: in_response_to',
  );
  const elsewhere = await bring(unasked(), 'https://evil.example.com/');
  assert.is(redirectTarget(elsewhere).origin, 'http://localhost:3000');
  assert.is(redirectTarget(await bring(unasked(), 'javascript:alert(1)')).origin, 'http://localhost:3000');
  assert.is(redirectErrors(await bring(stranger.respond(responseParts(null)), '')).error_code, 'saml_idp_not_found');
  assert.is(
    redirectErrors(await post({ SAMLResponse: '%%%' })).error_description,
    'SAMLResponse is not a valid Base64 string',
  );
  assert.is(
    redirectErrors(await post({ SAMLResponse: base64Xml('no xml') })).error_description,
    'SAMLResponse is not a valid XML SAML assertion',
  );
});

test('an encrypted assertion is refused while it is off, and read with the key or the next key while it is on', async () => {
  const { newRsaKey, SAML_PRIVATE_KEY } = await import('./journey.ts');
  await assertRejected('decryption', (parts) => encryptAssertion(idp.respond(parts), idp.certificate));
  const next = newRsaKey();
  const node = await stack.another({ SVC_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true', SVC_SAML_PRIVATE_KEY_NEXT: next });
  const metadata = (await node.get('/sso/saml/metadata')).text;
  const published = [...metadata.matchAll(/<md:KeyDescriptor use="encryption">.*?<ds:X509Certificate>([^<]*)/g)];
  assert.is(published.length, 2);
  for (const [, certificate] of published) {
    const request = await depart({ provider_id }, node);
    const xml = encryptAssertion(idp.respond(responseParts(request)), Buffer.from(certificate as string, 'base64'));
    assert.ok(readRedirectFragment(await bring(xml, request.relay, node)).get('access_token'));
  }
  assert.is.not(SAML_PRIVATE_KEY, next);
});

test('a new key of the provider: one refresh of its metadata, and the same response is judged again', async () => {
  const server = await startMetadataServer();
  try {
    const [old, rolled] = [newIdentityProvider(), newIdentityProvider()];
    const asIssuer = (xml: string) => xml.replaceAll(rolled.entityId, old.entityId);
    server.serve({ body: old.metadata });
    const id = await add(old, { metadata_xml: '', metadata_url: server.url });
    server.serve({ body: asIssuer(rolled.metadata) });
    const later = (minutes: number) => stack.db.sql`
      update auth.sso_providers set asked_at = now() - ${`${minutes} minutes`}::interval where id = ${id}`;
    await later(6);
    const request = await depart({ provider_id: id });
    const parts = responseParts(request);
    // Signs with the provider's new key.
    const xml = rolled.sign(unsignedResponse(old, parts), parts.id as string);
    const asked = server.asked();
    assert.ok(readRedirectFragment(await bring(xml, request.relay)).get('access_token'));
    assert.is(server.asked(), asked + 1);
    // A signature by an unknown key causes at most one metadata request every five minutes.
    for (const _ of [1, 2, 3]) {
      const flow = await depart({ provider_id: id });
      await bring(stranger.sign(unsignedResponse(old, responseParts(flow, { id: '_s' })), '_s'), flow.relay);
    }
    assert.is(server.asked(), asked + 1);
    const [entry] = await stack.db.sql`
      select from auth.audit_log where 'sso_metadata_refreshed' = any (actions) and traits ->> 'provider' = ${`sso:${id}`}`;
    assert.ok(entry);
  } finally {
    server.close();
  }
});

test('the log has the reasons and no XML, no address and no subject', async () => {
  await signIn(idp, provider_id, { nameId: 'never-in-the-log', attributes: { mail: 'never@in-the-log.example' } });
  await assertRejected('audience', (parts) =>
    idp.respond({
      ...parts,
      nameId: 'never-in-the-log',
      attributes: { mail: 'never@in-the-log.example' },
      audience: 'https://x.example',
    }),
  );
  const log = stack.log();
  assert.match(log, /it is for another service/);
  for (const secret of ['never-in-the-log', 'in-the-log.example', '<saml', 'samlp:Response', 'SAMLResponse='])
    assert.not.match(log, secret);
});

/** Returns the unsigned XML of a response, whose assertion has the ID `parts.id`. */
function unsignedResponse(provider: ReturnType<typeof newIdentityProvider>, parts: ResponseParts): string {
  parts.id ??= `_a${Math.random().toString(36).slice(2)}`;
  return provider.respond({ ...parts, sign: 'none' });
}

test.run();
