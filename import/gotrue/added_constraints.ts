// Finds constraints and indexes that were added to the tables in OWN. They are not imported, so the report lists them
// for the operator.
import { quoteLiteral } from '../../core/database/names.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import type { UnchangedObject } from './application.ts';

/**
 * Constraints and indexes that releases of GoTrue and its index maintenance create, by table. Others on these tables
 * are reported as added.
 */
const OWN: Readonly<Record<string, readonly string[]>> = {
  users: [
    'users_pkey',
    'users_phone_key',
    'users_email_partial_key',
    'users_email_change_confirm_status_check',
    'users_instance_id_email_idx',
    'users_instance_id_idx',
    'users_is_anonymous_idx',
    'confirmation_token_idx',
    'recovery_token_idx',
    'email_change_token_current_idx',
    'email_change_token_new_idx',
    'reauthentication_token_idx',
    'idx_users_email',
    'idx_users_email_trgm',
    'idx_users_phone_pattern',
    'idx_users_created_at_desc',
    'idx_users_last_sign_in_at_desc',
    'idx_users_name',
    'idx_users_name_trgm',
  ],
  identities: [
    'identities_pkey',
    'identities_provider_id_provider_unique',
    'identities_user_id_fkey',
    'identities_user_id_idx',
    'identities_email_idx',
  ],
  sessions: [
    'sessions_pkey',
    'sessions_user_id_fkey',
    'sessions_oauth_client_id_fkey',
    'sessions_scopes_length',
    'sessions_user_id_idx',
    'sessions_not_after_idx',
    'sessions_oauth_client_id_idx',
    'user_id_created_at_idx',
  ],
  refresh_tokens: [
    'refresh_tokens_pkey',
    'refresh_tokens_token_unique',
    'refresh_tokens_session_id_fkey',
    'refresh_tokens_parent_fkey',
    'refresh_tokens_instance_id_idx',
    'refresh_tokens_instance_id_user_id_idx',
    'refresh_tokens_parent_idx',
    'refresh_tokens_session_id_revoked_idx',
    'refresh_tokens_token_idx',
    'refresh_tokens_updated_at_idx',
    'refresh_token_session_id',
  ],
  mfa_factors: [
    'mfa_factors_pkey',
    'mfa_factors_user_id_fkey',
    'mfa_factors_last_challenged_at_key',
    'mfa_factors_user_friendly_name_unique',
    'mfa_factors_user_id_idx',
    'factor_id_created_at_idx',
    'unique_phone_factor_per_user',
    'unique_verified_phone_factor',
  ],
  webauthn_credentials: [
    'webauthn_credentials_pkey',
    'webauthn_credentials_user_id_fkey',
    'webauthn_credentials_credential_id_key',
    'webauthn_credentials_user_id_idx',
  ],
  audit_log_entries: ['audit_log_entries_pkey', 'audit_logs_instance_id_idx'],
};

/** Returns added constraints and indexes. The index of a constraint is not listed separately. */
export async function findAddedConstraints(on: Queryable, schema: string): Promise<UnchangedObject[]> {
  const own = Object.entries(OWN).flatMap(([table, names]) =>
    names.map((name) => `(${quoteLiteral(table)}, ${quoteLiteral(name)})`),
  );
  return runStatement<UnchangedObject>(
    on,
    `with own as (select * from (values ${own.join(', ')}) as v (table_name, name)),
    their as (
      select c.oid, c.relname::text as name from pg_class as c
      where c.relnamespace = (select s.oid from pg_namespace as s where s.nspname = ${quoteLiteral(schema)}) and c.relname in (select o.table_name from own as o)
    ),
    found as (
      select 1 as place, 'constraint' as what, k.conname::text as name, t.name as table_name, pg_get_constraintdef(k.oid) as rule
      from pg_constraint as k join their as t on t.oid = k.conrelid where k.contype in ('c', 'u', 'x', 'p', 'f')
      union all
      select case when i.indisunique then 2 else 3 end, case when i.indisunique then 'unique index' else 'index' end, c.relname::text, t.name,
        case when i.indisunique then 'UNIQUE ' || regexp_replace(pg_get_indexdef(c.oid), '^.*? USING \\S+ ', '') end
      from pg_index as i join their as t on t.oid = i.indrelid join pg_class as c on c.oid = i.indexrelid
      where not exists (select from pg_constraint as k where k.conindid = c.oid and k.contype in ('u', 'x', 'p'))
    )
    select 'stays' as kind, format('%s %s of %s', f.what, quote_ident(f.name), f.table_name) as name,
      coalesce('Postern does not enforce it: ' || f.rule, 'indexes on the tables of GoTrue are not imported: queries that use this one may become slow') as remark
    from found as f
    where not exists (select from own as o where o.table_name = f.table_name and o.name = f.name)
    order by f.place, f.table_name, f.name`,
  );
}
