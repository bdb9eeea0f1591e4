// Attacks of outsiders and of lying identity providers on POST /sso/saml/acs, over HTTP and with real signatures. No
// refused response leaves a row behind, and no XML reaches a redirect or the log.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fragment } from '../../support/processes/stack.ts';
import { forgeries } from '../../support/providers/saml_forgeries.ts';
import { encoded, encryptAssertion, type ResponseParts } from '../../support/providers/saml_idp.ts';
import { target } from '../providers/journey.ts';
import { ACS, APP, metadataServer, newIdp, partsFor, ssoErrors, ssoStack, userOf } from './journey.ts';

const { stack, add, change, depart, bring, post, signIn, count } = await ssoStack();
test.after(() => stack.close());

const idp = newIdp();
const stranger = newIdp();
const provider_id = await add(idp);

const rows = async () => [await count('users'), await count('sessions'), await count('spent_assertions')];

/** Asserts that a response is refused with a word, leaves nothing behind, and that the same flow still works. */
async function refusedWith(
  word: string | RegExp,
  respond: (parts: ResponseParts) => string,
  { more = {}, name = '' }: { more?: Partial<ResponseParts>; name?: string } = {},
): Promise<void> {
  const request = await depart({ provider_id });
  const parts = partsFor(request, { nameId: 'ada', ...more });
  const before = await rows();
  const back = await bring(respond(parts), request.relay);
  const errors = ssoErrors(back);
  assert.is(errors.error_code, 'validation_failed', name);
  if (typeof word === 'string') assert.is(errors.error_description, `SAML Assertion is not valid: ${word}`, name);
  else assert.match(errors.error_description ?? '', word, name);
  assert.is(target(back).origin + target(back).pathname, APP, name);
  assert.not.match(back.headers.get('location') ?? '', /samlp|%3C|</, name);
  assert.equal(await rows(), before, name);
  const good = await bring(idp.respond(partsFor(request)), request.relay);
  assert.ok(fragment(good).get('access_token'), `${name}: the flow still works`);
}

for (const sign of ['response', 'assertion', 'both'] as const) {
  test(`signed by the provider, ${sign}: in; by another key: refused`, async () => {
    await userOf(stack, await signIn(idp, provider_id, { sign }));
    await refusedWith(
      'signature',
      (parts) => stranger.respond({ ...parts, sign }).replaceAll(stranger.entityId, idp.entityId),
      {
        name: sign,
      },
    );
  });

  test(`wrapped signatures, ${sign}`, async () => {
    const request = await depart({ provider_id });
    const good = idp.respond(partsFor(request, { id: `_w${sign}`, sign, nameId: 'ada' }));
    const before = await rows();
    for (const [name, xml] of Object.entries(forgeries(good, `_w${sign}`))) {
      const back = await bring(xml, request.relay);
      assert.match(ssoErrors(back).error_description ?? '', /^SAML Assertion is not valid: \w+$/, name);
    }
    assert.equal(await rows(), before);
    assert.ok(fragment(await bring(good, request.relay)).get('access_token'));
  });
}

test('unsigned, and signed with what is not allowed', async () => {
  const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
  await refusedWith('unsigned', (parts) => idp.respond({ ...parts, sign: 'none' }));
  await refusedWith('algorithm', (parts) =>
    idp.respond({ ...parts, algorithm: { signature: `${DSIG}rsa-sha1`, digest: `${DSIG}sha1` } }),
  );
  await refusedWith('algorithm', (parts) =>
    idp.respond(parts).replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', `${DSIG}hmac-sha1`),
  );
});

test('document types and entities: at once, and without a request', async () => {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
  const bomb = `<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">${entities}]>`;
  for (const head of [
    bomb,
    '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x">',
    '<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>',
  ]) {
    await refusedWith('malformed', (parts) => head + idp.respond(parts));
  }
  await refusedWith('malformed', (parts) => idp.respond(parts).replace('>ada<', '>ad<!-- -->a<'));
});

test('for another service, another address, another request, another time', async () => {
  await refusedWith('audience', (parts) => idp.respond({ ...parts, audience: 'https://other.example.com' }));
  await refusedWith('subject_confirmation', (parts) =>
    idp.respond({
      ...parts,
      change: (xml) => xml.replace(`Recipient="${ACS}"`, 'Recipient="https://other.example.com/acs"'),
    }),
  );
  await refusedWith('destination', (parts) =>
    idp.respond({
      ...parts,
      sign: 'both',
      change: (xml) => xml.replace(`Destination="${ACS}"`, 'Destination="https://x.example/"'),
    }),
  );
  await refusedWith('in_response_to', (parts) => idp.respond({ ...parts, requestId: '_other' }));
  await refusedWith('in_response_to', (parts) => idp.respond({ ...parts, requestId: null }));
  await refusedWith('issue_instant', (parts) =>
    idp.respond({
      ...parts,
      change: (xml) =>
        xml.replace(
          /( ID="_r[^"]*" Version="2.0" IssueInstant=")[^"]*/,
          `$1${new Date(Date.now() - 200_000).toISOString()}`,
        ),
    }),
  );
  await refusedWith('issue_instant', (parts) => idp.respond({ ...parts, now: Date.now() - 400_000 }));
  await refusedWith('conditions', (parts) => idp.respond({ ...parts, now: Date.now() + 120_000 }));
  await refusedWith('issuer', (parts) =>
    idp.respond(parts).replace(`<saml:Issuer>${idp.entityId}`, '<saml:Issuer>https://evil.example.com'),
  );
});

test('a response of another flow, and of another provider', async () => {
  const [one, two] = [await depart({ provider_id }), await depart({ provider_id })];
  const back = await bring(idp.respond(partsFor(one)), two.relay);
  assert.is(ssoErrors(back).error_description, 'SAML Assertion is not valid: in_response_to');
  const other = newIdp();
  await add(other);
  const foreign = await bring(other.respond(partsFor(one)), one.relay);
  assert.match(ssoErrors(foreign).error_description ?? '', /: (issuer|signature)$/);
});

test('50 parallel posts of one assertion at two gateways open one session', async () => {
  const second = await stack.another();
  const request = await depart({ provider_id });
  const xml = idp.respond(partsFor(request, { nameId: 'parallel' }));
  const before = await count('sessions');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => bring(xml, request.relay, n % 2 === 0 ? stack : second)),
  );
  assert.is(answers.filter((answer) => fragment(answer).has('access_token')).length, 1);
  assert.is(await count('sessions'), before + 1);
});

test('a made-up response does not use up a flow; a used, unknown or odd RelayState', async () => {
  const request = await depart({ provider_id });
  const xml = idp.respond(partsFor(request));
  assert.is(ssoErrors(await bring('<x/>', request.relay)).error_description, 'SAML Assertion is not valid: malformed');
  assert.ok(fragment(await bring(xml, request.relay)).get('access_token'));
  const again = ssoErrors(await bring(xml, request.relay));
  assert.equal(
    [again.error, again.error_code, again.error_description],
    ['server_error', 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?'],
  );
  assert.is(ssoErrors(await bring(xml, 'nothing')).error_description, 'SAML RelayState is not a valid UUID or URL');
  const empty = ssoErrors(await post({ RelayState: request.relay }));
  assert.is(empty.error_description, 'SAMLResponse is missing');
  const artifact = ssoErrors(await post({ SAMLart: 'x' }));
  assert.is(artifact.error_description, 'SAML Artifact response can only be used with SP initiated flow');
  assert.is((await stack.get('/sso/saml/acs')).status, 405);
});

test('sign-ins that the provider starts: off, then on for this provider; the same assertion once', async () => {
  const tile = newIdp();
  const id = await add(tile);
  const unasked = () => tile.respond(partsFor(null));
  const off = ssoErrors(await bring(unasked(), ''));
  assert.is(off.error_description, 'SAML Assertion is not valid: in_response_to');
  assert.is((await change(id, { idp_initiated: true })).status, 200);
  const xml = unasked();
  const back = await bring(xml, `${APP}?from=tile`);
  assert.is(target(back).search, '?from=tile');
  await userOf(stack, back);
  assert.is(ssoErrors(await bring(xml, '')).error_description, 'SAML Assertion is not valid: replayed');
  // a response to a request is not an unasked one
  const request = await depart({ provider_id: id });
  assert.is(
    ssoErrors(await bring(tile.respond(partsFor(request)), '')).error_description,
    'SAML Assertion is not valid: in_response_to',
  );
  const elsewhere = await bring(unasked(), 'https://evil.example.com/');
  assert.is(target(elsewhere).origin, 'http://localhost:3000');
  assert.is(target(await bring(unasked(), 'javascript:alert(1)')).origin, 'http://localhost:3000');
  assert.is(ssoErrors(await bring(stranger.respond(partsFor(null)), '')).error_code, 'saml_idp_not_found');
  assert.is(
    ssoErrors(await post({ SAMLResponse: '%%%' })).error_description,
    'SAMLResponse is not a valid Base64 string',
  );
  assert.is(
    ssoErrors(await post({ SAMLResponse: encoded('no xml') })).error_description,
    'SAMLResponse is not a valid XML SAML assertion',
  );
});

test('an encrypted assertion is refused while it is off, and read with the key or the next key while it is on', async () => {
  const { newKey, KEY } = await import('./journey.ts');
  await refusedWith('decryption', (parts) => encryptAssertion(idp.respond(parts), idp.certificate));
  const next = newKey();
  const node = await stack.another({ SVC_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true', SVC_SAML_PRIVATE_KEY_NEXT: next });
  const metadata = (await node.get('/sso/saml/metadata')).text;
  const published = [...metadata.matchAll(/<md:KeyDescriptor use="encryption">.*?<ds:X509Certificate>([^<]*)/g)];
  assert.is(published.length, 2);
  for (const [, certificate] of published) {
    const request = await depart({ provider_id }, node);
    const xml = encryptAssertion(idp.respond(partsFor(request)), Buffer.from(certificate as string, 'base64'));
    assert.ok(fragment(await bring(xml, request.relay, node)).get('access_token'));
  }
  assert.is.not(KEY, next);
});

test('a new key of the provider: one refresh of its metadata, and the same response is judged again', async () => {
  const server = await metadataServer();
  try {
    const [old, rolled] = [newIdp(), newIdp()];
    const asIssuer = (xml: string) => xml.replaceAll(rolled.entityId, old.entityId);
    server.serve({ body: old.metadata });
    const id = await add(old, { metadata_xml: '', metadata_url: server.url });
    server.serve({ body: asIssuer(rolled.metadata) });
    const later = (minutes: number) => stack.db.sql`
      update auth.sso_providers set asked_at = now() - ${`${minutes} minutes`}::interval where id = ${id}`;
    await later(6);
    const request = await depart({ provider_id: id });
    const parts = partsFor(request);
    // signed with the new key in the name of the provider
    const xml = rolled.sign(responseOf(old, parts), parts.id as string);
    const asked = server.asked();
    assert.ok(fragment(await bring(xml, request.relay)).get('access_token'));
    assert.is(server.asked(), asked + 1);
    // a stranger's signature asks at most every five minutes
    for (const _ of [1, 2, 3]) {
      const flow = await depart({ provider_id: id });
      await bring(stranger.sign(responseOf(old, partsFor(flow, { id: '_s' })), '_s'), flow.relay);
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
  await refusedWith('audience', (parts) =>
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

/** The unsigned XML of a response; its assertion has the ID of the parts. */
function responseOf(provider: ReturnType<typeof newIdp>, parts: ResponseParts): string {
  parts.id ??= `_a${Math.random().toString(36).slice(2)}`;
  return provider.respond({ ...parts, sign: 'none' });
}

test.run();
