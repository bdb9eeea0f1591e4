// Invariants of tables and functions as SQL queries that return violating rows and functions. Each sequence runs the
// row queries for the accounts that the model knows.
import type { Sql } from 'postgres';
import { OWN_DOMAIN } from '../../support/providers/two_domains.ts';

/** Queries for violating rows. `:users` is the condition that selects the users to check. */
export const ROW_INVARIANTS: Record<string, string> = {
  'an owned account has an unconfirmed address that no administrator gave': `
    select u.id::text as broken from auth.users as u
    join auth.addresses as a on a.user_id = u.id and a.is_primary and a.verified_at is null and not a.given_by_administrator
    where :users and u.deleted_at is null
      and num_nonnulls(u.email_confirmed_at, u.phone_confirmed_at) > 0
      and case a.kind when 'email' then u.email_confirmed_at else u.phone_confirmed_at end is null`,
  'a user shows an address that finds another account or none': `
    select u.id::text as broken from auth.users as u
    cross join lateral (values ('email', u.email::text), ('phone', u.phone::text)) as s (kind, value)
    where :users and u.deleted_at is null and s.value is not null
      and not exists (select from auth.addresses as a
        where a.kind = s.kind and a.value = s.value and a.user_id = u.id and a.is_primary)
      -- Exception: an account may show the address that a provider with a linking domain of its own asserted.
      and not (s.kind = 'email' and exists (select from auth.identities as i
        where i.user_id = u.id and i.provider = '${OWN_DOMAIN}'))
      and not u.is_sso_user`,
  'an address finds an account of an organization': `
    select a.value as broken from auth.addresses as a join auth.users as u on u.id = a.user_id
    where :users and u.is_sso_user`,
  'a provisioned user has an account that is not its organization’s alone': `
    select s.id::text as broken from auth.scim_users as s join auth.users as u on u.id = s.user_id
    where :users and (not u.is_sso_user or exists (select from auth.identities as i
      where i.user_id = u.id and i.provider <> 'sso:' || s.provider_id))`,
  'a user who is not active has a session': `
    select u.id::text as broken from auth.users as u
    where :users and u.deprovisioned_at is not null
      and exists (select from auth.sessions as s where s.user_id = u.id and s.revoked_at is null)`,
  'a link or a code has no epoch, or one that has not come yet': `
    select f.id::text as broken from auth.flow_states as f
    join auth.users as u on u.id = coalesce(f.user_id, f.linking_user_id)
    where :users and (f.linking_user_id is not null or f.auth_code_digest is not null)
      and (f.access_epoch is null or f.access_epoch > u.access_epoch)`,
  'a token of a change has outlived the change': `
    select t.id::text as broken from auth.one_time_tokens as t join auth.users as u on u.id = t.user_id
    where :users
      and (t.kind in ('email_change_current', 'email_change_new') and u.new_email is null
        or t.kind = 'phone_change' and u.new_phone is null)`,
};

export const SCHEMA_INVARIANTS: Record<string, string> = {
  'another function than cut_access() and the deletion revokes all sessions': `
    select p.proname as broken from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname in ('auth_lib', 'auth_api') and p.prosrc ~ 'revoke_sessions\\('
      and p.proname not in ('revoke_sessions', 'cut_access', 'prepare_user_deletion')`,
  'another function than cut_access() and confirm_address() raises the epoch': `
    select p.proname as broken from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname in ('auth_lib', 'auth_api') and p.prosrc ~ 'access_epoch = u.access_epoch'
      and p.proname not in ('cut_access', 'confirm_address')`,
  // Two further functions may set the level: delete_factor() lowers it, and open_client_session() copies it from the
  // session that approved the client.
  'another function than raise_session_to_aal2() sets the level of a session': `
    select p.proname as broken from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname in ('auth_lib', 'auth_api') and p.prosrc ~ '(update|insert into) auth\\.sessions[^;]*\\maal\\M'
      and p.proname not in ('raise_session_to_aal2', 'delete_factor', 'open_client_session')`,
  'another function than the verification of a factor or recovery code raises a session': `
    select p.proname as broken from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname in ('auth_lib', 'auth_api') and p.prosrc ~ 'raise_session_to_aal2\\('
      and p.proname not in ('verify_factor', 'consume_recovery_code')`,
  // Reports each column that is not listed here, so that its author decides how a cut and a change of owner affect it.
  'a column that references a user is of no known class': `
    select c.conrelid::regclass || '.' || a.attname as broken from pg_constraint as c
    join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'auth.users'::regclass
      and c.connamespace = (select n.oid from pg_namespace as n where n.nspname = 'auth')
      and (c.conrelid::regclass::text, a.attname) not in (values
        ('auth.addresses', 'user_id'),
        ('auth.passwords', 'user_id'), ('auth.pending_passwords', 'user_id'), ('auth.identities', 'user_id'),
        ('auth.passkeys', 'user_id'), ('auth.factors', 'user_id'), ('auth.recovery_codes', 'user_id'),
        ('auth.sessions', 'user_id'), ('auth.one_time_tokens', 'user_id'), ('auth.passkey_challenges', 'user_id'),
        ('auth.flow_states', 'user_id'), ('auth.flow_states', 'linking_user_id'),
        -- A cut voids the authorization code through the epoch, and keeps consents. A new owner inherits
        -- neither.
        ('auth.oauth_authorizations', 'user_id'), ('auth.oauth_consents', 'user_id'),
        -- A provisioned user belongs to an account of its organization, which nobody else can own or merge.
        ('auth.scim_users', 'user_id'),
        ('auth.messages', 'user_id'), ('auth.kept_rows', 'user_id'))`,
};

export interface TableInvariants {
  /** Returns the rules that the rows of these users violate. Checks all users if `users` is null. */
  rows(users: string[] | null): Promise<string[]>;
  /** Returns the violations in the schema, and the row queries that use a missing table, column or function. */
  schema(): Promise<string[]>;
}

const MISSING = new Set(['42703', '42P01', '42883']);

/**
 * Prepares the queries. A row query that uses a missing table, column or function is reported as a violation in the
 * schema.
 */
export async function prepareTableInvariants(sql: Sql): Promise<TableInvariants> {
  const parts: string[] = [];
  const lacking: string[] = [];
  for (const [sentence, query] of Object.entries(ROW_INVARIANTS)) {
    const part = `select '${sentence}' as sentence from (${query}) as b`;
    try {
      await sql.unsafe(`${part.replaceAll(':users', 'true')} limit 0`);
      parts.push(part);
    } catch (error) {
      if (!MISSING.has((error as { code?: string }).code ?? '')) throw error;
      lacking.push(`cannot tell whether ${sentence}: ${(error as Error).message}`);
    }
  }
  const all = `select distinct sentence from (${parts.join(' union all ')}) as x`;
  // There are two queries, because a prepared one with `$1 is null or …` would read all users for each sequence.
  const of_everyone = all.replaceAll(':users', 'true');
  const of_some = all.replaceAll(':users', 'u.id = any ($1::uuid[])');
  return {
    async rows(users) {
      const found =
        users === null
          ? await sql.unsafe<{ sentence: string }[]>(of_everyone)
          : await sql.unsafe<{ sentence: string }[]>(of_some, [users], { prepare: true });
      return found.map(({ sentence }) => sentence);
    },
    async schema() {
      const broken: string[] = [];
      for (const [sentence, query] of Object.entries(SCHEMA_INVARIANTS)) {
        const names = (await sql.unsafe<{ broken: string }[]>(query)).map((row) => row.broken);
        if (names.length > 0) broken.push(`${sentence}: ${names.join(', ')}`);
      }
      return [...lacking, ...broken];
    },
  };
}
