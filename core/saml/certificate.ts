// Derives the SAML certificate of this server from the private key and the host. It is never stored. The same key and
// host result in the same bytes as in supabase/auth, because identity providers pin the certificate.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length.toString(16);
  const bytes = Buffer.from(size.length % 2 === 0 ? size : `0${size}`, 'hex');
  return Buffer.concat([
    Buffer.of(tag),
    body.length < 128 ? bytes : Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]),
    body,
  ]);
};
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const octets = (inner: Uint8Array): Buffer => der(0x04, inner);

const RSA_SHA256 = sequence(oid('2a864886f70d01010b'), der(0x05));
const SERIAL_ZERO = der(0x02, Buffer.of(0));
const VERSION_3 = der(0xa0, der(0x02, Buffer.of(2)));
const VALIDITY = sequence(der(0x17, Buffer.from('700101000000Z')), der(0x18, Buffer.from('21700101000000Z')));

const commonName = (text: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(PRINTABLE.test(text) ? 0x13 : 0x0c, Buffer.from(text)))));
const PRINTABLE = /^[A-Za-z0-9 '()+,./:=?-]*$/;

/**
 * Returns the key usage extension: digitalSignature, and dataEncipherment if assertions may be encrypted to the
 * certificate.
 */
const keyUsage = (encrypts: boolean): Buffer =>
  sequence(
    oid('551d0f'),
    der(0x01, Buffer.of(255)),
    octets(der(0x03, encrypts ? Buffer.of(4, 0x90) : Buffer.of(7, 0x80))),
  );

const alternativeName = (host: string): Buffer =>
  sequence(oid('551d11'), octets(sequence(der(0x82, Buffer.from(`_samlsp.${host}`)))));

/** Returns the certificate of a private key in DER. `host` is that of API_EXTERNAL_URL, without a port. */
export function createCertificate(key: KeyObject, { host, encrypts }: { host: string; encrypts: boolean }): Buffer {
  const name = commonName(`SAML 2.0 Certificate for ${host}`);
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const extensions = der(0xa3, sequence(keyUsage(encrypts), alternativeName(host)));
  const body = sequence(VERSION_3, SERIAL_ZERO, RSA_SHA256, name, VALIDITY, name, spki, extensions);
  return sequence(body, RSA_SHA256, der(0x03, Buffer.of(0), sign('sha256', body, key)));
}

/** Reasons why a private key cannot be used. core/settings/saml_checks.ts has the texts of supabase/auth for them. */
export type PrivateKeyProblem = 'not in standard Base64 format' | 'not in PKCS#1 format' | 'exponent' | 'bits';

/**
 * Parses SVC_SAML_PRIVATE_KEY: base64 of PKCS#1 or PKCS#8, or PEM. Throws a PrivateKeyError if the key cannot be
 * used.
 */
export function readPrivateKey(text: string): KeyObject {
  const key = text.includes('-----BEGIN') ? createKey(text) : createKey(decodeKeyText(text.trim()));
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== 'rsa') throw new PrivateKeyError('not in PKCS#1 format');
  if (publicExponent !== 65_537n) throw new PrivateKeyError('exponent');
  if (modulusLength < 2048) throw new PrivateKeyError('bits');
  return key;
}

export class PrivateKeyError extends Error {
  readonly code: PrivateKeyProblem;
  constructor(code: PrivateKeyProblem, cause?: unknown) {
    super(`the SAML private key is unusable: ${code}`, { cause });
    this.name = 'PrivateKeyError';
    this.code = code;
  }
}

function decodeKeyText(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64') !== text.replace(/\s/g, ''))
    throw new PrivateKeyError('not in standard Base64 format');
  return bytes;
}

function createKey(given: Buffer | string): KeyObject {
  const forms =
    typeof given === 'string'
      ? [given]
      : (['pkcs1', 'pkcs8'] as const).map((type) => ({ key: given, format: 'der' as const, type }));
  let fault: unknown;
  for (const form of forms) {
    try {
      return createPrivateKey(form);
    } catch (error) {
      fault = error;
    }
  }
  throw new PrivateKeyError('not in PKCS#1 format', fault);
}
