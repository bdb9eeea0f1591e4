// Password hashes of other systems with known passwords, from the documentation and tests of those systems, and
// generated hashes of low cost.
import { argon2Sync, randomBytes } from 'node:crypto';

export interface KnownHash {
  about: string;
  password: string;
  hash: string;
}

export const KNOWN_HASHES: readonly KnownHash[] = [
  {
    about: 'argon2i, from the README of its authors',
    password: 'password',
    hash: '$argon2i$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b+dWRWJTmaaJObG',
  },
  {
    about: 'argon2id, from the tests of its authors',
    password: 'password',
    hash: '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  },
  {
    about: 'argon2i, from the tests of supabase/auth',
    password: 'test',
    hash: '$argon2i$v=19$m=16,t=2,p=1$bGJRWThNOHJJTVBSdHl2dQ$NfEnUOuUpb7F2fQkgFUG4g',
  },
  {
    about: 'argon2id, from the tests of supabase/auth',
    password: 'test',
    hash: '$argon2id$v=19$m=32,t=3,p=2$SFVpOWJ0eXhjRzVkdGN1RQ$RXnb8rh7LaDcn07xsssqqulZYXOM/EUCEFMVcAcyYVk',
  },
  {
    about: "Firebase's scrypt, from the README of its authors",
    password: 'user1password',
    hash:
      '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,' +
      'sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==' +
      '$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  },
];

const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export function computeArgon2Hash(
  password: string,
  o: { memory?: number; passes?: number; salt?: Buffer } = {},
): string {
  const { memory = 8, passes = 1, salt: nonce = randomBytes(16) } = o;
  const digest = argon2Sync('argon2id', { message: password, nonce, parallelism: 1, tagLength: 32, memory, passes });
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare(nonce)}$${bare(digest)}`;
}
