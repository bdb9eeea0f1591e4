// Computes password hashes of other systems that Postgres cannot compute: argon2i and argon2id as PHC strings, and
// Firebase's scrypt. SQL limits their cost (auth_lib.is_foreign_hash) and compares the result.
import * as crypto from 'node:crypto';
import { promisify } from 'node:util';

/** The stored hash without its digest, and the length of the digest in bytes. */
export interface ForeignHashParameters {
  salt: string;
  bytes: number;
}

/** True if this Node supports argon2 (24.7 and newer). Older versions compute only Firebase's scrypt. */
export const SUPPORTS_ARGON2 = typeof crypto.argon2 === 'function';
export const ARGON2_UNSUPPORTED_MESSAGE =
  `This Node (${process.version}) cannot compute argon2, which Node 24.7 and newer can: ` +
  'a user imported with such a hash is answered 503 instead of being signed in.';

const ARGON2 = /^\$(argon2id?)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$$/;
const SCRYPT = /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=(\d+)(?:,ss=([^,$]+))?,sk=([^,$]+)\$([^$]+)\$$/;
const SCRYPT_KEY_BYTES = 32;
const NO_IV = Buffer.alloc(16);

const scrypt = promisify<crypto.BinaryLike, crypto.BinaryLike, number, crypto.ScryptOptions, Buffer>(crypto.scrypt);

/** Computes the hash of a password with the salt, in the format of the stored hash. */
export async function computeForeignHash(password: string, { salt, bytes }: ForeignHashParameters): Promise<string> {
  const [, variant = '', ...argon2] = ARGON2.exec(salt) ?? [];
  if (variant !== '')
    return salt + encodeBase64(await computeArgon2(variant as 'argon2i', password, argon2, bytes), false);
  const [, ...firebase] = SCRYPT.exec(salt) ?? [];
  if (firebase.length === 0) throw new Error('SQL asks for a hash of a kind that is not known here');
  return salt + encodeBase64(await computeFirebaseHash(password, firebase), true);
}

async function computeArgon2(
  variant: 'argon2i' | 'argon2id',
  password: string,
  [memory, passes, parallelism, salt = '']: readonly string[],
  bytes: number,
): Promise<Buffer> {
  if (!SUPPORTS_ARGON2) throw new Error(ARGON2_UNSUPPORTED_MESSAGE);
  return promisify(crypto.argon2)(variant, {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: bytes,
  });
}

/** Computes Firebase's hash: the project's signer key, encrypted with a scrypt key of the password. */
async function computeFirebaseHash(
  password: string,
  [n, r, p, separator = '', signer = '', salt = '']: readonly string[],
): Promise<Buffer> {
  const whole = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')]);
  const [N, block] = [2 ** Number(n), Number(r)];
  const costs = { N, r: block, p: Number(p), maxmem: 2 * 128 * N * block + (1 << 20) };
  const key = await scrypt(password, whole, SCRYPT_KEY_BYTES, costs);
  const cipher = crypto.createCipheriv('aes-256-ctr', key, NO_IV);
  return Buffer.concat([cipher.update(Buffer.from(signer, 'base64')), cipher.final()]);
}

function encodeBase64(digest: Buffer, padded: boolean): string {
  const text = digest.toString('base64');
  return padded ? text : text.replace(/=+$/, '');
}
