// Verifies Solana message signatures: Ed25519 over the text, or over the text in a Ledger envelope.
import { createPublicKey, verify } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const KEY_BYTES = 32;
const MOST_WRAPPED = 0xffff;

/** Public keys of small order, without their sign bit. Anybody can forge signatures for these keys. */
const NOBODY: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/**
 * Decodes an address to its 32 bytes. Returns null if it is not base58 of that length, or if it is a key of small
 * order.
 */
export function parsePublicKey(address: string): Buffer | null {
  let value = 0n;
  for (const letter of address) {
    const digit = ALPHABET.indexOf(letter);
    if (digit === -1) return null;
    value = value * 58n + BigInt(digit);
  }
  const digits = value === 0n ? '' : value.toString(16);
  const zeros = address.length - address.replace(/^1+/, '').length;
  const bytes = Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'),
  ]);
  if (bytes.length !== KEY_BYTES) return null;
  const unsigned = Buffer.from(bytes);
  unsigned[KEY_BYTES - 1] = (unsigned[KEY_BYTES - 1] ?? 0) & 0x7f;
  return NOBODY.has(unsigned.toString('hex')) ? null : bytes;
}

/**
 * Returns true if the signature is the address's signature of the text, or of the text in a Ledger envelope. The
 * envelope names this domain or no app.
 */
export function isSignedBy(address: string, text: string, domain: string, signature: Uint8Array): boolean {
  const bytes = parsePublicKey(address);
  if (bytes === null) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const message = Buffer.from(text);
  const app = Buffer.from(domain);
  const apps = [Buffer.alloc(KEY_BYTES), ...(app.length <= KEY_BYTES ? [Buffer.concat([app], KEY_BYTES)] : [])];
  const wrapped = message.length > MOST_WRAPPED ? [] : apps.map((name) => buildLedgerEnvelope(message, name, bytes));
  return [message, ...wrapped].some((signed) => verify(null, signed, key, signature));
}

/** Builds a Ledger off-chain message: signature domain, version, application, format, one signer, length and text. */
function buildLedgerEnvelope(message: Buffer, app: Buffer, signer: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(message.length);
  const kind = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain')]);
  return Buffer.concat([kind, Buffer.of(0), app, Buffer.of(0, 1), signer, length, message]);
}
