// SAML responses: those that are accepted, and the reasons with which others are rejected.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCertificate } from '../../../core/saml/certificate.ts';
import { FORMAT } from '../../../core/saml/names.ts';
import { SamlRefusedError, type SamlRuleCode } from '../../../core/saml/refusal.ts';
import { readProfile } from '../../../gateway/saml/claims.ts';
import { type Assertion, parseResponse, type ResponseRules, readResponse } from '../../../gateway/saml/response.ts';
import { createForgedResponses } from '../../support/providers/saml_forgeries.ts';
import { base64Xml, createSamlIdp, encryptAssertion, type ResponseParts } from '../../support/providers/saml_idp.ts';
import { countParsed } from '../../support/providers/saml_parsers.ts';

const ACS = 'https://auth.example.com/sso/saml/acs';
const AUDIENCE = 'https://auth.example.com/sso/saml/metadata';
const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const idp = createSamlIdp();
const other = createSamlIdp();
const ours = createSamlIdp();
const certificate = createCertificate(ours.key, { host: 'auth.example.com', encrypts: true });

const PARTS: ResponseParts = { now: NOW, acs: ACS, audience: AUDIENCE, requestId: '_q1' };
const RULES: ResponseRules = {
  entityId: idp.entityId,
  audience: AUDIENCE,
  acs: ACS,
  requestId: '_q1',
  decryptionKeys: [],
  skew: 60,
  now: NOW,
  certificates: [idp.certificate],
  allowSha1: false,
};
const DECRYPTS = { decryptionKeys: [ours.key.export({ type: 'pkcs8', format: 'pem' }) as string] };

const read = (xml: string, rules: Partial<ResponseRules> = {}): Assertion =>
  readResponse(parseResponse(base64Xml(xml)), { ...RULES, ...rules });

function assertRejected(word: SamlRuleCode, xml: string, rules: Partial<ResponseRules> = {}, name = ''): void {
  try {
    read(xml, rules);
  } catch (error) {
    if (!(error instanceof SamlRefusedError)) throw error;
    assert.is(error.code, word, `${name}: ${error.message}`);
    assert.not.match(error.message, /</, 'no XML in the message');
    return;
  }
  assert.unreachable(`${name} was let in, expected ${word}`);
}

for (const sign of ['response', 'assertion', 'both'] as const) {
  test(`a response with ${sign} signed is read`, () => {
    const assertion = read(idp.respond({ ...PARTS, sign }));
    assert.is(assertion.nameId?.value, 'ada');
    assert.equal(assertion.attributes, [{ names: ['mail'], values: ['ada@example.com'] }]);
    assert.is(assertion.sessionIndex, '_s1');
    const profile = readProfile(assertion, { issuer: idp.entityId, mapping: {} });
    assert.equal([profile.subject, profile.email], ['ada', 'ada@example.com']);
  });

  test(`signed by another key, ${sign}: refused, also when one of the two signatures is good`, () => {
    assertRejected('signature', other.respond({ ...PARTS, sign }));
    const half = other.sign(idp.respond({ ...PARTS, id: '_x', sign: 'assertion' }), '_r_x');
    assertRejected('signature', half);
  });

  for (const [name, xml] of Object.entries(createForgedResponses(idp.respond({ ...PARTS, id: '_x', sign }))))
    test(`wrapped signatures do not get in, ${sign}: ${name}`, () => {
      assert.throws(
        () => read(xml),
        (error: unknown) => error instanceof SamlRefusedError,
        name,
      );
    });
}

test('a second assertion next to a signed one', () => {
  const good = idp.respond({ ...PARTS, sign: 'assertion' });
  const signed = /<saml:Assertion .*<\/saml:Assertion>/s.exec(good)?.[0] as string;
  for (const second of [signed.replaceAll('ID="', 'ID="_2'), '<saml:EncryptedAssertion/>']) {
    assertRejected('shape', good.replace(signed, signed + second), {}, second.slice(0, 30));
    assertRejected('shape', good.replace(signed, second + signed), {}, second.slice(0, 30));
  }
});

test('unsigned, empty and misplaced signatures', () => {
  assertRejected('unsigned', idp.respond({ ...PARTS, sign: 'none' }));
  const good = idp.respond(PARTS);
  assertRejected('unsigned', good.replace(/<Signature .*?<\/Signature>/s, ''));
  assertRejected('shape', good.replace(/<Signature (.*?)>.*?<\/Signature>/s, '<Signature $1></Signature>'));
  assertRejected('unsigned', idp.respond({ ...PARTS, sign: 'response' }), { signedAssertion: true });
});

test('IDs', () => {
  const good = idp.respond({ ...PARTS, id: '_x' });
  assertRejected('ids', good.replace('<saml:Subject>', '<saml:Subject ID="_x">'));
  for (const name of ['id', 'Id', 'xml:id'])
    assertRejected('ids', good.replace('<saml:Subject>', `<saml:Subject ${name}="_y">`));
  assertRejected('ids', good.replace('<saml:Subject>', '<saml:Subject ID="1 2">'));
  for (const uri of ['#_other', '', 'https://example.com/#_x'])
    assertRejected('signature', good.replace('URI="#_x"', `URI="${uri}"`), {}, uri);
  // The provider's valid signature covers another element than the one that contains the signature.
  const issuer = `<saml:Issuer>${idp.entityId}</saml:Issuer>`;
  const part = `<samlp:Extensions ID="_e">${issuer}</samlp:Extensions>`;
  const change = (xml: string) => xml.replace('<samlp:Status>', `${part}<samlp:Status>`);
  const signed = idp.sign(idp.respond({ ...PARTS, sign: 'none', change }), '_e');
  const signature = /<Signature .*?<\/Signature>/s.exec(signed)?.[0] as string;
  assertRejected('signature', signed.replace(signature, '').replace(issuer, `${issuer}${signature}`));
});

test('rejects document types, entities, comments and processing instructions before the parser runs', () => {
  const good = idp.respond(PARTS);
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${'&a;'.repeat(10)}">`).join('')}]>`;
  for (const xml of [
    bomb + good,
    `<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x">${good}`,
    good.replace('>ada<', '>&xxe;<'),
    good.replace('>ada<', '>ad<!-- -->a<'),
    good.replace('>ada@example.com<', '>ada@example.com<!---->.evil.example<'),
    good.replace('<DigestValue>', '<DigestValue><!--x-->'),
    good.replace('>ada<', '><![CDATA[ada]]><'),
    good.replace('>ada<', '><?php ?>ada<'),
    good.replace('>ada<', '>&#0;ada<'),
    good.replace('</samlp:Response>', ''),
    `${good}${good}`,
    'x',
  ]) {
    assert.is.not(xml, good);
    const parsed = countParsed(() => assertRejected('malformed', xml));
    assert.is(parsed, 0, xml.slice(0, 40));
  }
  assert.ok(countParsed(() => read(good)) > 0, 'the parser is counted');
  assertRejected('malformed', good.replaceAll('2.0" IssueInstant', '1.1" IssueInstant'));
  assert.throws(
    () => parseResponse('%%%'),
    (error: unknown) => (error as SamlRefusedError).code === 'malformed',
  );
  assertRejected('too_large', good.replace('<saml:Subject>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}<saml:Subject>`));
  assertRejected('too_large', good.replace('<saml:Subject>', `${'<a/>'.repeat(5_001)}<saml:Subject>`));
});

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
test('algorithms', () => {
  const sha1 = { signature: `${DSIG}rsa-sha1`, digest: `${DSIG}sha1` };
  assertRejected('algorithm', idp.respond({ ...PARTS, algorithm: sha1 }));
  assertRejected('algorithm', idp.respond({ ...PARTS, algorithm: { signature: sha1.signature } }));
  assertRejected('algorithm', idp.respond({ ...PARTS, algorithm: { digest: sha1.digest } }));
  assert.is(read(idp.respond({ ...PARTS, algorithm: sha1 }), { allowSha1: true }).nameId?.value, 'ada');
  assert.is(read(idp.respond({ ...PARTS, algorithm: { signature: `${MORE}rsa-sha512` } })).nameId?.value, 'ada');
  const [enveloped, exclusive] = [`${DSIG}enveloped-signature`, 'http://www.w3.org/2001/10/xml-exc-c14n#'];
  const good = idp.respond(PARTS);
  for (const xml of [
    good.replace(`${MORE}rsa-sha256`, `${DSIG}hmac-sha1`),
    good.replace('http://www.w3.org/2001/04/xmlenc#sha256', `${MORE}md5`),
    idp.respond({ ...PARTS, algorithm: { canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' } }),
    ...[[exclusive], [enveloped, enveloped, exclusive], [enveloped, `${exclusive}WithComments`]].map((transforms) =>
      idp.respond({ ...PARTS, algorithm: { transforms } }),
    ),
    good.replace(/<Transforms>.*<\/Transforms>/s, ''),
    good.replace(/<Transforms>.*<\/Transforms>/s, '<Transforms></Transforms>'),
    good.replace(/<Reference .*<\/Reference>/s, '$&$&'),
  ]) {
    assert.is.not(xml, good);
    assertRejected('algorithm', xml);
  }
  const weak = createSamlIdp({ bits: 1024 });
  assertRejected('signature', weak.respond(PARTS), { certificates: [weak.certificate] });
});

test('keys: a certificate in the message is not read, and any of the stored ones may sign', () => {
  const good = idp.respond(PARTS);
  const info = `<KeyInfo><X509Data><X509Certificate>${other.certificate.toString('base64')}</X509Certificate></X509Data></KeyInfo>`;
  const forged = other.respond(PARTS).replace(/<KeyInfo>.*?<\/KeyInfo>|(?=<\/Signature>)/s, info);
  assertRejected('signature', forged);
  const { n, e } = other.key.export({ format: 'jwk' });
  const base64 = (text = '') => Buffer.from(text, 'base64url').toString('base64');
  const value = `<KeyInfo><KeyValue><RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent></RSAKeyValue></KeyValue></KeyInfo>`;
  assertRejected('signature', forged.replace(info, value));
  assert.is(read(good, { certificates: [other.certificate, idp.certificate] }).nameId?.value, 'ada');
  assertRejected('signature', good, { certificates: [other.certificate] });
  assertRejected('signature', good, { certificates: [] });
});

const changed = (change: (xml: string) => string, more: Partial<ResponseParts> = {}): string =>
  idp.respond({ ...PARTS, ...more, sign: 'both', change });

test('issuer, status and destination', () => {
  assertRejected(
    'issuer',
    changed((xml) => xml.replace(`<saml:Issuer>${idp.entityId}`, '<saml:Issuer>https://evil.example.com')),
  );
  assertRejected(
    'issuer',
    changed((xml) => xml.replace(/(<saml:Assertion .*?)<saml:Issuer>/s, '$1<saml:Issuer Format="urn:x">')),
  );
  const failed = changed((xml) =>
    xml.replace(
      /<samlp:StatusCode Value="[^"]*"\/>/,
      '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>',
    ),
  );
  assertRejected('status', failed);
  // If a provider refuses a sign-in, its response has no assertion, and may be signed or not.
  const without = failed.replace(/<saml:Assertion .*<\/saml:Assertion>/s, '');
  const unsigned = without.replace(/<Signature .*?<\/Signature>/s, '');
  assert.not.match(unsigned, /Assertion|Signature/);
  for (const xml of [without, unsigned]) {
    assert.throws(
      () => read(xml),
      (error: unknown) =>
        error instanceof SamlRefusedError && error.code === 'status' && error.message === 'authn_failed',
    );
  }
  const long = unsigned.replace('AuthnFailed', 'x'.repeat(100_000));
  assert.throws(
    () => read(long),
    (error: unknown) => (error as Error).message.length === 40,
  );
  assertRejected('status', unsigned.replace(/<samlp:Status>.*<\/samlp:Status>/s, ''));
  assertRejected(
    'shape',
    unsigned.replace(
      /<samlp:StatusCode .*<\/samlp:StatusCode>/s,
      '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>',
    ),
  );
  for (const destination of ['', ` Destination="${ACS}/"`, ' Destination="https://evil.example.com/sso/saml/acs"']) {
    assertRejected(
      'destination',
      changed((xml) => xml.replace(` Destination="${ACS}"`, destination)),
      {},
      destination,
    );
  }
});

test('InResponseTo, in the response and at the subject', () => {
  assertRejected('in_response_to', idp.respond({ ...PARTS, requestId: '_q2' }));
  assertRejected('in_response_to', idp.respond({ ...PARTS, requestId: null }));
  assertRejected(
    'in_response_to',
    changed((xml) => xml.replace(' InResponseTo="_q1"', '')),
  );
  assertRejected(
    'in_response_to',
    changed((xml) => xml.replace(/(SubjectConfirmationData) InResponseTo="_q1"/, '$1')),
  );
  assert.is(read(idp.respond({ ...PARTS, requestId: null }), { requestId: null }).nameId?.value, 'ada');
  assertRejected('in_response_to', idp.respond(PARTS), { requestId: null });
});

test('recipient, conditions, audience, authentication', () => {
  assertRejected(
    'subject_confirmation',
    changed((xml) => xml.replace(`Recipient="${ACS}"`, `Recipient="${ACS}/"`)),
  );
  assertRejected(
    'subject_confirmation',
    changed((xml) => xml.replace(` Recipient="${ACS}"`, '')),
  );
  assertRejected(
    'subject_confirmation',
    changed((xml) => xml.replace(/(Recipient="[^"]*") NotOnOrAfter="[^"]*"/, '$1')),
  );
  assertRejected(
    'subject_confirmation',
    changed((xml) => xml.replace('cm:bearer', 'cm:sender-vouches')),
  );
  assertRejected(
    'subject_confirmation',
    changed((xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/s, '')),
  );
  assertRejected(
    'conditions',
    changed((xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/s, '')),
  );
  assertRejected(
    'conditions',
    changed((xml) => xml.replace('<saml:AudienceRestriction>', '<saml:Unknown/><saml:AudienceRestriction>')),
  );
  assertRejected(
    'conditions',
    changed((xml) =>
      xml.replace(/(<saml:Conditions .*?NotOnOrAfter=")[^"]*/s, `$1${new Date(NOW + 48 * 3_600_000).toISOString()}`),
    ),
  );
  assertRejected('audience', idp.respond({ ...PARTS, audience: 'https://other.example.com' }));
  assertRejected(
    'audience',
    changed((xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/s, '')),
  );
  const two = (second: string) =>
    changed((xml) =>
      xml.replace(
        '</saml:AudienceRestriction>',
        `</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>${second}</saml:Audience></saml:AudienceRestriction>`,
      ),
    );
  assertRejected('audience', two('https://other.example.com'));
  assert.ok(read(two(AUDIENCE)));
  assertRejected(
    'authn_statement',
    changed((xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/s, '')),
  );
  assertRejected('authn_statement', idp.respond({ ...PARTS, sessionEnds: NOW }));
  assertRejected(
    'authn_statement',
    changed((xml) => xml.replace(' AuthnInstant=', ' SessionNotOnOrAfter="9999-12-31T24:00:00Z" AuthnInstant=')),
  );
  assert.is(read(idp.respond({ ...PARTS, sessionEnds: NOW + 3_600_000 })).sessionNotOnOrAfter, NOW + 3_600_000);
});

test('times at the bounds, both ways', () => {
  const xml = idp.respond(PARTS);
  const seconds = (s: number): Partial<ResponseRules> => ({ now: NOW + s * 1000 });
  for (const s of [-60, -59, 0, 149, 150]) assert.ok(read(xml, seconds(s)), `${s} s`);
  for (const s of [151, -151]) {
    assert.throws(
      () => read(xml, seconds(s)),
      (error: unknown) => error instanceof SamlRefusedError,
      `${s} s`,
    );
  }
  assertRejected('conditions', xml, seconds(-61));
  assertRejected('issue_instant', xml, seconds(151));
});

/** Replaces a part of the XML, which must be there. */
const replacing = (from: string | RegExp, to: string) => (xml: string) => {
  const replaced = xml.replace(from, to);
  assert.is.not(replaced, xml, String(from));
  return replaced;
};

test('each rule of the structure, where the signature still holds', () => {
  // Only the assertion is signed, so the rest of the response can be changed.
  const good = idp.respond({ ...PARTS, id: '_x' });
  assert.ok(read(good));
  const signature = /<Signature .*?<\/Signature>/s.exec(good)?.[0] as string;
  for (const [word, change] of [
    ['shape', replacing('<samlp:Status>', '<samlp:Extensions><samlp:Response/></samlp:Extensions><samlp:Status>')],
    ['shape', replacing('<samlp:Status>', `<samlp:Extensions>${signature}</samlp:Extensions><samlp:Status>`)],
    ['shape', replacing('<samlp:Status>', `<Manifest xmlns="${DSIG}"/><samlp:Status>`)],
    ['shape', replacing('<samlp:Status>', 'text<samlp:Status>')],
    ['issue_instant', replacing(/(<samlp:Response [^>]*IssueInstant=")[^"]*/, '$12026-11-26T11:57:29.000Z')],
    ['shape', replacing('<samlp:Status>', '<samlp:Status/><samlp:Status>')],
    [
      'shape',
      (xml: string) => xml.replace(signature, '').replace('</saml:Assertion>', `${signature}</saml:Assertion>`),
    ],
    ['shape', replacing('</SignatureValue>', '</SignatureValue><Object/>')],
    [
      'algorithm',
      replacing(/(<SignatureMethod [^>]*)\/>/, '$1><HMACOutputLength>8</HMACOutputLength></SignatureMethod>'),
    ],
    ['algorithm', replacing(/(<DigestMethod [^>]*)\/>/, '$1><x/></DigestMethod>')],
    ['algorithm', replacing(/(<Transform [^>]*)\/>/, '$1><XPath>x</XPath></Transform>')],
    ['algorithm', replacing('</DigestValue>', '</DigestValue><x/>')],
    ['malformed', replacing('<samlp:Status>', '<samlp:Status a="1" a="2">')],
    ['malformed', replacing('<samlp:Status>', '<samlp:Status a="&nbsp;">')],
    ['malformed', replacing('<samlp:Status>', '<samlp:Status a="\u0001">')],
    ['malformed', (xml: string) => `text${xml}`],
    ['too_large', replacing('</samlp:Response>', `${' '.repeat(257_000 - good.length)}</samlp:Response>`)],
  ] as const) {
    assertRejected(word, change(good), {}, String(change));
  }
  const bytes = Buffer.from(good.replace('<samlp:Status>', '<samlp:Status a="?">'));
  bytes[bytes.indexOf('?"')] = 0xff;
  for (const field of [bytes.toString('base64'), `${base64Xml(good)}!`, base64Xml(good).replace('A', 'A-')])
    assert.throws(
      () => parseResponse(field),
      (error: unknown) => (error as SamlRefusedError).code === 'malformed',
    );
});

test('each rule of the content, in an assertion that the provider has signed', () => {
  const at = (ms: number): string => new Date(NOW + ms).toISOString();
  const issued = /(<saml:Assertion [^>]*IssueInstant=")[^"]*/;
  for (const [word, change] of [
    ['issue_instant', replacing(issued, `$1${at(151_000)}`)],
    ['issue_instant', replacing(issued, '$12026-11-26T13:00:00.000+01:00')],
    ['subject_confirmation', replacing('Recipient=', `NotBefore="${at(0)}" Recipient=`)],
    ['subject_confirmation', replacing(/(Recipient="[^"]*" NotOnOrAfter=")[^"]*/, `$1${at(25 * 3_600_000)}`)],
    ['subject_confirmation', replacing(/(Recipient="[^"]*" NotOnOrAfter=")[^"]*/, `$1${at(-60_000)}`)],
    ['conditions', replacing(/(<saml:Conditions .*?NotOnOrAfter=")[^"]*/s, `$1${at(-60_000)}`)],
    ['conditions', replacing(/(<saml:Conditions [^>]*?) NotOnOrAfter="[^"]*"/, '$1')],
    ['authn_statement', replacing(/AuthnInstant="[^"]*"/, `AuthnInstant="${at(61_000)}"`)],
    ['shape', replacing('</saml:Conditions>', '</saml:Conditions><saml:Advice/>')],
    ['shape', replacing('>ada<', '>a<saml:x/>da<')],
    ['too_large', replacing('<saml:AttributeValue>', `<saml:AttributeValue>${'x'.repeat(4_001)}`)],
    ['too_large', replacing('<saml:AttributeValue>', `${'<saml:AttributeValue/>'.repeat(200)}<saml:AttributeValue>`)],
  ] as const) {
    assertRejected(word, changed(change), {}, String(change));
  }
  const anonymous = replacing(/(<saml:Assertion [^>]*>)<saml:Issuer>[^<]*<\/saml:Issuer>/, '$1');
  assertRejected('issuer', idp.respond({ ...PARTS, sign: 'response', change: anonymous }));
  const statement = /<saml:AuthnStatement.*<\/saml:AuthnStatement>/s;
  const ends = (ms: number) => (xml: string) =>
    xml.replace(
      statement,
      (one) => one + one.replace(/SessionNotOnOrAfter="[^"]*"/, `SessionNotOnOrAfter="${at(ms)}"`),
    );
  const sessionEnds = NOW + 3_600_000;
  assert.is(read(changed(ends(60_000), { sessionEnds })).sessionNotOnOrAfter, NOW + 60_000, 'the earlier end');
  assert.is(read(changed(ends(7_200_000), { sessionEnds })).sessionNotOnOrAfter, sessionEnds, 'the earlier end');
});

test('an attribute value that contains elements has no text, and does not refuse the assertion', () => {
  const nameId = `<saml:NameID Format="${FORMAT.persistent}">eve</saml:NameID>`;
  const attributes = { 'urn:oid:1.3.6.1.4.1.5923.1.1.1.10': nameId, mail: ['a<x/>@evil.example', 'ada@example.com'] };
  const assertion = read(idp.respond({ ...PARTS, attributes }));
  assert.equal(
    assertion.attributes.map(({ values }) => values),
    [[''], ['', 'ada@example.com']],
  );
  const profile = readProfile(assertion, { issuer: idp.entityId, mapping: {} });
  assert.equal([profile.subject, profile.email], ['ada', 'ada@example.com']);
});

test('encrypted assertions', () => {
  const plain = idp.respond({ ...PARTS, sign: 'assertion' });
  for (const o of [{}, { cipher: 'aes-128-gcm' as const }, { hash: 'sha256' as const }]) {
    assert.is(read(encryptAssertion(plain, certificate, o), DECRYPTS).nameId?.value, 'ada', JSON.stringify(o));
  }
  assertRejected('decryption', encryptAssertion(plain, certificate));
  assertRejected('decryption', encryptAssertion(plain, other.certificate), DECRYPTS);
  assertRejected('decryption', encryptAssertion(plain, certificate, { cipher: 'aes-128-cbc' }), DECRYPTS);
  assertRejected(
    'decryption',
    encryptAssertion(plain, certificate, {
      wrapping: '<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-1_5"/>',
    }),
    DECRYPTS,
  );
  const around = idp.sign(
    encryptAssertion(idp.respond({ ...PARTS, id: '_x', sign: 'none' }), certificate, { cipher: 'aes-128-cbc' }),
    '_r_x',
  );
  assert.is(read(around, DECRYPTS).nameId?.value, 'ada');
  assertRejected('unsigned', encryptAssertion(idp.respond({ ...PARTS, sign: 'none' }), certificate), DECRYPTS);
});

test.run();
