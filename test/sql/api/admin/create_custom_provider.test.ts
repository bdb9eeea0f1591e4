// create_custom_provider: callers, valid definitions, and the quota.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collide } from '../../../support/database/held.ts';
import { type Args, openSurface } from '../../../support/database/surface.ts';
import { ADMIN, creating, DOCUMENT, newIdentifier, oauth2, oidc } from './custom_provider.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('a provider of each type: missing fields have defaults, and its secret is not returned', async () => {
  const given = oidc();
  const args = creating(given);
  const answer = await surface.call('create_custom_provider', args);
  assert.equal(answer, {
    ...given,
    id: args.id,
    acceptable_client_ids: [],
    scopes: [],
    pkce_enabled: true,
    attribute_mapping: {},
    custom_claims_allowlist: [],
    authorization_params: {},
    enabled: true,
    email_optional: false,
    skip_nonce_check: false,
    discovery_document: DOCUMENT,
    created_at: surface.now(),
    updated_at: surface.now(),
  });
  assert.equal(await surface.audited(), {
    actions: ['custom_provider_created'],
    traits: { provider: given.identifier },
    actor_id: '00000000-0000-0000-0000-000000000000',
  });
  const own = oauth2({
    scopes: ['user', 'email'],
    attribute_mapping: { id: 'sub' },
    authorization_params: { hd: 'x' },
  });
  const other = await surface.call('create_custom_provider', creating(own, { secret: 's' }));
  for (const [name, value] of Object.entries(own)) assert.equal(other[name], value, name);
  assert.is('discovery_document' in other || 'client_secret' in other, false);
});

test('administrators only', async () => {
  const args = creating(oidc(), { claims: { role: 'authenticated', exp: 4e9 } });
  await surface.refused('create_custom_provider', args, [403, 'not_admin', 'User not allowed']);
  const first = { ...ADMIN, identifier: null, provider: oidc(), secret: 's', claims: args.claims };
  await surface.refused('prepare_custom_provider', first, [403, 'not_admin', 'User not allowed']);
});

const LIST = (name: string) =>
  `${name} must be a list of at most 50 texts, none of them empty, too long or with characters that it cannot have`;
const NAME =
  "identifier must consist of lower-case letters, digits, hyphens and colons after 'custom:', 50 characters at most";
const URL = (name: string) => `${name} must be an https URL without user name, password and fragment`;
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, 'name']));

const RULES: readonly [given: Args, message: string][] = [
  [oidc({ provider_type: 'saml' }), "provider_type must be either 'oauth2' or 'oidc'"],
  [oidc({ provider_type: null }), "provider_type must be either 'oauth2' or 'oidc'"],
  [oidc({ identifier: '' }), 'identifier is required'],
  [oidc({ identifier: 'acme' }), "identifier must start with 'custom:' prefix, e.g. 'custom:acme'"],
  [oidc({ identifier: 'custom:Acme' }), NAME],
  [oidc({ identifier: 'custom:' }), NAME],
  [oidc({ identifier: `custom:${'a'.repeat(44)}` }), NAME],
  [oidc({ identifier: 'custom:a b' }), NAME],
  [oidc({ name: '' }), 'name is required'],
  [oidc({ name: 'x'.repeat(101) }), 'name cannot be longer than 100 characters'],
  [oidc({ client_id: null }), 'client_id is required'],
  [oidc({ client_id: 'x'.repeat(513) }), 'client_id cannot be longer than 512 characters'],
  [oidc({ acceptable_client_ids: [''] }), LIST('acceptable_client_ids')],
  [oidc({ scopes: ['two words'] }), LIST('scopes')],
  [oidc({ scopes: Array(51).fill('s') }), LIST('scopes')],
  [oidc({ custom_claims_allowlist: ['x'.repeat(129)] }), LIST('custom_claims_allowlist')],
  [
    oidc({ attribute_mapping: { mail: 5 } }),
    'attribute_mapping must map at most 50 claims to attributes, each to the name of one',
  ],
  [
    oidc({ attribute_mapping: many(51) }),
    'attribute_mapping must map at most 50 claims to attributes, each to the name of one',
  ],
  [oidc({ authorization_params: { prompt: 1 } }), 'authorization_params must be at most 50 texts by their names'],
  [
    oidc({ authorization_params: { prompt: 'x'.repeat(1025) } }),
    'authorization_params must be at most 50 texts by their names',
  ],
  [oidc({ issuer: '' }), 'issuer is required for OIDC providers'],
  [oauth2({ authorization_url: null }), 'authorization_url is required for OAuth2 providers'],
  [oauth2({ token_url: null }), 'token_url is required for OAuth2 providers'],
  [oauth2({ userinfo_url: '' }), 'userinfo_url is required for OAuth2 providers'],
];

for (const [given, message] of RULES) {
  test(`rejected by both prepare and create: ${message}`, async () => {
    const expected = [400, 'validation_failed', message] as const;
    await surface.refused('create_custom_provider', creating(given), expected);
    const first = { ...ADMIN, identifier: null, provider: given, secret: 's' };
    await surface.refused('prepare_custom_provider', first, expected);
  });
}

test('a secret is required, and limited to 4096 characters before sealing', async () => {
  const missing = [400, 'validation_failed', 'client_secret is required'] as const;
  await surface.refused('create_custom_provider', creating(oidc(), { secret: null }), missing);
  await surface.refused('create_custom_provider', creating(oidc(), { secret: '' }), missing);
  const long = [400, 'validation_failed', 'client_secret cannot be longer than 4096 characters'] as const;
  await surface.refused('create_custom_provider', creating(oidc(), { secret: 'x'.repeat(5601) }), long);
});

test('an address is https, and unambiguous about its host', async () => {
  for (const url of [
    'http://id.example.com',
    'HTTPS://id.example.com',
    'https://user@id.example.com',
    'https://user:pass@id.example.com/',
    'https://id.example.com#x',
    'https://id.example.com\\@evil.example',
    'https://id.example.com/\\evil',
    'https:id.example.com',
    'https:///id.example.com',
    'https://id.example.com/a b',
    'https://id.example.com\n.evil.example',
    'https://ïd.example.com',
    'ftp://id.example.com',
    'file:///etc/passwd',
    `https://id.example.com/${'x'.repeat(2048)}`,
  ]) {
    const expected = (name: string) => [400, 'validation_failed', URL(name)] as const;
    await surface.refused('create_custom_provider', creating(oidc({ issuer: url })), expected('issuer'));
    await surface.refused('create_custom_provider', creating(oidc({ discovery_url: url })), expected('discovery_url'));
    for (const name of ['authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'])
      await surface.refused('create_custom_provider', creating(oauth2({ [name]: url })), expected(name));
  }
  const issuer = 'https://login.example.com:8443/tenants/a~b_c/v2.0?p=B2C_1&x=%20';
  const document = { ...DOCUMENT, issuer };
  assert.ok(
    (await surface.call('create_custom_provider', creating(oidc({ issuer }), { discovery_document: document }))).id,
  );
});

test('claims that decide rights or verification are no mapping targets', async () => {
  for (const target of [
    'id',
    'aud',
    'role',
    'app_metadata',
    'user_metadata',
    'email_verified',
    'phone_verified',
    'email_confirmed_at',
    'phone_confirmed_at',
    'confirmed_at',
    'banned_until',
    'is_super_admin',
    'is_anonymous',
    'iss',
    'provider_id',
    'custom_claims',
    'Email',
    '',
  ]) {
    const expected = [400, 'validation_failed', `attribute_mapping cannot target ${target}`] as const;
    await surface.refused('create_custom_provider', creating(oidc({ attribute_mapping: { c: target } })), expected);
  }
  const attribute_mapping = { 'user.id': 'sub', mail: 'email', displayName: 'name' };
  assert.equal(
    (await surface.call('create_custom_provider', creating(oidc({ attribute_mapping })))).attribute_mapping,
    attribute_mapping,
  );
});

test('an administrator cannot set parameters of the protocol, in any case', async () => {
  for (const name of [
    'client_id',
    'client_secret',
    'redirect_uri',
    'response_type',
    'response_mode',
    'state',
    'nonce',
    'scope',
    'code_challenge',
    'code_challenge_method',
    'code_verifier',
    'request',
    'request_uri',
    'State',
  ]) {
    const text = `authorization_params cannot contain the reserved parameter ${name}`;
    const given = creating(oauth2({ authorization_params: { prompt: 'login', [name]: 'x' } }));
    await surface.refused('create_custom_provider', given, [400, 'validation_failed', text]);
  }
});

test('rejects a discovery document of another issuer, from any caller', async () => {
  const text = 'the discovery document is of another issuer';
  for (const discovery_document of [null, { ...DOCUMENT, issuer: 'https://accounts.google.com' }, {}]) {
    const args = creating(oidc(), { discovery_document });
    await surface.refused('create_custom_provider', args, [400, 'validation_failed', text]);
  }
});

test('an identifier is unique', async () => {
  const identifier = newIdentifier();
  await surface.call('create_custom_provider', creating(oidc({ identifier })));
  const taken = [400, 'conflict', 'A custom OAuth provider with this identifier already exists'] as const;
  await surface.refused('create_custom_provider', creating(oauth2({ identifier })), taken);
});

test('of fifty added concurrently, as many are stored as the quota allows', async () => {
  const [row] = await surface.rows('auth.custom_providers').then((rows) => [rows.length]);
  const settings = { custom_oauth_max_providers: Number(row) + 7 };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => surface.call('create_custom_provider', creating(oauth2(), { settings }))),
  );
  assert.is(answers.filter(({ id }) => id !== undefined).length, 7);
  const others = answers.filter(({ id }) => id === undefined);
  const quota = 'Maximum number of custom OAuth/OIDC providers reached';
  for (const { refused } of others)
    assert.equal(refused, { status: 400, code: 'over_custom_provider_quota', message: quota });
  assert.is((await surface.rows('auth.custom_providers')).length, settings.custom_oauth_max_providers);
});

test('of those counted at the same time, as many are stored as the quota allows', async () => {
  const there = (await surface.rows('auth.custom_providers')).length;
  const settings = { custom_oauth_max_providers: there + 1 };
  const answers = await collide(
    surface.db,
    'lock table auth.custom_providers in share mode',
    [1, 2, 3].map(() => () => surface.call('create_custom_provider', creating(oauth2(), { settings }))),
  );
  assert.is(answers.filter(({ id }) => id !== undefined).length, 1);
  assert.is((await surface.rows('auth.custom_providers')).length, there + 1);
});

test.run();
