// One call for each error of merging accounts, stored provider tokens and current passwords. refusals.test.ts runs the
// calls.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { api, type CallResult } from '../support/database/sql_api.ts';
import { type Caller, type RejectedCall, withSettings } from './refusal_cases.ts';

export function mergeCases(o: { sql: () => Sql; person: () => Promise<Caller> }): Record<string, RejectedCall> {
  /** Merges a second user into a first one, after `change` has changed the row or session of the second. */
  const merge = async (change: (id: string) => Promise<unknown>): Promise<CallResult> => {
    const [kept, merged] = [await o.person(), await o.person()];
    await change(merged.id);
    return api(o.sql(), 'merge_users', { claims: kept.claims, merged: merged.claims });
  };
  const changePassword = async (current_password: string | null): Promise<CallResult> => {
    const { claims } = await o.person();
    return api(o.sql(), 'update_user', {
      ...{ claims, password: 'quite another password', current_password },
      ...withSettings({ security_update_password_require_current_password: true }),
    });
  };

  return {
    current_password_required: () => changePassword(null),
    current_password_invalid: () => changePassword('wrong'),
    provider_token_missing: async () => {
      const { claims } = await o.person();
      return api(o.sql(), 'lease_provider_token', { claims, identity_id: randomUUID() });
    },
    provider_token_busy: async () => {
      const { id, claims } = await o.person();
      const [row] = await o.sql()<{ identity_id: string }[]>`
        insert into auth.provider_tokens (user_id, provider, identity_id, id, sealed, renewable, expires_at,
          leased_until, updated_at)
        select i.user_id, i.provider, i.id, gen_random_uuid(), 'sealed', true, now(), now() + interval '1 minute', now()
        from auth.identities as i where i.user_id = ${id} returning identity_id`;
      return api(o.sql(), 'lease_provider_token', {
        ...{ claims, identity_id: row?.identity_id },
        ...withSettings({ external_kept_tokens: ['email'] }),
      });
    },
    merge_same_user: async () => {
      const { claims } = await o.person();
      return api(o.sql(), 'merge_users', { claims, merged: claims });
    },
    merge_needs_aal2: () => merge((id) => o.sql()`update auth.users set factor_status = 'verified' where id = ${id}`),
    merge_not_recent: () =>
      merge(
        (id) =>
          o.sql()`update auth.sessions set created_at = now() - interval '1 hour', amr = '[]' where user_id = ${id}`,
      ),
    merge_refused: () => merge((id) => o.sql()`update auth.users set role = 'service_role' where id = ${id}`),
  };
}
