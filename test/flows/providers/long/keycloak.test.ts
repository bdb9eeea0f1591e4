// runner: timeout=900

// Sign-in with a real Keycloak. Downloads 160 MB and takes minutes, so it runs only when named: `npm test --
// test/flows/providers/long`.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_CONFIG, type ProviderConfig } from '../../../../core/providers/provider.ts';
import { requireProvider } from '../../../../core/providers/registry.ts';
import { checkProvider } from '../../../../gateway/providers/check/check.ts';
import { cannotRun } from '../../../support/processes/cannot_run.ts';
import { EXTERNAL_URL, startStack } from '../../../support/processes/stack.ts';
import { startKeycloak } from '../../../support/providers/keycloak.ts';
import { startNetwork } from '../../../support/providers/network.ts';
import { type FilledForm, followAndFillForms } from '../../../support/providers/places.ts';
import { CALLBACK, consentAndReturn, signInWithProvider } from '../../../support/providers/sign_in.ts';
import { KEYCLOAK_URL } from '../../../support/providers/tenants.ts';
import { newPerson } from '../../../support/providers/world.ts';

const keycloak = await startKeycloak(KEYCLOAK_URL, CALLBACK);
if (typeof keycloak === 'string') {
  test('a real Keycloak', () => cannotRun('sign-in with a real Keycloak', keycloak));
} else {
  const { app } = keycloak;
  const network = await startNetwork(() => ({ status: 404 }), {
    here: true,
    servers: { [new URL(KEYCLOAK_URL).host]: keycloak.answer },
  });
  const env = {
    SVC_EXTERNAL_KEYCLOAK_ENABLED: 'true',
    SVC_EXTERNAL_KEYCLOAK_CLIENT_ID: app.client_id,
    SVC_EXTERNAL_KEYCLOAK_SECRET: app.secret,
    SVC_EXTERNAL_KEYCLOAK_REDIRECT_URI: CALLBACK,
    SVC_EXTERNAL_KEYCLOAK_URL: KEYCLOAK_URL,
  };
  const stack = await startStack({ env });
  test.after(async () => {
    await stack.close();
    await network.close();
    await keycloak.close();
  });

  const PASSWORD = 'correct horse battery';
  const somebody = async (own: { verified?: boolean } = {}) => {
    const person = newPerson(own);
    await keycloak.add(person, PASSWORD);
    return person;
  };
  /** A browser whose user signs in on Keycloak's page. */
  const world = (login: string) => ({
    visit: (url: string | URL) =>
      followAndFillForms(url, CALLBACK, (page): FilledForm | null => {
        const action = /<form id="kc-form-login"[^>]* action="([^"]+)"/.exec(page)?.[1];
        if (action === undefined) return null;
        return { action: action.replaceAll('&amp;', '&'), fields: { username: login, password: PASSWORD } };
      }),
  });
  const journey = (login: string, flowType: 'implicit' | 'pkce') =>
    ({ world: world(login), provider: 'keycloak', flowType, options: { scopes: 'openid' } }) as const;

  for (const flowType of ['implicit', 'pkce'] as const) {
    test(`${flowType}: the first sign-in creates an account, the second finds it`, async () => {
      const person = await somebody();
      const first = await signInWithProvider(stack, journey(person.login, flowType));
      const { user } = first.session;
      assert.is(user.email, person.email);
      assert.ok(user.email_confirmed_at);
      assert.is(user.user_metadata.full_name, `${person.given} ${person.family}`);
      assert.is(user.user_metadata.custom_claims.preferred_username, person.login);
      assert.ok(first.provider_token);
      const second = await signInWithProvider(stack, journey(person.login, flowType));
      assert.is(second.session.user.id, user.id);
    });
  }

  test('an address that Keycloak has not verified opens no account until it is confirmed by mail', async () => {
    const person = await somebody({ verified: false });
    const { query } = await consentAndReturn(stack, journey(person.login, 'implicit'));
    assert.is(query.get('error_code'), 'provider_email_needs_verification');
  });

  test('without the scope openid Keycloak returns no profile, and the app gets an error', async () => {
    const { login } = await somebody();
    const { query } = await consentAndReturn(stack, { ...journey(login, 'implicit'), options: { scopes: '' } });
    assert.is(query.get('error_description'), 'Error getting user profile from external provider');
  });

  test('rejects another nonce or challenge than ours', async () => {
    const { login } = await somebody();
    for (const name of ['nonce', 'code_challenge']) {
      const { visit } = world(login);
      const changed = {
        visit: (url: string | URL) => {
          const other = new URL(url);
          other.searchParams.set(name, 'a'.repeat(43));
          return visit(other);
        },
      };
      const { query } = await consentAndReturn(stack, { ...journey(login, 'pkce'), world: changed });
      assert.is(query.get('error'), 'server_error', name);
    }
    assert.match(stack.log(), 'keycloak: the id token belongs to another sign-in');
    assert.match(stack.log(), 'keycloak: the token endpoint answered 400: invalid_grant');
  });

  test('its keys change: the next sign-in works', async () => {
    const { login } = await somebody();
    const { session } = await signInWithProvider(stack, journey(login, 'pkce'));
    await keycloak.rotate();
    assert.is((await signInWithProvider(stack, journey(login, 'pkce'))).session.user.id, session.user.id);
  });

  test('postern provider test reports correct and wrong settings', async () => {
    const look = async (change: Partial<ProviderConfig> = {}) => {
      const { client_id, secret } = app;
      const given = { ...NO_CONFIG, client_id, client_ids: [client_id], secret, redirect_uri: CALLBACK };
      const config = { ...given, url: KEYCLOAK_URL, ...change };
      const context = { api_external_url: EXTERNAL_URL, now: Date.now() };
      const findings = await checkProvider({ provider: requireProvider('keycloak'), config }, context);
      return findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${check} ${state}`);
    };
    assert.equal(await look(), []);
    assert.equal(await look({ secret: 'x' }), ['secret failed']);
    assert.equal(await look({ client_id: 'x' }), ['redirect failed', 'secret failed']);
    assert.equal(await look({ redirect_uri: `${CALLBACK}/x` }), ['settings warning', 'redirect failed']);
    assert.ok((await look({ url: `${KEYCLOAK_URL}x` })).includes('discovery failed'));
  });
}

test.run();
