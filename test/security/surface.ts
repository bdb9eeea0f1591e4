// For tests that call the surface in SQL: named calls with every argument, a clock that moves, links and codes.
import type { Sql, TransactionSql } from 'postgres';
import { createKeyRing } from '../../core/keys/ring.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { JWT_SECRET, PEPPER } from '../support/keys.ts';

export type Connection = Sql | TransactionSql;
export type Json = Record<string, unknown>;

export const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET });

/** What a gateway of the default test stack passes, as far as these tests depend on it. */
export const SETTINGS: Json = {
  jwt_aud: 'authenticated',
  jwt_default_group_name: 'authenticated',
  security_bcrypt_cost: 4,
  sealing_key_id: ring.sealing_key_id,
  rate_limit_email_sent: { count: 1_000_000 },
  security_refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
};

const ARGUMENTS = new Map<string, readonly string[]>(
  ROUTES.flatMap((route) =>
    route.call !== undefined ? [[route.call.function, Object.keys(route.call.args)] as const] : [],
  ),
);

/** Calls a function of the surface as the gateway does: by name, every argument passed, an absent one null. */
export async function api(sql: Connection, name: string, args: Json): Promise<Json> {
  const names = ARGUMENTS.get(name);
  if (names === undefined) throw new Error(`no route calls ${name}`);
  const unknown = Object.keys(args).filter((key) => !names.includes(key));
  if (unknown.length > 0) throw new Error(`auth_api.${name} has no parameter ${unknown.join(', ')}`);
  const all: Json = { settings: SETTINGS, client: {}, code_keys: ring.codeKeys(), ...args };
  const text = names.map((parameter, index) => `${parameter} => $${index + 1}`).join(', ');
  const values = names.map((parameter) => all[parameter] ?? null);
  const [row] = await sql.unsafe<{ answer: Json | null }[]>(
    `select auth_api.${name}(${text}) as answer`,
    values as never[],
    { prepare: true },
  );
  return row?.answer ?? {};
}

/** The wire code of a refusal; undefined for any other answer. */
export function refusedCode(answer: Json): string | undefined {
  return (answer.refused as { code: string } | undefined)?.code;
}

/** Replaces the one clock by one that a test moves; a move inside a transaction is undone with it. */
export async function movableClock(sql: Connection): Promise<(by: string, on?: Connection) => Promise<void>> {
  await sql.unsafe(`
    create table public.test_clock (shift interval not null);
    insert into public.test_clock values ('0');
    grant select on public.test_clock to public;
    create or replace function auth_lib.clock() returns timestamptz language sql stable
    as $$ select now() + c.shift from public.test_clock as c $$;`);
  return async (by, on = sql) => {
    await on.unsafe('update public.test_clock set shift = shift + $1::interval', [by]);
  };
}

/** Replaces the clock by one that stands at what public.test_clock says, so that boundaries are hit exactly. */
export async function stillClock(sql: Connection): Promise<void> {
  await sql.unsafe(`
    create table public.test_clock (at timestamptz not null);
    insert into public.test_clock values ('2030-01-01 12:10:00Z');
    grant select on public.test_clock to public;
    create or replace function auth_lib.clock() returns timestamptz language sql stable
    as $$ select c.at from public.test_clock as c $$;`);
}

export interface TokenRow {
  id: string;
  user_id: string;
  kind: 'confirmation' | 'recovery';
  generation: string;
  key_id: number;
  digits: number;
  flow_id: string | null;
  carries_password: boolean;
}

/** Lets the worker's part of sending happen, which starts the life of the codes, and answers the live tokens. */
export async function deliver(sql: Connection, email: string): Promise<TokenRow[]> {
  return sql.unsafe<TokenRow[]>(
    `with taken as materialized (
       select auth_api.take_message(m.id, m.generation, '{}') as answer
       from auth.messages as m where m.to_address = $1 and m.state = 'queued')
     select t.id, t.user_id, t.kind, t.generation, t.key_id, t.digits, t.flow_id, t.carries_password
     from auth.one_time_tokens as t, (select count(taken.answer) as n from taken) as c
     where t.address = $1`,
    [email],
    { prepare: true },
  );
}

export function codeOf(token: TokenRow): string {
  return ring.code({
    key_id: token.key_id,
    token_id: token.id,
    generation: Number(token.generation),
    digits: token.digits,
  });
}
