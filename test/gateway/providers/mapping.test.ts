// What becomes of each provider's answer: subject, addresses, and the keys that applications read.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProviderName } from '../../../core/settings/rows/providers.ts';
import type { Answered, OAuth2Provider, Profile, ProviderConfig } from '../../../gateway/providers/provider.ts';
import { REGISTRY } from '../../../gateway/providers/registry.ts';
import { CASES } from './answers.ts';

const CONFIG: ProviderConfig = {
  enabled: true,
  client_id: 'c',
  client_ids: ['c'],
  secret: 's',
  redirect_uri: 'https://auth.example.com/callback',
  url: '',
  api_url: '',
  email_optional: false,
  skip_nonce_check: false,
};
const configOf = (name: string): ProviderConfig => ({
  ...CONFIG,
  url: name === 'keycloak' ? 'https://sso.example.com/realms/main' : '',
});
const NOTHING: Answered = { tokens: { access_token: 't' }, id_token: null, answers: {}, callback: {} };

function profileOf(name: ProviderName, answered: Partial<Answered>, config = configOf(name)): Profile {
  return REGISTRY[name].profile({ ...NOTHING, ...answered }, config);
}

/** The answer of a case with its user changed. */
function user(name: ProviderName, change: Record<string, unknown>): Partial<Answered> {
  const { answered } = CASES[name];
  const was = answered.answers?.user as Record<string, unknown>;
  return { ...answered, answers: { ...answered.answers, user: { ...was, ...change } } };
}

const keycloak = (url: string) => ({ ...CONFIG, url });
const oauth2 = (name: ProviderName): OAuth2Provider => REGISTRY[name] as OAuth2Provider;
const keysOf = (name: ProviderName, issuer: string, config = configOf(name)): unknown =>
  oauth2(name).id_token?.keys_of(issuer, config);

for (const [name, { answered, subject, emails, data }] of Object.entries(CASES)) {
  test(`${name}: subject, addresses and metadata`, () => {
    const profile = profileOf(name as ProviderName, answered);
    assert.is(profile.subject, subject);
    assert.equal(profile.emails, emails);
    const there = Object.entries(profile.data).filter(([, value]) => value !== '' && value !== undefined);
    assert.equal(Object.fromEntries(there), data);
  });

  test(`${name}: an answer of another shape makes no subject, or is refused with a sentence that shows none of it`, () => {
    for (const strange of [null, [], 'zq-canary', 7, { ok: false }, { data: { me: null } }, { bot: 'zq-canary' }]) {
      let subject = '';
      try {
        const tokens = { access_token: 't', profile: strange };
        const answers = { user: strange, emails: strange };
        subject = profileOf(name as ProviderName, { tokens, answers, id_token: null }).subject;
      } catch (error) {
        assert.not.match(String((error as Error).message), 'zq-canary');
        assert.not.instance(error, TypeError);
      }
      assert.is(subject, '');
    }
  });
}

test('a provider is one small file, and every provider has a case here', () => {
  assert.equal(Object.keys(REGISTRY).sort(), Object.keys(CASES).sort());
  const folder = fileURLToPath(new URL('../../../gateway/providers/', import.meta.url));
  const files = readdirSync(folder);
  for (const name of Object.keys(REGISTRY)) {
    assert.ok(files.includes(`${name}.ts`), name);
    assert.ok(readFileSync(`${folder}${name}.ts`, 'utf8').split('\n').length <= 80, name);
    assert.is(REGISTRY[name as ProviderName].name, name);
  }
});

test('azure: an address counts as verified unless its tenant says that it is not', () => {
  const verified = (claim: unknown): boolean | undefined =>
    profileOf('azure', { id_token: { sub: 's', email: 'a@b.de', ...(claim === undefined ? {} : { xms_edov: claim }) } })
      .emails[0]?.verified;
  for (const claim of [undefined, true, '1', 'true', 1]) assert.is(verified(claim), true, String(claim));
  for (const claim of [false, '0', 'false', 0, null, 'yes']) assert.is(verified(claim), false, String(claim));
});

test('O11: azure takes the keys of no issuer but a tenant of the cloud, or the one that is set', () => {
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

test('O11: the others take the keys of their own issuer alone', () => {
  const realm = 'https://sso.example.com/realms/main';
  const own: [ProviderName, string, string][] = [
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

test('apple: a name that is told once, a flag in two spellings, and a posted user that is no JSON', () => {
  const id_token = { iss: 'i', sub: 's', email: 'a@b.de' };
  const later = profileOf('apple', { id_token });
  assert.is(later.data.name, '');
  assert.is(later.data.custom_claims, undefined);
  assert.is(profileOf('apple', { id_token, callback: { user: '{"name":{"firstName":"Ada"}}' } }).data.name, 'Ada');
  for (const [told, kept] of [
    [true, true],
    ['false', false],
    ['no', undefined],
  ])
    assert.is(
      profileOf('apple', { id_token: { ...id_token, is_private_email: told } }).data.custom_claims?.is_private_email,
      kept,
    );
  assert.throws(
    () => profileOf('apple', { id_token, callback: { user: 'zq-canary' } }),
    /^the posted user is no JSON$/,
  );
});

test('discord: pictures of accounts that have none', () => {
  const picture = (change: Record<string, unknown>) => profileOf('discord', user('discord', change)).data.picture;
  assert.is(picture({ avatar: null }), 'https://cdn.discordapp.com/embed/avatars/0.png');
  assert.is(picture({ avatar: null, discriminator: '1338' }), 'https://cdn.discordapp.com/embed/avatars/3.png');
  assert.is(picture({ avatar: '1f' }), 'https://cdn.discordapp.com/avatars/80/1f.png');
  assert.throws(() => picture({ avatar: '', discriminator: 'x' }), /discriminator/);
});

test('facebook: the proof is the HMAC of the token by the secret; an account may have no address', () => {
  const config = { ...CONFIG, secret: 'key' };
  const text = 'The quick brown fox jumps over the lazy dog';
  const o = { config, endpoints: REGISTRY.facebook.endpoints(config), tokens: { access_token: text }, id_token: null };
  const url = REGISTRY.facebook.user_requests?.(o).user?.url ?? '';
  const proof = new URL(url).searchParams.get('appsecret_proof');
  assert.is(proof, 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8');
  assert.equal(profileOf('facebook', user('facebook', { email: undefined })).emails, []);
});

test('github: an enterprise server has its API under a path', () => {
  const config = { ...CONFIG, url: 'https://git.example.com' };
  assert.equal(REGISTRY.github.endpoints(config), {
    authorize: 'https://git.example.com/login/oauth/authorize',
    token: 'https://git.example.com/login/oauth/access_token',
    api: 'https://git.example.com/api/v3',
  });
  assert.is(profileOf('github', CASES.github.answered, config).data.iss, 'https://git.example.com/api/v3');
});

test('gitlab: an account that is not confirmed has no verified address', () => {
  const { emails } = profileOf('gitlab', user('gitlab', { confirmed_at: null }));
  assert.equal(
    emails.map(({ verified }) => verified),
    [false, false],
  );
});

test('google: without an id token the user is asked for', () => {
  const config = CONFIG;
  const endpoints = REGISTRY.google.endpoints(config);
  const asked = (id_token: Record<string, unknown> | null) =>
    Object.keys(REGISTRY.google.user_requests?.({ config, endpoints, tokens: { access_token: 't' }, id_token }) ?? {});
  assert.equal(asked(null), ['user']);
  assert.equal(asked({ sub: '1' }), []);
  const { subject, emails } = profileOf('google', {
    answers: { user: { id: '4', email: 'a@b.de', verified_email: true } },
  });
  assert.is(subject, '4');
  assert.is(emails[0]?.verified, true);
});

test('keycloak: text is no proof of an address', () => {
  for (const claim of ['true', 1, undefined])
    assert.is(profileOf('keycloak', user('keycloak', { email_verified: claim })).emails[0]?.verified, false);
});

test('linkedin: no address is none', () => {
  const { answered } = CASES.linkedin;
  assert.equal(profileOf('linkedin', { answers: { ...answered.answers, emails: { elements: [] } } }).emails, []);
});

test('slack: a refusal with status 200 is one', () => {
  for (const name of ['slack', 'slack_oidc'] as const)
    assert.throws(() => profileOf(name, { answers: { user: { ok: false, error: 'invalid_auth' } } }), /refused/);
});

test('spotify: images without a size, and none', () => {
  const picture = (images: unknown) => profileOf('spotify', user('spotify', { images })).data.picture;
  assert.is(picture([{ url: 'a', width: null, height: null }]), 'a');
  assert.is(picture([]), '');
  assert.is(picture(undefined), '');
});

test('twitch: an empty list is an error', () => {
  assert.throws(() => profileOf('twitch', { answers: { user: { data: [] } } }), /empty/);
});

test.run();
