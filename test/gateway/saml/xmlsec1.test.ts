// Responses whose signatures and ciphertexts are made by xmlsec1, and not by Postern's code or its XML library.
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCertificate } from '../../../core/saml/certificate.ts';
import { NAMESPACES } from '../../../core/saml/names.ts';
import { SamlRefusedError } from '../../../core/saml/refusal.ts';
import { type Assertion, parseResponse, type ResponseRules, readResponse } from '../../../gateway/saml/response.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';
import { createAttestation } from '../../support/providers/certificates.ts';
import { base64Xml, buildResponseXml, createSamlIdp, type ResponseParts } from '../../support/providers/saml_idp.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-xmlsec1-'));
test.after(() => rmSync(folder, { recursive: true }));

const found = spawnSync('xmlsec1', ['--version']).status === 0;
const ACS = 'https://auth.example.com/sso/saml/acs';
const AUDIENCE = 'https://auth.example.com/sso/saml/metadata';
const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const idp = createSamlIdp();
const ours = createSamlIdp();
const PARTS: ResponseParts = { now: NOW, acs: ACS, audience: AUDIENCE, requestId: '_q1', id: '_a1' };

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const [KEY, CERTIFICATE, OURS] = [
  file('key.pem', idp.key.export({ type: 'pkcs8', format: 'pem' }) as string),
  file('cert.pem', new X509Certificate(idp.certificate).toString()),
  file(
    'ours.pem',
    new X509Certificate(createCertificate(ours.key, { host: 'auth.example.com', encrypts: true })).toString(),
  ),
];
const OUT = join(folder, 'out.xml');

function runXmlsec1(...args: string[]): string {
  const done = spawnSync('xmlsec1', args, { encoding: 'utf8' });
  assert.is(done.status, 0, done.stderr);
  return readFileSync(OUT, 'utf8');
}

/** Signs an element of a document by its ID. */
function signXml(
  xml: string,
  id: string,
  kind: 'Assertion' | 'Response',
  method = 'rsa-sha256',
  digest = 'sha256',
  key = `${KEY},${CERTIFICATE}`,
): string {
  const template =
    `<ds:Signature xmlns:ds="${NAMESPACES.signature}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${NAMESPACES.canonical}"/>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#${method}"/><ds:Reference URI="#${id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="${NAMESPACES.signature}enveloped-signature"/><ds:Transform Algorithm="${NAMESPACES.canonical}"/></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${digest === 'sha384' ? 'http://www.w3.org/2001/04/xmldsig-more#' : NAMESPACES.encryption}${digest}"/><ds:DigestValue/></ds:Reference>` +
    '</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo><ds:X509Data/></ds:KeyInfo></ds:Signature>';
  const at = xml.indexOf('</saml:Issuer>', xml.indexOf(`ID="${id}"`)) + '</saml:Issuer>'.length;
  const unsigned = file('unsigned.xml', xml.slice(0, at) + template + xml.slice(at));
  const element = `--id-attr:ID`;
  const spaced = `${kind === 'Assertion' ? NAMESPACES.assertion : NAMESPACES.protocol}:${kind}`;
  const path = `//*[local-name()='${kind}']/*[local-name()='Signature']`;
  return runXmlsec1('--sign', '--privkey-pem', key, element, spaced, '--node-xpath', path, '--output', OUT, unsigned);
}

/** Encrypts the assertion to our certificate. */
function encryptXml(xml: string, size: 128 | 256): string {
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? [];
  const template =
    `<xenc:EncryptedData xmlns:xenc="${NAMESPACES.encryption}" Type="${NAMESPACES.encryption}Element"><xenc:EncryptionMethod Algorithm="${NAMESPACES.encryption11}aes${size}-gcm"/>` +
    `<ds:KeyInfo xmlns:ds="${NAMESPACES.signature}"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${NAMESPACES.encryption}rsa-oaep-mgf1p"/>` +
    '<xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>';
  const sealed = runXmlsec1(
    '--encrypt',
    '--pubkey-cert-pem',
    OURS,
    '--session-key',
    `aes-${size}`,
    '--xml-data',
    file('assertion.xml', assertion),
    '--output',
    OUT,
    file('template.xml', template),
  );
  return xml.replace(
    assertion,
    `<saml:EncryptedAssertion>${sealed.replace(/^<\?xml[^>]*>\s*/, '')}</saml:EncryptedAssertion>`,
  );
}

function readSamlResponse(xml: string, certificate: Buffer = idp.certificate): Assertion {
  const rules: ResponseRules = {
    entityId: idp.entityId,
    audience: AUDIENCE,
    acs: ACS,
    requestId: '_q1',
    decryptionKeys: [ours.key.export({ type: 'pkcs8', format: 'pem' }) as string],
    skew: 60,
    now: NOW,
    certificates: [certificate],
    allowSha1: false,
  };
  return readResponse(parseResponse(base64Xml(xml)), rules);
}
const plain = buildResponseXml(idp.entityId, PARTS);
const checked = (title: string, work: () => void): void =>
  test(title, () => (found ? work() : cannotRun('responses of xmlsec1', 'xmlsec1 is not installed')));

checked('a response that xmlsec1 has signed is read: assertion, response and both, with each digest', () => {
  for (const [method, digest] of [
    ['rsa-sha256', 'sha256'],
    ['rsa-sha384', 'sha384'],
    ['rsa-sha512', 'sha512'],
  ] as const) {
    const assertion = signXml(plain, '_a1', 'Assertion', method, digest);
    assert.is(readSamlResponse(assertion).nameId?.value, 'ada', method);
    assert.is(readSamlResponse(signXml(plain, '_r_a1', 'Response', method, digest)).nameId?.value, 'ada', method);
    assert.is(readSamlResponse(signXml(assertion, '_r_a1', 'Response', method, digest)).nameId?.value, 'ada', method);
  }
});

checked('a response that xmlsec1 has signed with ECDSA is read, and not with another key', () => {
  const [signer, other] = [createAttestation(), createAttestation()];
  const key = [
    file('ec-key.pem', signer.key.export({ type: 'pkcs8', format: 'pem' }) as string),
    file('ec-cert.pem', new X509Certificate(signer.x5c).toString()),
  ].join(',');
  for (const [method, digest] of [
    ['ecdsa-sha256', 'sha256'],
    ['ecdsa-sha384', 'sha384'],
  ] as const) {
    const signed = signXml(plain, '_a1', 'Assertion', method, digest, key);
    assert.is(readSamlResponse(signed, signer.x5c).nameId?.value, 'ada', method);
    for (const [xml, certificate] of [
      [signed, other.x5c],
      [signed, idp.certificate],
      [signed.replace('>ada<', '>adb<'), signer.x5c],
    ] as const)
      assert.throws(
        () => readSamlResponse(xml, certificate),
        (error: unknown) => error instanceof SamlRefusedError && error.code === 'signature',
        method,
      );
  }
});

checked('an assertion that xmlsec1 has encrypted is read, inside a signed response too', () => {
  const assertion = signXml(plain, '_a1', 'Assertion');
  for (const size of [128, 256] as const) {
    const encrypted = encryptXml(assertion, size);
    assert.is(readSamlResponse(encrypted).nameId?.value, 'ada');
    assert.is(readSamlResponse(signXml(encrypted, '_r_a1', 'Response')).nameId?.value, 'ada');
  }
});

checked('one character that is changed after xmlsec1 has signed is refused', () => {
  const signed = signXml(plain, '_a1', 'Assertion');
  try {
    readSamlResponse(signed.replace('>ada<', '>adb<'));
    assert.unreachable('a changed subject was let in');
  } catch (error) {
    if (!(error instanceof SamlRefusedError)) throw error;
    assert.is(error.code, 'signature');
  }
});

test.run();
