// Fuzz targets for OpenID Connect providers: ID tokens, key sets and discovery documents. Each target checks a property
// that holds for every input.
import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { readMember } from '../../core/providers/provider.ts';
import { ENDPOINTS, fetchDiscovery } from '../../gateway/providers/discovery.ts';
import { createIdTokens } from '../../gateway/providers/id_tokens.ts';
import { ProviderError } from '../../gateway/providers/provider_request.ts';
import { allowErrors, assertHolds, assertStorable, JSON_WORDS, NOW } from './assertions.ts';
import type { FuzzTarget } from './fuzzer.ts';
import { HEAD_WORDS, JSON_HEAD, readResponse, withResponses } from './responses.ts';

const ISSUER = 'https://idp.example.com';
const signal = (): AbortSignal => AbortSignal.timeout(10_000);

/** Returns the part of a JWT that is signed. */
const signedPart = (token: string): string => token.slice(0, Math.max(0, token.lastIndexOf('.')));

async function createTokenTargets(): Promise<FuzzTarget[]> {
  const pairs = [
    ['RS256', await generateKeyPair('RS256')],
    ['ES256', await generateKeyPair('ES256')],
    ['EdDSA', await generateKeyPair('EdDSA')],
  ] as const;
  const keys = await Promise.all(
    pairs.map(async ([alg, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid: alg, use: 'sig' })),
  );
  const at_hash = createHash('sha256').update('token').digest().subarray(0, 16).toString('base64url');
  const now = NOW / 1000;
  const claims = { iss: ISSUER, aud: 'client', sub: 'ada', iat: now, exp: now + 600 };
  const sign = (
    more: JWTPayload = {},
    header: object = {},
    [alg, { privateKey }] = pairs[1] as (typeof pairs)[number],
  ) => new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg, kid: alg, ...header }).sign(privateKey);
  const valid = await Promise.all([
    ...pairs.map((pair) => sign({ at_hash, email: 'ada@example.com' }, {}, pair)),
    sign({ aud: ['client', 'other'], azp: 'client' }, { typ: 'JWT' }),
  ]);
  const refused = await Promise.all([
    sign({ aud: 'other' }),
    sign({ azp: 'other' }),
    sign({ iss: 'https://other.example.com' }),
    sign({ exp: now - 600 }),
    sign({ exp: undefined }),
    sign({ iat: now + 600 }),
    sign({ nbf: now + 600 }),
    sign({ sub: undefined }),
    sign({ at_hash: at_hash.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }),
    sign({ events: {} }),
    sign({ typ: 'Bearer' }),
    sign({ token_use: 'access' }),
    sign({}, { typ: 'at+jwt' }),
    sign({ name: '\0' }),
  ]);
  const verify = (token: string, respond: () => Response): Promise<JWTPayload | undefined> =>
    withResponses(respond, () =>
      allowErrors([ProviderError], () =>
        // Creates a verifier for each input, because a verifier caches keys.
        createIdTokens({ now: () => NOW, ttl_ms: 60_000 }).verify(token, {
          keys_of: (issuer) => (issuer === ISSUER ? { jwks_uri: `${ISSUER}/keys`, reach: undefined } : null),
          audiences: ['client'],
          access_token: 'token',
          signal: signal(),
        }),
      ),
    );
  const accepted = new Set(valid.map(signedPart));
  const [token = ''] = valid;
  return [
    {
      name: 'ID token of a provider',
      module: '/gateway/providers/id_tokens.ts',
      brief: 200,
      seeds: [...valid, ...refused],
      words: [
        ...['.', '=', '-', '_', 'eyJhbGciOiJub25lIn0', 'eyJhbGciOiJIUzI1NiIsImtpZCI6IlJTMjU2In0', 'bnVsbA', 'W10'],
        ...[...valid, ...refused].flatMap((text) => text.split('.')),
      ],
      async check(input) {
        const read = await verify(input, () => Response.json({ keys }));
        assertHolds(
          read === undefined || accepted.has(signedPart(input)),
          `a token that must be refused is accepted: ${JSON.stringify(read)}`,
        );
      },
    },
    {
      name: 'key set of a provider',
      module: '/gateway/providers/',
      brief: 200,
      seeds: [
        `${JSON_HEAD}\n${JSON.stringify({ keys })}`,
        `${JSON_HEAD}\n${JSON.stringify({
          keys: [
            { ...keys[0], use: 'enc' },
            { kty: 'oct', kid: 'RS256', k: 'AAAA' },
          ],
        })}`,
        `${JSON_HEAD}\n{"keys":[null,1,${JSON.stringify(keys[0])}]}`,
        '503 retry-after: 1\n',
      ],
      words: [
        ...JSON_WORDS,
        ...HEAD_WORDS,
        '"kty":"RSA"',
        '"kty":"oct"',
        '"kid":"RS256"',
        '"use":"enc"',
        '"keys":',
        'AQAB',
      ],
      async check(input) {
        const response = readResponse(input);
        if (response === null) return;
        const read = await verify(token, response.create);
        assertHolds(
          read === undefined || (response.ok && read.sub === 'ada' && input.includes('keys')),
          'a token is accepted without a key of its provider',
        );
      },
    },
  ];
}

const DISCOVERY = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
  userinfo_endpoint: `${ISSUER}/user`,
  scopes_supported: ['openid', 'email'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
};
const discovery: FuzzTarget = {
  name: 'OpenID discovery document',
  module: '/gateway/providers/',
  seeds: [
    `${JSON_HEAD}\n${JSON.stringify(DISCOVERY)}`,
    `${JSON_HEAD}\n${JSON.stringify({ ...DISCOVERY, issuer: 'https://other.example.com' })}`,
    `${JSON_HEAD}\n${JSON.stringify({ ...DISCOVERY, jwks_uri: 'http://idp.example.com/keys' })}`,
  ],
  words: [
    ...JSON_WORDS,
    ...HEAD_WORDS,
    ...['https://', 'http://', 'javascript:', 'user:x@', '#', '\\n', '"jwks_uri":', '"issuer":', '"scopes_supported":'],
  ],
  async check(input) {
    const response = readResponse(input);
    if (response === null) return;
    const read = await withResponses(response.create, () =>
      allowErrors([ProviderError], () => fetchDiscovery(`${ISSUER}/d`, { issuer: ISSUER, signal: signal() })),
    );
    if (read === undefined) return;
    assertStorable(read);
    const document: unknown = JSON.parse(response.text);
    assertHolds(response.ok && readMember(document, 'issuer') === ISSUER, 'a document of another issuer is accepted');
    for (const name of ENDPOINTS) {
      const address = read[name];
      if (address === undefined) continue;
      const { protocol, username, password, hash } = new URL(address);
      assertHolds(protocol === 'https:' && `${username}${password}${hash}` === '', `${name} is ${address}`);
    }
    for (const list of [read.scopes_supported, read.token_endpoint_auth_methods_supported])
      assertHolds(
        list === undefined || (list.length <= 100 && list.every((one) => typeof one === 'string')),
        'no list',
      );
  },
};

/** Returns the targets of this file. */
export async function createIdTokenTargets(): Promise<FuzzTarget[]> {
  return [...(await createTokenTargets()), discovery];
}
