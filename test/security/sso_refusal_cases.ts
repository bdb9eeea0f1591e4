// One call for each error of single sign-on. refusals.test.ts runs the calls.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { ADMIN, createArguments, finishArguments, newAssertion, newMetadata } from '../sql/api/sso/saml.ts';
import { api, type CallArguments, type CallResult, SETTINGS } from '../support/database/sql_api.ts';
import type { RejectedCall } from './refusal_cases.ts';

export function ssoCases(o: { sql: () => Sql }): Record<string, RejectedCall> {
  const call = (name: string, args: CallArguments): Promise<CallResult> => api(o.sql(), name, args);
  const add = (provider: CallArguments = {}, metadata: CallArguments = newMetadata()): Promise<CallResult> =>
    call('create_sso_provider', createArguments(provider, metadata));
  const adding =
    (provider: CallArguments): RejectedCall =>
    () =>
      add(provider);
  const change = async (provider: CallArguments, metadata: CallArguments | null = null): Promise<CallResult> => {
    const { id } = await add();
    return call('change_sso_provider', { ...ADMIN, id, provider, metadata, client: {} });
  };
  const off = async (): Promise<CallResult> => {
    const made = await add();
    return call('change_sso_provider', { ...ADMIN, id: made.id, provider: { disabled: true }, client: {} });
  };
  const start = (args: CallArguments): Promise<CallResult> =>
    call('start_saml_flow', { id: randomUUID(), link: {}, ...args });
  const finish = async (
    assertion: CallArguments,
    provider: CallArguments = {},
    more: CallArguments = {},
  ): Promise<CallResult> =>
    call(
      'finish_saml_flow',
      finishArguments((await add(provider)).id, null, assertion, { settings: SETTINGS, ...more }),
    );
  const person = async (): Promise<CallResult> => (await finish(newAssertion())).claims as CallResult;
  const flow = async (): Promise<string> => {
    const id = randomUUID();
    await start({ id, provider_id: (await add()).id });
    return id;
  };
  return {
    sso_type: adding({ type: 'oidc' }),
    sso_metadata_twice: adding({ metadata_url: 'https://x.example' }),
    sso_metadata_missing: adding({ metadata_xml: '' }),
    sso_metadata_url: adding({ metadata_xml: '', metadata_url: 'x' }),
    sso_metadata_url_scheme: adding({ metadata_xml: '', metadata_url: 'http://x.example' }),
    sso_name_id_format: adding({ name_id_format: 'x' }),
    sso_email_domains: adding({ email_domains: 'x' }),
    sso_require_signed: adding({ require_signed: 'x' }),
    sso_uri_list: adding({ scoping: ['x'] }),
    sso_algorithms: adding({ allowed_algorithms: ['md5'] }),
    sso_mapping: adding({ attribute_mapping: { keys: [] } }),
    sso_too_many_domains: adding({ domains: Array.from({ length: 101 }, (_, n) => `many${n}.example`) }),
    sso_domain_invalid: adding({ domains: ['x'] }),
    sso_domain_public: adding({ domains: ['gmail.com'] }),
    sso_domain_taken_at_create: async () => {
      await add({ domains: ['taken.example'] });
      return add({ domains: ['taken.example'] });
    },
    sso_domain_taken: async () => {
      await add({ domains: ['used.example'] });
      return change({ domains: ['used.example'] });
    },
    sso_domain_not_found: async () =>
      call('prepare_sso_domain', { ...ADMIN, id: (await add()).id, domain: 'none.example' }),
    sso_domain_not_verified: async () => {
      const { id } = await add({ domains: ['unverified.example'] });
      return call('change_sso_domain', { ...ADMIN, id, domain: 'unverified.example', enforced: true });
    },
    sso_required: async () => {
      const { id } = await add({ domains: ['enforced.example'] });
      await call('change_sso_domain', { ...ADMIN, id, domain: 'enforced.example', verified: true, enforced: true });
      return call('request_recovery', { email: 'x@enforced.example', link: {} });
    },
    sso_provider_not_found: () => call('get_sso_provider', { ...ADMIN, id: 'x' }),
    sso_create_conflict: async () => {
      await add({ resource_id: 'one' });
      return add({ resource_id: 'ONE' });
    },
    sso_change_conflict: async () => {
      await add({ resource_id: 'two' });
      return change({ resource_id: 'TWO' });
    },
    saml_idp_already_exists: async () => {
      const metadata = newMetadata();
      await add({}, metadata);
      return add({}, metadata);
    },
    saml_entity_id_mismatch: () => change({}, newMetadata()),
    user_sso_managed: async () => call('update_user', { claims: await person(), email: 'x@x.example', link: {} }),
    passkeys_of_sso_users: async () => call('start_passkey_registration', { claims: await person() }),
    sso_one_choice: () => start({ provider_id: randomUUID(), domain: 'x.example' }),
    sso_no_choice: () => start({}),
    sso_provider_unknown: () => start({ provider_id: randomUUID() }),
    sso_domain_unknown: () => start({ domain: 'unknown.example' }),
    sso_provider_disabled: async () => start({ provider_id: (await off()).id }),
    saml_provider_off: async () =>
      call('find_saml_provider', { entity_id: ((await off()).saml as { entity_id: string }).entity_id }),
    saml_relay_state_not_found: () => call('get_saml_flow', { id: randomUUID() }),
    saml_relay_state_expired: async () => {
      const id = await flow();
      await o.sql()`update auth.flow_states set created_at = now() - interval '1 h' where id = ${id}`;
      return call('get_saml_flow', { id });
    },
    saml_idp_not_found: () => call('find_saml_provider', { entity_id: 'x' }),
    saml_assertion_replayed: async () => {
      const { id } = await add();
      const args = finishArguments(id, null, newAssertion(), { settings: SETTINGS });
      await call('finish_saml_flow', args);
      return call('finish_saml_flow', args);
    },
    saml_assertion_no_user_id: () => finish({ ...newAssertion(), subject: null }),
    saml_assertion_no_email: () => finish({ ...newAssertion(), email: null }),
    saml_assertion_email_domain: () =>
      finish(newAssertion({ email: 'x@other.example' }), { domains: ['mine.example'] }),
  };
}
