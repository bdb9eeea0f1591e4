// Returns the result of an import in comparable form: a digest of each table in IMPORTED_TABLES, the application's
// foreign keys, its view `people`, and the triggers on auth.users.
import type { Sql } from 'postgres';

/** Tables whose rows the result contains. */
export const IMPORTED_TABLES = [
  ...[
    'users',
    'addresses',
    'passwords',
    'pending_passwords',
    'identities',
    'sessions',
    'old_refresh_tokens',
    'flow_states',
  ],
  ...['passkeys', 'kept_rows', 'factors', 'one_time_tokens', 'audit_log', 'custom_providers'],
];

/**
 * Columns that may differ between two imports of the same data: sealed values, and timestamps, which GoTrue does not
 * store for every row.
 */
const OTHERWISE = `'{secret,client_secret,created_at,updated_at,kept_at}'::text[]`;

export async function readImportResult(sql: Sql): Promise<string[]> {
  const lines: string[] = [];
  for (const table of IMPORTED_TABLES) {
    const [sum] = await sql.unsafe(
      `select count(*) || ' ' || coalesce(md5(string_agg(t.row, '' order by t.row)), '') as rows
       from (select md5((to_jsonb(t) - ${OTHERWISE})::text) as row from auth.${table} as t) as t`,
    );
    lines.push(`${table} ${sum?.rows}`);
  }
  const keys = await sql`select k.conname || ' ' || pg_get_constraintdef(k.oid) as line from pg_constraint as k
    where k.connamespace = 'public'::regnamespace and k.contype = 'f' order by 1`;
  const views = await sql`select pg_get_viewdef('public.people'::regclass) as line`;
  const triggers = await sql`select pg_get_triggerdef(g.oid) || g.tgenabled::text as line from pg_trigger as g
    where g.tgrelid = 'auth.users'::regclass and not g.tgisinternal order by 1`;
  return [...lines, ...[...keys, ...views, ...triggers].map(({ line }) => String(line))];
}
