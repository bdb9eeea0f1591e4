// Inserts a user who has only an external identity. No route creates such a user directly.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';

export interface ExternalUser {
  /** Address of the user in auth.addresses. */
  address: string;
  /** True if users.email is confirmed. */
  confirmed: boolean;
  /** Value of users.email; equals the address by default. */
  email?: string | null;
  /** Confirmed phone number. */
  phone?: string;
}

/**
 * Inserts the user with its address and a GitHub identity. With a phone number, also inserts a phone identity. Returns
 * the id.
 */
export async function insertExternalUser(sql: Sql, o: ExternalUser): Promise<string> {
  const id = randomUUID();
  const email = o.email === undefined ? o.address : o.email;
  const data = { sub: `gh-${id}`, email: o.address };
  await sql.begin(async (tx) => {
    await tx`
      insert into auth.users (id, aud, role, sign_up_role, email, email_confirmed_at, phone, phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select ${id}, 'authenticated', 'authenticated', 'authenticated', ${email}, case when ${o.confirmed} then auth_lib.clock() end,
        ${o.phone ?? null}::text, case when ${o.phone !== undefined} then auth_lib.clock() end,
        '{"provider":"github","providers":["github"]}', '{"nick":"gh"}', auth_lib.clock(), auth_lib.clock()`;
    await tx`
      insert into auth.addresses (kind, value, user_id, is_primary, created_at)
      values ('email', ${o.address}, ${id}, ${email === o.address}, auth_lib.clock())`;
    await tx`
      insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
      values (${id}, 'github', ${randomUUID()}, ${data.sub}, ${sql.json(data)}, auth_lib.clock(), auth_lib.clock())`;
    if (o.phone === undefined) return;
    await tx`
      insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
      values (${id}, 'phone', ${randomUUID()}, ${id}, ${sql.json({ sub: id })}, auth_lib.clock(), auth_lib.clock())`;
  });
  return id;
}
