// A SAML identity provider: composes, signs and encrypts responses. A test can request deviations from a correct
// response. Signs with xml-crypto, with which the product only verifies.
import {
  constants,
  createCipheriv,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { createRequire } from 'node:module';
import { createCertificate } from '../../../core/saml/certificate.ts';
import { BINDING, FORMAT, NAMESPACES, SUCCESS_STATUS } from '../../../core/saml/names.ts';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

interface XmlSigner {
  addReference(o: Record<string, unknown>): void;
  computeSignature(xml: string, o: { location: { reference: string; action: string } }): void;
  getSignedXml(): string;
}

export interface ResponseParts {
  now: number;
  acs: string;
  audience: string;
  requestId: string | null;
  id?: string;
  nameId?: string;
  nameIdFormat?: string;
  attributes?: Record<string, string | string[]>;
  /** Changes the XML before it is signed. */
  change?: (xml: string) => string;
  sign?: 'response' | 'assertion' | 'both' | 'none';
  algorithm?: { signature?: string; digest?: string; canonical?: string; transforms?: string[] };
  sessionEnds?: number | null;
}

export interface SamlIdp {
  readonly entityId: string;
  readonly certificate: Buffer;
  readonly key: KeyObject;
  readonly metadata: string;
  respond(parts: ResponseParts): string;
  /** Signs the element of a document that has this ID. */
  sign(xml: string, id: string, algorithm?: ResponseParts['algorithm']): string;
}

const at = (ms: number): string => new Date(ms).toISOString();

/** Returns the unsigned XML of a response. */
export function buildResponseXml(entityId: string, o: ResponseParts): string {
  const id = o.id ?? `_a${randomBytes(12).toString('hex')}`;
  const inResponse = o.requestId === null ? '' : ` InResponseTo="${o.requestId}"`;
  const session = o.sessionEnds == null ? '' : ` SessionNotOnOrAfter="${at(o.sessionEnds)}"`;
  const attributes = Object.entries(o.attributes ?? { mail: 'ada@example.com' })
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${[values]
          .flat()
          .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
          .join('')}</saml:Attribute>`,
    )
    .join('');
  const assertion =
    `<saml:Assertion xmlns:saml="${NAMESPACES.assertion}" ID="${id}" Version="2.0" IssueInstant="${at(o.now)}"><saml:Issuer>${entityId}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${o.nameIdFormat ?? FORMAT.persistent}">${o.nameId ?? 'ada'}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${inResponse} ` +
    `Recipient="${o.acs}" NotOnOrAfter="${at(o.now + 300_000)}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(o.now)}" NotOnOrAfter="${at(o.now + 300_000)}"><saml:AudienceRestriction><saml:Audience>${o.audience}</saml:Audience>` +
    `</saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(o.now)}" SessionIndex="_s1"${session}><saml:AuthnContext>` +
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>' +
    `<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`;
  const xml =
    `<samlp:Response xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ID="_r${id}" Version="2.0" IssueInstant="${at(o.now)}" ` +
    `Destination="${o.acs}"${inResponse}><saml:Issuer>${entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${SUCCESS_STATUS}"/></samlp:Status>${assertion}</samlp:Response>`;
  return o.change === undefined ? xml : o.change(xml);
}

export function createSamlIdp(o: { entityId?: string; bits?: number } = {}): SamlIdp {
  const entityId = o.entityId ?? 'https://idp.example.com/metadata';
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: o.bits ?? 2048 });
  const certificate = createCertificate(privateKey, { host: 'idp.example.com', encrypts: false });
  const sign = (xml: string, id: string, algorithm: ResponseParts['algorithm'] = {}): string => {
    const { SignedXml } = createRequire(import.meta.url)('xml-crypto') as {
      SignedXml: new (options: object) => XmlSigner;
    };
    const signer = new SignedXml({
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      publicCert: new X509Certificate(certificate).toString(),
      signatureAlgorithm: algorithm.signature ?? RSA_SHA256,
      canonicalizationAlgorithm: algorithm.canonical ?? NAMESPACES.canonical,
      idAttributes: ['ID'],
    });
    signer.addReference({
      xpath: `//*[@ID='${id}']`,
      digestAlgorithm: algorithm.digest ?? SHA256,
      transforms: algorithm.transforms ?? [ENVELOPED, NAMESPACES.canonical],
    });
    signer.computeSignature(xml, {
      location: { reference: `//*[@ID='${id}']/*[local-name(.)='Issuer']`, action: 'after' },
    });
    return signer.getSignedXml();
  };
  return {
    entityId,
    certificate,
    key: privateKey,
    metadata:
      `<md:EntityDescriptor xmlns:md="${NAMESPACES.metadata}" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="${NAMESPACES.protocol}">` +
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${NAMESPACES.signature}"><ds:X509Data><ds:X509Certificate>${certificate.toString('base64')}` +
      `</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="${BINDING.redirect}" ` +
      'Location="https://idp.example.com/sso?tenant=1"/></md:IDPSSODescriptor></md:EntityDescriptor>',
    sign,
    respond(parts) {
      let xml = buildResponseXml(entityId, parts);
      const ids = [...xml.matchAll(/<saml(p?):(?:Assertion|Response) [^>]*?\bID="([^"]+)"/g)];
      const idOf = (p: string): string => ids.find(([, kind]) => kind === p)?.[2] as string;
      const which = parts.sign ?? 'assertion';
      if (which === 'assertion' || which === 'both') xml = sign(xml, idOf(''), parts.algorithm);
      if (which === 'response' || which === 'both') xml = sign(xml, idOf('p'), parts.algorithm);
      return xml;
    },
  };
}

export const base64Xml = (xml: string): string => Buffer.from(xml).toString('base64');

/** Encrypts the assertion of a response for the owner of a certificate. */
export function encryptAssertion(
  xml: string,
  certificate: Buffer,
  o: { cipher?: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc'; hash?: 'sha1' | 'sha256'; wrapping?: string } = {},
): string {
  const { cipher = 'aes-256-gcm', hash = 'sha1' } = o;
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? [];
  const key = randomBytes(cipher.startsWith('aes-128') ? 16 : 32);
  const gcm = cipher.endsWith('gcm');
  const iv = randomBytes(gcm ? 12 : 16);
  const cipherer = createCipheriv(cipher, key, iv);
  const text = Buffer.concat([cipherer.update(assertion), cipherer.final()]);
  const data = Buffer.concat([
    iv,
    text,
    ...(gcm ? [(cipherer as unknown as { getAuthTag(): Buffer }).getAuthTag()] : []),
  ]);
  const wrapped = publicEncrypt(
    { key: new X509Certificate(certificate).publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash },
    key,
  );
  const method = `${gcm ? NAMESPACES.encryption11 : NAMESPACES.encryption}${cipher.replace('aes-', 'aes')}`;
  const wrapping =
    o.wrapping ??
    (hash === 'sha1'
      ? `<xenc:EncryptionMethod Algorithm="${NAMESPACES.encryption}rsa-oaep-mgf1p"/>`
      : `<xenc:EncryptionMethod Algorithm="${NAMESPACES.encryption11}rsa-oaep"><ds:DigestMethod Algorithm="${SHA256}"/>` +
        `<xenc11:MGF xmlns:xenc11="${NAMESPACES.encryption11}" Algorithm="${NAMESPACES.encryption11}mgf1sha256"/></xenc:EncryptionMethod>`);
  return xml.replace(
    assertion,
    `<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="${NAMESPACES.encryption}" xmlns:ds="${NAMESPACES.signature}" Type="${NAMESPACES.encryption}Element">` +
      `<xenc:EncryptionMethod Algorithm="${method}"/><ds:KeyInfo><xenc:EncryptedKey>${wrapping}<xenc:CipherData><xenc:CipherValue>` +
      `${wrapped.toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>` +
      `${data.toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>`,
  );
}

/** Signs a query string as the HTTP-Redirect binding of SAML does. */
export const signText = (text: string, key: KeyObject): string => createSign('sha256').update(text).sign(key, 'base64');
