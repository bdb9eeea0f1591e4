// runner: when=gateway/saml,core

// Compares our validation of SAML responses with that of @node-saml/node-saml, the oracle. The oracle must accept every
// response that we accept, and read the same data. Attacks that only the oracle accepts are listed with the reason.
import { X509Certificate } from 'node:crypto';
import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCertificate } from '../../../core/saml/certificate.ts';
import { FORMAT } from '../../../core/saml/names.ts';
import { SamlRefusedError } from '../../../core/saml/refusal.ts';
import { parseResponse, type ResponseRules, readResponse } from '../../../gateway/saml/response.ts';
import { createForgedResponses, encodePublicKey, signWithHmac } from '../../support/providers/saml_forgeries.ts';
import { base64Xml, createSamlIdp, encryptAssertion, type ResponseParts } from '../../support/providers/saml_idp.ts';
import { mutateDocuments } from '../../support/providers/saml_mutations.ts';

const ACS = 'https://auth.example.com/sso/saml/acs';
const AUDIENCE = 'https://auth.example.com/sso/saml/metadata';
const REQUEST = '_q1';
// The time of the oracle cannot be set, so the responses have the current time.
const NOW = Date.now();
const idp = createSamlIdp();
const stranger = createSamlIdp();
const ours = createSamlIdp();
const ourCertificate = createCertificate(ours.key, { host: 'auth.example.com', encrypts: true });
const ourKey = ours.key.export({ type: 'pkcs8', format: 'pem' }) as string;
const PARTS: ResponseParts = { now: NOW, acs: ACS, audience: AUDIENCE, requestId: REQUEST };
const RULES: ResponseRules = {
  entityId: idp.entityId,
  audience: AUDIENCE,
  acs: ACS,
  requestId: REQUEST,
  decryptionKeys: [ourKey],
  skew: 60,
  now: NOW,
  certificates: [idp.certificate],
  allowSha1: false,
};

interface Verdict {
  /** Claims of an accepted response; null if it was refused. */
  readonly read: { readonly nameId: string; readonly mail: string } | null;
  readonly reason: string;
}

function validateWithPostern(xml: string): Verdict {
  try {
    const { nameId, attributes } = readResponse(parseResponse(base64Xml(xml)), RULES);
    const mail = attributes.find(({ names }) => names.includes('mail'))?.values[0] ?? '';
    return { read: { nameId: nameId?.value ?? '', mail }, reason: '' };
  } catch (error) {
    if (!(error instanceof SamlRefusedError)) throw error;
    return { read: null, reason: error.code };
  }
}

/** Validates a response with node-saml, configured with the same rules as far as it supports them. */
async function validateWithNodeSaml(xml: string): Promise<Verdict> {
  const cacheProvider: CacheProvider = {
    saveAsync: async (_, value) => ({ value, createdAt: NOW }),
    getAsync: async (id) => (id === REQUEST ? new Date(NOW).toISOString() : null),
    removeAsync: async (id) => id,
  };
  const saml = new SAML({
    callbackUrl: ACS,
    issuer: AUDIENCE,
    audience: AUDIENCE,
    idpIssuer: idp.entityId,
    idpCert: new X509Certificate(idp.certificate).toString(),
    decryptionPvk: ourKey,
    acceptedClockSkewMs: RULES.skew * 1_000,
    validateInResponseTo: ValidateInResponseTo.always,
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    cacheProvider,
  });
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: base64Xml(xml) });
    if (profile === null) return { read: null, reason: 'no profile' };
    return { read: { nameId: profile.nameID, mail: String(profile.mail ?? '') }, reason: '' };
  } catch (error) {
    return { read: null, reason: (error as Error).message };
  }
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const at = (ms: number): string => new Date(ms).toISOString();
const respond = (more: Partial<ResponseParts> = {}): string => idp.respond({ ...PARTS, id: '_x', ...more });
/** Returns a response whose XML is changed before it is signed. */
const deviating = (change: (xml: string) => string): string =>
  respond({
    sign: 'both',
    change: (xml) => {
      const changed = change(xml);
      assert.is.not(changed, xml, String(change));
      return changed;
    },
  });
/** Returns a response that was changed after it was signed. */
const tampered = (change: (xml: string) => string, more: Partial<ResponseParts> = {}): string => {
  const good = respond(more);
  const changed = change(good);
  assert.is.not(changed, good, String(change));
  return changed;
};
const insert = (before: string, put: string) => (xml: string) => xml.replace(before, `${put}${before}`);

const GOOD: Record<string, string> = {
  'the assertion is signed': respond(),
  'the response is signed': respond({ sign: 'response' }),
  'both are signed': respond({ sign: 'both' }),
  'SHA-512': respond({
    algorithm: { signature: `${MORE}rsa-sha512`, digest: 'http://www.w3.org/2001/04/xmlenc#sha512' },
  }),
  'a NameID that is an address': respond({ nameId: 'ada@example.com', nameIdFormat: FORMAT.emailAddress }),
  'several values': respond({ attributes: { mail: 'ada@example.com', groups: ['one', 'two'] } }),
  'a session with an end': respond({ sessionEnds: NOW + 3_600_000 }),
  'audiences with ours among them': deviating(
    insert('<saml:Audience>', '<saml:Audience>https://other.example.com</saml:Audience>'),
  ),
  'an encrypted assertion, AES-256-GCM': encryptAssertion(respond(), ourCertificate),
  'an encrypted assertion, AES-128-GCM': encryptAssertion(respond(), ourCertificate, { cipher: 'aes-128-gcm' }),
  'CBC inside a signed response': idp.sign(
    encryptAssertion(respond(), ourCertificate, { cipher: 'aes-128-cbc' }),
    '_r_x',
  ),
};

const ATTACKS: Record<string, string> = {
  ...Object.fromEntries(
    (['response', 'assertion', 'both'] as const).flatMap((sign) =>
      Object.entries(createForgedResponses(respond({ sign }))).map(([name, xml]) => [`${name}; ${sign} signed`, xml]),
    ),
  ),
  unsigned: respond({ sign: 'none' }),
  'the signature is removed': tampered((xml) => xml.replace(/<Signature .*?<\/Signature>/s, '')),
  'the signature is empty': tampered((xml) =>
    xml.replace(/<Signature (.*?)>.*?<\/Signature>/s, '<Signature $1></Signature>'),
  ),
  'signed by a stranger': stranger.respond(PARTS).replaceAll(stranger.entityId, idp.entityId),
  'signed by a stranger, with his certificate in the message': stranger
    .respond({ ...PARTS, sign: 'both' })
    .replace(
      '</SignatureValue>',
      `</SignatureValue><KeyInfo><X509Data><X509Certificate>${stranger.certificate.toString('base64')}</X509Certificate></X509Data></KeyInfo>`,
    ),
  'the assertion is the provider’s, the response a stranger’s': stranger.sign(respond(), '_r_x'),
  'an ID twice': tampered(insert('<saml:Subject>', '<x ID="_x"/>')),
  'id beside ID': tampered(insert('<saml:Subject>', '<x id="_x"/>')),
  'a Reference to another element': tampered((xml) => xml.replace('URI="#_x"', 'URI="#_other"')),
  'an empty Reference': tampered((xml) => xml.replace('URI="#_x"', 'URI=""')),
  'an external Reference': tampered((xml) => xml.replace('URI="#_x"', 'URI="https://example.com/#_x"')),
  'a second Reference': tampered((xml) => xml.replace(/<Reference .*<\/Reference>/s, '$&$&')),
  'a second SignedInfo before the signed one': tampered((xml) =>
    xml.replace(
      /<SignedInfo>.*<\/SignedInfo>/s,
      (info) => info.replace(/<DigestValue>[^<]*/, '<DigestValue>AAAA') + info,
    ),
  ),
  'a second SignedInfo after the signed one': tampered((xml) =>
    xml.replace(
      /<SignedInfo>.*<\/SignedInfo>/s,
      (info) => info + info.replace(/<DigestValue>[^<]*/, '<DigestValue>AAAA'),
    ),
  ),
  'a comment in DigestValue': tampered((xml) => xml.replace('<DigestValue>', '<DigestValue><!--x-->')),
  'a Manifest': tampered(insert('</Signature>', `<Object xmlns="${DSIG}"><Manifest/></Object>`)),
  'a comment in the address': tampered((xml) =>
    xml.replace('>ada@example.com<', '>ada@example.com<!---->.evil.example<'),
  ),
  'a document type': `<!DOCTYPE x [<!ENTITY a "ada">]>${respond()}`,
  'an external document type': `<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x">${respond()}`,
  'an entity in the subject': `<!DOCTYPE x [<!ENTITY a "ada">]>${respond().replace('>ada<', '>&a;<')}`,
  'RSA with SHA-1': respond({ algorithm: { signature: `${DSIG}rsa-sha1`, digest: `${DSIG}sha1` } }),
  ...Object.fromEntries(
    Object.entries(encodePublicKey(idp.certificate)).map(([name, key]) => [
      `HMAC keyed with the ${name}`,
      signWithHmac(respond({ sign: 'none' }), '_x', key),
    ]),
  ),
  'inclusive canonical form': respond({ algorithm: { canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' } }),
  'canonical form with comments': respond({
    algorithm: { transforms: [`${DSIG}enveloped-signature`, `${EXCLUSIVE}WithComments`] },
  }),
  'an XPath transform': tampered((xml) =>
    xml.replace(`${DSIG}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xpath-19991116'),
  ),
  'an XSLT transform': tampered((xml) =>
    xml.replace(`${DSIG}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xslt-19991116'),
  ),
  'another issuer of the response': tampered((xml) =>
    xml.replace(`<saml:Issuer>${idp.entityId}`, '<saml:Issuer>https://evil.example.com'),
  ),
  'another issuer of the assertion': deviating((xml) =>
    xml.replace(/(<saml:Assertion .*?<saml:Issuer>)[^<]*/s, '$1https://evil.example.com'),
  ),
  'a failed status': deviating((xml) => xml.replace('status:Success', 'status:Responder')),
  'another destination': deviating((xml) =>
    xml.replace(`Destination="${ACS}"`, 'Destination="https://evil.example.com"'),
  ),
  'another recipient': deviating((xml) => xml.replace(`Recipient="${ACS}"`, 'Recipient="https://evil.example.com"')),
  'another audience': respond({ audience: 'https://other.example.com' }),
  'no audience': deviating((xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/s, '')),
  'a second audience restriction without us': deviating((xml) =>
    xml.replace(
      '</saml:AudienceRestriction>',
      '$&<saml:AudienceRestriction><saml:Audience>https://other.example.com</saml:Audience></saml:AudienceRestriction>',
    ),
  ),
  'an answer to another request': respond({ requestId: '_q2' }),
  'an answer to no request': respond({ requestId: null }),
  'InResponseTo in the response alone': deviating((xml) =>
    xml.replace(/(SubjectConfirmationData) InResponseTo="_q1"/, '$1'),
  ),
  'InResponseTo in the assertion alone': deviating((xml) => xml.replace(' InResponseTo="_q1"', '')),
  expired: respond({ now: NOW - 400_000 }),
  'valid in the future': respond({ now: NOW + 200_000 }),
  'no end of the subject confirmation': deviating((xml) =>
    xml.replace(/(Recipient="[^"]*") NotOnOrAfter="[^"]*"/, '$1'),
  ),
  'an expired subject confirmation': deviating((xml) =>
    xml.replace(/(Recipient="[^"]*" NotOnOrAfter=")[^"]*/, `$1${at(NOW - 200_000)}`),
  ),
  'expired conditions': deviating((xml) =>
    xml.replace(/(<saml:Conditions .*?NotOnOrAfter=")[^"]*/s, `$1${at(NOW - 200_000)}`),
  ),
  'conditions for two days': deviating((xml) =>
    xml.replace(/(<saml:Conditions .*?NotOnOrAfter=")[^"]*/s, `$1${at(NOW + 48 * 3_600_000)}`),
  ),
  'an unknown condition': deviating(insert('<saml:AudienceRestriction>', '<saml:Unknown/>')),
  'no conditions': deviating((xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/s, '')),
  'no subject': deviating((xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/s, '')),
  'no AuthnStatement': deviating((xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/s, '')),
  'a session that has ended': respond({ sessionEnds: NOW - 1_000 }),
  'a confirmation that is not bearer': deviating((xml) => xml.replace('cm:bearer', 'cm:sender-vouches')),
  'two assertions, both signed': deviating((xml) =>
    xml.replace(/<saml:Assertion .*<\/saml:Assertion>/s, (one) => one + one.replace('ID="_x"', 'ID="_y"')),
  ),
  'SAML 1.1': deviating((xml) => xml.replaceAll('Version="2.0"', 'Version="1.1"')),
  'encrypted for another': encryptAssertion(respond(), stranger.certificate),
  'CBC without a signature around it': encryptAssertion(respond(), ourCertificate, { cipher: 'aes-128-cbc' }),
  'encrypted and unsigned': encryptAssertion(respond({ sign: 'none' }), ourCertificate),
};

/** Attacks that node-saml accepts, with the reason why Postern refuses them. */
const STRICTER: Record<string, string> = {
  'CBC without a signature around it': 'it decrypts CBC before it has verified a signature, which is a padding oracle',
  'InResponseTo in the response alone': 'it reads InResponseTo of the response, and none is required of the subject',
  'RSA with SHA-1': 'it has no list of algorithms that a provider may use',
  'SAML 1.1': 'it does not read Version',
  'XSW7: a copy inside Extensions; assertion signed':
    'it finds the signed assertion by its position and ignores the other',
  'XSW7: a copy inside Extensions; both signed': 'as before: the signature of the assertion holds',
  'a Manifest': 'it ignores an Object that no Reference covers',
  'a comment in DigestValue': 'it skips the comment; the digest is still the one of the signed bytes',
  'a comment in the subject; assertion signed': 'the canonical form drops the comment, and it reads the whole text',
  'a comment in the subject; both signed': 'as before',
  'a comment in the subject; response signed': 'as before',
  'a confirmation that is not bearer': 'it does not read Method',
  'a document type': 'its parser does not expand the entity, but it reads the document',
  'a failed status': 'it reads Status only if there is no assertion',
  'a session that has ended': 'it leaves SessionNotOnOrAfter to the app',
  'an external document type': 'its parser does not fetch it, but it reads the document',
  'an unknown condition': 'it reads the conditions that it knows',
  'another destination': 'it does not read Destination',
  'another issuer of the assertion': 'it compares the issuer of logout messages alone',
  'another issuer of the response': 'as before',
  'another recipient': 'it does not read Recipient',
  'canonical form with comments': 'it allows every transform that xml-crypto knows',
  'conditions for two days': 'it has no longest life of an assertion',
  'inclusive canonical form': 'it allows every canonical form that xml-crypto knows',
  'no AuthnStatement': 'it needs none',
  'no subject': 'it needs none, and returns a profile without a NameID',
  'the assertion is the provider’s, the response a stranger’s': 'one good signature is enough for it',
};

test('the oracle accepts every response that Postern accepts, and reads the same data', async () => {
  for (const [name, xml] of Object.entries(GOOD)) {
    const { read, reason } = validateWithPostern(xml);
    assert.ok(read, `${name}: ${reason}`);
    const oracle = await validateWithNodeSaml(xml);
    assert.equal(oracle.read, read, `${name}: ${oracle.reason}`);
  }
});

test('every attack is refused, and the attacks that the oracle accepts are listed', async () => {
  const accepted: string[] = [];
  for (const [name, xml] of Object.entries(ATTACKS)) {
    assert.is(validateWithPostern(xml).read, null, `${name} was accepted`);
    const oracle = await validateWithNodeSaml(xml);
    if (oracle.read !== null) accepted.push(name);
    // The oracle itself must not accept a forged subject.
    assert.not.equal(oracle.read?.nameId, 'eve', name);
  }
  assert.equal(accepted.sort(), Object.keys(STRICTER).sort());
});

test('1,500 mutations of a good response: what we accept, the oracle accepts', async () => {
  const seed = Number(process.env.POSTERN_TEST_SEED ?? Date.now() % 1e9);
  const good = (['response', 'assertion', 'both'] as const).map((sign) => Buffer.from(respond({ sign })));
  let accepted = 0;
  for (const [n, mutated] of mutateDocuments(good, { seed, count: 1_500 }).entries()) {
    const xml = mutated.toString();
    const { read } = validateWithPostern(xml);
    if (read === null) continue;
    accepted += 1;
    const oracle = await validateWithNodeSaml(xml);
    assert.equal(oracle.read, read, `seed ${seed}, mutation ${n}: ${oracle.reason}: ${xml}`);
  }
  assert.ok(accepted > 10, `${accepted} accepted`);
});

test.run();
