// Responses that are almost valid: SignedInfo with additional content, an HMAC as the signature, changed ciphertexts,
// and ambiguous subjects of an assertion.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCertificate } from '../../../core/saml/certificate.ts';
import { readMetadata } from '../../../core/saml/metadata.ts';
import { FORMAT } from '../../../core/saml/names.ts';
import { SamlRefusedError } from '../../../core/saml/refusal.ts';
import { readProfile } from '../../../gateway/saml/claims.ts';
import { type Assertion, parseResponse, type ResponseRules, readResponse } from '../../../gateway/saml/response.ts';
import { encodePublicKey, signWithHmac, verifyHmac } from '../../support/providers/saml_forgeries.ts';
import { base64Xml, createSamlIdp, encryptAssertion, type ResponseParts } from '../../support/providers/saml_idp.ts';

const ACS = 'https://auth.example.com/sso/saml/acs';
const AUDIENCE = 'https://auth.example.com/sso/saml/metadata';
const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const idp = createSamlIdp();
const ours = createSamlIdp();
const next = createSamlIdp();
const pem = ({ key }: { key: typeof ours.key }): string => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const HOST = { host: 'auth.example.com', encrypts: true };
const certificate = createCertificate(ours.key, HOST);

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

const read = (field: string, rules: Partial<ResponseRules> = {}): Assertion =>
  readResponse(parseResponse(field), { ...RULES, ...rules });

/** Returns the code of the rejection, or `in` if the response is accepted. Any other error fails the test. */
function describeOutcome(field: string, rules: Partial<ResponseRules> = {}): string {
  try {
    read(field, rules);
    return 'in';
  } catch (error) {
    if (!(error instanceof SamlRefusedError)) throw error;
    return error.code;
  }
}

/** Creates a generator of random numbers from 0 to n - 1. The same seed yields the same numbers. */
function createRandom(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

test("hmac-sha1 keyed with the provider's certificate is refused", () => {
  for (const [name, key] of Object.entries(encodePublicKey(idp.certificate))) {
    for (const element of ['_x', '_r_x']) {
      const forged = signWithHmac(idp.respond({ ...PARTS, id: '_x', sign: 'none' }), element, key);
      assert.ok(verifyHmac(forged, key), `${name}: a verifier that allows HMAC accepts it`);
      for (const allowSha1 of [false, true]) {
        assert.is(describeOutcome(base64Xml(forged), { allowSha1 }), 'algorithm', `${name} ${element}`);
      }
      // Declared as RSA, the HMAC is an invalid signature.
      const renamed = forged.replace('#hmac-sha1', '#rsa-sha1');
      assert.is.not(renamed, forged);
      assert.is(describeOutcome(base64Xml(renamed), { allowSha1: true }), 'signature', `${name} ${element}`);
    }
  }
});

test('two SignedInfo, another Reference, a Manifest: refused', () => {
  const good = idp.respond({ ...PARTS, sign: 'assertion' });
  const info = /<(?:ds:)?SignedInfo>.*?<\/(?:ds:)?SignedInfo>/s.exec(good)?.[0] as string;
  const reference = /<(?:ds:)?Reference .*?<\/(?:ds:)?Reference>/s.exec(info)?.[0] as string;
  const forged = info.replace(/<((?:ds:)?DigestValue)>[^<]*/, '<$1>AAAA');
  const ends = /<\/(?:ds:)?Signature>/.exec(good)?.[0] as string;
  assert.is(describeOutcome(base64Xml(good)), 'in');
  for (const [title, xml] of Object.entries({
    'a second SignedInfo after the signed one': good.replace(info, info + forged),
    'a second SignedInfo before the signed one': good.replace(info, forged + info),
    'a second Reference': good.replace(reference, reference + reference),
    'a Reference to nothing': good.replace(reference, reference + reference.replace(/URI="[^"]*"/, 'URI="#_nothing"')),
    'a Manifest': good.replace(
      ends,
      `<Object xmlns="http://www.w3.org/2000/09/xmldsig#"><Manifest>${reference}</Manifest></Object>${ends}`,
    ),
  }))
    assert.ok(
      ['shape', 'algorithm', 'signature'].includes(describeOutcome(base64Xml(xml))),
      `${title}: ${describeOutcome(base64Xml(xml))}`,
    );
});

test('encrypted assertions: accepts each allowed algorithm with both keys; all others get the same error', () => {
  const signed = idp.respond({ ...PARTS, sign: 'assertion' });
  const keys = { decryptionKeys: [pem(ours)] };
  for (const cipher of ['aes-128-gcm', 'aes-256-gcm'] as const)
    for (const hash of ['sha1', 'sha256'] as const) {
      const field = base64Xml(encryptAssertion(signed, certificate, { cipher, hash }));
      assert.is(describeOutcome(field, keys), 'in', `${cipher} ${hash}`);
      assert.is(
        describeOutcome(field, { decryptionKeys: [pem(next), pem(ours)] }),
        'in',
        'with the next key, while two are set',
      );
      assert.is(describeOutcome(field, { decryptionKeys: [pem(next)] }), 'decryption', 'another key');
      assert.is(describeOutcome(field), 'decryption', 'the setting is off');
    }
  const cbc = encryptAssertion(signed, certificate, { cipher: 'aes-128-cbc' });
  assert.is(describeOutcome(base64Xml(cbc), keys), 'decryption', 'CBC without a signature around it');
  const around = idp.sign(
    encryptAssertion(idp.respond({ ...PARTS, id: '_x', sign: 'assertion' }), certificate, { cipher: 'aes-128-cbc' }),
    '_r_x',
  );
  assert.is(describeOutcome(base64Xml(around), keys), 'in', 'CBC inside a signed response');
  const old = '<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-1_5"/>';
  assert.is(
    describeOutcome(base64Xml(encryptAssertion(signed, certificate, { wrapping: old })), keys),
    'decryption',
    'PKCS#1 v1.5',
  );
});

test('256 changed ciphertexts and wrapped keys get the same error', () => {
  const xml = encryptAssertion(idp.respond({ ...PARTS, sign: 'assertion' }), certificate);
  const values = [...xml.matchAll(/<xenc:CipherValue>([^<]*)</g)].map(([, value = '']) => value);
  const random = createRandom(Date.now() % 1e9);
  for (let n = 0; n < 256; n += 1) {
    const value = values[n % values.length] as string;
    const bytes = Buffer.from(value, 'base64');
    const at = random(bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 + random(255));
    const cut = n % 8 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
    const changed = xml.replace(value, cut.toString('base64'));
    assert.is(describeOutcome(base64Xml(changed), { decryptionKeys: [pem(ours)] }), 'decryption', `${n}`);
  }
});

/** Returns the decryptions that the work makes: algorithms, and lengths of keys and texts. */
function recordDecryption(work: () => void): string[] {
  const done: string[] = [];
  const { createDecipheriv, privateDecrypt } = crypto;
  crypto.privateDecrypt = ((...args: Parameters<typeof privateDecrypt>) => {
    done.push('privateDecrypt');
    return privateDecrypt(...args);
  }) as typeof privateDecrypt;
  crypto.createDecipheriv = ((cipher: string, key: Buffer, iv: Buffer, options?: object) => {
    done.push(`${cipher}, a key of ${key.length} bytes`);
    const decipher = createDecipheriv(cipher, key, iv, options);
    const update = decipher.update.bind(decipher) as (text: Buffer) => Buffer;
    return Object.assign(decipher, {
      update(text: Buffer): Buffer {
        done.push(`a text of ${text.length} bytes`);
        return update(text);
      },
    });
  }) as typeof createDecipheriv;
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    Object.assign(crypto, { createDecipheriv, privateDecrypt });
    syncBuiltinESMExports();
  }
  return done;
}

test('a failed decryption costs the same work for every cause', () => {
  const xml = encryptAssertion(idp.respond({ ...PARTS, sign: 'assertion' }), certificate);
  const values = [...xml.matchAll(/<xenc:CipherValue>([^<]*)</g)].map(([, value = '']) => value);
  const changed = (value: string, at: number): string => {
    const bytes = Buffer.from(value, 'base64');
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = (bytes[index] as number) ^ 1;
    return base64Xml(xml.replace(value, bytes.toString('base64')));
  };
  const [wrapped, content] = [...values].sort((one, two) => one.length - two.length) as [string, string];
  const fields = {
    'the wrapped key of another certificate': base64Xml(
      encryptAssertion(idp.respond({ ...PARTS, sign: 'assertion' }), createCertificate(next.key, HOST)),
    ),
    'a changed wrapped key': changed(wrapped, 100),
    'a changed text': changed(content, 100),
    'a changed tag': changed(content, -1),
  };
  const works = Object.entries(fields).map(([name, field]) =>
    recordDecryption(() => assert.is(describeOutcome(field, { decryptionKeys: [pem(ours)] }), 'decryption', name)),
  );
  assert.equal(works[0]?.slice(0, 2), ['privateDecrypt', 'aes-256-gcm, a key of 32 bytes']);
  for (const work of works) assert.equal(work, works[0]);
});

test('an expired certificate of the provider is still accepted, and its expiry is reported', () => {
  const dated = (text: string): Buffer => Buffer.from(text);
  // Changes the expiry of the certificate. The signature of the certificate is not checked, because the metadata is
  // trusted.
  const at = idp.certificate.indexOf(dated('21700101000000Z'));
  assert.ok(at > 0);
  const expired = Buffer.from(idp.certificate);
  dated('20200101000000Z').copy(expired, at);
  const metadata = idp.metadata.replace(idp.certificate.toString('base64'), expired.toString('base64'));
  const { certificates } = readMetadata(Buffer.from(metadata), { limit: 1_000_000 });
  assert.equal(
    certificates.map(({ not_after }) => not_after),
    ['2020-01-01T00:00:00.000Z'],
  );
  const rules = { certificates: certificates.map(({ der }) => Buffer.from(der, 'base64')) };
  assert.is(describeOutcome(base64Xml(idp.respond(PARTS)), rules), 'in');
});

const profileOf = (parts: Partial<ResponseParts>) =>
  readProfile(read(base64Xml(idp.respond({ ...PARTS, ...parts }))), { issuer: idp.entityId, mapping: {} });

test('the subject: subject-id, else the NameID unless it is transient', () => {
  const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id';
  const mail = 'ada@example.com';
  for (const [title, parts, subject] of [
    ['persistent', { nameId: 'Ada_7' }, 'Ada_7'],
    ['an address, in lower case', { nameId: 'Ada@Example.com', nameIdFormat: FORMAT.emailAddress }, 'ada@example.com'],
    [
      'only its ASCII letters: the Kelvin sign is no k',
      { nameId: 'Mi\u212ae@example.com', nameIdFormat: FORMAT.emailAddress },
      'mi\u212ae@example.com',
    ],
    ['unspecified, as it is', { nameId: 'Ada@Example.com', nameIdFormat: FORMAT.unspecified }, 'Ada@Example.com'],
    ['transient', { nameId: 'x1', nameIdFormat: FORMAT.transient }, null],
    [
      'transient with subject-id',
      { nameId: 'x1', nameIdFormat: FORMAT.transient, attributes: { mail, [SUBJECT_ID]: 'ada' } },
      'ada',
    ],
    ['subject-id before the NameID', { nameId: 'other', attributes: { mail, [SUBJECT_ID]: 'ada' } }, 'ada'],
    ['an empty subject-id', { nameId: 'ada', attributes: { mail, [SUBJECT_ID]: '' } }, 'ada'],
    ['a subject-id of 256 characters', { attributes: { mail, [SUBJECT_ID]: 'a'.repeat(256) } }, null],
    ['an empty NameID', { change: (xml: string) => xml.replace('>ada<', '><') }, null],
  ] as [string, Partial<ResponseParts>, string | null][])
    assert.is(profileOf(parts).subject, subject, title);
  assert.is(describeOutcome(base64Xml(idp.respond({ ...PARTS, nameId: 'a'.repeat(256) }))), 'too_large');
});

test('the address: from each of its names in order, from a NameID that is one, or none', () => {
  const NAMES = [
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'http://schemas.xmlsoap.org/claims/EmailAddress',
    'mail',
    'Mail',
    'email',
  ];
  for (const name of NAMES)
    assert.is(profileOf({ attributes: { [name]: 'ada@example.com' } }).email, 'ada@example.com', name);
  for (const [n, name] of NAMES.slice(0, 4).entries())
    for (const later of NAMES.slice(n + 1, 4))
      assert.is(
        profileOf({ attributes: { [later]: 'late@example.com', [name]: 'ada@example.com' } }).email,
        'ada@example.com',
        `${name} before ${later}`,
      );
  assert.is(
    profileOf({ attributes: {}, nameId: 'ada@example.com', nameIdFormat: FORMAT.emailAddress }).email,
    'ada@example.com',
  );
  assert.is(profileOf({ attributes: {}, nameId: 'ada@example.com' }).email, null, 'a persistent NameID is no address');
  assert.is(profileOf({ attributes: { mail: '' } }).email, null);
});

test.run();
