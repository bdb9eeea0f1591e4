// Claims by which a provider verifies an address. If a provider's rule requires a claim, only `true` and the text
// "true" count. Azure and GitLab have rules of their own.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  NO_CONFIG,
  type OAuth2Provider,
  type Profile,
  type ProviderConfig,
  type ProviderResponses,
} from '../../../core/providers/provider.ts';
import { requireProvider } from '../../../core/providers/registry.ts';
import { ADA_EMAIL } from '../../support/providers/row.ts';
import { PROVIDER_ROWS, providerRow } from '../../support/providers/rows.ts';

const NOTHING: ProviderResponses = { tokens: { access_token: 't' }, id_token: null, answers: {}, callback: {} };
const configOf = (name: string): ProviderConfig => ({
  ...NO_CONFIG,
  url: providerRow(name).url ?? '',
  own: providerRow(name).own ?? {},
});
const profileOf = (name: string, answered: Partial<ProviderResponses>, config = configOf(name)): Profile =>
  requireProvider(name).profile({ ...NOTHING, ...answered }, config);

/** Values of a claim other than `true` and the text "true". */
const UNSAID = [
  false,
  'false',
  0,
  1,
  '0',
  '1',
  null,
  '',
  'True',
  'TRUE',
  ' true',
  'yes',
  [],
  [true],
  ['true'],
  {},
  { true: true },
];

/**
 * Returns a provider's responses, with changed members in the documents that contain an address. The value undefined
 * removes a member.
 */
function responseWith(name: string, claims: Record<string, unknown>): Partial<ProviderResponses> {
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one)]));
    // Only Snapchat's document has externalId. Snapchat rarely returns an address.
    const is_snapchat = 'externalId' in value;
    const names = ['email', 'emailAddress', 'confirmed_email', 'user_email'];
    const holds = names.some((name) => name in value) || is_snapchat;
    return holds ? { ...members, ...(is_snapchat ? { email: ADA_EMAIL } : {}), ...claims } : members;
  };
  const { answered } = providerRow(name).answer;
  const there = Object.entries(JSON.parse(JSON.stringify(answered))).map(([key, value]) => [key, changed(value)]);
  return JSON.parse(JSON.stringify(Object.fromEntries(there)));
}
const anyVerified = (name: string, answered: Partial<ProviderResponses>, config = configOf(name)): boolean =>
  profileOf(name, answered, config).emails.some(({ verified }) => verified);

for (const [name, { verified_by: claim, unverified = false }] of PROVIDER_ROWS)
  if (claim === undefined)
    test(`${name}: a claim that denies it makes an address unverified, and no claim is required`, () => {
      assert.is(anyVerified(name, responseWith(name, {})), !unverified);
      for (const value of UNSAID)
        assert.is(anyVerified(name, responseWith(name, { email_verified: value })), false, JSON.stringify(value));
    });
  else
    test(`${name}: only true and "true" in ${claim} verify an address, and no other claim does`, () => {
      for (const value of [true, 'true'])
        assert.is(anyVerified(name, responseWith(name, { [claim]: value })), true, String(value));
      for (const value of UNSAID)
        assert.is(anyVerified(name, responseWith(name, { [claim]: value })), false, JSON.stringify(value));
      const others = ['email_verified', 'verified', 'is_verified', 'is_confirmed', 'xms_edov', 'phone_verified'];
      const rest = Object.fromEntries(others.map((other) => [other, true]));
      assert.is(anyVerified(name, responseWith(name, { [claim]: undefined })), false, 'absent');
      assert.is(anyVerified(name, responseWith(name, { ...rest, [claim]: undefined })), false, 'only other claims');
      assert.is(anyVerified(name, responseWith(name, { [claim]: true, email_verified: false })), false, 'denied');
    });

test("azure: without xms_edov only the operator's tenant is trusted", () => {
  const unsaid = responseWith('azure', { xms_edov: undefined });
  for (const tenant of ['common', 'organizations', 'consumers'])
    assert.is(
      anyVerified('azure', unsaid, { ...NO_CONFIG, url: `https://login.microsoftonline.com/${tenant}` }),
      false,
    );
  const own = { ...NO_CONFIG, url: 'https://login.microsoftonline.com/1111' };
  assert.is(anyVerified('azure', unsaid, own), true);
  for (const value of UNSAID)
    for (const claim of ['xms_edov', 'email_verified'])
      assert.is(
        anyVerified('azure', responseWith('azure', { xms_edov: undefined, [claim]: value }), own),
        false,
        claim,
      );
});

test('ID tokens sent by apps follow the same rule', () => {
  const verified = (name: string, claims: Record<string, unknown>): boolean | undefined => {
    const provider = requireProvider(name) as OAuth2Provider;
    const token = { sub: 's', email: ADA_EMAIL, ...claims };
    const own = provider.id_token_rules?.profile?.(token, configOf(name));
    const profile = own ?? provider.profile({ ...NOTHING, id_token: token }, configOf(name));
    return profile.emails[0]?.verified;
  };
  for (const [name, claim, unsaid] of [
    ['apple', 'email_verified', false],
    ['azure', 'xms_edov', false],
    ['facebook', 'email_verified', true],
    ['google', 'email_verified', false],
    ['keycloak', 'email_verified', false],
    ['snapchat', 'email_verified', false],
  ] as const) {
    assert.is(verified(name, {}), unsaid, name);
    for (const value of [true, 'true']) assert.is(verified(name, { [claim]: value }), true, name);
    for (const value of UNSAID)
      assert.is(verified(name, { [claim]: value }), false, `${name} ${JSON.stringify(value)}`);
  }
});

test('gitlab: the primary address is verified by the time of the account’s confirmation', () => {
  const verified = (change: Record<string, unknown>): boolean[] =>
    profileOf('gitlab', responseWith('gitlab', change)).emails.map((email) => email.verified);
  assert.equal(verified({}), [false, true]);
  for (const value of [...UNSAID, undefined, true, 'true', 7]) {
    assert.equal(verified({ confirmed_at: value }), [false, false], JSON.stringify(value));
    if (value === undefined || value === true || value === 'true') continue;
    assert.equal(verified({ email_verified: value }), [false, false], JSON.stringify(value));
  }
});

test('google: the user info has another claim', () => {
  const verified = (claims: Record<string, unknown>): boolean =>
    anyVerified('google', { answers: { user: { id: '4', email: 'a@b.de', ...claims } } });
  for (const value of UNSAID) {
    assert.is(verified({ verified_email: value }), false, JSON.stringify(value));
    assert.is(verified({ verified_email: true, email_verified: value }), false, JSON.stringify(value));
    assert.is(verified({ verified_email: value, email_verified: true }), false, JSON.stringify(value));
  }
  assert.is(verified({}), false);
});

test.run();
