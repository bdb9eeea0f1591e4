// Verifies Ethereum message signatures (EIP-191). Uses libraries, which are loaded at the first use, because Node
// supports neither Keccak nor key recovery from a signature.

const PREFIX = '\x19Ethereum Signed Message:\n';
const HALVES = 64;
/** Offset that wallets add to the last byte (v). */
const OFFSET = 27;

type Libraries = Pick<typeof import('@noble/curves/secp256k1.js'), 'secp256k1'> &
  Pick<typeof import('@noble/hashes/sha3.js'), 'keccak_256'>;

let loading: Promise<Libraries> | undefined;

const load = (): Promise<Libraries> => {
  loading ??= Promise.all([import('@noble/curves/secp256k1.js'), import('@noble/hashes/sha3.js')]).then(
    ([{ secp256k1 }, { keccak_256 }]) => ({ secp256k1, keccak_256 }),
  );
  return loading;
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * Returns true if the case of an address's letters matches its checksum (EIP-55), or if the address has no checksum.
 */
export async function hasChecksum(address: string): Promise<boolean> {
  const digits = address.slice(2);
  const plain = digits.toLowerCase();
  if (digits === plain || digits === digits.toUpperCase()) return true;
  const { keccak_256 } = await load();
  const sum = hex(keccak_256(Buffer.from(plain)));
  const marked = [...plain].map((digit, at) => (Number.parseInt(sum[at] ?? '', 16) >= 8 ? digit.toUpperCase() : digit));
  return marked.join('') === digits;
}

/** Returns true if 65 bytes (r, s, v) are a signature of the text by the address. */
export async function isSignedBy(address: string, text: string, signature: Uint8Array): Promise<boolean> {
  const { secp256k1, keccak_256 } = await load();
  const message = Buffer.from(text);
  const digest = keccak_256(Buffer.concat([Buffer.from(`${PREFIX}${message.length}`), message]));
  const last = signature[HALVES] ?? 0;
  const recovery = last >= OFFSET ? last - OFFSET : last;
  if (signature.length !== HALVES + 1 || recovery > 1) return false;
  try {
    const recovered = Uint8Array.of(recovery, ...signature.subarray(0, HALVES));
    const key = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(recovered, digest, { prehash: false }));
    return `0x${hex(keccak_256(key.toBytes(false).subarray(1)).subarray(-20))}` === address.toLowerCase();
  } catch {
    return false; // not a valid signature
  }
}
