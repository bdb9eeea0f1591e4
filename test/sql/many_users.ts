// Generates many users and related rows in SQL, so that bad query plans become visible.
import type { TestDatabase } from '../support/database/db.ts';

/**
 * Creates `users` users, each with an address, an identity, a session, a password and a link, and counts their blocks.
 */
export async function insertUsers({ sql }: TestDatabase, users: number): Promise<void> {
  await sql`
    insert into auth.users (id, aud, role, email, raw_app_meta_data, email_confirmed_at, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'plan' || n || '@example.com', '{"provider": "email", "providers": ["email"]}',
      now(), now() - interval '1 day' + n * interval '1 s', now() from generate_series(1, ${users}::integer) as n`;
  await sql`insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
    select 'email', u.email, u.id, true, now(), now() from auth.users as u`;
  await sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select u.id, 'email', gen_random_uuid(), u.id::text, jsonb_build_object('sub', u.id, 'email', u.email), now(), now() from auth.users as u`;
  await sql`insert into auth.sessions (user_id, id, amr, created_at) select u.id, gen_random_uuid(), '[]', now() from auth.users as u`;
  await sql`insert into auth.one_time_tokens (id, user_id, kind, purpose, address, key_id, digits, valid_for, expires_at, created_at)
    select gen_random_uuid(), u.id, 'recovery', 'magiclink', u.email, 1, 6, '1 day', now() + interval '1 day', now() from auth.users as u`;
  await sql`insert into auth.passwords (user_id, hash, updated_at) select u.id, '$2a$04$' || repeat('a', 53), now() from auth.users as u`;
  await sql`select auth_api.maintain_user_list_counts(most => 100000)`;
  await sql`vacuum analyze`;
}

/**
 * Creates the rows that active users cause: sent and queued messages, flows, attempts, webhook events, and four audit
 * entries per user.
 */
export async function insertActivity({ sql }: TestDatabase): Promise<void> {
  await sql`insert into auth.messages (id, user_id, kind, channel, to_address, token_id, generation, base_url, redirect_to, state, expires_at, created_at,
      finished_at)
    select t.id, t.user_id, 'magic_link', 'mail', t.address, t.id, t.generation, 'http://localhost', 'http://localhost', 'queued',
      now() + interval '1 day', now(), null from auth.one_time_tokens as t`;
  await sql`insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, expires_at, created_at,
      finished_at)
    select gen_random_uuid(), u.id, 'magic_link', 'mail', u.email, 1, 'http://localhost', 'http://localhost', 'sent', now(), now(), now()
    from auth.users as u`;
  await sql`insert into auth.flow_states (id, user_id, provider, authentication_method, created_at)
    select gen_random_uuid(), u.id, 'email', 'magiclink', now() from auth.users as u`;
  await sql`insert into auth.attempts (digest, asked_at, touched_at)
    select sha256(convert_to(u.id::text, 'UTF8')), now(), now() from auth.users as u`;
  await sql`insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
    values (gen_random_uuid(), 'https://example.com/hook', '{user.updated}', '{sealed}', now(), now())`;
  await sql`insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at)
    select gen_random_uuid(), w.id, u.id, 'user.updated', '{}', pg_current_xact_id(), 'queued', now()
    from auth.users as u, auth.webhooks as w`;
  // One entry in ten is an administrator's action on the user.
  await sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, traits)
    select u.created_at - e.n * interval '6 days', gen_random_uuid(), case when u.n % 10 = 0 then gen_random_uuid() else u.id end, u.email, '{login}',
      case when u.n % 10 = 0 then jsonb_build_object('user_id', u.id) end
    from (select x.*, row_number() over () as n from auth.users as x) as u, generate_series(1, 4) as e (n)`;
  await sql`select auth_api.maintain_audit_counts(most => 100000)`;
  await sql`vacuum analyze`;
}
