// One call for each error of single sign-on; refusals.test.ts runs them.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { ADMIN, assertionOf, creating, finishing, metadataOf } from '../sql/api/sso/saml.ts';
import { type Answer, type Args, api, SETTINGS } from '../support/database/surface.ts';
import type { Refused } from './refusal_cases.ts';

export function ssoCases(o: { sql: () => Sql }): Record<string, Refused> {
  const call = (name: string, args: Args): Promise<Answer> => api(o.sql(), name, args);
  const add = (provider: Args = {}, metadata: Args = metadataOf()): Promise<Answer> =>
    call('create_sso_provider', creating(provider, metadata));
  const adding =
    (provider: Args): Refused =>
    () =>
      add(provider);
  const change = async (provider: Args, metadata: Args | null = null): Promise<Answer> => {
    const { id } = await add();
    return call('change_sso_provider', { ...ADMIN, id, provider, metadata, client: {} });
  };
  const off = async (): Promise<Answer> => {
    const made = await add();
    return call('change_sso_provider', { ...ADMIN, id: made.id, provider: { disabled: true }, client: {} });
  };
  const start = (args: Args): Promise<Answer> => call('start_saml_flow', { id: randomUUID(), link: {}, ...args });
  const finish = async (assertion: Args, provider: Args = {}, more: Args = {}): Promise<Answer> =>
    call('finish_saml_flow', finishing((await add(provider)).id, null, assertion, { settings: SETTINGS, ...more }));
  const person = async (): Promise<Answer> => (await finish(assertionOf())).claims as Answer;
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
      const metadata = metadataOf();
      await add({}, metadata);
      return add({}, metadata);
    },
    saml_entity_id_mismatch: () => change({}, metadataOf()),
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
      const args = finishing(id, null, assertionOf(), { settings: SETTINGS });
      await call('finish_saml_flow', args);
      return call('finish_saml_flow', args);
    },
    saml_assertion_no_user_id: () => finish({ ...assertionOf(), subject: null }),
    saml_assertion_no_email: () => finish({ ...assertionOf(), email: null }),
    saml_assertion_email_domain: () => finish(assertionOf({ email: 'x@other.example' }), { domains: ['mine.example'] }),
  };
}
