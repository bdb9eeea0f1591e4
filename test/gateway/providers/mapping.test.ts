// Maps each provider's profile to subject, addresses, and the keys that applications read.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  NO_CONFIG,
  type OAuth2Provider,
  type Profile,
  type ProviderConfig,
  type ProviderResponses,
} from '../../../core/providers/provider.ts';
import { loadProviders, PROVIDERS, requireProvider } from '../../../core/providers/registry.ts';
import { PROVIDER_ROWS, providerRow } from '../../support/providers/rows.ts';

const CONFIG: ProviderConfig = {
  ...NO_CONFIG,
  client_id: 'c',
  client_ids: ['c'],
  secret: 's',
  redirect_uri: 'https://auth.example.com/callback',
};
const configOf = (name: string): ProviderConfig => ({
  ...CONFIG,
  url: providerRow(name).url ?? '',
  own: providerRow(name).own ?? {},
});
const NOTHING: ProviderResponses = { tokens: { access_token: 't' }, id_token: null, answers: {}, callback: {} };

function mapProfile(name: string, answered: Partial<ProviderResponses>, config = configOf(name)): Profile {
  return requireProvider(name).profile({ ...NOTHING, ...answered }, config);
}

/** Returns the responses of a provider's test case, with changed members of the user. */
function responseWithUser(name: string, change: Record<string, unknown>): Partial<ProviderResponses> {
  const { answered } = providerRow(name).answer;
  const was = answered.answers?.user as Record<string, unknown>;
  return { ...answered, answers: { ...answered.answers, user: { ...was, ...change } } };
}

const keycloak = (url: string) => ({ ...CONFIG, url });
const oauth2 = (name: string): OAuth2Provider => requireProvider(name) as OAuth2Provider;
const keysOf = (name: string, issuer: string, config = configOf(name)): unknown =>
  oauth2(name).id_token?.keys_of(issuer, config);

for (const [name, { answer }] of PROVIDER_ROWS) {
  const { answered, subject, emails, data } = answer;
  test(`${name}: subject, addresses and metadata`, () => {
    const profile = mapProfile(name, answered);
    assert.is(profile.subject, subject);
    assert.equal(profile.emails, emails);
    const there = Object.entries(profile.data).filter(([, value]) => value !== '' && value !== undefined);
    assert.equal(Object.fromEntries(there), data);
  });

  test(`${name}: an answer of another shape yields no subject, or is rejected with an error that shows none of it`, () => {
    for (const strange of [null, [], 'zq-canary', 7, { ok: false }, { data: { me: null } }, { bot: 'zq-canary' }]) {
      let subject = '';
      try {
        const tokens = { access_token: 't', profile: strange };
        const answers = { user: strange, emails: strange };
        subject = mapProfile(name, { tokens, answers, id_token: null }).subject;
      } catch (error) {
        assert.not.match(String((error as Error).message), 'zq-canary');
        assert.not.instance(error, TypeError);
      }
      assert.is(subject, '');
    }
  });
}

test('a provider is one small file and one test row under its name', () => {
  const [folder, rows] = ['core/providers/known/', 'test/support/providers/rows/'].map((path) =>
    fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
  ) as [string, string];
  const files = readdirSync(folder).sort();
  assert.equal(
    [...PROVIDERS.keys()].map((name) => `${name}.ts`),
    files,
  );
  assert.equal(readdirSync(rows).sort(), files);
  for (const file of files) {
    const text = readFileSync(folder + file, 'utf8');
    assert.ok(text.split('\n').length <= 80, file);
    // No file imports a provider by name, so only the type annotation makes tsc check it.
    assert.match(text, /^export const provider: OAuth[12]Definition = \{$/m, file);
  }
});

test('a file that is no provider, or has a reserved name, stops the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-known-'));
  const found = async (file: string, text: string): Promise<string> => {
    writeFileSync(join(folder, file), text);
    const error = await loadProviders(pathToFileURL(`${folder}/`)).then(
      () => '',
      (reason: Error) => reason.message,
    );
    rmSync(join(folder, file));
    return error;
  };
  try {
    const none = 'export const other = 1;\n';
    assert.match(await found('acme.ts', none), /acme\.ts exports no provider/);
    for (const name of ['email', 'phone', 'web3', 'Acme', 'acme-corp', '9acme', 'acme_'])
      assert.match(await found(`${name}.ts`, none), `${name} cannot be the name`);
    for (const file of ['acme.ts~', '.acme.ts', 'acme.md']) assert.is(await found(file, none), '');
    assert.throws(() => requireProvider('githbu'), /there is no provider githbu/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('azure accepts only keys of tenants of the cloud, or of the configured issuer', () => {
  const tenant = 'https://login.microsoftonline.com/1111/v2.0';
  assert.is(keysOf('azure', tenant), tenant);
  const set = { ...CONFIG, url: 'https://login.microsoftonline.com/1111' };
  assert.is(keysOf('azure', tenant, set), tenant);
  assert.is(keysOf('azure', 'https://login.microsoftonline.com/2222/v2.0', set), null);
  const ciam = 'https://x.ciamlogin.com/1111';
  assert.is(keysOf('azure', `${ciam}/v2.0`), null);
  assert.is(keysOf('azure', `${ciam}/v2.0`, { ...CONFIG, url: ciam }), `${ciam}/v2.0`);
  for (const forged of [
    'https://login.microsoftonline.com.example.com/1111/v2.0',
    'https://login.microsoftonline.com@example.com/1111/v2.0',
    'https://example.com/login.microsoftonline.com/1111/v2.0',
    'https://example.com/?https://login.microsoftonline.com/1111/v2.0',
    'http://login.microsoftonline.com/1111/v2.0',
    'https://login.microsoftonline.com:444/1111/v2.0',
    'https://LOGIN.microsoftonline.com/1111/v2.0',
    'https://login.microsoftonline.com/1111/v2.0/',
    'https://login.microsoftonline.com/1111/../v2.0',
    'https://login.microsoftonline.com/1111\n/v2.0',
  ])
    assert.is(keysOf('azure', forged), null, forged);
});

test('the others accept only the keys of their own issuer', () => {
  const realm = 'https://sso.example.com/realms/main';
  const own: [string, string, string][] = [
    ['apple', 'https://appleid.apple.com', 'https://appleid.apple.com'],
    ['apple', 'https://account.apple.com', 'https://appleid.apple.com'],
    ['google', 'https://accounts.google.com', 'https://accounts.google.com'],
    ['google', 'accounts.google.com', 'https://accounts.google.com'],
    ['keycloak', realm, realm],
    ['linkedin_oidc', 'https://www.linkedin.com/oauth', 'https://www.linkedin.com/oauth'],
  ];
  for (const [name, issuer, keys] of own) {
    assert.is(keysOf(name, issuer), keys);
    for (const forged of [
      `${issuer}/`,
      `${issuer}.example.com`,
      issuer.toUpperCase(),
      `https://example.com/${issuer}`,
      '',
    ])
      assert.is(keysOf(name, forged), null, forged);
  }
  assert.is(keysOf('keycloak', '', keycloak('https://sso.example.com/realms/other')), null);
});

test('apple: a name that is sent once, a flag in two spellings, and a posted user that is no JSON', () => {
  const id_token = { iss: 'i', sub: 's', email: 'a@b.de' };
  const later = mapProfile('apple', { id_token });
  assert.is(later.data.name, '');
  assert.is(later.data.custom_claims, undefined);
  assert.is(mapProfile('apple', { id_token, callback: { user: '{"name":{"firstName":"Ada"}}' } }).data.name, 'Ada');
  for (const [sent, kept] of [
    [true, true],
    ['false', false],
    ['no', undefined],
  ])
    assert.is(
      mapProfile('apple', { id_token: { ...id_token, is_private_email: sent } }).data.custom_claims?.is_private_email,
      kept,
    );
  assert.throws(
    () => mapProfile('apple', { id_token, callback: { user: 'zq-canary' } }),
    /^the posted user is no JSON$/,
  );
});

test('discord: pictures of accounts without one', () => {
  const picture = (change: Record<string, unknown>) =>
    mapProfile('discord', responseWithUser('discord', change)).data.picture;
  assert.is(picture({ avatar: null }), 'https://cdn.discordapp.com/embed/avatars/0.png');
  assert.is(picture({ avatar: null, discriminator: '1338' }), 'https://cdn.discordapp.com/embed/avatars/3.png');
  assert.is(picture({ avatar: '1f' }), 'https://cdn.discordapp.com/avatars/80/1f.png');
  assert.throws(() => picture({ avatar: '', discriminator: 'x' }), /discriminator/);
});

test('facebook: the proof is the HMAC of the token by the secret; an account may have no address', () => {
  const config = { ...CONFIG, secret: 'key' };
  const text = 'The quick brown fox jumps over the lazy dog';
  const o = {
    config,
    endpoints: requireProvider('facebook').endpoints(config),
    tokens: { access_token: text },
    id_token: null,
  };
  const url = requireProvider('facebook').user_requests?.(o).user?.url ?? '';
  const proof = new URL(url).searchParams.get('appsecret_proof');
  assert.is(proof, 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8');
  assert.equal(mapProfile('facebook', responseWithUser('facebook', { email: undefined })).emails, []);
});

test('github: an enterprise server has its API under a path', () => {
  const config = { ...CONFIG, url: 'https://git.example.com' };
  assert.equal(requireProvider('github').endpoints(config), {
    authorize: 'https://git.example.com/login/oauth/authorize',
    token: 'https://git.example.com/login/oauth/access_token',
    api: 'https://git.example.com/api/v3',
  });
  assert.is(
    mapProfile('github', providerRow('github').answer.answered, config).data.iss,
    'https://git.example.com/api/v3',
  );
});

test('google: fetches the user without an id token', () => {
  const config = CONFIG;
  const endpoints = requireProvider('google').endpoints(config);
  const asked = (id_token: Record<string, unknown> | null) =>
    Object.keys(
      requireProvider('google').user_requests?.({ config, endpoints, tokens: { access_token: 't' }, id_token }) ?? {},
    );
  assert.equal(asked(null), ['user']);
  assert.equal(asked({ sub: '1' }), []);
  const { subject, emails } = mapProfile('google', {
    answers: { user: { id: '4', email: 'a@b.de', verified_email: true } },
  });
  assert.is(subject, '4');
  assert.is(emails[0]?.verified, true);
});

test('keycloak: rejects user info of another user than the ID token', () => {
  const { answered } = providerRow('keycloak').answer;
  const { subject: sub } = providerRow('keycloak').answer;
  assert.is(mapProfile('keycloak', { ...answered, id_token: { sub } }).subject, sub);
  assert.throws(() => mapProfile('keycloak', { ...answered, id_token: { sub: 'another' } }), /another subject/);
});

test('linkedin: accepts an account without an address', () => {
  const { answered } = providerRow('linkedin').answer;
  assert.equal(mapProfile('linkedin', { answers: { ...answered.answers, emails: { elements: [] } } }).emails, []);
});

test('slack: reports an error sent with status 200', () => {
  for (const name of ['slack', 'slack_oidc'] as const)
    assert.throws(() => mapProfile(name, { answers: { user: { ok: false, error: 'invalid_auth' } } }), /refused/);
});

test('spotify: images without a size, and none', () => {
  const picture = (images: unknown) => mapProfile('spotify', responseWithUser('spotify', { images })).data.picture;
  assert.is(picture([{ url: 'a', width: null, height: null }]), 'a');
  assert.is(picture([]), '');
  assert.is(picture(undefined), '');
});

test('twitch: an empty list is an error', () => {
  assert.throws(() => mapProfile('twitch', { answers: { user: { data: [] } } }), /empty/);
});

test.run();
