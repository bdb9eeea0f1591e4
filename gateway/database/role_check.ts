// Checks the role of new users. Needed because PostgREST runs requests as the role that a token names.
import type { Sql } from 'postgres';

/** Throws an error for the operator if new users would get a privileged role of the database server. */
export async function checkDefaultRole(sql: Sql, role: string, owner: string): Promise<void> {
  const found = await sql`
    select from pg_catalog.pg_roles as r
    where r.rolname = ${role} and (r.rolsuper or r.rolbypassrls or pg_catalog.pg_has_role(r.oid, ${owner}::name, 'MEMBER'))`;
  if (found.length > 0) {
    throw new Error(
      `SVC_JWT_DEFAULT_GROUP_NAME is ${JSON.stringify(role)}, which in this server is a superuser, passes row level security by ` +
        `or may act as ${owner}: every sign-up would get it. Name a role without such rights.`,
    );
  }
}
