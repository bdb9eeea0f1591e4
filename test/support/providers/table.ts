// Tests that run for every provider, with auth-js (implicit flow and PKCE) against the provider's mock: first and
// second sign-in, an account with the same address, a banned account, and a server with sign-up disabled.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../clients/admin.ts';
import { startStack } from '../processes/stack.ts';
import type { Stack, TestGateway } from '../processes/stack_parts.ts';
import { providerRow } from './rows.ts';
import { CALLBACK, consentAndReturn, providerEnvironment, signInWithProvider } from './sign_in.ts';
import { type FakeProviders, newPerson, startFakeProviders } from './world.ts';

const FLOWS = ['implicit', 'pkce'] as const;
type OauthFlow = (typeof FLOWS)[number];

export interface ProviderTests {
  world: FakeProviders;
  stack: Stack;
  /** Gateway with sign-up disabled. */
  closed: TestGateway;
}

/** Starts the provider mocks and a server with these providers. */
export async function startProviderTests(providers: readonly string[]): Promise<ProviderTests> {
  const world = await startFakeProviders({ here: true });
  world.register(CALLBACK);
  const env = providerEnvironment(world, providers);
  const stack = await startStack({ env });
  const closed = await stack.another({ ...env, SVC_DISABLE_SIGNUP: 'true' });
  test.after(async () => {
    await stack.close();
    await world.close();
  });
  return { world, stack, closed };
}

/** Signs in a new person, which creates an account with this provider. */
export async function createMember(
  { world, stack }: ProviderTests,
  provider: string,
  flowType: OauthFlow = 'implicit',
) {
  world.person = newPerson();
  if (!providerRow(provider).unverified) return signInWithProvider(stack, { world, provider, flowType });
  const { query } = await consentAndReturn(stack, { world, provider, flowType });
  assert.is(query.get('error_code'), 'provider_email_needs_verification');
  await stack.get((await stack.mail(world.person.email ?? '')).path);
  return signInWithProvider(stack, { world, provider, flowType });
}

/** Registers the tests of one provider. */
export function testProvider(table: ProviderTests, provider: string): void {
  const { world, stack, closed } = table;
  for (const flowType of FLOWS) {
    test(`${provider}, ${flowType}: the first sign-in creates an account, the second finds it`, async () => {
      const first = await createMember(table, provider, flowType);
      const { user } = first.session;
      assert.is(user.email, world.person.email);
      assert.ok(user.email_confirmed_at);
      assert.equal(user.app_metadata, { provider, providers: [provider] });
      assert.is(user.is_anonymous, false);
      const own = user.identities?.find((identity) => identity.provider === provider);
      assert.is(own?.user_id, user.id);
      assert.is(own?.identity_data?.sub, own?.id);
      assert.is(user.user_metadata.full_name === undefined, false, 'a name');
      assert.ok(first.provider_token, 'the token of the provider');
      assert.not.match(JSON.stringify(user), first.provider_token);
      const second = await signInWithProvider(stack, { world, provider, flowType });
      assert.is(second.session.user.id, user.id);
      assert.is(second.session.user.identities?.length, user.identities?.length);
      assert.is.not(second.session.refresh_token, first.session.refresh_token);
    });

    test(`${provider}, ${flowType}: signs in to the account with the address if the provider vouches for it`, async () => {
      world.person = newPerson();
      const { body } = await stack.post('/admin/users', { email: world.person.email, email_confirm: true }, SERVICE);
      if (providerRow(provider).unverified) {
        const { query, fragment } = await consentAndReturn(stack, { world, provider, flowType });
        assert.is(query.get('error_code'), 'provider_email_needs_verification');
        assert.is(fragment.get('error'), 'access_denied');
        return;
      }
      const { session } = await signInWithProvider(stack, { world, provider, flowType });
      assert.is(session.user.id, body.id);
      assert.equal(session.user.app_metadata.providers, ['email', provider]);
    });
  }

  if (providerRow(provider).verified_by !== undefined)
    test(`${provider}: an address that the provider reports as unverified opens no account`, async () => {
      world.person = newPerson({ verified: false });
      const { email } = world.person;
      const { body } = await stack.post('/admin/users', { email, email_confirm: true }, SERVICE);
      for (const flowType of FLOWS) await consentAndReturn(stack, { world, provider, flowType });
      const linked = await stack.db.sql`
        select i.provider from auth.identities as i where i.user_id = ${String(body.id)} and i.provider <> 'email'`;
      assert.is(linked.length, 0);
      const came = await stack.db
        .sql`select from auth.identities as i where i.provider = ${provider} and i.email = ${email}`;
      assert.is(came.length, 1, 'the provider gave that address');
    });

  test(`${provider}: rejects a banned user, and creates no account while sign-up is off`, async () => {
    const { session } = await createMember(table, provider);
    const known = world.person;
    assert.is(
      (await signInWithProvider(closed, { world, provider, flowType: 'pkce' })).session.user.id,
      session.user.id,
    );
    for (const flowType of FLOWS) {
      world.person = newPerson();
      const { query, fragment } = await consentAndReturn(closed, { world, provider, flowType });
      assert.is(query.get('error'), 'access_denied');
      assert.is(fragment.get('error_code'), 'signup_disabled');
    }

    world.person = known;
    await stack.db.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${session.user.id}`;
    for (const flowType of FLOWS) {
      const { query, fragment } = await consentAndReturn(stack, { world, provider, flowType });
      assert.is(query.get('error'), 'access_denied');
      assert.is(fragment.get('error_code'), 'user_banned');
      assert.is(query.has('code') || fragment.has('access_token'), false);
    }
  });
}
