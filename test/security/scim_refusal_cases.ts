// One call for each SCIM error. refusals.test.ts runs the calls.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { ADMIN, createArguments, finishArguments, newAssertion } from '../sql/api/sso/saml.ts';
import { api, type CallArguments, type CallResult, client, SETTINGS } from '../support/database/sql_api.ts';
import { newEmail } from '../support/processes/stack.ts';
import type { RejectedCall } from './refusal_cases.ts';

export function scimCases(o: { sql: () => Sql }): Record<string, RejectedCall> {
  const call = (name: string, args: CallArguments): Promise<CallResult> => api(o.sql(), name, args);
  const provider = async (): Promise<unknown> => (await call('create_sso_provider', createArguments())).id;
  const makeToken = (id: unknown, more: CallArguments = {}): Promise<CallResult> =>
    call('create_scim_token', { ...ADMIN, id, name: 'x', client, ...more });
  const tokenOf = async (id: unknown): Promise<unknown> => (await makeToken(id)).id;
  const newToken = async (): Promise<unknown> => tokenOf(await provider());
  const user = (token_id: unknown, more: CallArguments = {}): Promise<CallResult> =>
    call('create_scim_resource', {
      token_id,
      kind: 'User',
      resource: { userName: newEmail(), ...more },
      settings: SETTINGS,
      client,
    });
  const get = (token_id: unknown, id: unknown = randomUUID()): Promise<CallResult> =>
    call('get_scim_resource', { token_id, kind: 'User', id, with_members: true });
  const patch = (token_id: unknown, id: unknown, operations: object[], more: CallArguments = {}): Promise<CallResult> =>
    call('patch_scim_resource', { token_id, kind: 'User', id, operations, settings: SETTINGS, client, ...more });
  const signIn = (id: unknown, assertion: CallArguments): Promise<CallResult> =>
    call('finish_saml_flow', finishArguments(id, null, assertion, { settings: SETTINGS }));
  return {
    scim_token_name: async () => makeToken(await provider(), { name: '' }),
    scim_token_end: async () => makeToken(await provider(), { expires_at: 'tomorrow' }),
    scim_too_many_tokens: async () => {
      const id = await provider();
      for (let n = 0; n < 10; n += 1) await makeToken(id);
      return makeToken(id);
    },
    scim_token_not_found: async () =>
      call('delete_scim_token', { ...ADMIN, id: await provider(), token_id: randomUUID(), client }),
    scim_token_invalid: () => get(randomUUID()),
    scim_provider_disabled: async () => {
      const id = await provider();
      const token = await tokenOf(id);
      await call('change_sso_provider', { ...ADMIN, id, provider: { disabled: true }, client });
      return get(token);
    },
    scim_not_found: async () => get(await newToken()),
    scim_not_managed: async () => {
      const token = await newToken();
      const { id } = await user(token);
      await o.sql()`update auth.users set is_sso_user = false
        where id = (select user_id from auth.scim_users where id = ${String(id)})`;
      return patch(token, id, [{ op: 'replace', path: ['title'], many: false, value: 'x' }]);
    },
    scim_stale: async () => {
      const token = await newToken();
      const { id } = await user(token);
      return patch(token, id, [], { if_match: 'W/"0"' });
    },
    scim_value: async () => user(await newToken(), { userName: '' }),
    scim_no_target: async () => {
      const token = await newToken();
      const { id } = await user(token);
      const filter = { op: 'ne', path: ['type'], type: 'text', value: 'x' };
      const operation = { op: 'replace', path: ['photos'], many: true, filter, seed: null, sub: 'value', value: 'x' };
      return patch(token, id, [operation]);
    },
    scim_too_many: async () => {
      const id = await provider();
      const token = await tokenOf(id);
      await o.sql()`insert into auth.scim_groups (id, provider_id, display_name, created_at, updated_at)
        select gen_random_uuid(), ${String(id)}, 'x', now(), now() from generate_series(1, 5001)`;
      const filter = { op: 'pr', path: ['displayName'] };
      return call('list_scim_resources', { token_id: token, kind: 'Group', filter, settings: SETTINGS });
    },
    scim_taken: async () => {
      const token = await newToken();
      const userName = newEmail();
      await user(token, { userName });
      return user(token, { userName });
    },
    scim_several_accounts: async () => {
      const id = await provider();
      const email = newEmail();
      for (const subject of [randomUUID(), randomUUID()]) {
        await signIn(id, newAssertion({ subject }));
        await o.sql()`update auth.identities set identity_data = identity_data || ${o.sql().json({ email })}
          where subject = ${subject}`;
      }
      return user(await tokenOf(id), { userName: email });
    },
  };
}
