// One call for each error of external providers and identities. refusals.test.ts runs the calls.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { ADMIN, createArguments, oauth2Provider, oidcProvider } from '../sql/api/admin/custom_provider.ts';
import { createProfile, PKCE, startFlow } from '../sql/api/provider/flow.ts';
import { walletMessage } from '../sql/api/provider/wallet.ts';
import { insertExternalUser } from '../sql/external_user.ts';
import { api, type CallResult } from '../support/database/sql_api.ts';
import { newEmail } from '../support/processes/stack.ts';
import type { Caller, RejectedCall } from './refusal_cases.ts';

const LINK = { base_url: 'http://localhost:9999', redirect_to: 'http://localhost:3000' };

export function providerCases(o: { sql: () => Sql; person: () => Promise<Caller> }): Record<string, RejectedCall> {
  const call = (name: string, args: CallResult): Promise<CallResult> => api(o.sql(), name, args);
  const finish = async (profile: CallResult, args: CallResult = {}): Promise<CallResult> =>
    call('finish_provider_flow', { id: await startFlow(call, { args }), profile, link: LINK });
  const unlink = (claims: CallResult, identity_id: unknown) => call('unlink_identity', { claims, identity_id });
  /** Creates a user with an e-mail and a GitHub identity. */
  const linked = async (profile = createProfile()): Promise<Caller> => {
    const person = await o.person();
    await finish(profile, { claims: person.claims });
    return person;
  };
  const identityOf = async (id: string, provider: string): Promise<unknown> => {
    const [row] =
      await o.sql()`select i.id from auth.identities as i where i.user_id = ${id} and i.provider = ${provider}`;
    return row?.id;
  };
  const invitation = async (email: string): Promise<CallResult> => {
    await call('invite_user', { claims: { role: 'service_role' }, email, link: LINK });
    const [token] = await o.sql()`
      update auth.one_time_tokens set expires_at = now() + interval '1 d' where address = ${email} returning id`;
    return { invitation: { id: token?.id } };
  };
  const web3 = (message: CallResult) => call('sign_in_with_web3', { message: walletMessage(message) });
  const id = randomUUID();
  const add = (provider: CallResult, more: CallResult = {}) =>
    call('create_custom_provider', createArguments(provider, more));

  return {
    web3_message_early: () => web3({ not_before: '2999-01-01T00:00:00Z' }),
    web3_message_expired: () => web3({ expires_at: '2001-01-01T00:00:00Z' }),
    web3_message_old: () => web3({ issued_at: '2001-01-01T00:00:00Z' }),
    web3_message_future: () => web3({ issued_at: '2999-01-01T00:00:00Z' }),
    web3_message_consumed: async () => {
      const message = walletMessage();
      await call('sign_in_with_web3', { message });
      return call('sign_in_with_web3', { message });
    },
    invited_user_not_found: () => call('start_provider_flow', { id, provider: 'github', invitation: { id } }),
    custom_provider_unknown: () => call('find_custom_provider', { provider: 'custom:none' }),
    custom_provider_off: async () => {
      const { identifier } = await add(oauth2Provider({ enabled: false }));
      return call('find_custom_provider', { provider: identifier });
    },
    custom_provider_type: () => add(oidcProvider({ provider_type: 'saml' })),
    custom_provider_type_filter: () => call('list_custom_providers', { ...ADMIN, type: 'saml' }),
    field_required: () => add(oidcProvider({ name: '' })),
    field_too_long: () => add(oidcProvider({ name: 'x'.repeat(101) })),
    custom_provider_prefix: () => add(oidcProvider({ identifier: 'acme' })),
    custom_provider_identifier: () => add(oidcProvider({ identifier: 'custom:A' })),
    custom_provider_list: () => add(oidcProvider({ scopes: [''] })),
    custom_provider_mapping: () => add(oidcProvider({ attribute_mapping: { a: 1 } })),
    custom_provider_target: () => add(oidcProvider({ attribute_mapping: { a: 'role' } })),
    custom_provider_params: () => add(oidcProvider({ authorization_params: { a: 1 } })),
    custom_provider_reserved: () => add(oidcProvider({ authorization_params: { state: 'x' } })),
    custom_provider_needs: () => add(oidcProvider({ issuer: '' })),
    custom_provider_url: () => add(oidcProvider({ issuer: 'http://id.example.com' })),
    custom_provider_issuer: () => add(oidcProvider(), { discovery_document: { issuer: 'https://evil.example' } }),
    custom_provider_quota: async () => {
      await add(oauth2Provider());
      return add(oauth2Provider(), { settings: { custom_oauth_max_providers: 1 } });
    },
    custom_provider_exists: async () => {
      const given = oauth2Provider();
      await add(given);
      return add(given);
    },
    custom_provider_not_found: () => call('get_custom_provider', { ...ADMIN, identifier: 'custom:none' }),
    oauth_state_not_found: () => call('consume_provider_flow', { id }),
    oauth_state_expired: async () => {
      const flow = await startFlow(call, { taken: false });
      await o.sql()`update auth.flow_states set created_at = now() - interval '1 h' where id = ${flow}`;
      return call('consume_provider_flow', { id: flow });
    },
    oauth_state_used: async () => call('consume_provider_flow', { id: await startFlow(call) }),
    provider_email_missing: () => finish(createProfile({ email: null })),
    provider_email_unverified: () => finish(createProfile({ verified: false })),
    provider_email_unusable: async () => finish(createProfile({ email: (await o.person()).email, verified: false })),
    several_accounts: async () => {
      const profile = createProfile({ email: (await o.person()).email });
      const more = { email: (await o.person()).email, verified: true, primary: false };
      return finish({ ...profile, emails: [...(profile.emails as object[]), more] });
    },
    id_token_consumed: async () => {
      const token = { digest: 'ab'.repeat(32), expires_at: 4_000_000_000 };
      const brought = { provider: 'google', profile: createProfile(), token, link: LINK };
      await call('sign_in_with_id_token', brought);
      return call('sign_in_with_id_token', brought);
    },
    password_needs_confirmed_address: async () => {
      const { id: user_id, claims } = await o.person();
      await o.sql()`update auth.users set email_confirmed_at = null where id = ${user_id}`;
      await o.sql()`delete from auth.passwords where user_id = ${user_id}`;
      return call('update_user', { claims, password: 'another one' });
    },
    identities_need_owner: async () => {
      const { id: user_id, claims } = await o.person();
      await o.sql()`update auth.users set email_confirmed_at = null where id = ${user_id}`;
      return unlink(claims, id);
    },
    invite_not_found: async () => {
      const args = await invitation(newEmail());
      const flow = await startFlow(call, { args });
      await o.sql()`delete from auth.one_time_tokens where id = ${(args.invitation as { id: string }).id}`;
      return call('finish_provider_flow', { id: flow, profile: createProfile(), link: LINK });
    },
    invited_email_differs: async () => finish(createProfile(), await invitation(newEmail())),
    linking_user_not_found: async () => {
      const { id: gone, claims } = await o.person();
      const flow = await startFlow(call, { args: { claims } });
      await o.sql()`update auth.users set deleted_at = now() where id = ${gone}`;
      return call('finish_provider_flow', { id: flow, profile: createProfile(), link: LINK });
    },
    unexpected_audience: async () =>
      call('unlink_identity', { claims: (await o.person()).claims, identity_id: 'x', audience: 'elsewhere' }),
    identity_id_not_uuid: async () => unlink((await linked()).claims, 'x'),
    single_identity: async () => unlink((await o.person()).claims, id),
    identity_not_found: async () => unlink((await linked()).claims, id),
    identity_email_conflict: async () => {
      const email = newEmail();
      const person = await linked(createProfile({ email, verified: false }));
      await insertExternalUser(o.sql(), { address: email, confirmed: true });
      return unlink(person.claims, await identityOf(person.id, 'email'));
    },
    identity_already_linked: async () => {
      const profile = createProfile();
      return finish(profile, { claims: (await linked(profile)).claims });
    },
    identity_of_another_user: async () => {
      const profile = createProfile();
      await linked(profile);
      return finish(profile, { claims: (await o.person()).claims });
    },
    identity_email_unverified: async () => {
      const visitor = await call('sign_up', { settings: { external_anonymous_users_enabled: true } });
      const { auth_code } = await finish(createProfile({ verified: false }), {
        claims: visitor.claims as CallResult,
        ...PKCE,
      });
      return call('exchange_code', { auth_code, code_verifier: PKCE.code_challenge, link: LINK });
    },
    link_needs_pkce: async () => {
      const visitor = await call('sign_up', { settings: { external_anonymous_users_enabled: true } });
      return call('start_identity_link', {
        claims: visitor.claims as CallResult,
        id: randomUUID(),
        provider: 'github',
      });
    },
  };
}
