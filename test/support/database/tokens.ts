// One-time tokens of mails and SMS for tests: read from the database, with codes computed by the key ring.
import type { Sql, TransactionSql } from 'postgres';
import { createKeyRing } from '../../../core/keys/ring.ts';
import { JWT_SECRET, PEPPER } from '../processes/keys.ts';

export const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET });
/** Value of the argument code_keys of verify_token. */
export const code_keys = ring.codeKeys();

export interface TokenRow {
  id: string;
  user_id: string;
  kind: string;
  key_id: number;
  digits: number;
  generation: string;
  carries_password: boolean;
  flow_id: string | null;
  attempts: number;
  expires_at: Date | null;
}

/**
 * Returns the one-time token of a kind. Throws if there is none. Starts the lifetime of the token, as the worker does
 * when it sends the mail.
 */
export async function findSentToken(
  { db }: { db: { sql: Sql } },
  user_id: unknown,
  kind = 'confirmation',
): Promise<TokenRow> {
  const [row] = await db.sql<TokenRow[]>`
    update auth.one_time_tokens set expires_at = coalesce(expires_at, auth_lib.clock() + valid_for)
    where user_id = ${String(user_id)} and kind = ${kind} returning *`;
  if (!row) throw new Error(`the user has no ${kind} token`);
  return row;
}

/**
 * Leases the queued messages to an address, as the worker does. This starts the lifetime of their codes. Returns the
 * tokens of the address.
 */
export async function leaseQueuedMessages(sql: Sql | TransactionSql, email: string): Promise<TokenRow[]> {
  return sql.unsafe<TokenRow[]>(
    `with taken as materialized (
       select auth_api.lease_message(m.id, m.generation, '{}') as answer
       from auth.messages as m where m.to_address = $1 and m.state = 'queued')
     select t.*
     from auth.one_time_tokens as t, (select count(taken.answer) as n from taken) as c
     where t.address = $1`,
    [email],
    { prepare: true },
  );
}

/** Returns a token's link in the unsealed form that the gateway passes to SQL. */
export const toUnsealedLink = (token: { id: string }, pkce = false): { id: string; pkce: boolean } => ({
  id: token.id,
  pkce,
});

export const codeOf = (token: TokenRow): string =>
  ring.code({
    key_id: token.key_id,
    token_id: token.id,
    generation: Number(token.generation),
    digits: token.digits,
  });

export const createWrongCode = (token: TokenRow): string => {
  const right = codeOf(token);
  return right.slice(0, -1) + ((Number(right.slice(-1)) + 1) % 10);
};
