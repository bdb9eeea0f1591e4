// Helpers for tests of logout functions: an ended session of a client, and the worker's two calls.
import type { Sql } from 'postgres';
import { makeClient, signInByClient } from '../../../support/database/oauth.ts';
import { createConfirmedPerson, type SqlApi } from '../../../support/database/sql_api.ts';

export const ADDRESS = 'https://client.example.com/backchannel';

export interface LogoutRow {
  id: string;
  client_id: string;
  user_id: string;
  session_id: string;
  state: string;
  tries: number;
  leased_until: Date | null;
  not_before: Date | null;
  finished_at: Date | null;
  last_error: string | null;
}
export interface LeaseResult {
  nothing?: string;
  leased_until?: string;
  logout?: { id: string; user_id: string; session_id: string; attempt: number };
  client?: { client_id: string; url: string };
}

/**
 * Signs a new user in by a client, which is new by default, and revokes the session. Returns the logout that is queued.
 */
export async function createEndedSession(sql_api: SqlApi, client_id?: string): Promise<LogoutRow> {
  const { sql } = sql_api.db;
  const app = client_id ?? (await makeClient(sql, { backchannel_logout_uri: ADDRESS }));
  const { refresh } = await signInByClient(sql, app, await createConfirmedPerson(sql_api), { scope: 'email' });
  await sql`update auth.sessions set revoked_at = now(), revoked_reason = 'admin' where id = ${refresh.session_id}`;
  const [row] = await sql<LogoutRow[]>`select * from auth.oauth_logouts where session_id = ${refresh.session_id}`;
  if (!row) throw new Error('no logout was queued');
  return row;
}

export async function readLogoutRow(sql: Sql, id: string): Promise<LogoutRow | undefined> {
  return (await sql<LogoutRow[]>`select * from auth.oauth_logouts where id = ${id}`)[0];
}

export async function leaseLogout(sql: Sql, id: string, settings: object = {}): Promise<LeaseResult> {
  const [row] = await sql<{ answer: LeaseResult }[]>`
    select auth_api.lease_client_logout(${id}, ${JSON.stringify(settings)}::text::jsonb) as answer`;
  return row?.answer ?? {};
}

export async function finishLogout(
  sql: Sql,
  o: { id: string; attempt?: number; outcome: string; error?: string; retry_after?: number; settings?: object },
): Promise<{ finished: boolean; not_before: string | null }> {
  const [row] = await sql<{ answer: { finished: boolean; not_before: string | null } }[]>`
    select auth_api.finish_client_logout(${o.id}, ${o.attempt ?? 1}, ${o.outcome}, ${o.error ?? null}, ${o.retry_after ?? null},
      ${JSON.stringify(o.settings ?? {})}::text::jsonb) as answer`;
  if (!row) throw new Error('no answer');
  return row.answer;
}
