// OWASP ASVS 5.0, chapter 11: Cryptography.
import type { Row } from '../row.ts';

export const V11: readonly Row[] = [
  {
    id: '11.1.1',
    text: 'The lifecycle of keys is documented (L2).',
    rules: ['docs/rotating-keys.md'],
    tests: [
      'house/secrets › every secret setting has exactly one row',
      'flows/rotation › the pepper: no user is signed out',
    ],
  },
  {
    id: '11.1.2',
    text: 'Keys and algorithms are listed (L2).',
    rules: ['docs/cryptography.md', 'docs/rotating-keys.md'],
    tests: [
      'house/secrets › every secret setting has exactly one row',
      'house/cryptography › docs/cryptography.md lists each file',
      'house/cryptography › docs/cryptography.md names each algorithm',
    ],
  },
  {
    id: '11.1.3',
    text: 'Uses of cryptography are discovered (L3).',
    rules: ['docs/cryptography.md'],
    tests: [
      'house/cryptography › docs/cryptography.md lists each file',
      'house/cryptography › docs/cryptography.md names each algorithm',
    ],
    note: 'The tests search the code for calls of cryptographic functions and for names of algorithms.',
  },
  {
    id: '11.1.4',
    text: 'A plan leads to post-quantum algorithms (L3).',
    status: 'not held',
    note: 'JWT has no such algorithm that clients verify yet.',
  },
  {
    id: '11.2.1',
    text: 'Validated implementations (L2).',
    rules: ['core/keys/ring.ts', 'gateway/http/jwt.ts'],
    tests: [
      'core/keys/ring › a code is the documented function of sub-key',
      'gateway/http/jwt › a signed token verifies, with our code and with jose',
    ],
    note: 'OpenSSL by node:crypto, pgcrypto, jose, @noble for wallets.',
  },
  {
    id: '11.2.2',
    text: 'Keys and algorithms can be replaced (L2).',
    rules: ['core/keys/ring.ts', 'gateway/http/jwt.ts'],
    tests: [
      'security/key_rotation › two-step rotation of the ring',
      'flows/asymmetric_keys › rotation: tokens of the older key are valid while it verifies',
    ],
  },
  {
    id: '11.2.3',
    text: 'Primitives have 128 bits of security (L2).',
    status: 'partly',
    rules: ['core/keys/jwt_key_check.ts', 'core/keys/published_secrets.ts'],
    tests: [
      'core/keys/strength › refuses a secret under 256 bits',
      'core/keys/strength › every signature has a digest',
    ],
    note: 'RSA keys of 2,048 bits are accepted; choose ES256, EdDSA, or 3,072 bits.',
  },
  {
    id: '11.2.4',
    text: 'Operations take constant time (L3).',
    status: 'partly',
    rules: ['core/keys/ring.ts'],
    tests: ['house/secret_comparisons › secrets are compared in constant time'],
    note: 'The key ring compares in constant time. SQL compares the digits of codes with `=`; V74 limits the attempts.',
  },
  {
    id: '11.2.5',
    text: 'Cryptographic faults are handled alike (L3).',
    rules: ['core/keys/ring.ts', 'gateway/saml/decrypt.ts'],
    tests: [
      'core/keys/ring › rejects a refresh token with any character changed',
      'gateway/saml/response › encrypted assertions',
    ],
  },
  {
    id: '11.3.1',
    text: 'No ECB, no PKCS#1 v1.5 padding for encryption (L1).',
    rules: ['core/keys/ring.ts', 'gateway/saml/decrypt.ts'],
    tests: ['core/keys/ring › a sealed value unseals only for its row', 'gateway/saml/response › encrypted assertions'],
  },
  {
    id: '11.3.2',
    text: 'Only approved ciphers (L1).',
    rules: ['core/keys/ring.ts', 'gateway/saml/decrypt.ts', 'docs/cryptography.md'],
    tests: [
      'core/keys/ring › a sealed value unseals only for its row',
      'gateway/saml/response › encrypted assertions',
      'house/cryptography › docs/cryptography.md names each algorithm',
    ],
    note: 'AES-256-GCM for stored values. Assertions of SAML providers may also have AES-128-GCM, or AES-CBC below a signature.',
  },
  {
    id: '11.3.3',
    text: 'Encrypted data is authenticated (L2).',
    rules: ['core/keys/ring.ts', 'gateway/saml/decrypt.ts'],
    tests: ['core/keys/ring › a sealed value unseals only for its row', 'gateway/saml/response › encrypted assertions'],
  },
  {
    id: '11.3.4',
    text: 'Nonces are not reused (L3).',
    rules: ['core/keys/ring.ts'],
    tests: ['core/keys/ring › a sealed value unseals only for its row'],
  },
  { id: '11.3.5', text: 'Encrypt, then MAC (L3).', status: 'not applicable', note: 'GCM authenticates.' },
  {
    id: '11.4.1',
    text: 'Approved hash functions (L1).',
    rules: ['auth_lib.digest', 'auth_lib.hmac', 'core/keys/ring.ts', 'docs/cryptography.md'],
    tests: [
      'house/cryptography › docs/cryptography.md names each algorithm',
      'sql/api/session/exchange_code › a session for code and verifier, by either method',
      'sql/api/account/request_otp › the mailed code signs in',
      'core/keys/ring › a code is the documented function of sub-key',
    ],
    note:
      'SHA-1 occurs where a protocol prescribes it: TOTP (RFC 6238), OAuth 1.0a of Twitter, RSA-OAEP of SAML, the ' +
      'leaked-password service, and signatures of SAML with `SVC_SAML_ALLOW_SHA1`. MD5 occurs in CRAM-MD5, if a mail server ' +
      'offers it. docs/cryptography.md lists every use.',
  },
  {
    id: '11.4.2',
    text: 'Passwords are stored by a slow function (L2).',
    settings: ['SVC_SECURITY_BCRYPT_COST'],
    rules: ['auth_lib.bcrypt', 'auth_api.sign_in_with_password'],
    tests: [
      'sql/api/account/sign_up › a password is stored as bcrypt of the configured cost',
      'security/bcrypt_count › a sign-in costs one hash',
      'flows/foreign_hashes › the first sign-in replaces the hash by bcrypt',
    ],
    note: 'bcrypt of cost 10 by default, and no lower cost in production.',
  },
  {
    id: '11.4.3',
    text: 'Digests that need collision resistance have 256 bits (L2).',
    rules: ['auth_lib.digest', 'gateway/saml/signature.ts'],
    tests: [
      'sql/api/session/exchange_code › a session for code and verifier, by either method',
      'gateway/saml/response › algorithms',
    ],
  },
  {
    id: '11.4.4',
    text: 'A key that is made from a password comes from an approved slow function (L2).',
    status: 'not applicable',
    note: 'No key is made from a password. The operator provides random keys, from which HKDF derives sub-keys.',
  },
  {
    id: '11.5.1',
    text: 'Unguessable values have 128 bits from a CSPRNG (L2).',
    status: 'partly',
    rules: ['core/keys/ring.ts'],
    tests: [
      'core/keys/ring › a refresh token is 80 base64url characters',
      'core/keys/ring › a link token is 56 hex digits',
      'house/randomness › only pauses and the order of hosts use a predictable generator',
    ],
    note:
      'A link and the id of an authorization request have 88 bits of MAC beside a random id, a recovery code has 80 bits, the ' +
      'user code of a device has 34 bits, and a code by mail or SMS has as many digits as its setting says. Each is used once, ' +
      'and guesses are limited.',
  },
  {
    id: '11.5.2',
    text: 'Random values stay good under load (L3).',
    rules: ['core/keys/ring.ts'],
    tests: [
      'house/randomness › only pauses and the order of hosts use a predictable generator',
      'house/randomness › no SQL function uses a predictable generator',
    ],
    note: 'The generators of OpenSSL and Postgres (pg_strong_random) are CSPRNGs and do not weaken under load; a load test would show nothing. The tests show that nothing else makes secrets.',
  },
  {
    id: '11.6.1',
    text: 'Approved signature algorithms and keys (L2).',
    rules: [
      'core/settings/jwt_checks.ts',
      'core/keys/jwt_key_check.ts',
      'gateway/http/jwt.ts',
      'gateway/saml/signature.ts',
    ],
    tests: [
      'core/settings/reading › start-up errors, of supabase/auth and ours',
      'core/keys/strength › refuses a secret under 256 bits',
      'gateway/http/jwt › alg: none and its spellings',
      'gateway/http/jwt › RS256, ES256 and EdDSA sign with the same shape',
      'gateway/saml/response › algorithms',
    ],
  },
  { id: '11.6.2', text: 'Approved key exchange (L3).', status: 'not applicable', note: 'TLS only.' },
  { id: '11.7.1', text: 'Memory is encrypted (L3).', status: 'elsewhere', note: 'The operator’s machine.' },
  {
    id: '11.7.2',
    text: 'As little as possible is processed in the clear (L3).',
    rules: ['core/keys/ring.ts'],
    tests: ['security/canary › no table holds a secret'],
    note: 'Secrets at rest are sealed; the database never has the pepper.',
  },
];
