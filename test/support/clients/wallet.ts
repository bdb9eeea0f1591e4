// Software wallets: the JavaScript objects that Ethereum and Solana wallets expose to web pages. They sign any message.
import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { EthereumWallet, SolanaWallet } from '@supabase/auth-js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${ALPHABET[Number(value % 58n)]}${text}`;
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** Fields of a sign-in message in the order of its lines. The value null omits a line. */
export interface SignInMessage {
  domain?: string;
  address?: string;
  statement?: string | null;
  uri?: string | null;
  version?: string | null;
  network?: string | null;
  nonce?: string | null;
  issued_at?: Date | string | null;
  expires_at?: Date | string | null;
  not_before?: Date | string | null;
  more?: readonly string[];
}

export interface Wallet {
  chain: 'ethereum' | 'solana';
  address: string;
  /** Returns the text of a sign-in message. The default domain is localhost:3000. */
  write(lines?: SignInMessage): string;
  sign(text: string): string;
}

const instant = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString());

function createMessageWriter(title: string, own: string, network: string) {
  return (lines: SignInMessage = {}): string => {
    const o = {
      domain: 'localhost:3000',
      address: own,
      statement: 'I accept the terms.',
      uri: 'http://localhost:3000/',
      version: '1',
      network,
      nonce: null,
      issued_at: new Date(),
      expires_at: null,
      not_before: null,
      more: [],
      ...lines,
    };
    const line = (name: string, value: Date | string | null) => (value === null ? [] : [`${name}: ${instant(value)}`]);
    return [
      `${o.domain} wants you to sign in with your ${title} account:`,
      o.address,
      '',
      ...(o.statement === null ? [] : [o.statement, '']),
      ...line('URI', o.uri),
      ...line('Version', o.version),
      ...line('Chain ID', o.network),
      ...line('Nonce', o.nonce),
      ...line('Issued At', o.issued_at),
      ...line('Expiration Time', o.expires_at),
      ...line('Not Before', o.not_before),
      ...o.more,
    ].join('\n');
  };
}

const keccak = (bytes: Uint8Array): Buffer => Buffer.from(keccak_256(bytes));

/** Returns the digest that EIP-191 (personal_sign) signs. */
function hashPersonalMessage(text: string): Uint8Array {
  const message = Buffer.from(text);
  return keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]));
}

/** Returns an Ethereum address with the checksum capitalization of EIP-55. */
export function toChecksumAddress(address: string): string {
  const plain = address.slice(2).toLowerCase();
  const sum = keccak(Buffer.from(plain)).toString('hex');
  return `0x${[...plain].map((digit, at) => (Number.parseInt(sum[at] ?? '', 16) > 7 ? digit.toUpperCase() : digit)).join('')}`;
}

export interface TestEthereumWallet extends Wallet {
  /** Provider object that wallets expose as window.ethereum. */
  provider: EthereumWallet;
  /** Returns an Ethereum signature (r, s, v). As in wallets, v is the recovery id plus 27. */
  signBytes(text: string): Buffer;
}

export function ethereumWallet(secret: Uint8Array = secp256k1.utils.randomSecretKey()): TestEthereumWallet {
  const key = secp256k1.getPublicKey(secret, false);
  const address = `0x${keccak(key.subarray(1)).subarray(-20).toString('hex')}`;
  const signBytes = (text: string): Buffer => {
    const [recovery = 0, ...halves] = secp256k1.sign(hashPersonalMessage(text), secret, {
      prehash: false,
      format: 'recovered',
    });
    return Buffer.from([...halves, recovery + 27]);
  };
  const signText = (text: string): string => `0x${signBytes(text).toString('hex')}`;
  const provider = {
    async request({ method, params }: { method: string; params?: readonly unknown[] }) {
      if (method === 'eth_requestAccounts') return [toChecksumAddress(address)];
      if (method === 'eth_chainId') return '0x1';
      const [hex] = params as [string];
      return signText(Buffer.from(hex.slice(2), 'hex').toString());
    },
  };
  return {
    chain: 'ethereum',
    address,
    write: createMessageWriter('Ethereum', address, '1'),
    sign: signText,
    signBytes,
    provider: provider as unknown as EthereumWallet,
  };
}

export interface TestSolanaWallet extends Wallet {
  key: Buffer;
  signBytes(bytes: Uint8Array): Buffer;
  /** Wallet object with signIn(), which composes the message itself. */
  standard: SolanaWallet;
  /** Wallet object with only signMessage(). The client composes the message. */
  plain: SolanaWallet;
}

export function solanaWallet(): TestSolanaWallet {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url');
  const address = encodeBase58(key);
  const signBytes = (bytes: Uint8Array): Buffer => sign(null, bytes, privateKey);
  const write = createMessageWriter('Solana', address, 'solana:mainnet');
  const standard = {
    async signIn(asked: { domain: string; uri: string; issuedAt: string; statement?: string; chainId?: string }) {
      const text = write({
        domain: asked.domain,
        uri: asked.uri,
        issued_at: asked.issuedAt,
        statement: asked.statement ?? null,
        network: asked.chainId ?? null,
      });
      return { signedMessage: Buffer.from(text), signature: new Uint8Array(signBytes(Buffer.from(text))) };
    },
  };
  const plain = {
    publicKey: { toBase58: () => address },
    signMessage: async (bytes: Uint8Array) => new Uint8Array(signBytes(bytes)),
  };
  return {
    chain: 'solana',
    address,
    key,
    write,
    sign: (text) => signBytes(Buffer.from(text)).toString('base64'),
    signBytes,
    standard: standard as unknown as SolanaWallet,
    plain: plain as unknown as SolanaWallet,
  };
}
