// Copies the secrets of a range of users, which SQL alone cannot do: factors (factors.ts), encrypted passwords,
// signed tokens, and links (links.ts).
import { createHash, createHmac } from 'node:crypto';
import { quoteLiteral } from '../../core/database/names.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { decryptValue } from './decryption.ts';
import { copyFactors } from './factors.ts';
import { type ImportSchemas, importSchemaOf } from './files.ts';
import { copyLinks } from './links.ts';
import type { CopySecretsOptions, SecretKeys } from './secret_options.ts';

/** Copies the secrets of the range in auth_import.state. */
export async function copySecrets(on: Queryable, places: ImportSchemas, secrets: SecretKeys): Promise<void> {
  const into = importSchemaOf(places.names);
  const state = qualifyName(into, 'state');
  const range = `n.user_id > (select s.after from ${state} as s) and n.user_id <= (select s.upto from ${state} as s)`;
  await copyFactors(on, places, { secrets, range });
  await copyPasswords(on, places, { secrets, range });
  await copySignedTokens(on, places, { secrets, range });
  await copyLinks(on, places, { ring: secrets.ring, range });
}

/**
 * Copies password hashes that GoTrue has encrypted, except those that no key decrypts or whose form Postern does not
 * support. Other password hashes are copied in SQL.
 */
async function copyPasswords(
  on: Queryable,
  places: ImportSchemas,
  { secrets, range }: CopySecretsOptions,
): Promise<void> {
  if (secrets.keys.size === 0) return;
  const into = importSchemaOf(places.names);
  const view = qualifyName(into, 'password_hashes');
  const rows = await runStatement<{ user_id: string; hash: string }>(
    on,
    `select n.user_id, n.hash from ${view} as n where ${range} and starts_with(n.hash, '{')`,
  );
  const hashes = rows.flatMap(({ user_id, hash }) => {
    const clear = decryptValue(hash, user_id, secrets.keys);
    return clear === null ? [] : [{ user_id, hash: clear }];
  });
  if (hashes.length === 0) return;
  const { auth } = places.names;
  const given = `jsonb_to_recordset(${quoteLiteral(JSON.stringify(hashes))}) as p (user_id uuid, hash text)`;
  await runStatement(
    on,
    `insert into ${qualifyName(auth, 'passwords')} (user_id, hash, updated_at)
     select n.user_id, p.hash, n.at from ${view} as n join ${given} on p.user_id = n.user_id
     where not n.is_pending and ${qualifyName(into, 'is_usable_hash')}(p.hash);
     insert into ${qualifyName(auth, 'pending_passwords')} (user_id, hash, created_at)
     select n.user_id, p.hash, n.at from ${view} as n join ${given} on p.user_id = n.user_id
     where n.is_pending and ${qualifyName(into, 'is_bcrypt')}(p.hash)`,
  );
}

/**
 * Maximum number of used refresh tokens of a session that are imported, from its current token's parent backwards.
 * Reuse of a token older than the parent revokes the session if rotation is on.
 */
const MAX_USED_TOKENS = 8;

/**
 * Copies refresh tokens of version 2. GoTrue does not store them but signs them with a key of the session, so they are
 * computed here and their digests are stored.
 */
async function copySignedTokens(
  on: Queryable,
  places: ImportSchemas,
  { secrets, range }: CopySecretsOptions,
): Promise<void> {
  const view = qualifyName(importSchemaOf(places.names), 'new_sessions');
  const rows = await runStatement<{ user_id: string; id: string; key: string; counter: string | number | null }>(
    on,
    `select n.user_id, n.id, n.refresh_token_hmac_key as key, n.refresh_token_counter as counter
     from ${view} as n where ${range} and n.refresh_token_hmac_key <> ''`,
  );
  const tokens = rows.flatMap((row) => {
    const key = decryptValue(row.key, row.id, secrets.keys);
    if (key === null) return [];
    const current = Number(row.counter ?? 0);
    const bytes = Buffer.from(key, 'base64url');
    return Array.from({ length: Math.min(current, MAX_USED_TOKENS) + 1 }, (_, behind) => ({
      user_id: row.user_id,
      session_id: row.id,
      counter: Math.max(0, 2 - behind),
      digest: createHash('sha256')
        .update(signRefreshToken(row.id, current - behind, bytes))
        .digest('hex'),
    }));
  });
  if (tokens.length === 0) return;
  await runStatement(
    on,
    `insert into ${qualifyName(places.names.auth, 'old_refresh_tokens')} (digest, user_id, session_id, counter)
     select decode(t.digest, 'hex'), t.user_id, t.session_id, t.counter
     from jsonb_to_recordset(${quoteLiteral(JSON.stringify(tokens))}) as t (digest text, user_id uuid, session_id uuid, counter smallint)`,
  );
}

/**
 * Returns a signed refresh token in base64url: a zero byte, the session id, the counter as LEB128, 16 bytes of an HMAC,
 * and 4 bytes of a digest.
 */
export function signRefreshToken(session_id: string, counter: number, key: Buffer): string {
  const body = Buffer.concat([Buffer.of(0), Buffer.from(session_id.replaceAll('-', ''), 'hex'), encodeLeb128(counter)]);
  const signed = Buffer.concat([body, createHmac('sha256', key).update(body).digest().subarray(0, 16)]);
  const checksum = createHash('sha256').update(signed).digest().subarray(0, 4);
  return Buffer.concat([signed, checksum]).toString('base64url');
}

function encodeLeb128(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}
