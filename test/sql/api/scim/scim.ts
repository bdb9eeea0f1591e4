// Helpers for tests of SCIM in SQL: a provider with a token, and resources in the form in which the gateway passes
// them.
import {
  type CallArguments,
  type CallResult,
  client,
  type SqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { newEmail } from '../../../support/processes/stack.ts';
import { ADMIN, createProvider } from '../sso/saml.ts';

export interface ScimCaller {
  readonly provider: string;
  readonly token_id: string;
  /** Calls a SQL function with the token's id. */
  call(name: string, args: CallArguments): Promise<CallResult>;
  args(args: CallArguments): CallArguments;
  user(resource?: CallArguments): Promise<CallResult & { id: string }>;
  group(displayName: string, members?: readonly string[]): Promise<CallResult & { id: string }>;
}

export async function createScimCaller(sql_api: SqlApi, given: CallArguments = {}): Promise<ScimCaller> {
  const provider = String((await createProvider(sql_api, given)).id);
  const made = await sql_api.call('create_scim_token', { ...ADMIN, id: provider, name: 'x', client });
  const token_id = String(made.id);
  const args = (more: CallArguments): CallArguments => ({ token_id, ...more });
  const call = (name: string, more: CallArguments): Promise<CallResult> => sql_api.call(name, args(more));
  const create = async (kind: string, resource: CallArguments) =>
    (await call('create_scim_resource', { kind, resource, settings: settings(), client })) as CallResult & {
      id: string;
    };
  return {
    provider,
    token_id,
    call,
    args,
    user: (resource = {}) => create('User', { userName: newEmail(), ...resource }),
    group: (displayName, members = []) =>
      create('Group', { displayName, members: members.map((value) => ({ value })) }),
  };
}

/** Returns the account of a resource. */
export async function readAccount(sql_api: SqlApi, id: string): Promise<CallArguments & { id: string }> {
  const [row] = await sql_api.db.sql`
    select u.* from auth.users as u join auth.scim_users as s on s.user_id = u.id where s.id = ${id}`;
  return row as CallArguments & { id: string };
}

/** The error while the provider is disabled. */
export const DISABLED = [403, 'sso_provider_disabled', 'SSO provider is disabled'] as const;
/** The error for an account that has another identity. */
export const NOT_MANAGED = [403, 'scim_not_managed', 'User is managed outside of SCIM'] as const;

/** The error for a user name or external id with which another account of the provider signs in. */
export const SEVERAL = [409, 'scim_uniqueness', 'Several accounts of this provider match'] as const;

/** Runs work while the provider is disabled. */
export async function whileDisabled(sql_api: SqlApi, provider: string, work: () => Promise<void>): Promise<void> {
  await sql_api.db.sql`update auth.sso_providers set disabled = true where id = ${provider}`;
  await work();
  await sql_api.db.sql`update auth.sso_providers set disabled = false where id = ${provider}`;
}

/** Adds an identity of another provider to an account. */
export async function addForeignIdentity(sql_api: SqlApi, user_id: string): Promise<void> {
  await sql_api.db
    .sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    values (${user_id}, 'github', gen_random_uuid(), ${user_id}, '{}', now(), now())`;
}
