// Copies OAuth clients. GoTrue stores the SHA-256 of client secrets. The import stores a keyed digest of it, which
// SQL alone cannot compute.
import { quoteLiteral } from '../../core/database/names.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { type ImportSchemas, importSchemaOf } from './files.ts';
import type { SecretKeys } from './secret_options.ts';

/** Columns that are copied in SQL and compared by checksum. */
export const CLIENT_COLUMNS = [
  'registration_type',
  'client_type',
  'token_endpoint_auth_method',
  'redirect_uris',
  'grant_types',
  'client_name',
  'client_uri',
  'logo_uri',
  'refreshes_unasked',
  'created_at',
  'updated_at',
];

interface Client {
  client_id: string;
  secret_hash: string | null;
}

const clientsOf = (on: Queryable, places: ImportSchemas): Promise<Client[]> =>
  runStatement(
    on,
    `select n.client_id, n.secret_hash from ${qualifyName(importSchemaOf(places.names), 'new_oauth_clients')} as n order by 1`,
  );

/** Computes Postern's digest of a client secret, in hexadecimal, from GoTrue's digest; null for a client without one. */
function clientSecretDigest({ secret_hash }: Client, { ring }: SecretKeys): string | null {
  if (secret_hash === null) return null;
  if (ring === null) throw new Error('secrets of OAuth clients need a key');
  return ring.importedSecret(Buffer.from(secret_hash, 'base64url'));
}

/** Returns a message if client secrets cannot be imported. */
export async function lostClientsMessage(
  on: Queryable,
  places: ImportSchemas,
  { ring }: SecretKeys,
): Promise<string[]> {
  const secret = (await clientsOf(on, places)).filter(({ secret_hash }) => secret_hash !== null).length;
  return ring !== null || secret === 0
    ? []
    : [
        `the secrets of ${secret} OAuth clients cannot be imported: SVC_SECURITY_PEPPER or SVC_JWT_SECRET is needed; neither is set`,
      ];
}

/** Copies the clients before the sessions that refer to them. Skips clients that an interrupted import has copied. */
export async function copyClients(on: Queryable, places: ImportSchemas, secrets: SecretKeys): Promise<void> {
  const list = CLIENT_COLUMNS.join(', ');
  for (const client of await clientsOf(on, places)) {
    const stored = clientSecretDigest(client, secrets);
    await runStatement(
      on,
      `insert into ${qualifyName(places.names.auth, 'oauth_clients')} (id, imported_secret, secret_key_id, ${list})
       select n.client_id, decode(${stored === null ? 'null' : quoteLiteral(stored)}, 'hex'), ${secrets.ring?.sealing_key_id ?? 0}, ${list}
       from ${qualifyName(importSchemaOf(places.names), 'new_oauth_clients')} as n
       where n.client_id = ${quoteLiteral(client.client_id)} on conflict (id) do nothing`,
    );
  }
}

/** Counts clients that were not copied, or whose stored digest does not match GoTrue's secret. */
export async function countDifferingClients(
  on: Queryable,
  places: ImportSchemas,
  secrets: SecretKeys,
): Promise<number> {
  let differing = 0;
  for (const client of await clientsOf(on, places)) {
    const [row] = await runStatement<{ secret: string | null }>(
      on,
      `select encode(c.imported_secret, 'hex') as secret from ${qualifyName(places.names.auth, 'oauth_clients')} as c
       where c.id = ${quoteLiteral(client.client_id)}`,
    );
    if (row === undefined || row.secret !== clientSecretDigest(client, secrets)) differing += 1;
  }
  return differing;
}
