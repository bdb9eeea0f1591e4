// Verifies XML signatures and returns the bytes that they cover. Claims are read only from these bytes, which are
// parsed again. Keys come from the provider's metadata. KeyInfo is ignored.
import { createHash, createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { NAMESPACES } from '../../core/saml/names.ts';
import { SamlRefusedError } from '../../core/saml/refusal.ts';
import { childElements, isElement, readAttribute, readText, type XmlElement } from '../../core/saml/xml.ts';

interface SignatureAlgorithm {
  readonly key: 'rsa' | 'ec';
  readonly hash: 'sha1' | 'sha256' | 'sha384' | 'sha512';
}

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const SIGNATURES: Readonly<Record<string, SignatureAlgorithm>> = {
  [`${NAMESPACES.signature}rsa-sha1`]: { key: 'rsa', hash: 'sha1' },
  [`${MORE}rsa-sha256`]: { key: 'rsa', hash: 'sha256' },
  [`${MORE}rsa-sha384`]: { key: 'rsa', hash: 'sha384' },
  [`${MORE}rsa-sha512`]: { key: 'rsa', hash: 'sha512' },
  [`${MORE}ecdsa-sha256`]: { key: 'ec', hash: 'sha256' },
  [`${MORE}ecdsa-sha384`]: { key: 'ec', hash: 'sha384' },
};
const DIGESTS: Readonly<Record<string, SignatureAlgorithm['hash']>> = {
  [`${NAMESPACES.signature}sha1`]: 'sha1',
  [`${NAMESPACES.encryption}sha256`]: 'sha256',
  [`${MORE}sha384`]: 'sha384',
  [`${NAMESPACES.encryption}sha512`]: 'sha512',
};
const ENVELOPED = `${NAMESPACES.signature}enveloped-signature`;
const LEAST_RSA_BITS = 2048;

/**
 * The part of xml-crypto's API that is used. The package's own type definitions would add browser types to every file.
 */
interface XmlCrypto {
  SignedXml: new (options: { publicCert: string; idAttributes: string[]; getCertFromKeyInfo: () => null }) => SignedXml;
}
interface SignedXml {
  SignatureAlgorithms: Record<string, unknown>;
  HashAlgorithms: Record<string, unknown>;
  idAttributes: string[];
  loadSignature(node: XmlElement): void;
  checkSignature(xml: string): boolean;
  getSignedReferences(): string[];
}

/** Certificates of an identity provider in DER. */
export type Certificates = readonly Uint8Array[];

export interface SignatureRules {
  readonly certificates: Certificates;
  readonly allowSha1: boolean;
  /**
   * Allowed algorithms by the last part of their URI, such as `rsa-sha256`. Null or absent: all in SIGNATURES. An
   * algorithm with SHA-1 also needs `allowSha1`.
   */
  readonly algorithms?: readonly string[] | null;
}

const broken = (detail: string, cause?: unknown): SamlRefusedError => new SamlRefusedError('signature', detail, cause);
const forbidden = (detail: string): SamlRefusedError => new SamlRefusedError('algorithm', detail);

/**
 * Verifies the signature of `parent`, a Response or Assertion in the document `xml`. Returns the canonical text that
 * the signature covers. Throws SamlRefusedError: `shape`, `algorithm` or `signature`.
 */
export function verifySignature(
  xml: string,
  { parent, signature }: { parent: XmlElement; signature: XmlElement },
  rules: SignatureRules,
): string {
  const algorithm = checkSignedInfo(signature, parent, rules);
  for (const certificate of rules.certificates) {
    const key = new X509Certificate(certificate).publicKey;
    if (!fitsAlgorithm(key, algorithm)) continue;
    const covered = readSignedText(xml, signature, key);
    if (covered !== null) return covered;
  }
  throw broken('no certificate of the metadata verifies it');
}

function fitsAlgorithm(key: KeyObject, algorithm: SignatureAlgorithm): boolean {
  if (key.asymmetricKeyType !== algorithm.key) return false;
  return algorithm.key === 'ec' || (key.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_RSA_BITS;
}

/** Checks the structure of a signature before any key is tried. Returns its algorithm. */
function checkSignedInfo(signature: XmlElement, parent: XmlElement, rules: SignatureRules): SignatureAlgorithm {
  const names = childElements(signature).map(({ localName }) => localName);
  if (!['SignedInfo,SignatureValue', 'SignedInfo,SignatureValue,KeyInfo'].includes(names.join(','))) {
    throw new SamlRefusedError('shape', `a Signature of ${names.join(', ') || 'nothing'}`);
  }
  const [info, value] = childElements(signature) as [XmlElement, XmlElement];
  readText(value);
  const parts = childElements(info);
  const [method, algorithm, reference] = parts as [XmlElement, XmlElement, XmlElement];
  const order = parts.map(({ localName }) => localName).join(',');
  if (order !== 'CanonicalizationMethod,SignatureMethod,Reference') throw forbidden(`a SignedInfo of ${order}`);
  if (childElements(method).length > 0 || childElements(algorithm).length > 0)
    throw forbidden('parameters of a method');
  if (readAttribute(method, 'Algorithm') !== NAMESPACES.canonical) throw forbidden('another canonical form');
  const name = readAttribute(algorithm, 'Algorithm') ?? '';
  const found = SIGNATURES[name];
  if (found === undefined || (found.hash === 'sha1' && !rules.allowSha1)) throw forbidden('the signature method');
  const allowed = rules.algorithms ?? null;
  if (allowed !== null && !allowed.includes(name.slice(name.indexOf('#') + 1))) {
    throw forbidden('a signature method that the provider may not use');
  }
  checkReference(reference, parent, rules);
  return found;
}

function checkReference(reference: XmlElement, parent: XmlElement, rules: SignatureRules): void {
  const id = readAttribute(parent, 'ID');
  if (!id || readAttribute(reference, 'URI') !== `#${id}`) throw broken('it refers to another element than its parent');
  const parts = childElements(reference);
  const [transforms, method, value] = parts as [XmlElement, XmlElement, XmlElement];
  const order = parts.map(({ localName }) => localName).join(',');
  if (order !== 'Transforms,DigestMethod,DigestValue') throw forbidden(`a Reference of ${order}`);
  const steps = childElements(transforms).map((one) => readAttribute(one, 'Algorithm'));
  if (steps.join(' ') !== `${ENVELOPED} ${NAMESPACES.canonical}`) throw forbidden('other transforms');
  for (const one of childElements(transforms)) {
    const inside = childElements(one);
    if (inside.some((child) => !isElement(child, NAMESPACES.canonical, 'InclusiveNamespaces')))
      throw forbidden('a transform');
  }
  const digest = DIGESTS[readAttribute(method, 'Algorithm') ?? ''];
  const sha1 = rules.allowSha1 && (rules.algorithms?.includes('rsa-sha1') ?? true);
  if (digest === undefined || (digest === 'sha1' && !sha1)) throw forbidden('the digest method');
  if (childElements(method).length > 0) throw forbidden('parameters of the digest');
  readText(value);
}

/** Returns the text that the signature covers, or null if this key does not verify the signature. */
function readSignedText(xml: string, signature: XmlElement, key: KeyObject): string | null {
  const { SignedXml } = createRequire(import.meta.url)('xml-crypto') as XmlCrypto;
  const publicCert = key.export({ type: 'spki', format: 'pem' }) as string;
  const verifier = new SignedXml({ publicCert, idAttributes: ['ID'], getCertFromKeyInfo: () => null });
  verifier.idAttributes = ['ID'];
  verifier.SignatureAlgorithms = Object.fromEntries(
    Object.entries(SIGNATURES).map(([name, algorithm]) => [name, createVerifierClass(name, algorithm)]),
  );
  verifier.HashAlgorithms = Object.fromEntries(
    Object.entries(DIGESTS).map(([name, hash]) => [name, createHasherClass(name, hash)]),
  );
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(xml)) return null;
  } catch (error) {
    // xml-crypto throws this error if the signature was made with another key. Any other error means a malformed
    // message.
    if (error instanceof Error && error.message.startsWith('invalid signature')) return null;
    throw broken('it cannot be checked', error);
  }
  const references = verifier.getSignedReferences();
  if (references.length !== 1) throw broken('it covers other than one element');
  return references[0] as string;
}

function createVerifierClass(name: string, { key, hash }: SignatureAlgorithm) {
  return class {
    getAlgorithmName = (): string => name;
    verifySignature = (material: string, pem: string, value: string): boolean =>
      createVerify(hash)
        .update(material)
        .verify({ key: pem, ...(key === 'ec' ? { dsaEncoding: 'ieee-p1363' as const } : {}) }, value, 'base64');
  };
}

function createHasherClass(name: string, hash: string) {
  return class {
    getAlgorithmName = (): string => name;
    getHash = (text: string): string => createHash(hash).update(text, 'utf8').digest('base64');
  };
}
