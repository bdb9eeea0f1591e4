// Tests of create_custom_provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
import { type CallArguments, openSqlApi } from '../../../support/database/sql_api.ts';
import {
  ADMIN,
  createArguments,
  DISCOVERY_DOCUMENT,
  newIdentifier,
  oauth2Provider,
  oidcProvider,
} from './custom_provider.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('a provider of each type: missing fields have defaults, and its secret is not returned', async () => {
  const given = oidcProvider();
  const args = createArguments(given);
  const answer = await sql_api.call('create_custom_provider', args);
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
    discovery_document: DISCOVERY_DOCUMENT,
    created_at: sql_api.now(),
    updated_at: sql_api.now(),
  });
  assert.equal(await sql_api.audited(), {
    actions: ['custom_provider_created'],
    traits: { provider: given.identifier },
    actor_id: '00000000-0000-0000-0000-000000000000',
  });
  const own = oauth2Provider({
    scopes: ['user', 'email'],
    attribute_mapping: { id: 'sub' },
    authorization_params: { hd: 'x' },
  });
  const other = await sql_api.call('create_custom_provider', createArguments(own, { secret: 's' }));
  for (const [name, value] of Object.entries(own)) assert.equal(other[name], value, name);
  assert.is('discovery_document' in other || 'client_secret' in other, false);
});

test('administrators only', async () => {
  const args = createArguments(oidcProvider(), { claims: { role: 'authenticated', exp: 4e9 } });
  await sql_api.refused('create_custom_provider', args, [403, 'not_admin', 'User not allowed']);
  const first = { ...ADMIN, identifier: null, provider: oidcProvider(), secret: 's', claims: args.claims };
  await sql_api.refused('prepare_custom_provider', first, [403, 'not_admin', 'User not allowed']);
});

const LIST = (name: string) =>
  `${name} must be a list of at most 50 texts, none of them empty, too long or with characters that it cannot have`;
const NAME =
  "identifier must consist of lower-case letters, digits, hyphens and colons after 'custom:', 50 characters at most";
const URL = (name: string) => `${name} must be an https URL without user name, password and fragment`;
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, 'name']));

const RULES: readonly [given: CallArguments, message: string][] = [
  [oidcProvider({ provider_type: 'saml' }), "provider_type must be either 'oauth2' or 'oidc'"],
  [oidcProvider({ provider_type: null }), "provider_type must be either 'oauth2' or 'oidc'"],
  [oidcProvider({ identifier: '' }), 'identifier is required'],
  [oidcProvider({ identifier: 'acme' }), "identifier must start with 'custom:' prefix, e.g. 'custom:acme'"],
  [oidcProvider({ identifier: 'custom:Acme' }), NAME],
  [oidcProvider({ identifier: 'custom:' }), NAME],
  [oidcProvider({ identifier: `custom:${'a'.repeat(44)}` }), NAME],
  [oidcProvider({ identifier: 'custom:a b' }), NAME],
  [oidcProvider({ name: '' }), 'name is required'],
  [oidcProvider({ name: 'x'.repeat(101) }), 'name cannot be longer than 100 characters'],
  [oidcProvider({ client_id: null }), 'client_id is required'],
  [oidcProvider({ client_id: 'x'.repeat(513) }), 'client_id cannot be longer than 512 characters'],
  [oidcProvider({ acceptable_client_ids: [''] }), LIST('acceptable_client_ids')],
  [oidcProvider({ scopes: ['two words'] }), LIST('scopes')],
  [oidcProvider({ scopes: Array(51).fill('s') }), LIST('scopes')],
  [oidcProvider({ custom_claims_allowlist: ['x'.repeat(129)] }), LIST('custom_claims_allowlist')],
  [
    oidcProvider({ attribute_mapping: { mail: 5 } }),
    'attribute_mapping must map at most 50 claims to attributes, each to the name of one',
  ],
  [
    oidcProvider({ attribute_mapping: many(51) }),
    'attribute_mapping must map at most 50 claims to attributes, each to the name of one',
  ],
  [
    oidcProvider({ authorization_params: { prompt: 1 } }),
    'authorization_params must be at most 50 texts by their names',
  ],
  [
    oidcProvider({ authorization_params: { prompt: 'x'.repeat(1025) } }),
    'authorization_params must be at most 50 texts by their names',
  ],
  [oidcProvider({ issuer: '' }), 'issuer is required for OIDC providers'],
  [oauth2Provider({ authorization_url: null }), 'authorization_url is required for OAuth2 providers'],
  [oauth2Provider({ token_url: null }), 'token_url is required for OAuth2 providers'],
  [oauth2Provider({ userinfo_url: '' }), 'userinfo_url is required for OAuth2 providers'],
];

for (const [given, message] of RULES) {
  test(`rejected by both prepare and create: ${message}`, async () => {
    const expected = [400, 'validation_failed', message] as const;
    await sql_api.refused('create_custom_provider', createArguments(given), expected);
    const first = { ...ADMIN, identifier: null, provider: given, secret: 's' };
    await sql_api.refused('prepare_custom_provider', first, expected);
  });
}

test('a secret is required, and limited to 4096 characters before sealing', async () => {
  const missing = [400, 'validation_failed', 'client_secret is required'] as const;
  await sql_api.refused('create_custom_provider', createArguments(oidcProvider(), { secret: null }), missing);
  await sql_api.refused('create_custom_provider', createArguments(oidcProvider(), { secret: '' }), missing);
  const long = [400, 'validation_failed', 'client_secret cannot be longer than 4096 characters'] as const;
  await sql_api.refused('create_custom_provider', createArguments(oidcProvider(), { secret: 'x'.repeat(5601) }), long);
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
    await sql_api.refused('create_custom_provider', createArguments(oidcProvider({ issuer: url })), expected('issuer'));
    await sql_api.refused(
      'create_custom_provider',
      createArguments(oidcProvider({ discovery_url: url })),
      expected('discovery_url'),
    );
    for (const name of ['authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'])
      await sql_api.refused('create_custom_provider', createArguments(oauth2Provider({ [name]: url })), expected(name));
  }
  const issuer = 'https://login.example.com:8443/tenants/a~b_c/v2.0?p=B2C_1&x=%20';
  const document = { ...DISCOVERY_DOCUMENT, issuer };
  assert.ok(
    (
      await sql_api.call(
        'create_custom_provider',
        createArguments(oidcProvider({ issuer }), { discovery_document: document }),
      )
    ).id,
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
    await sql_api.refused(
      'create_custom_provider',
      createArguments(oidcProvider({ attribute_mapping: { c: target } })),
      expected,
    );
  }
  const attribute_mapping = { 'user.id': 'sub', mail: 'email', displayName: 'name' };
  assert.equal(
    (await sql_api.call('create_custom_provider', createArguments(oidcProvider({ attribute_mapping }))))
      .attribute_mapping,
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
    const given = createArguments(oauth2Provider({ authorization_params: { prompt: 'login', [name]: 'x' } }));
    await sql_api.refused('create_custom_provider', given, [400, 'validation_failed', text]);
  }
});

test('rejects a discovery document of another issuer, from any caller', async () => {
  const text = 'the discovery document is of another issuer';
  for (const discovery_document of [null, { ...DISCOVERY_DOCUMENT, issuer: 'https://accounts.google.com' }, {}]) {
    const args = createArguments(oidcProvider(), { discovery_document });
    await sql_api.refused('create_custom_provider', args, [400, 'validation_failed', text]);
  }
});

test('an identifier is unique', async () => {
  const identifier = newIdentifier();
  await sql_api.call('create_custom_provider', createArguments(oidcProvider({ identifier })));
  const taken = [400, 'conflict', 'A custom OAuth provider with this identifier already exists'] as const;
  await sql_api.refused('create_custom_provider', createArguments(oauth2Provider({ identifier })), taken);
});

test('of fifty added concurrently, as many are stored as the quota allows', async () => {
  const [row] = await sql_api.rows('auth.custom_providers').then((rows) => [rows.length]);
  const settings = { custom_oauth_max_providers: Number(row) + 7 };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      sql_api.call('create_custom_provider', createArguments(oauth2Provider(), { settings })),
    ),
  );
  assert.is(answers.filter(({ id }) => id !== undefined).length, 7);
  const others = answers.filter(({ id }) => id === undefined);
  const quota = 'Maximum number of custom OAuth/OIDC providers reached';
  for (const { refused } of others)
    assert.equal(refused, { status: 400, code: 'over_custom_provider_quota', message: quota });
  assert.is((await sql_api.rows('auth.custom_providers')).length, settings.custom_oauth_max_providers);
});

test('of those counted at the same time, as many are stored as the quota allows', async () => {
  const there = (await sql_api.rows('auth.custom_providers')).length;
  const settings = { custom_oauth_max_providers: there + 1 };
  const answers = await runBehindLock(
    sql_api.db,
    'lock table auth.custom_providers in share mode',
    [1, 2, 3].map(() => () => sql_api.call('create_custom_provider', createArguments(oauth2Provider(), { settings }))),
  );
  assert.is(answers.filter(({ id }) => id !== undefined).length, 1);
  assert.is((await sql_api.rows('auth.custom_providers')).length, there + 1);
});

test.run();
