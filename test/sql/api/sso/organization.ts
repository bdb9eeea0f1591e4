// Helpers for tests of enforced domains: organizations, and people with an address of the organization's domain.
import {
  type CallArguments,
  type CallResult,
  client,
  findSentToken,
  readSession,
  type SqlApi,
  type SqlPerson,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider } from './saml.ts';

export const PASSWORD = 'correct horse battery';

let last = 0;
export const newDomain = (): string => `org${++last}.example`;

/** Returns helpers that call functions with the usual settings. */
export async function organizationHelpers(sql_api: SqlApi) {
  const rows = await sql_api.db.sql<{ name: string; names: string[] }[]>`
    select proname as name, coalesce(proargnames, '{}') as names from pg_proc
    where pronamespace = 'auth_api'::regnamespace`;
  const parameters = new Map(rows.map(({ name, names }) => [name, names]));
  const usual = { settings: settings({ external_phone_enabled: true, sms_ready: true }), client };
  const call = (name: string, args: CallArguments = {}): Promise<CallResult> => {
    const known = parameters.get(name) ?? [];
    const given = Object.entries(usual).filter(([key]) => known.includes(key));
    return sql_api.call(name, { ...Object.fromEntries(given), ...args });
  };
  return {
    call,
    /** Adds a provider with a domain. */
    async organization(domain = newDomain(), more: CallArguments = {}): Promise<{ id: string; domain: string }> {
      const { id } = await createProvider(sql_api, { domains: [domain], ...more });
      return { id: String(id), domain };
    },
    enforce: (id: unknown, domain: string): Promise<CallResult> =>
      call('change_sso_domain', { ...ADMIN, id, domain, verified: true, enforced: true }),
    /** Creates a user with a password and a session. */
    async personAt(email: string): Promise<SqlPerson> {
      const { id } = await call('sign_up', { email, password: PASSWORD });
      const answer = await call('verify_token', {
        type: 'signup',
        link: toUnsealedLink(await findSentToken(sql_api, id)),
      });
      return { id: String(id), email, password: PASSWORD, ...readSession(answer) };
    },
    passwordGrant: (email: string, password = PASSWORD): Promise<CallResult> =>
      call('sign_in_with_password', { email, password }),
  };
}
