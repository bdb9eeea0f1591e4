// Parses the metadata of an identity provider. The parsed result is stored, so that sign-ins need not parse metadata.
import { createHash, X509Certificate } from 'node:crypto';
import { BINDING, NAMESPACES } from './names.ts';
import { SamlRefusedError } from './refusal.ts';
import {
  childNamed,
  childrenNamed,
  decodeXml,
  isElement,
  parseXml,
  readAttribute,
  readText,
  type XmlElement,
} from './xml.ts';

/** A signing certificate of an identity provider. */
export interface IdpCertificate {
  /** DER, base64-encoded. */
  readonly der: string;
  /** SHA-256 fingerprint in hexadecimal. */
  readonly sha256: string;
  /** Expiry (RFC 3339), for display only. A certificate is valid as long as the metadata contains it. */
  readonly not_after: string;
}

export interface IdpMetadata {
  readonly entity_id: string;
  readonly certificates: readonly IdpCertificate[];
  readonly sso_url: string;
  /** Expiry of the metadata (RFC 3339); null if there is none or if it is outside of the years 1 to 9999. */
  readonly valid_until: string | null;
  /** Seconds for which the metadata may be cached, or null. */
  readonly cache_for: number | null;
}

/** Thrown for invalid metadata. `code` selects the error in sql/errors.sql; `message` is the reason. */
export class MetadataError extends Error {
  readonly code: 'not_utf8' | 'not_xml' | 'no_entity_id' | 'no_idp' | 'several_idps' | 'unusable';
  constructor(code: MetadataError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MetadataError';
    this.code = code;
  }
}

const MOST_CERTIFICATES = 10;
const LONGEST_ENTITY_ID = 1_024;
/** Times that toISOString() writes with a year that Postgres reads. Date.parse() accepts others too. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses metadata. An aggregate of several identity providers needs `entityId`. `limit` is in bytes. Throws a
 * MetadataError if the metadata is invalid or too large.
 */
export function readMetadata(
  bytes: Uint8Array,
  { limit, entityId }: { limit: number; entityId?: string },
): IdpMetadata {
  try {
    return readEntity(parseMetadataXml(bytes, limit), entityId);
  } catch (error) {
    // SamlRefusedError is thrown for content that docs/sso.md does not allow, such as text between elements.
    throw error instanceof SamlRefusedError ? new MetadataError('unusable', error.message, error) : error;
  }
}

function readEntity(root: XmlElement, entityId: string | undefined): IdpMetadata {
  const entity = findEntity(root, entityId);
  const entity_id = readAttribute(entity, 'entityID')?.trim() ?? '';
  if (entity_id === '') throw new MetadataError('no_entity_id', 'no entityID');
  if (Buffer.byteLength(entity_id) > LONGEST_ENTITY_ID) throw new MetadataError('unusable', 'its entityID is too long');
  const roles = childrenNamed(entity, NAMESPACES.metadata, 'IDPSSODescriptor');
  const [role] = roles;
  if (role === undefined) throw new MetadataError('no_idp', 'no IDPSSODescriptor');
  if (roles.length > 1) throw new MetadataError('several_idps', 'several IDPSSODescriptors');
  if (!(readAttribute(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(NAMESPACES.protocol)) {
    throw new MetadataError('unusable', 'its identity provider does not support SAML 2.0');
  }
  return { entity_id, certificates: readCertificates(role), sso_url: readSsoUrl(role), ...readValidity(entity) };
}

function parseMetadataXml(bytes: Uint8Array, limit: number): XmlElement {
  const limits = { bytes: limit, elements: 100_000, depth: 50 };
  let text: string;
  try {
    text = decodeXml(bytes, limits);
  } catch (error) {
    throw error instanceof SamlRefusedError && error.code === 'too_large'
      ? new MetadataError('unusable', error.message, error)
      : new MetadataError('not_utf8', 'not UTF-8', error);
  }
  try {
    // Removes comments: parseXml() rejects them, and published metadata often contains some.
    return parseXml(text.replace(/<!--(?:(?!--)[\s\S])*?-->/g, ''), limits);
  } catch (error) {
    throw new MetadataError('not_xml', error instanceof Error ? error.message : 'not XML', error);
  }
}

function findEntity(root: XmlElement, entityId: string | undefined): XmlElement {
  if (isElement(root, NAMESPACES.metadata, 'EntityDescriptor')) return root;
  if (!isElement(root, NAMESPACES.metadata, 'EntitiesDescriptor'))
    throw new MetadataError('not_xml', 'another document');
  const all = childrenNamed(root, NAMESPACES.metadata, 'EntityDescriptor').filter(
    (entity) => childrenNamed(entity, NAMESPACES.metadata, 'IDPSSODescriptor').length > 0,
  );
  const named = entityId === undefined ? all : all.filter((entity) => readAttribute(entity, 'entityID') === entityId);
  const [entity] = named;
  if (entity === undefined) throw new MetadataError('no_idp', 'no IDPSSODescriptor');
  if (named.length > 1)
    throw new MetadataError('unusable', 'it holds several identity providers; name one by entity_id');
  return entity;
}

function readCertificates(role: XmlElement): IdpCertificate[] {
  const found = new Map<string, IdpCertificate>();
  for (const descriptor of childrenNamed(role, NAMESPACES.metadata, 'KeyDescriptor')) {
    const use = readAttribute(descriptor, 'use');
    if (use !== null && use !== 'signing') continue;
    const info = childNamed(descriptor, NAMESPACES.signature, 'KeyInfo');
    for (const data of info === null ? [] : childrenNamed(info, NAMESPACES.signature, 'X509Data')) {
      for (const one of childrenNamed(data, NAMESPACES.signature, 'X509Certificate')) {
        const certificate = parseCertificate(readText(one));
        found.set(certificate.sha256, certificate);
      }
    }
  }
  if (found.size === 0) throw new MetadataError('unusable', 'it has no certificate that signs');
  if (found.size > MOST_CERTIFICATES)
    throw new MetadataError('unusable', `it has more than ${MOST_CERTIFICATES} certificates`);
  return [...found.values()];
}

function parseCertificate(text: string): IdpCertificate {
  const der = Buffer.from(text.replace(/\s/g, ''), 'base64');
  try {
    const { publicKey, validToDate, raw } = new X509Certificate(der);
    if (publicKey.asymmetricKeyType === 'rsa' || publicKey.asymmetricKeyType === 'ec') {
      const sha256 = createHash('sha256').update(raw).digest('hex');
      return { der: raw.toString('base64'), sha256, not_after: validToDate.toISOString() };
    }
  } catch (error) {
    throw new MetadataError('unusable', 'one of its certificates cannot be read', error);
  }
  throw new MetadataError('unusable', 'one of its certificates has a key of another kind than RSA and EC');
}

function readSsoUrl(role: XmlElement): string {
  const service = childrenNamed(role, NAMESPACES.metadata, 'SingleSignOnService').find(
    (one) => readAttribute(one, 'Binding') === BINDING.redirect,
  );
  const location = service === undefined ? '' : (readAttribute(service, 'Location') ?? '');
  const url = URL.canParse(location) ? new URL(location) : null;
  const local = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === null || url.hash !== '' || (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))) {
    throw new MetadataError('unusable', 'it has no HTTPS address for a sign-in by redirect (HTTP-Redirect)');
  }
  return location;
}

function readValidity(entity: XmlElement): Pick<IdpMetadata, 'valid_until' | 'cache_for'> {
  const until = Date.parse(readAttribute(entity, 'validUntil') ?? '');
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})(?:\.\d+)?S)?)?$/.exec(
      readAttribute(entity, 'cacheDuration') ?? '',
    ) ?? [];
  const cached = Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return {
    valid_until: until >= FIRST_INSTANT && until <= LAST_INSTANT ? new Date(until).toISOString() : null,
    cache_for: cached > 0 ? cached : null,
  };
}
