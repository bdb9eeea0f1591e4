// Copies pending links and codes of GoTrue. Row ids are derived with a key, so that the table reveals neither link
// nor code. With the key, a link or code is recognized (find_link and token_has_code in sql/lib/token.sql).
import { quoteLiteral } from '../../core/database/names.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { type ImportSchemas, importSchemaOf } from './files.ts';

/** Columns that are copied unchanged from auth_import.new_links to auth.one_time_tokens. */
export const LINK_COLUMNS = [
  'user_id',
  'kind',
  'purpose',
  'address',
  'generation',
  'digits',
  'valid_for',
  'expires_at',
  'flow_id',
  'carries_password',
  'aud',
  'created_at',
];

/** Returns a message if there are pending links but no key to derive their row ids. */
export async function lostLinksMessage(on: Queryable, places: ImportSchemas, ring: KeyRing | null): Promise<string[]> {
  if (ring !== null) return [];
  const view = qualifyName(importSchemaOf(places.names), 'new_links');
  const [row] = await runStatement<{ links: number }>(on, `select count(*) as links from ${view}`);
  if (Number(row?.links) === 0) return [];
  return [
    `${Number(row?.links)} links and codes cannot be imported: storing them needs SVC_SECURITY_PEPPER or SVC_JWT_SECRET; neither is set`,
  ];
}

/** Copies the links and codes of a range of users. */
export async function copyLinks(
  on: Queryable,
  places: ImportSchemas,
  { ring, range }: { ring: KeyRing | null; range: string },
): Promise<void> {
  const view = qualifyName(importSchemaOf(places.names), 'new_links');
  const rows = await runStatement<{ id: string; digest: string }>(
    on,
    `select n.id, encode(n.link_digest, 'hex') as digest from ${view} as n where ${range}`,
  );
  if (rows.length === 0) return;
  if (ring === null) throw new Error('links cannot be imported without a key');
  const made = rows.map(({ id, digest }) => ({ id, made: ring.oldLinkId(Buffer.from(digest, 'hex')) }));
  await runStatement(
    on,
    `insert into ${qualifyName(places.names.auth, 'one_time_tokens')} (id, key_id, ${LINK_COLUMNS.join(', ')})
     select m.made, ${ring.sealing_key_id}, ${LINK_COLUMNS.map((name) => `n.${name}`).join(', ')}
     from ${view} as n join jsonb_to_recordset(${quoteLiteral(JSON.stringify(made))}) as m (id uuid, made uuid) on m.id = n.id
     where ${range}`,
  );
}
