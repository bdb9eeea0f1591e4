// Builds the server's SAML metadata, and the redirect with which it asks an identity provider to sign a user in.
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { BINDING, FORMAT, NAMESPACES } from '../../core/saml/names.ts';

const escaped = (text: string): string =>
  text.replace(
    /[<>&"']/g,
    (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' })[sign] as string,
  );

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

export interface AuthnRequestOptions {
  readonly id: string;
  /** RelayState: the ID of the flow. */
  readonly flow: string;
  readonly ssoUrl: string;
  readonly entityId: string;
  readonly acs: string;
  readonly nameIdFormat: string | null;
  readonly forceAuthn: boolean;
  /** Authentication contexts to request; empty for any. */
  readonly authnContexts: readonly string[];
  /** Entity IDs of the organizations behind the identity provider among which the user may choose; empty for any. */
  readonly scoping: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns the elements of a request that name authentication contexts and providers (SAML core, 3.3.2.2, 3.4.1.2). */
function requestedAuthnElements({ authnContexts, scoping }: AuthnRequestOptions): string {
  const contexts = authnContexts.map((uri) => `<saml:AuthnContextClassRef>${escaped(uri)}</saml:AuthnContextClassRef>`);
  const entries = scoping.map((id) => `<samlp:IDPEntry ProviderID="${escaped(id)}"/>`);
  return (
    (contexts.length === 0
      ? ''
      : `<samlp:RequestedAuthnContext Comparison="exact">${contexts.join('')}</samlp:RequestedAuthnContext>`) +
    (entries.length === 0 ? '' : `<samlp:Scoping><samlp:IDPList>${entries.join('')}</samlp:IDPList></samlp:Scoping>`)
  );
}

/**
 * Returns the URL of the redirect to the identity provider (SAML bindings, 3.4). The signature covers SAMLRequest,
 * RelayState and SigAlg, and not the query of the provider's own URL. Without a key the request is not signed.
 */
export function buildAuthnRequestUrl(o: AuthnRequestOptions, key: KeyObject | null): string {
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ID="${o.id}" Version="2.0" ` +
    `IssueInstant="${new Date(o.now).toISOString()}" Destination="${escaped(o.ssoUrl)}" ` +
    `AssertionConsumerServiceURL="${escaped(o.acs)}" ProtocolBinding="${BINDING.post}"${o.forceAuthn ? ' ForceAuthn="true"' : ''}>` +
    `<saml:Issuer Format="${FORMAT.entity}">${escaped(o.entityId)}</saml:Issuer>` +
    `<samlp:NameIDPolicy AllowCreate="true" Format="${escaped(o.nameIdFormat ?? FORMAT.persistent)}"/>${requestedAuthnElements(o)}</samlp:AuthnRequest>`;
  const request = new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString('base64'), RelayState: o.flow });
  const start = `${o.ssoUrl}${o.ssoUrl.includes('?') ? '&' : '?'}`;
  if (key === null) return `${start}${request}`;
  const signed = `${request}&${new URLSearchParams({ SigAlg: RSA_SHA256 })}`;
  const signature = encodeURIComponent(sign('sha256', Buffer.from(signed), key).toString('base64'));
  return `${start}${signed}&Signature=${signature}`;
}

export interface MetadataParts {
  readonly entityId: string;
  readonly acs: string;
  /** Certificates in DER: the current signing certificate, then the next one. */
  readonly certificates: readonly Uint8Array[];
  readonly encrypts: boolean;
  readonly validUntil: { readonly document: number; readonly role: number };
}

/** Returns the server's SAML metadata (SAML metadata, 2.4.4). */
export function buildMetadataXml(o: MetadataParts): string {
  const instant = (at: number): string => new Date(at).toISOString();
  const key = (use: string, certificate: Uint8Array, methods: string): string =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="${NAMESPACES.signature}"><ds:X509Data><ds:X509Certificate>` +
    `${Buffer.from(certificate).toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods}</md:KeyDescriptor>`;
  const methods = [
    `${NAMESPACES.encryption11}aes128-gcm`,
    `${NAMESPACES.encryption11}aes256-gcm`,
    `${NAMESPACES.encryption11}rsa-oaep`,
    `${NAMESPACES.encryption}rsa-oaep-mgf1p`,
  ]
    .map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`)
    .join('');
  const [first, ...next] = o.certificates as [Uint8Array, ...Uint8Array[]];
  const keys = [
    ...(o.encrypts ? [key('encryption', first, methods)] : []),
    key('signing', first, ''),
    ...next.flatMap((one) => [key('signing', one, ''), ...(o.encrypts ? [key('encryption', one, methods)] : [])]),
  ];
  const rolling = next.length > 0 ? ' cacheDuration="PT1H"' : '';
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<md:EntityDescriptor xmlns:md="${NAMESPACES.metadata}" entityID="${escaped(o.entityId)}" ` +
    `validUntil="${instant(o.validUntil.document)}"${rolling}><md:SPSSODescriptor validUntil="${instant(o.validUntil.role)}" ` +
    `protocolSupportEnumeration="${NAMESPACES.protocol}" AuthnRequestsSigned="true" WantAssertionsSigned="true">${keys.join('')}` +
    `<md:NameIDFormat>${FORMAT.emailAddress}</md:NameIDFormat><md:NameIDFormat>${FORMAT.persistent}</md:NameIDFormat>` +
    `<md:AssertionConsumerService Binding="${BINDING.post}" Location="${escaped(o.acs)}" index="1" isDefault="true"/>` +
    '</md:SPSSODescriptor></md:EntityDescriptor>\n'
  );
}

/** Returns true if both keys belong to the same key pair. */
export const isSameKeyPair = (one: KeyObject, other: KeyObject): boolean =>
  createPublicKey(one).equals(createPublicKey(other));
