// Decrypts an EncryptedAssertion with the server's keys. Every failure causes the same error, and a wrong key costs the
// same amount of work as a right one, so that repeated attempts reveal neither the key nor the plaintext.
import { constants, createDecipheriv, privateDecrypt, randomBytes } from 'node:crypto';
import { NAMESPACES } from '../../core/saml/names.ts';
import { SamlRefusedError } from '../../core/saml/refusal.ts';
import {
  childNamed,
  decodeXml,
  descendants,
  isElement,
  readAttribute,
  readText,
  type XmlElement,
} from '../../core/saml/xml.ts';

const CONTENT: Readonly<
  Record<string, { cipher: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc'; key: number }>
> = {
  [`${NAMESPACES.encryption11}aes128-gcm`]: { cipher: 'aes-128-gcm', key: 16 },
  [`${NAMESPACES.encryption11}aes256-gcm`]: { cipher: 'aes-256-gcm', key: 32 },
  [`${NAMESPACES.encryption}aes128-cbc`]: { cipher: 'aes-128-cbc', key: 16 },
  [`${NAMESPACES.encryption}aes256-cbc`]: { cipher: 'aes-256-cbc', key: 32 },
};
const OAEP = `${NAMESPACES.encryption}rsa-oaep-mgf1p`;
const OAEP11 = `${NAMESPACES.encryption11}rsa-oaep`;
const IV = { gcm: 12, cbc: 16 } as const;
const TAG = 16;

const unreadable = (): SamlRefusedError => new SamlRefusedError('decryption', 'the assertion cannot be decrypted');

/**
 * Returns the XML of the assertion. CBC does not authenticate its plaintext, so it is accepted only with
 * `signedAround`, which means that the signature of the response covers the ciphertext. Throws SamlRefusedError.
 */
export function decryptAssertion(
  encrypted: XmlElement,
  { keys, signedAround }: { keys: readonly string[]; signedAround: boolean },
): string {
  const { data, keyText, content, hash } = readEncryptedParts(encrypted);
  const mode = content.cipher.endsWith('gcm') ? 'gcm' : 'cbc';
  const usable = keys.length > 0 && (mode === 'gcm' || signedAround);
  let text: string | null = null;
  for (const pem of keys) {
    const opened = decryptContent(data, decryptContentKey(keyText, { pem, hash, length: content.key }), {
      cipher: content.cipher,
      mode,
    });
    text ??= opened;
  }
  if (!usable || text === null) throw unreadable();
  return text;
}

interface EncryptedParts {
  readonly data: Buffer;
  readonly keyText: Buffer;
  readonly content: (typeof CONTENT)[string];
  readonly hash: 'sha1' | 'sha256';
}

function readEncryptedParts(encrypted: XmlElement): EncryptedParts {
  const all = [...descendants(encrypted)];
  const data = childNamed(encrypted, NAMESPACES.encryption, 'EncryptedData');
  const keys = all.filter((element) => isElement(element, NAMESPACES.encryption, 'EncryptedKey'));
  const [key] = keys;
  if (data === null || key === undefined || keys.length > 1) throw unreadable();
  const methods = [data, key].map((element) => childNamed(element, NAMESPACES.encryption, 'EncryptionMethod'));
  const content = CONTENT[readAttribute(methods[0] ?? data, 'Algorithm') ?? ''];
  const wrapping = readAttribute(methods[1] ?? key, 'Algorithm');
  if (content === undefined || methods[1] == null || (wrapping !== OAEP && wrapping !== OAEP11)) throw unreadable();
  return {
    data: readCiphertext(data),
    keyText: readCiphertext(key),
    content,
    hash: readOaepHash(methods[1], wrapping),
  };
}

/**
 * Returns the hash function of OAEP. The mask generation function must use the same hash function, because node:crypto
 * supports no other combination.
 */
function readOaepHash(method: XmlElement, wrapping: string): 'sha1' | 'sha256' {
  const digest = childNamed(method, NAMESPACES.signature, 'DigestMethod');
  const mask = childNamed(method, NAMESPACES.encryption11, 'MGF');
  const named = digest === null ? 'sha1' : (/sha1$|sha256$/.exec(readAttribute(digest, 'Algorithm') ?? '')?.[0] ?? '');
  const masked =
    wrapping === OAEP || mask === null
      ? 'sha1'
      : (/sha1$|sha256$/.exec(readAttribute(mask, 'Algorithm') ?? '')?.[0] ?? '');
  if (named !== masked || (named !== 'sha1' && named !== 'sha256')) throw unreadable();
  return named;
}

function readCiphertext(element: XmlElement): Buffer {
  const data = childNamed(element, NAMESPACES.encryption, 'CipherData');
  const value = data && childNamed(data, NAMESPACES.encryption, 'CipherValue');
  if (!value) throw unreadable();
  return Buffer.from(readText(value), 'base64');
}

/**
 * Decrypts the content key. Returns a random key on failure, so that decryption then fails in the same way and time.
 */
function decryptContentKey(text: Buffer, { pem, hash, length }: { pem: string; hash: string; length: number }): Buffer {
  try {
    const key = privateDecrypt({ key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, text);
    return key.length === length ? key : randomBytes(length);
  } catch {
    return randomBytes(length); // decryptContent() then fails, as for a wrong key
  }
}

function decryptContent(
  data: Buffer,
  key: Buffer,
  { cipher, mode }: { cipher: EncryptedParts['content']['cipher']; mode: 'gcm' | 'cbc' },
): string | null {
  const start = IV[mode];
  const end = mode === 'gcm' ? data.length - TAG : data.length;
  if (end <= start) return null;
  try {
    if (cipher === 'aes-128-gcm' || cipher === 'aes-256-gcm') {
      const decipher = createDecipheriv(cipher, key, data.subarray(0, start), { authTagLength: TAG }).setAuthTag(
        data.subarray(end),
      );
      return decodeXml(Buffer.concat([decipher.update(data.subarray(start, end)), decipher.final()]));
    }
    const decipher = createDecipheriv(cipher, key, data.subarray(0, start)).setAutoPadding(false);
    const padded = Buffer.concat([decipher.update(data.subarray(start)), decipher.final()]);
    // In XML encryption, padding bytes may have any value. The last one is the number of padding bytes.
    const padding = padded.at(-1) ?? 0;
    return padding >= 1 && padding <= 16 ? decodeXml(padded.subarray(0, -padding)) : null;
  } catch {
    return null; // decryptAssertion() throws the same error for every failure
  }
}
